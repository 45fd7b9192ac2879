import { type RawBuilder, sql } from 'kysely'
import { isFinal, isUnconfirmed, openStatuses, orderStatuses } from '../../contract/orders/order-status.ts'

/**
 * The condition that an order is open. Written out, as the conditions of the partial indexes are: with parameters they
 * couldn't be used.
 */
export const statusIsOpen = sql<boolean>`status in (${sql.join(openStatuses.map((each) => sql.lit(each)))})`

/** The condition that an order is a sale: paid, and not cancelled. */
export const isSale = sql<boolean>`is_paid and status <> 'Cancelled'`

/** The condition that the shop hasn't confirmed an order yet. */
export const statusIsUnconfirmed = sql<boolean>`status in (${sql.join(orderStatuses.filter(isUnconfirmed).map((each) => sql.lit(each)))})`

/** The condition that an order's status is final. An order that awaits its payment is neither open nor final. */
export const statusIsFinal = sql<boolean>`status in (${sql.join(orderStatuses.filter(isFinal).map((each) => sql.lit(each)))})`

/**
 * The condition that an order was delivered. That it isn't cancelled is repeated as in the condition of the partial
 * index, so that this is used.
 */
export const statusIsDelivered = sql<boolean>`status <> 'Cancelled' and status = 'Delivered'`

/** The condition that a shopper has received an order. */
export const hasReceived = (shopperId: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from shop_order where shopper_id = ${shopperId} and status = 'Delivered')`
