import { cents, formatMoney } from '../../contract/money.ts'
import type { Language } from '../../contract/shop.ts'
import { nameIn } from '../common/name-in.ts'
import type { LowProduct, NoticeOrder } from './queries.ts'
import type { Notice } from './queue-notices.ts'

/** A notice as people see it, and the screen that it opens. */
export type NoticeText = { title: string; body: string; url: string }

/**
 * Returns a notice's words. Of an order it has number, sum and age only: a lock screen shows it to whoever is near.
 * @param order the order that the notice is about, if it is about one
 */
export function noticeText(
  notice: Notice,
  { order, language, symbol, now }: { order: NoticeOrder | undefined; language: Language; symbol: string; now: Date },
): NoticeText {
  const th = language === 'th'
  if (notice.about === 'trial')
    return {
      title: th ? 'การแจ้งเตือนใช้ได้' : 'Notices work',
      body: th ? 'อุปกรณ์นี้จะได้รับการแจ้งเตือนของร้าน' : 'This device gets the notices of the shop.',
      url: '/seller/notices',
    }
  if (notice.about === 'stock') return stockText(notice.products, language)
  const { number = 0, amountCents = 0, placedAt = now } = order ?? {}
  const alarm = notice.about === 'alarm'
  const title = alarm
    ? th
      ? `ออเดอร์ #${number} ยังไม่ยืนยัน`
      : `Order #${number} isn’t confirmed`
    : th
      ? `ออเดอร์ใหม่ #${number}`
      : `New order #${number}`
  return {
    title,
    body: `${formatMoney(cents(amountCents), symbol)} · ${ageOf(placedAt, now, language)}`,
    url: `/seller/orders?q=${number}`,
  }
}

/** Products that a notice names. */
const named = 3

function stockText(products: readonly LowProduct[], language: Language): NoticeText {
  const th = language === 'th'
  const [first] = products
  const one = products.length === 1 && first
  const lines = products
    .slice(0, named)
    .map((product) => `${nameIn(language, product)}: ${th ? `เหลือ ${product.left}` : `${product.left} left`}`)
  const others = products.length - named
  if (others > 0) lines.push(th ? `และอีก ${others} รายการ` : `and ${others} more`)
  const count = products.length
  const title = one
    ? `${th ? 'ใกล้หมด' : 'Running out'}: ${nameIn(language, one)}`
    : th
      ? `ใกล้หมด ${count} รายการ`
      : `${count} products are running out`
  return { title, body: lines.join('\n'), url: '/seller/product-list' }
}

function ageOf(placedAt: Date, now: Date, language: Language): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - placedAt.getTime()) / 60_000))
  if (minutes === 0) return language === 'th' ? 'เมื่อสักครู่' : 'just now'
  return language === 'th' ? `${minutes} นาทีที่แล้ว` : `${minutes} min ago`
}
