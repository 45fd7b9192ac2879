import { createHash } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'
import {
  type PictureFormat,
  pictureFormats,
  pictureName,
  pictureWidths,
  renditionSizes,
} from '../../contract/catalog/pictures.ts'
import { limits, serverLimits } from '../../contract/values/limits.ts'
import { decodePicture, limitPictures, type PictureSource, type Pixels, type UploadLimits } from './decode-picture.ts'

export type EncodedPicture = {
  /** The URL that a product stores, relative to the shop. */
  url: string
  /** Every rendition in every format, by file name. */
  files: { name: string; bytes: Buffer }[]
}

/** The limits of a seller's file. */
const productPicture: UploadLimits = {
  bytes: limits.pictureBytes,
  pixels: serverLimits.picturePixels,
  types: ['jpeg', 'png', 'webp', 'avif'],
}

/** The maximum height in pixels: WebP allows 16,383, and product pictures aren't that tall. */
const maxHeight = 4 * 1280

/**
 * Returns the renditions of a picture from a seller's file: decoded, rotated upright, stripped of everything but its
 * pixels, and encoded again. Its name is the hash of the pixels, so the same picture is stored once. Encodings wait for
 * each other ({@link limitPictures}); callers can start any number of them.
 *
 * Throws PictureError for a file over `limits.pictureBytes`, of a type other than JPEG, PNG, WebP or AVIF by its
 * content, of more than `serverLimits.picturePixels`, or that can't be decoded to the end.
 */
export function encodePicture(source: PictureSource, limit = limitPictures): Promise<EncodedPicture> {
  return limit(async () => {
    const size = { width: pictureWidths.at(-1) ?? maxHeight, height: maxHeight }
    return encode(await withoutOpaqueAlpha(await decodePicture(source, productPicture, size)))
  })
}

async function encode({ data, info }: Pixels): Promise<EncodedPicture> {
  const hash = createHash('sha256')
    .update(`${info.width}x${info.height}x${info.channels}\n`)
    .update(data)
    .digest('hex')
    .slice(0, 32)
  const raw = { width: info.width, height: info.height, channels: info.channels }
  const files: EncodedPicture['files'] = []
  for (const size of renditionSizes(raw)) {
    const picture = sharp(data, { raw })
    if (size.width !== raw.width || size.height !== raw.height)
      picture.resize({ ...size, fit: 'fill', kernel: 'lanczos3' })
    const pixels = await picture.raw().toBuffer({ resolveWithObject: true })
    const rendition = { width: pixels.info.width, height: pixels.info.height, channels: pixels.info.channels }
    for (const format of pictureFormats)
      files.push({
        name: pictureName(hash, size, format),
        bytes: await encoders[format](sharp(pixels.data, { raw: rendition })).toBuffer(),
      })
  }
  return { url: `/pictures/${pictureName(hash, raw, 'webp')}`, files }
}

// Measured on the demo's pictures: AVIF's effort 2 takes twice as long as 1 for the same size, 3 four times for a tenth
// less; WebP's 3 twice as long as 2 for 8% less.
const encoders: Record<PictureFormat, (picture: Sharp) => Sharp> = {
  avif: (picture) => picture.avif({ quality: 55, effort: 1, chromaSubsampling: '4:2:0' }),
  webp: (picture) => picture.webp({ quality: 76, effort: 2 }),
}

/** Removes an alpha channel that is opaque everywhere: many programs write one into photographs, and it costs bytes. */
async function withoutOpaqueAlpha(pixels: Pixels): Promise<Pixels> {
  if (pixels.info.channels !== 4) return pixels
  for (let index = 3; index < pixels.data.length; index += 4) if (pixels.data[index] !== 255) return pixels
  const { width, height, channels } = pixels.info
  return sharp(pixels.data, { raw: { width, height, channels } })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
}
