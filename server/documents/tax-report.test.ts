import { afterAll, describe, expect, test } from 'vitest'
import { dayIn } from '../../contract/values/day.ts'
import { bangkokShop } from '../../demo/bangkok/shop.ts'
import { deliver } from '../../testing/makers/orders.ts'
import { anAddress, aProduct } from '../../testing/makers/rows.ts'
import { cookieOf, type Person, seller, testShop, verified } from '../../testing/shop.ts'
import { buyer, documentShop } from '../../testing/shops/document-shop.ts'
import { documentsOfOrder } from './queries.ts'
import { taxReportCsv, taxReportOf } from './tax-report.ts'
import { taxReportPage } from './tax-report-page.ts'

const { shop, owner, delivered } = await documentShop()
afterAll(() => shop.close())

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
      await boss.post('/api/order/undo-step', { id: undone })
      await own.runJobs()
      const month = dayIn(bangkokShop.timeZone).slice(0, 7)
      const page = async (by: Person, path: string) => own.app.inject({ url: path, headers: { cookie: cookieOf(by) } })
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
        headers: { cookie: cookieOf(boss) },
      })
      expect(csv.headers['content-type']).toContain('text/csv')
      const lines = csv.body.trim().split('\r\n')
      expect(lines).toHaveLength(6)
      expect(csv.body).toContain(`"'=HYPERLINK(""x"")"`)
      expect(csv.body).toContain('-53.50')
      // The last four columns, which add up as the page's sums.
      const figures = lines.slice(1).map((line) => line.split(',').slice(-4).map(Number))
      const added = [0, 1, 2, 3].map((column) =>
        figures.reduce((sum, row) => sum + (row[column] ?? Number.NaN), 0).toFixed(2),
      )
      expect(added).toEqual(['120.00', '8.40', '0.00', '128.40'])
      // Read in parts it is the same, and a page of two documents has the sums of all.
      expect(await taxReportCsv(own.db, month, { batch: 2 })).toBe(csv.body)
      expect(lines[0]).toContain('date,kind,number,order,')
      expect(lines[1]).toContain(',abbreviated tax invoice,')
      // In the language of the seller's area, which browsers keep in a cookie.
      const cookie = `${cookieOf(boss)}; language=th`
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
  const headers = { cookie: cookieOf(owner) }
  const { body } = await shop.app.inject({ url: '/documents/report?month=2020-02', headers })
  const sums = body.slice(body.indexOf('<tfoot'))
  for (const sum of ['฿600,000.00', '฿42,000.00', '฿642,000.00']) expect(sums).toContain(sum)
  expect(body).toContain('The first 1,000 of 6,000 documents')
  const csv = await shop.app.inject({ url: '/documents/report.csv?month=2020-02', headers })
  const lines = csv.body.trim().split('\r\n').slice(1)
  expect(new Set(lines.map((line) => line.split(',')[2])).size).toBe(count)
  expect(lines.reduce((sum, line) => sum + Number(line.split(',').at(-1)) * 100, 0)).toBe(64_200_000)
})

test('the report of an issuer without VAT registration has refund receipts, and no VAT despite its rates', async () => {
  const own = await testShop({ shop: { ...bangkokShop, issuer: { taxId: '0105500000003', vatRegistered: false } } })
  try {
    const [boss, buys] = [await seller(own), await verified(own)]
    const { id: product } = await aProduct(own.db, { offerPrice: 10700 })
    const body = { address: await anAddress(own.db, buys.user._id), items: [{ product, quantity: 1 }] }
    const { orderId } = (await buys.post('/api/order/cod', body)).json
    await deliver(boss, orderId)
    await own.runJobs()
    await boss.post('/api/order/refund', { id: orderId, amount: 7, reason: 'late', seen: { reduction: 0 } })
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
    expect(listed.documents.map((each) => each.kind)).toEqual(['receipt', 'refund receipt'])
  } finally {
    await own.close()
  }
})
