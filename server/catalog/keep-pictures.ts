import { limits } from '../../contract/limits.ts'
import { refuse, refuseUnless } from '../common/refusal.ts'
import type { EncodedPicture, PictureSource } from '../media/encode-picture.ts'
import type { PictureStore } from '../media/store.ts'

/** A file as the seller sent it: its own name is only ever used to tell which one is refused. */
export type SentPicture = { name: string; source: PictureSource }

/** Refuses more pictures than a product can have. */
export function refuseTooManyPictures(count: number): void {
  refuseUnless(count <= limits.pictures, 'invalid_form', {
    fields: { images: { fault: 'too_many', places: { max: limits.pictures } } },
  })
}

/**
 * Encodes a seller's files and keeps them in the store; gives their addresses in the same order. All are encoded before
 * the first one is kept, so that a refusal leaves nothing behind. The caller writes the product afterwards: a crash in
 * between leaves files that nothing points to.
 *
 * Refuses `invalid_form` at `images.N`, N being the file's place among those sent.
 */
export async function keepPictures(store: PictureStore, sent: readonly SentPicture[]): Promise<string[]> {
  if (sent.length === 0) return []
  // What decodes pictures takes 20 MB, so it is loaded with the first of them.
  const { encodePicture, PictureError } = await import('../media/encode-picture.ts')
  const pictures: EncodedPicture[] = []
  for (const [at, { name, source }] of sent.entries()) {
    try {
      pictures.push(await encodePicture(source))
    } catch (error) {
      if (!(error instanceof PictureError)) throw error
      refuse('invalid_form', { fields: { [`images.${at}`]: { fault: error.code, places: { name: shown(name) } } } })
    }
  }
  for (const picture of pictures) for (const file of picture.files) await store.put(file.name, file.bytes)
  return pictures.map((picture) => picture.url)
}

/** A file's name as a message can carry it: of one line and a length that people read. */
function shown(name: string): string {
  const plain = name.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '').trim()
  return plain.length <= 80 ? plain : `${plain.slice(0, 60)}…${plain.slice(-16)}`
}
