import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { taxRules } from '../../contract/settings/shop.ts'
import { dayIn } from '../../contract/values/day.ts'
import { bangkokShop } from '../../demo/bangkok/shop.ts'
import { anAddress, aProduct } from '../../testing/makers.ts'
import { deliver } from '../../testing/orders.ts'
import { formOf, sellerShop } from '../../testing/seller-shop.ts'
import { type Person, person, seller, type TestShop, testShop, verified } from '../../testing/shop.ts'
import { newId } from '../common/ids.ts'
import { inTransaction } from '../database/database.ts'
import { recordPaidOut } from '../orders/ledger-queries.ts'
import { enterStatus, undoEvent } from '../orders/queries.ts'
import { cancelOrder } from '../orders/steps/cancel-order.ts'
import { restoreOrder } from '../orders/steps/restore-order.ts'
import type { DocumentContent } from './content.ts'
import { documentPage } from './document-page.ts'
import { followMoney } from './follow-money.ts'
import { replaceByTaxInvoice } from './issue-documents.ts'
import { documentsOfOrder, insertDocument } from './queries.ts'
import { taxReportCsv, taxReportOf } from './tax-report.ts'
import { taxReportPage } from './tax-report-page.ts'

let shop: TestShop
let owner: Person
let mali: Awaited<ReturnType<typeof verified>>
beforeAll(async () => {
  shop = await testShop({ shop: bangkokShop })
  owner = await seller(shop)
  mali = await verified(shop)
})
afterAll(() => shop.close())
afterEach(() => void vi.useRealTimers())

const buyer = { name: 'บริษัท ครัวมะลิ จำกัด', address: '12 ถนนสีลม\nบางรัก กรุงเทพฯ 10500', taxId: '0105500000003' }

async function order(
  lines: { offerPrice: number; quantity?: number; taxClass?: string }[],
  by: Person & { user: { _id: string } } = mali,
) {
  const items = []
  for (const { quantity = 1, taxClass, ...fields } of lines) {
    const { id } = await aProduct(shop.db, fields)
    if (taxClass) await shop.db.updateTable('product').set({ taxClass }).where('id', '=', id).execute()
    items.push({ product: id, quantity })
  }
  const address = await anAddress(shop.db, by.user._id)
  const { json } = await by.post('/api/order/cod', { address, items })
  expect(json).toMatchObject({ success: true })
  return json.orderId as string
}
async function deliverAndIssue(id: string) {
  await deliver(owner, id)
  await shop.runJobs()
}
const delivered = async (lines: Parameters<typeof order>[0]) => {
  const id = await order(lines)
  await deliverAndIssue(id)
  return id
}
const documentsOf = (id: string) => documentsOfOrder(shop.db, id)
const taxOf = ({ rates }: DocumentContent) => rates.reduce((sum, { tax }) => sum + tax, 0)

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
    expect((await owner.post('/api/order/undeliver', { id })).json).toMatchObject({ success: true })
    await shop.runJobs()
    await owner.post('/api/order/move', { id, from: 'Out for delivery', status: 'Delivered' })
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
      await undoEvent(tx, id, { from: 'Delivered', to: 'Out for delivery', by: 'owner@shop.example' })
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
    await Promise.all(Array.from({ length: 8 }, () => followMoney({ db: shop.db, shop: bangkokShop }, id)))
    expect(await documentsOf(id)).toHaveLength(1)
  })
})

describe('credit notes', () => {
  test('over parts add up to the invoice to the satang, tax included', async () => {
    const id = await delivered([{ offerPrice: 3333 }, { offerPrice: 1999, taxClass: 'exempt' }])
    for (const cents of [1000, 777, 1, 3554]) {
      await shop.pool.query(
        `insert into money_movement (order_id, kind, cents, reason) values ($1, 'due', $2, 'bruised')`,
        [id, -cents],
      )
      await followMoney({ db: shop.db, shop: bangkokShop }, id)
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
    const shownAfter = async (amount: number, refunded: number) => {
      await owner.post('/api/order/refund', { id, amount, reason: 'late', seen: { refunded } })
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
})

test('a refund of pieces has a credit note with its lines, and one of an amount has none', async () => {
  const id = await delivered([
    { offerPrice: 10700, quantity: 3 },
    { offerPrice: 2000, taxClass: 'exempt' },
  ])
  const { items } = (await mali.get(`/api/order/get?id=${id}`)).json.order
  const taxed = items.find(({ quantity }: { quantity: number }) => quantity === 3).product._id
  const refund = async (body: object) => {
    const { json } = await owner.post('/api/order/refund', { id, reason: 'bruised', ...body })
    expect(json).toMatchObject({ success: true })
    await shop.runJobs()
  }
  await refund({ lines: [{ product: taxed, quantity: 1 }], seen: { refunded: 0 } })
  await refund({ amount: 10, seen: { refunded: 107 } })
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

describe('a tax invoice', () => {
  const ask = (by: Person, orderId: string, changed: object = {}) =>
    by.post('/api/order/invoice', { orderId, buyer: { ...buyer, ...changed } })

  test('replaces the abbreviated one, and is made once', async () => {
    const id = await delivered([{ offerPrice: 10700 }])
    const typed = {
      taxId: ' 0-1055-00000-00-3 ',
      name: `\u202E${buyer.name.replace(' ', '\n ')}`,
      address: ` ${buyer.address}\u0007`,
    }
    const replies = await Promise.all([ask(mali, id, typed), ask(mali, id, typed)])
    expect(replies.map(({ json }) => json.code ?? 'made').sort()).toEqual(['made', 'no_tax_invoice'])
    const [abbreviated, invoice, ...others] = await documentsOf(id)
    expect(others).toEqual([])
    expect(invoice).toMatchObject({
      kind: 'tax invoice',
      refersTo: abbreviated?.id,
      content: { buyer: { ...buyer, branch: '00000' }, totalCents: 10700 },
    })
  })

  test('a full tax invoice is made once, also if it is requested while the abbreviated one is made', async () => {
    const id = await order([{ offerPrice: 10700 }])
    await deliver(owner, id)
    await inTransaction(shop.db, async (tx) => {
      // Its transaction begins before that of the abbreviated one, and goes on after it.
      await sql`select`.execute(tx)
      await shop.runJobs()
      await replaceByTaxInvoice(tx, bangkokShop, { orderId: id, buyer: { ...buyer, branch: '00000' } })
    })
    expect((await ask(mali, id)).json.code).toBe('no_tax_invoice')
    const kinds = (await documentsOf(id)).map(({ kind }) => kind)
    expect(kinds).toEqual(['abbreviated tax invoice', 'tax invoice'])
  })

  test('a full tax invoice is refused for another’s order, for an unpaid one and for one that is unpaid again, and changes nothing', async () => {
    const somchai = await verified(shop)
    const unpaid = await order([{ offerPrice: 1000 }])
    const id = await delivered([{ offerPrice: 1000 }])
    expect((await ask(somchai, id)).json).toMatchObject({ success: false, code: 'order_unknown' })
    expect((await ask(mali, unpaid)).json).toMatchObject({ success: false, code: 'no_tax_invoice' })
    await owner.post('/api/order/undeliver', { id })
    await shop.runJobs()
    expect((await ask(mali, id)).json).toMatchObject({ success: false, code: 'no_tax_invoice' })
    expect((await documentsOf(id)).map(({ kind }) => kind)).not.toContain('tax invoice')
  })

  test('a full tax invoice can be made after a partial refund: over the paid sum, with the credit notes so far as its own', async () => {
    const id = await delivered([
      { offerPrice: 10700, quantity: 2 },
      { offerPrice: 5000, taxClass: 'exempt' },
    ])
    const give = async (amount: number, refunded: number) => {
      const seen = { refunded }
      const { json } = await owner.post('/api/order/refund', { id, amount, reason: 'damaged', seen })
      expect(json).toMatchObject({ success: true })
      await shop.runJobs()
    }
    await give(50, 0)
    const [abbreviated, early] = await documentsOf(id)
    expect((await ask(mali, id)).json).toMatchObject({ success: true })
    const full = (await documentsOf(id)).at(-1)
    expect(full).toMatchObject({
      kind: 'tax invoice',
      refersTo: abbreviated?.id,
      content: {
        totalCents: 26_400,
        rates: abbreviated?.content.rates,
        credited: [{ name: expect.stringMatching(/^CN/), totalCents: 5000 }],
      },
    })
    // The job finds nothing to add; and the next note refers to the full one.
    await followMoney({ db: shop.db, shop: bangkokShop }, id)
    await give(14, 50)
    const documents = await documentsOf(id)
    const late = documents.at(-1)
    expect(documents).toHaveLength(4)
    expect(late).toMatchObject({ kind: 'credit note', refersTo: full?.id, content: { buyer, totalCents: 1400 } })
    expect((await ask(mali, id)).json).toMatchObject({ code: 'no_tax_invoice' })
    // The remainder is credited to the satang.
    await give(200, 64)
    const all = await documentsOf(id)
    const notes = all.filter(({ kind }) => kind === 'credit note')
    expect(notes.reduce((sum, { content }) => sum + content.totalCents, 0)).toBe(26_400)
    expect(notes.reduce((sum, { content }) => sum + taxOf(content), 0)).toBe(taxOf(full?.content as DocumentContent))
    expect(notes[0]).toEqual(early)
    const headers = { cookie: [...mali.jar].map((each) => each.join('=')).join('; ') }
    const page = await shop.app.inject({ url: `/documents/${full?.id}`, headers })
    expect(page.body).toContain('ใบลดหนี้ที่ออกแล้ว')
    expect(page.body).not.toContain('Replaced by')
    const replaced = await shop.app.inject({ url: `/documents/${abbreviated?.id}`, headers })
    expect(replaced.body).toMatch(/Replaced by<\/dt><dd>TX[0-9]{4}-[0-9]{6}<\/dd>/)
  })

  test('a full tax invoice made before a refund’s credit note leaves that note its lines', async () => {
    const id = await delivered([{ offerPrice: 10700, quantity: 2 }])
    const [{ productId } = { productId: '' }] = (await documentsOf(id))[0]?.content.lines ?? []
    const lines = [{ product: productId, quantity: 1 }]
    await owner.post('/api/order/refund', { id, lines, reason: 'late', seen: { refunded: 0 } })
    expect((await ask(mali, id)).json).toMatchObject({ success: true })
    await shop.runJobs()
    const note = (await documentsOf(id)).at(-1)
    expect(note?.content).toMatchObject({
      totalCents: 10_700,
      lines: [{ productId, quantity: 1 }],
      reason: 'late',
      buyer,
    })
  })

  test('a fully refunded order gets no full tax invoice', async () => {
    const id = await delivered([{ offerPrice: 1000 }])
    await owner.post('/api/order/refund', { id, amount: 10, reason: 'late', seen: { refunded: 0 } })
    await shop.runJobs()
    expect((await ask(mali, id)).json).toMatchObject({ success: false, code: 'no_tax_invoice' })
  })

  test('a seller can make a full tax invoice for any order, with the same checks', async () => {
    const id = await delivered([{ offerPrice: 10700 }])
    const atCounter = (orderId: string, changed: object = {}) =>
      owner.post('/api/order/counter-invoice', { orderId, buyer: { ...buyer, ...changed } })
    expect((await atCounter(id, { taxId: '0105500000004' })).json.fields).toHaveProperty(['buyer.taxId'])
    expect((await atCounter(newId())).json.code).toBe('order_unknown')
    const { json } = await atCounter(id)
    expect(json.documents.map(({ kind }: { kind: string }) => kind)).toEqual(['abbreviated tax invoice', 'tax invoice'])
    expect((await atCounter(id)).json.code).toBe('no_tax_invoice')
    expect((await documentsOf(id)).at(-1)?.content).toMatchObject({ buyer, totalCents: 10700 })
  })

  test('a full tax invoice takes Thai digits, and spaces between them', async () => {
    const id = await delivered([{ offerPrice: 1000 }])
    expect((await ask(mali, id, { taxId: '๐ ๑๐๕๕ ๐๐๐๐๐ ๐๐ ๓', branch: '๐๐๐ ๐๑' })).json.success).toBe(true)
    const invoice = (await documentsOf(id)).at(-1)
    expect(invoice?.content.buyer).toMatchObject({ taxId: '0105500000003', branch: '00001' })
  })

  test('a full tax invoice names no branch of a person, unless the person names one', async () => {
    const printed = async (more: object) => {
      const id = await delivered([{ offerPrice: 1000 }])
      expect((await ask(mali, id, { taxId: '1101700203450', ...more })).json.success).toBe(true)
      const invoice = (await documentsOf(id)).at(-1)
      const headers = { cookie: [...mali.jar].map((each) => each.join('=')).join('; ') }
      const page = await shop.app.inject({ url: `/documents/${invoice?.id}`, headers })
      return /<div class="buyer">.*?<\/div>/s.exec(page.body)?.[0]
    }
    expect(await printed({})).not.toContain('Head office')
    expect(await printed({ branch: '00000' })).toContain('Head office')
  })

  test('a full tax invoice is refused for a wrong tax ID or branch, with the field', async () => {
    const id = await delivered([{ offerPrice: 1000 }])
    expect((await ask(mali, id, { taxId: '0105500000004' })).json.fields).toHaveProperty(['buyer.taxId'])
    expect((await ask(mali, id, { branch: '1' })).json.fields).toHaveProperty(['buyer.branch'])
    expect(await documentsOf(id)).toHaveLength(1)
  })

  test('a full tax invoice is refused in a later month than that of the payment', async () => {
    const id = await delivered([{ offerPrice: 1000 }])
    await shop.pool.query('alter table document disable trigger document_is_final')
    await shop.pool.query(`update document set day = day - interval '1 month' where order_id = $1`, [id])
    await shop.pool.query('alter table document enable trigger document_is_final')
    expect((await ask(mali, id)).json).toMatchObject({ success: false, code: 'tax_invoice_too_late' })
  })
})

test('numbers have no gap, with a thousand at once of which every third is rolled back', async () => {
  const id = await delivered([{ offerPrice: 1000 }])
  const [{ content, day } = expect.fail()] = await documentsOf(id)
  const issue = (at: number) =>
    inTransaction(shop.db, async (tx) => {
      await insertDocument(tx, { kind: 'receipt', orderId: id, day, content })
      if (at % 3 === 0) throw new Error('rolled back')
    })
  // On a busy machine a thousand don't all get a connection within the pool's limit: those begin again.
  const patiently = async (at: number): Promise<void> =>
    issue(at).catch((error: Error) => {
      if (!error.message.includes('timeout exceeded when trying to connect')) throw error
      return patiently(at)
    })
  const results = await Promise.allSettled(Array.from({ length: 1000 }, (_, at) => patiently(at)))
  const made = results.filter(({ status }) => status === 'fulfilled').length
  expect(made).toBe(666)
  const { rows } = await shop.pool.query<{ number: number }>(
    `select number from document where kind = 'receipt' order by number`,
  )
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: made }, (_, at) => at + 1))
})

test('a document is never changed or deleted', async () => {
  const id = await delivered([{ offerPrice: 1000 }])
  await expect(shop.pool.query('update document set number = 9 where order_id = $1', [id])).rejects.toThrow(
    /never changed/,
  )
  await expect(shop.pool.query('delete from document where order_id = $1', [id])).rejects.toThrow(/never changed/)
})

describe('the printed page', () => {
  const page = (by: Person, id: string, paper = 'a4') =>
    shop.app.inject({
      url: `/documents/${id}?paper=${paper}`,
      headers: { cookie: [...by.jar].map((each) => each.join('=')).join('; ') },
    })

  test('the page of a document is for the order’s shopper and for sellers only, and is the same each time', async () => {
    const id = await delivered([{ offerPrice: 28450 }, { offerPrice: 1000, taxClass: 'exempt' }])
    const document = (await documentsOf(id))[0]?.id ?? ''
    const first = await page(mali, document)
    expect(first.statusCode).toBe(200)
    for (const text of ['ใบกำกับภาษีอย่างย่อ', '0105500000003', '฿294.50', '฿18.61', '(N)', 'ราคารวมภาษีมูลค่าเพิ่มแล้ว'])
      expect(first.body).toContain(text)
    expect(first.headers['cache-control']).toBe('no-store')
    expect((await page(mali, document)).body).toBe(first.body)
    // Back to the reader's own orders.
    const [ofShopper, ofSeller] = ['<nav><a href="/my-orders">', '<nav><a href="/seller/orders">']
    expect(first.body).toContain(ofShopper)
    expect((await page(owner, document)).body).toBe(first.body.replace(ofShopper, ofSeller))
    expect((await page(mali, document, 'receipt')).body).toContain('80mm')
    expect((await page(await verified(shop), document)).statusCode).toBe(404)
    expect((await page(mali, 'no-such-document')).statusCode).toBe(404)
    expect((await page(person(shop), document)).headers.location).toBe('/my-orders')
  })

  test('the page of a document is the same after shop, product and order have changed', async () => {
    const own = await sellerShop({ shop: bangkokShop })
    try {
      const buys = await verified(own.shop)
      const product = await own.added({ price: 107, offerPrice: 107 })
      const body = {
        address: await anAddress(own.shop.db, buys.user._id),
        items: [{ product: product._id, quantity: 2 }],
      }
      const { orderId } = (await buys.post('/api/order/cod', body)).json
      await deliver(own.seller, orderId)
      await own.shop.runJobs()
      const [invoice] = await documentsOfOrder(own.shop.db, orderId)
      const printed = async (paper: string) =>
        (
          await own.shop.app.inject({
            url: `/documents/${invoice?.id}?paper=${paper}`,
            headers: { cookie: [...buys.jar].map((each) => each.join('=')).join('; ') },
          })
        ).body
      const before = [await printed('a4'), await printed('receipt')]
      await own.edit({ ...formOf(product), name: 'Another name', nameTh: 'ชื่ออื่น', price: 50, offerPrice: 50 })
      const {
        success: _s,
        version,
        changedBy: _b,
        changedAt: _a,
        ...settings
      } = (await own.seller.get('/api/settings/shop')).json
      const saved = {
        ...settings,
        name: 'Another shop',
        company: 'Another Co., Ltd.',
        phone: '02 111 1111',
        seen: version,
      }
      expect((await own.seller.post('/api/settings/shop', saved)).json.success).toBe(true)
      await own.seller.post('/api/order/refund', { id: orderId, amount: 7, reason: 'late', seen: { refunded: 0 } })
      await own.shop.runJobs()
      expect([await printed('a4'), await printed('receipt')]).toEqual(before)
      expect(before[0]).toContain('บริษัท ตลาด บางกอก จำกัด')
    } finally {
      await own.shop.close()
    }
  })

  test('is found by the link of mails: the newest of the order, for its shopper and for sellers', async () => {
    const id = await order([{ offerPrice: 1000 }])
    const follow = async (by: Person) =>
      (
        await shop.app.inject({
          url: `/documents/order/${id}`,
          headers: { cookie: [...by.jar].map((each) => each.join('=')).join('; ') },
        })
      ).headers.location
    expect(await follow(mali)).toBe('/my-orders')
    await deliverAndIssue(id)
    const [invoice] = await documentsOf(id)
    expect(await follow(mali)).toBe(`/documents/${invoice?.id}`)
    await owner.post('/api/order/refund', { id, amount: 1, reason: 'bruised', seen: { refunded: 0 } })
    await shop.runJobs()
    const [, note] = await documentsOf(id)
    expect(await follow(owner)).toBe(`/documents/${note?.id}`)
    expect(await follow(await verified(shop))).toBe('/my-orders')
    expect(await follow(person(shop))).toBe('/my-orders')
  })

  test('escapes what was typed', async () => {
    const id = await delivered([{ offerPrice: 1000 }])
    await mali.post('/api/order/invoice', {
      orderId: id,
      buyer: { ...buyer, name: '<script>alert(1)</script>', address: '"><img src=x>' },
    })
    const { body } = await page(mali, (await documentsOf(id))[1]?.id ?? '')
    expect(body).toContain('&lt;script&gt;alert(1)')
    expect(body).not.toContain('<img')
  })
})

describe('the report of a month', () => {
  test('is for sellers, and adds up to its documents, with credit notes below zero and replaced ones at zero', async () => {
    const own = await testShop({ shop: bangkokShop })
    try {
      const boss = await seller(own)
      const buys = await verified(own)
      const ids: string[] = []
      for (const offerPrice of [10700, 5350, 2140]) {
        const { id } = await aProduct(own.db, { offerPrice })
        const body = { address: await anAddress(own.db, buys.user._id), items: [{ product: id, quantity: 1 }] }
        const { orderId } = (await buys.post('/api/order/cod', body)).json
        await deliver(boss, orderId)
        ids.push(orderId)
      }
      await own.runJobs()
      const [replaced, undone] = ids
      await buys.post('/api/order/invoice', { orderId: replaced, buyer: { ...buyer, name: '=HYPERLINK("x")' } })
      await boss.post('/api/order/undeliver', { id: undone })
      await own.runJobs()
      const month = dayIn(bangkokShop.timeZone).slice(0, 7)
      const page = async (by: Person, path: string) =>
        own.app.inject({ url: path, headers: { cookie: [...by.jar].map((each) => each.join('=')).join('; ') } })
      expect((await page(buys, `/documents/report?month=${month}`)).headers.location).toBe('/seller')
      const { body } = await page(boss, `/documents/report?month=${month}`)
      // 107.00 by the full invoice, 53.50 sold and credited, 21.40: 128.40, of which 8.40 VAT.
      const sums = body.slice(body.indexOf('<tfoot'))
      for (const sum of ['฿120.00', '฿8.40', '฿0.00', '฿128.40']) expect(sums).toContain(sum)
      expect(body).toContain('−฿53.50')
      expect(body.match(/<td role="cell" class="report-day">/g)).toHaveLength(5)
      // On a phone, each figure has the head of its column beside it: five in each row, and four sums.
      expect(body.match(/<td role="cell" class="figure" data-head="[^"]+">/g)).toHaveLength(29)
      expect(body).toContain('=HYPERLINK(&quot;x&quot;)')
      for (const other of ['nonsense', '0000-01', '0001-01', '9999-12'])
        expect((await page(boss, `/documents/report?month=${other}`)).body).toContain(month)
      // To earlier months only, and back.
      expect(body.match(/\?month=[0-9-]+"[^>]*>[^<]*[←→]/g)).toHaveLength(1)
      expect((await page(boss, '/documents/report?month=2020-01')).body).toContain('2020-02 →')

      const csv = await own.app.inject({
        url: `/documents/report.csv?month=${month}`,
        headers: { cookie: [...boss.jar].map((each) => each.join('=')).join('; ') },
      })
      expect(csv.headers['content-type']).toContain('text/csv')
      const lines = csv.body.trim().split('\r\n')
      expect(lines).toHaveLength(6)
      expect(csv.body).toContain(`"'=HYPERLINK(""x"")"`)
      expect(csv.body).toContain('-53.50')
      // The last four columns, which add up as the page's sums.
      const figures = lines.slice(1).map((line) => line.split(',').slice(-4).map(Number))
      const added = [0, 1, 2, 3].map((at) => figures.reduce((sum, row) => sum + (row[at] ?? Number.NaN), 0).toFixed(2))
      expect(added).toEqual(['120.00', '8.40', '0.00', '128.40'])
      // Read in parts it is the same, and a page of two documents has the sums of all.
      expect(await taxReportCsv(own.db, month, { batch: 2 })).toBe(csv.body)
      expect(lines[0]).toContain('date,kind,number,order,')
      expect(lines[1]).toContain(',abbreviated tax invoice,')
      // In the language of the seller's area, which browsers keep in a cookie.
      const cookie = [...boss.jar, ['language', 'th']].map((each) => each.join('=')).join('; ')
      const thai = await own.app.inject({
        url: `/documents/report.csv?month=${month}`,
        headers: { cookie, 'accept-language': 'en' },
      })
      const [thaiHead, thaiFirst] = thai.body.split('\r\n')
      expect(thaiHead).toContain('วันที่,ประเภท,เลขที่,คำสั่งซื้อ,')
      expect(thaiHead?.split(',')).toHaveLength(13)
      expect(thaiFirst).toContain(',ใบเสร็จรับเงิน/ใบกำกับภาษีอย่างย่อ,')
      const short = await taxReportOf(own.db, month, 2)
      expect(short.documents).toHaveLength(2)
      expect(short.sums).toEqual({ documents: 5, taxed: 12_000, tax: 840, exempt: 0 })
      expect(taxReportPage(bangkokShop, { month, thisMonth: month }, short)).toContain('The first 2 of 5 documents')
      expect((await own.app.inject({ url: `/documents/report.csv?month=${month}` })).headers.location).toBe('/seller')
      expect((await page(boss, '/documents/report.csv?month=2026-13')).statusCode).toBe(400)
    } finally {
      await own.close()
    }
  })
})

test('the report of a busy month adds up all of its documents, and its CSV has all', async () => {
  const id = await delivered([{ offerPrice: 10700 }])
  const count = 6000
  await shop.pool.query(
    `insert into document (id, kind, year, number, order_id, day, total_cents, content)
     select gen_random_uuid(), kind, 2020, n, order_id, date '2020-02-01' + n % 29, total_cents, content
     from document, generate_series(1, $2) as n where order_id = $1`,
    [id, count],
  )
  const headers = { cookie: [...owner.jar].map((each) => each.join('=')).join('; ') }
  const { body } = await shop.app.inject({ url: '/documents/report?month=2020-02', headers })
  const sums = body.slice(body.indexOf('<tfoot'))
  for (const sum of ['฿600,000.00', '฿42,000.00', '฿642,000.00']) expect(sums).toContain(sum)
  expect(body).toContain('The first 1,000 of 6,000 documents')
  const csv = await shop.app.inject({ url: '/documents/report.csv?month=2020-02', headers })
  const lines = csv.body.trim().split('\r\n').slice(1)
  expect(new Set(lines.map((line) => line.split(',')[2])).size).toBe(count)
  expect(lines.reduce((sum, line) => sum + Number(line.split(',').at(-1)) * 100, 0)).toBe(64_200_000)
})

test('a shop that is not registered for VAT gives receipts without VAT, and one without an issuer gives nothing', async () => {
  const { issuer: _, ...none } = bangkokShop
  const without = { ...none, tax: taxRules.none }
  const id = await order([{ offerPrice: 1000 }])
  await deliverAndIssue(id)
  const before = await documentsOf(id)
  await followMoney({ db: shop.db, shop: without }, id)
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

test('the report of an issuer without VAT registration has no VAT, though its classes have rates, and its refund receipts', async () => {
  const own = await testShop({ shop: { ...bangkokShop, issuer: { taxId: '0105500000003', vatRegistered: false } } })
  try {
    const [boss, buys] = [await seller(own), await verified(own)]
    const { id: product } = await aProduct(own.db, { offerPrice: 10700 })
    const body = { address: await anAddress(own.db, buys.user._id), items: [{ product, quantity: 1 }] }
    const { orderId } = (await buys.post('/api/order/cod', body)).json
    await deliver(boss, orderId)
    await own.runJobs()
    await boss.post('/api/order/refund', { id: orderId, amount: 7, reason: 'late', seen: { refunded: 0 } })
    await own.runJobs()
    const [receipt, note] = await documentsOfOrder(own.db, orderId)
    expect(receipt).toMatchObject({
      kind: 'receipt',
      content: { rates: [{ basisPoints: 0, gross: 10700, tax: 0 }] },
    })
    expect(note).toMatchObject({ kind: 'credit note', content: { totalCents: 700 } })
    const month = dayIn(bangkokShop.timeZone).slice(0, 7)
    const report = await taxReportOf(own.db, month)
    expect(report.sums).toEqual({ documents: 2, taxed: 0, tax: 0, exempt: 10_000 })
    const html = taxReportPage(bangkokShop, { month, thisMonth: month }, report)
    expect(html).toContain('ใบรับคืนเงิน')
    expect(html).not.toContain('ใบลดหนี้')
    const csv = await taxReportCsv(own.db, month)
    expect(csv).toContain(',refund receipt,')
    expect(csv).toContain(',0.00,0.00,107.00,107.00')
    expect(csv).toContain(',-7.00,-7.00')
    const [listed] = (await buys.get('/api/order/user')).json.orders
    expect(listed.documents.map((each: { kind: string }) => each.kind)).toEqual(['receipt', 'refund receipt'])
  } finally {
    await own.close()
  }
})

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

  const switched = async (on: boolean) => {
    const { version, mode, rounding, classes } = (await boss.get('/api/settings/tax')).json
    const issuer = on ? { taxId: '0105500000003', branch: '00000', vatRegistered: true } : null
    const typed = { mode, rounding, classes: classes.map(({ products: _, ...each }: { products: number }) => each) }
    const { json } = await boss.post('/api/settings/tax', { ...typed, issuer, seen: version })
    expect(json).toMatchObject({ success: true })
  }
  const sold = async (offerPrice: number) => {
    const { id: product } = await aProduct(own.db, { offerPrice })
    const body = { address: await anAddress(own.db, buys.user._id), items: [{ product, quantity: 1 }] }
    const { orderId } = (await buys.post('/api/order/cod', body)).json
    await deliver(boss, orderId)
    await own.runJobs()
    return orderId as string
  }
  const refunded = async (id: string, amount: number, before: number) => {
    const seen = { refunded: before }
    const { json } = await boss.post('/api/order/refund', { id, amount, reason: 'late', seen })
    expect(json).toMatchObject({ success: true })
    await own.runJobs()
  }
  const kindsOf = async (id: string) => (await documentsOfOrder(own.db, id)).map(({ kind }) => kind)
  const report = async (name = 'report') => {
    const headers = { cookie: [...boss.jar].map((each) => each.join('=')).join('; ') }
    const month = dayIn(bangkokShop.timeZone).slice(0, 7)
    return (await own.app.inject({ url: `/documents/${name}?month=${month}`, headers })).body
  }

  test('a refund of what has an invoice gets its credit note, a payment gets nothing, then or later, and the report counts it', async () => {
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
    expect((await boss.post('/api/order/undeliver', { id })).json).toMatchObject({ success: true })
    await own.runJobs()
    expect(await kindsOf(id)).toEqual([])
    await boss.post('/api/order/move', { id, from: 'Out for delivery', status: 'Delivered' })
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

  const register = async (vatRegistered: boolean) => {
    const { version, mode, rounding, classes } = (await boss.get('/api/settings/tax')).json
    const typed = { mode, rounding, classes: classes.map(({ products: _, ...each }: { products: number }) => each) }
    const issuer = { taxId: '0105500000003', branch: '00000', vatRegistered }
    expect((await boss.post('/api/settings/tax', { ...typed, issuer, seen: version })).json.success).toBe(true)
  }
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
    const refund = { id, lines: [{ product: exempt, quantity: 1 }], reason: 'bruised', seen: { refunded: 0 } }
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
    await boss.post('/api/order/refund', { id, amount: 10, reason: 'late', seen: { refunded: 0 } })
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
