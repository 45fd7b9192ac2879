import type { PaymentTotalsRow } from '../../../contract/calls/report.ts'
import { balanceCentsOf, balanceToWire } from '../../../contract/values/balance.ts'
import { m } from '../../messages/messages.ts'
import { Card } from '../../ui/card.tsx'
import { formatBalance } from '../ui/format-balance.ts'
import { rowLabel } from './report-texts.ts'

/** The money of a period by payment method: received, paid out, and what is left. */
export function PaymentTotalsTable({ rows }: { rows: readonly PaymentTotalsRow[] }) {
  if (rows.length === 0) return null
  const sum = (key: 'received' | 'paidOut' | 'net') =>
    balanceToWire(rows.reduce((cents, row) => cents + balanceCentsOf(row[key]), 0))
  return (
    <Card className="grid min-w-0 gap-2 p-4 sm:p-5">
      <h2 id="payment-totals" className="font-semibold leading-snug">
        {m.reports_payment_totals()}
      </h2>
      <p className="text-muted text-sm">{m.reports_payment_totals_text()}</p>
      <table aria-labelledby="payment-totals" className="figures w-full max-w-xl border-collapse text-sm">
        <thead>
          <tr className="border-line border-b text-muted">
            <th scope="col" className={`${nameClasses} font-medium`}>
              {m.reports_view_method()}
            </th>
            {[
              m.reports_payment_totals_received(),
              m.reports_payment_totals_paid_out(),
              m.reports_payment_totals_net(),
            ].map((head) => (
              <th key={head} scope="col" className="py-2 ps-2 text-end font-medium">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.method} className="border-line border-b">
              <th scope="row" className={`${nameClasses} font-normal`}>
                {rowLabel('method', { key: row.method })}
              </th>
              <Figures {...row} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="font-semibold">
            <th scope="row" className={nameClasses}>
              {m.reports_sum()}
            </th>
            <Figures received={sum('received')} paidOut={sum('paidOut')} net={sum('net')} />
          </tr>
        </tfoot>
      </table>
    </Card>
  )
}

const nameClasses = 'py-2 pe-2 text-start'

const Figures = ({ received, paidOut, net }: Omit<PaymentTotalsRow, 'method'>) => (
  <>
    <td className="whitespace-nowrap py-2 ps-2 text-end">{formatBalance(received)}</td>
    <td className="whitespace-nowrap py-2 ps-2 text-end">{formatBalance(paidOut)}</td>
    <td className="whitespace-nowrap py-2 ps-2 text-end font-semibold">{formatBalance(net)}</td>
  </>
)
