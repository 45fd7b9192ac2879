import { isFinal, type OrderStatus } from '../../../contract/orders/order-status.ts'
import { meaningOf, type PaymentState } from '../../domain/payment-states.ts'
import type { PaymentEvent } from '../../payments/gateway.ts'

/**
 * What the shop does after an event.
 * - `place`: marks the order as paid and places it.
 * - `wait`: records that the payment is being processed. The order goes on waiting, and can't be paid again.
 * - `cancel`: cancels the order and returns its stock, because the payment failed or expired.
 * - `refund late payment`: refunds a payment that arrived after the order was cancelled.
 * - `refund extra payment`: refunds a further payment of an order that was paid already.
 * - `refunded`: records a refund, and cancels the order if it still can be cancelled.
 * - `refunded in part`: records a partial refund, without cancelling the order.
 * - `refund needs action`, `refund continues`: records that a refund needs the shopper's action, or no longer.
 * - `refund failed`: records that a refund failed: the shop has the money again, and a seller has to refund it by hand.
 * - `nothing`: the event is known already or has no effect.
 */
export type Reaction =
  | 'place'
  | 'wait'
  | 'cancel'
  | 'refund late payment'
  | 'refund extra payment'
  | 'refunded'
  | 'refunded in part'
  | 'refund needs action'
  | 'refund continues'
  | 'refund failed'
  | 'nothing'

/**
 * Returns what to do after an event. Depends on the states of the payment and the order only, so that events may arrive
 * in any order and any number of times: an order is paid once, and no cancelled order keeps money. `money` is `other`
 * if the event is about another payment than the one that the order is known to have.
 */
export function decideReaction(
  kind: PaymentEvent['kind'],
  payment: PaymentState,
  order: OrderStatus,
  money: 'its own' | 'other' = 'its own',
): Reaction {
  const { isPending, isMoneyKnown, refund } = meaningOf(payment)
  switch (kind) {
    case 'paid':
      if (isMoneyKnown) return money === 'other' ? 'refund extra payment' : 'nothing'
      return order === 'Awaiting payment' ? 'place' : 'refund late payment'
    case 'processing':
      return isPending && order === 'Awaiting payment' ? 'wait' : 'nothing'
    case 'failed':
    case 'expired':
      return !isMoneyKnown && order === 'Awaiting payment' ? 'cancel' : 'nothing'
    case 'refunded':
    case 'refunded in part':
      return refund === 'done' || money === 'other' ? 'nothing' : kind
    case 'refund needs action':
    case 'refund continues':
    case 'refund failed':
      return isMoneyKnown && money === 'its own' ? kind : 'nothing'
    case 'other':
      return 'nothing'
  }
}

/** Returns whether a refund cancels an order of this status. Delivered orders stay delivered. */
export const endsWithRefund = (order: OrderStatus): boolean => !isFinal(order)
