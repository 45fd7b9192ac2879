import { sql } from 'kysely'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { dayIn } from '../../contract/values/day.ts'
import { bangkokShop } from '../../demo/bangkok/shop.ts'
import { deliver } from '../../testing/makers/orders.ts'
import { cookieOf, type Person, verified } from '../../testing/shop.ts'
import { buyer, documentShop, taxOf } from '../../testing/shops/document-shop.ts'
import { newId } from '../common/ids.ts'
import { inTransaction } from '../database/database.ts'
import type { DocumentContent } from './content.ts'
import { issueDocuments, replaceByTaxInvoice } from './issue-documents.ts'
import { insertDocument } from './queries.ts'
import { updateSaleAndDocuments } from './update-sale-and-documents.ts'

const { shop, owner, mali, order, delivered, documentsOf } = await documentShop()
afterAll(() => shop.close())

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

  test('documents have the day of the database, however wrong the clock of the shop’s process is', async () => {
    const id = await order([{ offerPrice: 10700 }])
    await deliver(owner, id)
    vi.setSystemTime(Date.now() + 400 * 24 * 3_600_000)
    try {
      await inTransaction(shop.db, (tx) => issueDocuments(tx, bangkokShop, id))
      await inTransaction(shop.db, (tx) =>
        replaceByTaxInvoice(tx, bangkokShop, { orderId: id, buyer: { ...buyer, branch: '00000' } }),
      )
    } finally {
      vi.useRealTimers()
    }
    const today = dayIn(bangkokShop.timeZone)
    expect((await documentsOf(id)).map(({ day }) => day)).toEqual([today, today])
  })

  test('a full tax invoice is refused for another’s order and for an unpaid one, and changes nothing', async () => {
    const [theirs, unpaid] = [await delivered([{ offerPrice: 1000 }]), await order([{ offerPrice: 1000 }])]
    expect((await ask(await verified(shop), theirs)).json).toMatchObject({ success: false, code: 'order_unknown' })
    expect((await ask(mali, unpaid)).json).toMatchObject({ success: false, code: 'no_tax_invoice' })
    for (const id of [theirs, unpaid])
      expect((await documentsOf(id)).map(({ kind }) => kind)).not.toContain('tax invoice')
  })

  test('a full tax invoice is refused for an order that is unpaid again', async () => {
    const id = await delivered([{ offerPrice: 1000 }])
    await owner.post('/api/order/undo-step', { id })
    await shop.runJobs()
    expect((await ask(mali, id)).json).toMatchObject({ success: false, code: 'no_tax_invoice' })
    expect((await documentsOf(id)).map(({ kind }) => kind)).not.toContain('tax invoice')
  })

  test('a full tax invoice after a partial refund is over the paid sum, with the credit notes so far as its own', async () => {
    const id = await delivered([
      { offerPrice: 10700, quantity: 2 },
      { offerPrice: 5000, taxClass: 'exempt' },
    ])
    const give = async (amount: number, reduction: number) => {
      const seen = { reduction }
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
    await updateSaleAndDocuments({ db: shop.db, shop: bangkokShop }, id)
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
    const headers = { cookie: cookieOf(mali) }
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
    await owner.post('/api/order/refund', { id, lines, reason: 'late', seen: { reduction: 0 } })
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
    await owner.post('/api/order/refund', { id, amount: 10, reason: 'late', seen: { reduction: 0 } })
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
    expect(json.documents.map(({ kind }) => kind)).toEqual(['abbreviated tax invoice', 'tax invoice'])
    expect((await atCounter(id)).json.code).toBe('no_tax_invoice')
    const made = (await documentsOf(id)).at(-1)
    expect(made?.content).toMatchObject({ buyer, totalCents: 10700 })
    const { entries } = (await owner.get(`/api/staff/audit?q=${id}&kind=order`)).json
    const { year, number } = made ?? {}
    expect(entries[0]).toMatchObject({ action: 'added', after: { kind: 'tax invoice', year, number } })
    expect(Object.keys(entries[0].after).sort()).toEqual(['kind', 'number', 'year'])
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
      const headers = { cookie: cookieOf(mali) }
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
  const issue = (index: number) =>
    inTransaction(shop.db, async (tx) => {
      await insertDocument(tx, { kind: 'receipt', orderId: id, day, content })
      if (index % 3 === 0) throw new Error('rolled back')
    })
  // On a busy machine a thousand don't all get a connection within the pool's limit: those begin again.
  const patiently = async (index: number): Promise<void> =>
    issue(index).catch((error: Error) => {
      if (!error.message.includes('timeout exceeded when trying to connect')) throw error
      return patiently(index)
    })
  const results = await Promise.allSettled(Array.from({ length: 1000 }, (_, index) => patiently(index)))
  const made = results.filter(({ status }) => status === 'fulfilled').length
  expect(made).toBe(666)
  const { rows } = await shop.pool.query<{ number: number }>(
    `select number from document where kind = 'receipt' order by number`,
  )
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: made }, (_, index) => index + 1))
})

test('the days of documents follow their numbers, also if one waited over midnight for another', async () => {
  const id = await delivered([{ offerPrice: 1000 }])
  const [{ content } = expect.fail()] = await documentsOf(id)
  for (const day of ['2031-03-01', '2031-03-02', '2031-03-01', '2031-03-03'])
    await inTransaction(shop.db, (tx) => insertDocument(tx, { kind: 'receipt', orderId: id, day, content }))
  const { rows } = await shop.pool.query(
    "select number, day::text from document where kind = 'receipt' and year = 2031 order by number",
  )
  expect(rows.map(({ number, day }) => [number, day])).toEqual([
    [1, '2031-03-01'],
    [2, '2031-03-02'],
    [3, '2031-03-02'],
    [4, '2031-03-03'],
  ])
})

test('a document is never changed or deleted', async () => {
  const id = await delivered([{ offerPrice: 1000 }])
  await expect(shop.pool.query('update document set number = 9 where order_id = $1', [id])).rejects.toThrow(
    /never changed/,
  )
  await expect(shop.pool.query('delete from document where order_id = $1', [id])).rejects.toThrow(/never changed/)
})
