import { callPaths } from '../../contract/call-paths.ts'
import { makeClient, type Send } from '../../contract/client.ts'
import { m } from '../messages/messages.ts'
import { probeWith, reportLost, reportReached } from './connection.ts'

/** Milliseconds before a read that got no reply, or was told that the shop is busy, is asked again. */
const readRetries = [400, 1200]

const send: Send = async (request) => {
  const delays = request.method === 'GET' ? readRetries : []
  for (const delay of delays) {
    try {
      const reply = await sendOnce(request)
      // The shop, or this address's share of it, is full: that passes in a moment.
      if (reply.status !== 503 && reply.status !== 429) return reply
    } catch (error) {
      if (request.signal?.aborted) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, delay))
    request.signal?.throwIfAborted()
  }
  return sendOnce(request)
}

const sendOnce: Send = async ({ method, url, headers, body, signal }) => {
  let reply: { status: number; json: unknown }
  try {
    const response = await fetch(url, {
      method,
      credentials: 'same-origin',
      headers: { accept: 'application/json', 'accept-language': document.documentElement.lang, ...headers },
      ...(body === undefined ? {} : { body }),
      ...(signal ? { signal } : {}),
      // A change made just before the page is left still arrives. Browsers cap what they carry this way at 64 KB.
      keepalive: method === 'POST' && (body?.length ?? 0) < 60_000,
    })
    const text = await response.text()
    reply = { status: response.status, json: readEnvelope(text, response) }
  } catch (error) {
    if (signal?.aborted) throw error
    reportLost()
    // What the browser or a proxy says is English and means nothing to a shopper: the error's words are the shop's.
    throw new Error(m.shell_unreachable(), { cause: error })
  }
  reportReached()
  if (reply.status === 401 && (reply.json as { code?: unknown }).code === 'not_signed_in') notSignedIn?.()
  return reply
}

let notSignedIn: (() => void) | undefined

/** Names what is called when a call was refused because nobody is signed in. */
export function onNotSignedIn(listener: () => void): void {
  notSignedIn = listener
}

/** A proxy's page or half a reply isn't an answer of the shop: it counts as no reply. */
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

/** The browser's client of the shop's calls. */
export const api = makeClient(send)

probeWith(() => sendOnce({ ...callPaths.user.isAuth, headers: {} }))

/** What to tell a person about a call that got no reply: the words of its error. */
export function failureMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
