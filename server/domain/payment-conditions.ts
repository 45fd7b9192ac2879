import { type RawBuilder, sql } from 'kysely'
import { meaningOf, type PaymentState, paymentStates } from './payment-states.ts'

/*
 * The conditions of payments' states, and these as values, in SQL.
 */

/** A state as a value. Written out, as in the conditions of partial indexes. */
export const stateValue = (state: PaymentState): RawBuilder<PaymentState> => sql.lit(state)

/** The condition that a payment is in one of these states. */
export const paymentIs = (...states: readonly PaymentState[]): RawBuilder<boolean> =>
  sql<boolean>`payment.state in (${sql.join(states.map(stateValue))})`

/** The condition that a payment can still be paid. */
export const paymentIsPending = paymentIs(...paymentStates.filter((state) => meaningOf(state).isPending))

/** The condition that the gateway has yet to refund a whole payment. */
export const refundIsDue = paymentIs(...paymentStates.filter((state) => meaningOf(state).refund === 'due'))

/** The condition that a refund failed that the shop won't repeat by itself. */
export const refundHasFailed = sql<boolean>`(payment.refund_failed_at is not null and not ${refundIsDue})`

/** The condition that the gateway has yet to refund an order, which is joined with its payment, or a part of it. */
export const gatewayIsRefunding = sql<boolean>`(coalesce(${refundIsDue}, false)
  or exists (select from refund where order_id = shop_order.id and gateway_due))`
