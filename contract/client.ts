import type * as z from 'zod'
import type { RefusalReply } from './calls/call.ts'
import type { Calls } from './calls.ts'
import type { callPaths } from './paths/call-paths.ts'

type CallContract = { success: z.ZodType; schema: object }

/** The input of a call: its body for a POST, its query for a GET. */
export type Input<C> = C extends { schema: { body: infer B extends z.ZodType } }
  ? z.input<B>
  : C extends { schema: { querystring: infer Q extends z.ZodType } }
    ? z.input<Q>
    : undefined

/** A reply: the result, or the refusal with its HTTP status, and the seconds of its Retry-After if they are binding. */
export type Reply<C extends CallContract> =
  | z.output<C['success']>
  | (RefusalReply & { status: number; retryAfter?: number })

export type CallOptions = { headers?: Record<string, string>; signal?: AbortSignal }

type Paths = Record<string, Record<string, { method: 'GET' | 'POST'; url: string }>>

type ClientCall<C> = C extends CallContract
  ? undefined extends Input<C>
    ? (input?: undefined, options?: CallOptions) => Promise<Reply<C>>
    : (input: Input<C>, options?: CallOptions) => Promise<Reply<C>>
  : never

/** A function for each call whose path is in `P`. */
export type Client<P> = {
  [G in keyof P & keyof Calls]: { [N in keyof P[G] & keyof Calls[G]]: ClientCall<Calls[G][N]> }
}

/** The client that every visitor's screens have: all calls but those of the seller's area. */
export type ShopClient = Client<typeof callPaths>

/** Sends a request: `fetch` in the browser, Fastify's inject while rendering on the server. */
export type Send = (request: {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  body?: string
  signal?: AbortSignal
}) => Promise<{ status: number; json: unknown; retryAfter?: number }>

/**
 * Makes the typed client of the calls with these paths. A call resolves with the reply whatever its status; it rejects
 * only if there is no reply: the connection failed, or the caller's signal aborted it.
 */
export function makeClient<P extends Paths>(paths: P, send: Send): Client<P> {
  const client: Record<string, Record<string, unknown>> = {}
  for (const [group, members] of Object.entries(paths)) {
    client[group] = {}
    for (const [name, path] of Object.entries(members)) {
      client[group][name] = async (input?: Record<string, unknown>, options: CallOptions = {}) => {
        const hasBody = path.method === 'POST' && input !== undefined
        const { status, json, retryAfter } = await send({
          method: path.method,
          url: path.method === 'GET' && input ? `${path.url}${queryOf(input)}` : path.url,
          headers: { ...(hasBody ? { 'content-type': 'application/json' } : {}), ...options.headers },
          ...(hasBody ? { body: JSON.stringify(input) } : {}),
          ...(options.signal ? { signal: options.signal } : {}),
        })
        const reply = json as { success?: boolean }
        return reply.success === true ? reply : { ...reply, status, ...(retryAfter && { retryAfter }) }
      }
    }
  }
  return client as unknown as Client<P>
}

function queryOf(input: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input)) if (value !== undefined) query.set(name, String(value))
  return query.size > 0 ? `?${query}` : ''
}
