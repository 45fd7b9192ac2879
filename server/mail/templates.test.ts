import { describe, expect, test } from 'vitest'
import { taxRules } from '../../contract/shop.ts'
import { shop } from '../../shop.config.ts'
import { cancelledMail, codeMail, type OrderMail, orderMail } from './templates.ts'

const order: OrderMail = {
  number: 1042,
  language: 'en',
  name: 'Mali',
  email: 'mali@shopper.example',
  paymentType: 'COD',
  isPaid: false,
  lines: [
    { name: 'Potato 500g', quantity: 3, unitCents: 1999 },
    { name: 'Basmati rice 5kg', quantity: 2, unitCents: 52_000 },
  ],
  subtotalCents: 109_997,
  taxCents: 2199,
  amountCents: 112_196,
  address: {
    firstName: 'Mali',
    lastName: 'Jaidee',
    street: '88 Charoen Krung Rd',
    city: 'Bang Rak',
    state: 'Bangkok',
    zipcode: '01000',
    country: 'Thailand',
    phone: '+66 81 234 5678',
  },
}
const ordersUrl = 'https://shop.example/my-orders'
const mailOf = (change: Partial<OrderMail> = {}) => orderMail(shop, { ...order, ...change }, ordersUrl)

describe('the mail with a code', () => {
  const mail = { email: 'mali@shopper.example', code: '042137' }
  const origin = 'https://shop.example'

  test.each([
    ['en', 'verify', 'Talad: 042137 is your verification code', 'Enter this code to verify your e-mail address:'],
    ['en', 'reset', 'Talad: 042137 is your code for a new password', 'Enter this code to choose a new password:'],
    ['th', 'verify', 'ตลาด: รหัสยืนยันของคุณคือ 042137', 'กรอกรหัสนี้เพื่อยืนยันอีเมลของคุณ:'],
    ['th', 'reset', 'ตลาด: รหัสตั้งรหัสผ่านใหม่ของคุณคือ 042137', 'กรอกรหัสนี้เพื่อตั้งรหัสผ่านใหม่:'],
  ] as const)('in %s, to %s, says what the code is for', (language, purpose, subject, lead) => {
    const content = codeMail(shop, { ...mail, language, purpose }, origin)
    expect(content.subject).toBe(subject)
    expect(content.text.startsWith(`${lead}\n\n    042137\n\n`)).toBe(true)
    expect(content.html).toContain(`<html lang="${language}">`)
    expect(content.html).toContain(`<p>${lead}</p>`)
    expect(content.html).toContain('>042137</p>')
  })

  test('says how long the code works, in text and HTML', () => {
    const { text, html } = codeMail(shop, { ...mail, language: 'en', purpose: 'verify' }, origin)
    for (const body of [text, html]) expect(body).toContain('within 10 minutes')
  })

  test('to verify an address has no link', () => {
    const { text, html } = codeMail(shop, { ...mail, language: 'en', purpose: 'verify' }, origin)
    for (const body of [text, html]) expect(body).not.toMatch(/https?:/)
  })

  test.each([
    ['reset', 'https://shop.example/reset-password'],
    ['seller-reset', 'https://shop.example/seller/reset-password'],
  ] as const)('for a new password (%s) has one link into the shop, with its secret behind the #', (purpose, page) => {
    const { text, html } = codeMail(shop, { ...mail, language: 'en', purpose, link: 'a-secret' }, origin)
    const expected = `${page}#email=mali%40shopper.example&link=a-secret`
    expect(text.match(/https?:\S+/g)).toEqual([expected])
    expect(html.match(/href="[^"]+"/g)).toEqual([`href="${expected.replace('&', '&amp;')}"`])
  })
})

describe('the confirmation of an order', () => {
  test('lists what was ordered and what it comes to', () => {
    const { subject, text } = mailOf()
    expect(subject).toBe('Talad: Order 1042 is placed')
    expect(text).toBe(`Thank you, Mali. We have your order and will be on our way soon.

Order 1042
  3 × Potato 500g  $59.97
  2 × Basmati rice 5kg  $1,040.00

Price: $1,099.97
Shipping fee: Free
Tax (2%): $21.99
Total amount: $1,121.96
Cash on delivery: please have the amount ready.

Delivery address:
  Mali Jaidee
  88 Charoen Krung Rd
  Bang Rak, Bangkok 01000
  Thailand
  +66 81 234 5678

See your orders: https://shop.example/my-orders
`)
  })

  test('says that the tax is part of the price where it is, so that its sums add up', () => {
    const thai = { ...shop, tax: taxRules.thailand }
    const sums = { subtotalCents: 109_997, taxCents: 7195, amountCents: 109_997 }
    const said = (language: 'en' | 'th') => orderMail(thai, { ...order, ...sums, language }, ordersUrl).text
    expect(said('en')).toContain(
      'Price: $1,099.97\nShipping fee: Free\nTax included (7%): $71.95\nTotal amount: $1,099.97\n',
    )
    expect(said('th')).toContain('รวมภาษีแล้ว (7%): $71.95\nยอดรวม: $1,099.97\n')
  })

  test('says the same in HTML', () => {
    const cells = [...mailOf().html.matchAll(/<td[^>]*>([^<]+)<\/td>/g)].map(([, cell]) => cell)
    expect(cells).toEqual([
      ...['3 × Potato 500g', '$59.97', '2 × Basmati rice 5kg', '$1,040.00'],
      ...['Price', '$1,099.97', 'Shipping fee', 'Free', 'Tax (2%)', '$21.99', 'Total amount', '$1,121.96'],
    ])
    expect(mailOf().html).toContain('href="https://shop.example/my-orders"')
  })

  test('is in Thai for a shopper who reads Thai', () => {
    const { subject, text, html } = mailOf({ language: 'th', name: 'มะลิ' })
    expect(subject).toBe('ตลาด: ได้รับคำสั่งซื้อหมายเลข 1042 แล้ว')
    expect(html).toContain('<html lang="th">')
    for (const words of ['ขอบคุณ คุณมะลิ', 'ราคาสินค้า', 'ภาษี (2%)', 'ยอดรวม', 'เก็บเงินปลายทาง', '$1,121.96']) {
      expect(text).toContain(words)
      expect(html).toContain(words)
    }
  })

  test('of an order paid online asks for no cash', () => {
    const { text } = mailOf({ paymentType: 'Online' })
    expect(text).toContain('Paid online.')
    expect(text).not.toContain('Cash')
  })

  test('shows what people typed as they typed it, never as HTML', () => {
    const { text, html } = mailOf({
      name: '<img src=x onerror=alert(1)>',
      lines: [{ name: 'Salt & "Pepper" <b>', quantity: 1, unitCents: 109_997 }],
      address: { ...order.address, street: "</td><script>alert('street')</script>" },
    })
    expect(html).not.toMatch(/<img|<script|<b>/)
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(html).toContain('1 × Salt &amp; &quot;Pepper&quot; &lt;b&gt;')
    expect(html).toContain('&lt;/td&gt;&lt;script&gt;alert(&#39;street&#39;)&lt;/script&gt;')
    expect(text).toContain('1 × Salt & "Pepper" <b>')
  })
})

describe('the mail of a cancelled order', () => {
  const mailOf = (change: Partial<OrderMail> = {}) => cancelledMail(shop, { ...order, ...change }, ordersUrl)

  test('says which one, with what was in it', () => {
    const { subject, text, html } = mailOf()
    expect(subject).toBe('Talad: Order 1042 is cancelled')
    for (const body of [text, html]) {
      expect(body).toContain('3 × Potato 500g')
      expect(body).toContain('You pay nothing for it.')
      expect(body).toContain(ordersUrl)
    }
  })

  test('promises the money back where it was paid online, and only there', () => {
    expect(mailOf({ paymentType: 'Online', isPaid: true }).text).toContain('The $1,121.96 that you paid go back to you')
    expect(mailOf({ paymentType: 'COD', isPaid: false }).text).not.toContain('go back')
  })

  test('speaks the language of the order', () => {
    const { subject, text } = mailOf({ language: 'th', paymentType: 'Online', isPaid: true })
    expect(subject).toBe('ตลาด: คำสั่งซื้อหมายเลข 1042 ถูกยกเลิกแล้ว')
    expect(text).toContain('$1,121.96 จะคืนให้คุณ')
  })

  test('takes names as text', () => {
    expect(mailOf({ name: '<b>Mali</b>' }).html).toContain('&lt;b&gt;Mali&lt;/b&gt;')
  })
})
