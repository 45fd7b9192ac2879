import { open, readFile } from 'node:fs/promises'
import { availableParallelism, totalmem } from 'node:os'
import sharp, { type Metadata, type OutputInfo } from 'sharp'
import { limitConcurrency } from '../common/concurrency-limit.ts'
import { PictureError } from './picture-error.ts'

/** A picture's file: its bytes, or its path and size in bytes. */
export type PictureSource = Buffer | { file: string; bytes: number }

/** Raw pixels, one byte per channel, in sRGB. */
export type Pixels = { data: Buffer; info: OutputInfo }

export type UploadType = 'jpeg' | 'png' | 'webp' | 'avif'

/** The limits of an uploaded file. */
export type UploadLimits = { bytes: number; pixels: number; types: readonly UploadType[] }

// One thread per picture: concurrency is bounded by `limitPictures` alone.
sharp.concurrency(1)
// No file is read twice, and a cache would keep files open.
sharp.cache(false)

/**
 * Bytes of memory that the largest picture takes: an interlaced PNG of `serverLimits.picturePixels`, which is decoded
 * as a whole.
 */
const maxPictureMemory = 450_000_000

/**
 * Returns how many pictures are decoded concurrently: one processor stays free for requests, and all of them together
 * take at most a quarter of `memory`, in bytes.
 */
export function maxConcurrentPictures(processors: number, memory: number): number {
  return Math.max(1, Math.min(processors - 1, Math.floor(memory / 4 / maxPictureMemory)))
}

// constrainedMemory() returns 0, or more than the total, if the process has no limit.
const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)

/**
 * Runs work on a picture when fewer than {@link maxConcurrentPictures} are worked on. Every use of decodePicture in the
 * shop's own process goes through it.
 */
export const limitPictures = limitConcurrency(maxConcurrentPictures(availableParallelism(), memory))

/**
 * Returns the pixels of an uploaded picture: rotated upright, reduced to `size` if it is larger, without its metadata.
 * An animation is its first picture. Callers in the shop's own process go through {@link limitPictures}.
 *
 * Throws {@link PictureError} for a file that exceeds the limits, is of another type by its content, can't be decoded
 * to the end, or has more than {@link maxCompressedText} of compressed text or {@link maxScans}.
 */
export async function decodePicture(
  source: PictureSource,
  limits: UploadLimits,
  size: { width: number; height: number },
): Promise<Pixels> {
  const bytes = Buffer.isBuffer(source) ? source.length : source.bytes
  if (bytes > limits.bytes) throw new PictureError('picture_too_large')
  // Checked before any decoder runs: only these of the library's many decoders may ever read an uploaded file.
  const type = typeBySignature(await headOf(source))
  if (!type || !limits.types.includes(type)) throw new PictureError('picture_type')
  if (type === 'png' && compressedTextOf(await bytesOf(source)) > maxCompressedText)
    throw new PictureError('picture_broken')
  if (type === 'jpeg' && scansOf(await bytesOf(source)) > maxScans) throw new PictureError('picture_broken')
  const input = Buffer.isBuffer(source) ? source : source.file
  // Truncated and damaged data is refused; what decoders merely warn about isn't.
  const options = { limitInputPixels: limits.pixels, failOn: 'error' } as const
  try {
    const metadata = await sharp(input, options).metadata()
    if (typeOf(metadata) !== type) throw new PictureError('picture_type')
    if (metadata.width * metadata.height > limits.pixels) throw new PictureError('picture_too_many_pixels')
    return await sharp(input, { ...options, autoOrient: true })
      .timeout({ seconds: 30 })
      .resize({ ...size, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
  } catch (error) {
    throw pictureErrorOf(error)
  }
}

const bytesOf = (source: PictureSource) => (Buffer.isBuffer(source) ? source : readFile(source.file))

/**
 * Bytes of compressed text that a PNG may have. The decoder expands all of it, without a limit and before any timeout:
 * 32 KB take 0.5 s and 250 MB of memory, 250 KB took eleven seconds. Programs write a few hundred bytes of it, or the
 * small preview of a photograph.
 */
const maxCompressedText = 32_768

/**
 * Returns how many bytes of compressed text a PNG has, in its zTXt and iTXt chunks.
 * @see https://www.w3.org/TR/png-3/#11textinfo
 */
function compressedTextOf(png: Buffer): number {
  let total = 0
  for (let at = 8; at + 8 <= png.length; ) {
    const length = png.readUInt32BE(at)
    const type = png.toString('latin1', at + 4, at + 8)
    // The text of iTXt is compressed if the byte after its keyword and the NUL is 1.
    const isCompressed = type === 'zTXt' || (type === 'iTXt' && png[png.indexOf(0, at + 8) + 1] === 1)
    if (isCompressed) total += length
    at += length + 12
  }
  return total
}

/**
 * Scans that a JPEG may have. Each passes over the whole picture, and an empty one is 31 bytes: 4,000 of them took the
 * decoder 12.8 s. Programs write about ten.
 */
const maxScans = 50

/**
 * Returns how many scans a JPEG has, by its markers: a byte of 255 and another one.
 * @see https://www.w3.org/Graphics/JPEG/itu-t81.pdf, annex B
 */
function scansOf(jpeg: Buffer): number {
  let scans = 0
  for (let at = jpeg.indexOf(0xff, 2); at !== -1; at = jpeg.indexOf(0xff, at)) {
    const marker = jpeg[at + 1] ?? 0xd9
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === 0xd9) break
    if (marker === 0xda) scans += 1
    // A byte of 255 in a scan, or a restart of it, has no length.
    const isWithoutLength = marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd7)
    at += isWithoutLength || at + 4 > jpeg.length ? 2 : 2 + jpeg.readUInt16BE(at + 2)
  }
  return scans
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

function pictureErrorOf(error: unknown): PictureError {
  if (error instanceof PictureError) return error
  const tooMany = (error as Error).message?.includes('pixel limit')
  return new PictureError(tooMany ? 'picture_too_many_pixels' : 'picture_broken', { cause: error })
}

/** Returns the type that the decoder found. */
function typeOf({ format, compression }: Metadata): UploadType | undefined {
  if (format === 'jpeg' || format === 'png' || format === 'webp') return format
  return format === 'heif' && compression === 'av1' ? 'avif' : undefined
}

/** Returns the type by a file's first bytes. AVIF's is in the brands of its first box. */
function typeBySignature(bytes: Buffer): UploadType | undefined {
  const text = (from: number, to: number) => bytes.toString('latin1', from, to)
  if (text(0, 3) === '\xff\xd8\xff') return 'jpeg'
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp'
  if (text(4, 8) !== 'ftyp' || bytes.length < 16) return undefined
  const brands = text(8, Math.min(bytes.readUInt32BE(0), 256))
  return brands.includes('avif') || brands.includes('avis') ? 'avif' : undefined
}
