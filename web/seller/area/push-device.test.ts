import { beforeEach, describe, expect, test, vi } from 'vitest'
import { sellerApi } from '../client/seller-api.ts'
import { keysOf, noteDevice, pushSupport, subscribe, unsubscribe } from './push-device.ts'

const key = (text: string) => new TextEncoder().encode(text).buffer
/** The base64url of `key('shop')` and of another one. */
const [shopKey, otherKey] = ['c2hvcA', 'b3RoZXI']

function aSubscription(applicationServerKey: ArrayBuffer | null = key('shop')) {
  return {
    endpoint: 'https://push.example/1',
    options: { applicationServerKey },
    unsubscribe: vi.fn(async () => true),
    getKey: (name: string) => (name === 'p256dh' ? new Uint8Array([251, 255, 191]).buffer : new Uint8Array([0]).buffer),
  }
}
type Subscription = ReturnType<typeof aSubscription>

let known: Subscription | undefined
const subscribed = vi.fn(async (_options: object) => aSubscription())
const worker = { active: {}, pushManager: { getSubscription: async () => known ?? null, subscribe: subscribed } }
const register = vi.fn(async () => worker)

type Browser = { permission?: NotificationPermission; secure?: boolean; standalone?: boolean; hasPush?: boolean }

function useBrowser({ permission = 'granted', secure = true, standalone, hasPush = true }: Browser = {}) {
  const serviceWorker = { getRegistration: async () => worker, register }
  vi.stubGlobal('navigator', { standalone, ...(hasPush && { serviceWorker }) })
  vi.stubGlobal('window', { isSecureContext: secure, ...(hasPush && { PushManager: {}, Notification: {} }) })
  vi.stubGlobal('Notification', { permission })
}
beforeEach(() => {
  known = undefined
  useBrowser()
  subscribed.mockClear()
  register.mockClear()
})

test.each<[string, Browser, string]>([
  ['that was never asked', { permission: 'default' }, 'default'],
  ['whose user refused', { permission: 'denied' }, 'denied'],
  ['without HTTPS', { secure: false }, 'insecure'],
  ['without push', { hasPush: false }, 'unsupported'],
  ['of a phone that has push only on its Home Screen', { hasPush: false, standalone: false }, 'install first'],
  ['that is on the Home Screen, and has no push', { hasPush: false, standalone: true }, 'unsupported'],
])('a browser %s says so', (_which, browser, expected) => {
  useBrowser(browser)
  expect(pushSupport()).toBe(expected)
})

describe('subscribing', () => {
  test('asks for a new subscription with the shop’s key', async () => {
    await subscribe(shopKey)
    expect(register).toHaveBeenCalledExactlyOnceWith('/seller/push-worker.js', { scope: '/seller/' })
    expect(subscribed).toHaveBeenCalledExactlyOnceWith({ userVisibleOnly: true, applicationServerKey: shopKey })
  })

  test('keeps the subscription that was made with this key', async () => {
    known = aSubscription()
    expect(await subscribe(shopKey)).toBe(known)
    expect(register).not.toHaveBeenCalled()
    expect(known.unsubscribe).not.toHaveBeenCalled()
  })

  test('replaces one that was made with another key, as before the shop was restored', async () => {
    known = aSubscription()
    await subscribe(otherKey)
    expect(known.unsubscribe).toHaveBeenCalledOnce()
    expect(subscribed).toHaveBeenCalledOnce()
  })
})

describe('after signing in, a subscription', () => {
  const shopSays = (current: boolean, publicKey = shopKey) =>
    vi
      .spyOn(sellerApi.notice, 'devices')
      .mockResolvedValue({ success: true, publicKey, devices: [{ current }] } as never)

  test.each([
    ['that the shop knows stays', true, shopKey, 0],
    ['that it doesn’t know ends', false, shopKey, 1],
    ['that was made with a former key ends', true, otherKey, 1],
  ])('%s', async (_what, current, publicKey, ended) => {
    known = aSubscription()
    shopSays(current, publicKey)
    await noteDevice()
    expect(known.unsubscribe).toHaveBeenCalledTimes(ended)
  })

  test('stays if the shop can’t be asked', async () => {
    known = aSubscription()
    vi.spyOn(sellerApi.notice, 'devices').mockResolvedValue({ success: false } as never)
    await noteDevice()
    expect(known.unsubscribe).not.toHaveBeenCalled()
  })

  test('isn’t looked for at the shop where there is none', async () => {
    const asked = shopSays(false)
    await noteDevice()
    expect(asked).not.toHaveBeenCalled()
  })
})

test('ending a subscription never fails', async () => {
  await unsubscribe()
  known = aSubscription()
  known.unsubscribe.mockRejectedValue(new Error('gone'))
  await unsubscribe()
  expect(known.unsubscribe).toHaveBeenCalledOnce()
})

test('keys are base64url without padding', () => {
  expect(keysOf(aSubscription() as unknown as PushSubscription)).toEqual({
    endpoint: 'https://push.example/1',
    p256dh: '-_-_',
    auth: 'AA',
  })
})
