import { isSuspiciousPrice } from '../../../contract/catalog/read-price.ts'
import { cents, formatMoney } from '../../../contract/values/money.ts'
import { type CheckedProduct, productFields } from '../product-to-wire.ts'
import type { ImportedProduct } from './import-queries.ts'
import { type CsvColumn, type CsvProblem, type CsvRow, keyOf, nameKey, type ProductCsv } from './product-csv.ts'

/* What an import of products adds and changes, from its file and the products that the shop has. */

type ChangedFields = Partial<CheckedProduct & { stock: number | null }>

export type ImportPlan = {
  adds: CsvRow[]
  changes: { present: ImportedProduct; row: CsvRow; fields: ChangedFields }[]
  /** Rows of `changes` whose product gets its first pictures. */
  pictured: CsvRow[]
  problems: CsvProblem[]
}

/** Returns the plan of an import: added and changed products, by the names in the file. */
export function planOf({ columns, rows }: ProductCsv, found: readonly ImportedProduct[]): ImportPlan {
  // Without a column of weights the name alone identifies a product.
  const key = columns.has('weight') ? keyOf : ({ name }: { name: string }) => nameKey(name)
  const byKey = Map.groupBy(found, key)
  const problems: CsvProblem[] = []
  const plan: ImportPlan = { adds: [], changes: [], pictured: [], problems }
  for (const row of rows) {
    const [present, another] = byKey.get(key(row.product)) ?? []
    if (!present) plan.adds.push(row)
    else if (another)
      problems.push({
        row: row.row,
        column: 'name',
        message: columns.has('weight')
          ? 'The shop has several products with this name and weight. Rename or archive one of them in the seller’s area.'
          : 'The shop has several products with this name. Add the column weight, so that the file says which one is meant.',
      })
    else {
      const fields = changedFields(present, row, columns)
      if ((fields.offerPriceCents ?? present.offerPriceCents) > (fields.priceCents ?? present.priceCents))
        problems.push({
          row: row.row,
          column: 'price',
          message: 'The shop’s offer price is above this price. Add the column offerPrice.',
        })
      const isPictured = row.pictures.length > 0 && present.pictures.length === 0
      if (isPictured) plan.pictured.push(row)
      if (isPictured || present.demo || Object.keys(fields).length > 0) plan.changes.push({ present, row, fields })
    }
  }
  return plan
}

/**
 * Returns the prices that are probably typing errors, by the rule of the seller's forms: ten times or a tenth of the
 * product's previous ones, or an offer of a tenth of the price beside it.
 */
export function suspiciousPrices({ adds, changes }: ImportPlan, symbol: string): CsvProblem[] {
  const hint = 'If that is right, run the command with --any-price.'
  const text = (amount: number) => formatMoney(cents(amount), symbol)
  const isSuspiciousOffer = ({ priceCents, offerPriceCents }: { priceCents: number; offerPriceCents: number }) =>
    isSuspiciousPrice(priceCents, offerPriceCents)
  const offerProblem = ({ row, product: { priceCents, offerPriceCents } }: CsvRow): CsvProblem => ({
    row,
    column: 'offerPrice',
    message: `${text(offerPriceCents)} is a tenth of the price ${text(priceCents)} or less. ${hint}`,
  })
  return [
    ...adds.filter(({ product }) => isSuspiciousOffer(product)).map(offerProblem),
    ...changes.flatMap(({ present, row, fields }) => {
      const problems = (['price', 'offerPrice'] as const).flatMap((column): CsvProblem[] => {
        const { stored } = productFields[column]
        const before = present[stored]
        const now = fields[stored]
        if (now === undefined || !isSuspiciousPrice(before, now)) return []
        const change = now > before ? 'ten times the price until now or more' : 'a tenth of the price until now or less'
        return [{ row: row.row, column, message: `${text(now)} is ${change}: ${text(before)}. ${hint}` }]
      })
      const isNewOffer = fields.offerPriceCents !== undefined && !isSuspiciousOffer(present)
      if (problems.length > 0 || !isNewOffer || !isSuspiciousOffer({ ...present, ...fields })) return problems
      return [offerProblem(row)]
    }),
  ]
}

/**
 * Returns the fields in which a product differs from the file's columns, with the file's values. With an empty tax
 * class the product keeps its own.
 */
function changedFields(
  present: ImportedProduct,
  { product, saysTaxClass, stock }: CsvRow,
  columns: ReadonlySet<CsvColumn>,
): ChangedFields {
  const wanted = { ...product, stock }
  const compared = Object.values(productFields).flatMap(({ csv, stored }) =>
    columns.has(csv) && (csv !== 'taxClass' || saysTaxClass) ? [stored] : [],
  )
  // A product without an offer has none at its new price either.
  if (!columns.has('offerPrice') && present.offerPriceCents === present.priceCents) compared.push('offerPriceCents')
  const differing = compared.filter((field) => JSON.stringify(present[field]) !== JSON.stringify(wanted[field]))
  return Object.fromEntries(differing.map((field) => [field, wanted[field]]))
}

/** Returns how many products a plan changes in each column of the file, without those in which none changes. */
export function changedColumns({ changes, pictured }: ImportPlan): Partial<Record<CsvColumn, number>> {
  const counts = Object.values(productFields).map(
    ({ csv, stored }) => [csv, changes.filter(({ fields }) => stored in fields).length] as const,
  )
  return Object.fromEntries([...counts, ['pictures', pictured.length] as const].filter(([, count]) => count > 0))
}
