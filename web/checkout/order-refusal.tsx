import type { OpenWindow } from '../../contract/entities/delivery.ts'
import type { PaymentType } from '../../contract/entities/payment.ts'
import type { RefusalCode } from '../../contract/messages/refusals.ts'
import { removeLine, setQuantities } from '../cart/cart.ts'
import type { CartLine } from '../cart/cart-lines.ts'
import { choosePayment, chooseWindow } from '../cart/checkout-choice.ts'
import { formatWindow } from '../messages/format-window.ts'
import { m } from '../messages/messages.ts'
import { productName } from '../product/product-name.ts'
import { ButtonLink } from '../ui/button.tsx'
import { RefusalMessage } from '../ui/refusal-message.tsx'
import { toast } from '../ui/toast.ts'
import type { NotPlaced } from './ordering-state.ts'
import { isAboutCode, setPromotionCode } from './promotion-code.ts'

/*
 * Messages for a refused order, with what the shopper can do.
 */

/** Refusals after which the cart and its promotions have to be read again. */
export const cartRefusals: ReadonlySet<NotPlaced['code']> = new Set<NotPlaced['code']>([
  'amount_changed',
  'product_gone',
  'product_unavailable',
  'product_unknown',
  'stock_short',
  'coupon_unknown',
  'coupon_not_begun',
  'coupon_ended',
  'coupon_used_up',
  'coupon_used_by_you',
  'coupon_first_order',
  'coupon_minimum',
  'coupon_pieces',
  'coupon_not_these',
  'coupon_no_effect',
  'below_minimum',
  'not_delivered',
  'window_full',
  'window_closed',
  'asap_closed',
  'too_many_asap',
  'choose_delivery',
  'delivery_full',
])

/** Refusals that another delivery window solves. */
export const windowRefusals: ReadonlySet<NotPlaced['code']> = new Set<NotPlaced['code']>([
  'window_full',
  'window_closed',
  'asap_closed',
  'too_many_asap',
  'choose_delivery',
  'delivery_full',
])

/** Refusals that another address may solve. */
export const addressRefusals: ReadonlySet<NotPlaced['code']> = new Set<NotPlaced['code']>([
  'below_minimum',
  'not_delivered',
])

/** Returns whether the reason of a refusal is gone, as far as the cart shows it. */
export function isSolved(
  code: RefusalCode | 'offline' | undefined,
  user: { isAccountVerified: boolean } | null,
  hasAddress: boolean,
  payment: PaymentType,
) {
  if (code === 'payment_unavailable' || code === 'too_many_lapsed' || code === 'nothing_to_pay')
    return payment === 'COD'
  if (code === 'online_too_little') return payment !== 'Online'
  if (code === 'promptpay_unavailable' || code === 'promptpay_too_much') return payment !== 'PromptPay'
  if (code === 'not_signed_in') return user !== null
  if (code === 'email_unverified') return user === null || user.isAccountVerified
  return code === 'address_missing' && hasAddress
}

type RefusalNoteProps = {
  refusal: NotPlaced
  lines: readonly CartLine[]
  /** Runs a solution; the button that was pressed for it disappears with the message. */
  solve: (solution: () => void) => void
}

/** Says why nothing was ordered, names what changed, and offers a solution. */
export function RefusalNote({ refusal: { code, message, windows }, lines, solve }: RefusalNoteProps) {
  const isAboutLines = cartRefusals.has(code)
  const short = isAboutLines ? lines.filter(({ available, quantity }) => available < quantity) : []
  const dearer = isAboutLines ? lines.filter(({ was }) => was !== undefined) : []
  const changed = [...new Set([...short, ...dearer])].map(({ product }) => productName(product))
  return (
    <div
      role="alert"
      className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-tile bg-tomato-soft px-4 py-2 text-tomato"
    >
      <div className="min-w-0 py-1.5 font-medium">
        <p>
          <RefusalMessage>{message}</RefusalMessage>
        </p>
        {windowRefusals.has(code) && <p className="text-ink text-sm">{m.checkout_cart_stays()}</p>}
        {changed.length > 1 && <p className="text-ink text-sm">{m.checkout_changed({ names: changed.join(', ') })}</p>}
      </div>
      {windows && windows.length > 0 ? (
        <OtherWindows windows={windows} solve={solve} />
      ) : (
        <Remedy code={code} short={short} solve={solve} />
      )}
    </div>
  )
}

const remedyClasses = 'inline-flex min-h-11 items-center font-semibold text-ink underline underline-offset-4'

type OtherWindowsProps = { windows: readonly OpenWindow[]; solve: (solution: () => void) => void }

/** The next delivery windows with capacity left. */
function OtherWindows({ windows, solve }: OtherWindowsProps) {
  return (
    <ul className="grid w-full">
      {windows.map((each) => (
        <li key={each.id}>
          <button type="button" onClick={() => solve(() => chooseWindow(each.id))} className={remedyClasses}>
            {m.windows_instead({ time: formatWindow(each) })}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Refusals because of earlier orders. */
const ofEarlierOrders = new Set<NotPlaced['code']>([
  'too_many_unpaid',
  'too_many_windows',
  'too_many_asap',
  'order_was_cancelled',
  'order_not_payable',
  'order_not_cancellable',
  'replaced_order_paid',
  'order_replaced',
  'order_being_paid',
])

/** Refusals of a way to pay. */
const inCash = new Set<NotPlaced['code']>([
  'payment_unavailable',
  'online_too_little',
  'promptpay_unavailable',
  'promptpay_too_much',
  'nothing_to_pay',
])

type RemedyProps = { code: NotPlaced['code']; short: readonly CartLine[]; solve: (solution: () => void) => void }

function Remedy({ code, short, solve }: RemedyProps) {
  if (code && inCash.has(code))
    return (
      <button type="button" onClick={() => solve(() => choosePayment('COD'))} className={remedyClasses}>
        {m.checkout_pay_in_cash()}
      </button>
    )
  if (code && ofEarlierOrders.has(code))
    return (
      <ButtonLink variant="ghost" to="/my-orders">
        {m.orders_title()}
      </ButtonLink>
    )
  if (isAboutCode(code))
    return (
      <button type="button" onClick={() => solve(() => setPromotionCode(undefined))} className={remedyClasses}>
        {m.checkout_without_code()}
      </button>
    )
  const [first] = short
  if (!first) return null
  const { product, available } = first
  const less = () => {
    if (short.length === 1 && available === 0) return removeLine(product._id)
    setQuantities(Object.fromEntries(short.map((line) => [line.product._id, line.available])))
    if (short.length > 1) toast.success(m.checkout_kept_the_rest())
  }
  return (
    <button type="button" onClick={() => solve(less)} className={remedyClasses}>
      {short.length > 1
        ? m.checkout_keep_the_rest()
        : available > 0
          ? m.cart_set_to({ left: available })
          : m.cart_fix_remove()}
    </button>
  )
}
