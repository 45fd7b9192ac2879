import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { limits, serverLimits } from '../../contract/limits.ts'
import { refuseUnless } from '../common/refusal.ts'
import type { App } from '../http/edge.ts'
import { formReader } from '../http/form-reader.ts'
import type { SentPicture } from './store-picture.ts'

/** Bytes of the largest form. */
const formBytes = limits.pictureBytes + serverLimits.jsonBytes

const readForm = formReader({ formBytes, budgetBytes: 4 * formBytes, milliseconds: 120_000, files: ['image'] })

/** Registers the multipart parser, with the limits of one picture. */
export async function acceptPicture(app: App): Promise<void> {
  await app.register(multipart, {
    // One byte more than a picture may have, so that its own refusal says so.
    limits: { files: 1, fileSize: limits.pictureBytes + 1, fields: 2, fieldSize: limits.shortText, parts: 4 },
    throwFileSizeLimit: false,
  })
}

/** Reads the form of a picture, calls `work` with it, and returns its result. The picture is there until then. */
export function withPictureForm<T>(request: FastifyRequest, work: (sent: SentPicture) => Promise<T>): Promise<T> {
  return readForm(request, ({ files: [file] }) => {
    refuseUnless(file && file.bytes > 0, 'invalid_form', { fields: { image: 'required' } })
    return work({ name: file.name, source: { file: file.file, bytes: file.bytes } })
  })
}
