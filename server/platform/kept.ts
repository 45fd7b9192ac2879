import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

export type Answer = { status: number; headers: Record<string, string>; body: Buffer }
type KeptAnswer = Answer & { etag: string; encoded: Map<'br' | 'gzip', Promise<Buffer>> }

/** Answers smaller than this travel faster as they are. */
const worthCompressing = 1024

/**
 * Public answers kept whole until the catalogue changes: made once however many ask at the same moment, compressed
 * once per encoding, bounded in bytes. Nothing personal may go in here.
 */
export class KeptAnswers {
  readonly #answers: LRUCache<string, KeptAnswer>
  readonly #making = new Map<string, Promise<KeptAnswer>>()
  #generation = 0
  /** How many answers were made, for tests and benchmarks. */
  made = 0

  constructor(maxBytes: number) {
    this.#answers = new LRUCache({
      maxSize: maxBytes,
      // Room for the two compressed forms as well.
      sizeCalculation: (answer, key) => Math.ceil(answer.body.length * 1.5) + key.length + 500,
    })
  }

  /** Forgets everything. An answer being made meanwhile still reaches those who wait for it, but isn't kept. */
  drop(): void {
    this.#generation += 1
    this.#answers.clear()
    this.#making.clear()
  }

  async get(key: string, make: () => Promise<Answer>): Promise<KeptAnswer> {
    const kept = this.#answers.get(key) ?? this.#making.get(key)
    if (kept) return kept
    const generation = this.#generation
    const making = this.#make(make)
    this.#making.set(key, making)
    try {
      const answer = await making
      if (generation === this.#generation && answer.status < 500) this.#answers.set(key, answer)
      return answer
    } finally {
      if (this.#making.get(key) === making) this.#making.delete(key)
    }
  }

  async #make(make: () => Promise<Answer>): Promise<KeptAnswer> {
    this.made += 1
    const answer = await make()
    const etag = `"${createHash('sha256').update(answer.body).digest('base64url').slice(0, 22)}"`
    return { ...answer, etag, encoded: new Map() }
  }
}

/** Sends a kept answer: 304 where the caller has it already, else compressed as the caller can read it. */
export async function sendKept(request: FastifyRequest, reply: FastifyReply, answer: KeptAnswer) {
  reply.code(answer.status).headers(answer.headers)
  reply.header('vary', joined(answer.headers.vary, 'accept-encoding'))
  if (answer.status === 200) {
    reply.header('etag', answer.etag)
    if (matches(request.headers['if-none-match'], answer.etag)) return reply.code(304).send()
  }
  const encoding = answer.body.length < worthCompressing ? undefined : encodingFor(request.headers['accept-encoding'])
  if (!encoding) return reply.send(answer.body)
  let encoded = answer.encoded.get(encoding)
  if (!encoded) {
    encoded =
      encoding === 'br'
        ? compressBrotli(answer.body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
        : compressGzip(answer.body, { level: 6 })
    answer.encoded.set(encoding, encoded)
  }
  return reply.header('content-encoding', encoding).send(await encoded)
}

function joined(...names: (string | undefined)[]): string {
  return names.filter(Boolean).join(', ')
}

function matches(header: string | undefined, etag: string): boolean {
  return header?.split(',').some((given) => given.trim().replace(/^W\//, '') === etag) ?? false
}

function encodingFor(header: string | undefined): 'br' | 'gzip' | undefined {
  if (!header) return undefined
  const refused = (name: string) => new RegExp(`\\b${name}\\s*;\\s*q=0(?:\\.0+)?(?:,|$)`).test(header)
  if (/\bbr\b/.test(header) && !refused('br')) return 'br'
  return /\bgzip\b/.test(header) && !refused('gzip') ? 'gzip' : undefined
}
