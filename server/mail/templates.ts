import type { OrderAddress, PaymentType } from '../../contract/entities.ts'
import { limits } from '../../contract/limits.ts'
import { cents, formatMoney } from '../../contract/money.ts'
import type { Language, ShopConfig } from '../../contract/shop.ts'
import { escapeHtml } from '../platform/html.ts'
import type { CodeMail } from './queue-mail.ts'

export type MailContent = { subject: string; text: string; html: string }

/** What a mail about an order says. */
export type OrderMail = {
  number: number
  language: Language
  name: string
  email: string
  paymentType: PaymentType
  isPaid: boolean
  lines: { name: string; quantity: number; unitCents: number }[]
  subtotalCents: number
  taxCents: number
  amountCents: number
  address: OrderAddress
}

type Shop = Pick<ShopConfig, 'name' | 'nameTh' | 'currency' | 'tax' | 'contact'>

const words = {
  en: {
    verifySubject: (code: string) => `${code} is your verification code`,
    resetSubject: (code: string) => `${code} is your code for a new password`,
    verifyLead: 'Enter this code to verify your e-mail address:',
    resetLead: 'Enter this code to choose a new password:',
    codeLink: 'Or open this link, which works in any browser for an hour:',
    codeNote: `It works once, within ${limits.codeMinutes} minutes. If you did not ask for it, you can ignore this mail; nobody else can use your account with it unless you tell them the code.`,
    orderSubject: (number: number) => `Order ${number} is placed`,
    orderLead: (name: string) => `Thank you, ${name}. We have your order and will be on our way soon.`,
    cancelledSubject: (number: number) => `Order ${number} is cancelled`,
    cancelledLead: (name: string, number: number) =>
      `Dear ${name}, we are sorry: we had to cancel your order ${number}.`,
    youCancelledLead: (name: string, number: number) =>
      `Dear ${name}, your order ${number} is cancelled, as you asked.`,
    nothingCharged: 'You pay nothing for it.',
    moneyBack: (amount: string) => `The ${amount} that you paid go back to you the way they came.`,
    order: 'Order',
    subtotal: 'Price',
    shipping: 'Shipping fee',
    free: 'Free',
    tax: {
      added: (percent: string) => `Tax (${percent}%)`,
      included: (percent: string) => `Tax included (${percent}%)`,
    },
    total: 'Total amount',
    address: 'Delivery address',
    COD: 'Cash on delivery: please have the amount ready.',
    Online: 'Paid online.',
    track: 'See your orders',
  },
  th: {
    verifySubject: (code: string) => `รหัสยืนยันของคุณคือ ${code}`,
    resetSubject: (code: string) => `รหัสตั้งรหัสผ่านใหม่ของคุณคือ ${code}`,
    verifyLead: 'กรอกรหัสนี้เพื่อยืนยันอีเมลของคุณ:',
    resetLead: 'กรอกรหัสนี้เพื่อตั้งรหัสผ่านใหม่:',
    codeLink: 'หรือเปิดลิงก์นี้ ใช้ได้ทุกเบราว์เซอร์ภายใน 1 ชั่วโมง',
    codeNote: `รหัสใช้ได้ครั้งเดียวภายใน ${limits.codeMinutes} นาที หากคุณไม่ได้เป็นผู้ขอ สามารถเพิกเฉยต่ออีเมลนี้ได้ และโปรดอย่าบอกรหัสนี้แก่ผู้อื่น`,
    orderSubject: (number: number) => `ได้รับคำสั่งซื้อหมายเลข ${number} แล้ว`,
    orderLead: (name: string) => `ขอบคุณ คุณ${name} เราได้รับคำสั่งซื้อของคุณแล้ว และจะจัดส่งโดยเร็ว`,
    cancelledSubject: (number: number) => `คำสั่งซื้อหมายเลข ${number} ถูกยกเลิกแล้ว`,
    cancelledLead: (name: string, number: number) =>
      `เรียน คุณ${name} ขออภัย ร้านจำเป็นต้องยกเลิกคำสั่งซื้อหมายเลข ${number} ของคุณ`,
    youCancelledLead: (name: string, number: number) => `คุณ${name} คำสั่งซื้อหมายเลข ${number} ถูกยกเลิกตามที่คุณขอแล้ว`,
    nothingCharged: 'คุณไม่ต้องชำระเงินสำหรับคำสั่งซื้อนี้',
    moneyBack: (amount: string) => `เงินที่ชำระแล้ว ${amount} จะคืนให้คุณผ่านช่องทางเดิม`,
    order: 'คำสั่งซื้อ',
    subtotal: 'ราคาสินค้า',
    shipping: 'ค่าจัดส่ง',
    free: 'ฟรี',
    tax: { added: (percent: string) => `ภาษี (${percent}%)`, included: (percent: string) => `รวมภาษีแล้ว (${percent}%)` },
    total: 'ยอดรวม',
    address: 'ที่อยู่จัดส่ง',
    COD: 'เก็บเงินปลายทาง กรุณาเตรียมเงินให้พร้อม',
    Online: 'ชำระเงินออนไลน์แล้ว',
    track: 'ดูคำสั่งซื้อของคุณ',
  },
} as const

/** The mail with a one-time code, and where one comes with it the link. `publicUrl` is where the shop is. */
export function codeMail(shop: Shop, mail: CodeMail, publicUrl: string): MailContent {
  const say = words[mail.language]
  const verify = mail.purpose === 'verify'
  const lead = verify ? say.verifyLead : say.resetLead
  const name = nameOf(shop, mail.language)
  const link = mail.link && resetLink(publicUrl, mail, mail.link)
  return {
    subject: `${name}: ${verify ? say.verifySubject(mail.code) : say.resetSubject(mail.code)}`,
    text: `${lead}\n\n    ${mail.code}\n\n${link ? `${say.codeLink}\n${link}\n\n` : ''}${say.codeNote}\n\n${name}\n`,
    html: frame(
      shop,
      mail.language,
      `<p>${escapeHtml(lead)}</p>
       <p style="font-size:34px;font-weight:700;letter-spacing:8px;margin:24px 0;color:#14562e">${escapeHtml(mail.code)}</p>
       ${link ? `<p>${escapeHtml(say.codeLink)}<br><a href="${escapeHtml(link)}" style="color:#14562e;overflow-wrap:anywhere">${escapeHtml(link)}</a></p>` : ''}
       <p style="color:#5d6a61">${escapeHtml(say.codeNote)}</p>`,
    ),
  }
}

/** Where the link of a code's mail leads. What it carries stands behind the #, which browsers send to no server. */
function resetLink(publicUrl: string, { email, purpose }: CodeMail, link: string): string {
  const page = purpose === 'seller-reset' ? '/seller/reset-password' : '/reset-password'
  return `${publicUrl}${page}#${new URLSearchParams({ email, link })}`
}

/** Tells that an order was cancelled, and what becomes of the money. */
export function cancelledMail(
  shop: Shop,
  order: OrderMail,
  ordersUrl: string,
  by: 'shop' | 'shopper' = 'shop',
): MailContent {
  const say = words[order.language]
  const lead = (by === 'shopper' ? say.youCancelledLead : say.cancelledLead)(order.name, order.number)
  const money =
    order.paymentType === 'Online' && order.isPaid
      ? say.moneyBack(formatMoney(cents(order.amountCents), shop.currency.symbol))
      : say.nothingCharged
  const lines = order.lines.map((line) => `${line.quantity} × ${line.name}`)
  return {
    subject: `${nameOf(shop, order.language)}: ${say.cancelledSubject(order.number)}`,
    text: [lead, money, '', ...lines.map((line) => `  ${line}`), '', `${say.track}: ${ordersUrl}`, ''].join('\n'),
    html: frame(
      shop,
      order.language,
      `<p>${escapeHtml(lead)}</p><p>${escapeHtml(money)}</p>
       <ul style="padding-left:20px;color:#5d6a61">${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>
       ${link(ordersUrl, say.track)}`,
    ),
  }
}

/** The confirmation of an order, with its lines and sums as they were charged. */
export function orderMail(shop: Shop, order: OrderMail, ordersUrl: string): MailContent {
  const say = words[order.language]
  const money = (amount: number) => formatMoney(cents(amount), shop.currency.symbol)
  const percent = String(shop.tax.basisPoints / 100)
  const { address } = order
  const sums: [string, string][] = [
    [say.subtotal, money(order.subtotalCents)],
    [say.shipping, say.free],
    ...(shop.tax.basisPoints > 0 ? [[say.tax[shop.tax.mode](percent), money(order.taxCents)] as [string, string]] : []),
    [say.total, money(order.amountCents)],
  ]
  const addressLines = [
    `${address.firstName} ${address.lastName}`,
    address.street,
    `${address.city}, ${address.state} ${address.zipcode}`,
    address.country,
    address.phone,
  ]
  const lines = order.lines.map(
    (line) => [`${line.quantity} × ${line.name}`, money(line.unitCents * line.quantity)] as const,
  )
  const row = ([left, right]: readonly [string, string], bold = false) =>
    `<tr><td style="padding:6px 0${bold ? ';font-weight:700' : ''}">${escapeHtml(left)}</td><td align="right" style="padding:6px 0 6px 16px;white-space:nowrap${bold ? ';font-weight:700' : ''}">${escapeHtml(right)}</td></tr>`
  return {
    subject: `${nameOf(shop, order.language)}: ${say.orderSubject(order.number)}`,
    text: [
      say.orderLead(order.name),
      '',
      `${say.order} ${order.number}`,
      ...lines.map(([left, right]) => `  ${left}  ${right}`),
      '',
      ...sums.map(([left, right]) => `${left}: ${right}`),
      say[order.paymentType],
      '',
      `${say.address}:`,
      ...addressLines.map((line) => `  ${line}`),
      '',
      `${say.track}: ${ordersUrl}`,
      '',
    ].join('\n'),
    html: frame(
      shop,
      order.language,
      `<p>${escapeHtml(say.orderLead(order.name))}</p>
       <h1 style="font-size:20px;margin:24px 0 8px">${escapeHtml(say.order)} ${order.number}</h1>
       <table role="presentation" width="100%" style="border-collapse:collapse">${lines.map((line) => row(line)).join('')}
       <tr><td colspan="2" style="border-top:1px solid #e9e6dc;padding:0"></td></tr>
       ${sums.map((sum, at) => row(sum, at === sums.length - 1)).join('')}</table>
       <p style="color:#5d6a61">${escapeHtml(say[order.paymentType])}</p>
       <h2 style="font-size:16px;margin:24px 0 4px">${escapeHtml(say.address)}</h2>
       <p style="margin:0;color:#5d6a61">${addressLines.map(escapeHtml).join('<br>')}</p>
       ${link(ordersUrl, say.track)}`,
    ),
  }
}

function link(url: string, label: string): string {
  return `<p style="margin:28px 0 0"><a href="${escapeHtml(url)}" style="display:inline-block;background:#1e7a42;color:#ffffff;text-decoration:none;padding:14px 26px;border-radius:999px;font-weight:600">${escapeHtml(label)}</a></p>`
}

const nameOf = (shop: Shop, language: Language) => (language === 'th' ? shop.nameTh : shop.name)

function frame(shop: Shop, language: Language, body: string): string {
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0;background:#fbfaf6;color:#15241b;font-family:-apple-system,'Segoe UI',Roboto,'Noto Sans Thai',Thonburi,sans-serif;font-size:16px;line-height:1.65">
<table role="presentation" width="100%" style="border-collapse:collapse"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" style="max-width:520px;border-collapse:separate;background:#ffffff;border:1px solid #e9e6dc;border-radius:20px"><tr><td style="padding:32px">
<p style="margin:0 0 20px;font-size:22px;font-weight:700;color:#14562e">${escapeHtml(nameOf(shop, language))}</p>
${body}
</td></tr></table>
<p style="color:#5d6a61;font-size:13px">${escapeHtml((language === 'th' ? shop.contact.companyTh : undefined) ?? shop.contact.company)}</p>
</td></tr></table></body></html>`
}
