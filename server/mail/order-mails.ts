import { localityOf } from '../../contract/delivery/address-text.ts'
import type { DelayReason } from '../../contract/delivery/delay-reasons.ts'
import { type FailedAttempt, failedAttemptText } from '../../contract/delivery/failed-attempt.ts'
import { closedWithin, type OpeningHours } from '../../contract/delivery/opening-hours.ts'
import { delayedTo, deliveryText, endTime, windowDay, windowTime } from '../../contract/delivery/window-text.ts'
import type { OrderAddress } from '../../contract/entities/address.ts'
import type { OrderStatus } from '../../contract/orders/order-status.ts'
import type { PaymentType } from '../../contract/payments/payment-methods.ts'
import { canTakePromptPay } from '../../contract/payments/payment-methods.ts'
import { isOtherAmount, translatedReason } from '../../contract/payments/slip-reasons.ts'
import { cashToCollect, inCoins } from '../../contract/pricing/cash-coins.ts'
import { addedTaxOf } from '../../contract/pricing/pricing.ts'
import { refundReasonText } from '../../contract/pricing/refund-reasons.ts'
import type { ShopConfig } from '../../contract/settings/shop.ts'
import type { Language } from '../../contract/values/languages.ts'
import { cents, formatMoney } from '../../contract/values/money.ts'
import { nameIn } from '../domain/name-in.ts'
import { type Block, mailOf } from './blocks.ts'
import type { MailContent, MailShop } from './frame.ts'
import type { CancellationCause, MailedStep, MovedBy, Payout } from './queue-mail.ts'
import { type StepMoney, stepMoneyOf } from './step-money.ts'
import { mailTexts } from './texts.ts'

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
    /** In the order's language, with its size. */
    name: string
    names: { en: string; th: string | null }
    weight?: string
    quantity: number
    unitCents: number
  }[]
  subtotalCents: number
  /** The discounts of promotions on the subtotal. */
  discountCents: number
  /** The discount of each promotion, in the order of their application. */
  discounts: readonly { name: string; nameTh: string | null; code: string | null; cents: number }[]
  /** The delivery fee before promotions, whose discounts are in `discounts`. */
  deliveryFeeCents: number
  /** The delivery fee after promotions. */
  shippingCents: number
  taxes: readonly { basisPoints: number; tax: number }[]
  amountCents: number
  /** Its price after refunds; of a cancelled order, its price until then. */
  costCents: number
  /** Below zero if the shop received more than the price, and has yet to pay it out. */
  balanceCents: number
  /** The smallest coin of its currency. */
  coinCents: number
  /** The rounding of its cash. */
  roundedCents: number
  address: OrderAddress
  /** The start of its delivery window; null for an order without one. */
  deliverFrom?: Date | null
  /** The end of its window, or the promised time. */
  promisedAt?: Date | null
  /** The new time if it misses its promise. */
  delay?: { expectedAt: string; reason: DelayReason | null } | null
  /** The opening hours; null if they were never saved. */
  hours?: OpeningHours | null
  /** Whether the shop delivers at times, in windows or as soon as possible. */
  offersTimes?: boolean
}

/**
 * Returns the confirmation of an order, with its lines and sums as charged. `documentUrl` leads to its receipt, if the
 * shop has issued one; likewise in the other mails.
 */
export function orderMail(shop: MailShop, order: OrderMail, ordersUrl: string, documentUrl?: string): MailContent {
  const texts = mailTexts[order.language]
  const links = orderLinks(texts, ordersUrl, { url: documentUrl, label: texts.receipt })
  const formatCents = (amount: number) => formatMoney(cents(amount), shop.currency.symbol)
  const sums: [string, string][] = [
    [texts.subtotal, formatCents(order.subtotalCents)],
    ...order.discounts.map(({ code, cents: off, ...names }): [string, string] => [
      `${nameIn(order.language, names)}${code ? ` (${code})` : ''}`,
      `-${formatCents(off)}`,
    ]),
    [texts.shipping, order.deliveryFeeCents > 0 ? formatCents(order.deliveryFeeCents) : texts.free],
    ...order.taxes.map(({ basisPoints, tax }): [string, string] => [
      texts.tax[addedTaxOf(order) > 0 ? 'added' : 'included'](String(basisPoints / 100)),
      formatCents(tax),
    ]),
    [texts.total, formatCents(order.amountCents)],
  ]
  const payment = toPayText(order, order.amountCents, formatCents)
  const time = placedTimeOf(shop, order) ?? closedText(shop, order) ?? (order.offersTimes ? texts.untimed : undefined)
  const rows = order.lines.map(
    (line) => [`${line.quantity} × ${line.name}`, formatCents(line.unitCents * line.quantity)] as const,
  )
  return mailOf(shop, order.language, texts.orderSubject(order.number), [
    [texts.orderLead(firstName(order.name))],
    [
      { heading: `${texts.order} ${order.number}`, rows, sums },
      { lines: [payment], quiet: true },
    ],
    time ? [{ label: texts.time, value: time }] : [],
    [{ label: texts.address, value: addressLinesOf(order.address) }],
    links,
  ])
}

/**
 * Returns the mail that an order is on its way, with the cash to have ready and a link that shows where it is, or was
 * delivered, with the sum paid. The mail of an order that was cancelled before says that it counts after all: the
 * mail about its cancellation said that nothing is paid, or that money goes back. `wasDelivered`: it is on its way,
 * although a mail said that it was delivered.
 */
export function stepMail(
  shop: MailShop,
  order: OrderMail,
  step: MailedStep,
  {
    ordersUrl,
    trackUrl,
    documentUrl,
    wasCancelled,
    wasDelivered,
  }: { ordersUrl: string; trackUrl: string; documentUrl?: string; wasCancelled?: boolean; wasDelivered?: boolean },
): MailContent {
  const texts = mailTexts[order.language]
  const document = { url: documentUrl, label: texts.receipt }
  const links =
    step === 'Delivered'
      ? orderLinks(texts, ordersUrl, document)
      : orderLinks({ track: texts.follow }, trackUrl, document)
  const lead = wasDelivered ? texts.undeliveredLead : texts.stepLead[step]
  const subject = wasDelivered ? texts.undeliveredSubject : texts.stepSubject[step]
  // It may have left before the time that its shopper chose.
  const window = step === 'Out for delivery' && order.deliverFrom ? deliveryTimeOf(shop, order) : undefined
  const state = stepMoneyOf(order, step)
  const isKept = order.paymentType === 'PromptPay' && state !== 'paid too much' && order.costCents > 0
  const lines = [
    lead(firstName(order.name), order.number),
    ...(window ? [`${texts.time}: ${window}`] : []),
    stepMoneyText(shop, order, state),
    ...(wasCancelled ? [isKept ? texts.moneyKept : texts.afterAll] : []),
  ]
  return mailOf(shop, order.language, subject(order.number), [lines, links])
}

/** Returns the sentence about an order's money in the mail about a step. */
function stepMoneyText(shop: MailShop, order: OrderMail, state: StepMoney): string {
  const texts = mailTexts[order.language]
  const money = (amount: number) => formatMoney(cents(amount), shop.currency.symbol)
  const settled = order.costCents - order.roundedCents
  const centsBack = -order.balanceCents
  if (state === 'as ordered') return toPayText(order, order.costCents, money)
  if (state === 'paid too much') return texts.paidTooMuch(money(settled + centsBack), money(settled), money(centsBack))
  if (state === 'nothing to pay') return texts.nothingToPay
  if (state === 'cash not taken') return texts.stillToPay(money(cashToCollect(order)))
  return texts.paidSum(money(settled))
}

/** Returns the amount to pay of a sum and the method; cash is rounded down to coins. */
function toPayText(
  { language, paymentType, coinCents }: OrderMail,
  sum: number,
  money: (cents: number) => string,
): string {
  const texts = mailTexts[language]
  const toPay = paymentType === 'COD' ? inCoins(sum, coinCents) : sum
  if (toPay === 0) return texts.nothingToPay
  return texts[paymentType](money(toPay)) + (toPay < sum ? ` ${texts.roundedDown(money(sum))}` : '')
}

/** Returns the mail about a cancelled order and its refund. */
export function cancelledMail(
  shop: MailShop,
  order: OrderMail,
  { ordersUrl, cause = 'shop', documentUrl }: { ordersUrl: string; cause?: CancellationCause; documentUrl?: string },
): MailContent {
  const texts = mailTexts[order.language]
  const links = orderLinks(texts, ordersUrl, { url: documentUrl, label: texts.creditNote })
  const leads = {
    shop: texts.cancelledLead,
    shopper: texts.youCancelledLead,
    late: texts.lateLead,
    rule: texts.ruleCancelledLead,
    other: texts.replacedLead,
    unpaid: texts.unpaidLead,
  }
  const lead = leads[cause](firstName(order.name), order.number)
  const lines = order.lines.map((line) => `${line.quantity} × ${line.name}`)
  return mailOf(shop, order.language, texts.cancelledSubject(order.number), [
    [lead, cancelledMoneyText(shop, order, cause)],
    [{ list: lines, quiet: true }],
    links,
  ])
}

/** Returns what becomes of the money of a cancelled order. */
function cancelledMoneyText(shop: MailShop, order: OrderMail, cause: CancellationCause): string {
  const texts = mailTexts[order.language]
  // Cash was rounded down, and a transfer may have been of another sum.
  const centsBack = order.paymentType !== 'Online' && order.balanceCents < 0 ? -order.balanceCents : order.costCents
  // A card payment that came late is refunded without being an order's payment.
  if ((order.isPaid || cause === 'late') && centsBack > 0) {
    const moneyBack = order.paymentType === 'Online' ? texts.moneyBack : texts.paidOut
    return [moneyBack(formatMoney(cents(centsBack), shop.currency.symbol)), ...refundAccount(shop, order)].join(' ')
  }
  if (cause === 'unpaid' || (cause === 'shop' && order.paymentType === 'PromptPay')) return texts.unpaidNext
  return texts.nothingCharged
}

/** Returns the mail that the order was moved to another delivery window. */
export function movedMail(shop: MailShop, order: OrderMail, ordersUrl: string, by: MovedBy = 'shop'): MailContent {
  const texts = mailTexts[order.language]
  const lead = texts.movedLead[by](firstName(order.name), order.number)
  const time = deliveryTimeOf(shop, order) ?? ''
  const links = orderLinks(texts, ordersUrl)
  return mailOf(shop, order.language, texts.movedSubject(order.number), [
    [lead],
    [{ bold: time, indented: true }],
    [texts.movedNext[by]],
    links,
  ])
}

/** Returns the mail that the shop has corrected where the order goes: the address and the note for the rider now. */
export function addressMail(shop: MailShop, order: OrderMail, ordersUrl: string): MailContent {
  const texts = mailTexts[order.language]
  const { note } = order.address
  const lead = texts.addressLead(firstName(order.name), order.number)
  const lines = [...addressLinesOf(order.address), ...(note ? [`${texts.riderNote}: ${note}`] : [])]
  return mailOf(shop, order.language, texts.addressSubject(order.number), [
    [lead],
    [{ lines }],
    [texts.addressNext],
    orderLinks(texts, ordersUrl),
  ])
}

/** Returns the mail that an ASAP order comes later than promised, with the new time and the reason if it is known. */
export function delayMail(shop: MailShop, order: OrderMail, ordersUrl: string): MailContent {
  const { language, number, delay, promisedAt } = order
  if (!delay || !promisedAt) throw new Error(`order ${number} isn't late`)
  const texts = mailTexts[language]
  const times = delayedTo({ expectedAt: new Date(delay.expectedAt), promisedAt }, { language, timeZone: shop.timeZone })
  const lead = texts.delayLead(firstName(order.name), number, times)
  const why = delay.reason ? [{ bold: texts.delayReasons[delay.reason] }] : []
  const links = orderLinks(texts, ordersUrl)
  return mailOf(shop, language, texts.delaySubject(number, times.about), [[lead, ...why], [texts.delayNext], links])
}

/** Returns the mail that a late order comes earlier than was mailed: about when, or by its promised time after all. */
export function earlierMail(shop: MailShop, order: OrderMail, ordersUrl: string): MailContent {
  const { language, number, delay, promisedAt } = order
  if (!promisedAt) throw new Error(`order ${number} was promised no time`)
  const texts = mailTexts[language]
  const format = { language, timeZone: shop.timeZone }
  const time = delay
    ? texts.aboutTime(delayedTo({ expectedAt: new Date(delay.expectedAt), promisedAt }, format).about)
    : texts.byTime(endTime(promisedAt, format))
  const lead = texts.earlierLead(firstName(order.name), number)
  const links = orderLinks(texts, ordersUrl)
  return mailOf(shop, language, texts.earlierSubject(number, time), [
    [lead],
    [{ bold: time, indented: true }],
    [texts.delayNext],
    links,
  ])
}

/** Returns the mail that a rider couldn't hand an order over: the time, the reason, and what happens next. */
export function attemptMail(shop: MailShop, order: OrderMail, failed: FailedAttempt, ordersUrl: string): MailContent {
  const { language, number } = order
  const texts = mailTexts[language]
  const lead = texts.attemptLead(firstName(order.name), number)
  const what = failedAttemptText(failed, { language, timeZone: shop.timeZone })
  const links = orderLinks(texts, ordersUrl)
  return mailOf(shop, language, texts.attemptSubject(number), [[lead], [{ bold: what }], links])
}

/**
 * Returns the mail that a slip was rejected, with the seller's reason, a usual one in the shopper's language. It asks
 * for another slip, by `until`, unless the order was cancelled.
 */
export function slipRejectedMail(
  shop: MailShop,
  order: OrderMail,
  { reason, until, payUrl }: { reason: string; until: Date | undefined; payUrl: string },
): MailContent {
  const texts = mailTexts[order.language]
  const format = { language: order.language, timeZone: shop.timeZone }
  const lead = texts.slipRejectedLead(firstName(order.name), order.number)
  const why = translatedReason(reason, order.language)
  const reasonGroups = [[lead], [{ bold: why, indented: true }]] as const
  if (order.status === 'Cancelled' || !until)
    return mailOf(shop, order.language, texts.slipOfCancelledSubject(order.number), [
      ...reasonGroups,
      [texts.slipOfCancelledNext],
    ])
  const sendAnother = texts.slipRejectedNext(`${windowDay(until, format)} ${windowTime(until, format)}`)
  return mailOf(shop, order.language, texts.slipRejectedSubject(order.number), [
    ...reasonGroups,
    [isOtherAmount(reason) ? `${sendAnother} ${texts.slipOtherAmount}` : sendAnother],
    [{ button: texts.sendSlip, url: payUrl }],
  ])
}

/** A refund with its order, for its mail. */
export type RefundMail = {
  orderId: string
  order: OrderMail
  cents: number
  /** A key of `refundReasons`, or a text. */
  reason: string
  /** Names in the order's language, with their sizes; empty for an amount. */
  pieces: readonly { name: string; quantity: number; measure?: string }[]
}

/** Returns the mail about a partial refund of an order: the part, the reason, and how it is paid out. */
export function refundMail(
  shop: MailShop,
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
  // For an order paid in cash, whole coins are paid out.
  const inCoinsBack =
    order.coinCents > 1 && order.paymentType === 'COD' && order.balanceCents < 0 && -order.balanceCents !== refund.cents
      ? [texts.backInCoins(money(-order.balanceCents))]
      : []
  const how = !order.isPaid
    ? texts.refundUnpaid(money(inCoins(order.costCents, order.coinCents)))
    : order.paymentType === 'Online'
      ? [texts.refundByCard, ...refundAccount(shop, order)].join(' ')
      : [texts.refundByHand, ...inCoinsBack].join(' ')
  const lines = pieces.map(({ name, quantity, measure }) => (measure ? `${name}: ${measure}` : `${quantity} × ${name}`))
  return mailOf(shop, order.language, texts.refundSubject(order.number, amount), [
    [lead, { list: lines, quiet: true }, why, how],
    links,
  ])
}

/** Returns the mail that money of an order was transferred back to its shopper. */
export function payoutMail(
  shop: MailShop,
  order: OrderMail,
  { cents: paidOut, reference }: Pick<Payout, 'cents' | 'reference'>,
  ordersUrl: string,
): MailContent {
  const texts = mailTexts[order.language]
  const amount = formatMoney(cents(paidOut), shop.currency.symbol)
  const lead = texts.payoutLead(firstName(order.name), order.number, amount)
  const lines = [...(reference ? [texts.payoutReference(reference)] : []), texts.payoutNext]
  const links = orderLinks(texts, ordersUrl)
  return mailOf(shop, order.language, texts.payoutSubject(order.number, amount), [[lead, ...lines], links])
}

/** Returns the delivery time of an order, in its language; undefined without a delivery window or a promise. */
export function deliveryTimeOf(
  { timeZone }: Pick<ShopConfig, 'timeZone'>,
  { promisedAt, deliverFrom = null, language }: OrderMail,
): string | undefined {
  return promisedAt ? deliveryText({ from: deliverFrom, to: promisedAt }, { language, timeZone }) : undefined
}

/** Returns the delivery time of a new order, and whether its window was over before it was paid. */
function placedTimeOf(shop: MailShop, order: OrderMail): string | undefined {
  const time = deliveryTimeOf(shop, order)
  const isOver = order.status === 'Order Placed' && order.promisedAt && order.promisedAt.getTime() < Date.now()
  return time && isOver ? `${time}. ${mailTexts[order.language].timeOver}` : time
}

/**
 * Returns the sentence that the shop was closed when an order was placed, and when it opens; undefined if it was open.
 */
function closedText({ timeZone }: MailShop, { hours, createdAt, language }: OrderMail): string | undefined {
  const closed = hours && closedWithin(hours, createdAt, { minutes: 0, timeZone })
  if (!closed) return undefined
  const texts = mailTexts[language]
  if (!closed.opensAt) return texts.closed
  const format = { language, timeZone }
  return texts.opens(windowDay(closed.opensAt, format), windowTime(closed.opensAt, format))
}

/** Returns the lines of an address in mails. */
export const addressLinesOf = (address: OrderAddress): string[] => [
  `${address.firstName} ${address.lastName}`,
  address.street,
  localityOf(address),
  address.country,
  address.phone,
]

/**
 * Returns the sentence that the gateway asks for a bank account before it refunds a PromptPay payment, which it offers
 * in baht.
 */
function refundAccount(shop: MailShop, { paymentType, language }: OrderMail): string[] {
  return paymentType === 'Online' && canTakePromptPay(shop) ? [mailTexts[language].refundAccount] : []
}

/** Titles that are typed with a name. In Thai, mails have one of their own; นาย and นาง also begin words. */
const title =
  /^(คุณ|นางสาว|น\.\s?ส\.|เด็ก(ชาย|หญิง)|ด\.\s?[ชญ]\.|(นาย|นาง)(?=[\sก-ฮเ-ไ])|(mr|mrs|ms|miss|dr)(\.|(?=\s)))\s*/i

/** Returns the name by which a mail addresses the shopper: the first one, without a title. */
function firstName(name: string): string {
  const plain = name.trim().replace(title, '')
  return (plain || name.trim()).split(/\s+/)[0] ?? name
}

/** Returns the end of a mail about an order: the links to My orders and to a document, if there is one. */
function orderLinks(
  { track }: { track: string },
  ordersUrl: string,
  document?: { url?: string; label: string },
): Block[] {
  const button = { button: track, url: ordersUrl }
  return document?.url ? [button, { link: document.label, url: document.url }] : [button]
}
