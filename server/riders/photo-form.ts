import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { limits } from '../../contract/limits.ts'
import { ridingLimits } from '../../contract/riding.ts'
import { normaliseText } from '../common/normalise-text.ts'
import { refuseUnless } from '../common/refusal.ts'
import type { App } from '../http/edge.ts'
import { formReader, type SentForm } from '../http/form-reader.ts'
import type { PictureSource } from '../media/decode-picture.ts'

/** Bytes of the largest form: the photo and some fields. */
const formBytes = ridingLimits.photoBytes + 16 * 1024

const readForm = formReader({
  formBytes,
  budgetBytes: 16 * formBytes,
  clientBytes: 8 * formBytes,
  milliseconds: 120_000,
  files: ['image'],
})

/** Registers the multipart parser, with the limits of a photo. */
export async function acceptPhotos(app: App): Promise<void> {
  await app.register(multipart, {
    // One byte more than a photo may have, so that its own refusal says so.
    limits: { files: 1, fileSize: ridingLimits.photoBytes + 1, fields: 6, fieldSize: limits.shortText, parts: 8 },
    throwFileSizeLimit: false,
  })
}

export type SentPhoto = {
  id: string
  order: string
  receivedBy: string | undefined
  collected: number
  picture: PictureSource
}

const isTapId = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

/** Reads the form of a delivery with a photo, calls `work` with it, and returns its result. The photo is there until then. */
export function withPhotoForm<T>(
  request: FastifyRequest,
  clientAddress: string,
  work: (sent: SentPhoto) => Promise<T>,
): Promise<T> {
  const read = ({ fields, files: [file] }: SentForm) => {
    const text = (name: string) => fields.get(name) ?? ''
    refuseUnless(isTapId.test(text('id')), 'invalid_form', { fields: { id: 'invalid' } })
    refuseUnless(/^\d{1,10}(\.\d{1,2})?$/.test(text('collected')), 'invalid_form', { fields: { collected: 'invalid' } })
    const receivedBy = normaliseText(text('receivedBy')) || undefined
    refuseUnless((receivedBy?.length ?? 0) <= ridingLimits.receivedBy, 'invalid_form', {
      fields: { receivedBy: 'invalid' },
    })
    refuseUnless(file && file.bytes > 0, 'invalid_form', { fields: { image: 'required' } })
    return work({
      id: text('id'),
      order: text('order'),
      receivedBy,
      collected: Number(text('collected')),
      picture: { file: file.file, bytes: file.bytes },
    })
  }
  return readForm(request, read, clientAddress)
}
