import { Bar, BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts'
import type { Today } from '../../../contract/entities/today.ts'
import { m } from '../../messages/messages.ts'
import { shop } from '../../shop.ts'
import { formatBalance } from '../ui/format-balance.ts'
import { formatDay } from './format-today.ts'

type Day = Today['days'][number]

const tick = { fill: 'var(--color-muted)', fontSize: 12 }

/** The sales of each day as bars, navigable by arrow keys. A table has the same numbers. */
export default function SalesChart({ days }: { days: readonly Day[] }) {
  const today = days.at(-1)?.day
  // Labels for today and the same weekday of earlier weeks: few enough for a phone.
  const weekly = days.filter((_, index) => (days.length - 1 - index) % 7 === 0).map(({ day }) => day)
  return (
    <BarChart
      data={days.map((day) => ({ ...day, fill: day.day === today ? 'var(--color-leaf-deep)' : 'var(--color-leaf)' }))}
      responsive
      style={{ width: '100%', height: '100%' }}
      margin={{ top: 8, right: 16, bottom: 0, left: 0 }}
      barCategoryGap="22%"
      role="img"
      aria-label={m.today_chart()}
    >
      <CartesianGrid vertical={false} stroke="var(--color-line)" />
      <XAxis
        dataKey="day"
        tickFormatter={(day: string) => formatDay(day)}
        tick={tick}
        tickLine={false}
        axisLine={{ stroke: 'var(--color-edge)' }}
        ticks={weekly}
        interval={0}
        height={28}
      />
      <YAxis
        tickFormatter={axisMoney}
        tick={tick}
        tickLine={false}
        axisLine={false}
        width={52}
        domain={[(low: number) => Math.min(low, 0), 'auto']}
      />
      <Tooltip cursor={{ fill: 'var(--color-sunken)' }} content={<DayTip days={days} />} isAnimationActive={false} />
      <Bar dataKey="amount" radius={[4, 4, 0, 0]} maxBarSize={28} isAnimationActive={false} />
    </BarChart>
  )
}

function DayTip({ days, label }: { days: readonly Day[]; label?: string | number }) {
  const day = days.find((each) => each.day === label)
  if (!day) return null
  return (
    <div className="figures rounded-tile border border-line bg-surface px-3 py-2 text-sm shadow-float">
      <p className="text-muted">{formatDay(day.day, 'long')}</p>
      <p className="font-semibold text-base">{formatBalance(day.amount)}</p>
      <p>{m.today_orders({ count: day.orders })}</p>
      <p className="text-muted">{m.today_placed({ count: day.placed })}</p>
    </div>
  )
}

/** `$1.05K`: the axis needs no cents. */
function axisMoney(amount: number): string {
  const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 2 }).format(amount)
  return `${shop.currency.symbol}${short}`
}
