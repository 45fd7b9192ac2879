import { nameWithSize } from '../../contract/catalog/name-with-size.ts'
import type { ReportView } from '../../contract/reports/report.ts'
import { rowName } from '../../contract/reports/row-name.ts'
import type { ShopConfig } from '../../contract/settings/shop.ts'
import { balanceToWire } from '../../contract/values/balance.ts'
import type { Language } from '../../contract/values/languages.ts'
import { csvOf } from '../common/csv.ts'
import { salesTexts } from './sales-csv-texts.ts'
import type { SalesRow } from './sales-queries.ts'
import type { SalesReport } from './sales-report.ts'

type Figure = keyof (typeof salesTexts)['en']['figures']

/**
 * Returns a report as CSV: a line of headings, the rows, and their sum where the rows add up to the period's. By
 * method, the rounding of cash follows, and the sum without it.
 */
export function salesCsv(
  { rows, sums, more, rounded }: SalesReport,
  { view, language, categories }: { view: ReportView; language: Language; categories: ShopConfig['categories'] },
): string {
  const text = salesTexts[language]
  // Rates are of the paid sum: pieces and discounts have none.
  const columns = (Object.keys(text.figures) as Figure[]).filter(
    (key) => view !== 'rate' || !['pieces', 'gross', 'discount'].includes(key),
  )
  const line = (name: string, figures: Partial<Record<Figure, number>>) => [
    name,
    ...columns.map((key) => figures[key] ?? ''),
  ]
  const nameOf = (row: SalesRow): string => {
    // Times as spreadsheets read them.
    if (view === 'day' || view === 'month') return row.key
    if (view === 'hour') return `${row.key.padStart(2, '0')}:00`
    return nameWithSize(rowName(view, row, { language, categories }), row.size, language)
  }
  const isWhole = more === 0 && view !== 'promotion'
  const paid =
    view === 'method' && rounded !== 0
      ? [
          line(text.rounded, { net: balanceToWire(-rounded) }),
          line(text.paid, { net: balanceToWire(sums.total - sums.refund - rounded) }),
        ]
      : []
  return csvOf([
    [text.views[view], ...columns.map((key) => text.figures[key])],
    ...rows.map((row) => line(nameOf(row), figuresOf(row))),
    ...(isWhole ? [line(text.sum, figuresOf(sums))] : []),
    ...paid,
  ])
}

/** Returns the figures of a row. */
function figuresOf(row: Omit<SalesRow, 'key' | 'name' | 'nameTh' | 'size'>): Record<Figure, number> {
  return {
    orders: row.orders,
    pieces: row.pieces,
    gross: balanceToWire(row.gross),
    discount: balanceToWire(row.discount),
    total: balanceToWire(row.total),
    tax: balanceToWire(row.tax),
    refund: balanceToWire(row.refund),
    refundTax: balanceToWire(row.refundTax),
    net: balanceToWire(row.total - row.refund),
    netTax: balanceToWire(row.tax - row.refundTax),
  }
}
