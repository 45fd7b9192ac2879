import type { Language } from './shop.ts'

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

/** The states in words; English is what stands on the wire. */
export const statusNames: Record<OrderStatus, Readonly<Record<Language, string>>> = {
  'Awaiting payment': { en: 'Awaiting payment', th: 'รอชำระเงิน' },
  'Order Placed': { en: 'Order Placed', th: 'รับคำสั่งซื้อแล้ว' },
  Confirmed: { en: 'Confirmed', th: 'ร้านยืนยันแล้ว' },
  Packing: { en: 'Packing', th: 'กำลังเตรียมสินค้า' },
  'Out for delivery': { en: 'Out for delivery', th: 'กำลังจัดส่ง' },
  Delivered: { en: 'Delivered', th: 'จัดส่งสำเร็จ' },
  Cancelled: { en: 'Cancelled', th: 'ยกเลิกแล้ว' },
}

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

/** Whether an order may go from one state straight to the other. */
export function mayFollow(from: OrderStatus, to: OrderStatus): boolean {
  return nextStatuses[from].includes(to)
}

/** Who took a step that the shopper took. A seller's e-mail address is never this word, whatever shoppers call themselves. */
export const byShopper = 'shopper'
