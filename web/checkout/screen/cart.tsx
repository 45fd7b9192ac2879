import { type RefObject, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { Link, type MetaFunction, useNavigate, useSearchParams } from 'react-router'
import type { Address } from '../../../contract/entities/address.ts'
import type { Order } from '../../../contract/entities/order.ts'
import { paymentReturnOf } from '../../../contract/payments/payment-return.ts'
import { type Totals, totalsOf } from '../../../contract/pricing/pricing.ts'
import { discountsOf } from '../../../contract/pricing/promotions.ts'
import { centsOf } from '../../../contract/values/money.ts'
import { useCart } from '../../cart/cart.ts'
import type { CartLine } from '../../cart/cart-lines.ts'
import { chooseWindow, useCheckoutChoice } from '../../cart/checkout-choice.ts'
import { feeWith, useDeliveryOptions } from '../../cart/delivery-options.ts'
import { useCartLines } from '../../cart/use-cart-lines.ts'
import { useSession } from '../../client/session.ts'
import { m } from '../../messages/messages.ts'
import { personalMeta } from '../../page/personal-meta.ts'
import { Unanswered } from '../../page/unanswered.tsx'
import emptyPicture from '../../pictures/category-vegetables.webp'
import { taxToday } from '../../product/tax-today.ts'
import { shop } from '../../shop.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ArrowLeft } from '../../ui/icons.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { PaymentBanner } from '../paying/payment-banner.tsx'
import { actionForUnpaid, isBeingPaid, isReplacedBy, itemsOf } from '../paying/unpaid-order.ts'
import { usePaymentState } from '../paying/use-payment-state.ts'
import { CheckingOrder } from '../placing/checking-order.tsx'
import { endOrdering, useOrdering } from '../placing/ordering.ts'
import { setPromotionCode } from '../placing/promotion-code.ts'
import { windowsOf } from '../placing/window-state.ts'
import { CartLineRow } from './cart-line-row.tsx'
import { CheckoutSummary } from './checkout-summary.tsx'
import { usePayment } from './payment-choice.tsx'
import { promotionOfLine } from './promotion-of-line.ts'
import { useLineFocus } from './use-line-focus.ts'
import { type CartPromotions, usePromotions } from './use-promotions.ts'
import { useShopperAddresses } from './use-shopper-addresses.ts'
import { VisitorItems } from './visitor-items.tsx'

export const meta: MetaFunction = (page) => personalMeta(m.cart_title(), '/cart', page)

export default function CartScreen() {
  const { cart, heading, focus, isEmpty, failed, reload, ...shown } = useShownCart()
  const { unconfirmed, lines, loading, failure, payments, promotions } = shown
  // The summary starts beside the title, so that its button is visible on a low screen too.
  const columns =
    isEmpty || failed || unconfirmed
      ? ''
      : 'grid grid-cols-[minmax(0,1fr)] content-start lg:grid-cols-[minmax(0,1fr)_25rem] lg:grid-rows-[auto_1fr] lg:items-start lg:gap-x-8'

  return (
    <div className={`min-h-dvh py-6 sm:py-10 ${columns}`}>
      <div>
        <Title heading={heading} count={cart.ready ? cart.count : 0} />
        {!unconfirmed && <PaymentBanner {...payments} isReplaced={shown.isReplaced} />}
        {cart.visitorItems && !unconfirmed && <VisitorItems visitorItems={cart.visitorItems} heading={heading} />}
      </div>
      {unconfirmed ? (
        <CheckingOrder {...unconfirmed} lines={lines} />
      ) : isEmpty ? (
        <EmptyCart />
      ) : failed ? (
        <FailedCart failure={failed === 'unanswered' ? undefined : failure} reload={reload} />
      ) : (
        <>
          <CartLines
            lines={lines}
            result={promotions.result}
            missing={loading}
            failure={failure}
            reload={reload}
            focus={focus}
          />
          <CheckoutSummary
            {...shown.shopperAddresses}
            lines={lines}
            totals={shown.totals}
            promotions={promotions}
            delivery={shown.delivery}
            deliveryWindow={shown.deliveryWindow}
            payments={payments}
            onPricesChanged={() => {
              reload()
              promotions.reload()
              shown.delivery.reload()
            }}
          />
        </>
      )}
    </div>
  )
}

/** What the screen shows: the cart, or the order whose outcome isn't known yet, with all that it costs. */
function useShownCart() {
  const cart = useCart()
  const { status, user } = useSession()
  const ordering = useOrdering()
  const [search] = useSearchParams()
  const payments = usePaymentState(user?._id, paymentReturnOf(search))
  // Ordered items stay on the screen until the outcome is known.
  const unconfirmed = ordering.status === 'checking' ? ordering : undefined
  const { lines, automaticPromotions, missing, checking, failure, reload } = useCartLines(
    unconfirmed?.sent.items ?? cart.items,
    cart.ready,
    useReservedItems(payments.unpaid),
  )
  useReleasedStock(payments.unpaid?._id, reload)
  const isEmpty = cart.ready && cart.count === 0 && ordering.status !== 'placed'
  useOutcome()
  const { delivery, deliveryWindow, promotions } = useDeliveryAndPromotions({
    lines,
    automaticPromotions,
    userId: user?._id,
    replaces: isReplacedBy(cart.items, payments.unpaid) ? payments.unpaid._id : undefined,
  })
  useEmptiedChoices(isEmpty)
  const heading = useRef<HTMLHeadingElement>(null)
  const focus = useLineFocus(
    useMemo(() => lines.map(({ product }) => product._id), [lines]),
    heading,
  )
  const isUnanswered = status === 'unanswered' && !cart.ready
  const hasTotals =
    cart.ready &&
    missing === 0 &&
    !checking &&
    failure === undefined &&
    promotions.certain &&
    // Else a quick press orders what an unpaid order has already ordered.
    payments.known &&
    !((shop.hasZones || shop.hasWindows) && !delivery.data)
  const totals = hasTotals ? totalsOfLines(lines, promotions.result) : undefined
  const shopperAddresses = useShopperAddresses(!isEmpty)
  const isReplaced = useReplaces(payments.unpaid, {
    address: shopperAddresses.address,
    totals,
    window: deliveryWindow?.id,
  })
  return {
    cart,
    heading,
    focus,
    isEmpty,
    failed: isUnanswered
      ? ('unanswered' as const)
      : failure !== undefined && lines.length === 0
        ? ('unread' as const)
        : undefined,
    reload,
    unconfirmed,
    lines,
    /** Lines whose product is still being loaded. */
    loading: cart.ready ? missing : Math.max(missing, 1),
    failure,
    payments,
    promotions,
    delivery,
    deliveryWindow,
    shopperAddresses,
    totals,
    isReplaced,
  }
}

type TitleProps = {
  heading: RefObject<HTMLHeadingElement | null>
  /** The number of pieces; 0 while it isn't known. */
  count: number
}

function Title({ heading, count }: TitleProps) {
  return (
    <h1 ref={heading} tabIndex={-1} className="display-1 mb-6">
      {`${m.cart_title()} `}
      {count > 0 && (
        <span className="ml-2 font-medium text-lg text-muted tracking-normal">{m.cart_count({ count })}</span>
      )}
    </h1>
  )
}

function EmptyCart() {
  return (
    <EmptyState
      heading="h2"
      picture={emptyPicture}
      title={m.cart_empty_title()}
      action={<ButtonLink to="/products">{m.cart_empty_next()}</ButtonLink>}
    >
      <WhyEmpty />
    </EmptyState>
  )
}

/** What emptied the cart, if that wasn't seen on this screen. */
function WhyEmpty() {
  const ordering = useOrdering()
  const { emptiedElsewhere } = useCart()
  // The order whose outcome was looked up has emptied the cart, and was cancelled then.
  if (ordering.status === 'refused' && ordering.refusal.code === 'order_was_cancelled') return ordering.refusal.message
  if (!emptiedElsewhere) return m.cart_empty_text()
  return (
    <>
      {m.cart_emptied()}{' '}
      <Link to="/my-orders" className="inline-flex min-h-6 items-center underline underline-offset-4">
        {m.orders_title()}
      </Link>
    </>
  )
}

/** Instead of the lines, if the session or the products couldn't be read: then `failure` is the message. */
function FailedCart({ failure, reload }: { failure: string | undefined; reload: () => void }) {
  if (failure === undefined) return <Unanswered title={m.cart_failed()} />
  return (
    <EmptyState heading="h2" title={m.cart_failed()} action={<Button onClick={reload}>{m.ui_try_again()}</Button>}>
      {failure}
    </EmptyState>
  )
}

/** What delivery costs, the chosen window, and the promotions that count with both. */
function useDeliveryAndPromotions(cart: Omit<Parameters<typeof usePromotions>[0], 'feeFor'>) {
  const delivery = useDeliveryOptions()
  const { window: windowId } = useCheckoutChoice()
  const deliveryWindow = windowsOf(delivery.data)?.find(({ id }) => id === windowId)
  const feeFor = (goods: number) => feeWith(delivery.data, goods) + (deliveryWindow ? centsOf(deliveryWindow.fee) : 0)
  return { delivery, deliveryWindow, promotions: usePromotions({ ...cart, feeFor }) }
}

/**
 * Returns whether an order of the cart would cancel an unpaid one: the same purchase, at the same time and address,
 * continues it. False until sums and address are known.
 */
function useReplaces(
  unpaid: Order | undefined,
  { address, totals, window }: { address: Address | undefined; totals: Totals | undefined; window: string | undefined },
): boolean {
  const { items } = useCart()
  const { payment } = usePayment(totals)
  if (!address || !totals) return false
  return actionForUnpaid(unpaid, { items, address, payment, total: totals.total, window })?.act === 'replace'
}

/** Removes the promotion code and the delivery window of a cart that was emptied. */
function useEmptiedChoices(isEmpty: boolean): void {
  useEffect(() => {
    if (!isEmpty) return
    setPromotionCode(undefined)
    chooseWindow(undefined)
  }, [isEmpty])
}

/** Returns the sums of the available lines. */
const totalsOfLines = (lines: readonly CartLine[], result: CartPromotions['result']) =>
  totalsOf(
    lines
      .filter(({ available }) => available > 0)
      .map(({ unitPrice, available, product }) => ({
        offerPriceCents: unitPrice,
        quantity: available,
        taxClass: product.taxClass,
      })),
    taxToday(),
    { discounts: discountsOf(result.applied), shippingCents: result.shipping },
  )

type CartLinesProps = {
  lines: readonly CartLine[]
  result: CartPromotions['result']
  /** Lines whose product is still being loaded. */
  missing: number
  failure: string | undefined
  reload: () => void
  focus: ReturnType<typeof useLineFocus>
}

function CartLines({ lines, result, missing, failure, reload, focus }: CartLinesProps) {
  const { list, awaitLine, ...onList } = focus
  return (
    <section aria-label={m.cart_lines()}>
      {failure !== undefined && (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 rounded-tile bg-tomato-soft px-4 py-2 text-tomato">
          <p className="py-1.5 font-medium">{failure}</p>
          <Button variant="ghost" onClick={reload}>
            {m.ui_try_again()}
          </Button>
        </div>
      )}
      <ul ref={list} {...onList} className="@container grid">
        {lines.map((line) => (
          <CartLineRow
            key={line.product._id}
            line={line}
            promotion={promotionOfLine(result, line, lines)}
            onBack={awaitLine}
          />
        ))}
        {missing > 0 && <LineSkeletons count={missing} />}
      </ul>
      <p role="status" className="sr-only">
        {missing > 0 && m.cart_loading()}
      </p>
      <Link
        to="/products"
        // Invisible while loading, so that nothing moves.
        className={`mt-4 inline-flex min-h-11 items-center gap-2 font-medium text-leaf hover:underline ${missing > 0 ? 'invisible' : ''}`}
      >
        <ArrowLeft className="size-5" aria-hidden />
        {m.cart_continue()}
      </Link>
    </section>
  )
}

/**
 * Navigates after an order was placed or is to be paid, and clears its outcome when the screen is left: not before, or
 * the cart would hold the order's window once more.
 */
function useOutcome() {
  const ordering = useOrdering()
  const navigate = useNavigate()
  useEffect(() => {
    if (ordering.status === 'to pay' && ordering.url.startsWith('/')) {
      navigate(ordering.url)
    } else if (ordering.status === 'to pay') window.location.assign(ordering.url)
    if (ordering.status !== 'placed') return
    const { orderId, orderNumber, message } = ordering.order
    toast.success(message ?? m.checkout_went_through({ number: orderNumber }))
    navigate('/my-orders', { state: { placed: orderId } })
  }, [ordering, navigate])

  const leave = useEffectEvent(() => {
    const { status } = ordering
    if (status !== 'sending' && status !== 'checking') endOrdering()
  })
  useEffect(() => () => leave(), [])
}

function LineSkeletons({ count }: { count: number }) {
  return Array.from({ length: Math.min(count, 5) }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: boxes without content
    <li key={index} className="flex gap-4 border-line border-b py-4 first:pt-0 @min-[32rem]:gap-5" aria-hidden>
      <Skeleton className="size-20 rounded-tile @min-[32rem]:size-23" />
      <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] content-start gap-2">
        <Skeleton className="h-5 w-2/3" />
        <Skeleton className="h-4 w-1/4" />
        <Skeleton className="mt-2 h-11 w-36 max-w-full rounded-full" />
      </div>
    </li>
  ))
}

/** Returns the pieces that an unpaid order has reserved, unless it is probably paid. */
const useReservedItems = (unpaid: Order | undefined) =>
  useMemo(() => (unpaid && !isBeingPaid(unpaid) ? itemsOf(unpaid) : undefined), [unpaid])

/** Reads stock again once the shopper's unpaid order no longer holds some, as after its cancellation. */
function useReleasedStock(unpaidId: string | undefined, reload: () => void): void {
  const last = useRef(unpaidId)
  useEffect(() => {
    const before = last.current
    last.current = unpaidId
    if (before !== undefined && before !== unpaidId) reload()
  }, [unpaidId, reload])
}
