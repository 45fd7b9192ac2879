import { delayedTo, deliveryText } from '../../contract/delivery/window-text.ts'
import { inCoins } from '../../contract/pricing/cash-coins.ts'
import type { Language } from '../../contract/values/languages.ts'
import { cents, formatMoney } from '../../contract/values/money.ts'
import { productNameIn } from '../domain/name-in.ts'
import type { LowProduct, NoticeOrder } from './queries.ts'
import type { Notice } from './queue-notices.ts'
import { noticeTexts } from './texts.ts'

/** A notice as people see it, and the screen that it opens. */
export type NoticeText = { title: string; body: string; url: string }

/** How sums and times are written. */
type TextFormat = { language: Language; symbol: string; timeZone: string }

/**
 * Returns a notice's words on a device. Of an order it has number, sum and times only: a lock screen shows it to anyone
 * near.
 * @param order the order that the notice is about, if it is about one
 */
export function noticeText(
  notice: Notice,
  { order, now, ...format }: TextFormat & { order: NoticeOrder | undefined; now: Date },
): NoticeText {
  const { language, symbol } = format
  const texts = noticeTexts[language]
  if (notice.about === 'trial') return { ...texts.trial, url: '/seller/notices' }
  if (notice.about === 'stock') return stockText(notice.products, language)
  const { number = 0, placedAt = now } = order ?? {}
  const about =
    notice.about === 'late'
      ? lateText(order, format)
      : notice.about === 'moved'
        ? timeText(order, format)
        : ageOf(placedAt, now, language)
  return {
    title: texts.title[notice.about](number),
    body: `${sumText(order, symbol)} · ${about}`,
    url: urlOf(number),
  }
}

/**
 * Returns a notice's words in the LINE group: those of `noticeText` with the promised time instead of the age, and a
 * link. A group isn't a place for names, addresses and phone numbers of shoppers.
 */
export function lineText(
  notice: Notice,
  { order, publicUrl, ...format }: TextFormat & { order: NoticeOrder | undefined; publicUrl: string },
): string {
  const { language, symbol, timeZone } = format
  const texts = noticeTexts[language]
  if (notice.about === 'trial') return texts.lineTrial
  if (notice.about === 'stock') {
    const { title, body, url } = stockText(notice.products, language)
    return `${title}\n${body}\n${publicUrl}${url}`
  }
  const { number = 0 } = order ?? {}
  const title = texts.title[notice.about](number)
  const lines = [notice.about === 'alarm' ? `${title} ${texts.afterMinutes(notice.minutes)}` : title]
  const time = timeText(order, { language, timeZone })
  lines.push([sumText(order, symbol), ...(time ? [time] : [])].join(' · '))
  if (notice.about === 'late') lines.push(lateText(order, format))
  return `${lines.join('\n')}\n${publicUrl}${urlOf(number)}`
}

const urlOf = (number: number) => `/seller/orders?q=${number}`

/** Returns what an order costs; of one that is paid in cash, what coins can pay of it. */
function sumText(order: NoticeOrder | undefined, symbol: string): string {
  const { amountCents = 0, paymentType = 'COD', coinCents = 1 } = order ?? {}
  return formatMoney(cents(paymentType === 'COD' ? inCoins(amountCents, coinCents) : amountCents), symbol)
}

/** Returns when an order comes; empty for one without a time. */
function timeText(order: NoticeOrder | undefined, format: Omit<TextFormat, 'symbol'>): string {
  const { deliverFrom = null, promisedAt } = order ?? {}
  return promisedAt ? deliveryText({ from: deliverFrom, to: promisedAt }, format) : ''
}

/** Returns about when a late order comes, and until when it was promised. */
function lateText(order: NoticeOrder | undefined, format: TextFormat): string {
  const { expectedAt, promisedAt } = order ?? {}
  if (!expectedAt || !promisedAt) return ''
  const { about, was } = delayedTo({ expectedAt, promisedAt }, format)
  return noticeTexts[format.language].late(about, was)
}

/** Products that a notice names. */
const namedProducts = 3

function stockText(products: readonly LowProduct[], language: Language): NoticeText {
  const texts = noticeTexts[language]
  const nameOf = (product: LowProduct) => productNameIn(language, product, product.weight)
  const [first] = products
  const one = products.length === 1 && first
  const lines = products.slice(0, namedProducts).map((product) => texts.left(nameOf(product), product.left))
  const others = products.length - namedProducts
  if (others > 0) lines.push(texts.moreProducts(others))
  const title = one ? texts.runningOut(nameOf(one)) : texts.manyRunningOut(products.length)
  return { title, body: lines.join('\n'), url: '/seller/product-list' }
}

function ageOf(placedAt: Date, now: Date, language: Language): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - placedAt.getTime()) / 60_000))
  const texts = noticeTexts[language]
  return minutes === 0 ? texts.justNow : texts.minutesAgo(minutes)
}
