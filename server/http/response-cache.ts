import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

export type Answer = {
  status: number
  headers: Record<string, string>
  body: Buffer
  /** Whether it is a list of nothing. */
  isEmpty?: boolean
  /** True if a part failed: the requests that wait get it, but it isn't cached. */
  fromFailure?: boolean
}
type Encoding = 'br' | 'gzip' | 'none'
/** A response in one encoding, with every header that doesn't depend on the request. */
type EncodedResponse = Pick<Answer, 'headers' | 'body'>
type CachedResponse = Answer & { etag: string; encoded: Map<Encoding, EncodedResponse | Promise<EncodedResponse>> }

/** Bytes below which compressing isn't worth it. */
const minCompressedBytes = 1024

/**
 * Caches whole public responses until the catalogue changes. Concurrent requests for one key share one computation,
 * each encoding is compressed once, and the size in bytes is bounded. Nothing personal may go in here.
 */
export class ResponseCache {
  readonly #answers: LRUCache<string, CachedResponse>
  readonly #making = new Map<string, Promise<CachedResponse>>()
  #generation = 0
  /** Number of computed responses, for tests and benchmarks. */
  made = 0

  constructor(maxBytes: number) {
    this.#answers = new LRUCache({
      maxSize: maxBytes,
      // Includes the two compressed bodies.
      sizeCalculation: (answer, key) => Math.ceil(answer.body.length * 1.5) + key.length + 500,
    })
  }

  /** Changes whenever the cache is emptied. */
  get generation(): number {
    return this.#generation
  }

  /**
   * Empties the cache. A response that is being computed still reaches the requests that await it, but isn't cached.
   */
  drop(): void {
    this.#generation += 1
    this.#answers.clear()
    this.#making.clear()
  }

  /** Returns the cached response, or a promise of the one that `make` computes. */
  get(key: string, make: () => Promise<Answer>): CachedResponse | Promise<CachedResponse> {
    return this.#answers.get(key) ?? this.#making.get(key) ?? this.#fresh(key, make)
  }

  async #fresh(key: string, make: () => Promise<Answer>): Promise<CachedResponse> {
    const generation = this.#generation
    const making = this.#make(make)
    this.#making.set(key, making)
    try {
      const answer = await making
      if (generation === this.#generation && answer.status < 500 && !answer.fromFailure) this.#answers.set(key, answer)
      return answer
    } finally {
      if (this.#making.get(key) === making) this.#making.delete(key)
    }
  }

  async #make(make: () => Promise<Answer>): Promise<CachedResponse> {
    this.made += 1
    const answer = await make()
    const etag = `"${createHash('sha256').update(answer.body).digest('base64url').slice(0, 22)}"`
    const vary = [answer.headers.vary, 'accept-encoding'].filter(Boolean).join(', ')
    const headers = { ...answer.headers, vary, ...(answer.status === 200 ? { etag } : {}) }
    return { ...answer, headers, etag, encoded: new Map() }
  }
}

/**
 * Sends a cached response: 304 if the client has it, else in an encoding that it accepts. An encoding that was used
 * before is sent synchronously.
 */
export function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: CachedResponse,
): FastifyReply | Promise<FastifyReply> {
  reply.code(answer.status)
  if (answer.status === 200 && matches(request.headers['if-none-match'], answer.etag))
    return withHeaders(reply, answer.headers).code(304).send()
  const encoding = answer.body.length < minCompressedBytes ? 'none' : encodingFor(request.headers['accept-encoding'])
  const response = answer.encoded.get(encoding) ?? encode(answer, encoding)
  return response instanceof Promise ? response.then((made) => sendEncoded(reply, made)) : sendEncoded(reply, response)
}

const sendEncoded = (reply: FastifyReply, { headers, body }: EncodedResponse) => withHeaders(reply, headers).send(body)

/** Sets headers, and keeps what others added to `vary`, such as CORS. */
function withHeaders(reply: FastifyReply, headers: Answer['headers']): FastifyReply {
  const varies = reply.getHeader('vary')
  reply.headers(headers)
  return varies === undefined ? reply : reply.header('vary', `${varies}, ${headers.vary}`)
}

/** Returns a response in an encoding, which is computed once even for concurrent requests. */
function encode(answer: CachedResponse, encoding: Encoding): EncodedResponse | Promise<EncodedResponse> {
  if (encoding === 'none') return answer
  const response = compressed(answer.body, encoding).then((body) => {
    const made = { headers: { ...answer.headers, 'content-encoding': encoding }, body }
    answer.encoded.set(encoding, made)
    return made
  })
  answer.encoded.set(encoding, response)
  return response
}

function compressed(body: Buffer, encoding: 'br' | 'gzip'): Promise<Buffer> {
  return encoding === 'br'
    ? compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
    : compressGzip(body, { level: 6 })
}

function matches(header: string | undefined, etag: string): boolean {
  return header?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) ?? false
}

/** Encodings by `accept-encoding` header: browsers send only a handful of different ones. */
const encodings = new LRUCache<string, Encoding>({ max: 100 })

function encodingFor(header: string | undefined): Encoding {
  if (!header) return 'none'
  const known = encodings.get(header)
  if (known) return known
  const accepted = new Set<string>()
  for (const entry of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim())
    const quality = parameters
      .find((parameter) => parameter.startsWith('q='))
      ?.slice(2)
      .trim()
    // A quality of zero excludes the encoding.
    if (quality === undefined || Number(quality) > 0) accepted.add(name)
  }
  const encoding = accepted.has('br') ? 'br' : accepted.has('gzip') ? 'gzip' : 'none'
  if (header.length <= 200) encodings.set(header, encoding)
  return encoding
}
