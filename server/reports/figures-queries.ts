import { type RawBuilder, sql } from 'kysely'
import type { Figures } from './figures.ts'
import type { SaleEntry } from './sale-entry.ts'

/** By how many orders an entry of each kind changes the number of those sold. */
export const ordersOfKind: Readonly<Record<SaleEntry['kind'], number>> = {
  sale: 1,
  refund: 0,
  cancelled: -1,
  undone: -1,
}

/** The column of each figure in `sales_sum`. */
const figureColumns = {
  orders: 'orders',
  pieces: 'pieces',
  gross: 'gross_cents',
  discount: 'discount_cents',
  total: 'total_cents',
  tax: 'tax_cents',
  refund: 'refund_cents',
  refundTax: 'refund_tax_cents',
} satisfies Record<keyof Figures, string>

const figureNames = Object.keys(figureColumns) as (keyof Figures)[]

/** Returns SQL with an item for each figure, separated by commas. `column` is that of `sales_sum`. */
export const eachFigure = (item: (figure: keyof Figures, column: RawBuilder<unknown>) => RawBuilder<unknown>) =>
  sql.join(figureNames.map((figure) => item(figure, sql.ref(figureColumns[figure]))))

/** The columns of the figures in `sales_sum`. */
export const columns = eachFigure((_, column) => column)

/** Returns SQL of a figure in a JSON object. */
export const figureIn = (json: RawBuilder<unknown>, figure: keyof Figures) => sql`(${json} ->> ${figure}::text)::bigint`
