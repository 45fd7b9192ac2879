import type { SellerOrder } from '../../../../contract/entities/order.ts'
import { maySellerCancel } from '../../../../contract/orders/order-actions.ts'
import type { OrderStatus } from '../../../../contract/orders/order-status.ts'
import { m } from '../../../messages/messages.ts'
import { usualStep } from '../../order-ui/order-texts.ts'
import { hasGoods } from '../money/refund-draft.ts'
import { needsConfirmation, undoableStep } from '../steps/order-rules.ts'

/** What a seller is asked before a step: the status to which it leads, or whether a delivery is to be undone. */
export type QuestionKind = 'Delivered' | 'Cancelled' | 'Order Placed' | 'Out for delivery' | 'undo delivered'

/** A button of an order's card. It takes the step to the status `to`, or undoes the last one. */
export type OrderButton = { text: string; variant: 'primary' | 'outline' | 'ghost' } & (
  | { kind: 'next'; to: OrderStatus; question: QuestionKind | undefined }
  | { kind: 'receive'; question: 'Order Placed' }
  | { kind: 'cancel'; question: 'Cancelled' }
  | { kind: 'undo'; question: 'undo delivered' | undefined }
)

type Seen = {
  /** The shown status: the order's, or that of a step that is being sent. */
  status: OrderStatus
  /** The current time in milliseconds. */
  now: number
  /** Whether the seller's role may move orders to a status, and so also undo the step to it. */
  mayTakeStepTo: (status: OrderStatus) => boolean
  /** Whether it may confirm payments. */
  mayConfirm: boolean
}

/** Returns the buttons of an order's next steps and of undoing the last one, in their order on its card. */
export function orderButtons(order: SellerOrder, { status, now, mayTakeStepTo, mayConfirm }: Seen): OrderButton[] {
  const buttons: OrderButton[] = []
  const next = usualStep(status)
  if (next && mayTakeStepTo(next.to)) {
    const question = needsConfirmation(next.to, order) ? next.to : undefined
    buttons.push({ kind: 'next', to: next.to, question, text: next.label(), variant: 'primary' })
  }
  if (mayConfirm && status === 'Awaiting payment' && order.paymentType === 'PromptPay')
    buttons.push({ kind: 'receive', question: 'Order Placed', text: m.slips_received(), variant: 'primary' })
  if (maySellerCancel(status, { slipWaits: order.slip === 'waiting' }) && mayTakeStepTo('Cancelled'))
    buttons.push({ kind: 'cancel', question: 'Cancelled', text: m.sellerOrders_step_cancel(), variant: 'ghost' })
  // While a step is being sent, the order's own is the one before.
  const last = status === order.status ? undoableStep(order, now, hasGoods(order)) : undefined
  if (last && mayTakeStepTo(last))
    buttons.push(
      last === 'Delivered'
        ? { kind: 'undo', question: 'undo delivered', text: m.sellerOrders_undo_delivered(), variant: 'outline' }
        : { kind: 'undo', question: undefined, text: m.sellerOrders_undo_out_for_delivery(), variant: 'ghost' },
    )
  return buttons
}
