import type { CartItems } from '../../../contract/entities/user.ts'
import type { placingRefusals } from '../../../contract/messages/placing-refusals.ts'
import type { RefusalCode } from '../../../contract/messages/refusals.ts'
import type { PaymentType } from '../../../contract/payments/payment-methods.ts'
import { countOf, quantityOf, sameCart } from '../../cart/cart-items.ts'
import type { NotPlaced } from './ordering-state.ts'
import { isAboutCode } from './promotion-code.ts'

/*
 * What follows after a refused order, by the refusal's code.
 */

/** What the shopper has chosen, as far as it may solve a refusal. */
export type ShopperChoices = {
  user: { isAccountVerified: boolean } | null
  addressId: string | undefined
  windowId: string | undefined
  /** The end of the chosen window, or the promised time. */
  promisedAt: string | undefined
  payment: PaymentType
}

type AfterRefusal = {
  /**
   * What has to be read again: the cart with its promotions, the shop, too, if its tax or delivery times may have
   * changed, or the address.
   */
  reads?: 'cart' | 'shop and cart' | 'address'
  /**
   * The offered solution. If there is none, a cart with fewer pieces is offered, for lines with too little in stock.
   */
  remedy?: 'pay in cash' | 'see orders' | 'without code'
  /** Another window, another address, or a choice for which the function returns true. */
  solvedBy?: 'window' | 'address' | ((chosen: ShopperChoices) => boolean)
}

const inCash = ({ payment }: ShopperChoices) => payment === 'COD'
const notOnline = ({ payment }: ShopperChoices) => payment !== 'Online'
const notByPromptPay = ({ payment }: ShopperChoices) => payment !== 'PromptPay'

/** The refusals of placing and paying an order that aren't of the promotion's code (`isAboutCode`). */
type PlacingCode = Exclude<keyof typeof placingRefusals, `coupon_${string}`>

/** Empty for those after which the shopper can do nothing here but to try again. */
const afterRefusals: Record<PlacingCode, AfterRefusal> = {
  not_signed_in: { solvedBy: ({ user }) => user !== null },
  email_unverified: { solvedBy: ({ user }) => user === null || user.isAccountVerified },
  address_missing: { solvedBy: ({ addressId }) => addressId !== undefined },
  cart_empty: {},
  idempotency_key_reused: {},

  address_changed: { reads: 'address', solvedBy: 'address' },

  amount_changed: { reads: 'shop and cart' },
  product_gone: { reads: 'cart' },
  product_unavailable: { reads: 'cart' },
  stock_short: { reads: 'cart' },

  below_minimum: { reads: 'cart', solvedBy: 'address' },
  not_delivered: { reads: 'cart', solvedBy: 'address' },
  window_full: { reads: 'cart', solvedBy: 'window' },
  window_closed: { reads: 'cart', solvedBy: 'window' },
  asap_later: { reads: 'cart' },
  asap_closed: { reads: 'cart', solvedBy: 'window' },
  too_many_asap: { reads: 'cart', solvedBy: 'window', remedy: 'see orders' },
  choose_delivery: { reads: 'shop and cart', solvedBy: 'window' },
  delivery_full: { reads: 'cart', solvedBy: 'window' },

  payment_unavailable: { remedy: 'pay in cash', solvedBy: inCash },
  nothing_to_pay: { remedy: 'pay in cash', solvedBy: inCash },
  too_many_lapsed: { solvedBy: inCash },
  online_too_little: { remedy: 'pay in cash', solvedBy: notOnline },
  promptpay_unavailable: { remedy: 'pay in cash', solvedBy: notByPromptPay },
  promptpay_too_much: { remedy: 'pay in cash', solvedBy: notByPromptPay },

  too_many_unpaid: { remedy: 'see orders' },
  too_many_windows: { remedy: 'see orders' },
  order_was_cancelled: { remedy: 'see orders' },
  order_not_payable: { remedy: 'see orders' },
  order_not_cancellable: { remedy: 'see orders' },
  replaced_order_paid: { remedy: 'see orders' },
  order_replaced: { remedy: 'see orders' },
  order_being_paid: { remedy: 'see orders' },
  payment_processing: { remedy: 'see orders' },
  order_duplicate: { remedy: 'see orders' },
  // A new order is placed then.
  order_unknown: {},
}

/** Returns what follows after a refused order. */
export function afterRefusal(code: NotPlaced['code']): AfterRefusal {
  if (code === undefined || code === 'offline') return {}
  if (isAboutCode(code)) return { reads: 'cart', remedy: 'without code' }
  const known: Partial<Record<RefusalCode, AfterRefusal>> = afterRefusals
  return known[code] ?? {}
}

type Refused = Pick<NotPlaced, 'code' | 'request'>

/** A cart, its code that counts, and the code that was entered, whether it counts or not. */
type OrderedCart = { items: CartItems; code: string | undefined; enteredCode: string | undefined }

/** Returns whether a refusal no longer concerns the cart: it has changed, or the reason is solved. */
export function isOver(refused: Refused, { items, code, enteredCode }: OrderedCart, chosen: ShopperChoices): boolean {
  return (
    !isRefusedCart(refused, items) ||
    // The refusal of a code stays until another code is entered or it is removed, though it no longer counts in the
    // sum.
    refused.request.code !== (isAboutCode(refused.code) ? enteredCode : code) ||
    isSolved(refused, chosen)
  )
}

/** Returns whether a cart is the refused one; what is no longer sold leaves it by itself. */
function isRefusedCart({ code, request }: Refused, items: CartItems): boolean {
  if (code !== 'product_gone' || countOf(items) === 0) return sameCart(request.items, items)
  return Object.entries(items).every(([id, quantity]) => quantityOf(request.items, id) === quantity)
}

/** Returns whether the reason of a refusal is gone, as far as the cart shows it. */
export function isSolved({ code, request }: Refused, chosen: ShopperChoices): boolean {
  const { solvedBy } = afterRefusal(code)
  if (solvedBy === 'window') {
    if (chosen.windowId === undefined) return false
    // The shop promises a time again.
    const isOther = code === 'asap_closed' && chosen.promisedAt !== request.promisedAt
    return isOther || chosen.windowId !== request.window
  }
  if (solvedBy === 'address') return chosen.addressId !== request.address
  return solvedBy?.(chosen) === true
}
