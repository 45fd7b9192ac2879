import type { Texts } from '../values/fill-text.ts'

/** The statuses of an order, spelled as on the wire. */
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

/** The statuses' names for people; the English ones are those of the wire. */
export const statusNames: Record<OrderStatus, Texts> = {
  'Awaiting payment': { en: 'Awaiting payment', th: 'รอชำระเงิน' },
  'Order Placed': { en: 'Order Placed', th: 'รับคำสั่งซื้อแล้ว' },
  Confirmed: { en: 'Confirmed', th: 'ร้านยืนยันแล้ว' },
  Packing: { en: 'Packing', th: 'กำลังเตรียมสินค้า' },
  'Out for delivery': { en: 'Out for delivery', th: 'กำลังจัดส่ง' },
  Delivered: { en: 'Delivered', th: 'จัดส่งสำเร็จ' },
  Cancelled: { en: 'Cancelled', th: 'ยกเลิกแล้ว' },
}

/** The statuses that may follow each status. */
export const nextStatuses: Record<OrderStatus, readonly OrderStatus[]> = {
  'Awaiting payment': ['Order Placed', 'Cancelled'],
  'Order Placed': ['Confirmed', 'Cancelled'],
  Confirmed: ['Packing', 'Cancelled'],
  Packing: ['Out for delivery', 'Cancelled'],
  'Out for delivery': ['Delivered', 'Cancelled'],
  Delivered: [],
  Cancelled: [],
}

/** Returns whether an order may go directly from one status to the other. */
export function mayFollow(from: OrderStatus, to: OrderStatus): boolean {
  return nextStatuses[from].includes(to)
}

/** Returns whether a status is final: the order is delivered or cancelled. */
export const isFinal = (status: OrderStatus): boolean => nextStatuses[status].length === 0

/** Returns whether a status comes before the shop's confirmation. */
export const isUnconfirmed = (status: OrderStatus): boolean =>
  status === 'Awaiting payment' || status === 'Order Placed'

/** Returns the status that comes next unless the order is cancelled, or undefined if the status is final. */
export function nextStatus(from: OrderStatus): OrderStatus | undefined {
  return nextStatuses[from].find((to) => to !== 'Cancelled')
}

/** The status before each status that sellers can undo. */
export const statusBefore = {
  Confirmed: 'Order Placed',
  Packing: 'Confirmed',
  'Out for delivery': 'Packing',
  Delivered: 'Out for delivery',
} as const satisfies Partial<Record<OrderStatus, OrderStatus>>
export type UndoableStatus = keyof typeof statusBefore

/** The statuses that sellers can undo, in order. */
export const undoableStatuses = Object.keys(statusBefore) as UndoableStatus[]

/** Returns whether a seller can undo a status: the order has the one before again. */
export const isUndoable = (status: OrderStatus): status is UndoableStatus => Object.hasOwn(statusBefore, status)

export type OpenStatus = Exclude<OrderStatus, 'Awaiting payment' | 'Delivered' | 'Cancelled'>

/** Returns whether sellers still have to work on an order of a status. */
export const isOpenStatus = (status: OrderStatus): status is OpenStatus =>
  status !== 'Awaiting payment' && !isFinal(status)

/** The statuses of orders that sellers still have to work on, in order. */
export const openStatuses = orderStatuses.filter(isOpenStatus)

/** The `by` of a shopper's step. It can't be a seller's, which is an e-mail address. */
export const byShopper = 'shopper'
/** The `by` of the step that cancels an unpaid order because another order of the shopper has its goods. */
export const byOtherOrder = 'other order'
/** The `by` of a step that the owner's rule for unconfirmed orders has taken. */
export const byRule = 'rule'
