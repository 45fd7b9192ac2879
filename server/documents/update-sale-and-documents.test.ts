import { afterAll, describe, expect, test } from 'vitest'
import { taxRules } from '../../contract/settings/shop.ts'
import { bangkokShop } from '../../demo/bangkok/shop.ts'
import { deliver } from '../../testing/makers/orders.ts'
import { anAddress, aProduct } from '../../testing/makers/rows.ts'
import { seller, testShop, verified } from '../../testing/shop.ts'
import { documentShop, taxOf } from '../../testing/shops/document-shop.ts'
import { inTransaction } from '../database/database.ts'
import { recordCardPayment, recordFailedRefund, recordPaidOut, recordRefund } from '../orders/ledger-queries.ts'
import { setPaid } from '../orders/queries.ts'
import { cancelOrder } from '../orders/steps/cancel-order.ts'
import { restoreOrder } from '../orders/steps/restore-order.ts'
import { enterStatus, revertStatus } from '../orders/steps/step-queries.ts'
import type { DocumentContent } from './content.ts'
import { documentPage } from './document-page.ts'
import { documentsOfOrder } from './queries.ts'
import { updateSaleAndDocuments } from './update-sale-and-documents.ts'

const { shop, owner, mali, order, deliverAndIssue, delivered, documentsOf } = await documentShop()
afterAll(() => shop.close())

describe('a cash order of a shop that is registered for VAT', () => {
  test('has no document before it is paid, and an abbreviated tax invoice with the right VAT after it', async () => {
    const id = await order([{ offerPrice: 28450 }])
    await shop.runJobs()
    expect(await documentsOf(id)).toEqual([])
    await deliverAndIssue(id)
    const [invoice, ...others] = await documentsOf(id)
    expect(others).toEqual([])
    expect(invoice).toMatchObject({
      kind: 'abbreviated tax invoice',
      // 28450 × 7 / 107 = 1861.2
      content: { totalCents: 28450, method: 'cash', rates: [{ basisPoints: 700, gross: 28450, tax: 1861 }] },
    })
    const { json } = await mali.get(`/api/order/get?id=${id}`)
    expect(json.order.documents).toEqual([
      { id: invoice?.id, kind: 'abbreviated tax invoice', name: expect.stringMatching(/^AB2[0-9]{3}-[0-9]{6}$/) },
    ])
  })

  test('has VAT on its taxed lines only, worked out once', async () => {
    const id = await delivered([
      { offerPrice: 99, quantity: 3 },
      { offerPrice: 10000, taxClass: 'exempt' },
      { offerPrice: 550 },
    ])
    const [invoice] = await documentsOf(id)
    expect(invoice?.content.rates).toEqual([
      // (3 × 99 + 550) × 7 / 107 = 55.41
      { basisPoints: 700, gross: 847, tax: 55 },
      { basisPoints: 0, gross: 10000, tax: 0 },
    ])
  })

  test('an undone delivery has a credit note over all of it, and another invoice when it is delivered again', async () => {
    const id = await delivered([{ offerPrice: 10700 }])
    expect((await owner.post('/api/order/undo-step', { id })).json).toMatchObject({ success: true })
    await shop.runJobs()
    await owner.post('/api/order/take-step', { id, from: 'Out for delivery', status: 'Delivered' })
    await shop.runJobs()
    const documents = await documentsOf(id)
    expect(documents.map(({ kind }) => kind)).toEqual([
      'abbreviated tax invoice',
      'credit note',
      'abbreviated tax invoice',
    ])
    expect(documents[1]).toMatchObject({
      refersTo: documents[0]?.id,
      content: { totalCents: 10700, rates: [{ basisPoints: 700, gross: 10700, tax: 700 }] },
    })
  })

  test('an order that was cancelled, delivered anyway and paid after all has another invoice', async () => {
    const id = await delivered([{ offerPrice: 10700 }])
    // A paid order whose rider's report comes after its cancellation and refund.
    await inTransaction(shop.db, async (tx) => {
      await revertStatus(tx, id, { from: 'Delivered', to: 'Out for delivery', by: 'owner@shop.example' })
      await cancelOrder(tx, id, 'Out for delivery')
      await recordPaidOut(tx, id, { method: 'cash', cents: 10700, reference: undefined, by: 'owner@shop.example' })
    })
    await shop.runJobs()
    await inTransaction(shop.db, async (tx) => {
      await restoreOrder(tx, id, { cash: 0, by: 'rider@shop.example' })
      await enterStatus(tx, id, { from: 'Out for delivery', to: 'Delivered', by: 'rider@shop.example' })
    })
    await shop.runJobs()
    const kinds = async () => (await documentsOf(id)).map(({ kind }) => kind)
    expect(await kinds()).toEqual(['abbreviated tax invoice', 'credit note'])
    expect((await owner.post('/api/order/collect', { id, method: 'transfer', amount: 107 })).json.success).toBe(true)
    await shop.runJobs()
    expect(await kinds()).toEqual(['abbreviated tax invoice', 'credit note', 'abbreviated tax invoice'])
    expect((await documentsOf(id)).at(-1)?.content).toMatchObject({ totalCents: 10700, method: 'transfer' })
  })

  test('an order has one invoice however often the job runs, also simultaneously', async () => {
    const id = await delivered([{ offerPrice: 5000 }])
    await Promise.all(Array.from({ length: 8 }, () => updateSaleAndDocuments({ db: shop.db, shop: bangkokShop }, id)))
    expect(await documentsOf(id)).toHaveLength(1)
  })
})

describe('credit notes', () => {
  test('over parts add up to the invoice to the satang, tax included', async () => {
    const id = await delivered([{ offerPrice: 3333 }, { offerPrice: 1999, taxClass: 'exempt' }])
    for (const cents of [1000, 777, 1, 3554]) {
      await shop.pool.query(
        `insert into money_movement (order_id, kind, cents, reason) values ($1, 'cost', $2, 'bruised')`,
        [id, -cents],
      )
      await updateSaleAndDocuments({ db: shop.db, shop: bangkokShop }, id)
    }
    const [invoice, ...notes] = await documentsOf(id)
    expect(notes.map(({ content }) => content.totalCents)).toEqual([1000, 777, 1, 3554])
    const sum = (of: (content: DocumentContent) => number) => notes.reduce((all, { content }) => all + of(content), 0)
    expect(sum(({ totalCents }) => totalCents)).toBe(invoice?.content.totalCents)
    expect(sum(taxOf)).toBe(invoice && taxOf(invoice.content))
    for (const { content } of notes)
      expect(content.rates.reduce((all, { gross }) => all + gross, 0)).toBe(content.totalCents)
  })

  test('say the value of the invoice, what was credited before, the correct value and the difference', async () => {
    const id = await delivered([{ offerPrice: 21400 }, { offerPrice: 5000, taxClass: 'exempt' }])
    const shownAfter = async (amount: number, reduction: number) => {
      await owner.post('/api/order/refund', { id, amount, reason: 'late', seen: { reduction } })
      await shop.runJobs()
      const note = (await documentsOf(id)).at(-1) ?? expect.fail()
      const rows = documentPage(note, { paper: 'a4', back: '/my-orders' }).matchAll(
        /<dt>([^<]*) \/ ([^<]*)<\/dt><dd>([^<]*)<\/dd>/g,
      )
      const shown = new Map([...rows].map(([, , term, value]) => [term, value]))
      return ['Original value', 'Credited before', 'Correct value', 'Difference', 'VAT 7%', 'Credited'].map((term) =>
        shown.get(term),
      )
    }
    // 214.00 with 14.00 of VAT, and 50.00. Half of each: 107.00 with 7.00, and 25.00.
    expect(await shownAfter(132, 0)).toEqual(['฿250.00', undefined, '฿125.00', '฿125.00', '฿7.00', '฿132.00'])
    expect(await shownAfter(132, 132)).toEqual(['฿250.00', '−฿125.00', '฿0.00', '฿125.00', '฿7.00', '฿132.00'])
  })

  test('say that money was refunded, also if the refund has failed before they are issued', async () => {
    const id = await order([{ offerPrice: 10700 }])
    await inTransaction(shop.db, async (tx) => {
      await recordCardPayment(tx, id, { cents: 10700, reference: 'pi_1' })
      await setPaid(tx, id)
    })
    await shop.runJobs()
    await inTransaction(shop.db, async (tx) => {
      await recordRefund(tx, id, 1000)
      await recordFailedRefund(tx, id, 1000)
    })
    await shop.runJobs()
    const [, note] = await documentsOf(id)
    expect(note?.content).toMatchObject({ totalCents: 1000, reason: 'refunded at the gateway' })
  })
})

test('a refund of pieces has a credit note with its lines, and one of an amount has none', async () => {
  const id = await delivered([
    { offerPrice: 10700, quantity: 3 },
    { offerPrice: 2000, taxClass: 'exempt' },
  ])
  const { items } = (await mali.get(`/api/order/get?id=${id}`)).json.order
  const taxed = items.find(({ quantity }) => quantity === 3).product._id
  const refund = async (body: object) => {
    const { json } = await owner.post('/api/order/refund', { id, reason: 'bruised', ...body })
    expect(json).toMatchObject({ success: true })
    await shop.runJobs()
  }
  await refund({ lines: [{ product: taxed, quantity: 1 }], seen: { reduction: 0 } })
  await refund({ amount: 10, seen: { reduction: 107 } })
  const [, first, second] = await documentsOf(id)
  expect(first).toMatchObject({
    kind: 'credit note',
    content: {
      reason: 'bruised',
      totalCents: 10700,
      lines: [{ quantity: 1, unitCents: 10700, discountCents: 0 }],
      rates: [{ basisPoints: 700, gross: 10700, tax: 700 }],
    },
  })
  expect(second?.content).toMatchObject({ totalCents: 1000, lines: [] })
})

test('a shop that is not registered for VAT gives receipts without VAT, and one without an issuer gives nothing', async () => {
  const { issuer: _, ...none } = bangkokShop
  const without = { ...none, tax: taxRules.none }
  const id = await order([{ offerPrice: 1000 }])
  await deliverAndIssue(id)
  const before = await documentsOf(id)
  await updateSaleAndDocuments({ db: shop.db, shop: without }, id)
  expect(await documentsOf(id)).toEqual(before)

  const own = await testShop({
    shop: { ...without, issuer: { taxId: '0105500000003', vatRegistered: false } },
  })
  try {
    const [boss, buys] = [await seller(own), await verified(own)]
    const { id: product } = await aProduct(own.db, { offerPrice: 1000 })
    const body = { address: await anAddress(own.db, buys.user._id), items: [{ product, quantity: 2 }] }
    const { orderId } = (await buys.post('/api/order/cod', body)).json
    await deliver(boss, orderId)
    await own.runJobs()
    const [receipt] = await documentsOfOrder(own.db, orderId)
    expect(receipt).toMatchObject({
      kind: 'receipt',
      content: { totalCents: 2000, rates: [{ basisPoints: 0, gross: 2000, tax: 0 }] },
    })
  } finally {
    await own.close()
  }
})
