import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { availableParallelism, totalmem } from 'node:os'
import sharp, { type Metadata, type OutputInfo, type Sharp } from 'sharp'
import { limits } from '../../contract/limits.ts'
import {
  type PictureFormat,
  pictureFormats,
  pictureName,
  pictureWidths,
  renditionSizes,
} from '../../contract/pictures.ts'
import { limitConcurrency } from '../common/concurrency-limit.ts'

/** Why a picture isn't taken. */
export type PictureFault = 'picture_type' | 'picture_too_large' | 'picture_too_many_pixels' | 'picture_broken'

export class PictureError extends Error {
  readonly code: PictureFault

  constructor(code: PictureFault, options?: ErrorOptions) {
    super(code, options)
    this.code = code
  }
}

export type EncodedPicture = {
  /** The address that a product keeps, relative to the shop. */
  url: string
  /** Every rendition in every format, by file name. */
  files: { name: string; bytes: Buffer }[]
}

/** A picture's file: its bytes, or where it lies and how many they are. */
export type PictureSource = Buffer | { file: string; bytes: number }

type Pixels = { data: Buffer; info: OutputInfo }

// One thread for one picture: parallel work is bounded by turns alone.
sharp.concurrency(1)
// No file comes twice, so remembering what was opened would only hold it open.
sharp.cache(false)

/** Bytes that the costliest picture takes: an interlaced PNG of `limits.picturePixels`, all of which is held at once. */
const costliestPicture = 450_000_000

/**
 * How many pictures are encoded at a time: one processor stays free for answers, and all of them together take at most a
 * quarter of the memory that the process may use, in bytes.
 */
export function picturesAtOnce(processors: number, memory: number): number {
  return Math.max(1, Math.min(processors - 1, Math.floor(memory / 4 / costliestPicture)))
}

// Node says 0, or more than there is, where nothing limits the process.
const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
const inTurn = limitConcurrency(picturesAtOnce(availableParallelism(), memory))

/** Nothing taller is kept: WebP ends at 16,383 px, and a shop shows no scrolls. */
const tallest = 4 * 1280

/**
 * Makes the renditions of one picture from a seller's file: decoded, turned upright, freed of everything but its
 * pixels, and encoded anew. Its name is the hash of the pixels, so the same picture is kept once. Encoding waits for a
 * turn ({@link picturesAtOnce}); callers can start as many as they like.
 *
 * Throws {@link PictureError} for a file over `limits.pictureBytes`, of a type other than JPEG, PNG, WebP or AVIF by
 * its content, of more than `limits.picturePixels`, or that can't be decoded to the end.
 */
export async function encodePicture(source: PictureSource, turn = inTurn): Promise<EncodedPicture> {
  const size = Buffer.isBuffer(source) ? source.length : source.bytes
  if (size > limits.pictureBytes) throw new PictureError('picture_too_large')
  // Before any decoder sees the file: only four of the many that the library knows may ever run on it.
  if (!startsLikeAPicture(await headOf(source))) throw new PictureError('picture_type')
  return turn(() => encode(Buffer.isBuffer(source) ? source : source.file))
}

/** The first bytes, in which every type says what it is. */
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
  if (!isTakenType(metadata)) throw new PictureError('picture_type')
  if (metadata.width * metadata.height > limits.picturePixels) throw new PictureError('picture_too_many_pixels')

  const { data, info } = await withoutNeedlessAlpha(await decoded(input))
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
      limitInputPixels: limits.picturePixels,
      // Cut-off and damaged data is refused; oddities that decoders merely warn of are not.
      failOn: 'error',
      autoOrient: true,
    })
      .timeout({ seconds: 30 })
      .resize({ width: pictureWidths.at(-1), height: tallest, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
  } catch (error) {
    throw pictureErrorOf(error)
  }
}

/** Many programs write photographs with an opacity that is full everywhere; it would only cost bytes. */
async function withoutNeedlessAlpha(pixels: Pixels): Promise<Pixels> {
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
    return await sharp(input, { limitInputPixels: limits.picturePixels, failOn: 'error' }).metadata()
  } catch (error) {
    throw pictureErrorOf(error)
  }
}

function pictureErrorOf(error: unknown): PictureError {
  const tooMany = (error as Error).message?.includes('pixel limit')
  return new PictureError(tooMany ? 'picture_too_many_pixels' : 'picture_broken', { cause: error })
}

function isTakenType(metadata: Metadata): boolean {
  const { format, compression } = metadata
  return format === 'jpeg' || format === 'png' || format === 'webp' || (format === 'heif' && compression === 'av1')
}

/** The signatures of the four types. AVIF's stands in the brands of its first box. */
function startsLikeAPicture(bytes: Buffer): boolean {
  const text = (from: number, to: number) => bytes.toString('latin1', from, to)
  if (text(0, 3) === '\xff\xd8\xff') return true
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return true
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return true
  if (text(4, 8) !== 'ftyp' || bytes.length < 16) return false
  const brands = text(8, Math.min(bytes.readUInt32BE(0), 256))
  return brands.includes('avif') || brands.includes('avis')
}
