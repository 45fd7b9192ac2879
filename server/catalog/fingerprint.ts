import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { SentPicture } from '../media/encode-sent-picture.ts'

/** Returns the SHA-256 of the validated fields and the bytes of the pictures, by which two forms are compared. */
export async function productFingerprint(product: object, sent: readonly SentPicture[]): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(product))
  for (const { source } of sent) {
    const picture = createHash('sha256')
    if (Buffer.isBuffer(source)) picture.update(source)
    else await pipeline(createReadStream(source.file), picture)
    hash.update(picture.digest())
  }
  return hash.digest('hex')
}
