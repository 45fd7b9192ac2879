import * as z from 'zod'
import type { LineFailure } from '../../contract/staff/notices.ts'
import { replyText } from '../common/reply-text.ts'

/** LINE's own API. */
export const lineApiBase = 'https://api.line.me'

/** Seconds to wait if LINE takes no more messages for now and doesn't say for how long, and at most. */
const usualDelay = 60
const longestDelay = 3600

export type LineMessage = { token: string; to: string; text: string; retryKey: string }

/** What became of a message: `later` if LINE takes no more right now, with the seconds to wait. */
export type LineResult =
  | { kind: 'sent' }
  | { kind: 'later'; seconds: number }
  | { kind: 'refused'; failure: LineFailure }

export type LineApi = {
  /**
   * Sends a message. Throws if LINE doesn't reply, or replies that it failed: the message may have arrived, and is
   * sent again with the same retry key, by which LINE takes it once.
   */
  push(message: LineMessage, signal?: AbortSignal): Promise<LineResult>
  /** Returns a group's name; undefined if LINE doesn't tell it. Throws as `push` does. */
  groupName(group: { token: string; id: string }, signal?: AbortSignal): Promise<string | undefined>
}

/**
 * Returns LINE's Messaging API.
 * @param deps.base the API's address: LINE's, or in tests another
 * @param deps.milliseconds for each request
 * @see https://developers.line.biz/en/reference/messaging-api/#send-push-message
 * @see https://developers.line.biz/en/docs/messaging-api/retrying-api-request/
 */
export function lineApi({
  base = lineApiBase,
  milliseconds = 10_000,
}: {
  base?: string
  milliseconds?: number
} = {}): LineApi {
  async function request(path: string, init: RequestInit & { token: string }, signal: AbortSignal | undefined) {
    const { token, ...rest } = init
    const timeout = AbortSignal.timeout(milliseconds)
    const response = await fetch(`${base}${path}`, {
      ...rest,
      headers: { ...rest.headers, authorization: `Bearer ${token}` },
      // The token is for this address only.
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    const { status } = response
    if (status >= 500 || status < 200 || (status >= 300 && status < 400)) {
      await response.body?.cancel()
      throw new Error(`LINE answered ${status}`)
    }
    return { status, retryAfter: Number(response.headers.get('retry-after')), text: await replyText(response) }
  }

  return {
    async push({ token, to, text, retryKey }, signal) {
      const {
        status,
        retryAfter,
        text: reply,
      } = await request(
        '/v2/bot/message/push',
        {
          token,
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-line-retry-key': retryKey },
          body: JSON.stringify({ to, messages: [{ type: 'text', text }] }),
        },
        signal,
      )
      // 409: LINE took this retry key before.
      if (status < 300 || status === 409) return { kind: 'sent' }
      if (status !== 429) return { kind: 'refused', failure: failureOfStatus[status] ?? 'refused' }
      if (/monthly limit/i.test(reply)) return { kind: 'refused', failure: 'quota' }
      return { kind: 'later', seconds: Math.min(retryAfter > 0 ? retryAfter : usualDelay, longestDelay) }
    },
    async groupName({ token, id }, signal) {
      const { status, text } = await request(`/v2/bot/group/${id}/summary`, { token }, signal)
      return status < 300 ? groupNameIn(text) : undefined
    },
  }
}

const failureOfStatus: Record<number, LineFailure> = {
  400: 'recipient',
  401: 'token',
  403: 'forbidden',
  404: 'recipient',
}

const summary = z.object({ groupName: z.string() })

function groupNameIn(reply: string): string | undefined {
  try {
    return summary.parse(JSON.parse(reply)).groupName
  } catch {
    return undefined
  }
}
