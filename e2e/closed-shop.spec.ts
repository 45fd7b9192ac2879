import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dayIn } from '../contract/values/day.ts'
import { freePort } from '../server/common/free-port.ts'
import { type ShopServer, startShop } from '../testing/shop-process.ts'
import { examine } from './seller.ts'
import { expect, test } from './shop-test.ts'
import { newestMail, press } from './shopper.ts'
import { broccoliInCart, call, savedAddress, signedInSeller, signedInShopper } from './test-data.ts'
import { textsByLanguage } from './texts.ts'

const texts = textsByLanguage.th
let shop: ShopServer
let dataDir: string

test.use({ locale: 'th-TH' })
test.beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'talad-closed-'))
  await cp(process.env.E2E_STOCKED_DATA ?? '', dataDir, { recursive: true })
  shop = await startShop({ port: await freePort(), dataDir })
})
test.afterAll(async () => {
  await shop?.end('SIGTERM')
  await rm(dataDir, { recursive: true, force: true })
})

test('a closed shop without delivery times says when it opens: in the cart, after the order and by mail', {
  tag: '@phone',
}, async ({ browser }) => {
  const opened = async () => {
    const context = await browser.newContext({ baseURL: shop.url, reducedMotion: 'reduce' })
    await context.addCookies([{ name: 'language', value: 'th', url: shop.url }])
    const page = await context.newPage()
    await page.setViewportSize({ width: 390, height: 844 })
    return page
  }
  const [seller, page] = [await opened(), await opened()]
  await signedInSeller(seller)
  // Closed today, and open from tomorrow's midnight on, whenever this test runs.
  const week = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', to: '24:00' }))
  const hours = (closed: string[], seen: number) => call(seller, '/api/delivery/save-hours', { week, closed, seen })
  await hours([dayIn('Asia/Bangkok')], 0)

  const shopper = await signedInShopper(page)
  await savedAddress(page)
  await broccoliInCart(page)
  await page.goto('/cart')
  const summary = page.getByRole('complementary', { name: texts.summary })
  await expect(summary).toContainText('ตอนนี้ร้านปิด เปิดอีกครั้งพรุ่งนี้ เวลา 00:00 น. สั่งซื้อได้ตามปกติ')
  await examine(page)
  await press(summary.getByRole('button', { name: texts.placeOrder }))
  await expect(page).toHaveURL(/\/my-orders/)
  const thanks = page.getByRole('region', { name: /ขอบคุณ/ })
  await expect(thanks).toContainText('ตอนนี้ร้านปิด เปิดอีกครั้งพรุ่งนี้')
  await expect(thanks).not.toContainText('30 นาที')
  await expect(page.getByRole('article').first()).toContainText('ตอนนี้ร้านปิด เปิดอีกครั้งพรุ่งนี้')
  await examine(page)
  // The first one is the code that verified the account.
  expect((await newestMail(page, shopper.email, 2)).text).toContain('คุณสั่งซื้อตอนร้านปิด')

  await hours([], 1)
  await page.reload()
  await expect(thanks).toContainText('30 นาที')
  await expect(page.getByText('ตอนนี้ร้านปิด')).toHaveCount(0)
})
