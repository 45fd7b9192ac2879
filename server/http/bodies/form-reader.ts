import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { Refusal, refuseUnless } from '../../common/refusal.ts'
import { makeByteBudget, type Reservation } from './byte-budget.ts'

/** A file of a form: the name that the client gave it, and where its bytes are until the form's work is done. */
export type SentFile = { field: string; name: string; file: string; bytes: number }

/** A multipart form. Of several fields of one name it has the last. */
export type SentForm = { fields: ReadonlyMap<string, string>; files: readonly SentFile[] }

export type FormReaderOptions = {
  /** The largest size of one form in bytes; bytes over a limit of the parser aren't written. */
  formBytes: number
  /** Bytes of all forms together that have arrived and are being read or worked on. */
  budgetBytes: number
  /** Bytes of all forms of one client address, and of one account; all of the budget if it is absent. */
  clientBytes?: number
  /** Milliseconds that a form may take to arrive: a fallback, longer than the server's own limit for any request. */
  milliseconds?: number
  /** The names of the files that are written; others are skipped. */
  files: readonly string[]
  /** Called with an error of the parser, to refuse in words of the form's own. */
  onError?: (code: string | undefined) => void
}

const usualMilliseconds = 330_000

/**
 * Bytes that are reserved for a form before any of it arrives: as many as most pictures of a slip have. The rest is
 * reserved as it arrives, so that a client that announces large forms and sends them slowly holds next to nothing.
 */
const firstBytes = 256 * 1024

/**
 * A form that hasn't brought this many bytes within ten seconds, 16 KB a second, is stalled: it goes on, unless others
 * need its bytes.
 */
const steadyBytes = 160 * 1024
const stalledAfter = 10_000

/** Retry-After in seconds when the budget is exhausted: about what a form with four photographs takes. */
const retryAfter = 10

/**
 * Returns a function that reads a multipart form, calls `work` with it and returns its result. Files are streamed to a
 * temporary folder, which is deleted when `work` is done: in memory, copying and collecting a few large photographs at
 * once would delay every other reply. The route's part of the app has registered the multipart parser with its limits.
 *
 * `clients` are the sender's address and perhaps account: with `clientBytes`, none of them takes the whole budget.
 *
 * Throws `wrong_type` for a request that isn't multipart, `unavailable` as soon as the form exceeds the budget, if it
 * is stalled while others need its bytes, or if a file can't be written, and `malformed` if the connection breaks or
 * the form takes longer than `milliseconds`; the bytes and the folder are released in each case. Throws what the
 * caller's sessions do if the caller may no longer make the call once the form is there.
 */
export function formReader({ formBytes, budgetBytes, clientBytes, ...options }: FormReaderOptions) {
  const reserve = makeByteBudget(budgetBytes, clientBytes)
  return async <T>(
    request: FastifyRequest,
    work: (form: SentForm) => Promise<T>,
    ...clients: readonly string[]
  ): Promise<T> => {
    refuseUnless(request.isMultipart(), 'wrong_type')
    const pace = makePace()
    const interrupted = new AbortController()
    const interrupt = () => interrupted.abort(new Refusal('unavailable', { retryAfter }))
    const reservation = reserve(clients, { isStalled: pace.isStalled, interrupt })
    const length = Number(request.headers['content-length'] ?? formBytes)
    const reserveRest = reserveFirst(reservation, Math.min(length, formBytes, firstBytes))
    const reserveArrived = (bytes: number) => {
      pace.count(bytes)
      reserveRest(bytes)
    }
    try {
      const folder = await mkdtemp(join(tmpdir(), 'talad-form-'))
      try {
        const form = await readForm(request, folder, { ...options, reserveArrived, interrupted: interrupted.signal })
        pace.end()
        // The session may have ended, or the role changed, while the form arrived.
        await request.identifyAgain?.()
        return await work(form)
      } finally {
        // Retries, because a file that was being opened when the connection broke may still be created in it.
        await rm(folder, { recursive: true, force: true, maxRetries: 3 })
      }
    } finally {
      reservation.release()
    }
  }
}

type ReadingOptions = Pick<FormReaderOptions, 'milliseconds' | 'files' | 'onError'> & {
  /** Called with the bytes of a file that have arrived. Throws `unavailable` if the budget is exhausted. */
  reserveArrived: (bytes: number) => void
  /** Aborted if the form has to give way. */
  interrupted: AbortSignal
}

/** Measures whether a form arrives steadily. One that has arrived is never stalled. */
function makePace() {
  let since = performance.now()
  let bytes = 0
  let hasArrived = false
  return {
    isStalled: () => !hasArrived && performance.now() - since > stalledAfter,
    count: (arrived: number) => {
      bytes += arrived
      if (bytes < steadyBytes) return
      bytes = 0
      since = performance.now()
    },
    end: () => {
      hasArrived = true
    },
  }
}

/**
 * Reserves `bytes` and returns a function that takes from them for what arrives, and reserves what exceeds them. Both
 * throw `unavailable` if the budget is exhausted.
 */
function reserveFirst(reservation: Reservation, bytes: number): (arrived: number) => void {
  const add = (more: number) => refuseUnless(reservation.add(more), 'unavailable', { retryAfter })
  add(bytes)
  let left = bytes
  return (arrived) => {
    add(Math.max(0, arrived - left))
    left = Math.max(0, left - arrived)
  }
}

/**
 * Reads a form to its end. The multipart parser never ends if the connection broke before it started, so a closed
 * connection and a timeout abort it from outside.
 */
async function readForm(request: FastifyRequest, folder: string, reading: ReadingOptions): Promise<SentForm> {
  const { raw } = request
  const broken = new AbortController()
  const signal = AbortSignal.any([broken.signal, reading.interrupted])
  const abort = () => broken.abort(new Refusal('malformed'))
  const onClose = () => {
    if (!raw.readableEnded) abort()
  }
  raw.once('close', onClose)
  const timer = setTimeout(abort, reading.milliseconds ?? usualMilliseconds)
  // The connection may have closed before the listener was added.
  if (raw.destroyed) onClose()
  try {
    signal.throwIfAborted()
    const ended = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
    })
    return await Promise.race([readParts(request, folder, reading, signal), ended])
  } finally {
    clearTimeout(timer)
    raw.off('close', onClose)
    // The rest of a refused form is read and dropped: the connection's next request comes after it.
    raw.unpipe()
    raw.resume()
  }
}

async function readParts(
  request: FastifyRequest,
  folder: string,
  { files: wanted, onError, reserveArrived }: ReadingOptions,
  signal: AbortSignal,
): Promise<SentForm> {
  const fields = new Map<string, string>()
  const files: SentFile[] = []
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        // The parser has parsed a field of the type application/json.
        const text = typeof part.value === 'string' ? part.value : JSON.stringify(part.value)
        if (text !== undefined) fields.set(part.fieldname, text)
      } else if (wanted.includes(part.fieldname)) {
        signal.throwIfAborted()
        const written = createWriteStream(join(folder, String(files.length)))
        const file = { field: part.fieldname, name: part.filename ?? '', file: String(written.path), bytes: 0 }
        files.push(file)
        const counted = async function* (chunks: AsyncIterable<Buffer>) {
          for await (const chunk of chunks) {
            reserveArrived(chunk.length)
            yield chunk
          }
        }
        await pipeline(part.file, counted, written, { signal })
        file.bytes = written.bytesWritten
      } else part.file.resume()
    }
  } catch (error) {
    if (error instanceof Refusal) throw error
    const { code, statusCode, syscall } = error as { code?: string; statusCode?: number; syscall?: string }
    // A failed system call, such as a full disk, is the server's fault, not the form's.
    if (syscall !== undefined) throw new Refusal('unavailable', { retryAfter })
    onError?.(code)
    // Errors of the parser without a status mean a broken or truncated form.
    throw statusCode === undefined ? new Refusal('malformed') : error
  }
  return { fields, files }
}
