import { documentName, documentTitles, shownKind } from '../../contract/orders/documents.ts'
import type { ShopConfig } from '../../contract/settings/shop.ts'
import { balanceToWire } from '../../contract/values/balance.ts'
import { dayIn } from '../../contract/values/day.ts'
import type { Language } from '../../contract/values/languages.ts'
import { type CsvCell, csvOf, csvRows } from '../common/csv.ts'
import { type Db, inSnapshot, type Tx } from '../database/database.ts'
import { taxReportColumns } from './document-texts.ts'
import {
  documentsOfMonth,
  type MonthSums,
  type ReportedDocument,
  sumsOfMonth,
  type UndocumentedOrders,
  undocumentedOfMonth,
} from './queries.ts'

/*
 * The monthly tax report. A credit note is negative, and an abbreviated tax invoice that a full one replaced is zero.
 * Documents of an issuer that isn't registered for VAT have none: their total is untaxed.
 */

/** The most documents that the page of a report shows. Its sums and the CSV include all documents. */
export const reportRows = 1000

/** Documents that are read at once for the CSV: few, so that other requests are answered meanwhile. */
const csvBatch = 1000

export type TaxReport = { documents: ReportedDocument[]; sums: MonthSums; undocumented?: UndocumentedOrders }

/** Returns the first documents of a month, and the sums of all of them. `month` is YYYY-MM. */
export function taxReportOf(db: Db, month: string, limit = reportRows): Promise<TaxReport> {
  return inSnapshot(db, async (tx) => ({
    documents: await documentsOfMonth(tx, month, { limit }),
    sums: await sumsOfMonth(tx, month),
  }))
}

/**
 * Returns the orders of a month that were paid while documents were switched off; undefined for a month in which they
 * were always on, and in a shop that issues none.
 */
export async function undocumentedOf(
  db: Db,
  { issuer, documentsSince, timeZone }: Pick<ShopConfig, 'issuer' | 'documentsSince' | 'timeZone'>,
  month: string,
  { documents }: Pick<TaxReport, 'documents'>,
): Promise<UndocumentedOrders | undefined> {
  const isPartial = issuer
    ? documentsSince !== undefined && month <= dayIn(timeZone, new Date(documentsSince)).slice(0, 7)
    : documents.length > 0
  const found = isPartial ? await undocumentedOfMonth(db, month) : undefined
  return found && found.orders > 0 ? found : undefined
}

/** Returns the factor of a document in the sums: 1, 0 or -1. */
export function signOf({ kind, replacedBy }: Pick<ReportedDocument, 'kind' | 'replacedBy'>): 1 | 0 | -1 {
  if (replacedBy) return 0
  return kind === 'credit note' ? -1 : 1
}

/** Returns all documents of a month as CSV. */
export async function taxReportCsv(
  db: Db,
  month: string,
  { language = 'en', batch = csvBatch }: { language?: Language; batch?: number } = {},
): Promise<string> {
  const parts = [csvOf([taxReportColumns[language]])]
  await inSnapshot(db, async (tx) => {
    for await (const documents of batchesOfMonth(tx, month, batch))
      parts.push(csvRows(documents.map((document) => cellsOf(document, language))))
  })
  return parts.join('')
}

async function* batchesOfMonth(tx: Tx, month: string, limit: number): AsyncGenerator<ReportedDocument[]> {
  let after: ReportedDocument | undefined
  do {
    const documents = await documentsOfMonth(tx, month, { limit, after })
    yield documents
    after = documents.length === limit ? documents.at(-1) : undefined
  } while (after)
}

function cellsOf(document: ReportedDocument, language: Language): CsvCell[] {
  const { day, kind, vatRegistered, orderNumber, refersTo, replacedBy, buyer, taxed, tax, exempt } = document
  const shown = shownKind(kind, vatRegistered)
  const money = (amount: number) => ({ raw: balanceToWire(signOf(document) * amount).toFixed(2) })
  // As a number it would lose its leading zeros in a spreadsheet.
  const digits = (text: string) => ({ raw: `="${text}"` })
  return [
    day,
    language === 'en' ? shown : documentTitles[shown][language],
    documentName(document),
    orderNumber,
    refersTo ?? '',
    replacedBy ?? '',
    buyer?.name ?? '',
    buyer ? digits(buyer.taxId) : '',
    buyer?.branch === undefined ? '' : digits(buyer.branch),
    money(taxed),
    money(tax),
    money(exempt),
    money(taxed + tax + exempt),
  ]
}
