import { useRef } from 'react'
import type { ReadyOrder } from '../../../contract/calls/rider.ts'
import { m } from '../../messages/messages.ts'
import { shop } from '../../shop.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { deliveryTimeText } from '../order-ui/delivery-time-text.ts'
import { isForLater } from '../order-ui/is-for-later.ts'

/**
 * Asks before a rider takes an order of a later day, or one that isn't packed: its shopper is told at once that it is
 * on its way.
 */
export function TakeEarlyDialog({
  order,
  onTake,
  onClose,
}: {
  order: ReadyOrder
  onTake: () => void
  onClose: () => void
}) {
  const keep = useRef<HTMLButtonElement>(null)
  const later = isForLater(order, shop)
  const { number } = order
  return (
    <Dialog
      open
      position="bottom"
      onClose={onClose}
      title={
        later
          ? m.windows_order_is_for({ number, time: deliveryTimeText(order) ?? '' })
          : m.trip_early_not_packed_title({ number })
      }
      initialFocus={keep}
    >
      <p>{m.trip_early_text()}</p>
      {later && !order.packed && <p className="mt-2 font-semibold">{m.trip_not_packed()}</p>}
      <div className="mt-5 grid gap-3">
        <Button ref={keep} className="min-h-14 text-lg" onClick={onClose}>
          {m.trip_early_leave()}
        </Button>
        <Button variant="outline" className="min-h-14 text-lg" onClick={onTake}>
          {m.trip_early_take()}
        </Button>
      </div>
    </Dialog>
  )
}
