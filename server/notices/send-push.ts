import { buildPushPayload } from '@block65/webcrypto-web-push'
import type { PushKeys, VapidKeys } from './push-keys.ts'
import { browserPushServices, type PushServices } from './push-services.ts'

/** Milliseconds for the whole request to a push service. */
const longestRequest = 15_000

export type PushRequest = {
  device: PushKeys & { endpoint: string }
  message: string
  /** Notices of one topic replace each other while the device is off: at most 32 letters of base64url. */
  topic: string
  urgent: boolean
  /** Seconds for which the push service keeps the notice for a device that is off. */
  ttl: number
}

/**
 * What became of a notice: `gone` if the subscription has ended; `later` if the service asks to wait, with the seconds.
 */
export type PushResult = { kind: 'sent' } | { kind: 'gone' } | { kind: 'later'; seconds: number }

/** Sends a notice to a push service. Rejects if that fails otherwise, so that the job is repeated. */
export type SendPush = (push: PushRequest, signal?: AbortSignal) => Promise<PushResult>

/**
 * Returns the sender to the browsers' push services. Redirects aren't followed.
 * @param deps.subject returns how a push service reaches the shop: a `https:` or `mailto:` URL
 */
export function pushSender(deps: { keys: VapidKeys; subject: () => string; services?: PushServices }): SendPush {
  const { services = browserPushServices } = deps
  return async ({ device, message, topic, urgent, ttl }, signal) => {
    const url = new URL(device.endpoint)
    if (!services.isEndpoint(device.endpoint)) return { kind: 'gone' }
    const { endpoint, p256dh, auth } = device
    const { method, headers, body } = await buildPushPayload(
      { data: message, options: { ttl, topic, urgency: urgent ? 'high' : 'normal' } },
      { endpoint, expirationTime: null, keys: { p256dh, auth } },
      { ...deps.keys, subject: deps.subject() },
    )
    const timeout = AbortSignal.timeout(longestRequest)
    const options = { method, headers, signal: signal ? AbortSignal.any([signal, timeout]) : timeout }
    const { status, retryAfter } = await new Promise<{ status: number; retryAfter: number }>((resolve, reject) => {
      const sent = services.request(url, options)
      sent.on('error', reject)
      sent.on('response', (response) => {
        // Nothing of the body is needed.
        response.destroy()
        resolve({ status: response.statusCode ?? 0, retryAfter: Number(response.headers['retry-after']) })
      })
      sent.end(body)
    })
    if (status >= 200 && status < 300) return { kind: 'sent' }
    if (status === 404 || status === 410) return { kind: 'gone' }
    if ((status === 429 || status === 503) && retryAfter > 0) return { kind: 'later', seconds: retryAfter }
    throw new Error(`the push service ${url.host} answered ${status}`)
  }
}
