import type { SellerOrder } from '../../../../contract/entities/order.ts'
import { centsOf } from '../../../../contract/values/money.ts'
import { m } from '../../../messages/messages.ts'
import { formatAmount } from '../../../ui/price.tsx'
import { ChangedLine, changedSum } from '../../order-ui/changed-line.tsx'
import { ConfirmStepDialog, type StepQuestionProps } from '../../order-ui/confirm-step-dialog.tsx'
import { toCollect } from '../../order-ui/order-texts.ts'
import { useFollowed } from '../../order-ui/use-shown.ts'

/** Asks before marking an order as delivered, and names the cash to collect. */
export function DeliverDialog({ order, ...dialog }: StepQuestionProps & { order: SellerOrder }) {
  const amount = order.isPaid ? 0 : toCollect(order)
  // Undoing took the cash off the account of the rider who delivered it.
  const wasUndone = order.undone?.some(({ status }) => status === 'Delivered') === true
  const { shown, before } = useFollowed(centsOf(amount), dialog.open)
  return (
    <ConfirmStepDialog
      {...dialog}
      title={m.sellerOrders_deliver_title({ number: order.number })}
      no={m.sellerOrders_deliver_wait()}
      yes={m.sellerOrders_step_delivered()}
      shown={shown}
    >
      <ChangedLine text={changedSum(before, centsOf(amount))} />
      <p className={order.isPaid ? '' : 'figures font-bold text-2xl'}>{collectText(order, amount)}</p>
      {amount > 0 && order.withRider && <p className="mt-2">{m.sellerOrders_deliver_rider()}</p>}
      {amount > 0 && !order.withRider && wasUndone && <p className="mt-2">{m.sellerOrders_deliver_not_rider()}</p>}
      <p className="mt-2 text-muted">
        {order.isPaid ? m.sellerOrders_deliver_undo() : m.sellerOrders_deliver_counts()}
      </p>
    </ConfirmStepDialog>
  )
}

/** Returns what is to be collected. An order of cash may have been paid while the question was open. */
function collectText({ isPaid, paymentType }: SellerOrder, amount: number): string {
  if (isPaid) return paymentType === 'COD' ? m.sellerOrders_deliver_received() : m.sellerOrders_deliver_paid()
  return amount === 0
    ? m.sellerOrders_nothing_to_collect()
    : m.sellerOrders_deliver_collect({ amount: formatAmount(amount) })
}
