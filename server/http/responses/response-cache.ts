import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** A response that is the same for every caller, before it is encoded. */
export type PublicResponse = {
  status: number
  headers: Record<string, string>
  body: Buffer
  /** Whether it is an empty list. */
  isEmpty?: boolean
  /** True if a part failed: the requests that wait get it, but it isn't cached. */
  fromFailure?: boolean
}
type Encoding = 'br' | 'gzip' | 'none'
/** A response in one encoding, with every header that doesn't depend on the request. */
type EncodedResponse = Pick<PublicResponse, 'headers' | 'body'>
type CachedResponse = PublicResponse & {
  etag: string
  encoded: Map<Encoding, EncodedResponse | Promise<EncodedResponse>>
}

/** Bytes below which compressing isn't worth it. */
const minCompressedBytes = 1024

/**
 * Caches whole public responses until the catalogue changes. Concurrent requests for one key share one computation,
 * each encoding is compressed once, and the size in bytes is bounded. Responses must contain nothing personal.
 */
export class ResponseCache {
  readonly #cached: LRUCache<string, CachedResponse>
  readonly #making = new Map<string, Promise<CachedResponse>>()
  #generation = 0
  /** Number of computed responses, for tests and benchmarks. */
  made = 0

  constructor(maxBytes: number) {
    this.#cached = new LRUCache({
      maxSize: maxBytes,
      // Includes the two compressed bodies.
      sizeCalculation: (response, key) => Math.ceil(response.body.length * 1.5) + key.length + 500,
    })
  }

  /**
   * Empties the cache. A response that is being computed still reaches the requests that await it, but isn't cached.
   */
  drop(): void {
    this.#generation += 1
    this.#cached.clear()
    this.#making.clear()
  }

  /** Returns the cached response, or a promise of the one that `make` computes. */
  get(key: string, make: () => Promise<PublicResponse>): CachedResponse | Promise<CachedResponse> {
    return this.#cached.get(key) ?? this.#making.get(key) ?? this.#fresh(key, make)
  }

  async #fresh(key: string, make: () => Promise<PublicResponse>): Promise<CachedResponse> {
    const generation = this.#generation
    const making = this.#make(make)
    this.#making.set(key, making)
    try {
      const response = await making
      if (generation === this.#generation && response.status < 500 && !response.fromFailure)
        this.#cached.set(key, response)
      return response
    } finally {
      if (this.#making.get(key) === making) this.#making.delete(key)
    }
  }

  async #make(make: () => Promise<PublicResponse>): Promise<CachedResponse> {
    this.made += 1
    const response = await make()
    const etag = `"${createHash('sha256').update(response.body).digest('base64url').slice(0, 22)}"`
    const vary = [response.headers.vary, 'accept-encoding'].filter(Boolean).join(', ')
    const headers = { ...response.headers, vary, ...(response.status === 200 ? { etag } : {}) }
    return { ...response, headers, etag, encoded: new Map() }
  }
}

/**
 * Sends a cached response: 304 if the client has it, else in an encoding that it accepts. An encoding that was used
 * before is sent synchronously.
 */
export function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  cached: CachedResponse,
): FastifyReply | Promise<FastifyReply> {
  reply.code(cached.status)
  if (cached.status === 200 && matches(request.headers['if-none-match'], cached.etag))
    return withHeaders(reply, cached.headers).code(304).send()
  const encoding = cached.body.length < minCompressedBytes ? 'none' : encodingFor(request.headers['accept-encoding'])
  const response = cached.encoded.get(encoding) ?? encode(cached, encoding)
  return response instanceof Promise ? response.then((made) => sendEncoded(reply, made)) : sendEncoded(reply, response)
}

const sendEncoded = (reply: FastifyReply, { headers, body }: EncodedResponse) => withHeaders(reply, headers).send(body)

/** Sets headers, and keeps what others added to `vary`, such as CORS. */
function withHeaders(reply: FastifyReply, headers: PublicResponse['headers']): FastifyReply {
  const varies = reply.getHeader('vary')
  reply.headers(headers)
  return varies === undefined ? reply : reply.header('vary', `${varies}, ${headers.vary}`)
}

/** Returns a response in an encoding, which is computed once even for concurrent requests. */
function encode(cached: CachedResponse, encoding: Encoding): EncodedResponse | Promise<EncodedResponse> {
  if (encoding === 'none') return cached
  const response = compressed(cached.body, encoding).then(
    (body) => {
      const made = { headers: { ...cached.headers, 'content-encoding': encoding }, body }
      cached.encoded.set(encoding, made)
      return made
    },
    (error) => {
      cached.encoded.delete(encoding)
      throw error
    },
  )
  cached.encoded.set(encoding, response)
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
