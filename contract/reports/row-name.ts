import { paymentMethodNames } from '../payments/payment-method-names.ts'
import { weekdayName } from '../values/day.ts'
import type { Texts } from '../values/fill-text.ts'
import { type Language, localeOf } from '../values/languages.ts'
import { amountKey, deliveryKey, type ReportView } from './report.ts'

type NamedCategory = { path: string; name: string; nameTh: string }

const delivery: Texts = { en: 'Delivery', th: 'ค่าส่ง' }
const amount: Texts = { en: 'Amounts taken off or refunded', th: 'ลดหรือคืนเป็นจำนวนเงิน' }
const untaxed: Texts = { en: 'Not taxed', th: 'ไม่มีภาษี' }
const removed: Texts = { en: 'Removed', th: 'ลบแล้ว' }

/** The keys of the view by payment, with that of orders that cost nothing. */
const methodNames: Readonly<Record<string, Texts>> = {
  ...paymentMethodNames,
  none: { en: 'Nothing to pay', th: 'ไม่มียอดชำระ' },
}

/** The views by time are named by the screen, for people, and by the file, for spreadsheets. */
export type NamedView = Exclude<ReportView, 'day' | 'month' | 'hour'>

export type NamedRow = { key: string; name?: string | null | undefined; nameTh?: string | null | undefined }

/** Returns the name of a report's row, on the screen and in a file; of a product without its size. */
export function rowName(
  view: NamedView,
  { key, name, nameTh }: NamedRow,
  { language, categories }: { language: Language; categories: readonly NamedCategory[] },
): string {
  if (key === deliveryKey) return delivery[language]
  if (key === amountKey) return amount[language]
  switch (view) {
    case 'weekday':
      return weekdayName(Number(key), localeOf(language))
    case 'method':
      return methodNames[key]?.[language] ?? key
    case 'rate':
      return key === '0' ? untaxed[language] : `${Number(key) / 100}%`
    case 'category': {
      const category = categories.find(({ path }) => path === key)
      return category ? category[language === 'th' ? 'nameTh' : 'name'] : key
    }
    case 'product':
    case 'promotion':
      return (language === 'th' && nameTh) || name || removed[language]
  }
}
