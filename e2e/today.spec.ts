import { randomUUID } from 'node:crypto'
import { aName, examine, examineBothSizes } from './seller.ts'
import { expect, test } from './shop-test.ts'
import { press, pressAgain } from './shopper.ts'
import { addByCall, aLastName, movedTo, openAsSeller, signedInSeller } from './test-data.ts'

/*
 * The screen Today, and the delivery schedule of today. Other tests place orders in the same shop, so counts can be
 * higher.
 */

const english = {
  title: 'Today',
  link: 'Today',
  waiting: 'Orders waiting',
  placed: /^\d[\d,+]*\s*Order Placed$/,
  sales: 'Sales',
  chart: 'Sales of each day',
  out: 'Out of stock',
  low: 'Low on stock',
  left: (count: number) => `${count} left`,
  editTitle: 'Edit Product',
  ordersTitle: 'Orders List',
  failed: 'Today could not be loaded',
  again: 'Try again',
  nothingSold: 'Nothing delivered or paid yet',
  nothingWaits: 'No order is waiting.',
  noneOut: 'Nothing has run out. Products that are switched off aren’t listed here.',
  noneLow: 'No product runs low.',
  dayOf: (day: number) => new RegExp(`^Today · .*\\b${day}\\b`),
  someOrders: '0 of 1,000+ orders are shown, the oldest.',
  allOrders: 'All orders',
  held: /^1200 of 1500 · 1 at the checkout/,
}

const thai: typeof english = {
  title: 'วันนี้',
  link: 'วันนี้',
  waiting: 'ออเดอร์ที่รอดำเนินการ',
  placed: /^\d[\d,+]*\s*ออเดอร์ใหม่ รอยืนยัน$/,
  sales: 'ยอดขาย',
  chart: 'ยอดขายรายวัน',
  out: 'สินค้าหมด',
  low: 'สินค้าใกล้หมด',
  left: (count) => `เหลือ ${count} ชิ้น`,
  editTitle: 'แก้ไขสินค้า',
  ordersTitle: 'รายการออเดอร์',
  failed: 'โหลดหน้าวันนี้ไม่สำเร็จ',
  again: 'ลองใหม่',
  nothingSold: 'ยังไม่มีออเดอร์ที่ส่งถึงหรือชำระแล้ว',
  nothingWaits: 'ไม่มีออเดอร์ที่รอดำเนินการ',
  noneOut: 'ไม่มีสินค้าหมด (ไม่นับสินค้าที่ปิดขายไว้)',
  noneLow: 'ไม่มีสินค้าใกล้หมด',
  dayOf: (day) => new RegExp(`^วันนี้ · .*\\b${day}\\b`),
  someOrders: 'แสดง 0 จาก 1,000+ ออเดอร์ เรียงจากเก่าสุด',
  allOrders: 'ดูออเดอร์ทั้งหมด',
  held: /^1200 จาก 1500 · กำลังสั่งซื้อ 1/,
}

const textsOf = (language: string) => (language === 'th' ? thai : english)

test('Today shows waiting orders and sales, and counts a new order without a reload', { tag: '@desktop' }, async ({
  page,
  aBuyer,
  texts: { language },
}) => {
  const texts = textsOf(language)
  await openAsSeller(page, '/seller')
  const product = await addByCall(page, aName())
  const buyer = await aBuyer(aLastName())
  await buyer.buy(product, 1)
  await press(page.getByRole('link', { name: texts.link, exact: true }))
  await expect(page.getByRole('heading', { level: 1, name: texts.title })).toBeVisible()
  const tile = page.getByRole('region', { name: texts.waiting }).getByRole('link', { name: texts.placed })
  await expect(tile).toBeVisible()
  const days = page.getByRole('table', { name: texts.chart }).getByRole('row')
  const placedToday = days.last().getByRole('cell').first()
  const before = Number(await placedToday.textContent())

  const number = await buyer.buy(product, 2)
  await expect(async () => expect(Number(await placedToday.textContent())).toBeGreaterThan(before)).toPass()
  await expect(tile).toHaveText(/^[1-9]/)
  await movedTo(page, number, 'Delivered')
  const chart = page.getByRole('img', { name: texts.chart })
  await expect(chart).toBeVisible()
  const [oldest = '', second = ''] = (await days.getByRole('rowheader').allTextContents()).slice(0, 2)
  const tip = (day: string) => page.getByRole('paragraph').filter({ hasText: day })
  await chart.press('Home')
  await expect(tip(oldest)).toBeVisible()
  await chart.press('ArrowRight')
  await expect(tip(second)).toBeVisible()
  await chart.press('Escape')
  await expect(tip(second)).toBeHidden()
  await chart.hover({ position: { x: 1, y: 50 } })
  await expect(tip(oldest)).toBeVisible()
  // The tip of the last day stays inside, too.
  await chart.press('End')
  await expect(tip(oldest)).toBeHidden()
  await examineBothSizes(page)

  // The sale is in the reports, too.
  await page.goto('/seller/reports')
  await expect(page.getByRole('table').first()).toBeVisible()
  await examineBothSizes(page)
  await page.goBack()

  await press(tile)
  await expect(page.getByRole('heading', { level: 1, name: texts.ordersTitle })).toBeVisible()
  await expect(page).toHaveURL('/seller/orders?status=Order+Placed')
})

test('products that run out link to their edit screen', { tag: '@desktop' }, async ({ page, texts: { language } }) => {
  const texts = textsOf(language)
  await signedInSeller(page)
  const name = aName()
  await addByCall(page, name, { stock: 0 })
  await page.goto('/seller/today')
  const out = page.getByRole('region', { name: texts.out })
  // The newest product is first; other tests may have added a newer one.
  const line = out
    .getByRole('link')
    .filter({ hasText: texts.left(0) })
    .first()
  await expect(line).toBeVisible()
  await press(line)
  await expect(page.getByRole('heading', { level: 1, name: texts.editTitle })).toBeVisible()
})

test('a failed Today screen shows the reason and can be loaded again', { tag: '@desktop' }, async ({
  page,
  texts: { language },
}) => {
  const texts = textsOf(language)
  let broken = true
  const message = 'The shop is counting'
  await page.route('**/api/seller/today', (route) =>
    broken ? route.fulfill({ json: { success: false, code: 'broken', message } }) : route.continue(),
  )
  await openAsSeller(page, '/seller/today')
  await expect(page.getByRole('heading', { level: 2, name: texts.failed })).toBeVisible()
  await expect(page.getByText(message)).toBeVisible()
  await examineBothSizes(page)
  await expect(page.getByRole('button', { name: texts.again })).toBeVisible()
  broken = false
  await pressAgain(page.getByRole('button', { name: texts.again }))
  await expect(page.getByRole('heading', { level: 2, name: texts.sales })).toBeVisible()
})

test('Today says so if nothing was sold and nothing is out of stock', async ({ page, texts: { language } }) => {
  const texts = textsOf(language)
  await page.route('**/api/seller/today', async (route) => {
    const json = await (await route.fetch()).json()
    const none = { products: [], count: 0 }
    const days = json.days.map(({ day }: { day: string }) => ({ day, orders: 0, amount: 0, placed: 0 }))
    const waiting = json.waiting.map(({ status }: { status: string }) => ({ status, count: 0 }))
    await route.fulfill({ json: { ...json, waiting, days, outOfStock: none, lowStock: none } })
  })
  await openAsSeller(page, '/seller/today')
  for (const text of [texts.nothingSold, texts.nothingWaits, texts.noneOut, texts.noneLow])
    await expect(page.getByText(text)).toBeVisible()
  await examine(page)
  // A change elsewhere has Today read again, perhaps as the page closes.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('the delivery schedule shows the next day after midnight, and whether a time is still held', {
  tag: '@desktop',
}, async ({ page, texts: { language } }) => {
  const texts = textsOf(language)
  let [day, held] = ['2026-11-28', 1]
  await page.route('**/api/delivery/board', (route) => {
    const times = { from: `${day}T08:00:00.000Z`, to: `${day}T10:00:00.000Z` }
    const windows = [{ id: randomUUID(), ...times, capacity: 1500, held, count: 1200, orders: [] }]
    return route.fulfill({ json: { success: true, day, today: day, windows, others: [], othersCount: 0 } })
  })
  // Without events of orders, which have it read, too: the stream is never opened.
  await page.route('**/api/order/seller-events', () => {})
  await page.clock.install()
  await openAsSeller(page, '/seller/windows')
  await expect(page.getByText(texts.dayOf(28))).toBeVisible()
  await expect(page.getByText(texts.held)).toBeVisible()
  await expect(page.getByText(texts.someOrders)).toBeVisible()
  await expect(page.getByRole('link', { name: texts.allOrders })).toHaveAttribute('href', '/seller/orders')
  await examineBothSizes(page)
  day = '2026-11-29'
  held = 0
  await page.clock.runFor(5 * 60_000)
  await expect(page.getByText(texts.dayOf(29))).toBeVisible()
  await expect(page.getByText(texts.held)).toBeHidden()
})
