import { makeClient, type Send } from '../../contract/client.ts'
import type { RefusalCode } from '../../contract/messages/refusals.ts'
import { callPaths } from '../../contract/paths/call-paths.ts'
import { m } from '../messages/messages.ts'
import { noteShopTime } from '../shop-clock.ts'
import { probeWith, reportLost, reportReached } from './connection.ts'
import { longestHidden, retryDelays } from './with-retries.ts'

/**
 * Sends a request; a read that got no reply, or 503 or 429, again. Not one with a signal: it belongs to a reader, which
 * repeats it itself (reader.ts).
 */
export const send: Send = async (request) => {
  const delays = request.method === 'GET' && !request.signal ? retryDelays : []
  for (const delay of delays) {
    const reply = await sendOnce(request).catch(() => undefined)
    // The shop, or this address's share of it, is overloaded for a moment.
    if (reply && reply.status !== 503 && reply.status !== 429) return reply
    const pause = Math.max(delay, (reply?.retryAfter ?? 0) * 1000)
    if (reply && pause > longestHidden) return reply
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  return sendOnce(request)
}

const sendOnce: Send = async ({ method, url, headers, body, signal }) => {
  let reply: Awaited<ReturnType<Send>>
  try {
    const response = await fetch(url, {
      method,
      credentials: 'same-origin',
      headers: headersOf(headers),
      ...(body === undefined ? {} : { body }),
      ...(signal ? { signal } : {}),
      // Requests sent just before the page is left still arrive. Browsers limit them to 64 KB in all.
      keepalive: method === 'POST' && (body === undefined || new Blob([body]).size < 60_000),
    })
    noteShopTime(response.headers)
    const text = await response.text()
    reply = { status: response.status, json: readEnvelope(text, response) }
    // The time of a rate limit. After 503 it is only an estimate.
    const retryAfter = response.status === 429 && Number(response.headers.get('retry-after'))
    if (retryAfter) reply.retryAfter = retryAfter
  } catch (error) {
    if (signal?.aborted) throw error
    throw lostReply(error)
  }
  reportReached()
  reportReply(reply.status, reply.json)
  return reply
}

/** Returns the headers of a request. */
export function headersOf(own?: Record<string, string>): Record<string, string> {
  return { accept: 'application/json', 'accept-language': document.documentElement.lang, ...own }
}

/**
 * To be called about a request without a reply of the shop. Returns its error: those of the browser or a proxy are in
 * English and mean nothing to a shopper, this one has the shop's message. A proxy that refuses a request as too large
 * (413) hasn't lost the shop: sending it again at once would be refused again.
 */
export function lostReply(cause: unknown, { status = 0 } = {}): Error {
  if (status !== 413) reportLost()
  return new Error(m.shell_unreachable(), { cause })
}

/** Refusals of callers who have no session any more, or, in the seller's area, one that may not make the call. */
const sessionRefusals: readonly unknown[] = [
  'not_signed_in',
  'forbidden',
  'role_forbids',
  'second_step_required',
] satisfies RefusalCode[]
const refusalListeners = new Set<() => void>()

/**
 * Calls `listener` once for each call that is refused because of the caller's session. Returns a function that ends
 * this.
 */
export function onSessionRefused(listener: () => void): () => void {
  refusalListeners.add(listener)
  return () => refusalListeners.delete(listener)
}

/** To be called with each reply: tells the listeners of `onSessionRefused` about a refusal. */
export function reportReply(status: number, json: unknown): void {
  // The check of the session answers a visitor with the same code, and status 200.
  if (status !== 401 && status !== 403) return
  if (sessionRefusals.includes((json as { code?: unknown }).code)) for (const listener of refusalListeners) listener()
}

/** Throws if it is a proxy's page or half a reply: it isn't a reply of the shop, and is treated as none. */
export function readEnvelope(
  text: string,
  { status, statusText }: { status: number; statusText: string },
): { success: unknown } {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new Error(`${status} ${statusText}`.trim())
  }
  if (typeof json !== 'object' || json === null || !('success' in json)) throw new Error(`${status}`)
  return json
}

/** The browser's client of the calls, but for those of the seller's area. */
export const api = makeClient(callPaths, send)

/** The same client for reads that `pollUntilSettled` repeats: it sends each once. */
export const apiOnce = makeClient(callPaths, sendOnce)

probeWith(() => sendOnce({ ...callPaths.user.isAuth, headers: {} }))

/** Returns the message for a person about a call without a reply. */
export function failureMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
