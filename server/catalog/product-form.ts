import { setImmediate as othersTurn } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { limits } from '../../contract/limits.ts'
import { isDeeperThan } from '../platform/edge.ts'
import { Refusal, refuse, refuseUnless } from '../platform/refusal.ts'
import { makeRoom } from '../platform/room.ts'
import { refuseTooManyPictures, type SentPicture } from './keep-pictures.ts'

export type ProductForm = { productData: unknown; pictures: SentPicture[] }

/** As large as one form can become in memory: what is beyond a limit isn't kept. */
const formBytes = (limits.pictures + 1) * (limits.pictureBytes + 1) + limits.jsonBytes

/** Memory for forms that are being read or encoded: four of the largest, or twenty with one large photograph. */
const roomBytes = 4 * formBytes

/** Seconds after which somebody who found no room may try again: about what a form with four photographs takes. */
const retryAfter = 10

/**
 * Reads the multipart forms of products and keeps each in memory for as long as the work with it lasts. How much memory
 * all of them take together is bounded: beyond that a form is refused before it is read, as `unavailable`.
 */
export function productForms(bytes = roomBytes) {
  const room = makeRoom(bytes)
  return async <T>(request: FastifyRequest, work: (form: ProductForm) => Promise<T>): Promise<T> => {
    refuseUnless(request.isMultipart(), 'wrong_type')
    const length = Number(request.headers['content-length'] ?? formBytes)
    const giveBack = room(Math.min(length, formBytes))
    refuseUnless(giveBack, 'unavailable', { retryAfter })
    try {
      return await work(await readForm(request))
    } finally {
      giveBack()
    }
  }
}

/**
 * Some clients send empty picture slots as a text part named `images`, browsers as a file without a name or content;
 * such parts are passed over.
 */
async function readForm(request: FastifyRequest): Promise<ProductForm> {
  const pictures: SentPicture[] = []
  let data: unknown
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        if (part.fieldname === 'productData') data = part.value
      } else if (part.fieldname === 'images') {
        const bytes = await bytesOf(part.file)
        if (bytes.length > 0 || part.filename) pictures.push({ name: part.filename ?? '', bytes })
      } else if (part.fieldname === 'productData') {
        // What a program sends as JSON by its type arrives as a file.
        const bytes = await bytesOf(part.file)
        refuseUnless(bytes.length <= limits.jsonBytes, 'too_large')
        data = bytes.toString()
      } else part.file.resume()
    }
  } catch (error) {
    throw refusalOfForm(error)
  }
  // Only now, with the whole form read, so that the answer finds a connection on which nothing is left over.
  return { productData: typeof data === 'string' ? parsedJson(data) : data, pictures }
}

/**
 * All bytes of a file, up to the limit. After each piece others have their turn: from a fast network, megabytes of one
 * form would come in a row before the next answer goes out.
 */
async function bytesOf(file: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of file) {
    pieces.push(piece)
    await othersTurn()
  }
  return Buffer.concat(pieces)
}

/** What the reader of forms throws has no status where the form itself is broken or cut off. */
function refusalOfForm(error: unknown): unknown {
  if (error instanceof Refusal) return error
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  if (code === 'FST_FILES_LIMIT') refuseTooManyPictures(limits.pictures + 1)
  return statusCode === undefined ? new Refusal('malformed') : error
}

function parsedJson(text: string): unknown {
  if (isDeeperThan(text, limits.jsonDepth)) refuse('malformed', { fields: { productData: 'type' } })
  try {
    return JSON.parse(text)
  } catch {
    refuse('malformed', { fields: { productData: 'type' } })
  }
}
