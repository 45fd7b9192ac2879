import { sellerApi } from '../client/seller-api.ts'

/*
 * The notices that the shop pushes to this browser: whether it can show them, and its subscription at the browser's
 * push service. The service worker is registered only for sellers who switch them on.
 */

/** Why this browser can't be asked for notices, or its permission. */
export type PushSupport = 'unsupported' | 'insecure' | 'install first' | NotificationPermission

/** Returns whether this browser can show notices, and whether it may. */
export function pushSupport(): PushSupport {
  if (!window.isSecureContext) return 'insecure'
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)
    return Notification.permission
  // Safari on a phone has neither before the page is on the Home Screen; only there has `standalone` a value.
  return (navigator as { standalone?: boolean }).standalone === false ? 'install first' : 'unsupported'
}

const scope = '/seller/'

/** Returns this browser's subscription, if notices are on. */
export async function currentSubscription(): Promise<PushSubscription | undefined> {
  if (!['granted', 'default', 'denied'].includes(pushSupport())) return undefined
  const registration = await navigator.serviceWorker.getRegistration(scope)
  return (await registration?.pushManager.getSubscription()) ?? undefined
}

/** Subscribes this browser with the shop's key. Rejects if its push service can't be reached. */
export async function subscribe(publicKey: string): Promise<PushSubscription> {
  const known = await currentSubscription()
  if (known && isOf(known, publicKey)) return known
  // The shop has another key since, as in a restored shop with another secret.
  await known?.unsubscribe()
  const registration = await navigator.serviceWorker.register(`${scope}push-worker.js`, { scope })
  await active(registration)
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

/** Waits until a worker runs, as subscribing needs one. */
function active(registration: ServiceWorkerRegistration): Promise<void> {
  if (registration.active) return Promise.resolve()
  const worker = registration.installing ?? registration.waiting
  return new Promise((resolve, reject) => {
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'activated') resolve()
      if (worker.state === 'redundant') reject(new Error('the service worker could not be installed'))
    })
  })
}

/** Ends this browser's subscription, as when its user logs out; nothing happens if there is none. */
export async function unsubscribe(): Promise<void> {
  await (await currentSubscription().catch(() => undefined))?.unsubscribe().catch(() => false)
}

/**
 * Tells the shop that this browser's subscription belongs to the session that has just been opened. Ends a subscription
 * that the shop doesn't know any more, or that another account made.
 */
export async function noteDevice(): Promise<void> {
  const subscription = await currentSubscription().catch(() => undefined)
  if (!subscription) return
  const reply = await sellerApi.notice.devices({ endpoint: subscription.endpoint })
  if (!reply.success) return
  if (!reply.devices.some(({ current }) => current) || !isOf(subscription, reply.publicKey))
    await subscription.unsubscribe()
}

/** Returns whether a subscription was made with this key. */
function isOf({ options: { applicationServerKey: key } }: PushSubscription, publicKey: string): boolean {
  return key === null || base64url(key) === publicKey
}

/** Returns what the shop needs to push to a subscription. */
export function keysOf(subscription: PushSubscription) {
  const p256dh = subscription.getKey('p256dh')
  const auth = subscription.getKey('auth')
  if (!p256dh || !auth) throw new Error('the subscription has no keys')
  return { endpoint: subscription.endpoint, p256dh: base64url(p256dh), auth: base64url(auth) }
}

function base64url(bytes: ArrayBuffer): string {
  const base64 = btoa(String.fromCharCode(...new Uint8Array(bytes)))
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
