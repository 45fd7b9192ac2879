/** The states of an order, as they stand on the wire. */
export const orderStatuses = [
  'Awaiting payment',
  'Order Placed',
  'Confirmed',
  'Packing',
  'Out for delivery',
  'Delivered',
  'Cancelled',
] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** Which state may follow which. Delivered and Cancelled are ends. */
export const nextStatuses: Record<OrderStatus, readonly OrderStatus[]> = {
  'Awaiting payment': ['Order Placed', 'Cancelled'],
  'Order Placed': ['Confirmed', 'Cancelled'],
  Confirmed: ['Packing', 'Cancelled'],
  Packing: ['Out for delivery', 'Cancelled'],
  'Out for delivery': ['Delivered', 'Cancelled'],
  Delivered: [],
  Cancelled: [],
}

export function mayFollow(from: OrderStatus, to: OrderStatus): boolean {
  return nextStatuses[from].includes(to)
}
