import type { Page } from '@playwright/test'
import { dayIn } from '../contract/values/day.ts'
import { newId } from '../server/common/ids.ts'
import { aSlip } from '../testing/makers/slip-picture.ts'
import { bangkokTest } from './bangkok-test.ts'
import { loseReplies } from './lose-replies.ts'
import { examine, examineBothSizes } from './seller.ts'
import { expect } from './shop-test.ts'
import { newestMail, press } from './shopper.ts'
import { call, savedAddress, signedInShopper } from './test-data.ts'
import { textsByLanguage } from './texts.ts'

const texts = textsByLanguage.th
const test = bangkokTest()

test('on a phone, an order with a code is paid by PromptPay, confirmed, invoiced, and one line of it refunded', {
  tag: '@phone',
}, async ({ owner: seller, newPage }) => {
  const shopper = await newPage()
  const taxesBefore = await taxReportSums(seller)
  const before = await salesToday(seller)
  await test.step('the seller turns PromptPay on', async () => {
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
  })

  const eighteenOff = { code: 'MARKET18', name: 'Market', nameTh: 'ตลาด', terms: { kind: 'amount', amount: 18 } }
  const always = { minimum: null, firstOrder: false, startsAt: null, endsAt: null, maxUses: null }
  const promotion = { ...eighteenOff, ...always, maxUsesOfShopper: null, enabled: true }
  const promotionId = newId()
  const savePromotion = (seen: number, enabled = true) =>
    call(seller, '/api/promotion/save', { ...promotion, id: promotionId, seen, enabled })
  const { email } = await signedInShopper(shopper)
  await savedAddress(shopper)
  // Broccoli at 49.00, which is exempt from VAT, and milk at 89.00, which isn't.
  const { products } = await (await shopper.request.get('/api/product/list')).json()
  const [broccoli, milk] = [texts.broccoli, 'นมสดพาสเจอร์ไรส์'].map(
    (name) => products.find((each: { nameTh: string }) => each.nameTh === name)._id,
  )
  await call(shopper, '/api/cart/update', { cartItems: { [broccoli]: 1, [milk]: 1 } })
  const summary = shopper.getByRole('complementary', { name: texts.summary })
  const code = summary.getByRole('textbox', { name: 'โค้ดส่วนลด' })
  const holds: string[] = []
  const pay = summary.getByRole('button', { name: 'ชำระด้วยพร้อมเพย์' })
  await test.step('the shopper enters a code, and chooses a time and PromptPay', async () => {
    await shopper.goto('/cart')
    await press(summary.getByRole('button', { name: 'มีโค้ดส่วนลด?' }))
    await code.fill('market18')
    const use = summary.getByRole('button', { name: 'ใช้โค้ด', exact: true })
    await press(use)
    await expect(summary.getByText('ไม่มีโค้ด MARKET18')).toBeVisible()
    // The shop makes it meanwhile.
    await savePromotion(0)
    await press(use)
    await expect(summary.getByText('ใช้โค้ด MARKET18 แล้ว')).toBeVisible()
    shopper.on('request', (request) => {
      if (request.url().endsWith('/api/delivery/hold')) holds.push(request.postData() ?? '')
    })
    // At night no time is promised, and none is chosen.
    await press(summary.getByRole('button', { name: 'พรุ่งนี้' }))
    await press(summary.getByRole('radio', { name: '13:00–15:00' }))
    await press(summary.getByRole('radio', { name: 'พร้อมเพย์' }))
  })
  await test.step('a code ends while it counts: the sum is without it, and one press goes on', async () => {
    await expect(pay.filter({ hasText: '฿150.00' })).toBeVisible()
    await savePromotion(1, false)
    await press(pay)
    await expect(summary.getByRole('alert').filter({ hasText: 'หรือโค้ดนี้ใช้ไม่ได้แล้ว' }).first()).toBeVisible()
    await expect(pay.filter({ hasText: '฿168.00' })).toBeVisible()
    await press(summary.getByRole('button', { name: 'ไม่ใช้โค้ด' }))
    await expect(summary.getByRole('alert').filter({ hasText: 'หรือโค้ดนี้' })).toHaveCount(0)
    await savePromotion(2)
  })
  await test.step('a code that was typed is entered before the order, which then awaits payment', async () => {
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
  })

  await test.step('the shopper sends a slip', async () => {
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
  })

  await test.step('a seller confirms the slip, although another one rejected it', async () => {
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
  })

  // The mail leads to the abbreviated tax invoice, which a job makes: 77.39 of the goods and 19.35 of the delivery
  // fee of 30.00 are taxed, and 7/107 of that is VAT.
  const mail = await newestMail(shopper, email, 3)
  const link = /http\S+\/documents\/order\/\S+/.exec(mail.text)?.[0] ?? ''
  await test.step('the mail leads to the abbreviated tax invoice', async () => {
    await expect(async () => {
      await shopper.goto(link)
      await expect(shopper.getByRole('heading', { level: 1 })).toContainText('ใบกำกับภาษีอย่างย่อ', { timeout: 2000 })
    }).toPass()
    for (const sum of ['฿150.00', '฿6.33']) await expect(shopper.getByText(sum).first()).toBeVisible()
    await press(shopper.getByRole('link', { name: '80' }))
    await expect(shopper).toHaveURL(/paper=receipt/)
  })

  const dialog = seller.getByRole('dialog')
  await test.step('the seller refunds one line and pays it out', async () => {
    await seller.goto('/seller/orders')
    const order = seller.getByRole('article').filter({ hasText: '฿150.00' })
    await press(order.getByRole('button', { name: /ยอดเงินและขั้นตอน/ }))
    await press(order.getByRole('button', { name: /^คืนเงิน/ }))
    const line = dialog.getByRole('listitem').filter({ hasText: texts.broccoli })
    await press(line.getByRole('button').last())
    await dialog.getByRole('combobox').selectOption({ index: 1 })
    await examine(seller)
    await press(dialog.getByRole('button', { name: 'คืน ฿42.61' }))
    await expect(dialog).toBeHidden()
    await seller.goto('/seller/money')
    const owed = seller.getByRole('article').filter({ hasText: '฿42.61' })
    await press(owed.getByRole('button', { name: /คืน/ }))
    await press(dialog.getByRole('button', { name: 'จ่ายคืนแล้ว' }))
    await expect(dialog).toBeHidden()
    await expect(owed).toBeHidden()
  })

  await test.step('shopper, document and report agree to the satang', async () => {
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
  })
  const [{ _id: id, number }] = (await (await shopper.request.get('/api/order/user')).json()).orders
  await test.step('ledger and tax report agree', async () => {
    const ledger = await seller.request.get(`/api/order/seller?q=${encodeURIComponent(`#${number}`)}`)
    const money = { cost: 107.39, received: 150, balance: 0 }
    expect((await ledger.json()).orders).toMatchObject([{ _id: id, paidOut: 42.61, money }])
    // The month's tax report has the invoice and the credit note more: 96.74 with 6.33 of VAT, and 10.65 exempt.
    expect(await taxReportSince(seller, taxesBefore)).toEqual([90.41, 6.33, 10.65, 107.39])
  })
  await test.step('neither the orders nor the document are scrolled sideways', async () => {
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
  })

  await test.step('a second transfer whose reply is lost is recorded once', async () => {
    // The order is read again, with the transfer, before it is sent again.
    await seller.goto(`/seller/orders?q=${encodeURIComponent(`#${number}`)}`)
    await press(seller.getByRole('button', { name: /ยอดเงินและขั้นตอน/ }))
    await press(seller.getByRole('button', { name: 'มีเงินโอนเข้ามาซ้ำ' }))
    await dialog.getByRole('textbox').fill('10')
    await loseReplies(seller, '/api/payment/received-again', 1)
    await press(dialog.getByRole('button', { name: 'ใช่ บันทึก' }))
    await expect(dialog).toContainText('ร้านยังไม่ตอบกลับ')
    await expect(seller.getByRole('article', { includeHidden: true })).toContainText('฿10.00')
    await press(dialog.getByRole('button', { name: 'ใช่ บันทึก' }))
    await expect(dialog).toContainText('ขณะนี้ยอดคือ ฿160.00')
  })

  await test.step('what is to be paid out follows another transfer while it is asked about', async () => {
    await seller.goto('/seller/money')
    await press(seller.getByRole('button', { name: `จ่ายคืนแล้ว ออเดอร์ ${number}` }))
    await expect(dialog).toContainText('฿10.00')
    await call(seller, '/api/payment/received-again', { orderId: id, amount: 5, seen: { received: 160 } })
    await expect(dialog.getByRole('alert')).toHaveText('ยอดเปลี่ยนแล้ว ตอนนี้ ฿15.00 (เดิม ฿10.00)')
    await examine(seller)
  })
})

// As by PromptPay: 150.00, of which 77.39 of the goods and 19.35 of the delivery fee are taxed; the broccoli is
// refunded.
const moneyDays = [
  { method: 'cash', choose: undefined, placed: 'เก็บเงินปลายทาง · ชำระแล้ว' },
  { method: 'card', choose: 'ชำระเงินออนไลน์', placed: 'ชำระเงินออนไลน์ · ชำระแล้ว' },
] as const
for (const { method, choose, placed } of moneyDays)
  test(`on a phone, a day of money by ${method}: a code, the seller’s steps, the invoice, and one line refunded`, {
    tag: '@phone',
  }, async ({ owner: seller, newPage }) => {
    const shopper = await newPage()
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
    const own = shopper.getByRole('article').first()
    await test.step('the shopper orders with a code', async () => {
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
      await expect(own).toContainText('฿150.00')
    })

    // The seller's steps, pressed as they come: each is the first button of the order.
    await seller.goto('/seller/orders')
    const order = seller.getByRole('article').filter({ hasText: '฿150.00' }).first()
    // A card's order isn't listed here until a job has learnt that it is paid.
    const listed = async () => (await (await shopper.request.get('/api/order/user')).json()).orders
    await expect.poll(async () => (await listed()).length).toBe(1)
    const orders = await listed()
    const [{ _id: id }] = orders
    await test.step('the seller takes the order through its steps', async () => {
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
        await call(seller, '/api/order/take-step', { id, from, status })
      await expect(own).toContainText(placed)
    })

    await test.step('the order has an abbreviated tax invoice', async () => {
      // The abbreviated tax invoice, which a job makes.
      await expect.poll(async () => (await orderOf(shopper, id)).documents?.length).toBe(1)
      await shopper.goto(`/documents/order/${id}`)
      await expect(shopper.getByRole('heading', { level: 1 })).toContainText('ใบกำกับภาษีอย่างย่อ')
      for (const sum of ['฿150.00', '฿6.33']) await expect(shopper.getByText(sum).first()).toBeVisible()
    })

    await test.step('the seller refunds one line', async () => {
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
        await press(dialog.getByRole('button', { name: 'จ่ายคืนแล้ว' }))
        await expect(dialog).toBeHidden()
        await expect(owed).toBeHidden()
      }
    })

    await test.step('ledger, documents and report agree to the satang', async () => {
      await expect.poll(async () => (await orderOf(shopper, id)).documents?.length).toBe(2)
      // What is left costs 107.25 in cash.
      const paidOut = method === 'cash' ? 42.75 : 42.61
      await expect.poll(async () => (await orderOf(shopper, id)).paidOut).toBe(paidOut)
      const ledger = await seller.request.get(`/api/order/seller?q=${encodeURIComponent(`#${orders[0].number}`)}`)
      const money = { cost: 107.39, received: 150, balance: 0 }
      expect((await ledger.json()).orders[0]).toMatchObject({ paidOut, money })
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
  })

test('a manager cancels an order that awaits payment, and its shopper reads so at once', { tag: '@phone' }, async ({
  staffPage,
  newPage,
}) => {
  const [seller, shopper] = [await staffPage('manager'), await newPage()]
  await signedInShopper(shopper)
  await savedAddress(shopper)
  const { products } = await (await shopper.request.get('/api/product/list')).json()
  const { _id } = products.find((each: { nameTh: string }) => each.nameTh === texts.broccoli)
  await seller.clock.install()
  await seller.goto('/seller/orders?status=Awaiting%20payment')
  await expect(seller.getByRole('heading', { name: 'ไม่มีออเดอร์ที่รอชำระเงิน' })).toBeVisible()
  // On a phone, the chosen state is scrolled into view.
  await expect(seller.getByRole('link', { name: 'รอชำระเงิน' })).toBeInViewport({ ratio: 1 })
  await examineBothSizes(seller)

  await call(shopper, '/api/cart/update', { cartItems: { [_id]: 2 } })
  await shopper.goto('/cart')
  const summary = shopper.getByRole('complementary', { name: texts.summary })
  // At night no time is promised, and none is chosen.
  await press(summary.getByRole('button', { name: 'พรุ่งนี้' }))
  await press(summary.getByRole('radio', { name: '13:00–15:00' }))
  await press(summary.getByRole('radio', { name: 'พร้อมเพย์' }))
  await press(summary.getByRole('button', { name: 'ชำระด้วยพร้อมเพย์' }))
  await expect(shopper).toHaveURL(/\/promptpay\?order=/)
  await shopper.goto('/my-orders')
  const own = shopper.getByRole('article')
  await expect(own).toContainText('รอชำระเงิน')

  // The list shows it by itself, within half a minute.
  await seller.clock.runFor(30_000)
  const order = seller.getByRole('article')
  await expect(order).toContainText('รอชำระเงิน')
  await examineBothSizes(seller)
  await press(order.getByRole('button', { name: /^ยกเลิก/ }))
  const dialog = seller.getByRole('dialog')
  await expect(dialog).toContainText('ยังไม่ได้ยืนยันว่าเงินเข้า')
  await examine(seller)
  await press(dialog.getByRole('button', { name: 'ยกเลิกออเดอร์' }))
  await expect(own).toContainText('ยกเลิกแล้ว')
  await expect(dialog).toHaveCount(0)
  await seller.reload()
  await expect(seller.getByRole('heading', { name: 'ไม่มีออเดอร์ที่รอชำระเงิน' })).toBeVisible()
})

async function orderOf(page: Page, id: string) {
  return (await (await page.request.get(`/api/order/get?id=${id}`)).json()).order
}

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
  return sums.map((sum, index) => Math.round((sum - (before[index] ?? 0)) * 100) / 100)
}

/** Returns the sums of today's report: the demo's own past orders are in them once their time of day has come. */
async function salesToday(seller: Page): Promise<Record<'total' | 'discount' | 'tax' | 'refund' | 'net', number>> {
  const day = dayIn('Asia/Bangkok')
  const report = await seller.request.get(`/api/report/sales?view=method&from=${day}&to=${day}`)
  return (await report.json()).sums
}
