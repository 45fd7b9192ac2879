import { useId } from 'react'
import type { RiderOrder } from '../../../contract/calls/rider.ts'
import { streetAndLocality } from '../../../contract/delivery/address-text.ts'
import { telHref } from '../../../contract/values/tel-href.ts'
import { reasonText } from '../../messages/failed-attempt-reason.ts'
import { m } from '../../messages/messages.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonClasses } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Hourglass, MapPin, Phone } from '../../ui/icons.tsx'
import { formatAmount } from '../../ui/price.tsx'
import { deliveryTimeText } from '../order-ui/delivery-time-text.ts'
import { mapLink } from '../order-ui/map-link.ts'
import type { Tap } from '../taps/tap-queue.ts'
import { zoneText } from './zone-text.ts'

/** Large enough for a thumb in the dark. */
export const thumb = 'min-h-14 text-lg'

type TripOrderCardProps = {
  order: RiderOrder
  /** What the rider has tapped, if the shop hasn't answered yet. */
  waiting: Tap | undefined
  /** Undoes a tap that waits for that. */
  onUndo: (id: string) => void
  onDelivered: () => void
  onFailedAttempt: () => void
  onReturn: () => void
}

/** An order that a rider brings. */
export function TripOrderCard(props: TripOrderCardProps) {
  const { order } = props
  const headingId = useId()
  const deliveryTime = deliveryTimeText(order)
  return (
    <Card className="p-4 sm:p-5">
      <section aria-labelledby={headingId}>
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <h2 id={headingId} className="figures font-bold text-2xl">
            {m.trip_order({ number: order.number })}
          </h2>
          {deliveryTime && (
            <span className="figures rounded-full bg-mango-soft px-3 py-0.5 font-semibold">{deliveryTime}</span>
          )}
        </div>
        <p className="wrap-anywhere mt-1 font-semibold text-lg">{order.name}</p>
        <p className="wrap-anywhere text-lg">{streetAndLocality(order)}</p>
        {order.corrected && (
          <p className="mt-1">
            <Badge variant="offer">{m.trip_corrected()}</Badge>
          </p>
        )}
        {order.note && (
          <p className="wrap-anywhere mt-2 rounded-tile bg-mango-soft px-3 py-2 font-medium text-lg">{order.note}</p>
        )}
        <p className="mt-1 text-muted">
          {[zoneText(order), m.trip_lines({ count: order.lines })].filter(Boolean).join(' · ')}
        </p>
        {order.cancelled && (
          <p className="mt-2 rounded-tile bg-tomato-soft px-3 py-2 font-semibold text-lg">{m.trip_cancelled()}</p>
        )}
        {order.reason && (
          <p className="mt-2">
            <Badge variant="warning">{m.trip_attempted({ reason: reasonText(order.reason) })}</Badge>
          </p>
        )}
        {!order.cancelled && (
          <p className="figures mt-3 border-line border-y py-2 text-center font-bold text-3xl">
            {order.toCollect > 0 ? m.trip_collect({ amount: formatAmount(order.toCollect) }) : m.trip_paid()}
          </p>
        )}
        <div className="mt-3 grid grid-cols-2 gap-3">
          <a href={telHref(order.phone)} className={`${buttonClasses('outline')} ${thumb} px-3`}>
            <Phone className="size-5 shrink-0" aria-hidden />
            {m.trip_call()}
          </a>
          <a
            href={mapLink(order)}
            target="_blank"
            rel="noreferrer"
            className={`${buttonClasses('outline')} ${thumb} px-3`}
          >
            <MapPin className="size-5 shrink-0" aria-hidden />
            {m.trip_map()}
          </a>
        </div>
        <Steps {...props} />
      </section>
    </Card>
  )
}

/** The buttons for how the delivery ended; once the rider has tapped one, what that was. */
function Steps({ order, waiting, onUndo, onDelivered, onFailedAttempt, onReturn }: TripOrderCardProps) {
  if (waiting !== undefined && waiting.kind !== 'take')
    return (
      <>
        <p
          role="status"
          className="mt-3 flex min-h-14 items-center justify-center gap-2 rounded-tile bg-sunken px-4 py-3 text-center font-semibold text-lg"
        >
          <Hourglass className="size-5 shrink-0" aria-hidden />
          {waitingText(waiting)}
        </p>
        {waiting.until !== undefined && (
          <Button variant="outline" className={`${thumb} mt-3 w-full`} onClick={() => onUndo(waiting.id)}>
            {m.seller_undo()}
          </Button>
        )}
      </>
    )
  if (order.cancelled)
    return (
      <>
        <Button className={`${thumb} mt-3 w-full`} onClick={onReturn}>
          {m.trip_brought_back()}
        </Button>
        <Button variant="ghost" className="mt-3 min-h-14 w-full px-3" onClick={onDelivered}>
          {m.trip_handed_nevertheless()}
        </Button>
      </>
    )
  return (
    <>
      <Button className={`${thumb} mt-3 w-full`} onClick={onDelivered}>
        {m.trip_delivered()}
      </Button>
      <div className="mt-3 grid grid-cols-2 gap-3">
        <Button variant="outline" className={`${thumb} px-3`} onClick={onFailedAttempt}>
          {m.trip_failed_attempt()}
        </Button>
        <Button variant="ghost" className="min-h-14 px-3" onClick={onReturn}>
          {m.trip_return()}
        </Button>
      </div>
    </>
  )
}

function waitingText(tap: Tap): string {
  if (tap.kind === 'delivered') return m.trip_waits_delivered()
  if (tap.kind !== 'failedAttempt') return m.trip_waits()
  return tap.until === undefined ? m.trip_waits_failed_attempt() : m.trip_noted({ reason: reasonText(tap.reason) })
}
