import { makeClient, type Send } from '../../contract/client.ts'
import { callPaths } from '../../contract/paths/call-paths.ts'
import { m } from '../messages/messages.ts'
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
      headers: { accept: 'application/json', 'accept-language': document.documentElement.lang, ...headers },
      ...(body === undefined ? {} : { body }),
      ...(signal ? { signal } : {}),
      // Requests sent just before the page is left still arrive. Browsers limit them to 64 KB in all.
      keepalive: method === 'POST' && (body?.length ?? 0) < 60_000,
    })
    const text = await response.text()
    reply = { status: response.status, json: readEnvelope(text, response) }
    // The time of a rate limit. After 503 it is only an estimate.
    const retryAfter = response.status === 429 && Number(response.headers.get('retry-after'))
    if (retryAfter) reply.retryAfter = retryAfter
  } catch (error) {
    if (signal?.aborted) throw error
    reportLost()
    // Errors of the browser or a proxy are in English and mean nothing to a shopper: this one has the shop's message.
    throw new Error(m.shell_unreachable(), { cause: error })
  }
  reportReached()
  if (reply.status === 401 && (reply.json as { code?: unknown }).code === 'not_signed_in') notSignedIn?.()
  return reply
}

let notSignedIn: (() => void) | undefined

/** Sets the function that is called when a call is refused because there is no session. */
export function onNotSignedIn(listener: () => void): void {
  notSignedIn = listener
}

/** A proxy's page or half a reply isn't a reply of the shop: it is treated as no reply. */
function readEnvelope(text: string, response: Response): unknown {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new Error(`${response.status} ${response.statusText}`.trim())
  }
  if (typeof json !== 'object' || json === null || !('success' in json)) throw new Error(`${response.status}`)
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
