import type { FastifyRequest } from 'fastify'
import { tapId } from '../../../contract/calls/rider.ts'
import { riderLimits } from '../../../contract/delivery/rider-limits.ts'
import { normaliseText } from '../../common/normalise-text.ts'
import { refuseUnless } from '../../common/refusal.ts'
import type { SentForm } from '../../http/bodies/form-reader.ts'
import { pictureForm, pictureOf } from '../../http/bodies/picture-form.ts'
import type { PictureSource } from '../../media/decode-picture.ts'

const form = pictureForm({ pictureBytes: riderLimits.photoBytes, fields: 6, forms: 16, formsOfClient: 8 })

/** Registers the multipart parser, with the limits of a photo. */
export const acceptPhotos = form.accept

export type SentPhoto = {
  id: string
  order: string
  receivedBy: string | undefined
  /** As in `waited` of the other taps; NaN if it isn't a number. */
  waited: number
  collected: number
  picture: PictureSource
}

/**
 * Reads the form of a delivery with a photo, calls `work` with it, and returns its result. The photo is there until
 * then. Throws `invalid_form` at a field that is missing or malformed, and what `formReader` throws.
 */
export function withPhotoForm<T>(
  request: FastifyRequest,
  clientAddress: string,
  work: (sent: SentPhoto) => Promise<T>,
): Promise<T> {
  const read = (sent: SentForm) => {
    const text = (name: string) => sent.fields.get(name) ?? ''
    refuseUnless(tapId.safeParse(text('id')).success, 'invalid_form', { fields: { id: 'invalid' } })
    refuseUnless(/^\d{1,10}(\.\d{1,2})?$/.test(text('collected')), 'invalid_form', { fields: { collected: 'invalid' } })
    const receivedBy = normaliseText(text('receivedBy')) || undefined
    refuseUnless((receivedBy?.length ?? 0) <= riderLimits.receivedBy, 'invalid_form', {
      fields: { receivedBy: 'invalid' },
    })
    return work({
      id: text('id'),
      order: text('order'),
      receivedBy,
      waited: Number(text('waited')),
      collected: Number(text('collected')),
      picture: pictureOf(sent).source,
    })
  }
  return form.read(request, read, clientAddress)
}
