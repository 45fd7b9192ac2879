import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { availableParallelism, totalmem } from 'node:os'
import sharp, { type Metadata, type OutputInfo, type Sharp } from 'sharp'
import { limits, serverLimits } from '../../contract/limits.ts'
import {
  type PictureFormat,
  pictureFormats,
  pictureName,
  pictureWidths,
  renditionSizes,
} from '../../contract/pictures.ts'
import { limitConcurrency } from '../common/concurrency-limit.ts'

/** Why a picture is refused. */
export type PictureErrorCode = 'picture_type' | 'picture_too_large' | 'picture_too_many_pixels' | 'picture_broken'

export class PictureError extends Error {
  readonly code: PictureErrorCode

  constructor(code: PictureErrorCode, options?: ErrorOptions) {
    super(code, options)
    this.code = code
  }
}

export type EncodedPicture = {
  /** The URL that a product stores, relative to the shop. */
  url: string
  /** Every rendition in every format, by file name. */
  files: { name: string; bytes: Buffer }[]
}

/** A picture's file: its bytes, or its path and size in bytes. */
export type PictureSource = Buffer | { file: string; bytes: number }

type Pixels = { data: Buffer; info: OutputInfo }

// One thread per picture: concurrency is bounded by `limitConcurrency` alone.
sharp.concurrency(1)
// No file is read twice, and a cache would keep files open.
sharp.cache(false)

/** Bytes of memory that the largest picture takes: an interlaced PNG of `serverLimits.picturePixels`, which is decoded as a whole. */
const maxPictureMemory = 450_000_000

/**
 * Returns how many pictures are encoded concurrently: one processor stays free for requests, and all of them together take
 * at most a quarter of `memory`, in bytes.
 */
export function maxConcurrentPictures(processors: number, memory: number): number {
  return Math.max(1, Math.min(processors - 1, Math.floor(memory / 4 / maxPictureMemory)))
}

// constrainedMemory() returns 0, or more than the total, if the process has no limit.
const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
const limited = limitConcurrency(maxConcurrentPictures(availableParallelism(), memory))

/** The maximum height in pixels: WebP allows 16,383, and product pictures aren't that tall. */
const maxHeight = 4 * 1280

/**
 * Returns the renditions of a picture from a seller's file: decoded, rotated upright, stripped of everything but its pixels,
 * and encoded again. Its name is the hash of the pixels, so the same picture is stored once. Encodings wait for each other
 * ({@link maxConcurrentPictures}); callers can start any number of them.
 *
 * Throws {@link PictureError} for a file over `limits.pictureBytes`, of a type other than JPEG, PNG, WebP or AVIF by
 * its content, of more than `serverLimits.picturePixels`, or that can't be decoded to the end.
 */
export async function encodePicture(source: PictureSource, limit = limited): Promise<EncodedPicture> {
  const size = Buffer.isBuffer(source) ? source.length : source.bytes
  if (size > limits.pictureBytes) throw new PictureError('picture_too_large')
  // Checked before any decoder runs: only four of the library's many decoders may ever read a seller's file.
  if (!hasPictureSignature(await headOf(source))) throw new PictureError('picture_type')
  return limit(() => encode(Buffer.isBuffer(source) ? source : source.file))
}

/** Returns the first bytes of a file, which contain the signature of its type. */
async function headOf(source: PictureSource): Promise<Buffer> {
  if (Buffer.isBuffer(source)) return source.subarray(0, 256)
  const file = await open(source.file)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(256), 0, 256, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

async function encode(input: Buffer | string): Promise<EncodedPicture> {
  const metadata = await readMetadata(input)
  if (!isAllowedType(metadata)) throw new PictureError('picture_type')
  if (metadata.width * metadata.height > serverLimits.picturePixels) throw new PictureError('picture_too_many_pixels')

  const { data, info } = await withoutOpaqueAlpha(await decoded(input))
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

async function decoded(input: Buffer | string): Promise<Pixels> {
  try {
    return await sharp(input, {
      limitInputPixels: serverLimits.picturePixels,
      // Truncated and damaged data is refused; what decoders merely warn about isn't.
      failOn: 'error',
      autoOrient: true,
    })
      .timeout({ seconds: 30 })
      .resize({ width: pictureWidths.at(-1), height: maxHeight, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
  } catch (error) {
    throw pictureErrorOf(error)
  }
}

/** Removes an alpha channel that is opaque everywhere: many programs write one into photographs, and it costs bytes. */
async function withoutOpaqueAlpha(pixels: Pixels): Promise<Pixels> {
  if (pixels.info.channels !== 4) return pixels
  for (let at = 3; at < pixels.data.length; at += 4) if (pixels.data[at] !== 255) return pixels
  const { width, height, channels } = pixels.info
  return sharp(pixels.data, { raw: { width, height, channels } })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
}

async function readMetadata(input: Buffer | string): Promise<Metadata> {
  try {
    return await sharp(input, { limitInputPixels: serverLimits.picturePixels, failOn: 'error' }).metadata()
  } catch (error) {
    throw pictureErrorOf(error)
  }
}

function pictureErrorOf(error: unknown): PictureError {
  const tooMany = (error as Error).message?.includes('pixel limit')
  return new PictureError(tooMany ? 'picture_too_many_pixels' : 'picture_broken', { cause: error })
}

function isAllowedType(metadata: Metadata): boolean {
  const { format, compression } = metadata
  return format === 'jpeg' || format === 'png' || format === 'webp' || (format === 'heif' && compression === 'av1')
}

/** Returns whether a file starts with the signature of one of the four types. AVIF's is in the brands of its first box. */
function hasPictureSignature(bytes: Buffer): boolean {
  const text = (from: number, to: number) => bytes.toString('latin1', from, to)
  if (text(0, 3) === '\xff\xd8\xff') return true
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return true
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return true
  if (text(4, 8) !== 'ftyp' || bytes.length < 16) return false
  const brands = text(8, Math.min(bytes.readUInt32BE(0), 256))
  return brands.includes('avif') || brands.includes('avis')
}
