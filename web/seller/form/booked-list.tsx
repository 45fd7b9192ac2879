import { formatTimes } from '../../messages/format-window.ts'
import { m } from '../../messages/messages.ts'

/** A delivery window with orders; one moment for an ASAP order. */
export type BookedWindow = { from: string; to: string; orders: number[] }

/** The booked windows that are in the way of a change. */
export function BookedList({ booked }: { booked: readonly BookedWindow[] }) {
  if (booked.length === 0) return null
  return (
    <ul className="mt-2 grid gap-1 ps-4 text-sm">
      {booked.map((each) => (
        <li key={`${each.from} ${each.orders.join(' ')}`} className="list-disc">
          {m.windows_booked({ time: timesOf(each), orders: each.orders.join(', '), count: each.orders.length })}
        </li>
      ))}
    </ul>
  )
}

const timesOf = ({ from, to }: BookedWindow) => formatTimes(from === to ? { promisedAt: to } : { from, promisedAt: to })
