import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayIn } from '../../contract/values/day.ts'
import { bangkokShop } from '../../demo/bangkok/shop.ts'
import { ledgerErrors } from '../../testing/database/ledger.ts'
import { deliver } from '../../testing/makers/orders.ts'
import { encoded } from '../../testing/makers/product-form.ts'
import { anAddress, aProduct, aPromotion } from '../../testing/makers/rows.ts'
import { aSlip } from '../../testing/makers/slip-picture.ts'
import { cookieOf, type Person, seller, verified } from '../../testing/shop.ts'
import { stripeShop } from '../../testing/shops/stripe-shop.ts'
import { moneyOfOrder } from '../orders/ledger-queries.ts'
import { documentsOfOrder } from './queries.ts'

/*
 * One order from the code to the credit note, paid in each way: ledger, documents and reports agree to the satang.
 */

let open: Awaited<ReturnType<typeof stripeShop>>
let owner: Person
let mali: Awaited<ReturnType<typeof verified>>
beforeAll(async () => {
  open = await stripeShop({ shop: bangkokShop })
  owner = await seller(open.shop)
  mali = await verified(open.shop)
  const promptPay = { proxy: { kind: 'mobile', number: '0812345678' }, receiver: 'Baan', enabled: true, slipDays: 30 }
  await owner.post('/api/settings/promptpay', { ...promptPay, seen: 0 })
  await aPromotion(open.shop.db, { code: 'TENOFF' })
})
afterAll(() => open.close())

async function exemptProduct(offerPrice: number) {
  const { db } = open.shop
  const product = await aProduct(db, { offerPrice })
  await db.updateTable('product').set({ taxClass: 'exempt' }).where('id', '=', product.id).execute()
  return product
}

const ways = {
  cash: {
    call: 'cod',
    pay: (id: string) => deliver(owner, id),
  },
  card: {
    call: 'stripe',
    pay: async (id: string) => void (await open.postWebhook(await open.stripe.pay(open.stripe.pageOf(id)))),
  },
  promptpay: {
    call: 'promptpay',
    async pay(id: string) {
      const form = new FormData()
      form.append('orderId', id)
      form.append('image', new File([new Uint8Array(await aSlip('WHOLE1'))], 'slip.png', { type: 'image/png' }))
      const { body, headers } = await encoded(form)
      expect((await mali.post('/api/payment/slip', body, headers)).json).toMatchObject({ success: true })
      const { slips } = (await owner.get('/api/payment/slips')).json
      await owner.post('/api/payment/confirm', { id: slips[0].id })
    },
  },
}

test.each(Object.entries(ways))(
  'an order with a code, paid by %s, of which one line is refunded',
  async (method, way) => {
    const { db } = open.shop
    const taxed = await aProduct(db, { offerPrice: 3550 })
    const exempt = await exemptProduct(4900)
    const items = [
      { product: taxed.id, quantity: 2 },
      { product: exempt.id, quantity: 1 },
    ]
    const address = await anAddress(db, mali.user._id)
    // 120.00 less 10%, which takes 7.10 off the taxed line and 4.90 off the exempt one.
    const order = { address, items, code: 'TENOFF', expectedAmount: 108 }
    const { json } = await mali.post(`/api/order/${way.call}`, order)
    expect(json).toMatchObject({ success: true })
    const id = json.orderId as string
    await way.pay(id)
    await open.shop.runJobs()

    const lines = [{ product: exempt.id, quantity: 1 }]
    const refund = await owner.post('/api/order/refund', { id, lines, reason: 'late', seen: { reduction: 0 } })
    expect(refund.json).toMatchObject({ success: true, order: { refunds: [{ amount: 44.1 }] } })
    await open.shop.runJobs()
    // 63.90 is 63.75 in cash.
    const paidOut = method === 'cash' ? 4425 : 4410
    if (method !== 'card') {
      const back = { id, method: method === 'cash' ? 'cash' : 'transfer', amount: paidOut / 100 }
      expect((await owner.post('/api/order/payout', back)).json).toMatchObject({ success: true })
    }
    await open.shop.runJobs()

    expect(await moneyOfOrder(db, id)).toEqual({ cost: 6390, received: 10_800, paidOut, balance: 0 })
    expect(await ledgerErrors(db)).toEqual([])
    const documents = await documentsOfOrder(db, id)
    expect(documents.map(({ kind, content }) => [kind, content.totalCents, content.rates])).toEqual([
      [
        'abbreviated tax invoice',
        10_800,
        [
          // 6390 × 7 / 107 = 418.04
          { basisPoints: 700, gross: 6390, tax: 418 },
          { basisPoints: 0, gross: 4410, tax: 0 },
        ],
      ],
      ['credit note', 4410, [{ basisPoints: 0, gross: 4410, tax: 0 }]],
    ])
    expect(documents[1]?.content.lines).toMatchObject([{ productId: exempt.id, quantity: 1, discountCents: 490 }])

    const day = dayIn(bangkokShop.timeZone)
    const { rows } = (await owner.get(`/api/report/sales?view=method&from=${day}&to=${day}`)).json
    expect(rows.find(({ key }) => key === method)).toMatchObject({
      orders: 1,
      gross: 120,
      discount: 12,
      total: 108,
      tax: 4.18,
      refund: 44.1,
      refundTax: 0,
      net: 63.9,
    })
  },
)

test('the invoice of an order of which a line was refunded before it was paid has the tax of the others', async () => {
  const { db } = open.shop
  const taxed = await aProduct(db, { offerPrice: 24_000 })
  const exempt = await exemptProduct(7177)
  const items = [taxed, exempt].map(({ id }) => ({ product: id, quantity: 1 }))
  const { json } = await mali.post('/api/order/cod', { address: await anAddress(db, mali.user._id), items })
  const id = json.orderId as string
  const refund = async (about: object, reduction: number) =>
    expect(
      (await owner.post('/api/order/refund', { id, ...about, reason: 'damaged', seen: { reduction } })).json.success,
    ).toBe(true)
  // 10.00 of 311.77, of which 240.00 are taxed: 7.70 and 2.30. Then the remainder of the taxed line.
  await refund({ amount: 10 }, 0)
  await refund({ lines: [{ product: taxed.id, quantity: 1 }] }, 10)
  await deliver(owner, id)
  await open.shop.runJobs()
  const [invoice] = await documentsOfOrder(db, id)
  // 240.00 were refunded for the line, of which 7.70 had gone already: those come off the other one.
  expect(invoice?.content).toMatchObject({
    totalCents: 6177,
    deductedCents: 25_000,
    deductions: [
      { cents: 1000, lines: [], reason: 'damaged' },
      { cents: 24_000, lines: [{ productId: taxed.id, quantity: 1 }], reason: 'damaged' },
    ],
    rates: [{ basisPoints: 0, gross: 6177, tax: 0 }],
  })
  const printed = await open.shop.app.inject({
    url: `/documents/${invoice?.id}`,
    headers: { cookie: cookieOf(mali) },
  })
  const row = (about: string, amount: string) =>
    `<dt>หักออกก่อนชำระ / Taken off before payment: ${about}ของเสียหาย / Damaged</dt><dd>−${amount}</dd>`
  expect(printed.body).toContain(row('', '฿10.00'))
  expect(printed.body).toContain(row('มันฝรั่ง 1 กก. × 1 · ', '฿240.00'))
})
