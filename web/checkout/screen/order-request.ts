import type { Address } from '../../../contract/entities/address.ts'
import type { OpenWindow } from '../../../contract/entities/delivery.ts'
import type { Complete } from '../../../contract/entities/fields.ts'
import type { Order } from '../../../contract/entities/order.ts'
import type { CartItems } from '../../../contract/entities/user.ts'
import type { PaymentType } from '../../../contract/payments/payment-methods.ts'
import type { Totals } from '../../../contract/pricing/pricing.ts'
import type { CartLine } from '../../cart/cart-lines.ts'
import type { EnteredFields, OrderRequest } from '../placing/sent-order.ts'

/** What an order has besides its shopper, cart and address. */
export type OrderInput = {
  /** Undefined while prices aren't certain: then no order is placed. */
  totals: Totals | undefined
  /** `code`: a promotion's that counts for this cart. */
  entered: Complete<EnteredFields>
  /** The chosen delivery window. */
  deliveryWindow: OpenWindow | undefined
  /** Whether the cart shows delivery times. */
  hasTimes: boolean
  /** Whether the shop has delivery windows with capacity left, and none is chosen. */
  needsWindow: boolean
  /** An unpaid order. */
  unpaid: Order | undefined
  /** The lines, if all of them are sold out. */
  soldOut: readonly CartLine[] | undefined
}

type OrderParts = Pick<OrderInput, 'deliveryWindow' | 'hasTimes'> &
  EnteredFields & {
    userId: string
    items: CartItems
    to: Pick<Address, '_id' | 'version'>
    payment: PaymentType
    /** The total on the button, in cents. */
    total: number
  }

/** Returns the order of a cart for an address. */
export const orderRequest = ({ to, deliveryWindow, hasTimes, ...order }: OrderParts): OrderRequest => ({
  ...order,
  address: to._id,
  addressVersion: to.version,
  window: deliveryWindow?.id ?? (hasTimes ? undefined : 'none'),
  promisedAt: deliveryWindow?.to,
})
