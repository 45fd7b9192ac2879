import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { endTime } from '../contract/delivery/window-text.ts'
import { freePort } from '../server/common/free-port.ts'
import { type ShopServer, startShop } from '../testing/shop-process.ts'
import { bread, examine } from './seller.ts'
import { expect, test } from './shop-test.ts'
import { press } from './shopper.ts'
import { broccoliInCart, call, savedAddress, signedInShopper } from './test-data.ts'
import { textsByLanguage } from './texts.ts'

/*
 * A day of delivery in the Bangkok demo, on phones in Thai: an ASAP order and one for a window, from the
 * first look at the shop to the report of kept promises.
 */

const texts = textsByLanguage.th
const password = 'market-in-bangkok-1'
const staff = (role: string) => `${role}@talad.example`
let shop: ShopServer
let dataDir: string

test.use({ locale: 'th-TH' })
test.beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'talad-day-'))
  const settings = { DEMO: 'bangkok', SELLER_EMAIL: staff('owner'), SELLER_PASSWORD: password }
  shop = await startShop({ port: await freePort(), dataDir, settings })
})
test.afterAll(async () => {
  await shop?.end('SIGTERM')
  await rm(dataDir, { recursive: true, force: true })
})

test('a day of delivery, from the promise on the first page to the report that it was kept', {
  tag: '@phone',
}, async ({ browser }) => {
  const opened = async () => {
    const page = await (await browser.newContext({ baseURL: shop.url, reducedMotion: 'reduce' })).newPage()
    await page.setViewportSize({ width: 390, height: 844 })
    return page
  }
  const [owner, picker, rider, shopper] = [await opened(), await opened(), await opened(), await opened()]
  await call(owner, '/api/seller/login', { email: staff('owner'), password })
  // Open day and night, whenever this test runs.
  const { version } = await (await owner.request.get('/api/delivery/hours')).json()
  const week = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', to: '24:00' }))
  await call(owner, '/api/delivery/save-hours', { week, closed: [], seen: version })

  const before = await promises(owner)

  await test.step('a visitor sees the fee and the time before anything is in the cart', async () => {
    await shopper.goto('/')
    const strip = shopper.getByRole('button', { name: /ส่งที่ไหน|ภายใน/ }).first()
    await expect(strip).toContainText('฿30')
    await expect(strip).toContainText(/ภายใน \d\d:\d\d\sน\./)
    await examine(shopper)
  })

  await signedInShopper(shopper)
  await savedAddress(shopper, { note: 'ฝากไว้ที่ยาม' })
  const summary = shopper.getByRole('complementary', { name: texts.summary })
  const placeOrder = async (choose: () => Promise<void>) => {
    await broccoliInCart(shopper)
    await shopper.goto('/cart')
    await choose()
    // Otherwise the page could empty the cart of the next order.
    const emptied = shopper.waitForResponse('**/api/cart/update')
    await press(summary.getByRole('button', { name: texts.placeOrder }))
    await expect(shopper).toHaveURL(/\/my-orders/)
    await emptied
    const [order] = (await (await shopper.request.get('/api/order/user')).json()).orders
    return order as { _id: string; number: number; amount: number; delivery: { promisedAt: string; asap?: boolean } }
  }
  const soon = await test.step('the shopper orders as soon as possible', () =>
    placeOrder(async () => {
      const asap = shopper.getByRole('radio', { name: 'เร็วที่สุด' })
      await press(asap)
      await expect(shopper.getByText(/^ภายใน \d\d:\d\d\sน\./).first()).toBeVisible()
      await examine(shopper)
    }))
  expect(soon.delivery.asap).toBe(true)
  const later = await test.step('the shopper orders for a window', () =>
    placeOrder(async () => {
      await press(shopper.getByRole('button', { name: 'พรุ่งนี้' }))
      await press(shopper.getByRole('radio', { name: '13:00–15:00' }))
    }))
  await examine(shopper)

  const row = (page: Page, { number }: { number: number }): Locator =>
    page.getByRole('listitem').filter({ has: page.getByRole('link', { name: `เปิดออเดอร์ ${number}`, exact: true }) })
  await test.step('the owner sees both orders on the board: ASAP ones today, also after midnight, by time', async () => {
    await owner.goto('/seller/windows')
    const by = endTime(new Date(soon.delivery.promisedAt), { language: 'th', timeZone: 'Asia/Bangkok' })
    await expect(row(owner, soon)).toContainText(`ภายใน ${by} น.`)
    await expect(row(owner, later)).toHaveCount(0)
    await examine(owner)
    await press(owner.getByRole('button', { name: 'วันถัดไป' }))
    await expect(owner.getByRole('region', { name: '13:00–15:00' })).toContainText(String(later.number))
    await expect(row(owner, soon)).toHaveCount(0)
    await examine(owner)
  })

  const own = ({ number }: { number: number }) =>
    shopper.getByRole('article', { name: `คำสั่งซื้อ ${number}`, exact: true })
  const statusOf = async ({ _id }: { _id: string }) =>
    (await (await shopper.request.get(`/api/order/get?id=${_id}`)).json()).order.status
  await test.step('a picker confirms and packs both; the shopper watches', async () => {
    await call(picker, '/api/seller/login', { email: staff('picker'), password })
    await shopper.goto('/my-orders')
    for (const order of [soon, later]) {
      await picker.goto(`/seller/orders?q=${encodeURIComponent(`#${order.number}`)}`)
      const card = picker.getByRole('article').first()
      for (const [step, status, shown] of [
        ['รับออเดอร์', 'Confirmed', 'ร้านยืนยันแล้ว'],
        ['เริ่มจัด', 'Packing', 'กำลังเตรียมสินค้า'],
      ] as const) {
        await press(card.getByRole('button', { name: new RegExp(step) }).first())
        await expect.poll(() => statusOf(order)).toBe(status)
        // Without a reload.
        await expect(own(order).getByText(shown, { exact: true }).first()).toBeVisible()
      }
      await examine(picker)
    }
  })

  await test.step('the picker is asked before the order of tomorrow goes out', async () => {
    const sendOut = picker.getByRole('button', { name: `ออกจัดส่ง ออเดอร์ ${later.number}`, exact: true })
    const question = picker.getByRole('dialog', { name: `ออเดอร์ ${later.number} นัดส่ง` })
    await press(sendOut)
    await expect(question).toContainText('ลูกค้าจะได้รับอีเมลทันทีว่ากำลังไปส่ง')
    await examine(picker)
    await press(question.getByRole('button', { name: 'เก็บไว้ที่ร้าน' }))
    await expect(question).toHaveCount(0)
    expect(await statusOf(later)).toBe('Packing')
    await press(sendOut)
    await press(question.getByRole('button', { name: 'ส่งตอนนี้เลย' }))
    await expect.poll(() => statusOf(later)).toBe('Out for delivery')
    await call(picker, '/api/order/undo-step', { id: later._id, from: 'Out for delivery' })
  })

  const card = ({ number }: { number: number }) => rider.getByRole('region', { name: `ออเดอร์ ${number}`, exact: true })
  await test.step('a rider takes both', async () => {
    await call(rider, '/api/seller/login', { email: staff('rider'), password })
    await rider.goto('/seller/trip')
    const day = new Intl.DateTimeFormat('th-TH', { day: 'numeric', month: 'short', timeZone: 'Asia/Bangkok' })
    const ofTomorrow = `${day.format(Date.now() + 86_400_000)} 13:00–15:00`
    const ready = (of: RegExp) => rider.getByRole('region', { name: of })
    await expect(ready(/^สำหรับวันถัดไป/)).toContainText(String(later.number))
    await expect(ready(/^สำหรับวันถัดไป/)).toContainText(ofTomorrow)
    await expect(ready(/^รอรับไปส่ง/)).toContainText(String(soon.number))
    await examine(rider)
    for (const order of [soon, later]) {
      await press(rider.getByRole('button', { name: `รับออเดอร์ ${order.number}`, exact: true }))
      const unpacked = rider.getByRole('dialog', { name: `ออเดอร์ ${order.number} ยังจัดของไม่เสร็จ` })
      if (order === soon) await press(unpacked.getByRole('button', { name: 'รับตอนนี้' }))
      if (order === later) {
        // It is of another day: the rider is asked, and leaves it first.
        const question = rider.getByRole('dialog', { name: `ออเดอร์ ${order.number} นัดส่ง` })
        await expect(question).toContainText(ofTomorrow)
        await examine(rider)
        await press(question.getByRole('button', { name: 'ยังไม่รับ' }))
        await expect(question).toHaveCount(0)
        await press(rider.getByRole('button', { name: `รับออเดอร์ ${order.number}`, exact: true }))
        await press(question.getByRole('button', { name: 'รับตอนนี้' }))
      }
      await expect(card(order)).toContainText(`เก็บเงิน ฿${order.amount.toFixed(2)}`)
      await expect(own(order).getByText('กำลังจัดส่ง', { exact: true }).first()).toBeVisible()
    }
    await expect(card(soon)).toContainText('ฝากไว้ที่ยาม')
    await expect(card(later)).toContainText(ofTomorrow)
    await expect(card(soon).getByRole('link', { name: 'แผนที่' })).toHaveAttribute('href', /^https:/)
    await examine(rider)
    await expect(own(soon)).toContainText(/กำลังไปส่ง ถึงประมาณ (.+ )?\d\d:\d\d\sน\./)
  })

  await test.step('the owner who marks one as delivered is told that its cash is on the rider’s account', async () => {
    await owner.goto(`/seller/orders?q=${encodeURIComponent(`#${soon.number}`)}`)
    await press(owner.getByRole('button', { name: `ส่งถึงแล้ว ออเดอร์ ${soon.number}`, exact: true }))
    const question = owner.getByRole('dialog', { name: `ออเดอร์ ${soon.number} ส่งถึงแล้ว?` })
    await expect(question).toContainText(`เก็บเงินสด ฿${soon.amount.toFixed(2)}`)
    await expect(question).toContainText('ระบบจะบันทึกเงินสดไว้ที่คนส่งจนกว่าจะนับเงิน')
    await examine(owner)
    await press(question.getByRole('button', { name: 'ยังไม่ถึง' }))
    await expect(question).toHaveCount(0)
    expect(await statusOf(soon)).toBe('Out for delivery')
  })

  const stranger = await opened()
  await test.step('the link of an order works without signing in, and shows no address', async () => {
    const { path } = await (await shopper.request.get(`/api/order/track?id=${soon._id}`)).json()
    await stranger.clock.install()
    await stranger.goto(path)
    await expect(stranger.getByText(/ประมาณ (.+ )?\d\d:\d\d\sน\./).first()).toBeVisible()
    await expect(stranger.locator('body')).not.toContainText('Charoen Krung')
    await examine(stranger)
    await stranger.getByRole('link', { name: /^โทรหาร้าน/ }).focus()
  })

  await test.step('the rider brings one with a photo and cash, and is told another time at the other', async () => {
    await press(card(soon).getByRole('button', { name: 'ส่งแล้ว' }))
    const dialog = rider.getByRole('dialog')
    const photo = { name: 'photo.png', mimeType: 'image/png', buffer: await bread(2400) }
    await dialog.locator('input[type=file]').setInputFiles(photo)
    await expect(dialog.getByRole('img')).toBeVisible()
    await examine(rider)
    await press(dialog.getByRole('button', { name: /^ส่งแล้ว เก็บเงิน/ }))
    await expect(card(soon)).toHaveCount(0)
    await press(card(later).getByRole('button', { name: 'ส่งไม่ได้' }))
    await examine(rider)
    await press(dialog.getByRole('button', { name: 'ขอรับเวลาอื่น' }))
    await expect(card(later)).toHaveCount(0)
    await expect.poll(() => statusOf(later)).toBe('Packing')
    await expect(own(soon).getByText('จัดส่งสำเร็จ', { exact: true }).first()).toBeVisible()
    // Without loading the page again: the focus stays where it was.
    await stranger.clock.runFor(30_000)
    await expect(stranger.getByRole('heading', { name: 'จัดส่งสำเร็จ' })).toBeVisible()
    await expect(stranger.getByRole('link', { name: /^โทรหาร้าน/ })).toBeFocused()
    await stranger.close()
  })
  const sum = `฿${soon.amount.toFixed(2)}`
  await test.step('the rider sees the cash of their own trip only', async () => {
    await expect(rider.getByText(`เงินสดที่ตัวคุณ ${sum}`)).toBeVisible()
    // The screen of all riders' cash isn't for riders: they get their own trip.
    await rider.goto('/seller/trip?cash')
    await expect(rider.getByText(`เงินสดที่ตัวคุณ ${sum}`)).toBeVisible()
    await expect(rider).toHaveURL(/\/seller\/trip$/)
  })

  await test.step('the cash adds up, and the promise was kept', async () => {
    await owner.goto('/seller/trip?cash')
    await press(owner.getByRole('button', { name: /^รับเงินสดของ/ }))
    const count = owner.getByRole('dialog')
    await expect(count).toContainText(sum)
    await count.getByRole('textbox').fill(soon.amount.toFixed(2))
    await press(count.getByRole('button', { name: 'รับเงินเข้าร้าน' }))
    await expect(count).toHaveCount(0)
    await expect(owner.getByText('ไม่มีไรเดอร์ที่ถือเงินสดหรือออเดอร์อยู่')).toBeVisible()
    await examine(owner)
    const { orders } = await (await owner.request.get(`/api/order/seller?q=%23${soon.number}`)).json()
    expect(orders[0].money).toMatchObject({ cost: soon.amount, received: soon.amount, balance: 0 })
    const after = await promises(owner)
    expect([after.promised - before.promised, after.kept - before.kept]).toEqual([1, 1])
    await owner.goto('/seller/delivery')
    const report = owner.getByRole('table').filter({ hasText: 'ทันเวลา' }).first()
    await expect(report).toContainText(`${after.today?.kept} จาก ${after.today?.promised}`)
    await examine(owner)
  })
})

type Period = { day: string; promised: number; kept: number }

/** Returns the report of promised times: of all its days, and of the newest one. */
async function promises({ request }: Page): Promise<{ promised: number; kept: number; today: Period | undefined }> {
  const { days } = (await (await request.get('/api/delivery/promises')).json()) as { days: Period[] }
  const sum = (key: 'promised' | 'kept') => days.reduce((total, each) => total + each[key], 0)
  return { promised: sum('promised'), kept: sum('kept'), today: days[0] }
}
