import type { Page } from '@playwright/test'
import { findBrowser } from '../scripts/browser.ts'
import { newId } from '../server/common/ids.ts'
import { pushBrowser } from '../testing/services/push-service.ts'
import { launchOptions } from './launch-options.ts'
import { examine } from './seller.ts'
import { expect, test } from './shop-test.ts'
import { press } from './shopper.ts'
import { call, openAsSeller } from './test-data.ts'

/*
 * The seller's area as an app, and notices that are pushed to it. The browser's own push service is on the internet, so
 * the test takes its place: it subscribes, and delivers messages to the service worker.
 */

// The headless shell shows no notices.
test.use({ launchOptions: launchOptions(findBrowser()) })

const registrations = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)

test('the seller’s area installs as an app, of which the shopper’s pages load nothing', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('link[rel=manifest]')).toHaveCount(0)
  expect(await registrations(page)).toBe(0)

  await openAsSeller(page, '/seller/orders')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('link[rel=manifest]')).toHaveCount(1)
  const browser = await page.context().newCDPSession(page)
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')
  // Playwright's windows are private ones.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
  expect((await browser.send('Page.getAppManifest')).errors).toEqual([])
  // Nobody has asked for notices.
  expect(await registrations(page)).toBe(0)
})

/** Has the page subscribe at a push service of the test, and counts how often it asks for permission. */
async function withPushService(page: Page, { permission }: { permission: NotificationPermission }) {
  const { keys } = pushBrowser()
  // A known service whose host doesn't exist: the shop can't send there.
  const endpoint = `https://talad-${newId()}.notify.windows.com/w/`
  await page.addInitScript(
    ([keys, endpoint, permission]) => {
      const bytes = (text: string) =>
        Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
      const given = sessionStorage.getItem('permission') as NotificationPermission | null
      const state = { permission: given ?? permission, asked: 0 }
      Object.assign(window, { pushState: state })
      Object.defineProperty(Notification, 'permission', { get: () => state.permission })
      Notification.requestPermission = async () => {
        state.asked += 1
        state.permission = 'granted'
        sessionStorage.setItem('permission', 'granted')
        return 'granted'
      }
      const made = (key: string) => ({
        endpoint,
        options: { applicationServerKey: bytes(key).buffer },
        getKey: (name: 'p256dh' | 'auth') => bytes(keys[name]).buffer,
        unsubscribe: async () => {
          sessionStorage.removeItem('subscribed')
          return true
        },
      })
      PushManager.prototype.getSubscription = async () => {
        const key = sessionStorage.getItem('subscribed')
        return (key ? made(key) : null) as PushSubscription | null
      }
      PushManager.prototype.subscribe = async (options) => {
        const key = String(options?.applicationServerKey)
        sessionStorage.setItem('subscribed', key)
        return made(key) as unknown as PushSubscription
      }
    },
    [keys, endpoint, permission] as const,
  )
}

type WithState = { pushState: { asked: number } }
const asked = (page: Page) => page.evaluate(() => (window as unknown as WithState).pushState.asked)

test('notices are asked for by a press, switched one by one, and end with logging out', {
  tag: '@desktop',
}, async ({ page, texts }) => {
  await withPushService(page, { permission: 'default' })
  await openAsSeller(page, '/seller/notices')
  const allow = page.getByRole('button', { name: 'Turn on notices' })
  await expect(allow).toBeVisible()
  await examine(page)
  expect([await asked(page), await registrations(page)]).toEqual([0, 0])

  await press(allow)
  const stock = page.getByRole('switch', { name: 'Running out' })
  await expect(stock).toBeChecked()
  expect(await asked(page)).toBe(1)
  await examine(page)
  await press(stock)
  await expect(stock).not.toBeChecked()
  // A read that logging out overtakes is refused.
  const counted = page.waitForResponse((response) => response.url().includes('/api/order/waiting'))
  await page.reload()
  await counted
  await expect(stock).not.toBeChecked()
  await expect(page.getByRole('switch', { name: 'New orders' })).toBeChecked()

  await press(page.getByRole('button', { name: texts.logout }))
  await expect(page).toHaveURL('/seller')
  expect(await page.evaluate(() => sessionStorage.getItem('subscribed'))).toBe(null)
  await openAsSeller(page, '/seller/notices')
  await expect(allow).toBeVisible()
})

test('a browser that blocks notices says so, and how to allow them', { tag: '@phone' }, async ({ page, texts }) => {
  expect(texts.language).toBe('th')
  await withPushService(page, { permission: 'denied' })
  await openAsSeller(page, '/seller/notices')
  await expect(page.getByText('เบราว์เซอร์นี้บล็อกการแจ้งเตือนของร้าน')).toBeVisible()
  await expect(page.getByRole('button', { name: 'เปิดการแจ้งเตือน' })).toHaveCount(0)
  await examine(page)
})

test('a pushed notice is shown, and opens its order in the open window', {
  tag: '@desktop',
}, async ({ page, context, baseURL }) => {
  await context.grantPermissions(['notifications'])
  await withPushService(page, { permission: 'granted' })
  await openAsSeller(page, '/seller/notices')
  await press(page.getByRole('button', { name: 'Turn on notices' }))
  await expect(page.getByRole('switch', { name: 'New orders' })).toBeVisible()

  const browser = await context.newCDPSession(page)
  const found = new Promise<string>((resolve) => {
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [ours] = registrations.filter(({ scopeURL }) => scopeURL.endsWith('/seller/'))
      if (ours) resolve(ours.registrationId)
    })
  })
  await browser.send('ServiceWorker.enable')
  const notice = {
    title: 'New order #7',
    body: '$4.20 · just now',
    tag: 'order-7',
    url: '/seller/orders?q=7',
    urgent: true,
  }
  const [registrationId, origin] = [await found, new URL(baseURL ?? '').origin]
  const deliver = () =>
    browser.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(notice) })
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration('/seller/')
      return (await registration?.getNotifications())?.map(({ title, body }) => `${title} ${body}`)
    })
  await deliver()
  await expect.poll(shown).toEqual(['New order #7 $4.20 · just now'])
  // A message that comes twice is one notice.
  await deliver()
  await expect.poll(shown).toEqual(['New order #7 $4.20 · just now'])

  const worker = context.serviceWorkers().find((each) => each.url().endsWith('/seller/push-worker.js'))
  await worker?.evaluate(async () => {
    const scope = self as unknown as {
      registration: ServiceWorkerRegistration
      dispatchEvent(event: Event): void
      NotificationEvent: new (name: string, options: object) => Event
    }
    const [notification] = await scope.registration.getNotifications()
    scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }))
  })
  await expect(page).toHaveURL('/seller/orders?q=7')

  await page.goto('/seller/notices')
  await press(page.getByRole('button', { name: 'Turn off here' }))
  await expect(page.getByRole('button', { name: 'Turn on notices' })).toBeVisible()
})

test('an owner sets the LINE channel up, whose token is never shown again, and removes it', {
  tag: '@phone',
}, async ({ page, texts }) => {
  expect(texts.language).toBe('th')
  await openAsSeller(page, '/seller/notices')
  const [token, secret] = ['a+channel/access=token.of-LINE', '8c570fa6dd201bb328f1c1eac23a96d8']
  const save = page.getByRole('button', { name: 'บันทึก', exact: true })
  await page.getByLabel('Channel access token').fill('too short')
  await press(save)
  await expect(page.getByText('คัดลอกโทเคนจาก LINE ให้ครบ ไม่มีช่องว่าง')).toBeVisible()
  await page.getByLabel('Channel access token').fill(token)
  await page.getByLabel('Channel secret').fill(secret)
  await press(save)
  await expect(page.getByText('/api/notice/line-events')).toBeVisible()
  await examine(page)

  await page.reload()
  await page.getByLabel('กลุ่ม', { exact: true }).selectOption({ label: 'ID อื่น …' })
  await page.getByLabel('ID ของกลุ่ม').fill(`C${'4af49806'.repeat(4)}`)
  await page.getByRole('checkbox', { name: 'สินค้าใกล้หมด' }).uncheck()
  await test.step('a colleague’s change, which is read when the window gets the focus, leaves what was typed', async () => {
    const line = async () => (await page.request.get('/api/notice/line')).json()
    const kinds = { orders: true, alarms: false, stock: true }
    await call(page, '/api/notice/line', { recipient: null, kinds, language: 'en', seen: (await line()).version })
    const read = page.waitForResponse('**/api/notice/line')
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await (await read).finished()
    await press(save)
    const note = page.getByRole('alert').filter({ hasText: 'มีผู้อื่นบันทึกการตั้งค่านี้ไปแล้ว' })
    await expect(note).toContainText('English')
    await examine(page)
    await press(note.getByRole('button', { name: 'บันทึกส่วนที่ฉันแก้' }))
    await expect(note).toBeHidden()
    const recipient = `C${'4af49806'.repeat(4)}`
    await expect.poll(line).toMatchObject({ recipient, kinds: { ...kinds, stock: false }, language: 'en' })
  })
  await press(page.getByRole('button', { name: 'ส่งข้อความทดสอบ' }))
  await expect(page.getByRole('alert').getByText('LINE ไม่ตอบกลับ')).toBeVisible()
  await expect(page.getByText('ข้อความไม่ถึงกลุ่มตั้งแต่')).toBeVisible()
  expect(await page.content()).not.toContain(token)
  await examine(page)

  await press(page.getByRole('button', { name: 'เลิกใช้ LINE' }))
  await press(page.getByRole('dialog').getByRole('button', { name: 'เลิกใช้ LINE' }))
  await expect(page.getByLabel('Channel access token')).toHaveValue('')
})
