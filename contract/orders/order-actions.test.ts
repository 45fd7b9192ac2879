import { expect, test } from 'vitest'
import {
  type DeliveredOrder,
  mayCorrectAddress,
  maySellerCancel,
  mayShopperCancel,
  mayShopperMoveWindow,
  mayTakeOff,
  mayUndoDelivery,
} from './order-actions.ts'
import type { OrderStatus } from './order-status.ts'

type Row = {
  shopperCancels: boolean
  shopperMoves: boolean
  sellerCancels: boolean
  correctsAddress: boolean
  takesOff: boolean
}
const none = {
  shopperCancels: false,
  shopperMoves: false,
  sellerCancels: false,
  correctsAddress: false,
  takesOff: false,
}
const bySeller = { ...none, sellerCancels: true, correctsAddress: true, takesOff: true }
const allowed: Record<OrderStatus, Row> = {
  'Awaiting payment': { ...none, shopperCancels: true, shopperMoves: true, sellerCancels: true },
  'Order Placed': { ...bySeller, shopperCancels: true, shopperMoves: true },
  Confirmed: { ...bySeller, shopperMoves: true },
  Packing: bySeller,
  'Out for delivery': bySeller,
  Delivered: { ...none, takesOff: true },
  Cancelled: none,
}

test.each(Object.entries(allowed) as [OrderStatus, Row][])('what may be done with an order: %s', (status, row) => {
  expect({
    shopperCancels: mayShopperCancel(status),
    shopperMoves: mayShopperMoveWindow(status, { cameBack: false }),
    sellerCancels: maySellerCancel(status, { slipWaits: false }),
    correctsAddress: mayCorrectAddress(status),
    takesOff: mayTakeOff(status, { cost: 1 }),
  }).toEqual(row)
  expect(mayShopperMoveWindow(status, { cameBack: true })).toBe(row.shopperMoves || status === 'Packing')
  expect(maySellerCancel(status, { slipWaits: true })).toBe(row.sellerCancels && status !== 'Awaiting payment')
  expect(mayTakeOff(status, { cost: 0 })).toBe(false)
})

const delivered = { amount: 400, cost: 400, paidOut: 0, hasGoods: true, wasCancelled: false }
test.each<[string, Partial<DeliveredOrder>, boolean]>([
  ['', {}, true],
  [' that was free', { amount: 0, cost: 0 }, true],
  [' of whose price a part was taken off', { cost: 308 }, true],
  [' of which a part was paid out', { cost: 308, paidOut: 92 }, false],
  [' of which a part was paid out, though its price is the same', { paidOut: 92 }, false],
  [' that costs nothing any more', { cost: 0 }, false],
  [' of whose price only the delivery fee is left', { cost: 40, hasGoods: false }, false],
  [' that was cancelled until then', { wasCancelled: true }, true],
  [
    ' that was cancelled until then, and paid out',
    { cost: 0, paidOut: 400, hasGoods: false, wasCancelled: true },
    true,
  ],
])('whether a delivery of an order%s can be undone', (_, changes, may) => {
  expect(mayUndoDelivery({ ...delivered, ...changes })).toBe(may)
})
