import { dayIn } from '../../contract/day.ts'
import type { DelayReason } from '../../contract/delay-reasons.ts'
import type { OrderAddress, PaymentType } from '../../contract/entities.ts'
import { limits } from '../../contract/limits.ts'
import { cents, formatMoney } from '../../contract/money.ts'
import type { OrderStatus } from '../../contract/order-status.ts'
import { addedTaxOf, rateOf, standardTaxClass, taxOn } from '../../contract/pricing.ts'
import { refundReasonText } from '../../contract/refund-reasons.ts'
import type { Language, ShopConfig } from '../../contract/shop.ts'
import { delayedTo, deliveryText } from '../../contract/window-text.ts'
import { escapeHtml } from '../common/html.ts'
import { nameIn } from '../common/name-in.ts'
import type { CancelledBy, CodeMail, MailedStep } from './queue-mail.ts'

export type MailContent = { subject: string; text: string; html: string }

/** The fields of an order that its mails need. */
export type OrderMail = {
  number: number
  language: Language
  name: string
  email: string
  paymentType: PaymentType
  isPaid: boolean
  status: OrderStatus
  createdAt: Date
  lines: {
    /** In the order's language. */
    name: string
    names: { en: string; th: string | null }
    weight?: string | undefined
    quantity: number
    unitCents: number
  }[]
  subtotalCents: number
  /** What promotions take off the subtotal. */
  discountCents: number
  /** What each promotion took off, the first first. */
  discounts: readonly { name: string; nameTh: string | null; code: string | null; cents: number }[]
  shippingCents: number
  taxCents: number
  /** Null for an order from before tax classes. */
  taxes: readonly { basisPoints: number; tax: number }[] | null
  amountCents: number
  /** What it costs after refunds; of a cancelled order, what it cost until then. */
  dueCents: number
  address: OrderAddress
  /** The start of its delivery window; null for an order without one. */
  deliverFrom?: Date | null
  /** The end of its window, or until when it was promised. */
  promisedAt?: Date | null
  /** When it comes instead of the time promised. */
  delay?: { expectedAt: string; reason: DelayReason } | null
}

type Shop = Pick<ShopConfig, 'name' | 'nameTh' | 'currency' | 'tax' | 'contact' | 'timeZone'>

const mailTexts = {
  en: {
    verifySubject: (code: string) => `${code} is your verification code`,
    resetSubject: (code: string) => `${code} is your code for a new password`,
    verifyLead: 'Enter this code to verify your email address:',
    resetLead: 'Enter this code to choose a new password:',
    codeLink:
      'Or open this link. It works in any browser for an hour, also if the shop says that it sends no more codes:',
    codeNote: `It works once, within ${limits.codeMinutes} minutes. If you did not ask for it, you can ignore this mail; nobody else can use your account with it unless you tell them the code.`,
    orderSubject: (number: number) => `Order ${number} is placed`,
    orderLead: (name: string) => `Thank you, ${name}. We have your order, and write again when it is on its way.`,
    cancelledSubject: (number: number) => `Order ${number} is cancelled`,
    stepSubject: {
      'Out for delivery': (number: number) => `Order ${number} is on its way`,
      Delivered: (number: number) => `Order ${number} was delivered`,
    },
    stepLead: {
      'Out for delivery': (name: string, number: number) => `${name}, your order ${number} is on its way to you.`,
      Delivered: (name: string, number: number) => `${name}, your order ${number} was delivered. Thank you!`,
    },
    slipRejectedSubject: (number: number) => `Please send another slip for order ${number}`,
    slipRejectedLead: (name: string, number: number) =>
      `${name}, we could not accept the slip that you sent for order ${number}:`,
    slipRejectedNext:
      'Send another slip soon, or the order is cancelled. If you have paid and are in doubt, contact us.',
    sendSlip: 'Send another slip',
    paidSum: (amount: string) => `Total amount, paid: ${amount}`,
    cancelledLead: (name: string, number: number) =>
      `Dear ${name}, we are sorry: we had to cancel your order ${number}.`,
    ruleCancelledLead: (name: string, number: number) =>
      `Dear ${name}, we are sorry: the shop couldn’t confirm your order ${number} in time, so it is cancelled.`,
    youCancelledLead: (name: string, number: number) =>
      `Dear ${name}, your order ${number} is cancelled, as you asked.`,
    lateLead: (name: string, number: number) =>
      `Dear ${name}, your payment for order ${number} came after the order was cancelled.`,
    nothingCharged: 'You pay nothing for it.',
    transferBack: (amount: string) => `We transfer the ${amount} that you paid back to you.`,
    moneyBack: (amount: string) => `The ${amount} that you paid goes back to you the way it came.`,
    refundSubject: (number: number, amount: string) => `Order ${number}: ${amount} less`,
    refundLead: (name: string, number: number, amount: string) =>
      `Dear ${name}, your order ${number} now costs ${amount} less.`,
    refundReason: (reason: string) => `Reason: ${reason}`,
    refundByCard: 'The money goes back the way you paid.',
    refundByHand: 'The shop gives you the money back in cash or by transfer.',
    refundUnpaid: (sum: string) => `You now pay ${sum}.`,
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
    time: 'Delivery time',
    movedSubject: (number: number) => `Order ${number} comes at another time`,
    movedLead: (name: string, number: number) =>
      `Dear ${name}, we had to change the delivery time of your order ${number}. It now comes:`,
    movedNext: 'If that doesn’t suit you, choose another time under your orders, or call us.',
    delaySubject: (number: number, about: string) => `Order ${number} comes later: about ${about}`,
    delayLead: (name: string, number: number, { about, was }: { about: string; was: string }) =>
      `Dear ${name}, your order ${number} now comes about ${about}. We had promised ${was}, and we are sorry.`,
    delayReasons: {
      queue: 'Many orders came before it.',
      shift: 'Nobody is on shift in the shop right now.',
      rider: 'No rider is free yet.',
      picking: 'Picking your goods takes longer than usual.',
      ride: 'The ride takes longer than usual.',
    },
    delayNext: 'If that doesn’t suit you, please call us.',
    COD: (amount: string) => `Cash on delivery: please have ${amount} ready.`,
    Online: () => 'Paid online.',
    PromptPay: () => 'Paid by PromptPay.',
    track: 'See your orders',
    follow: 'See where it is',
    receipt: 'Open the receipt',
    creditNote: 'Open the receipt of what you get back',
  },
  th: {
    verifySubject: (code: string) => `${code} คือรหัสยืนยันของคุณ`,
    resetSubject: (code: string) => `${code} คือรหัสสำหรับตั้งรหัสผ่านใหม่`,
    verifyLead: 'กรอกรหัสนี้เพื่อยืนยันอีเมลของคุณ:',
    resetLead: 'กรอกรหัสนี้เพื่อตั้งรหัสผ่านใหม่:',
    codeLink: 'หรือเปิดลิงก์นี้ ใช้ได้ทุกเบราว์เซอร์ภายใน 1 ชั่วโมง แม้ร้านจะแจ้งว่าส่งรหัสเพิ่มไม่ได้แล้ว',
    codeNote: `รหัสใช้ได้ครั้งเดียวภายใน ${limits.codeMinutes} นาที ถ้าไม่ได้ขอรหัสนี้ ไม่ต้องทำอะไร และอย่าบอกรหัสแก่ใคร`,
    orderSubject: (number: number) => `ได้รับคำสั่งซื้อหมายเลข ${number} แล้ว`,
    orderLead: (name: string) => `ขอบคุณค่ะ คุณ${name} เราได้รับคำสั่งซื้อแล้ว และจะแจ้งอีกครั้งเมื่อออกจัดส่ง`,
    cancelledSubject: (number: number) => `คำสั่งซื้อหมายเลข ${number} ถูกยกเลิกแล้ว`,
    stepSubject: {
      'Out for delivery': (number: number) => `คำสั่งซื้อหมายเลข ${number} กำลังไปส่ง`,
      Delivered: (number: number) => `คำสั่งซื้อหมายเลข ${number} ส่งถึงแล้ว`,
    },
    stepLead: {
      'Out for delivery': (name: string, number: number) => `คุณ${name} คำสั่งซื้อหมายเลข ${number} ออกจัดส่งแล้วค่ะ`,
      Delivered: (name: string, number: number) => `คุณ${name} คำสั่งซื้อหมายเลข ${number} ส่งถึงแล้ว ขอบคุณค่ะ`,
    },
    slipRejectedSubject: (number: number) => `กรุณาส่งสลิปใหม่ คำสั่งซื้อหมายเลข ${number}`,
    slipRejectedLead: (name: string, number: number) => `คุณ${name} ร้านรับสลิปของคำสั่งซื้อหมายเลข ${number} ไม่ได้ค่ะ เหตุผล:`,
    slipRejectedNext: 'กรุณาส่งสลิปใหม่โดยเร็ว มิฉะนั้นคำสั่งซื้อจะถูกยกเลิก หากโอนเงินแล้วและไม่แน่ใจ กรุณาติดต่อร้าน',
    sendSlip: 'ส่งสลิปใหม่',
    paidSum: (amount: string) => `ยอดที่ชำระแล้ว ${amount}`,
    cancelledLead: (name: string, number: number) => `ขออภัยค่ะ คุณ${name} ร้านจำเป็นต้องยกเลิกคำสั่งซื้อหมายเลข ${number}`,
    ruleCancelledLead: (name: string, number: number) =>
      `ขออภัยค่ะ คุณ${name} ร้านยืนยันคำสั่งซื้อหมายเลข ${number} ไม่ทัน คำสั่งซื้อจึงถูกยกเลิก`,
    youCancelledLead: (name: string, number: number) => `คุณ${name} คำสั่งซื้อหมายเลข ${number} ถูกยกเลิกตามที่คุณขอแล้ว`,
    lateLead: (name: string, number: number) =>
      `เรียนคุณ${name} เงินสำหรับคำสั่งซื้อหมายเลข ${number} เข้ามาหลังจากคำสั่งซื้อถูกยกเลิกแล้ว`,
    nothingCharged: 'คุณไม่ต้องจ่ายอะไร',
    transferBack: (amount: string) => `ร้านจะโอนเงิน ${amount} ที่ชำระแล้วคืนให้คุณ`,
    moneyBack: (amount: string) => `เงิน ${amount} ที่ชำระแล้วจะคืนให้คุณทางช่องทางเดิม`,
    refundSubject: (number: number, amount: string) => `คำสั่งซื้อหมายเลข ${number}: ลดยอด ${amount}`,
    refundLead: (name: string, number: number, amount: string) =>
      `คุณ${name} ร้านลดยอดคำสั่งซื้อหมายเลข ${number} ลง ${amount} ค่ะ`,
    refundReason: (reason: string) => `เหตุผล: ${reason}`,
    refundByCard: 'เงินจะคืนตามช่องทางที่คุณชำระ',
    refundByHand: 'ร้านจะคืนเงินให้คุณเป็นเงินสดหรือโอน',
    refundUnpaid: (sum: string) => `ยอดที่ต้องชำระตอนนี้ ${sum}`,
    order: 'คำสั่งซื้อ',
    subtotal: 'ค่าสินค้า',
    shipping: 'ค่าจัดส่ง',
    free: 'ฟรี',
    tax: { added: (percent: string) => `ภาษี (${percent}%)`, included: (percent: string) => `รวมภาษีแล้ว (${percent}%)` },
    total: 'ยอดชำระทั้งหมด',
    address: 'ส่งที่',
    time: 'เวลาจัดส่ง',
    movedSubject: (number: number) => `คำสั่งซื้อหมายเลข ${number} เปลี่ยนเวลาจัดส่ง`,
    movedLead: (name: string, number: number) => `คุณ${name} ร้านขอเปลี่ยนเวลาจัดส่งคำสั่งซื้อหมายเลข ${number} เป็น`,
    movedNext: 'หากไม่สะดวก กรุณาเลือกเวลาอื่นในหน้าคำสั่งซื้อ หรือโทรหาร้าน',
    delaySubject: (number: number, about: string) => `คำสั่งซื้อหมายเลข ${number} จะถึงช้ากว่ากำหนด ประมาณ ${about} น.`,
    delayLead: (name: string, number: number, { about, was }: { about: string; was: string }) =>
      `คุณ${name} คำสั่งซื้อหมายเลข ${number} จะถึงประมาณ ${about} น. จากที่แจ้งไว้ ${was} น. ต้องขออภัยค่ะ`,
    delayReasons: {
      queue: 'มีหลายคำสั่งซื้อก่อนหน้า',
      shift: 'ขณะนี้ไม่มีพนักงานเข้ากะ',
      rider: 'ไรเดอร์ยังไม่ว่าง',
      picking: 'จัดของนานกว่าปกติ',
      ride: 'เดินทางนานกว่าปกติ',
    },
    delayNext: 'หากไม่สะดวก กรุณาโทรหาร้าน',
    COD: (amount: string) => `เก็บเงินปลายทาง กรุณาเตรียมเงินสด ${amount}`,
    Online: () => 'ชำระเงินออนไลน์แล้ว',
    PromptPay: () => 'ชำระด้วยพร้อมเพย์แล้ว',
    track: 'ดูคำสั่งซื้อของคุณ',
    follow: 'ดูว่าของถึงไหนแล้ว',
    receipt: 'เปิดใบเสร็จรับเงิน',
    creditNote: 'เปิดหลักฐานการคืนเงิน',
  },
} as const

/** Returns the mail with a one-time code and, if it has one, its link. `publicUrl` is the shop's own URL. */
export function codeMail(shop: Shop, mail: CodeMail, publicUrl: string): MailContent {
  const texts = mailTexts[mail.language]
  const verify = mail.purpose === 'verify'
  const lead = verify ? texts.verifyLead : texts.resetLead
  const name = fullName(shop)
  const link = mail.link && resetLink(publicUrl, mail, mail.link)
  return {
    subject: `${verify ? texts.verifySubject(mail.code) : texts.resetSubject(mail.code)} · ${name}`,
    text: `${lead}\n\n    ${mail.code}\n\n${link ? `${texts.codeLink}\n${link}\n\n` : ''}${texts.codeNote}\n\n${name}\n`,
    html: frame(
      shop,
      mail.language,
      `<p>${escapeHtml(lead)}</p>
       <p style="font-size:34px;font-weight:700;letter-spacing:8px;margin:24px 0;color:#14562e">${escapeHtml(mail.code)}</p>
       ${link ? `<p>${escapeHtml(texts.codeLink)}<br><a href="${escapeHtml(link)}" style="color:#14562e;overflow-wrap:anywhere">${escapeHtml(link)}</a></p>` : ''}
       <p style="color:#5d6a61">${escapeHtml(texts.codeNote)}</p>`,
    ),
  }
}

/** Returns the URL of a code mail's link. Its token is in the fragment, which browsers don't send to servers. */
function resetLink(publicUrl: string, { email, purpose }: CodeMail, link: string): string {
  const page = purpose === 'seller-reset' ? '/seller/reset-password' : '/reset-password'
  return `${publicUrl}${page}#${new URLSearchParams({ email, link })}`
}

/** Returns the mail about a cancelled order and its refund. */
export function cancelledMail(
  shop: Shop,
  order: OrderMail,
  ordersUrl: string,
  by: CancelledBy = 'shop',
  documentUrl?: string,
): MailContent {
  const texts = mailTexts[order.language]
  const links = orderLinks(texts, ordersUrl, { url: documentUrl, label: texts.creditNote })
  const leads = {
    shop: texts.cancelledLead,
    shopper: texts.youCancelledLead,
    late: texts.lateLead,
    rule: texts.ruleCancelledLead,
  }
  const lead = leads[by](firstName(order.name), order.number)
  const moneyBack = order.paymentType === 'PromptPay' ? texts.transferBack : texts.moneyBack
  const payment = order.isPaid
    ? moneyBack(formatMoney(cents(order.dueCents), shop.currency.symbol))
    : texts.nothingCharged
  const lines = order.lines.map((line) => `${line.quantity} × ${line.name}`)
  return {
    subject: `${texts.cancelledSubject(order.number)} · ${fullName(shop)}`,
    text: [lead, payment, '', ...lines.map((line) => `  ${line}`), '', ...links.text, ''].join('\n'),
    html: frame(
      shop,
      order.language,
      `<p>${escapeHtml(lead)}</p><p>${escapeHtml(payment)}</p>
       <ul style="padding-left:20px;color:#5d6a61">${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>
       ${links.html}`,
    ),
  }
}

/**
 * Returns the confirmation of an order, with its lines and sums as charged. `documentUrl` leads to its receipt, if the shop has
 * issued one; likewise in the other mails.
 */
export function orderMail(shop: Shop, order: OrderMail, ordersUrl: string, documentUrl?: string): MailContent {
  const texts = mailTexts[order.language]
  const links = orderLinks(texts, ordersUrl, { url: documentUrl, label: texts.receipt })
  const formatCents = (amount: number) => formatMoney(cents(amount), shop.currency.symbol)
  const sums: [string, string][] = [
    [texts.subtotal, formatCents(order.subtotalCents)],
    ...order.discounts.map(({ code, cents: off, ...names }): [string, string] => [
      `${nameIn(order.language, names)}${code ? ` (${code})` : ''}`,
      `-${formatCents(off)}`,
    ]),
    [texts.shipping, order.shippingCents > 0 ? formatCents(order.shippingCents) : texts.free],
    ...taxesOf(shop, order).map(({ basisPoints, tax }): [string, string] => [
      texts.tax[addedTaxOf(order) > 0 ? 'added' : 'included'](String(basisPoints / 100)),
      formatCents(tax),
    ]),
    [texts.total, formatCents(order.amountCents)],
  ]
  const addressLines = addressLinesOf(order.address)
  const time = deliveryTimeOf(shop, order)
  const lines = order.lines.map(
    (line) => [`${line.quantity} × ${line.name}`, formatCents(line.unitCents * line.quantity)] as const,
  )
  const row = ([left, right]: readonly [string, string], bold = false) =>
    `<tr><td style="padding:6px 0${bold ? ';font-weight:700' : ''}">${escapeHtml(left)}</td><td align="right" style="padding:6px 0 6px 16px;white-space:nowrap${bold ? ';font-weight:700' : ''}">${escapeHtml(right)}</td></tr>`
  return {
    subject: `${texts.orderSubject(order.number)} · ${fullName(shop)}`,
    text: [
      texts.orderLead(firstName(order.name)),
      '',
      `${texts.order} ${order.number}`,
      ...lines.map(([left, right]) => `  ${left}  ${right}`),
      '',
      ...sums.map(([left, right]) => `${left}: ${right}`),
      texts[order.paymentType](formatCents(order.amountCents)),
      '',
      ...(time ? [`${texts.time}: ${time}`, ''] : []),
      `${texts.address}:`,
      ...addressLines.map((line) => `  ${line}`),
      '',
      ...links.text,
      '',
    ].join('\n'),
    html: frame(
      shop,
      order.language,
      `<p>${escapeHtml(texts.orderLead(firstName(order.name)))}</p>
       <h1 style="font-size:20px;margin:24px 0 8px">${escapeHtml(texts.order)} ${order.number}</h1>
       <table role="presentation" width="100%" style="border-collapse:collapse">${lines.map((line) => row(line)).join('')}
       <tr><td colspan="2" style="border-top:1px solid #e9e6dc;padding:0"></td></tr>
       ${sums.map((sum, at) => row(sum, at === sums.length - 1)).join('')}</table>
       <p style="color:#5d6a61">${escapeHtml(texts[order.paymentType](formatCents(order.amountCents)))}</p>
       ${time ? `<h2 style="font-size:16px;margin:24px 0 4px">${escapeHtml(texts.time)}</h2><p style="margin:0">${escapeHtml(time)}</p>` : ''}
       <h2 style="font-size:16px;margin:24px 0 4px">${escapeHtml(texts.address)}</h2>
       <p style="margin:0;color:#5d6a61">${addressLines.map(escapeHtml).join('<br>')}</p>
       ${links.html}`,
    ),
  }
}

/**
 * Returns the mail that an order is on its way, with the cash to have ready and a link that shows where it is, or was delivered,
 * with the sum paid.
 */
export function stepMail(
  shop: Shop,
  order: OrderMail,
  step: MailedStep,
  { ordersUrl, trackUrl, documentUrl }: { ordersUrl: string; trackUrl: string; documentUrl?: string | undefined },
): MailContent {
  const texts = mailTexts[order.language]
  const document = { url: documentUrl, label: texts.receipt }
  const links =
    step === 'Delivered'
      ? orderLinks(texts, ordersUrl, document)
      : orderLinks({ track: texts.follow }, trackUrl, document)
  const lead = texts.stepLead[step](firstName(order.name), order.number)
  const sum = formatMoney(cents(order.dueCents), shop.currency.symbol)
  // Cash may have been collected before.
  const isSettled = step === 'Delivered' || (order.paymentType === 'COD' && order.isPaid)
  const payment = isSettled ? texts.paidSum(sum) : texts[order.paymentType](sum)
  return {
    subject: `${texts.stepSubject[step](order.number)} · ${fullName(shop)}`,
    text: [lead, payment, '', ...links.text, ''].join('\n'),
    html: frame(
      shop,
      order.language,
      `<p>${escapeHtml(lead)}</p><p>${escapeHtml(payment)}</p>
       ${links.html}`,
    ),
  }
}

/** Returns when an order comes, in its language; undefined without a delivery window or a promise. */
export function deliveryTimeOf(
  { timeZone }: Pick<Shop, 'timeZone'>,
  { promisedAt, deliverFrom = null, language }: OrderMail,
): string | undefined {
  return promisedAt ? deliveryText({ from: deliverFrom, to: promisedAt }, { language, timeZone }) : undefined
}

/** Returns the mail that a seller has moved the order to another delivery window. */
export function movedMail(shop: Shop, order: OrderMail, ordersUrl: string): MailContent {
  const texts = mailTexts[order.language]
  const lead = texts.movedLead(firstName(order.name), order.number)
  const time = deliveryTimeOf(shop, order) ?? ''
  const links = orderLinks(texts, ordersUrl, { url: undefined, label: '' })
  return {
    subject: `${texts.movedSubject(order.number)} · ${fullName(shop)}`,
    text: [lead, '', `  ${time}`, '', texts.movedNext, '', ...links.text, ''].join('\n'),
    html: frame(
      shop,
      order.language,
      `<p>${escapeHtml(lead)}</p><p style="font-weight:700">${escapeHtml(time)}</p>
       <p>${escapeHtml(texts.movedNext)}</p>
       ${links.html}`,
    ),
  }
}

/** Returns the mail that an order as soon as possible comes later than promised, with the new time and why. */
export function delayMail(shop: Shop, order: OrderMail, ordersUrl: string): MailContent {
  const { language, number, delay, promisedAt } = order
  if (!delay || !promisedAt) throw new Error(`order ${number} isn't late`)
  const texts = mailTexts[language]
  const times = delayedTo({ about: new Date(delay.expectedAt), by: promisedAt }, { language, timeZone: shop.timeZone })
  const lead = texts.delayLead(firstName(order.name), number, times)
  const why = texts.delayReasons[delay.reason]
  const links = orderLinks(texts, ordersUrl, { url: undefined, label: '' })
  return {
    subject: `${texts.delaySubject(number, times.about)} · ${fullName(shop)}`,
    text: [lead, why, '', texts.delayNext, '', ...links.text, ''].join('\n'),
    html: frame(
      shop,
      language,
      `<p>${escapeHtml(lead)}</p><p style="font-weight:700">${escapeHtml(why)}</p>
       <p>${escapeHtml(texts.delayNext)}</p>
       ${links.html}`,
    ),
  }
}

/** Returns the mail that a slip was rejected, with the seller's reason. */
export function slipRejectedMail(shop: Shop, order: OrderMail, reason: string, payUrl: string): MailContent {
  const texts = mailTexts[order.language]
  const lead = texts.slipRejectedLead(firstName(order.name), order.number)
  return {
    subject: `${texts.slipRejectedSubject(order.number)} · ${fullName(shop)}`,
    text: [lead, '', `  ${reason}`, '', texts.slipRejectedNext, '', `${texts.sendSlip}: ${payUrl}`, ''].join('\n'),
    html: frame(
      shop,
      order.language,
      `<p>${escapeHtml(lead)}</p><p style="font-weight:700">${escapeHtml(reason)}</p>
       <p>${escapeHtml(texts.slipRejectedNext)}</p>
       ${link(payUrl, texts.sendSlip)}`,
    ),
  }
}

/** A refund with the order that it is of, for its mail. */
export type RefundMail = {
  orderId: string
  order: OrderMail
  cents: number
  /** A key of `refundReasons`, or a text. */
  reason: string
  /** Names in the order's language; empty for an amount. */
  pieces: readonly { name: string; quantity: number; measure?: string }[]
}

/** Returns the mail that a part of an order's price is given back: what for, why, and how. */
export function refundMail(
  shop: Shop,
  { order, reason, pieces, ...refund }: RefundMail,
  ordersUrl: string,
  documentUrl?: string,
): MailContent {
  const texts = mailTexts[order.language]
  const links = orderLinks(texts, ordersUrl, { url: documentUrl, label: texts.creditNote })
  const money = (amount: number) => formatMoney(cents(amount), shop.currency.symbol)
  const amount = money(refund.cents)
  const lead = texts.refundLead(firstName(order.name), order.number, amount)
  const why = texts.refundReason(refundReasonText(reason, order.language))
  const how = !order.isPaid
    ? texts.refundUnpaid(money(order.dueCents))
    : order.paymentType === 'Online'
      ? texts.refundByCard
      : texts.refundByHand
  const lines = pieces.map(({ name, quantity, measure }) => (measure ? `${name}: ${measure}` : `${quantity} × ${name}`))
  return {
    subject: `${texts.refundSubject(order.number, amount)} · ${fullName(shop)}`,
    text: [lead, ...lines.map((line) => `  ${line}`), why, how, '', ...links.text, ''].join('\n'),
    html: frame(
      shop,
      order.language,
      `<p>${escapeHtml(lead)}</p>
       <ul style="padding-left:20px;color:#5d6a61">${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>
       <p>${escapeHtml(why)}</p><p>${escapeHtml(how)}</p>
       ${links.html}`,
    ),
  }
}

/** Returns the taxes of an order; of one from before tax classes, its tax at the standard rate. */
function taxesOf(shop: Shop, { taxes, taxCents, createdAt }: OrderMail) {
  if (taxes) return taxes
  const basisPoints = rateOf(taxOn(shop.tax, dayIn(shop.timeZone, createdAt)), standardTaxClass)
  return basisPoints > 0 ? [{ basisPoints, tax: taxCents }] : []
}

/** Returns the lines of an address in mails. */
export const addressLinesOf = (address: OrderAddress): string[] => [
  `${address.firstName} ${address.lastName}`,
  address.street,
  `${address.city}, ${address.state} ${address.zipcode}`,
  address.country,
  address.phone,
]

/** Returns the name by which a mail addresses the shopper. */
const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? name

/** Returns the HTML of a link that looks like a button. */
export function link(url: string, label: string): string {
  return `<p style="margin:28px 0 0"><a href="${escapeHtml(url)}" style="display:inline-block;background:#1e7a42;color:#ffffff;text-decoration:none;padding:14px 26px;border-radius:999px;font-weight:600">${escapeHtml(label)}</a></p>`
}

/** Returns the end of a mail about an order, as text and HTML: the links to My orders and to a document, if there is one. */
function orderLinks(
  texts: { track: string },
  ordersUrl: string,
  document: { url: string | undefined; label: string },
): { text: string[]; html: string } {
  const { url, label } = document
  const orders = { text: `${texts.track}: ${ordersUrl}`, html: link(ordersUrl, texts.track) }
  if (!url) return { text: [orders.text], html: orders.html }
  const html = `<p><a href="${escapeHtml(url)}" style="color:#14562e">${escapeHtml(label)}</a></p>`
  return { text: [orders.text, `${label}: ${url}`], html: orders.html + html }
}

/** Returns the shop's name in both languages, as ตลาด alone, which means market, doesn't identify the sender. */
export const fullName = ({ name, nameTh }: Pick<ShopConfig, 'name' | 'nameTh'>): string =>
  name === nameTh ? name : `${name} ${nameTh}`

type Frame = Pick<ShopConfig, 'name' | 'nameTh' | 'contact'>

/** Returns the HTML of a mail with the given body. */
export function frame(shop: Frame, language: Language, body: string): string {
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0;background:#fbfaf6;color:#15241b;font-family:-apple-system,'Segoe UI',Roboto,'Noto Sans Thai',Thonburi,sans-serif;font-size:16px;line-height:1.65">
<table role="presentation" width="100%" style="border-collapse:collapse"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" style="max-width:520px;border-collapse:separate;background:#ffffff;border:1px solid #e9e6dc;border-radius:20px"><tr><td style="padding:32px">
<p style="margin:0 0 20px;font-size:22px;font-weight:700;color:#14562e">${escapeHtml(fullName(shop))}</p>
${body}
</td></tr></table>
<p style="color:#5d6a61;font-size:13px">${escapeHtml((language === 'th' ? shop.contact.companyTh : undefined) ?? shop.contact.company)}</p>
</td></tr></table></body></html>`
}
