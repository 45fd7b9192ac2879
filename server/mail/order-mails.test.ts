import { describe, expect, test } from 'vitest'
import { slipReasons } from '../../contract/payments/slip-reasons.ts'
import { taxRules } from '../../contract/settings/shop.ts'
import type { Language } from '../../contract/values/languages.ts'
import { shop } from '../../shop.config.ts'
import { codeMail } from './code-mail.ts'
import {
  addressMail,
  attemptMail,
  cancelledMail,
  type OrderMail,
  orderMail,
  refundMail,
  slipRejectedMail,
  stepMail,
} from './order-mails.ts'
import { changeMail, sellerMail, slipMail } from './seller-mail.ts'

const named = (en: string, th: string | null) => ({ name: en, names: { en, th } })

const order: OrderMail = {
  number: 1042,
  language: 'en',
  name: 'Mali',
  email: 'mali@shopper.example',
  paymentType: 'COD',
  isPaid: false,
  status: 'Order Placed',
  createdAt: new Date('2026-11-22T01:15:00Z'),
  lines: [
    { ...named('Potato 500g', 'มันฝรั่ง'), weight: '500 g', quantity: 3, unitCents: 1999 },
    { ...named('Basmati rice 5kg', null), quantity: 2, unitCents: 52_000 },
  ],
  subtotalCents: 109_997,
  discountCents: 0,
  discounts: [],
  deliveryFeeCents: 0,
  shippingCents: 0,
  taxes: [{ basisPoints: 200, tax: 2199 }],
  amountCents: 112_196,
  costCents: 112_196,
  balanceCents: 0,
  coinCents: 1,
  roundedCents: 0,
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
const urls = { ordersUrl, trackUrl: 'https://shop.example/track/TOKEN' }
const mailOf = (change: Partial<OrderMail> = {}) => orderMail(shop, { ...order, ...change }, ordersUrl)

describe('the mail with a code', () => {
  const mail = { email: 'mali@shopper.example', code: '042137' }
  const usual = { minutes: 10, publicUrl: 'https://shop.example' }

  test.each([
    ['en', 'verify', '042137 is your verification code · Talad ตลาด', 'Enter this code to verify your email address:'],
    ['en', 'reset', '042137 is your code for a new password · Talad ตลาด', 'Enter this code to choose a new password:'],
    ['th', 'verify', '042137 คือรหัสยืนยันของคุณ · Talad ตลาด', 'กรอกรหัสนี้เพื่อยืนยันอีเมลของคุณ:'],
    ['th', 'reset', '042137 คือรหัสสำหรับตั้งรหัสผ่านใหม่ · Talad ตลาด', 'กรอกรหัสนี้เพื่อตั้งรหัสผ่านใหม่:'],
  ] as const)('in %s, to %s, says what the code is for', (language, purpose, subject, lead) => {
    const content = codeMail(shop, { ...mail, language, purpose }, usual)
    expect(content.subject).toBe(subject)
    expect(content.text.startsWith(`${lead}\n\n    042137\n\n`)).toBe(true)
    expect(content.html).toContain(`<html lang="${language}">`)
    expect(content.html).toContain(`<p>${lead}</p>`)
    expect(content.html).toContain('>042137</p>')
  })

  test('says how long the code works, in text and HTML', () => {
    const { text, html } = codeMail(shop, { ...mail, language: 'en', purpose: 'verify' }, usual)
    for (const body of [text, html]) expect(body).toContain('within 10 minutes')
    const late = codeMail(shop, { ...mail, language: 'en', purpose: 'verify' }, { ...usual, minutes: 1 })
    expect(late.text).toContain('within 1 minute.')
  })

  test('the mail with a code to verify an address has no link', () => {
    const { text, html } = codeMail(shop, { ...mail, language: 'en', purpose: 'verify' }, usual)
    for (const body of [text, html]) expect(body).not.toMatch(/https?:/)
  })

  test.each([
    ['reset', 'https://shop.example/reset-password'],
    ['seller-reset', 'https://shop.example/seller/reset-password'],
  ] as const)('for a new password (%s) has one link into the shop, with its secret behind the #', (purpose, page) => {
    const { text, html } = codeMail(shop, { ...mail, language: 'en', purpose, link: 'a-secret' }, usual)
    const expected = `${page}#email=mali%40shopper.example&link=a-secret`
    expect(text.match(/https?:\S+/g)).toEqual([expected])
    expect(html.match(/href="[^"]+"/g)).toEqual([`href="${expected.replace('&', '&amp;')}"`])
  })
})

describe('the confirmation of an order', () => {
  test('lists the products and the sums', () => {
    const { subject, text } = mailOf()
    expect(subject).toBe('Order 1042 is placed · Talad ตลาด')
    expect(text).toBe(`Thank you, Mali. We have your order, and write again when it is on its way.

Order 1042
  3 × Potato 500g  $59.97
  2 × Basmati rice 5kg  $1,040.00

Price: $1,099.97
Shipping fee: Free
Tax (2%): $21.99
Total amount: $1,121.96
Cash on delivery: please have $1,121.96 ready.

Delivery address:
  Mali Jaidee
  88 Charoen Krung Rd
  Bang Rak, Bangkok 01000
  Thailand
  +66 81 234 5678

See your orders: https://shop.example/my-orders
`)
  })

  test('says if the tax is included in the price, so that its sums add up', () => {
    const thai = { ...shop, tax: taxRules.thailand }
    const taxes = [{ basisPoints: 700, tax: 7196 }]
    const sums = { subtotalCents: 109_997, taxes, amountCents: 109_997 }
    const said = (language: Language) => orderMail(thai, { ...order, ...sums, language }, ordersUrl).text
    expect(said('en')).toContain(
      'Price: $1,099.97\nShipping fee: Free\nTax included (7%): $71.96\nTotal amount: $1,099.97\n',
    )
    expect(said('th')).toContain('รวมภาษีแล้ว (7%): $71.96\nยอดชำระทั้งหมด: $1,099.97\n')
  })

  test('doesn’t mention tax if there is none', () => {
    const sums = { subtotalCents: 109_997, taxes: [], amountCents: 109_997 }
    const untaxed = { ...shop, tax: taxRules.none }
    for (const language of ['en', 'th'] as const) {
      const { text, html } = orderMail(untaxed, { ...order, ...sums, language }, ordersUrl)
      for (const words of [text, html]) expect(words).not.toMatch(/tax|ภาษี/i)
    }
  })

  test('has a line for each promotion, for each tax and for a delivery fee', () => {
    const taxes = [
      { basisPoints: 2000, tax: 1000 },
      { basisPoints: 700, tax: 500 },
    ]
    const discounts = [
      { name: 'Bakery week', nameTh: 'สัปดาห์เบเกอรี', code: null, cents: 12_045 },
      { name: 'Welcome', nameTh: null, code: 'SAWASDEE', cents: 300 },
    ]
    const change = {
      taxes,
      discounts,
      discountCents: 12_345,
      deliveryFeeCents: 4000,
      shippingCents: 4000,
      amountCents: 103_152,
    }
    const { text, html } = mailOf(change)
    expect(text).toContain(
      'Price: $1,099.97\nBakery week: -$120.45\nWelcome (SAWASDEE): -$3.00\nShipping fee: $40.00\nTax (20%): $10.00\nTax (7%): $5.00\nTotal amount: $1,031.52\n',
    )
    expect(html).toContain('Welcome (SAWASDEE)')
    // In Thai by its Thai name, if it has one.
    const thai = mailOf({ ...change, language: 'th' }).text
    expect(thai).toContain('สัปดาห์เบเกอรี: -$120.45\nWelcome (SAWASDEE): -$3.00\n')
  })

  test('the confirmation of an order says the same in HTML', () => {
    const cells = [...mailOf().html.matchAll(/<td[^>]*>([^<]+)<\/td>/g)].map(([, cell]) => cell)
    expect(cells).toEqual([
      ...['3 × Potato 500g', '$59.97', '2 × Basmati rice 5kg', '$1,040.00'],
      ...['Price', '$1,099.97', 'Shipping fee', 'Free', 'Tax (2%)', '$21.99', 'Total amount', '$1,121.96'],
    ])
    expect(mailOf().html).toContain('href="https://shop.example/my-orders"')
  })

  test('is in Thai for a shopper who reads Thai', () => {
    const { subject, text, html } = mailOf({ language: 'th', name: 'มะลิ ใจดี' })
    expect(subject).toBe('ได้รับคำสั่งซื้อหมายเลข 1042 แล้ว · Talad ตลาด')
    expect(html).toContain('<html lang="th">')
    for (const words of ['ขอบคุณค่ะ คุณมะลิ เรา', 'ค่าสินค้า', 'ภาษี (2%)', 'ยอดชำระทั้งหมด', 'เตรียมเงินสด $1,121.96']) {
      expect(text).toContain(words)
      expect(html).toContain(words)
    }
  })

  test.each([
    ['นางสาวมะลิ ใจดี', 'ขอบคุณค่ะ คุณมะลิ เรา'],
    ['น.ส. มะลิ ใจดี', 'ขอบคุณค่ะ คุณมะลิ เรา'],
    ['นาย สมชาย', 'ขอบคุณค่ะ คุณสมชาย เรา'],
    ['คุณ', 'ขอบคุณค่ะ คุณคุณ เรา'],
    ['นายิกา แสงทอง', 'ขอบคุณค่ะ คุณนายิกา เรา'],
  ])('addresses %s by the first name, with one title', (name, lead) => {
    expect(mailOf({ language: 'th', name }).text).toContain(lead)
  })

  test('addresses a shopper without the title that was typed', () => {
    expect(mailOf({ name: 'Mr. John Smith' }).text).toContain('Thank you, John.')
    expect(mailOf({ name: 'Missy Elliott' }).text).toContain('Thank you, Missy.')
  })

  test('the confirmation of an order paid online asks for no cash', () => {
    const { text } = mailOf({ paymentType: 'Online' })
    expect(text).toContain('Paid online.')
    expect(text).not.toContain('Cash')
  })

  test('escapes typed text', () => {
    const { text, html } = mailOf({
      name: '<img/src=x/onerror=alert(1)>',
      lines: [{ ...named('Salt & "Pepper" <b>', null), quantity: 1, unitCents: 109_997 }],
      address: { ...order.address, street: "</td><script>alert('street')</script>" },
    })
    expect(html).not.toMatch(/<img|<script|<b>/)
    expect(html).toContain('&lt;img/src=x/onerror=alert(1)&gt;')
    expect(html).toContain('1 × Salt &amp; &quot;Pepper&quot; &lt;b&gt;')
    expect(html).toContain('&lt;/td&gt;&lt;script&gt;alert(&#39;street&#39;)&lt;/script&gt;')
    expect(text).toContain('1 × Salt & "Pepper" <b>')
  })
})

describe('the mail of a cancelled order', () => {
  const mailOf = (change: Partial<OrderMail> = {}) => cancelledMail(shop, { ...order, ...change }, { ordersUrl })

  test('the mail of a cancelled order names the order and its products', () => {
    const { subject, text, html } = mailOf()
    expect(subject).toBe('Order 1042 is cancelled · Talad ตลาด')
    for (const body of [text, html]) {
      expect(body).toContain('3 × Potato 500g')
      expect(body).toContain('You pay nothing for it.')
      expect(body).toContain(ordersUrl)
    }
  })

  test('promises a refund if it was paid online, and only then', () => {
    expect(mailOf({ paymentType: 'Online', isPaid: true }).text).toContain(
      'The $1,121.96 that you paid is refunded to you',
    )
    expect(mailOf({ paymentType: 'COD', isPaid: false }).text).not.toContain('is refunded')
  })

  test('says what to do with a transfer that may be on its way, if the shop cancels an order by PromptPay', () => {
    const next = 'If you have transferred the money, send the slip'
    expect(mailOf({ paymentType: 'PromptPay', isPaid: false }).text).toContain(next)
    expect(mailOf({ paymentType: 'Online', isPaid: false }).text).not.toContain(next)
    expect(
      cancelledMail(shop, { ...order, paymentType: 'PromptPay' }, { ordersUrl, cause: 'shopper' }).text,
    ).not.toContain(next)
  })

  test('says, in a shop in baht, that a refund of PromptPay waits for a bank account', () => {
    const baht = { ...shop, currency: { code: 'THB', symbol: '฿' } }
    const paid = { ...order, paymentType: 'Online', isPaid: true } as const
    const refund = { orderId: '7', cents: 100, reason: 'bruised', pieces: [], order: paid }
    for (const { text, html } of [cancelledMail(baht, paid, { ordersUrl }), refundMail(baht, refund, ordersUrl)]) {
      expect(text).toContain('Stripe asks you by mail for the bank account')
      expect(html).toContain('Stripe asks you by mail for the bank account')
    }
    expect(cancelledMail(baht, { ...paid, language: 'th' }, { ordersUrl }).text).toContain('ขอบัญชีธนาคารของคุณ')
    expect(mailOf({ paymentType: 'Online', isPaid: true }).text).not.toContain('Stripe')
    expect(cancelledMail(baht, { ...paid, paymentType: 'PromptPay' }, { ordersUrl }).text).not.toContain('Stripe')
  })

  test('the mail of a cancelled order is in the language of the order', () => {
    const { subject, text } = mailOf({ language: 'th', paymentType: 'Online', isPaid: true })
    expect(subject).toBe('คำสั่งซื้อหมายเลข 1042 ถูกยกเลิกแล้ว · Talad ตลาด')
    expect(text).toContain('เงิน $1,121.96 ที่ชำระแล้วจะคืนให้คุณ')
  })

  test('the mail of a cancelled order says if the shopper cancelled it', () => {
    expect(cancelledMail(shop, order, { ordersUrl, cause: 'shopper' }).text).toContain('is cancelled, as you asked')
    const replaced = cancelledMail(shop, { ...order, paymentType: 'Online' }, { ordersUrl, cause: 'other' }).text
    expect(replaced).toContain('because you placed another order with the same goods')
    expect(replaced).toContain('You pay nothing for it.')
    expect(cancelledMail(shop, { ...order, language: 'th' }, { ordersUrl, cause: 'shopper' }).text).toContain(
      'ตามที่คุณขอแล้ว',
    )
  })

  test('escapes names', () => {
    expect(mailOf({ name: '<b>Mali</b>' }).html).toContain('&lt;b&gt;Mali&lt;/b&gt;')
  })
})

describe('the mail about a step', () => {
  test.each([
    ['en', 'Out for delivery', 'COD', 'Order 1042 is on its way', 'please have $1,121.96 ready'],
    ['en', 'Out for delivery', 'Online', 'Order 1042 is on its way', 'Paid online.'],
    ['en', 'Delivered', 'COD', 'Order 1042 was delivered', 'Total amount, paid: $1,121.96'],
    ['th', 'Out for delivery', 'COD', 'คำสั่งซื้อหมายเลข 1042 กำลังไปส่ง', 'เตรียมเงินสด $1,121.96'],
    ['th', 'Delivered', 'COD', 'คำสั่งซื้อหมายเลข 1042 ส่งถึงแล้ว', 'ยอดที่ชำระแล้ว $1,121.96'],
  ] as const)('in %s, of %s, %s, tells it with the sum', (language, step, paymentType, subject, words) => {
    const mail = stepMail(shop, { ...order, language, paymentType }, step, urls)
    expect(mail.subject).toBe(`${subject} · Talad ตลาด`)
    for (const body of [mail.text, mail.html]) {
      expect(body).toContain(words)
      expect(body).toContain(step === 'Delivered' ? ordersUrl : urls.trackUrl)
    }
  })
})

test.each([
  ['en', 'Order 1042 isn’t delivered yet', 'That was noted by mistake', 'please have $1,121.96 ready'],
  ['th', 'คำสั่งซื้อหมายเลข 1042 ยังไม่ได้ส่งถึง', 'บันทึกผิดพลาด', 'เตรียมเงินสด $1,121.96'],
] as const)(
  'the mail in %s that an order isn’t delivered after all says so, and the sum to pay',
  (language, ...words) => {
    const [subject, lead, toPay] = words
    const mail = stepMail(shop, { ...order, language, paymentType: 'COD' }, 'Out for delivery', {
      ...urls,
      wasDelivered: true,
    })
    expect(mail.subject).toBe(`${subject} · Talad ตลาด`)
    for (const body of [mail.text, mail.html])
      for (const text of [lead, toPay, urls.trackUrl]) expect(body).toContain(text)
  },
)

test('the mail that an order is on its way names the time that its shopper chose, as it may leave earlier', () => {
  const [deliverFrom, promisedAt] = [new Date('2026-11-26T02:00:00Z'), new Date('2026-11-26T04:00:00Z')]
  const inWindow = { ...order, deliverFrom, promisedAt }
  const { text, html } = stepMail(shop, inWindow, 'Out for delivery', urls)
  for (const body of [text, html]) expect(body).toContain('Delivery time: Thu 26 Nov, 09:00–11:00')
  expect(stepMail(shop, { ...inWindow, language: 'th' }, 'Out for delivery', urls).text).toContain(
    'เวลาจัดส่ง: พฤหัส 26 พ.ย. 09:00–11:00\u00a0น.',
  )
  for (const other of [inWindow, { ...order, promisedAt }])
    expect(stepMail(shop, other, other === inWindow ? 'Delivered' : 'Out for delivery', urls).text).not.toContain(
      '26 Nov',
    )
})

describe('the mail to the seller', () => {
  const url = 'https://shop.example/seller/orders'
  const at = (minutes: number) => new Date(order.createdAt.getTime() + minutes * 60_000)

  test('has what to pack, for whom, and the amount to collect, in both languages', () => {
    const address = { ...order.address, note: 'Ring twice' }
    const { subject, text } = sellerMail(shop, { ...order, address }, url, { now: at(0) })
    expect(subject).toBe('ออเดอร์ใหม่ 1042 · New order · $1,121.96 · Talad ตลาด')
    expect(text).toBe(`ออเดอร์ใหม่ · New order 1042
22 Nov 2026, 08:15
เก็บเงินสด $1,121.96 · Collect $1,121.96 in cash

3 × มันฝรั่ง · Potato 500g (500 g)
2 × Basmati rice 5kg

Mali Jaidee
88 Charoen Krung Rd
Bang Rak, Bangkok 01000
Thailand
+66 81 234 5678
โน้ตถึงไรเดอร์ · Note: Ring twice

เปิดหน้าออเดอร์ · Open the orders: https://shop.example/seller/orders
`)
  })

  test('has the age of the order if mail was late, and no cash to collect if it was paid', () => {
    const { text } = sellerMail(shop, { ...order, paymentType: 'Online', isPaid: true }, url, { now: at(12) })
    expect(text).toContain('22 Nov 2026, 08:15 · 12 นาทีที่แล้ว · 12 minutes ago')
    expect(text).toContain('จ่ายแล้ว $1,121.96 · $1,121.96 paid online')
  })

  test('escapes typed text of shoppers', () => {
    const address = { ...order.address, street: '<script>1</script>', note: '<b>2</b>' }
    const { html } = sellerMail(shop, { ...order, address }, url, { now: at(0) })
    expect(html).not.toMatch(/<script|<b>/)
  })
})

test('the mails of a shop without tax don’t mention it', () => {
  expect(orderMail({ ...shop, tax: taxRules.none }, { ...order, taxes: [] }, ordersUrl).text).not.toMatch(/Tax/)
})

test('the mail about a card payment that came after the order was cancelled says that it goes back', () => {
  const late = (language: Language) =>
    cancelledMail(shop, { ...order, language, paymentType: 'Online', isPaid: false }, { ordersUrl, cause: 'late' }).text
  expect(late('en')).toContain('your payment for order 1042 came after the order was cancelled.')
  expect(late('en')).toContain('The $1,121.96 that you paid is refunded to you the way it came.')
  expect(late('th')).toContain('เงิน $1,121.96 ที่ชำระแล้วจะคืนให้คุณทางช่องทางเดิม')
})

test('a cancelled order whose cash was collected is paid back in cash or by transfer, as My orders says', () => {
  const paid = { ...order, isPaid: true, balanceCents: -112_150 }
  const how = 'The $1,121.50 that you paid is refunded to you, in cash or by transfer.'
  expect(cancelledMail(shop, paid, { ordersUrl }).text).toContain(how)
  const thai = cancelledMail(shop, { ...paid, language: 'th' }, { ordersUrl }).text
  expect(thai).toContain('เงิน $1,121.50 ที่ชำระแล้วจะคืนให้คุณเป็นเงินสดหรือโอน')
})

describe('of an order by PromptPay', () => {
  const paid = { ...order, paymentType: 'PromptPay' as const, isPaid: true }

  test('the mails say that it is paid, and how money goes back', () => {
    expect(orderMail(shop, paid, ordersUrl).text).toContain('Paid by PromptPay.')
    expect(sellerMail(shop, paid, ordersUrl).text).toContain('$1,121.96 paid by PromptPay')
    expect(cancelledMail(shop, paid, { ordersUrl }).text).toContain(
      'The $1,121.96 that you paid is refunded to you, in cash or by transfer.',
    )
    expect(cancelledMail(shop, { ...paid, isPaid: false }, { ordersUrl }).text).toContain('You pay nothing for it.')
    const late = cancelledMail(shop, { ...paid, language: 'th' }, { ordersUrl, cause: 'late' }).text
    expect(late).toContain('เงินสำหรับคำสั่งซื้อหมายเลข 1042 เข้ามาหลังจากคำสั่งซื้อถูกยกเลิกแล้ว')
    expect(late).toContain('เงิน $1,121.96 ที่ชำระแล้วจะคืนให้คุณเป็นเงินสดหรือโอน')
  })

  test('a rejected slip is mailed with the reason, as text, and the way to send another', () => {
    const payUrl = 'https://shop.example/promptpay?order=x'
    const until = new Date('2026-11-23T22:33:00Z')
    const { subject, text, html } = slipRejectedMail(shop, paid, { reason: 'No <b>money</b> came', until, payUrl })
    expect(text).toContain('Send another slip until Tue 24 Nov 05:33, or the order is cancelled.')
    expect(subject).toContain('Please send another slip for order 1042')
    expect(text).toContain('  No <b>money</b> came\n')
    expect(text).toContain(`Send another slip: ${payUrl}`)
    expect(html).toContain('No &lt;b&gt;money&lt;/b&gt; came')
    const other = { reason: 'The amount isn’t that of the order', until, payUrl }
    expect(slipRejectedMail(shop, paid, other).text).toContain('don’t pay all of it again: contact us')
    expect(text).not.toContain('pay all of it again')
    const thai = slipRejectedMail(shop, { ...paid, language: 'th' }, { reason: 'ไม่พบเงิน', until, payUrl }).text
    expect(thai).toContain('  ไม่พบเงิน\n')
    // A usual reason is in the shopper's language, whatever the seller's is.
    const usual = { ...other, reason: slipReasons.otherAmount.en }
    const { text: inThai, html: htmlInThai } = slipRejectedMail(shop, { ...paid, language: 'th' }, usual)
    for (const mail of [inThai, htmlInThai]) {
      expect(mail).toContain(slipReasons.otherAmount.th)
      expect(mail).not.toContain(slipReasons.otherAmount.en)
    }
    expect(thai).toMatch(/ส่งสลิปใหม่ภายใน \S+ 24 พ\.ย\. 05:33\u00a0น\./)
  })

  test('sellers are told of a slip, its amount, and that a slip proves nothing', () => {
    const { subject, text } = slipMail(shop, paid, 'https://shop.example/seller/slips')
    expect(subject).toContain('$1,121.96')
    expect(text).toContain('Confirm it once the money is in your account')
    expect(text).toContain('https://shop.example/seller/slips')
  })
})
describe('the mail about a refund', () => {
  const refund = { orderId: '7', cents: 3998, reason: 'not fresh', pieces: [{ name: 'Potato 500g', quantity: 2 }] }
  const mailOf = (change: Partial<OrderMail> = {}, reason = refund.reason) =>
    refundMail(shop, { ...refund, reason, order: { ...order, costCents: 108_198, ...change } }, ordersUrl)

  test.each([
    ['en', {}, 'You now pay $1,081.98.'],
    ['en', { isPaid: true }, 'The shop refunds the money in cash or by transfer.'],
    ['en', { isPaid: true, paymentType: 'Online' }, 'The money is refunded the way you paid.'],
    ['th', {}, 'ยอดที่ต้องชำระตอนนี้ $1,081.98'],
    ['th', { isPaid: true }, 'ร้านจะคืนเงินให้คุณเป็นเงินสดหรือโอน'],
    ['th', { isPaid: true, paymentType: 'Online' }, 'เงินจะคืนตามช่องทางที่คุณชำระ'],
  ] as const)('in %s, of %j, says how the money comes back', (language, change, how) => {
    const { subject, text, html } = mailOf({ language, ...change })
    expect(subject).toContain('1042')
    expect(subject).toContain('$39.98')
    for (const body of [text, html]) {
      expect(body).toContain('2 × Potato 500g')
      expect(body).toContain(language === 'en' ? 'Reason: Not fresh' : 'เหตุผล: ของไม่สด')
      expect(body).toContain(how)
    }
  })

  test('the mail about a refund has a typed reason as text', () => {
    const { text, html } = mailOf({}, '<b>mould</b>')
    expect(text).toContain('Reason: <b>mould</b>')
    expect(html).toContain('&lt;b&gt;mould&lt;/b&gt;')
  })
})

test('after a refund the mails about a step and about cancelling name what the order cost then', () => {
  const less = { ...order, costCents: 100_000 }
  expect(stepMail(shop, less, 'Out for delivery', urls).text).toContain('please have $1,000.00 ready')
  expect(stepMail(shop, less, 'Delivered', urls).text).toContain('paid: $1,000.00')
  expect(stepMail(shop, { ...less, isPaid: true }, 'Out for delivery', urls).text).toContain('paid: $1,000.00')
  expect(cancelledMail(shop, { ...less, isPaid: true }, { ordersUrl }).text).toContain('The $1,000.00 that you paid')
})

test.each([
  ['en', 'Total amount, paid: $1,121.96. Your order costs $1,000.00 now, and you get a refund of $121.96.'],
  ['th', 'ยอดที่ชำระแล้ว $1,121.96 ยอดคำสั่งซื้อตอนนี้ $1,000.00 คุณจะได้เงินคืน $121.96'],
] as const)(
  'in %s, the mail of a delivery at which too much was collected names what was paid and what goes back',
  (language, words) => {
    const less = { ...order, language, isPaid: true, costCents: 100_000, balanceCents: -12_196 }
    expect(stepMail(shop, less, 'Delivered', urls).text).toContain(words)
    expect(stepMail(shop, less, 'Delivered', urls).html).toContain(words)
    // Cash that is still to be collected isn't paid.
    const unpaid = { ...less, isPaid: false, balanceCents: 100_000 }
    expect(stepMail(shop, unpaid, 'Out for delivery', urls).text).toContain('$1,000.00')
  },
)

test.each([
  [
    'en',
    'please have $1,121.75 ready. That is $1,121.96 rounded down to coins.',
    'please have $999.75 ready.',
    'paid: $999.75',
  ],
  ['th', 'กรุณาเตรียมเงินสด $1,121.75 (ปัดเศษสตางค์ลงจาก $1,121.96)', 'กรุณาเตรียมเงินสด $999.75', 'ยอดที่ชำระแล้ว $999.75'],
] as const)('in %s, the mails name the cash that coins can pay', (language, placed, out, delivered) => {
  const inCoins: OrderMail = { ...order, language, coinCents: 25 }
  expect(inCoins.amountCents).toBe(112_196)
  expect(orderMail(shop, inCoins, ordersUrl).text).toContain(placed)
  expect(stepMail(shop, { ...inCoins, costCents: 99_989 }, 'Out for delivery', urls).text).toContain(out)
  const paid = { ...inCoins, isPaid: true, costCents: 99_989, roundedCents: 14 }
  expect(stepMail(shop, paid, 'Delivered', urls).text).toContain(delivered)
  expect(sellerMail(shop, inCoins, ordersUrl).text).toContain('Collect $1,121.75 in cash')
  expect(sellerMail(shop, inCoins, ordersUrl).subject).toContain('$1,121.75')
  // Online payments aren't rounded.
  expect(orderMail(shop, { ...inCoins, paymentType: 'Online' }, ordersUrl).text).not.toContain('$1,121.75')
  const less = { orderId: '7', cents: 100, reason: 'bruised', pieces: [], order: { ...inCoins, costCents: 99_989 } }
  expect(refundMail(shop, less, ordersUrl).text).toContain('$999.75')
  const back = { ...less, order: { ...paid, balanceCents: -2025 }, cents: 2038 }
  expect(refundMail(shop, back, ordersUrl).text).toContain('$20.25')
  expect(refundMail(shop, { ...back, cents: 2025 }, ordersUrl).text.match(/\$20\.25/g)).toHaveLength(1)
  // The cash collected before is paid out.
  const cancelled = { ...inCoins, isPaid: true, costCents: 112_196, balanceCents: -112_175 }
  expect(cancelledMail(shop, cancelled, { ordersUrl }).text).toContain('$1,121.75')
})

test('mails of a shop that issues documents lead to the receipt, those about money back to its credit note', () => {
  const url = 'https://shop.example/documents/order/7'
  const refund = { orderId: '7', cents: 100, reason: 'bruised', pieces: [], order }
  for (const { text, html } of [
    orderMail(shop, order, ordersUrl, url),
    stepMail(shop, order, 'Delivered', { ...urls, documentUrl: url }),
  ]) {
    expect(text).toContain(`Open the receipt: ${url}`)
    expect(html).toContain(`href="${url}"`)
  }
  for (const { text, html } of [
    refundMail(shop, refund, ordersUrl, url),
    cancelledMail(shop, order, { ordersUrl, cause: 'shop', documentUrl: url }),
  ]) {
    expect(text).toContain(`Open the receipt of your refund: ${url}`)
    expect(html).toContain(`href="${url}"`)
  }
  expect(orderMail(shop, order, ordersUrl).html).not.toContain('/documents/')
})

test.each([
  [
    'en',
    'We couldn’t hand over order 1042 · Talad ตลาด',
    'We were there on Mon 23 Nov at 14:06 and there was no answer. Your order is back in the shop. Please call us, so that we can bring it again.',
  ],
  [
    'th',
    'ส่งคำสั่งซื้อหมายเลข 1042 ไม่สำเร็จ · Talad ตลาด',
    'เราไปส่งเมื่อวันจันทร์ 23 พ.ย. เวลา 14:06\u00a0น. แต่ไม่มีคนรับ ของกลับมาที่ร้านแล้ว กรุณาโทรหาร้าน เพื่อนัดส่งอีกครั้ง',
  ],
] as const)('the mail of a failed attempt, in %s, says when, why and what follows', (language, subject, what) => {
  const failed = { at: new Date('2026-11-23T07:06:00Z'), reason: 'no_answer', back: true } as const
  const content = attemptMail(shop, { ...order, language }, failed, ordersUrl)
  expect(content.subject).toBe(subject)
  for (const part of [content.text, content.html]) expect(part).toContain(what)
  expect(content.text).toContain(ordersUrl)
})

test.each([
  ['en', 'although it had been cancelled, so the money isn’t refunded'],
  ['th', 'ถูกยกเลิกไปก่อนหน้านี้ ร้านจึงไม่คืนเงิน'],
] as const)(
  'in %s, an order that was cancelled and delivered after all says that no money is refunded',
  (language, text) => {
    const kept: OrderMail = { ...order, language, status: 'Delivered', paymentType: 'PromptPay', isPaid: true }
    const wasCancelled = { ...urls, wasCancelled: true }
    expect(stepMail(shop, kept, 'Delivered', wasCancelled).text).toContain(text)
    // Part of it is owed for another reason.
    expect(stepMail(shop, { ...kept, balanceCents: -500 }, 'Delivered', wasCancelled).text).not.toContain(text)
    expect(stepMail(shop, kept, 'Delivered', urls).text).not.toContain(text)
    for (const paymentType of ['COD', 'Online'] as const)
      expect(stepMail(shop, { ...kept, paymentType }, 'Delivered', wasCancelled).text).not.toContain(text)
  },
)

test.each([
  ['en', 'although it had been cancelled, so it counts as delivered', 'Still to be paid: $1,121.75', 'Nothing to pay'],
  ['th', 'ถูกยกเลิกไปก่อนหน้านี้ จึงถือว่าส่งถึงแล้ว', 'ยอดที่ยังต้องชำระ $1,121.75', 'ไม่มียอดที่ต้องชำระ'],
] as const)(
  'in %s, an order in cash that was cancelled and delivered after all says so, and what is paid or to be paid',
  (language, text, toPay, nothing) => {
    const wasCancelled = { ...urls, wasCancelled: true }
    const delivered: OrderMail = { ...order, language, status: 'Delivered', isPaid: true, coinCents: 25 }
    const paid = stepMail(shop, { ...delivered, roundedCents: 21 }, 'Delivered', wasCancelled).text
    expect(paid).toContain(text)
    expect(paid).toContain('$1,121.75')
    expect(paid).not.toContain(toPay)
    const unpaid = stepMail(shop, { ...delivered, isPaid: false, balanceCents: 112_196 }, 'Delivered', wasCancelled)
    for (const body of [unpaid.text, unpaid.html]) {
      expect(body).toContain(text)
      expect(body).toContain(toPay)
      expect(body).not.toContain('$1,121.96')
    }
    // A card payment that was refunded meanwhile stays refunded.
    const refunded: OrderMail = { ...delivered, paymentType: 'Online', costCents: 0 }
    expect(stepMail(shop, refunded, 'Delivered', wasCancelled).text).toContain(text)
    expect(stepMail(shop, refunded, 'Delivered', wasCancelled).text).toContain(nothing)
    expect(stepMail(shop, delivered, 'Delivered', urls).text).not.toContain(text)
  },
)

test.each([
  ['en', 'Nothing to pay.'],
  ['th', 'ไม่มียอดที่ต้องชำระ'],
] as const)(
  'in %s, no mail about an order that costs nothing asks for money, or speaks of money paid',
  (language, text) => {
    const free: OrderMail = { ...order, language, amountCents: 0, costCents: 0 }
    const mails = [
      orderMail(shop, free, ordersUrl),
      stepMail(shop, free, 'Out for delivery', urls),
      stepMail(shop, { ...free, isPaid: true }, 'Delivered', urls),
      // A refund has taken off all of it.
      stepMail(shop, { ...order, language, costCents: 0 }, 'Out for delivery', urls),
    ]
    for (const mail of mails) {
      expect(mail.text).toContain(text)
      expect(mail.html).toContain(text)
      expect(mail.text).not.toMatch(/ready|เตรียมเงินสด|paid: |ยอดที่ชำระแล้ว/)
    }
    const cancelled = cancelledMail(shop, { ...free, isPaid: true }, { ordersUrl }).text
    expect(cancelled).not.toContain('$0.00')
    const toSeller = sellerMail(shop, free, ordersUrl).text
    expect(toSeller).toContain('ไม่ต้องเก็บเงิน · Nothing to collect')
    expect(toSeller).not.toContain('in cash')
  },
)

test('the seller collects what the order costs now', () => {
  expect(sellerMail(shop, { ...order, costCents: 100_000 }, ordersUrl, { reminder: true }).text).toContain(
    'Collect $1,000.00 in cash',
  )
})

describe('the mail to the seller about what became of an order', () => {
  const url = 'https://shop.example/seller/orders'

  test('the seller’s mail about a cancelled order names the sum to pay out by hand, and nothing of a card payment', () => {
    const { subject, text } = changeMail(shop, { ...order, status: 'Cancelled' }, 'cancelled', url)
    expect(subject).toBe('ลูกค้ายกเลิกออเดอร์ 1042 · Cancelled by the customer · Talad ตลาด')
    expect(text).toBe(`ลูกค้ายกเลิกออเดอร์ · Cancelled by the customer: 1042
Mali Jaidee
ไม่ต้องจัดสินค้า · Nothing to pack

เปิดหน้าออเดอร์ · Open the orders: https://shop.example/seller/orders
`)
    const owed = { status: 'Cancelled', isPaid: true, balanceCents: -112_196 } as const
    const back = (paymentType: OrderMail['paymentType']) =>
      changeMail(shop, { ...order, ...owed, paymentType }, 'cancelled', url).text
    expect(back('PromptPay')).toContain('Pay out $1,121.96')
    expect(back('Online')).not.toContain('Pay out')
  })

  test('the seller’s mail about an order cancelled by the rule for unconfirmed orders says so', () => {
    const { subject, text } = changeMail(shop, { ...order, status: 'Cancelled' }, 'unconfirmed', url)
    expect(subject).toBe('ยกเลิกเพราะไม่มีใครยืนยัน 1042 · Cancelled, as it wasn’t confirmed · Talad ตลาด')
    expect(text).toContain('Nothing to pack')
  })

  test('the seller’s mail about a moved order names the new time', () => {
    const times = { deliverFrom: new Date('2026-11-24T02:00:00Z'), promisedAt: new Date('2026-11-24T04:00:00Z') }
    const { subject, text, html } = changeMail(
      shop,
      { ...order, ...times, address: { ...order.address, firstName: '<b>' } },
      'moved',
      url,
    )
    expect(subject).toBe('ลูกค้าเปลี่ยนเวลาส่ง 1042 · Moved by the customer · Talad ตลาด')
    expect(text).toContain('09:00–11:00')
    expect(text).not.toContain('Nothing to pack')
    expect(html).toContain('&lt;b&gt;')
  })
})

test('the mail about a corrected address has it in lines, as the confirmation does, and not as a list', () => {
  const address = { ...order.address, note: 'Ring twice' }
  const { text, html } = addressMail(shop, { ...order, address }, ordersUrl)
  const lines = [
    'Mali Jaidee',
    '88 Charoen Krung Rd',
    'Bang Rak, Bangkok 01000',
    'Thailand',
    '+66 81 234 5678',
    'Note for the rider: Ring twice',
  ]
  expect(text).toContain(`\n\n${lines.join('\n')}\n\n`)
  expect(html).toContain(`<p>${lines.join('<br>')}</p>`)
})
