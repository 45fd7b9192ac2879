import { runInNewContext } from 'node:vm'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { testShop } from '../../testing/shop.ts'

const shop = await testShop({ shop: { name: 'Baan Daeng', nameTh: 'บ้านแดง' } })
afterAll(() => shop.close())

const manifest = async (query = '', headers = {}) => {
  const response = await shop.app.inject({ url: `/seller/app.webmanifest${query}`, headers })
  expect(response.headers['content-type']).toBe('application/manifest+json; charset=utf-8')
  return response.json()
}

test('is named after the shop, in the language of the page or of the browser', async () => {
  expect(await manifest('?lang=th')).toMatchObject({ name: 'บ้านแดง · หลังร้าน', short_name: 'บ้านแดง', lang: 'th' })
  expect(await manifest('?lang=en')).toMatchObject({ name: 'Baan Daeng · Seller area', short_name: 'Baan Daeng' })
  expect(await manifest('?lang=xx', { 'accept-language': 'th' })).toMatchObject({ lang: 'th' })
})

test('is the same app in both languages, and reaches no screen of shoppers', async () => {
  const [thai, english] = [await manifest('?lang=th'), await manifest('?lang=en')]
  expect([thai.id, thai.scope]).toEqual([english.id, english.scope])
  expect(english).toMatchObject({ id: '/seller', scope: '/seller', start_url: '/seller/orders', display: 'standalone' })
})

test('has icons of the sizes that it says', async () => {
  const { icons } = await manifest()
  expect(icons.map(({ sizes, purpose }: Record<string, string>) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ])
  for (const { src, sizes } of icons) {
    const response = await shop.app.inject(src)
    expect(response.headers['content-type']).toBe('image/png')
    const { width, height } = await sharp(response.rawPayload).metadata()
    expect(`${width}x${height}`).toBe(sizes)
  }
})

/** The service worker as its browser runs it, with what it did. */
async function worker(windows: string[] = []) {
  const done: unknown[] = []
  const handlers: Record<string, (event: object) => void> = {}
  const { body, headers } = await shop.app.inject('/seller/push-worker.js')
  const self = {
    location: { origin: 'https://shop.example' },
    addEventListener: (name: string, handler: (event: object) => void) => {
      handlers[name] = handler
    },
    skipWaiting: () => {},
    registration: { showNotification: async (...shown: unknown[]) => void done.push(shown) },
    clients: {
      matchAll: async () =>
        windows.map((url) => ({
          url,
          postMessage: (message: unknown) => done.push(['message', url, message]),
          focus: async () => void done.push(['focus', url]),
        })),
      openWindow: async (url: string) => void done.push(['opened', url]),
    },
  }
  runInNewContext(body, { self, URL })
  const fire = async (name: string, event: object) => {
    let waiting: unknown
    handlers[name]?.({ ...event, waitUntil: (until: unknown) => (waiting = until) })
    await waiting
    return done
  }
  return { fire, handlers, headers }
}

test('the worker keeps nothing and can request nothing', async () => {
  const { handlers, headers } = await worker()
  expect(Object.keys(handlers).sort()).toEqual(['install', 'notificationclick', 'push'])
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  expect(headers['cache-control']).toBe('no-cache')
  expect(headers['content-type']).toBe('text/javascript; charset=utf-8')
})

test('the worker shows a notice, which replaces an earlier one of the same tag', async () => {
  const { fire } = await worker()
  const notice = {
    title: 'Order #7',
    body: '฿120',
    tag: 'order-1',
    url: '/seller/orders?q=7',
    urgent: true,
    lang: 'en',
  }
  const [[title, options]] = (await fire('push', { data: { json: () => notice } })) as [[string, object]]
  expect([title, options]).toMatchObject(['Order #7', { body: '฿120', tag: 'order-1', renotify: true }])
})

const press = (url: string) => ({ notification: { close: () => {}, data: { url } } })

test('a press opens the order in the window of the seller’s area, or in a new one', async () => {
  const open = await worker(['https://shop.example/cart', 'https://shop.example/seller/today'])
  expect(await open.fire('notificationclick', press('/seller/orders?q=7'))).toEqual([
    ['message', 'https://shop.example/seller/today', { open: '/seller/orders?q=7' }],
    ['focus', 'https://shop.example/seller/today'],
  ])
  const closed = await worker(['https://shop.example/cart'])
  expect(await closed.fire('notificationclick', press('/seller/orders?q=7'))).toEqual([
    ['opened', 'https://shop.example/seller/orders?q=7'],
  ])
})

test.each(['https://evil.example/seller', '//evil.example/seller', '/cart', '/sellerx', 'javascript:alert(1)'])(
  'a press opens nothing for %s',
  async (url) => {
    const { fire } = await worker()
    expect(await fire('notificationclick', press(url))).toEqual([])
  },
)
