import type { SellerOrder } from '../../../../contract/entities/order.ts'
import { m } from '../../../messages/messages.ts'
import { ConfirmStepDialog, type StepQuestionProps } from '../../order-ui/confirm-step-dialog.tsx'

/** Asks before undoing a delivery, and says what follows for the money and the shopper. */
export function UndoDeliveredDialog({ order, ...dialog }: StepQuestionProps & { order: SellerOrder }) {
  const { wasCancelled } = order
  return (
    <ConfirmStepDialog
      {...dialog}
      title={m.sellerOrders_undo_delivered_title({ number: order.number })}
      no={m.sellerOrders_undo_delivered_keep()}
      yes={m.sellerOrders_undo_delivered()}
    >
      <p>
        {wasCancelled
          ? m.sellerOrders_undo_delivered_cancelled()
          : order.paymentType === 'COD'
            ? m.sellerOrders_undo_delivered_cash()
            : m.sellerOrders_undo_delivered_paid()}
      </p>
      {!wasCancelled && <p className="mt-2">{m.sellerOrders_undo_delivered_mail()}</p>}
      {order.money.byRider && <p className="mt-2">{m.sellerOrders_undo_delivered_rider()}</p>}
    </ConfirmStepDialog>
  )
}
