import { useRef } from 'react'
import type { Order } from '../../../contract/entities/order.ts'
import { m } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { YesButton } from './step-button.tsx'

type UndeliverDialogProps = {
  order: Order
  open: boolean
  onClose: () => void
  onUndo: () => void
}

/** Asks before undoing a delivery, and says what follows for the money. */
export function UndeliverDialog({ order, open, onClose, onUndo }: UndeliverDialogProps) {
  const keep = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={m.seller_undeliver_title({ number: order.number })}
      // A hasty Enter undoes nothing.
      initialFocus={keep}
    >
      <p>{order.paymentType === 'COD' ? m.seller_undeliver_cash() : m.seller_undeliver_paid()}</p>
      {order.money?.byRider && <p className="mt-2">{m.seller_undeliver_rider()}</p>}
      <div className="mt-5 grid gap-3 sm:grid-cols-2">
        <Button ref={keep} variant="outline" onClick={onClose}>
          {m.seller_undeliver_keep()}
        </Button>
        <YesButton onStep={onUndo}>{m.seller_undeliver()}</YesButton>
      </div>
    </Dialog>
  )
}
