import { isPictureName } from '../../contract/catalog/pictures.ts'
import { encodeSentPicture, type SentPicture } from '../media/encode-sent-picture.ts'
import type { PictureStore } from '../media/store.ts'

/**
 * Stores a picture and returns its URL. The setting that shows it is saved by another call: a picture that none has
 * shown for a day is deleted. Throws `invalid_form` at `image`.
 */
export async function storePicture(store: PictureStore, sent: SentPicture): Promise<string> {
  const picture = await encodeSentPicture(sent, 'image')
  for (const file of picture.files) await store.put(file.name, file.bytes)
  return picture.url
}

/** Returns whether a URL that a client sent is that of a stored picture. */
export async function isStored(store: PictureStore, url: string): Promise<boolean> {
  const name = url.startsWith('/pictures/') ? url.slice('/pictures/'.length) : ''
  return isPictureName(name) && (await store.read(name)) !== undefined
}
