import { nameWithSize } from '../../contract/products/name-with-size.ts'
import { amountKey, deliveryKey, type ReportView } from '../../contract/reports/report.ts'
import type { ShopConfig } from '../../contract/settings/shop.ts'
import { balanceToWire } from '../../contract/values/balance.ts'
import { type Language, localeOf } from '../../contract/values/languages.ts'
import { csvOf } from '../common/csv.ts'
import { salesTexts } from './sales-csv-texts.ts'
import type { SalesRow } from './sales-queries.ts'
import type { SalesReport } from './sales-report.ts'

/**
 * Returns a report as CSV: a line of headings, the rows, and their sum where the rows add up to the period's. By
 * method, the rounding of cash follows, and the sum without it.
 */
export function salesCsv(
  { rows, sums, more, rounded }: SalesReport,
  { view, language, categories }: { view: ReportView; language: Language; categories: ShopConfig['categories'] },
): string {
  const text = salesTexts[language]
  const line = (name: string, row: Omit<SalesRow, 'key' | 'name' | 'nameTh' | 'size'>) => [
    name,
    row.orders,
    ...(view === 'rate' ? [] : [row.pieces, balanceToWire(row.gross), balanceToWire(row.discount)]),
    ...[row.total, row.tax, row.refund, row.refundTax, row.total - row.refund, row.tax - row.refundTax].map(
      balanceToWire,
    ),
  ]
  const nameOf = (row: SalesRow): string => {
    if (row.key === deliveryKey) return text.delivery
    if (row.key === amountKey) return text.amount
    switch (view) {
      case 'product':
      case 'promotion':
        return nameWithSize((language === 'th' ? row.nameTh : null) ?? row.name ?? row.key, row.size, language)
      case 'category': {
        const category = categories.find(({ path }) => path === row.key)
        return (language === 'th' ? category?.nameTh : category?.name) ?? row.key
      }
      case 'method':
        return text.methods[row.key as keyof typeof text.methods] ?? row.key
      case 'rate':
        return `${Number(row.key) / 100}%`
      case 'hour':
        return `${row.key.padStart(2, '0')}:00`
      case 'weekday':
        return weekday(row.key, language)
      default:
        return row.key
    }
  }
  // Rates are of the paid sum: pieces and discounts have none.
  const figures = text.figures.filter((_, index) => view !== 'rate' || index === 0 || index > 3)
  const head = [text.views[view], ...figures]
  const isWhole = more === 0 && view !== 'promotion'
  // The column of the paid sum is the only one with a figure in the last two lines.
  const only = (name: string, net: number) => [
    name,
    ...figures.map((_, index) => (index === 8 ? balanceToWire(net) : '')),
  ]
  const paid =
    view === 'method' && rounded !== 0
      ? [only(text.rounded, -rounded), only(text.paid, sums.total - sums.refund - rounded)]
      : []
  return csvOf([
    head,
    ...rows.map((row) => line(nameOf(row), row)),
    ...(isWhole ? [line(text.sum, sums)] : []),
    ...paid,
  ])
}

/** Returns the name of a weekday, 1 for Monday. */
function weekday(number: string, language: Language): string {
  // The 1st of January 2024 was a Monday.
  const day = new Date(Date.UTC(2024, 0, Number(number)))
  return new Intl.DateTimeFormat(localeOf(language), { weekday: 'long', timeZone: 'UTC' }).format(day)
}
