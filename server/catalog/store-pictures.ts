import { limits } from '../../contract/values/limits.ts'
import { refuseUnless } from '../common/refusal.ts'
import type { EncodedPicture } from '../media/encode-picture.ts'
import { encodeSentPicture, type SentPicture } from '../media/encode-sent-picture.ts'
import type { PictureStore } from '../media/store.ts'

/** Refuses more pictures than a product can have. */
export function refuseTooManyPictures(count: number): void {
  refuseUnless(count <= limits.pictures, 'invalid_form', {
    fields: { images: { error: 'too_many', values: { max: limits.pictures } } },
  })
}

/**
 * Encodes a seller's files and stores them; returns their URLs in the same order. All are encoded before the first one
 * is stored, so that a refusal leaves nothing behind. The caller writes the product afterwards: a crash in between
 * leaves files that no product uses.
 *
 * Throws `invalid_form` at `images.N`, N being the file's index among those sent.
 */
export async function storePictures(store: Pick<PictureStore, 'put'>, sent: readonly SentPicture[]): Promise<string[]> {
  const pictures: EncodedPicture[] = []
  for (const [index, picture] of sent.entries()) pictures.push(await encodeSentPicture(picture, `images.${index}`))
  for (const picture of pictures) for (const file of picture.files) await store.put(file.name, file.bytes)
  return pictures.map((picture) => picture.url)
}
