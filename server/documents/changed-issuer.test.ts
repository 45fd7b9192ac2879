import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chargedTax } from '../../contract/pricing/tax-settings.ts'
import { dayIn } from '../../contract/values/day.ts'
import { bangkokShop } from '../../demo/bangkok/shop.ts'
import { runTask } from '../../testing/database/jobs.ts'
import { mailsOf } from '../../testing/mails.ts'
import { deliver } from '../../testing/makers/orders.ts'
import { anAddress, aProduct } from '../../testing/makers/rows.ts'
import { cookieOf, type Person, seller, type TestShop, testShop, verified } from '../../testing/shop.ts'
import { buyer } from '../../testing/shops/document-shop.ts'
import { promptPayShop } from '../../testing/shops/promptpay-shop.ts'
import { newId } from '../common/ids.ts'
import { handlePaymentEvent } from '../orders/paying/handle-payment-event.ts'
import { documentsOfOrder } from './queries.ts'
import { taxReportOf } from './tax-report.ts'

const issuer = { taxId: '0105500000003', branch: '00000' }

/** Saves who issues the shop's documents, and leaves the rest of the tax settings as they are. */
async function saveIssuer(boss: Person, issuer: { vatRegistered: boolean } | null): Promise<void> {
  const { version, mode, rounding, classes } = (await boss.get('/api/settings/tax')).json
  const typed = { mode, rounding, classes: classes.map(({ products: _, ...each }: { products: number }) => each) }
  const { json } = await boss.post('/api/settings/tax', { ...typed, issuer, seen: version })
  expect(json).toMatchObject({ success: true })
}

describe('while the owner has switched documents off', () => {
  let own: TestShop
  let boss: Person
  let buys: Awaited<ReturnType<typeof verified>>
  beforeAll(async () => {
    own = await testShop({ shop: bangkokShop })
    boss = await seller(own)
    buys = await verified(own)
  })
  afterAll(() => own.close())

  const switched = (on: boolean) => saveIssuer(boss, on ? { ...issuer, vatRegistered: true } : null)
  const sold = async (offerPrice: number) => {
    const { id: product } = await aProduct(own.db, { offerPrice })
    const body = { address: await anAddress(own.db, buys.user._id), items: [{ product, quantity: 1 }] }
    const { orderId } = (await buys.post('/api/order/cod', body)).json
    await deliver(boss, orderId)
    await own.runJobs()
    return orderId as string
  }
  const refunded = async (id: string, amount: number, before: number) => {
    const seen = { reduction: before }
    const { json } = await boss.post('/api/order/refund', { id, amount, reason: 'late', seen })
    expect(json).toMatchObject({ success: true })
    await own.runJobs()
  }
  const kindsOf = async (id: string) => (await documentsOfOrder(own.db, id)).map(({ kind }) => kind)
  const report = async (name = 'report') => {
    const headers = { cookie: cookieOf(boss) }
    const month = dayIn(bangkokShop.timeZone).slice(0, 7)
    return (await own.app.inject({ url: `/documents/${name}?month=${month}`, headers })).body
  }

  test('a refund of what has an invoice gets its credit note; a payment gets nothing, and is counted in the report', async () => {
    const before = await sold(88_200)
    expect(await report()).not.toContain('switched off')
    await switched(false)
    await refunded(before, 38, 0)
    expect(await kindsOf(before)).toEqual(['abbreviated tax invoice', 'credit note'])
    const meanwhile = await sold(57_500)
    expect(await kindsOf(meanwhile)).toEqual([])
    expect(await report()).toContain('1 order, ฿575.00 in all, paid while receipts were switched off')

    await switched(true)
    const after = await sold(10_700)
    expect(await kindsOf(after)).toEqual(['abbreviated tax invoice'])
    await refunded(meanwhile, 19, 0)
    await refunded(before, 1, 38)
    await refunded(after, 7, 0)
    expect(await kindsOf(meanwhile)).toEqual([])
    expect((await documentsOfOrder(own.db, before)).map(({ content }) => content.totalCents)).toEqual([
      88_200, 3800, 100,
    ])
    expect(await kindsOf(after)).toEqual(['abbreviated tax invoice', 'credit note'])
    expect(await report()).toContain('1 order, ฿556.00 in all, paid while receipts were switched off')
    // The documents of the month add up to the prices of its orders with documents.
    const month = dayIn(bangkokShop.timeZone).slice(0, 7)
    const { taxed, tax, exempt } = (await taxReportOf(own.db, month)).sums
    expect(taxed + tax + exempt).toBe(88_200 - 3900 + 10_700 - 700)
  })

  test('a payment that is undone and made again after that gets an invoice', async () => {
    await switched(false)
    const id = await sold(10_700)
    await switched(true)
    expect((await boss.post('/api/order/undo-step', { id })).json).toMatchObject({ success: true })
    await own.runJobs()
    expect(await kindsOf(id)).toEqual([])
    await boss.post('/api/order/take-step', { id, from: 'Out for delivery', status: 'Delivered' })
    await own.runJobs()
    expect(await kindsOf(id)).toEqual(['abbreviated tax invoice'])
    expect(await report()).toContain('1 order, ฿556.00')
  })

  test('saving other settings of the tax leaves payments from before without documents', async () => {
    await switched(false)
    const id = await sold(10_700)
    await switched(true)
    await switched(true)
    await refunded(id, 7, 0)
    expect(await kindsOf(id)).toEqual([])
  })
})

describe('an order that is paid after the shop’s registration for VAT has changed', () => {
  let own: TestShop
  let boss: Person
  let buys: Awaited<ReturnType<typeof verified>>
  beforeAll(async () => {
    own = await testShop({ shop: bangkokShop })
    boss = await seller(own)
    buys = await verified(own)
  })
  afterAll(() => own.close())

  const register = (vatRegistered: boolean) => saveIssuer(boss, { ...issuer, vatRegistered })
  /** An order of 107.00 with VAT in it and of 20.00 that is exempt. */
  const placed = async () => {
    const [taxed, exempt] = [
      await aProduct(own.db, { offerPrice: 10_700 }),
      await aProduct(own.db, { offerPrice: 2000 }),
    ]
    await own.db.updateTable('product').set({ taxClass: 'exempt' }).where('id', '=', exempt.id).execute()
    const items = [taxed, exempt].map(({ id }) => ({ product: id, quantity: 1 }))
    const { json } = await buys.post('/api/order/cod', { address: await anAddress(own.db, buys.user._id), items })
    expect(json).toMatchObject({ success: true })
    await own.runJobs()
    return { id: json.orderId as string, exempt: exempt.id }
  }
  const paid = async (id: string) => {
    await deliver(boss, id)
    await own.runJobs()
  }
  const taxShown = async (id: string) => (await buys.get(`/api/order/get?id=${id}`)).json.order.tax
  const rates = [
    { basisPoints: 700, gross: 10_700, tax: 700 },
    { basisPoints: 0, gross: 2000, tax: 0 },
  ]
  const noRates = [{ basisPoints: 0, gross: 12_700, tax: 0 }]
  /** The rates of an order's sale in the reports. */
  const booked = async (id: string) => {
    const sold = own.db.selectFrom('saleEntry').select('rates').where('orderId', '=', id)
    const sale = await sold.executeTakeFirstOrThrow()
    return (sale.rates as { basisPoints: number; total: number; tax: number }[]).map(({ basisPoints, total, tax }) => ({
      basisPoints,
      gross: total,
      tax,
    }))
  }

  test('has a tax invoice with its VAT, in the reports too, if the shop has registered', async () => {
    await register(false)
    const { id, exempt } = await placed()
    expect(await taxShown(id)).toBe(0)
    await register(true)
    await paid(id)
    const [invoice] = await documentsOfOrder(own.db, id)
    expect(invoice).toMatchObject({ kind: 'abbreviated tax invoice', content: { totalCents: 12_700, rates } })
    expect(invoice?.content.lines.map(({ basisPoints }) => basisPoints)).toEqual([700, 0])
    expect(await booked(id)).toEqual(rates)
    expect(await taxShown(id)).toBe(7)
    const refund = { id, lines: [{ product: exempt, quantity: 1 }], reason: 'bruised', seen: { reduction: 0 } }
    expect((await boss.post('/api/order/refund', refund)).json.success).toBe(true)
    await own.runJobs()
    expect((await documentsOfOrder(own.db, id)).at(-1)?.content.rates).toEqual(rates.slice(1))
  })

  test('has a receipt without VAT, and none in the reports, if the shop is no longer registered', async () => {
    await register(true)
    const { id } = await placed()
    expect(await taxShown(id)).toBe(7)
    await register(false)
    await paid(id)
    const [receipt] = await documentsOfOrder(own.db, id)
    expect(receipt).toMatchObject({ kind: 'receipt', content: { totalCents: 12_700, rates: noRates } })
    expect(await booked(id)).toEqual(noRates)
    expect(await taxShown(id)).toBe(0)
  })

  test('keeps the document of its payment, which a shop that is no longer registered can’t make a full one', async () => {
    await register(true)
    const { id } = await placed()
    await paid(id)
    await register(false)
    await boss.post('/api/order/refund', { id, amount: 10, reason: 'late', seen: { reduction: 0 } })
    await own.runJobs()
    const kinds = ['abbreviated tax invoice', 'credit note']
    expect((await documentsOfOrder(own.db, id)).map(({ kind }) => kind)).toEqual(kinds)
    expect(await taxShown(id)).toBe(7)
    const asked = await buys.post('/api/order/invoice', { orderId: id, buyer })
    expect(asked.json).toMatchObject({ success: false, code: 'no_tax_invoice' })
    await register(true)
    expect((await buys.post('/api/order/invoice', { orderId: id, buyer })).json).toMatchObject({ success: true })
  })
})

describe('the confirmation mail of an order that is paid after the shop’s registration for VAT has changed', () => {
  let open: Awaited<ReturnType<typeof promptPayShop>>
  beforeAll(async () => {
    open = await promptPayShop()
  })
  afterAll(() => open.shop.close())

  const register = (vatRegistered: boolean) => saveIssuer(open.owner, { ...issuer, vatRegistered })
  /** Its tax as My orders and the mail have it, before any other job has run. */
  const taxes = async (shopper: Person, id: string) => {
    const { tasks, sent } = mailsOf(open.shop)
    await runTask(tasks, 'send-order-mail', { orderId: id })
    return [(await open.orderOf(shopper, id)).tax, /Tax.*/.exec(sent[0]?.text ?? '')?.[0]]
  }
  const ofPayment: [string, string, (id: string, vatRegistered: boolean) => Promise<unknown>][] = [
    ['by PromptPay', '/api/order/promptpay', (id) => open.confirm({ orderId: id })],
    [
      'by card',
      '/api/order/stripe',
      async (id, vatRegistered) => {
        const { amountCents } = await open.shop.db
          .selectFrom('payment')
          .select('amountCents')
          .where('orderId', '=', id)
          .executeTakeFirstOrThrow()
        const event = { ours: true, payment: `pi_${id}`, currency: 'thb', amountCents } as const
        const shop = { ...bangkokShop, issuer: { ...issuer, vatRegistered } }
        await handlePaymentEvent(
          { db: open.shop.db, log: open.shop.app.log, shop: { ...shop, tax: chargedTax(shop) } },
          { ...event, id: `evt_${id}`, kind: 'paid', orderId: id },
        )
      },
    ],
  ]

  test.each(ofPayment)('paid %s, has the VAT of its document', async (_, path, pay) => {
    for (const [before, now, shown] of [
      [true, false, [0, undefined]],
      [false, true, [7, expect.stringMatching(/^Tax included \(7%\).*7\.00$/)]],
    ] as const) {
      await register(before)
      const { shopper, order: first, body } = await open.anOrder({ price: 10_700 })
      await shopper.post('/api/order/cancel', { orderId: first.orderId })
      const { json } = await shopper.post(path, body, { 'idempotency-key': newId() })
      const id: string = json.orderId ?? new URL(json.url).searchParams.get('order')
      expect((await open.orderOf(shopper, id)).tax).toBe(before ? 7 : 0)
      await register(now)
      await pay(id, now)
      expect(await taxes(shopper, id)).toEqual(shown)
      await open.shop.runJobs()
      expect((await open.orderOf(shopper, id)).tax).toBe(shown[0])
    }
  })
})
