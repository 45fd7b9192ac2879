import { nameWithSize } from '../catalog/name-with-size.ts'
import { failedAttemptNames } from '../delivery/failed-attempt-names.ts'
import { documentTitles } from '../orders/documents.ts'
import { paymentMethodNames } from '../payments/payment-method-names.ts'
import { promotionLabel } from '../pricing/promotion-label.ts'
import type { PromotionTerms } from '../pricing/promotions.ts'
import { refundReasons } from '../pricing/refund-reasons.ts'
import type { RefundedLine } from '../pricing/tax-parts.ts'
import { clockText } from '../values/clock-text.ts'
import { weekdayName } from '../values/day.ts'
import type { Texts } from '../values/fill-text.ts'
import { type Language, localeOf } from '../values/languages.ts'
import { type Cents, formatMoney } from '../values/money.ts'
import { type Role, roleNames } from './staff-roles.ts'

/*
 * The audit log's words for values that are codes or JSON: methods, reasons, refunded lines, discounts.
 */

/** A product, with its size, or a zone that entries name by its id. */
export type AuditName = { id: string; name: string; nameTh: string | null; size?: string | null | undefined }

/** Values that are chosen from a few, by their column. */
const valueWords: Readonly<Record<string, Readonly<Record<string, Texts>>>> = {
  kind: {
    cost: { en: 'Price of the order', th: 'ยอดที่ต้องชำระ' },
    received: { en: 'Money received', th: 'รับเงิน' },
    'paid out': { en: 'Money paid out', th: 'จ่ายคืน' },
    rounded: { en: 'Rounded down to coins', th: 'ปัดเศษสตางค์ลง' },
    'tax invoice': documentTitles['tax invoice'],
  },
  method: paymentMethodNames,
  outcome: {
    delivered: { en: 'Delivered', th: 'ส่งแล้ว' },
    undone: { en: 'Delivery undone', th: 'ยกเลิกการส่งมอบ' },
    cancelled: { en: 'Order cancelled', th: 'ยกเลิกคำสั่งซื้อ' },
    returned: { en: 'Returned to the shop before the ride', th: 'คืนร้านก่อนออกส่ง' },
    'came back': { en: 'Came back to the shop', th: 'นำกลับมาที่ร้าน' },
    'ended by the shop': { en: 'Ended by the shop', th: 'ร้านจบงาน' },
  },
  reason: {
    ...refundReasons,
    cancelled: { en: 'Order cancelled', th: 'ยกเลิกคำสั่งซื้อ' },
    undone: { en: 'Delivery undone', th: 'ยกเลิกการส่งมอบ' },
    'collected by hand': { en: 'Collected by hand', th: 'รับเงินเอง' },
    'refunded at the gateway': { en: 'Refunded at the gateway', th: 'คืนเงินผ่านระบบรับบัตร' },
    'the refund failed': { en: 'The refund failed', th: 'คืนเงินไม่สำเร็จ' },
    ...failedAttemptNames,
  },
  slip: {
    waiting: { en: 'Waiting', th: 'รอตรวจสอบ' },
    confirmed: { en: 'Confirmed', th: 'ยืนยันแล้ว' },
    rejected: { en: 'Rejected', th: 'ไม่รับ' },
  },
  second_factors: {
    app: { en: 'Authenticator app', th: 'แอปยืนยันตัวตน' },
    passkey: { en: 'Passkey', th: 'พาสคีย์' },
  },
}

const noValue: Texts = { en: 'none', th: 'ไม่มี' }
const allZones: Texts = { en: 'all zones', th: 'ทุกเขต' }
const removedProduct: Texts = { en: 'a removed product', th: 'สินค้าที่ลบแล้ว' }
const onWord: Texts = { en: 'on', th: 'สำหรับ' }
const fromWord: Texts = { en: 'from', th: 'ตั้งแต่' }

type Options = {
  language: Language
  /** The symbol of the shop's currency. */
  symbol: string
  names: readonly AuditName[]
  categories: readonly { path: string; name: string; nameTh?: string }[]
  taxClasses: readonly { id: string; name: string; nameTh: string }[]
}

/**
 * Returns the subject of a change of deliveries: a zone's name, or the start of a delivery time, which is stored in
 * minutes of the day.
 */
export function deliverySubject(subject: string): string {
  return /^\d{1,4}$/.test(subject) && Number(subject) < 1440 ? clockText(Number(subject)) : subject
}

/** Returns a column's value in words; undefined if the column has none of its own. */
export function auditValue(column: string, value: unknown, options: Options): string | undefined {
  const { language, categories, taxClasses } = options
  if (value === null) return column === 'zone_ids' ? allZones[language] : noValue[language]
  if (typeof value === 'string') {
    if (column === 'role') return roleNames[value as Role]?.[language]
    if (column === 'category')
      return nameOf(
        categories.find(({ path }) => path === value),
        language,
      )
    if (column === 'tax_class')
      return nameOf(
        taxClasses.find(({ id }) => id === value),
        language,
      )
    return wordOf(column, value, language)
  }
  if (typeof value === 'number') return column === 'starts' || column === 'ends' ? clockText(value) : undefined
  if (Array.isArray(value)) return value.length === 0 ? noValue[language] : listText(column, value, options)
  return column === 'terms' ? termsText(value as PromotionTerms, options) : undefined
}

/** Returns the word of a value that is chosen from a few; undefined for others. */
function wordOf(column: string, value: string, language: Language): string | undefined {
  const words = Object.hasOwn(valueWords, column) ? valueWords[column] : undefined
  return words && Object.hasOwn(words, value) ? words[value]?.[language] : undefined
}

function listText(column: string, list: unknown[], { language, symbol, names }: Options): string {
  const money = (cents: number) => formatMoney(cents as Cents, symbol)
  switch (column) {
    case 'lines':
      return (list as RefundedLine[])
        .map(({ product, quantity, measure, unit, cents }) =>
          [
            quantity > 0 ? `${quantity} ×` : `${measure ?? 0} ${unit ?? ''}`,
            nameById(names, product, language) ?? removedProduct[language],
            ...(cents === undefined ? [] : [money(cents)]),
          ].join(' '),
        )
        .join(', ')
    case 'fee_tiers':
      return (list as { from: number; fee: number }[])
        .map((tier) =>
          tier.from === 0 ? money(tier.fee) : `${fromWord[language]} ${money(tier.from)}: ${money(tier.fee)}`,
        )
        .join(', ')
    case 'days':
      return (list as number[]).map((day) => weekdayName(day, localeOf(language), 'short')).join(', ')
    case 'zone_ids':
      return (list as string[]).map((id) => nameById(names, id, language) ?? id).join(', ')
    case 'pictures':
      return String(list.length)
    default:
      return list.map((item) => wordOf(column, String(item), language) ?? item).join(', ')
  }
}

/** Returns the ids of products and zones that the values of entries have. */
export function auditIds(values: readonly Readonly<Record<string, unknown>>[]): string[] {
  const ids = values.flatMap(({ lines, terms, zone_ids: zones }) => [
    ...(Array.isArray(lines) ? lines.map((line) => line?.product) : []),
    ...listOf((terms as { products?: unknown } | null | undefined)?.products),
    ...listOf(zones),
  ])
  return [...new Set(ids.filter((id) => typeof id === 'string'))]
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

function termsText(terms: PromotionTerms, { language, symbol, names, categories }: Options): string {
  const label = promotionLabel(terms, symbol)[language]
  if (terms.kind === 'freeDelivery') return label
  const about = [
    ...(terms.categories ?? []).map(
      (path) =>
        nameOf(
          categories.find((category) => category.path === path),
          language,
        ) ?? path,
    ),
    ...(terms.products ?? []).map((id) => nameById(names, id, language) ?? removedProduct[language]),
  ]
  return about.length === 0 ? label : `${label} ${onWord[language]} ${about.join(', ')}`
}

function nameById(names: readonly AuditName[], id: string, language: Language): string | undefined {
  const named = names.find((each) => each.id === id)
  return named && nameWithSize(nameOf(named, language) ?? '', named.size, language)
}

const nameOf = (named: { name: string; nameTh?: string | null } | undefined, language: Language) =>
  named && ((language === 'th' && named.nameTh) || named.name)
