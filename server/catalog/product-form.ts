import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { limits } from '../../contract/limits.ts'
import { makeByteBudget } from '../common/byte-budget.ts'
import { Refusal, refuse, refuseUnless } from '../common/refusal.ts'
import { type App, isTooComplex } from '../http/edge.ts'
import { refuseTooManyPictures, type SentPicture } from './keep-pictures.ts'

export type ProductForm = { productData: unknown; pictures: SentPicture[] }

/** As large as one form can become: what is beyond a limit isn't kept. */
const formBytes = (limits.pictures + 1) * (limits.pictureBytes + 1) + limits.jsonBytes

/** Room for forms that are being read or encoded: four of the largest, or twenty with one large photograph. */
const roomBytes = 4 * formBytes

/** How long a form may take to arrive, in milliseconds: longer than the server lets any request take, so for what it misses. */
const longestReading = 330_000

/** Seconds after which somebody who found no room may try again: about what a form with four photographs takes. */
const retryAfter = 10

/** Lets a part of the app take multipart forms. Only there: reading them hangs on every request of that part. */
export async function takeForms(app: App): Promise<void> {
  await app.register(multipart, {
    // One file too many is let in, so that it is refused in words and the form is kept.
    limits: {
      files: limits.pictures + 1,
      fileSize: limits.pictureBytes + 1,
      fields: 10,
      fieldSize: limits.jsonBytes,
      parts: 20,
    },
    throwFileSizeLimit: false,
  })
}

/**
 * Reads the multipart forms of products. Files are written to a folder of the form's own as they come and are gone when
 * the work with it is done: in memory, a few large photographs at once would hold up every answer while they are copied
 * and cleared away. How large all forms are together is bounded: beyond that a form is refused before it is read, as
 * `unavailable`. A form whose connection breaks, at whatever moment, or that takes too long is refused as `malformed`, and
 * gives its room and its folder back.
 */
export function productForms(bytes = roomBytes, milliseconds = longestReading) {
  const room = makeByteBudget(bytes)
  return async <T>(request: FastifyRequest, work: (form: ProductForm) => Promise<T>): Promise<T> => {
    refuseUnless(request.isMultipart(), 'wrong_type')
    const length = Number(request.headers['content-length'] ?? formBytes)
    const giveBack = room(Math.min(length, formBytes))
    refuseUnless(giveBack, 'unavailable', { retryAfter })
    try {
      const folder = await mkdtemp(join(tmpdir(), 'talad-form-'))
      try {
        return await work(await readForm(request, folder, milliseconds))
      } finally {
        // A file that was being opened when its form broke off may still come to stand in it.
        await rm(folder, { recursive: true, force: true, maxRetries: 3 })
      }
    } finally {
      giveBack()
    }
  }
}

/**
 * Reads a form to its end. The reader of forms waits for ever for a connection that had already broken when it began, so
 * the end of the connection and of the time ends the reading from outside.
 */
async function readForm(request: FastifyRequest, folder: string, milliseconds: number): Promise<ProductForm> {
  const { raw } = request
  const broken = new AbortController()
  const breakOff = () => broken.abort(new Refusal('malformed'))
  const onClose = () => {
    if (!raw.readableEnded) breakOff()
  }
  raw.once('close', onClose)
  const timer = setTimeout(breakOff, milliseconds)
  // It may have closed before anybody listened.
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
 * Some clients send empty picture slots as a text part named `images`, browsers as a file without a name or content;
 * such parts are passed over.
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
          // What a program sends as JSON by its type arrives as a file.
          refuseUnless(bytes <= limits.jsonBytes, 'too_large')
          data = await readFile(file, 'utf8')
        } else if (bytes > 0 || part.filename) pictures.push({ name: part.filename ?? '', source: { file, bytes } })
      } else part.file.resume()
    }
  } catch (error) {
    throw refusalOfForm(error)
  }
  // Only now, with the whole form read, so that the answer finds a connection on which nothing is left over.
  return { productData: typeof data === 'string' ? parsedJson(data) : data, pictures }
}

/** What the reader of forms throws has no status where the form itself is broken or cut off. */
function refusalOfForm(error: unknown): unknown {
  if (error instanceof Refusal) return error
  const { code, statusCode, syscall } = error as { code?: string; statusCode?: number; syscall?: string }
  // A full disk is nothing that the form could help.
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
