import { useRef } from 'react'
import type { Order } from '../../../contract/entities/order.ts'
import { centsOf } from '../../../contract/values/money.ts'
import { m } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatAmount } from '../../ui/price.tsx'
import { ChangedLine, changedSum } from './changed-line.tsx'
import { toCollect } from './order-texts.ts'
import { YesButton } from './step-button.tsx'
import { useFollowed } from './use-shown.ts'

type DeliverDialogProps = {
  order: Order
  open: boolean
  onClose: () => void
  onDeliver: () => void
}

/** Asks before marking an order as delivered, and names the cash to collect. */
export function DeliverDialog({ order, open, onClose, onDeliver }: DeliverDialogProps) {
  const amount = order.isPaid ? 0 : toCollect(order)
  const { shown, before } = useFollowed(centsOf(amount), open)
  const wait = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={m.seller_deliver_title({ number: order.number })}
      // A hasty Enter delivers nothing.
      initialFocus={wait}
    >
      <ChangedLine text={changedSum(before, centsOf(amount))} />
      <p className={order.isPaid ? '' : 'figures font-bold text-2xl'}>
        {order.isPaid
          ? m.seller_deliver_paid()
          : amount === 0
            ? m.seller_nothing_to_collect()
            : m.seller_deliver_collect({ amount: formatAmount(amount) })}
      </p>
      <p className="mt-2 text-muted">{order.isPaid ? m.seller_deliver_undo() : m.seller_deliver_counts()}</p>
      <div className="mt-5 grid gap-3 sm:grid-cols-2">
        <Button ref={wait} variant="outline" onClick={onClose}>
          {m.seller_deliver_wait()}
        </Button>
        <YesButton shown={shown} onStep={onDeliver}>
          {m.seller_step_delivered()}
        </YesButton>
      </div>
    </Dialog>
  )
}
