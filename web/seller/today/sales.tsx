import type { Today } from '../../../contract/entities/today.ts'
import { balanceCentsOf, balanceToWire } from '../../../contract/values/balance.ts'
import { m } from '../../messages/messages.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { type Column, ColumnChart } from '../ui/column-chart.tsx'
import { formatBalance } from '../ui/format-balance.ts'
import { formatDay } from './format-today.ts'

/** The sales of today, yesterday and the last days. */
export function Sales({ days }: { days: Today['days'] }) {
  const [yesterday, today] = days.slice(-2)
  const total = {
    orders: days.reduce((sum, day) => sum + day.orders, 0),
    placed: days.reduce((sum, day) => sum + day.placed, 0),
    amount: balanceToWire(days.reduce((sum, day) => sum + balanceCentsOf(day.amount), 0)),
  }
  return (
    <Card className="flex min-w-0 flex-col p-4 sm:p-5">
      <h2 className="font-semibold">{m.today_sales()}</h2>
      <p className="text-muted text-sm">{m.today_sales_text()}</p>
      <dl className="mt-2 mb-4 grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-3">
        <Sum term={m.today_day()} sum={today} />
        <Sum term={m.today_yesterday()} sum={yesterday} />
        <Sum term={m.today_thirty({ count: days.length })} sum={total} />
      </dl>
      {total.orders === 0 ? (
        <div className="-my-4 grid min-h-56 place-content-center xl:min-h-64">
          <EmptyState
            heading="h3"
            title={m.today_nothing_sold()}
            action={
              <ButtonLink to="/seller" variant="soft">
                {m.today_add_product()}
              </ButtonLink>
            }
          >
            {m.today_nothing_sold_text()}
          </EmptyState>
        </div>
      ) : (
        <ColumnChart label={m.today_chart()} columns={columnsOf(days)} className="h-56 grow xl:h-64" />
      )}
      {/* Tables ignore the width of `sr-only`, so a box around it hides it. */}
      <div className="sr-only">
        <table>
          <caption>{m.today_chart()}</caption>
          <thead>
            <tr>
              <th scope="col">{m.today_column_day()}</th>
              <th scope="col">{m.today_column_placed()}</th>
              <th scope="col">{m.today_column_orders()}</th>
              <th scope="col">{m.today_column_amount()}</th>
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day.day}>
                <th scope="row">{formatDay(day.day, 'long')}</th>
                <td>{day.placed}</td>
                <td>{day.orders}</td>
                <td>{formatBalance(day.amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}

function columnsOf(days: Today['days']): Column[] {
  const last = days.length - 1
  return days.map(({ day, amount, orders, placed }, index) => ({
    key: day,
    amount,
    name: formatDay(day, 'long'),
    // Today and the same weekday of earlier weeks: few enough for a phone.
    axisLabel: (last - index) % 7 === 0 ? formatDay(day) : undefined,
    details: [m.today_orders({ count: orders }), m.today_placed({ count: placed })],
    isStrong: index === last,
  }))
}

function Sum({ term, sum }: { term: string; sum: { orders: number; amount: number; placed: number } | undefined }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted text-sm">{term}</dt>
      <dd className="figures">
        <span className="block font-bold text-xl leading-[1.25] sm:text-2xl">{formatBalance(sum?.amount ?? 0)}</span>
        <span className="block text-muted text-sm leading-snug">{m.today_orders({ count: sum?.orders ?? 0 })}</span>
        <span className="block text-muted text-sm leading-snug">{m.today_placed({ count: sum?.placed ?? 0 })}</span>
      </dd>
    </div>
  )
}
