import type { FastifyRequest } from 'fastify'
import { limits } from '../../contract/values/limits.ts'
import { pictureForm, pictureOf } from '../http/bodies/picture-form.ts'
import type { SentPicture } from '../media/encode-sent-picture.ts'

const form = pictureForm({ pictureBytes: limits.pictureBytes, fields: 2, forms: 4 })

/** Registers the multipart parser, with the limits of one picture. */
export const acceptPicture = form.accept

/** Reads the form of a picture, calls `work` with it, and returns its result. The picture is there until then. */
export function withPictureForm<T>(request: FastifyRequest, work: (sent: SentPicture) => Promise<T>): Promise<T> {
  return form.read(request, (sent) => work(pictureOf(sent)))
}
