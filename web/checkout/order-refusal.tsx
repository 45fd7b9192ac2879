import { Link } from 'react-router'
import type { PaymentType } from '../../contract/entities.ts'
import type { RefusalCode } from '../../contract/refusals.ts'
import type { CartLine } from '../cart/cart-lines.ts'
import { removeLine, setQuantity } from '../cart/cart-store.ts'
import { m } from '../messages/messages.ts'
import { openLogin } from '../session/session.ts'
import { choosePayment } from './checkout-choice.ts'

/*
 * Why an order was refused, and what helps.
 */

/** Refusals after which the cart has to look again at what it shows. */
export const pricesOrStock: ReadonlySet<RefusalCode | undefined> = new Set([
  'amount_changed',
  'product_unavailable',
  'product_unknown',
  'stock_short',
])

/** Whether what stood in the way of the order doesn't any more, as far as the cart can see. */
export function isSolved(
  code: RefusalCode | undefined,
  user: { isAccountVerified: boolean } | null,
  hasAddress: boolean,
  payment: PaymentType,
) {
  if (code === 'payment_unavailable') return payment === 'COD'
  if (code === 'not_signed_in') return user !== null
  if (code === 'email_unverified') return user === null || user.isAccountVerified
  return code === 'address_missing' && hasAddress
}

const remedyClasses = 'inline-flex min-h-11 items-center font-semibold text-ink underline underline-offset-4'

type RemedyProps = {
  code: RefusalCode | undefined
  short: CartLine | undefined
  onVerify: () => void
  solve: (solution: () => void) => void
}

/** What solves a refusal, and leaves or brings the shopper back in the cart. */
export function Remedy({ code, short, onVerify, solve }: RemedyProps) {
  if (code === 'not_signed_in')
    return (
      <Link
        to="/login?next=cart"
        onClick={(event) => {
          event.preventDefault()
          openLogin('/cart')
        }}
        className={remedyClasses}
      >
        {m.cart_fix_login()}
      </Link>
    )
  if (code === 'email_unverified')
    return (
      <button type="button" onClick={onVerify} className={remedyClasses}>
        {m.cart_fix_verify()}
      </button>
    )
  if (code === 'payment_unavailable')
    return (
      <button type="button" onClick={() => solve(() => choosePayment('COD'))} className={remedyClasses}>
        {m.checkout_pay_in_cash()}
      </button>
    )
  if (short) {
    const { product, available } = short
    const less = () => (available > 0 ? setQuantity(product._id, available) : removeLine(product._id))
    return (
      <button type="button" onClick={() => solve(less)} className={remedyClasses}>
        {available > 0 ? m.cart_set_to({ left: available }) : m.cart_fix_remove()}
      </button>
    )
  }
  if (code === 'address_missing')
    return (
      <Link to="/add-address" className={remedyClasses}>
        {m.cart_fix_address()}
      </Link>
    )
  return null
}
