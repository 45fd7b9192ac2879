import { refuse } from '../common/refusal.ts'
import type { PictureSource } from './decode-picture.ts'
import type { EncodedPicture } from './encode-picture.ts'
import { PictureError } from './picture-error.ts'

/** A file as a seller sent it. Its name is only used in messages about a file that is refused. */
export type SentPicture = { name: string; source: PictureSource }

/** Encodes a file that a form sent in this field. Throws `invalid_form` at the field. */
export async function encodeSentPicture({ name, source }: SentPicture, field: string): Promise<EncodedPicture> {
  // The decoder takes 20 MB of memory, so it is loaded with the first picture.
  const { encodePicture } = await import('./encode-picture.ts')
  try {
    return await encodePicture(source)
  } catch (error) {
    if (!(error instanceof PictureError)) throw error
    return refuse('invalid_form', { fields: { [field]: { error: error.code, values: { name: displayName(name) } } } })
  }
}

/** Returns a file's name for use in a message: without control characters, and shortened to about 80 characters. */
function displayName(name: string): string {
  const plain = name.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '').trim()
  return plain.length <= 80 ? plain : `${plain.slice(0, 60)}…${plain.slice(-16)}`
}
