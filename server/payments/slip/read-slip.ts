import sharp from 'sharp'
import { pictureName } from '../../../contract/pictures.ts'
import { slipLimits } from '../../../contract/slip-limits.ts'
import { limitConcurrencyByOrigin } from '../../common/concurrency-limit.ts'
import { newId } from '../../common/ids.ts'
import { refuseUnless } from '../../common/refusal.ts'
import { decodePicture, limitPictures, type PictureSource, type UploadLimits } from '../../media/decode-picture.ts'
import { type GreyPixels, qrReader } from './qr-reader.ts'
import { readSlipText, type Slip, type SlipTextErrorCode } from './slip-text.ts'

/** Why no slip was read in a picture. A seller may still recognise it. */
export type SlipErrorCode = SlipTextErrorCode | 'no_code' | 'several_slips' | 'took_too_long'

export type SlipReading = ({ slip: Slip; error?: undefined } | { slip?: undefined; error: SlipErrorCode }) & {
  /** To be stored where only staff can see it: a WebP without metadata, under a name that says nothing. */
  picture: { name: string; bytes: Buffer }
}

export type SlipReader = {
  /**
   * Reads the slip in a shopper's picture. Throws PictureError for a file over `slipLimits.bytes` or `slipLimits.pixels`,
   * of a type other than JPEG, PNG or WebP by its content, or that can't be decoded to the end. Origins take turns. Refuses
   * `unavailable` with a Retry-After while {@link maxQueued} pictures are being read or waiting, the newest of the origin
   * that has most, and once it is closed.
   */
  read(source: PictureSource, origin: string): Promise<SlipReading>
  /** Ends the reading thread. */
  close(): Promise<void>
}

/** Reading takes a fifth of a second, so the last one waits two seconds. */
const maxQueued = 8

const uploadLimits: UploadLimits = {
  bytes: slipLimits.bytes,
  pixels: slipLimits.pixels,
  types: ['jpeg', 'png', 'webp'],
}

/** Returns a reader of slips. `milliseconds` limits the search for codes in one picture. */
export function slipReader({ milliseconds }: { milliseconds?: number } = {}): SlipReader {
  const codes = qrReader({ milliseconds })
  const limit = limitConcurrencyByOrigin(1, maxQueued)
  let isClosed = false
  return {
    read: (source, origin) =>
      limit(origin, async () => {
        refuseUnless(!isClosed, 'unavailable')
        const { pixels, picture } = await limitPictures(() => decodeSlip(source))
        const texts = await codes.read(pixels)
        return { ...(texts ? slipOf(texts) : { error: 'took_too_long' }), picture }
      }),
    async close() {
      isClosed = true
      await codes.close()
    },
  }
}

/** Returns a picture's pixels for the reader, and the same picture to be stored. */
async function decodeSlip(source: PictureSource): Promise<{ pixels: GreyPixels; picture: SlipReading['picture'] }> {
  const { readSide, storedSide } = slipLimits
  const { data, info } = await decodePicture(source, uploadLimits, { width: readSide, height: readSide })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  // A screenshot's transparent parts are shown on white.
  const opaque = sharp(data, { raw }).flatten({ background: '#ffffff' }).toColourspace('srgb')
  const grey = await opaque.clone().greyscale().raw().toBuffer()
  const stored = await opaque
    .resize({ width: storedSide, height: storedSide, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 76, effort: 2 })
    .toBuffer({ resolveWithObject: true })
  return {
    pixels: { grey, width: info.width, height: info.height },
    picture: { name: pictureName(newId().replaceAll('-', ''), stored.info, 'webp'), bytes: stored.data },
  }
}

/** Returns the one slip among a picture's codes, or why there is none. */
function slipOf(texts: readonly string[]): { slip: Slip } | { error: SlipErrorCode } {
  const read = texts.map(readSlipText)
  const slips = new Map(read.filter((each) => typeof each === 'object').map((slip) => [JSON.stringify(slip), slip]))
  const [slip, ...others] = slips.values()
  if (slip) return others.length === 0 ? { slip } : { error: 'several_slips' }
  const errors = ['checksum', 'payment_qr', 'not_a_slip'] as const
  return { error: errors.find((error) => read.includes(error)) ?? 'no_code' }
}
