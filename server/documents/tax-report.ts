import { balanceToWire } from '../../contract/balance.ts'
import { documentName } from '../../contract/documents.ts'
import { type CsvCell, csvOf } from '../common/csv.ts'
import type { ReportedDocument } from './queries.ts'

/*
 * The monthly tax report. Its sums are those of its rows: a credit note counts below zero, and an abbreviated tax invoice
 * that a full one replaced counts nothing.
 */

type TaxReportRow = {
  document: ReportedDocument
  name: string
  /** -1 for a credit note, 0 for a replaced document. */
  sign: 1 | 0 | -1
  /** In cents: the value before tax of what is taxed, its tax, and what is exempt. */
  taxed: number
  tax: number
  exempt: number
}

function rowOf(document: ReportedDocument): TaxReportRow {
  const sign = document.replacedBy ? 0 : document.kind === 'credit note' ? -1 : 1
  const { rates } = document.content
  const sum = (parts: typeof rates, of: (part: (typeof rates)[number]) => number) =>
    parts.reduce((all, part) => all + of(part), 0)
  const taxed = rates.filter(({ basisPoints, tax }) => basisPoints > 0 || tax > 0)
  return {
    document,
    name: documentName(document),
    sign,
    taxed: sum(taxed, ({ gross, tax }) => gross - tax),
    tax: sum(taxed, ({ tax }) => tax),
    exempt: sum(
      rates.filter((part) => !taxed.includes(part)),
      ({ gross }) => gross,
    ),
  }
}

/** Returns the rows of a report and their sums, in cents. */
export function taxReportOf(documents: readonly ReportedDocument[]) {
  const rows = documents.map(rowOf)
  const total = (key: 'taxed' | 'tax' | 'exempt') => rows.reduce((all, row) => all + row.sign * row[key], 0)
  return { rows, sums: { taxed: total('taxed'), tax: total('tax'), exempt: total('exempt') } }
}

const columns = [
  'date',
  'kind',
  'number',
  'order',
  'refers to',
  'replaced by',
  'buyer',
  'buyer tax ID',
  'buyer branch',
  'value before VAT',
  'VAT',
  'exempt',
  'total',
]

/** Returns the report of a month as CSV. */
export function taxReportCsv(documents: readonly ReportedDocument[]): string {
  const lines = documents.map(rowOf).map(({ document, name, sign, taxed, tax, exempt }): CsvCell[] => {
    const { orderNumber, refersTo, buyer } = document.content
    const money = (amount: number) => ({ raw: balanceToWire(sign * amount).toFixed(2) })
    // As a number, a spreadsheet would cut the zeros in front.
    const digits = (text: string) => ({ raw: `="${text}"` })
    return [
      document.day,
      document.kind,
      name,
      orderNumber,
      refersTo?.name ?? '',
      document.replacedBy ?? '',
      buyer?.name ?? '',
      buyer ? digits(buyer.taxId) : '',
      buyer ? digits(buyer.branch) : '',
      money(taxed),
      money(tax),
      money(exempt),
      money(taxed + tax + exempt),
    ]
  })
  return csvOf([columns, ...lines])
}
