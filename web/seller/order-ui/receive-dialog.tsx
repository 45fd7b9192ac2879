import type { SellerOrder } from '../../../contract/entities/order.ts'
import { m } from '../../messages/messages.ts'
import { formatAmount } from '../../ui/price.tsx'
import { ChangedLine } from './changed-line.tsx'
import { ConfirmStepDialog, type StepQuestionProps } from './confirm-step-dialog.tsx'
import { useFollowed } from './use-shown.ts'

type ReceiveDialogProps = StepQuestionProps & {
  order: Pick<SellerOrder, 'number' | 'amount'>
  /** The state of what it is about, in words: the question follows it. */
  state: string
  /** The order doesn't need the money: it is then to be paid out. */
  isCancelled?: boolean
  /** What speaks against it. */
  doubt?: string
}

/** Asks before recording that an order's money has arrived, and names the amount. */
export function ReceiveDialog({ order, state, isCancelled, doubt, ...dialog }: ReceiveDialogProps) {
  const { shown, before } = useFollowed(state, dialog.open)
  return (
    <ConfirmStepDialog
      {...dialog}
      title={m.slips_received_title({ number: order.number })}
      no={m.slips_received_no()}
      yes={m.slips_received_yes()}
      variant={doubt ? 'outline' : 'primary'}
      shown={shown}
    >
      <ChangedLine text={before && m.sellerOrders_state_changed({ now: state })} />
      <p className="figures font-bold text-3xl leading-snug">{formatAmount(order.amount)}</p>
      <p className="mt-2 text-muted">{isCancelled ? m.slips_order_cancelled() : m.slips_received_text()}</p>
      {doubt && <p className="mt-3 rounded-tile bg-mango-soft px-3 py-2 text-ink">{doubt}</p>}
    </ConfirmStepDialog>
  )
}
