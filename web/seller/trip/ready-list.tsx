import { useId } from 'react'
import type { ReadyOrder } from '../../../contract/calls/rider.ts'
import { reasonText } from '../../messages/failed-attempt-reason.ts'
import { m } from '../../messages/messages.ts'
import { shop } from '../../shop.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { formatAmount } from '../../ui/price.tsx'
import { deliveryTimeText } from '../order-ui/delivery-time-text.ts'
import { byZoneAndTime, splitByDay } from './by-zone.ts'
import { zoneText } from './zone-text.ts'

type ReadyListProps = {
  orders: readonly ReadyOrder[]
  /** Whether an order's being taken waits for the shop's reply. */
  waiting: (order: string) => boolean
  onTake: (order: ReadyOrder) => void
}

/**
 * The orders that a rider can take, by zone and time: first what is to be delivered today, then what is for later days.
 */
export function ReadyList({ orders, ...props }: ReadyListProps) {
  const { current, later } = splitByDay(orders, shop)
  return (
    <>
      {current.length > 0 && (
        <ReadyGroups title={m.trip_ready({ count: current.length })} orders={current} {...props} />
      )}
      {later.length > 0 && <ReadyGroups title={m.trip_later({ count: later.length })} orders={later} {...props} />}
    </>
  )
}

function ReadyGroups({ title, orders, ...props }: ReadyListProps & { title: string }) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="mt-2 mb-2 font-bold text-xl">
        {title}
      </h2>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {byZoneAndTime(orders).map((group) => {
          const [first] = group
          const hours = first?.from === undefined ? undefined : deliveryTimeText(first)
          const title = first && [zoneText(first), hours].filter(Boolean).join(' · ')
          return (
            <Card key={first?.order} className="px-4 py-2">
              {title && <h3 className="figures pt-1 font-semibold text-lg">{title}</h3>}
              <ul>
                {group.map((order) => (
                  <ReadyRow key={order.order} order={order} {...props} />
                ))}
              </ul>
            </Card>
          )
        })}
      </div>
    </section>
  )
}

/** Why an order came back, until its wrong address is corrected. */
function Returned({ order: { cameBack, corrected } }: { order: ReadyOrder }) {
  if (!cameBack) return null
  if (cameBack === 'wrong_address' && corrected) return <Badge variant="leaf">{m.trip_address_corrected()}</Badge>
  return <Badge variant="warning">{reasonText(cameBack)}</Badge>
}

type ReadyRowProps = Omit<ReadyListProps, 'orders'> & { order: ReadyOrder }

function ReadyRow({ order, waiting, onTake }: ReadyRowProps) {
  // The hours of a delivery window are the group's title.
  const promise = order.from === undefined ? deliveryTimeText(order) : undefined
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-line py-2 not-first:border-t">
      <span className="min-w-0 grow basis-32">
        <span className="figures block font-bold text-xl">{m.trip_order({ number: order.number })}</span>
        {promise && <span className="figures block font-semibold">{promise}</span>}
        <span className="wrap-anywhere block text-muted">
          {[order.city, m.trip_lines({ count: order.lines })].join(' · ')}
        </span>
        <span className="figures block font-semibold">
          {order.toCollect > 0 ? m.trip_collect({ amount: formatAmount(order.toCollect) }) : m.trip_paid()}
        </span>
        <Badge variant={order.packed ? 'leaf' : 'plain'} className="mt-1 me-1">
          {order.packed ? m.trip_packed() : m.trip_not_packed()}
        </Badge>
        <Returned order={order} />
      </span>
      <Button
        variant="soft"
        className="min-h-14 min-w-28 text-lg"
        aria-label={m.trip_take_order({ number: order.number })}
        pending={waiting(order.order)}
        aria-disabled={waiting(order.order) || undefined}
        onClick={() => !waiting(order.order) && onTake(order)}
      >
        {m.trip_take()}
      </Button>
    </li>
  )
}
