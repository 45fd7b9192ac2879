import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { limits, serverLimits } from '../../contract/limits.ts'
import { makeByteBudget } from '../common/byte-budget.ts'
import { Refusal, refuse, refuseUnless } from '../common/refusal.ts'
import { type App, isTooComplex } from '../http/edge.ts'
import { refuseTooManyPictures, type SentPicture } from './store-pictures.ts'

export type ProductForm = { productData: unknown; pictures: SentPicture[] }

/** The largest size of one form in bytes: what is over a limit isn't written. */
const formBytes = (limits.pictures + 1) * (limits.pictureBytes + 1) + serverLimits.jsonBytes

/** Bytes of all forms that are being read or encoded: four of the largest, or twenty with one large photograph. */
const budgetBytes = 4 * formBytes

/** Milliseconds that a form may take to arrive: a fallback, longer than the server's own limit for any request. */
const readTimeout = 330_000

/** Retry-After in seconds when the budget is exhausted: about what a form with four photographs takes. */
const retryAfter = 10

/** Registers the multipart parser. On a part of the app only, as its hooks run for every request of that part. */
export async function acceptForms(app: App): Promise<void> {
  await app.register(multipart, {
    // Accepts one file too many, so that our own refusal says so at the field and the parser doesn't fail.
    limits: {
      files: limits.pictures + 1,
      fileSize: limits.pictureBytes + 1,
      fields: 10,
      fieldSize: serverLimits.jsonBytes,
      parts: 20,
    },
    throwFileSizeLimit: false,
  })
}

/**
 * Returns a function that reads a product's multipart form, calls `work` with it and returns its result. Files are
 * streamed to a temporary folder, which is deleted when `work` is done: in memory, copying and collecting a few large
 * photographs at once would delay every other reply. `bytes` bounds the size of all forms together.
 *
 * Refuses `unavailable` before reading a form that exceeds the budget, and `malformed` if the connection breaks or the
 * form takes longer than `milliseconds`; the bytes and the folder are released in each case.
 */
export function productFormReader(bytes = budgetBytes, milliseconds = readTimeout) {
  const reserve = makeByteBudget(bytes)
  return async <T>(request: FastifyRequest, work: (form: ProductForm) => Promise<T>): Promise<T> => {
    refuseUnless(request.isMultipart(), 'wrong_type')
    const length = Number(request.headers['content-length'] ?? formBytes)
    const release = reserve(Math.min(length, formBytes))
    refuseUnless(release, 'unavailable', { retryAfter })
    try {
      const folder = await mkdtemp(join(tmpdir(), 'talad-form-'))
      try {
        return await work(await readForm(request, folder, milliseconds))
      } finally {
        // Retries, because a file that was being opened when the connection broke may still be created in it.
        await rm(folder, { recursive: true, force: true, maxRetries: 3 })
      }
    } finally {
      release()
    }
  }
}

/**
 * Reads a form to its end. The multipart parser waits for ever if the connection broke before it started, so a closed
 * connection and a timeout abort it from outside.
 */
async function readForm(request: FastifyRequest, folder: string, milliseconds: number): Promise<ProductForm> {
  const { raw } = request
  const broken = new AbortController()
  const abort = () => broken.abort(new Refusal('malformed'))
  const onClose = () => {
    if (!raw.readableEnded) abort()
  }
  raw.once('close', onClose)
  const timer = setTimeout(abort, milliseconds)
  // The connection may have closed before the listener was added.
  if (raw.destroyed) onClose()
  try {
    broken.signal.throwIfAborted()
    const ended = new Promise<never>((_resolve, reject) => {
      broken.signal.addEventListener('abort', () => reject(broken.signal.reason))
    })
    return await Promise.race([readParts(request, folder, broken.signal), ended])
  } finally {
    clearTimeout(timer)
    raw.off('close', onClose)
  }
}

/**
 * Reads the parts of a form. Some clients send empty picture slots as a text part named `images`, browsers as a file
 * without a name or content; such parts are skipped.
 */
async function readParts(request: FastifyRequest, folder: string, signal: AbortSignal): Promise<ProductForm> {
  const pictures: SentPicture[] = []
  let data: unknown
  let files = 0
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        if (part.fieldname === 'productData') data = part.value
      } else if (part.fieldname === 'images' || part.fieldname === 'productData') {
        signal.throwIfAborted()
        const written = createWriteStream(join(folder, String(files)))
        files += 1
        await pipeline(part.file, written, { signal })
        const [file, bytes] = [String(written.path), written.bytesWritten]
        if (part.fieldname === 'productData') {
          // A part with a content type of its own, such as application/json, arrives as a file.
          refuseUnless(bytes <= serverLimits.jsonBytes, 'too_large')
          data = await readFile(file, 'utf8')
        } else if (bytes > 0 || part.filename) pictures.push({ name: part.filename ?? '', source: { file, bytes } })
      } else part.file.resume()
    }
  } catch (error) {
    throw refusalOfForm(error)
  }
  // Parsed after reading the whole form: a refusal with unread bytes would break the connection's keep-alive.
  return { productData: typeof data === 'string' ? parsedJson(data) : data, pictures }
}

/** Returns the refusal for an error of the multipart parser; errors without a status mean a broken or truncated form. */
function refusalOfForm(error: unknown): unknown {
  if (error instanceof Refusal) return error
  const { code, statusCode, syscall } = error as { code?: string; statusCode?: number; syscall?: string }
  // A failed system call, such as a full disk, is the server's fault, not the form's.
  if (syscall !== undefined) return new Refusal('unavailable', { retryAfter })
  if (code === 'FST_FILES_LIMIT') refuseTooManyPictures(limits.pictures + 1)
  return statusCode === undefined ? new Refusal('malformed') : error
}

function parsedJson(text: string): unknown {
  if (isTooComplex(text)) refuse('malformed', { fields: { productData: 'type' } })
  try {
    return JSON.parse(text)
  } catch {
    refuse('malformed', { fields: { productData: 'type' } })
  }
}
