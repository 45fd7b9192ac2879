import { useRef } from 'react'
import type { Order } from '../../../contract/entities/order.ts'
import { cents } from '../../../contract/values/money.ts'
import { m } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatCents } from '../../ui/price.tsx'
import { ChangedLine, changedSum } from './changed-line.tsx'
import { paidSoFar } from './refund-draft.ts'
import { YesButton } from './step-button.tsx'
import { useFollowed } from './use-shown.ts'

type CancelDialogProps = {
  order: Order
  open: boolean
  onClose: () => void
  onCancel: () => void
}

/** Asks before cancelling an order, and says what follows. */
export function CancelDialog({ order, open, onClose, onCancel }: CancelDialogProps) {
  const keep = useRef<HTMLButtonElement>(null)
  const paid = order.isPaid ? paidSoFar(order) : cents(0)
  const { shown, before } = useFollowed(paid, open)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={m.seller_cancel_title({ number: order.number })}
      // A hasty Enter cancels nothing.
      initialFocus={keep}
    >
      <ChangedLine text={changedSum(before, paid)} />
      <ul className="grid list-disc gap-1.5 ps-5">
        <li>{m.seller_cancel_stock()}</li>
        <li>{m.seller_cancel_mail()}</li>
        <li>{moneyText(order)}</li>
        {order.status === 'Out for delivery' && <li>{m.seller_cancel_out()}</li>}
      </ul>
      <p className="mt-3 font-medium">{m.seller_cancel_final()}</p>
      <div className="mt-5 grid gap-3 sm:grid-cols-2">
        <Button ref={keep} variant="outline" onClick={onClose}>
          {m.seller_cancel_keep()}
        </Button>
        <YesButton variant="danger" shown={shown} onStep={onCancel}>
          {m.seller_cancel_do()}
        </YesButton>
      </div>
    </Dialog>
  )
}

function moneyText(order: Order): string {
  if (!order.isPaid) return m.seller_cancel_no_money()
  const amount = formatCents(paidSoFar(order))
  return order.paymentType === 'Online' ? m.seller_cancel_money({ amount }) : m.seller_cancel_by_hand({ amount })
}
