import { formatWindow } from '../../messages/format-window.ts'
import { m } from '../../messages/messages.ts'

/** A delivery window with orders. */
export type Booked = { from: string; to: string; orders: number[] }

/** The booked windows that are in the way of a change. */
export function BookedList({ booked }: { booked: readonly Booked[] }) {
  if (booked.length === 0) return null
  return (
    <ul className="mt-2 grid gap-1 ps-4 text-sm">
      {booked.map((each) => (
        <li key={each.from} className="list-disc">
          {m.windows_booked({ time: formatWindow(each), orders: each.orders.join(', ') })}
        </li>
      ))}
    </ul>
  )
}
