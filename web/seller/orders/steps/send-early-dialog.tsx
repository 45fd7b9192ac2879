import type { SellerOrder } from '../../../../contract/entities/order.ts'
import { formatDelivery } from '../../../messages/format-window.ts'
import { m } from '../../../messages/messages.ts'
import { ConfirmStepDialog, type StepQuestionProps } from '../../order-ui/confirm-step-dialog.tsx'

/** Asks before an order of a later day goes out: its shopper is told at once that it is on its way. */
export function SendEarlyDialog({ order, ...dialog }: StepQuestionProps & { order: SellerOrder }) {
  return (
    <ConfirmStepDialog
      {...dialog}
      title={m.windows_order_is_for({ number: order.number, time: formatDelivery(order) ?? '' })}
      no={m.sellerOrders_send_again_keep()}
      yes={m.sellerOrders_send_early()}
    >
      <p>{m.sellerOrders_send_early_text()}</p>
    </ConfirmStepDialog>
  )
}
