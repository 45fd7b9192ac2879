import { useRef } from 'react'
import type { Order } from '../../../contract/entities/order.ts'
import { m } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { YesButton } from './step-button.tsx'

type SendAgainDialogProps = {
  order: Order
  open: boolean
  onClose: () => void
  onSend: () => void
}

/** Asks before an order goes out again that its shopper refused at the door. */
export function SendAgainDialog({ order, open, onClose, onSend }: SendAgainDialogProps) {
  const keep = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={m.seller_send_again_title({ number: order.number })}
      // A hasty Enter sends nothing.
      initialFocus={keep}
    >
      <p>{m.seller_send_again_text()}</p>
      <div className="mt-5 grid gap-3 sm:grid-cols-2">
        <Button ref={keep} variant="outline" onClick={onClose}>
          {m.seller_send_again_keep()}
        </Button>
        <YesButton onStep={onSend}>{m.seller_send_again()}</YesButton>
      </div>
    </Dialog>
  )
}
