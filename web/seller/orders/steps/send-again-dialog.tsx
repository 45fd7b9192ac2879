import type { SellerOrder } from '../../../../contract/entities/order.ts'
import { m } from '../../../messages/messages.ts'
import { ConfirmStepDialog, type StepQuestionProps } from '../../order-ui/confirm-step-dialog.tsx'

/** Asks before an order goes out again that its shopper refused at the door. */
export function SendAgainDialog({ order, ...dialog }: StepQuestionProps & { order: SellerOrder }) {
  return (
    <ConfirmStepDialog
      {...dialog}
      title={m.sellerOrders_send_again_title({ number: order.number })}
      no={m.sellerOrders_send_again_keep()}
      yes={m.sellerOrders_send_again()}
    >
      <p>{m.sellerOrders_send_again_text()}</p>
    </ConfirmStepDialog>
  )
}
