import { isPictureName } from '../../contract/products/pictures.ts'
import { refuse } from '../common/refusal.ts'
import type { PictureSource } from '../media/decode-picture.ts'
import { PictureError } from '../media/picture-error.ts'
import type { PictureStore } from '../media/store.ts'

/** A file as the owner sent it. Its name is only used in the message about a file that is refused. */
export type SentPicture = { name: string; source: PictureSource }

/**
 * Stores a picture and returns its URL. The setting that shows it is saved by another call: a picture that none has
 * shown for a day is deleted. Throws `invalid_form` at `image`.
 */
export async function storePicture(store: PictureStore, { name, source }: SentPicture): Promise<string> {
  // The decoder takes 20 MB of memory, so it is loaded with the first picture.
  const { encodePicture } = await import('../media/encode-picture.ts')
  const picture = await encodePicture(source).catch((error: unknown) => {
    if (!(error instanceof PictureError)) throw error
    const shown = name.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '').slice(0, 80)
    return refuse('invalid_form', { fields: { image: { error: error.code, values: { name: shown } } } })
  })
  for (const file of picture.files) await store.put(file.name, file.bytes)
  return picture.url
}

/** Returns whether a URL that a client sent is that of a stored picture. */
export async function isStored(store: PictureStore, url: string): Promise<boolean> {
  const name = url.startsWith('/pictures/') ? url.slice('/pictures/'.length) : ''
  return isPictureName(name) && (await store.read(name)) !== undefined
}
