import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { dayIn } from '../contract/values/day.ts'
import { freePort } from '../server/common/free-port.ts'
import { newId } from '../server/common/ids.ts'
import { type ShopServer, startShop } from '../testing/shop-process.ts'
import { aSlip } from '../testing/slip-picture.ts'
import { bread, examine, examineBothSizes } from './seller.ts'
import { expect, test } from './shop-test.ts'
import { broccoliInCart, call, newestMail, press, savedAddress, signedInShopper } from './shopper.ts'
import { textsByLanguage } from './texts.ts'

const texts = textsByLanguage.th

// A browser that asks for German gets the demo's own language.
test.use({ locale: 'de-DE' })

const owner = { email: 'owner@talad.example', password: 'market-in-bangkok-1' }
let shop: ShopServer
let dataDir: string

// One shop for all tests: it takes seconds to open.
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'talad-bangkok-'))
  const settings = { DEMO: 'bangkok', SELLER_EMAIL: owner.email, SELLER_PASSWORD: owner.password }
  shop = await startShop({ port: await freePort(), dataDir, settings })
})
test.afterAll(async () => {
  await shop?.end('SIGTERM')
  await rm(dataDir, { recursive: true, force: true })
})

test('the Bangkok demo is in Thai by default, has prices in baht with VAT included, and makes no claims of other shops', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.goto(shop.url)
  await expect(page.locator('html')).toHaveAttribute('lang', 'th')
  await expect(page.getByText('฿79.00').first()).toBeVisible()
  await expect(page.getByText('10,000')).toHaveCount(0)

  // A visitor chooses a place, which the browser remembers, with its zone's fee.
  await press(page.getByRole('button', { name: /ให้ส่งที่ไหน/ }).first())
  const where = page.getByRole('dialog', { name: 'ให้ส่งที่ไหน' })
  await where.getByRole('searchbox').fill('ลุมพินี')
  await press(where.getByRole('button', { name: /ลุมพินี.*10330/ }))
  await expect(where).toContainText('฿50')
  await press(where.getByRole('button', { name: 'เสร็จ' }))
  await page.reload()
  const chip = page.getByRole('button', { name: /^ส่งที่.*ลุมพินี/ }).first()
  await expect(chip).toContainText('฿50')

  await press(page.getByRole('link', { name: 'มะม่วงน้ำดอกไม้', exact: true }))
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1, name: 'มะม่วงน้ำดอกไม้' })).toBeVisible()
  await expect(main.getByText('฿99.00').first()).toHaveCSS('text-decoration-line', 'line-through')
  await expect(main.getByText('MRP')).toHaveCount(0)
  await press(main.getByRole('button', { name: texts.addToCart, exact: true }))

  // Fresh milk carries VAT, the mango doesn't.
  await page.goto(`${shop.url}/products/dairy`)
  await press(page.getByRole('button', { name: texts.add('นมสดพาสเจอร์ไรส์') }))
  // The time that the cart shows is that of an order of its two products.
  const asked = page.waitForRequest(/\/api\/delivery\/options\?.*\blines=2\b/)
  await page.goto(`${shop.url}/cart`)
  await asked
  await expect(main.getByText('฿168.00').first()).toBeVisible()
  // With the delivery fee of the place's zone, of which 26.49 are taxed as the milk is.
  await expect(main.getByText('฿218.00').first()).toBeVisible()
  await expect(main.getByText('฿7.56')).toBeVisible()
  await expect(main.getByText('$')).toHaveCount(0)
})

test('on a phone, an order with a code is paid by PromptPay, confirmed, invoiced, and one line of it refunded', {
  tag: '@phone',
}, async ({ browser }) => {
  const opened = () => browser.newContext({ baseURL: shop.url, reducedMotion: 'reduce' }).then((each) => each.newPage())
  const [seller, shopper] = [await opened(), await opened()]
  await call(seller, '/api/seller/login', owner)
  const taxesBefore = await taxReportSums(seller)
  const before = await salesToday(seller)
  await seller.goto('/seller/settings?topic=promptpay')
  await seller.getByRole('combobox', { name: 'ผูกพร้อมเพย์กับ' }).selectOption('เบอร์มือถือ')
  await seller.getByRole('textbox', { name: 'เบอร์มือถือ' }).fill('081-234-56')
  await seller.getByRole('textbox', { name: 'ชื่อผู้รับเงิน' }).fill('Baan Daeng')
  const on = seller.getByRole('switch', { name: 'ให้ลูกค้าชำระด้วยพร้อมเพย์' })
  if ((await on.getAttribute('aria-checked')) === 'false') await press(on)
  await press(seller.getByRole('button', { name: 'บันทึก', exact: true }))
  await expect(seller.getByText('ต้องมีตัวเลข 10 หลัก')).toBeVisible()
  await seller.getByRole('textbox', { name: 'เบอร์มือถือ' }).fill('081-234-5678')
  await press(seller.getByRole('button', { name: 'บันทึก', exact: true }))
  await expect(seller.getByText('บันทึกการตั้งค่าแล้ว')).toBeVisible()
  await expect(seller.getByRole('img', { name: 'โอน ฿1.00 ให้ Baan Daeng' })).toBeVisible()
  await examine(seller)

  const eighteenOff = { code: 'MARKET18', name: 'Market', nameTh: 'ตลาด', terms: { kind: 'amount', amount: 18 } }
  const always = { minimum: null, firstOrder: false, startsAt: null, endsAt: null, maxUses: null }
  const promotion = { ...eighteenOff, ...always, maxUsesOfShopper: null, enabled: true }
  const promotionId = newId()
  const savePromotion = (seen: number, enabled = true) =>
    call(seller, '/api/promotion/save', { ...promotion, id: promotionId, seen, enabled })
  await savePromotion(0)

  const { email } = await signedInShopper(shopper)
  await savedAddress(shopper)
  // Broccoli at 49.00, which is exempt from VAT, and milk at 89.00, which isn't.
  const { products } = await (await shopper.request.get('/api/product/list')).json()
  const [broccoli, milk] = [texts.broccoli, 'นมสดพาสเจอร์ไรส์'].map(
    (name) => products.find((each: { nameTh: string }) => each.nameTh === name)._id,
  )
  await call(shopper, '/api/cart/update', { cartItems: { [broccoli]: 1, [milk]: 1 } })
  await shopper.goto('/cart')
  const summary = shopper.getByRole('complementary', { name: texts.summary })
  await press(summary.getByRole('button', { name: 'มีโค้ดส่วนลด?' }))
  const code = summary.getByRole('textbox', { name: 'โค้ดส่วนลด' })
  await code.fill('market18')
  await press(summary.getByRole('button', { name: 'ใช้โค้ด', exact: true }))
  await expect(summary.getByText('ใช้โค้ด MARKET18 แล้ว')).toBeVisible()
  const holds: string[] = []
  shopper.on('request', (request) => {
    if (request.url().endsWith('/api/delivery/hold')) holds.push(request.postData() ?? '')
  })
  // At night no time is promised, and none is chosen.
  await press(summary.getByRole('button', { name: 'พรุ่งนี้' }))
  await press(summary.getByRole('radio', { name: '13:00–15:00' }))
  await press(summary.getByRole('radio', { name: 'พร้อมเพย์' }))
  const pay = summary.getByRole('button', { name: 'ชำระด้วยพร้อมเพย์' })
  // A code that ends while it counts: the sum is without it, and one press goes on.
  await expect(pay.filter({ hasText: '฿150.00' })).toBeVisible()
  await savePromotion(1, false)
  await press(pay)
  await expect(summary.getByRole('alert').filter({ hasText: 'หรือโค้ดนี้ใช้ไม่ได้แล้ว' }).first()).toBeVisible()
  await expect(pay.filter({ hasText: '฿168.00' })).toBeVisible()
  await press(summary.getByRole('button', { name: 'ไม่ใช้โค้ด' }))
  await expect(summary.getByRole('alert').filter({ hasText: 'หรือโค้ดนี้' })).toHaveCount(0)
  await savePromotion(2)
  // A code that was typed is entered before the order, whose sum it changes.
  await code.fill('market18')
  await press(pay)
  await expect(summary.getByText('ใช้โค้ด MARKET18 แล้ว')).toBeVisible()
  await press(pay.filter({ hasText: '฿150.00' }))
  await expect(shopper).toHaveURL(/\/promptpay\?order=/)
  await expect(shopper.getByRole('img', { name: 'โอน ฿150.00 ให้ Baan Daeng' })).toBeVisible()
  // One as the time was chosen, one after the refused order.
  expect(holds).toHaveLength(2)
  // The order has the window: neither the cart that was left nor the one with this order unpaid holds it once more.
  await shopper.goto('/cart')
  await expect(summary.getByRole('radio', { name: '13:00–15:00' })).toBeChecked()
  await shopper.goBack()
  await expect(shopper.getByRole('img', { name: 'โอน ฿150.00 ให้ Baan Daeng' })).toBeVisible()
  expect(holds).toHaveLength(2)
  await examine(shopper)

  const send = async (reference?: string) => {
    const buffer = await aSlip(reference)
    const main = shopper.getByRole('main')
    await main.getByLabel(/^เลือกรูป/).setInputFiles({ name: 'slip.png', mimeType: 'image/png', buffer })
    await press(main.getByRole('button', { name: 'ส่งสลิป', exact: true }))
  }
  await send()
  await expect(shopper.getByRole('button', { name: 'ส่งให้ร้านตรวจเอง' })).toBeVisible()
  await examine(shopper)
  await seller.goto('/seller/slips')
  await expect(seller.getByRole('heading', { level: 2, name: 'ไม่มีสลิปรอตรวจ' })).toBeVisible()
  await send('015120261122085BPM01')
  await expect(shopper.getByRole('heading', { level: 2, name: 'กำลังตรวจสลิปของคุณ' })).toBeVisible()
  await examine(shopper)

  const slip = seller.getByRole('article').filter({ hasText: '฿150.00' })
  await expect(slip).toContainText('ธนาคารกสิกรไทย')
  await expect(slip).toContainText('015120261122085BPM01')
  await examine(seller)
  await press(slip.getByRole('button', { name: /^เงินเข้าแล้ว/ }))
  await examine(seller)
  // Another seller rejects it while it is asked about here; the money is there nevertheless.
  const [{ id: slipId }] = (await (await seller.request.get('/api/payment/slips')).json()).slips
  await call(seller, '/api/payment/reject', { id: slipId, reason: 'ไม่พบเงินเข้า' })
  await expect(seller.getByRole('dialog').getByRole('alert')).toContainText('มีการเปลี่ยนแปลงระหว่างนี้: ไม่รับ')
  await newestMail(shopper, email, 2)
  await examine(seller)
  await press(seller.getByRole('button', { name: 'ใช่ เข้าแล้ว' }))
  await expect(slip).toContainText('ยืนยันแล้ว')

  await expect(shopper).toHaveURL('/my-orders')
  await expect(shopper.getByRole('article')).toContainText('พร้อมเพย์ · ชำระแล้ว')
  await expect(shopper.getByRole('link', { name: texts.cartWith(0) })).toBeVisible()

  // The mail leads to the abbreviated tax invoice, which a job makes: 77.39 of the goods and 19.35 of
  // the delivery fee of 30.00 are taxed, and 7/107 of that is VAT.
  const mail = await newestMail(shopper, email, 3)
  const link = /http\S+\/documents\/order\/\S+/.exec(mail.text)?.[0] ?? ''
  await expect(async () => {
    await shopper.goto(link)
    await expect(shopper.getByRole('heading', { level: 1 })).toContainText('ใบกำกับภาษีอย่างย่อ', { timeout: 2000 })
  }).toPass()
  for (const sum of ['฿150.00', '฿6.33']) await expect(shopper.getByText(sum).first()).toBeVisible()
  await press(shopper.getByRole('link', { name: '80' }))
  await expect(shopper).toHaveURL(/paper=receipt/)

  await seller.goto('/seller/orders')
  const order = seller.getByRole('article').filter({ hasText: '฿150.00' })
  await press(order.getByRole('button', { name: /ยอดเงินและขั้นตอน/ }))
  await press(order.getByRole('button', { name: /^คืนเงิน/ }))
  const dialog = seller.getByRole('dialog')
  const line = dialog.getByRole('listitem').filter({ hasText: texts.broccoli })
  await press(line.getByRole('button').last())
  await dialog.getByRole('combobox').selectOption({ index: 1 })
  await examine(seller)
  await press(dialog.getByRole('button', { name: 'คืน ฿42.61' }))
  await expect(dialog).toBeHidden()
  await seller.goto('/seller/money')
  const owed = seller.getByRole('article').filter({ hasText: '฿42.61' })
  await press(owed.getByRole('button', { name: /คืน/ }))
  await press(dialog.getByRole('button', { name: 'คืนแล้ว' }))
  await expect(dialog).toBeHidden()
  await expect(owed).toBeHidden()

  // Shopper, document and report agree to the satang.
  await shopper.goto('/my-orders')
  await expect(shopper.getByRole('article')).toContainText('฿107.39')
  await expect(async () => {
    await shopper.goto(link)
    await expect(shopper.getByRole('heading', { level: 1 })).toContainText('ใบลดหนี้', { timeout: 2000 })
  }).toPass()
  await expect(shopper.getByText('฿42.61').first()).toBeVisible()
  const after = await salesToday(seller)
  const added = (figure: keyof typeof after) => Math.round((after[figure] - before[figure]) * 100) / 100
  expect([added('total'), added('discount'), added('tax'), added('refund'), added('net')]).toEqual([
    150, 18, 6.33, 42.61, 107.39,
  ])
  const [{ _id: id, number }] = (await (await shopper.request.get('/api/order/user')).json()).orders
  const ledger = await seller.request.get(`/api/order/seller?q=${encodeURIComponent(`#${number}`)}`)
  const money = { due: 107.39, received: 150, givenBack: 42.61, balance: 0 }
  expect((await ledger.json()).orders).toMatchObject([{ _id: id, money }])
  // The month's tax report has the invoice and the credit note more: 96.74 with 6.33 of VAT, and 10.65 exempt.
  expect(await taxReportSince(seller, taxesBefore)).toEqual([90.41, 6.33, 10.65, 107.39])
  expect(await scrolledSideways(seller)).toEqual([])
  await examine(seller)
  await shopper.goto(link)
  expect(await scrolledSideways(shopper)).toEqual([])
  // Back, two papers and Print: two rows of two.
  const bar = shopper.getByRole('navigation')
  const buttons = await bar
    .getByRole('link')
    .or(bar.getByRole('button'))
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top))
  expect(buttons.map((top) => buttons.filter((each) => each === top).length)).toEqual([2, 2, 2, 2])

  // A second transfer whose reply is lost is recorded once, though the order is read again with it in the meantime.
  await seller.goto(`/seller/orders?q=${encodeURIComponent(`#${number}`)}`)
  await press(seller.getByRole('button', { name: /ยอดเงินและขั้นตอน/ }))
  await press(seller.getByRole('button', { name: 'มีเงินโอนเข้ามาซ้ำ' }))
  await dialog.getByRole('textbox').fill('10')
  await seller.route(
    '**/api/payment/received-again',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await press(dialog.getByRole('button', { name: 'ใช่ บันทึก' }))
  await expect(dialog).toContainText('ร้านยังไม่ตอบกลับ')
  await expect(seller.getByRole('article', { includeHidden: true })).toContainText('฿10.00')
  await press(dialog.getByRole('button', { name: 'ใช่ บันทึก' }))
  await expect(dialog).toContainText('ขณะนี้ยอดคือ ฿160.00')

  // What is to be paid out follows another transfer while it is asked about.
  await seller.goto('/seller/money')
  await press(seller.getByRole('button', { name: `คืนแล้ว ออเดอร์ ${number}` }))
  await expect(dialog).toContainText('฿10.00')
  await call(seller, '/api/payment/received-again', { orderId: id, amount: 5, seen: { received: 160 } })
  await expect(dialog.getByRole('alert')).toHaveText('ยอดเปลี่ยนแล้ว ตอนนี้ ฿15.00 (เดิม ฿10.00)')
  await examine(seller)
})

/** Returns the elements whose content has to be scrolled sideways. */
const scrolledSideways = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('body, body *')]
      .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1)
      .map(({ className, tagName }) => `${tagName} ${className}`),
  )

const taxReportPath = () => `/documents/report?month=${dayIn('Asia/Bangkok').slice(0, 7)}`

/** Returns the sums of the month's tax report: before VAT, VAT, exempt, and all. */
async function taxReportSums(page: Page): Promise<number[]> {
  await page.goto(taxReportPath())
  const sums = await page.getByRole('row').last().getByRole('cell').allInnerTexts()
  return sums.map((text) => Number(text.replace('−', '-').replace(/[฿,]/g, '')))
}

async function taxReportSince(page: Page, before: readonly number[]): Promise<number[]> {
  const sums = await taxReportSums(page)
  return sums.map((sum, at) => Math.round((sum - (before[at] ?? 0)) * 100) / 100)
}

// As by PromptPay: 150.00, of which 77.39 of the goods and 19.35 of the delivery fee are taxed; the broccoli is refunded.
const moneyDays = [
  { method: 'cash', choose: undefined, placed: 'เก็บเงินปลายทาง · ชำระแล้ว' },
  { method: 'card', choose: 'ชำระเงินออนไลน์', placed: 'ชำระเงินออนไลน์ · ชำระแล้ว' },
] as const
for (const { method, choose, placed } of moneyDays)
  test(`on a phone, a day of money by ${method}: a code, the seller’s steps, the invoice, and one line refunded`, {
    tag: '@phone',
  }, async ({ browser }) => {
    const opened = () =>
      browser.newContext({ baseURL: shop.url, reducedMotion: 'reduce' }).then((each) => each.newPage())
    const [seller, shopper] = [await opened(), await opened()]
    await call(seller, '/api/seller/login', owner)
    const code = `DAY${method.toUpperCase()}`
    const off = { code, name: code, terms: { kind: 'amount', amount: 18 }, maxUsesOfShopper: null, enabled: true }
    const always = { minimum: null, firstOrder: false, startsAt: null, endsAt: null, maxUses: null }
    await call(seller, '/api/promotion/save', { ...off, ...always, id: newId(), seen: 0 })
    const day = dayIn('Asia/Bangkok')
    const salesOf = async (view: string, key: string) => {
      const reply = await seller.request.get(`/api/report/sales?view=${view}&from=${day}&to=${day}`)
      const { rows } = await reply.json()
      return rows.find((row: { key: string }) => row.key === key) ?? { orders: 0, total: 0, refund: 0, net: 0 }
    }
    const before = await salesOf('method', method)
    const taxesBefore = await taxReportSums(seller)

    await signedInShopper(shopper)
    await savedAddress(shopper)
    const { products } = await (await shopper.request.get('/api/product/list')).json()
    const [broccoli, milk] = [texts.broccoli, 'นมสดพาสเจอร์ไรส์'].map(
      (name) => products.find((each: { nameTh: string }) => each.nameTh === name)._id,
    )
    await call(shopper, '/api/cart/update', { cartItems: { [broccoli]: 1, [milk]: 1 } })
    await shopper.goto('/cart')
    const summary = shopper.getByRole('complementary', { name: texts.summary })
    await press(summary.getByRole('button', { name: 'มีโค้ดส่วนลด?' }))
    await summary.getByRole('textbox', { name: 'โค้ดส่วนลด' }).fill(code.toLowerCase())
    await press(summary.getByRole('button', { name: 'ใช้โค้ด', exact: true }))
    await expect(summary.getByText(`ใช้โค้ด ${code} แล้ว`)).toBeVisible()
    // At night no time is promised, and none is chosen.
    await press(summary.getByRole('button', { name: 'พรุ่งนี้' }))
    await press(summary.getByRole('radio', { name: '13:00–15:00' }))
    if (choose) await press(summary.getByRole('radio', { name: choose }))
    await press(summary.getByRole('button').filter({ hasText: '฿150.00' }))
    if (method === 'card') {
      // The cart's own button has the same words.
      await expect(shopper).toHaveURL(/\/dev\/payment\//)
      await press(shopper.getByRole('button', { name: 'ชำระ ฿150.00' }))
    }
    await expect(shopper).toHaveURL(/\/my-orders/)
    const own = shopper.getByRole('article').first()
    await expect(own).toContainText('฿150.00')

    // The seller's steps, pressed as they come: each is the first button of the order.
    await seller.goto('/seller/orders')
    const order = seller.getByRole('article').filter({ hasText: '฿150.00' }).first()
    // A card's order isn't listed here until a job has learnt that it is paid.
    const listed = async () => (await (await shopper.request.get('/api/order/user')).json()).orders
    await expect.poll(async () => (await listed()).length).toBe(1)
    const orders = await listed()
    const [{ _id: id }] = orders
    for (const [step, status] of [
      ['รับออเดอร์', 'Confirmed'],
      ['เริ่มจัด', 'Packing'],
    ] as const) {
      await press(order.getByRole('button', { name: new RegExp(step) }).first())
      await expect.poll(async () => (await orderOf(shopper, id)).status).toBe(status)
    }
    for (const [from, status] of [
      ['Packing', 'Out for delivery'],
      ['Out for delivery', 'Delivered'],
    ])
      await call(seller, '/api/order/move', { id, from, status })
    await expect(own).toContainText(placed)

    // The abbreviated tax invoice, which a job makes.
    await expect.poll(async () => (await orderOf(shopper, id)).documents?.length).toBe(1)
    await shopper.goto(`/documents/order/${id}`)
    await expect(shopper.getByRole('heading', { level: 1 })).toContainText('ใบกำกับภาษีอย่างย่อ')
    for (const sum of ['฿150.00', '฿6.33']) await expect(shopper.getByText(sum).first()).toBeVisible()

    await seller.goto(`/seller/orders?q=${encodeURIComponent(`#${orders[0].number}`)}`)
    const found = seller.getByRole('article').first()
    await press(found.getByRole('button', { name: /ยอดเงินและขั้นตอน/ }))
    await press(found.getByRole('button', { name: /^คืนเงิน/ }))
    const dialog = seller.getByRole('dialog')
    await press(dialog.getByRole('listitem').filter({ hasText: texts.broccoli }).getByRole('button').last())
    await dialog.getByRole('combobox').selectOption({ index: 1 })
    await press(dialog.getByRole('button', { name: 'คืน ฿42.61' }))
    await expect(dialog).toBeHidden()
    if (method === 'cash') {
      await seller.goto('/seller/money')
      const owed = seller.getByRole('article').filter({ hasText: '฿42.75' })
      await press(owed.getByRole('button', { name: /คืน/ }))
      await press(dialog.getByRole('button', { name: 'คืนแล้ว' }))
      await expect(dialog).toBeHidden()
      await expect(owed).toBeHidden()
    }

    // Ledger, documents and report agree to the satang.
    await expect.poll(async () => (await orderOf(shopper, id)).documents?.length).toBe(2)
    // What is left costs 107.25 in cash.
    const givenBack = method === 'cash' ? 42.75 : 42.61
    await expect.poll(async () => (await orderOf(shopper, id)).refunded).toBe(givenBack)
    const ledger = await seller.request.get(`/api/order/seller?q=${encodeURIComponent(`#${orders[0].number}`)}`)
    expect((await ledger.json()).orders[0].money).toMatchObject({
      due: 107.39,
      received: 150,
      givenBack,
      balance: 0,
    })
    await shopper.goto(`/documents/order/${id}`)
    await expect(shopper.getByRole('heading', { level: 1 })).toContainText('ใบลดหนี้')
    // No term is broken into more than two lines on a phone.
    const terms = await shopper
      .getByRole('term')
      .evaluateAll((all) =>
        all.map((term) =>
          Math.round(term.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(term).lineHeight)),
        ),
      )
    expect(Math.max(...terms)).toBeLessThanOrEqual(2)
    await press(shopper.getByRole('link', { name: 'กลับ' }))
    await expect(shopper).toHaveURL('/my-orders')
    await expect(shopper.getByText('฿42.61').first()).toBeVisible()
    const promotion = (await (await seller.request.get('/api/promotion/list')).json()).promotions.find(
      (each: { code: string }) => each.code === code,
    )
    const sums = { orders: 1, total: 150, discount: 18, tax: 6.33, refund: 42.61, refundTax: 0, net: 107.39 }
    expect(await salesOf('promotion', promotion.id)).toMatchObject(sums)
    const after = await salesOf('method', method)
    const added = (figure: 'orders' | 'total' | 'refund' | 'net') =>
      Math.round((after[figure] - before[figure]) * 100) / 100
    expect([added('orders'), added('total'), added('refund'), added('net')]).toEqual([1, 150, 42.61, 107.39])
    expect(await taxReportSince(seller, taxesBefore)).toEqual([90.41, 6.33, 10.65, 107.39])
    await shopper.goto('/my-orders')
    await expect(shopper.getByRole('article').first()).toContainText('฿107.39')
    await examine(shopper)
  })

async function orderOf(page: Page, id: string) {
  return (await (await page.request.get(`/api/order/get?id=${id}`)).json()).order
}

test('on a phone, a postcode that doesn’t exist is refused at its field; the bar cuts a long place before the time', {
  tag: '@phone',
}, async ({ browser }) => {
  const page = await (await browser.newContext({ baseURL: shop.url, reducedMotion: 'reduce' })).newPage()
  await page.setViewportSize({ width: 390, height: 844 })
  await signedInShopper(page)
  await page.goto('/add-address')
  const field = (at: number) => page.getByRole('textbox', { name: texts.address[at] ?? '', exact: true })
  const [street, district, province, postcode] = [field(2), field(3), field(4), field(5)]
  await postcode.fill('10500')
  await press(page.getByRole('button', { name: 'สีลม', exact: true }))
  await expect(page.getByText('ค่าส่ง', { exact: true })).toBeVisible()
  await expect(district).toHaveValue('แขวงสีลม เขตบางรัก')
  // Another postcode takes province and sub-district along.
  await postcode.fill('50200')
  await expect(province).toHaveValue('เชียงใหม่')
  await expect(district).toHaveValue('')
  await postcode.fill('99999')
  await expect(postcode).toHaveAccessibleDescription(/ไม่มีรหัสไปรษณีย์ 99999/)
  await expect(page.getByText('ค่าส่ง', { exact: true })).toHaveCount(0)
  await district.fill('x')
  await street.fill('12 ถนนสีลม')
  await field(7).fill('0812345678')
  await press(page.getByRole('button', { name: texts.saveAddress }))
  await expect(postcode).toBeFocused()
  await examine(page)
  expect((await (await page.request.get('/api/address/get')).json()).addresses).toEqual([])

  await savedAddress(page)
  const { addresses } = await (await page.request.get('/api/address/get')).json()
  const { _id: id, userId: _, isDefault: __, ...address } = addresses[0]
  await call(page, '/api/address/edit', { id, address: { ...address, label: 'บ้านคุณแม่ ซอยสีลมสามสิบ' } })
  await broccoliInCart(page)
  await page.clock.install()
  await page.goto('/cart')
  const time = page.getByRole('button', { name: /^ส่งที่/ }).getByText(/^· /).first()
  await expect(time).toBeVisible()
  expect(await time.evaluate((each) => each.scrollWidth <= each.clientWidth)).toBe(true)

  await call(page, '/api/address/edit', { id, address: { ...address, city: 'x', state: 'เชียงใหม่', zipcode: '99999' } })
  // Delivery is asked about each minute, once for all parts of the page.
  let asked = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/delivery/options')) asked += 1
  })
  await page.clock.runFor(75_000)
  await expect(page.getByRole('button', { name: /^ยังไม่ส่งถึง/ })).toBeVisible()
  expect(asked).toBe(1)
  await page.reload()
  await expect(page.getByRole('main').getByText('ไม่มีรหัสไปรษณีย์ 99999').first()).toBeVisible()
  await examine(page)
})

test('on a phone, an order takes the last of a delivery time, another gets three others, and both are moved', {
  tag: '@phone',
}, async ({ browser }) => {
  const opened = () => browser.newContext({ baseURL: shop.url, reducedMotion: 'reduce' }).then((each) => each.newPage())
  const [seller, first, second] = [await opened(), await opened(), await opened()]
  await call(seller, '/api/seller/login', owner)
  const template = {
    days: [1, 2, 3, 4, 5, 6, 7],
    starts: 600,
    ends: 630,
    cutOff: 30,
    fee: 20,
    capacity: 1,
    active: true,
  }
  await call(seller, '/api/delivery/save-template', { ...template, id: newId(), seen: 0 })
  const tomorrow = dayIn('Asia/Bangkok', new Date(Date.now() + 86_400_000))
  await seller.goto(`/seller/windows?day=${tomorrow}`)
  await expect(seller.getByRole('heading', { level: 2, name: '10:00–10:30' })).toBeVisible()
  await examine(seller)

  const lastWindow = (page: Page) => page.getByRole('radio', { name: '10:00–10:30' })
  const atCart = async (page: Page) => {
    await signedInShopper(page)
    await savedAddress(page)
    await broccoliInCart(page)
    await page.goto('/cart')
    await press(page.getByRole('button', { name: /^พรุ่งนี้/ }))
  }
  // The second shopper chooses it, and a lost connection leaves it to others.
  await second.route('**/api/delivery/hold', (route) => route.abort())
  await atCart(second)
  await press(lastWindow(second))
  await expect(lastWindow(second)).toBeChecked()
  await atCart(first)
  await press(lastWindow(first))
  await expect(first.getByText('เรากันเวลานี้ไว้ให้คุณสิบนาที')).toBeVisible()
  // Broccoli at 49.00, the zone's fee of 30.00, and 20.00 for the time.
  await expect(first.getByText('฿99.00').first()).toBeVisible()
  await examine(first)
  await press(first.getByRole('complementary', { name: texts.summary }).getByRole('button', { name: texts.placeOrder }))
  await expect(first).toHaveURL(/\/my-orders/)
  await expect(first.getByRole('article')).toContainText('10:00–10:30')
  await examine(first)

  // The next cart begins without that time, its fee and a hold.
  await broccoliInCart(first)
  await first.goto('/cart')
  await press(first.getByRole('button', { name: /^พรุ่งนี้/ }))
  await expect(lastWindow(first)).not.toBeChecked()
  await expect(first.getByText('฿79.00').first()).toBeVisible()
  // Half an hour later nothing is held, and the time stays chosen.
  const later = first.getByRole('radio', { name: /^\d\d:\d\d/, disabled: false }).last()
  const usedUp = 'เรากันที่ไว้ให้คุณครบครึ่งชั่วโมงแล้ว'
  const json = { success: false, code: 'hold_used_up', message: usedUp }
  await first.route('**/api/delivery/hold', (route) => route.fulfill({ json }))
  await press(later)
  await expect(first.getByText(usedUp)).toBeVisible()
  await expect(later).toBeChecked()
  await expect(first.getByText('เรากันเวลานี้ไว้ให้คุณสิบนาที')).toBeHidden()
  await examine(first)

  // Without a reload.
  await expect(seller.getByRole('main')).toContainText('Mali Rak')
  const ordered = second.getByRole('complementary', { name: texts.summary })
  await press(ordered.getByRole('button', { name: texts.placeOrder }))
  const instead = second.getByRole('alert').getByRole('button', { name: /^เลือก .* \d\d:\d\d–\d\d:\d\d/ })
  await expect(instead).toHaveCount(3)
  await expect(lastWindow(second)).toBeDisabled()
  await expect(second.getByRole('main')).toContainText('เต็ม')
  await examine(second)
  const [, hours = ''] = /(\d\d:\d\d–\d\d:\d\d)/.exec((await instead.nth(1).textContent()) ?? '') ?? []
  // Another day is shown: the list goes to the day of what is chosen.
  await press(second.getByRole('button', { name: /^\S+ \d+ \S+$/ }).last())
  await press(instead.nth(1))
  await expect(instead).toHaveCount(0)
  await expect(second.getByRole('radio', { name: hours })).toBeChecked()
  const dayButton = second.getByRole('main').getByRole('button', { pressed: true })
  const left = await dayButton.evaluate((button) => button.getBoundingClientRect().left)
  expect(left).toBeGreaterThanOrEqual(0)
  await press(ordered.getByRole('button', { name: texts.placeOrder }))
  await expect(second).toHaveURL(/\/my-orders/)
  await expect(second.getByRole('article')).toContainText(hours)

  // The shopper moves the order out of the full window, and the seller back into it.
  await first.goto('/my-orders')
  const move = async (page: Page, time: string) => {
    await press(
      page
        .getByRole('article')
        .first()
        .getByRole('button', { name: /^เปลี่ยนเวลา/ }),
    )
    const dialog = page.getByRole('dialog')
    await press(dialog.getByRole('button', { name: 'พรุ่งนี้' }))
    await press(dialog.getByRole('radio', { name: time }))
    await examine(page)
    await press(dialog.getByRole('button', { name: 'เปลี่ยนเวลา', exact: true }))
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('article').first()).toContainText(time)
  }
  await move(first, '13:00–15:00')
  const [{ number }] = (await (await first.request.get('/api/order/user')).json()).orders
  const inTime = (hours: string) => seller.getByRole('region', { name: hours, exact: true })
  await expect(inTime('13:00–15:00')).toContainText(String(number))
  await seller.goto(`/seller/orders?q=${encodeURIComponent(`#${number}`)}`)
  await move(seller, '10:00–10:30')
  await expect(first.getByRole('article').first()).toContainText('10:00–10:30')
  await seller.goto(`/seller/windows?day=${tomorrow}`)
  await expect(inTime('10:00–10:30')).toContainText(String(number))

  // The shopper moves it while the seller looks at the times: the time before isn't chosen again.
  await seller.goto(`/seller/orders?q=${encodeURIComponent(`#${number}`)}`)
  await press(seller.getByRole('button', { name: /^เปลี่ยนเวลา/ }))
  const times = seller.getByRole('dialog')
  await expect(times.getByRole('radio', { name: '10:00–10:30' })).toBeChecked()
  await move(first, '13:00–15:00')
  await expect(times.getByRole('alert').first()).toContainText(/^เวลาเปลี่ยนแล้วระหว่างนี้ ตอนนี้ .*13:00–15:00/)
  await expect(times.getByRole('radio', { name: '13:00–15:00' })).toBeChecked()
  await examine(seller)
  await press(times.getByRole('button', { name: 'เปลี่ยนเวลา', exact: true }))
  await expect(times).toHaveCount(0)
  await seller.goto(`/seller/windows?day=${tomorrow}`)
  await expect(inTime('13:00–15:00')).toContainText(String(number))

  // The shopper's open dialog says that it's too late once the shop packs the order.
  await press(
    first
      .getByRole('article')
      .first()
      .getByRole('button', { name: /^เปลี่ยนเวลา/ }),
  )
  const open = first.getByRole('dialog')
  await expect(open.getByRole('radio').first()).toBeVisible()
  const [{ _id: id }] = (await (await first.request.get('/api/order/user')).json()).orders
  await call(seller, '/api/order/move', { id, from: 'Order Placed', status: 'Confirmed' })
  await call(seller, '/api/order/move', { id, from: 'Confirmed', status: 'Packing' })
  await expect(open.getByRole('alert')).toContainText('เลยเวลาที่เปลี่ยนรอบจัดส่ง')
  await expect(open.getByRole('radio')).toHaveCount(0)
  await examine(first)
})

test('a seller adds zones by sub-district and everywhere, changes the hours, and closes and removes nothing of an order', {
  tag: '@desktop',
}, async ({ page, browser }) => {
  const opened = () => browser.newContext({ baseURL: shop.url, reducedMotion: 'reduce' }).then((each) => each.newPage())
  const [seller, shopper] = [await opened(), await opened()]
  await page.close()
  await call(seller, '/api/seller/login', owner)
  await seller.goto('/seller/delivery')
  const main = seller.getByRole('main')
  const inHeading = (name: string) => main.getByRole('heading', { level: 2, name })
  const save = main.getByRole('button', { name: 'บันทึกเขต' })
  const fees = main.getByRole('textbox', { name: 'ค่าส่ง (฿)' })
  await press(main.getByRole('button', { name: 'เพิ่มเขต' }))
  await expect(inHeading('เขตจัดส่งใหม่')).toBeVisible()
  await press(save)
  await expect(main.getByRole('textbox', { name: 'ชื่อภาษาไทย' })).toBeVisible()
  await expect(inHeading('เขตจัดส่งใหม่')).toBeVisible()
  await examine(seller)

  // In a Thai shop the Thai name is enough.
  await main.getByRole('textbox', { name: 'ชื่อภาษาไทย' }).fill('เมืองนนท์')
  const search = main.getByRole('searchbox', { name: 'แขวง/ตำบล เขต/อำเภอ หรือรหัสไปรษณีย์' })
  await search.fill('สวนใหญ่')
  await press(main.getByRole('button', { name: /^(ต\.|ตำบล)?สวนใหญ่/ }))
  await expect(main.getByRole('button', { name: 'นำ สวนใหญ่ ออก' })).toBeVisible()
  await search.fill('11000')
  // Enter searches, and doesn't save the form around it.
  await search.press('Enter')
  await press(main.getByRole('button', { name: /^(ต\.|ตำบล)?ตลาดขวัญ/ }))
  await search.fill('')
  await fees.fill('60')
  await press(main.getByRole('button', { name: 'ลดค่าส่งเมื่อยอดสูงขึ้น' }))
  await main.getByRole('textbox', { name: 'ยอดสินค้าตั้งแต่ (฿)' }).nth(1).fill('500')
  // Not cheaper than the first.
  await fees.nth(1).fill('60')
  await press(save)
  await expect(main.getByText('รายการถัดไปต้องเริ่มจากยอดที่สูงขึ้นและค่าส่งต่ำลง')).toBeVisible()
  await examine(seller)
  await fees.nth(1).fill('0')
  await press(save)
  await expect(inHeading('เขตจัดส่ง')).toBeVisible()
  const zone = main.getByRole('listitem').filter({ has: seller.getByRole('heading', { name: 'เมืองนนท์' }) })
  await expect(zone).toContainText('ค่าส่ง ฿60 ครบ ฿500 ส่งฟรี')
  await expect(zone).toContainText('ตลาดขวัญ')
  await examine(seller)

  await press(zone.getByRole('button', { name: 'แก้ไข เมืองนนท์' }))
  await expect(main.getByRole('textbox', { name: 'ชื่อภาษาไทย' })).toHaveValue('เมืองนนท์')
  await press(main.getByRole('button', { name: 'ลบค่าส่งจากยอด 500' }))
  await fees.fill('70')
  await press(main.getByRole('button', { name: 'นำ ตลาดขวัญ ออก' }))
  await press(save)
  await expect(zone).toContainText('ค่าส่ง ฿70')
  await expect(zone).not.toContainText('ส่งฟรี')
  await expect(zone).not.toContainText('ตลาดขวัญ')

  await signedInShopper(shopper)
  const nonthaburi = { city: 'สวนใหญ่ เมืองนนทบุรี', state: 'นนทบุรี', zipcode: '11000', country: 'ไทย' }
  const person = { firstName: 'Mali', lastName: 'Rak', street: '9 ถนนพิบูลสงคราม', phone: '081 234 5678' }
  await call(shopper, '/api/address/add', { address: { ...person, ...nonthaburi } })
  const read = async (path: string) => (await shopper.request.get(path)).json()
  const [{ _id: address }] = (await read('/api/address/get')).addresses
  const options = await read(`/api/delivery/options?address=${address}`)
  expect(options.zone).toMatchObject({ nameTh: 'เมืองนนท์' })
  const { products } = await read('/api/product/list')
  const order = {
    address,
    items: [{ product: products[0]._id, quantity: 1 }],
    delivery: { window: options.windows.findLast(({ left }: { left: number }) => left > 0).id },
  }
  await call(shopper, '/api/order/cod', order)

  // A day with orders can't be closed; other hours are saved.
  const booked = new Date(options.windows.findLast(({ left }: { left: number }) => left > 0).from)
  const [{ _id: id, number }] = (await read('/api/order/user')).orders
  await seller.getByLabel('วันที่', { exact: true }).fill(dayIn('Asia/Bangkok', booked))
  await press(main.getByRole('button', { name: 'เพิ่มวันหยุด' }))
  await press(main.getByRole('button', { name: 'บันทึกเวลาทำการ' }))
  await expect(main.getByRole('listitem').filter({ hasText: `ออเดอร์ ${number}` })).toBeVisible()
  await examine(seller)
  await press(main.getByRole('button', { name: /^เปิด .* ตามปกติ$/ }))
  // A wrong time is marked at its field, in words that name its day.
  const monday = main.getByLabel('วันจันทร์ ปิด', { exact: true })
  await monday.fill('07:00')
  await press(main.getByRole('button', { name: 'บันทึกเวลาทำการ' }))
  await expect(monday).toHaveAttribute('aria-invalid', 'true')
  await expect(monday).toHaveAccessibleDescription(/^วันจันทร์: /)
  await expect(monday).toBeFocused()
  await expect(main.locator('[aria-invalid="true"]')).toHaveCount(1)
  await examine(seller)
  await monday.fill('22:30')
  // What is promised now is read again with other hours.
  const promised = seller.waitForResponse(/\/api\/delivery\/options/)
  await press(main.getByRole('button', { name: 'บันทึกเวลาทำการ' }))
  await promised
  await expect(seller.getByText('บันทึกการตั้งค่าแล้ว')).toBeVisible()
  await seller.reload()
  await expect(main.getByLabel('วันจันทร์ ปิด', { exact: true })).toHaveValue('22:30')
  const { hours } = await (await seller.request.get('/api/delivery/hours')).json()
  expect(hours.week.filter(({ day }: { day: number }) => day < 3)).toEqual([
    { day: 1, from: '08:00', to: '22:30' },
    { day: 2, from: '08:00', to: '21:00' },
  ])
  expect(hours.closed).toEqual([])

  // A rule for orders that nobody confirms names those that wait, before it is saved.
  await press(main.getByRole('radio', { name: /^ยกเลิกและแจ้งลูกค้า/ }))
  const rule = main.getByRole('status').filter({ hasText: 'จะถูกยกเลิกด้วย' })
  await expect(rule).toContainText(/ตอนนี้มี \d+ คำสั่งซื้อรอยืนยัน/)
  await examine(seller)
  await press(main.getByRole('radio', { name: /^เตือนต่อไป/ }))
  await expect(rule).toHaveCount(0)
  const ordered = async () => {
    const { status, amount, delivery } = (await read(`/api/order/get?id=${id}`)).order
    return { status, amount, delivery }
  }
  const before = await ordered()
  const dialog = seller.getByRole('dialog', { name: 'ลบ เมืองนนท์' })
  await press(zone.getByRole('button', { name: 'ลบ เมืองนนท์' }))
  await expect(dialog).toContainText('คำสั่งซื้อเดิมยังเหมือนเดิม')
  await examine(seller)
  await press(dialog.getByRole('button', { name: 'ลบ', exact: true }))
  await expect(dialog).toBeHidden()
  await expect(zone).toHaveCount(0)
  expect(await ordered()).toEqual(before)

  // The rest of the country for ฿50, free from ฿500.
  const chiangMai = { city: 'เมืองเชียงใหม่', state: 'เชียงใหม่', zipcode: '50200', country: 'ไทย' }
  await call(shopper, '/api/address/edit', { id: address, address: { ...person, ...chiangMai } })
  expect(await read(`/api/delivery/options?address=${address}`)).toMatchObject({ delivers: false, why: 'area' })
  await press(main.getByRole('button', { name: 'เพิ่มเขต' }))
  await main.getByRole('textbox', { name: 'ชื่อภาษาไทย' }).fill('ทั่วไทย')
  await press(main.getByRole('switch', { name: 'ส่งทั่วประเทศไทย' }))
  await expect(search).toHaveCount(0)
  // Not the minutes of a zone nearby: the whole country would be promised a time by them.
  await expect(main.getByRole('textbox', { name: 'เวลาขี่ส่ง (นาที)' })).toHaveValue('')
  await main.getByRole('textbox', { name: 'เวลาขี่ส่ง (นาที)' }).fill('600')
  await fees.fill('50')
  await press(main.getByRole('button', { name: 'ลดค่าส่งเมื่อยอดสูงขึ้น' }))
  await main.getByRole('textbox', { name: 'ยอดสินค้าตั้งแต่ (฿)' }).nth(1).fill('500')
  await examine(seller)
  await press(save)
  const rest = main.getByRole('listitem').filter({ has: seller.getByRole('heading', { name: 'ทั่วไทย' }) })
  await expect(rest).toContainText('ค่าส่ง ฿50 ครบ ฿500 ส่งฟรี')
  await expect(rest).toContainText('พื้นที่ที่เหลือ')
  await expect(rest.getByRole('button', { name: 'เลื่อน ทั่วไทย ขึ้น' })).toHaveAttribute('aria-disabled', 'true')
  await examine(seller)
  await broccoliInCart(shopper)
  await shopper.goto('/cart')
  await expect(shopper.getByRole('main').getByText('฿99.00').first()).toBeVisible()
  expect(await read(`/api/delivery/options?address=${address}`)).toMatchObject({
    zone: { nameTh: 'ทั่วไทย' },
    asap: null,
  })
})

test('the owner adds, names, moves and removes categories without a restart, and shoppers see it at once', {
  tag: '@desktop',
}, async ({ browser }) => {
  const opened = () => browser.newContext({ baseURL: shop.url, reducedMotion: 'reduce' }).then((each) => each.newPage())
  const [seller, shopper] = [await opened(), await opened()]
  await call(seller, '/api/seller/login', owner)
  await seller.goto('/seller/settings?topic=categories')
  const main = seller.getByRole('main')
  await press(main.getByRole('button', { name: 'เพิ่มหมวดหมู่' }))
  await press(main.getByRole('button', { name: 'บันทึก', exact: true }))
  await expect(main.getByRole('textbox', { name: 'ชื่อภาษาอังกฤษ' })).toHaveAttribute('aria-invalid', 'true')
  const id = newId().slice(-6)
  await main.getByRole('textbox', { name: 'ชื่อภาษาอังกฤษ' }).fill(`Flowers ${id}`)
  await main.getByRole('textbox', { name: 'ชื่อภาษาไทย' }).fill(`ดอกไม้ ${id}`)
  const picture = { name: 'flower.png', mimeType: 'image/png', buffer: await bread(400) }
  await main.getByLabel('เลือกรูป', { exact: true }).setInputFiles(picture)
  await expect(main.getByRole('button', { name: 'เอารูปออก' })).toBeVisible()
  await examineBothSizes(seller)
  await press(main.getByRole('button', { name: 'บันทึก', exact: true }))
  await expect(main.getByRole('heading', { level: 3, name: `ดอกไม้ ${id}` })).toBeVisible()

  await expect(main.getByRole('textbox')).toHaveCount(0)

  // By the keyboard alone; the focus stays on the button.
  const up = main.getByRole('button', { name: `เลื่อน ดอกไม้ ${id} ขึ้น` })
  await up.focus()
  const rows = main.getByRole('heading', { level: 3 })
  const count = await rows.count()
  for (let position = count - 1; position > 0; position -= 1) {
    await seller.keyboard.press('Enter')
    await expect(rows.nth(position - 1)).toContainText(id)
    await expect(main.getByRole('status').filter({ hasText: `ลำดับที่ ${position} แล้ว` })).toBeAttached()
  }
  await expect(up).toBeFocused()
  await examineBothSizes(seller)

  await shopper.goto('/')
  const link = shopper.getByRole('main').getByRole('link', { name: `ดอกไม้ ${id}` })
  await expect(link.locator('img')).toHaveAttribute('src', /^\/pictures\//)
  await press(link)
  await expect(shopper).toHaveURL(`/products/flowers-${id}`)
  await expect(shopper.getByRole('heading', { level: 1, name: `ดอกไม้ ${id}` })).toBeVisible()
  // The same tab's form of a new product offers it too.
  await press(seller.locator('nav').getByRole('link', { name: 'เพิ่มสินค้า' }))
  await expect(main.getByRole('option', { name: `ดอกไม้ ${id}` })).toBeAttached()

  await seller.goto('/seller/settings?topic=categories')
  await press(main.getByRole('button', { name: 'ลบ ผักสด' }))
  const dialog = seller.getByRole('dialog')
  await expect(dialog).toContainText('มีสินค้า 15 รายการ')
  await examineBothSizes(seller)
  await press(dialog.getByRole('button', { name: 'เก็บไว้' }))
  await press(main.getByRole('button', { name: `ลบ ดอกไม้ ${id}` }))
  await press(dialog.getByRole('button', { name: 'ลบ', exact: true }))
  await expect(seller.getByText(`ลบ ดอกไม้ ${id} แล้ว`)).toBeVisible()
  await shopper.goto('/')
  await expect(shopper.getByRole('main').getByRole('link', { name: `ดอกไม้ ${id}` })).toHaveCount(0)
})

test('a new product gets the tax class of most products in its category, until the seller chooses another', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.goto(shop.url)
  await call(page, `${shop.url}/api/seller/login`, owner)
  await page.goto(`${shop.url}/seller`)
  const main = page.getByRole('main')
  const category = main.getByRole('combobox', { name: 'หมวดหมู่' })
  const taxClass = main.getByRole('combobox', { name: 'ประเภทภาษี' })
  await expect(taxClass).toHaveValue('')
  await category.selectOption('Vegetables')
  await expect(taxClass).toHaveValue('exempt')
  await expect(taxClass).toHaveAccessibleDescription('สินค้าส่วนใหญ่ในหมวด “ผักสด” ใช้: ยกเว้น VAT')
  await category.selectOption('Drinks')
  await expect(taxClass).toHaveValue('')
  await taxClass.selectOption('exempt')
  await category.selectOption('Bakery')
  await expect(taxClass).toHaveAccessibleDescription(/อัตราปกติ \(7%\)$/)
  await expect(taxClass).toHaveValue('exempt')
})

test('the owner plans another tax rate, sees what a cart costs then, and gives the shop another name and a logo', {
  tag: '@desktop',
}, async ({ browser }) => {
  const opened = () => browser.newContext({ baseURL: shop.url, reducedMotion: 'reduce' }).then((each) => each.newPage())
  const [seller, shopper] = [await opened(), await opened()]
  await call(seller, '/api/seller/login', owner)
  await seller.goto('/seller/settings?topic=tax')
  const main = seller.getByRole('main')
  await expect(main.getByText('จ่าย ฿107.00: ฿100.00 กับภาษี ฿7.00 (7%)')).toBeVisible()
  const standard = main.getByRole('group', { name: 'Standard rate' })
  await press(standard.getByRole('button', { name: 'เพิ่มอัตราให้ Standard rate' }))
  await standard.getByRole('textbox', { name: 'ร้อยละ' }).last().fill('10')
  await expect(main.getByText('จ่าย ฿107.00: ฿97.27 กับภาษี ฿9.73 (10%)')).toBeVisible()
  await examineBothSizes(seller)
  await standard.getByLabel('ตั้งแต่').last().fill(dayIn('Asia/Bangkok'))
  await press(main.getByRole('button', { name: 'บันทึก', exact: true }))
  await expect(main.getByText('ต้องเริ่มพรุ่งนี้หรือหลังจากนั้น').first()).toBeVisible()
  await standard.getByLabel('ตั้งแต่').last().fill('2099-01-01')
  await press(main.getByRole('button', { name: 'บันทึก', exact: true }))
  await expect(seller.getByText('บันทึกการตั้งค่าแล้ว')).toBeVisible()
  // A rate that hasn’t begun can be deleted.
  await press(standard.getByRole('button', { name: /^ลบอัตราที่/ }).last())
  await press(main.getByRole('button', { name: 'บันทึก', exact: true }))
  await expect(main.getByText('(10%)')).toHaveCount(0)

  // A cart that is open while the tax changes shows the new total, and orders it.
  const taxNow = async () => (await seller.request.get('/api/settings/tax')).json()
  const { rounding, classes, issuer } = await taxNow()
  const rates = classes.map(({ products: _, ...each }: { products: number }) => each)
  const saveTax = async (changes: { mode: 'added' | 'included'; issuer: object | null }) =>
    call(seller, '/api/settings/tax', { rounding, classes: rates, ...changes, seen: (await taxNow()).version })
  await signedInShopper(shopper)
  await savedAddress(shopper)
  const { products } = await (await shopper.request.get('/api/product/list')).json()
  const milk = products.find((each: { nameTh: string }) => each.nameTh === 'นมสดพาสเจอร์ไรส์')._id
  await call(shopper, '/api/cart/update', { cartItems: { [milk]: 1 } })
  await shopper.goto('/cart')
  await press(shopper.getByRole('button', { name: /^พรุ่งนี้/ }))
  await press(shopper.getByRole('radio', { name: '13:00–15:00' }))
  const summary = shopper.getByRole('complementary', { name: texts.summary })
  const order = summary.getByRole('button', { name: texts.placeOrder })
  await expect(order).toContainText('฿119.00')
  await saveTax({ mode: 'added', issuer: null })
  await press(order)
  // In cash.
  await expect(order).toContainText('฿127.25')
  await expect(summary).toContainText('฿127.33')
  await press(order)
  await expect(shopper).toHaveURL(/\/my-orders/)
  await saveTax({ mode: 'included', issuer })

  await seller.goto('/seller/settings')
  await main.getByRole('textbox', { name: 'ชื่อภาษาไทย' }).fill('บ้านแดง')
  await main.getByRole('textbox', { name: 'อีเมล' }).fill('nobody')
  await press(main.getByRole('button', { name: 'บันทึก', exact: true }))
  await expect(main.getByRole('textbox', { name: 'อีเมล' })).toHaveAttribute('aria-invalid', 'true')
  await main.getByRole('textbox', { name: 'อีเมล' }).fill('hello@baandaeng.example')
  await examineBothSizes(seller)
  await press(main.getByRole('button', { name: 'บันทึก', exact: true }))
  await expect(seller.getByText('บันทึกการตั้งค่าแล้ว')).toBeVisible()
  await shopper.goto('/contact')
  await expect(shopper).toHaveTitle(/บ้านแดง|Talad/)
  await expect(shopper.getByRole('banner')).toContainText('บ้านแดง')
  await expect(shopper.getByRole('link', { name: 'hello@baandaeng.example' })).toBeVisible()
  const logo = { name: 'logo.png', mimeType: 'image/png', buffer: await bread(400) }
  await main.getByLabel('เลือกรูป', { exact: true }).setInputFiles(logo)
  await expect(main.getByRole('button', { name: 'เอารูปออก' })).toBeVisible()
  await press(main.getByRole('button', { name: 'บันทึก', exact: true }))
  await expect(main.getByText(/แก้ไขล่าสุดโดย/)).toBeVisible()
  await expect(async () => {
    await shopper.goto('/')
    await expect(shopper.getByRole('banner').getByRole('img', { name: 'บ้านแดง' })).toBeVisible({ timeout: 2000 })
  }).toPass()
  await examineBothSizes(shopper)
})

/** Returns the sums of today's report: the demo's own past orders are in them once their time of day has come. */
async function salesToday(seller: Page): Promise<Record<'total' | 'discount' | 'tax' | 'refund' | 'net', number>> {
  const day = dayIn('Asia/Bangkok')
  const report = await seller.request.get(`/api/report/sales?view=method&from=${day}&to=${day}`)
  return (await report.json()).sums
}
