import type { OrderStatus } from '../../contract/orders/order-status.ts'
import { cashToCollect } from '../../contract/pricing/cash-coins.ts'

type OrderAtDoor = { status: OrderStatus; balanceCents: number; coinCents: number }

/**
 * Returns what is to be collected of an order at the door, in cents; undefined while it awaits its payment, as that
 * isn't made at the door.
 */
export function cashAtDoor(order: OrderAtDoor): number | undefined {
  return order.status === 'Awaiting payment' ? undefined : cashToCollect(order)
}
