import { limits } from '../../contract/values/limits.ts'
import { refuse, refuseUnless } from '../common/refusal.ts'
import type { PictureSource } from '../media/decode-picture.ts'
import type { EncodedPicture } from '../media/encode-picture.ts'
import { PictureError } from '../media/picture-error.ts'
import type { PictureStore } from '../media/store.ts'

/** A file as the seller sent it. Its name is only used in messages about a file that is refused. */
export type SentPicture = { name: string; source: PictureSource }

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
  if (sent.length === 0) return []
  // The decoder takes 20 MB of memory, so it is loaded with the first picture.
  const { encodePicture } = await import('../media/encode-picture.ts')
  const pictures: EncodedPicture[] = []
  for (const [index, { name, source }] of sent.entries()) {
    try {
      pictures.push(await encodePicture(source))
    } catch (error) {
      if (!(error instanceof PictureError)) throw error
      refuse('invalid_form', {
        fields: { [`images.${index}`]: { error: error.code, values: { name: displayName(name) } } },
      })
    }
  }
  for (const picture of pictures) for (const file of picture.files) await store.put(file.name, file.bytes)
  return pictures.map((picture) => picture.url)
}

/** Returns a file's name for use in a message: without control characters, and shortened to about 80 characters. */
function displayName(name: string): string {
  const plain = name.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '').trim()
  return plain.length <= 80 ? plain : `${plain.slice(0, 60)}…${plain.slice(-16)}`
}
