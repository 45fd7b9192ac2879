import { type RawBuilder, sql } from 'kysely'
import {
  isFinal,
  isUnconfirmed,
  type OrderStatus,
  openStatuses,
  orderStatuses,
} from '../../contract/orders/order-status.ts'

/** Written out, as the conditions of the partial indexes are: with parameters they couldn't be used. */
const statusIsOneOf = (statuses: readonly OrderStatus[]) =>
  sql<boolean>`status in (${sql.join(statuses.map((each) => sql.lit(each)))})`

/** The condition that an order is open. */
export const statusIsOpen = statusIsOneOf(openStatuses)

/** The condition that an order is a sale: paid, and not cancelled. */
export const isSale = sql<boolean>`is_paid and status <> 'Cancelled'`

/** The condition that the shop hasn't confirmed an order yet. */
export const statusIsUnconfirmed = statusIsOneOf(orderStatuses.filter(isUnconfirmed))

/** The condition that an order's status is final. An order that awaits its payment is neither open nor final. */
export const statusIsFinal = statusIsOneOf(orderStatuses.filter(isFinal))

/**
 * The condition that an order was delivered. That it isn't cancelled is repeated as in the condition of the partial
 * index, so that this is used.
 */
export const statusIsDelivered = sql<boolean>`status <> 'Cancelled' and status = 'Delivered'`

/** The condition that a shopper has received an order. */
export const hasReceived = (shopperId: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from shop_order where shopper_id = ${shopperId} and status = 'Delivered')`
