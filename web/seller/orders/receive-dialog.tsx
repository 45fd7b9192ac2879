import { useRef } from 'react'
import type { Order } from '../../../contract/entities/order.ts'
import { m } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatAmount } from '../../ui/price.tsx'
import { ChangedLine } from './changed-line.tsx'
import { YesButton } from './step-button.tsx'
import { useFollowed } from './use-shown.ts'

type ReceiveDialogProps = {
  order: Pick<Order, 'number' | 'amount'>
  /** What follows; that the order is placed if it is absent. */
  text?: string
  /** The state of what it is about, in words: the question follows it. */
  state: string
  /** What speaks against it. */
  doubt?: string | undefined
  open: boolean
  onClose: () => void
  onReceive: () => void
}

/** Asks before recording that an order's money has arrived, and names the amount. */
export function ReceiveDialog({ order, text, state, doubt, open, onClose, onReceive }: ReceiveDialogProps) {
  const wait = useRef<HTMLButtonElement>(null)
  const { shown, before } = useFollowed(state, open)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={m.slips_received_title({ number: order.number })}
      // A hasty Enter confirms nothing.
      initialFocus={wait}
    >
      <ChangedLine text={before && m.seller_state_changed({ now: state })} />
      <p className="figures font-bold text-3xl leading-snug">{formatAmount(order.amount)}</p>
      <p className="mt-2 text-muted">{text ?? m.slips_received_text()}</p>
      {doubt && <p className="mt-3 rounded-tile bg-mango-soft px-3 py-2 text-ink">{doubt}</p>}
      <div className="mt-5 grid gap-3 sm:grid-cols-2">
        <Button ref={wait} variant={doubt ? 'primary' : 'outline'} onClick={onClose}>
          {m.slips_received_no()}
        </Button>
        <YesButton shown={shown} variant={doubt ? 'outline' : 'primary'} onStep={onReceive}>
          {m.slips_received_yes()}
        </YesButton>
      </div>
    </Dialog>
  )
}
