import type { ReportFigures, ReportRow } from '../../../contract/calls/report.ts'
import type { ReportView } from '../../../contract/reports/report.ts'
import { balanceCentsOf, balanceToWire } from '../../../contract/values/balance.ts'
import { m } from '../../messages/messages.ts'
import { ProductSize } from '../../product/product-size.tsx'
import { formatBalance } from '../ui/format-balance.ts'
import { rowLabel, viewLabels } from './report-texts.ts'

type ReportTableProps = {
  view: ReportView
  rows: readonly ReportRow[]
  /** The sums of the period; undefined if the rows don't add up to it. */
  sums: ReportFigures | undefined
  /** The rounding of cash; shown below the sums unless it is 0. */
  rounded?: number
}

/** The rows of a report. Those that aren't times have bars, to compare them at a glance. */
export function ReportTable({ view, rows, sums, rounded = 0 }: ReportTableProps) {
  const hasBars = view === 'product' || view === 'category' || view === 'method' || view === 'promotion'
  const most = Math.max(...rows.map(({ net }) => net), 0)
  // Rates are of the paid sum: a discount has none.
  const hasDiscounts = view !== 'rate'
  const heads = [
    m.reports_orders(),
    m.reports_net(),
    m.reports_total(),
    m.reports_refunds(),
    ...(hasDiscounts ? [m.reports_discounts()] : []),
    m.reports_tax(),
  ]
  const cells = ({ orders, net, total, refund, discount, tax, refundTax }: ReportFigures) => [
    orders,
    formatBalance(net),
    formatBalance(total),
    formatBalance(refund),
    ...(hasDiscounts ? [formatBalance(discount)] : []),
    formatBalance(less(tax, refundTax)),
  ]
  return (
    <section
      aria-label={viewLabels[view]()}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, also by keys
      tabIndex={0}
      className="max-w-full overflow-x-auto print:overflow-visible"
    >
      <table
        // Borders of cells: the names that stay in place would cover a collapsed one.
        className="figures w-full border-separate border-spacing-0 text-sm [&_:is(thead,tbody)>tr>*]:border-line [&_:is(thead,tbody)>tr>*]:border-b"
      >
        <thead>
          <tr className="text-muted">
            <th scope="col" className={`${nameClasses} font-medium`}>
              {viewLabels[view]()}
            </th>
            {heads.map((head) => (
              <th key={head} scope="col" className="whitespace-nowrap px-2 py-2 text-end font-medium">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key} className={isNothing(row) ? 'text-muted' : undefined}>
              <th scope="row" className={`${nameClasses} font-normal`}>
                <span className="line-clamp-2 wrap-anywhere">{rowLabel(view, row)}</span>
                <ProductSize size={row.size} />
                {hasBars && row.net > 0 && (
                  <svg aria-hidden className="mt-1 block print:hidden" width="100%" height="4">
                    <rect width={`${(row.net / most) * 100}%`} height="4" rx="2" fill="var(--color-leaf)" />
                  </svg>
                )}
              </th>
              {cells(row).map((cell, index) => (
                <td
                  key={heads[index]}
                  className={`whitespace-nowrap px-2 py-2 text-end ${index === 1 && !isNothing(row) ? 'font-semibold' : ''}`}
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {sums && (
          <tfoot>
            <tr className="font-semibold">
              <th scope="row" className={nameClasses}>
                {m.reports_sum()}
              </th>
              {cells(sums).map((cell, index) => (
                <td key={heads[index]} className="whitespace-nowrap px-2 py-2 text-end">
                  {cell}
                </td>
              ))}
            </tr>
            {rounded !== 0 && (
              <>
                <Rest name={m.reports_rounded()} net={-rounded} heads={heads} />
                <Rest name={m.reports_after_rounding()} net={less(sums.net, rounded)} heads={heads} />
              </>
            )}
          </tfoot>
        )}
      </table>
    </section>
  )
}

const less = (one: number, other: number) => balanceToWire(balanceCentsOf(one) - balanceCentsOf(other))

/** A line below the sums that has a sum of its own, in the second column, and no other figures. */
const Rest = ({ name, net, heads }: { name: string; net: number; heads: readonly string[] }) => (
  <tr>
    <th scope="row" className={`${nameClasses} font-normal`}>
      {name}
    </th>
    <td />
    <td className="whitespace-nowrap px-2 py-2 text-end font-semibold">{formatBalance(net)}</td>
    <td colSpan={heads.length - 2} />
  </tr>
)

const nameClasses = 'sticky start-0 min-w-28 max-w-56 bg-surface py-2 pe-2 text-start'

const isNothing = ({ orders, total, refund }: ReportFigures) => orders === 0 && total === 0 && refund === 0
