import { afterAll, describe, expect, test } from 'vitest'
import { bangkokShop } from '../../demo/bangkok/shop.ts'
import { deliver } from '../../testing/makers/orders.ts'
import { anAddress } from '../../testing/makers/rows.ts'
import { cookieOf, type Person, person, verified } from '../../testing/shop.ts'
import { buyer, documentShop } from '../../testing/shops/document-shop.ts'
import { formOf, sellerShop } from '../../testing/shops/seller-shop.ts'
import type { DocumentLine } from './content.ts'
import { documentPage } from './document-page.ts'
import { documentsOfOrder } from './queries.ts'

const { shop, owner, mali, order, deliverAndIssue, delivered, documentsOf } = await documentShop()
afterAll(() => shop.close())

describe('the printed page', () => {
  const page = (by: Person, id: string, paper = 'a4') =>
    shop.app.inject({
      url: `/documents/${id}?paper=${paper}`,
      headers: { cookie: cookieOf(by) },
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
            headers: { cookie: cookieOf(buys) },
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
      await own.seller.post('/api/order/refund', { id: orderId, amount: 7, reason: 'late', seen: { reduction: 0 } })
      await own.shop.runJobs()
      expect([await printed('a4'), await printed('receipt')]).toEqual(before)
      expect(before[0]).toContain('บริษัท ตลาด บางกอก จำกัด')
    } finally {
      await own.shop.close()
    }
  })

  test('prints the size of a pack in Thai and as it was written, or only so if it is Thai or has no translation', async () => {
    const [invoice] = await documentsOf(await delivered([{ offerPrice: 1000 }]))
    if (!invoice) throw new Error('no document')
    const { content } = invoice
    const printed = (change: Partial<DocumentLine>) => {
      const lines = content.lines.map((line) => ({ ...line, name: 'Kale', nameTh: 'คะน้า', ...change }))
      const html = documentPage({ ...invoice, content: { ...content, lines } }, { paper: 'receipt', back: '/' })
      return /<td>(.*)<\/td>/.exec(html)?.[1]
    }
    expect(printed({ size: '250 g' })).toBe('คะน้า<small>Kale · 250 กรัม / 250 g</small>')
    expect(printed({ size: '1 piece', nameTh: null })).toBe('Kale<small>1 ชิ้น / 1 piece</small>')
    expect(printed({ size: '1 กำ' })).toBe('คะน้า<small>Kale · 1 กำ</small>')
    expect(printed({ size: '1 handful' })).toBe('คะน้า<small>Kale · 1 handful</small>')
    expect(printed({ size: null })).toBe('คะน้า<small>Kale</small>')
  })

  test('is found by the link of mails: the newest of the order, for its shopper and for sellers', async () => {
    const id = await order([{ offerPrice: 1000 }])
    const follow = async (by: Person) =>
      (
        await shop.app.inject({
          url: `/documents/order/${id}`,
          headers: { cookie: cookieOf(by) },
        })
      ).headers.location
    expect(await follow(mali)).toBe('/my-orders')
    await deliverAndIssue(id)
    const [invoice] = await documentsOf(id)
    expect(await follow(mali)).toBe(`/documents/${invoice?.id}`)
    await owner.post('/api/order/refund', { id, amount: 1, reason: 'bruised', seen: { reduction: 0 } })
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
