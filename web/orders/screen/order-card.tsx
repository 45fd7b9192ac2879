import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { failedAttemptText } from '../../../contract/delivery/failed-attempt.ts'
import type { Order } from '../../../contract/entities/order.ts'
import { mayShopperMoveWindow } from '../../../contract/orders/order-actions.ts'
import { type OrderStatus, statusNames } from '../../../contract/orders/order-status.ts'
import { refundReasonText } from '../../../contract/pricing/refund-reasons.ts'
import { telHref } from '../../../contract/values/tel-href.ts'
import { cartNow, setQuantities } from '../../cart/cart.ts'
import { storedPrices, storePrices } from '../../cart/seen-prices.ts'
import { api } from '../../client/api.ts'
import { formatMoment } from '../../messages/format-moment.ts'
import { formatDelivery } from '../../messages/format-window.ts'
import { getLocale, m } from '../../messages/messages.ts'
import { paymentTypeName } from '../../messages/payment-type-name.ts'
import { shopName } from '../../messages/shop-name.ts'
import { useLazy } from '../../page/lazy.tsx'
import { ItemList } from '../../product/item-list.tsx'
import { localizedWeight } from '../../product/localized-weight.ts'
import { sizedName } from '../../product/sized-name.ts'
import { hasPhone, shop } from '../../shop.ts'
import { shopNow } from '../../shop-clock.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Clock, Info, MapPin, Phone, Printer, RotateCcw } from '../../ui/icons.tsx'
import { formatAmount } from '../../ui/price.tsx'
import { toast } from '../../ui/toast.ts'
import { DocumentLinks } from '../documents/document-links.tsx'
import { TaxInvoice } from '../documents/tax-invoice.tsx'
import { taxInvoiceDrafts } from '../documents/tax-invoice-drafts.ts'
import { closedText } from '../facts/closed-text.ts'
import { delayText, isTimeVoid } from '../facts/delay-text.ts'
import { roundedCash } from '../facts/in-cash.ts'
import { outcomeOf, takesSlip } from '../facts/order-outcome.ts'
import { taxLabel } from '../facts/order-tax.ts'
import { outcomeText } from '../facts/outcome-text.ts'
import { restRefunded, returnedPart } from '../facts/paid-sums.ts'
import { paymentStatusLabel } from '../facts/payment-status.ts'
import { promptPayPath } from '../facts/promptpay-path.ts'
import { untimedText } from '../facts/untimed-text.ts'
import { MoveWindow } from '../windows/move-window.tsx'
import { boughtAgainText, orderedPrices, quantitiesToBuyAgain, splitBySold } from './buy-again.ts'
import { CancelOrder } from './cancel-order.tsx'
import { DeliveryAddress } from './delivery-address.tsx'
import { discountRows } from './discount-rows.tsx'
import { HandedOver } from './handed-over.tsx'
import { Timeline } from './timeline.tsx'
import { UnpaidCard } from './unpaid-card.tsx'

type OrderCardProps = {
  order: Order
  /** The status to which the order has just changed. */
  freshState: OrderStatus | undefined
  /** Called if the shown status is outdated. */
  onOutdated: () => void
  /** Prints this order alone. */
  onPrint: () => void
}

/** An order of the shopper: its status, lines, sums and actions. */
export function OrderCard({ order, freshState, onOutdated, onPrint }: OrderCardProps) {
  const headingId = `order-${order._id}`
  const awaiting = order.status === 'Awaiting payment'
  const outcome = outcomeOf(order)
  const buyAgain = useBuyAgain(order)

  return (
    <article aria-labelledby={headingId} className="rounded-card border border-line bg-surface p-5 shadow-card sm:p-6">
      <p className="mb-4 hidden font-semibold print:block">
        {shopName()}
        {hasPhone() && ` · ${shop.contact.phone}`}
      </p>
      <Heading id={headingId} order={order} />

      {awaiting && <UnpaidCard order={order} onBuyAgain={buyAgain} onOutdated={onOutdated} />}
      {outcome && (
        <p className="mt-4 flex gap-3 rounded-tile bg-sunken px-4 py-3">
          <Info className="mt-0.5 size-5 shrink-0 text-muted" aria-hidden />
          {outcomeText(outcome, order)}
        </p>
      )}
      {takesSlip(order, shopNow()) && (
        <ButtonLink
          to={promptPayPath(order._id)}
          variant="outline"
          aria-label={(order.slip === 'waiting' ? m.orders_slip_of : m.orders_slip_send_of)({ number: order.number })}
          className="mt-3 max-sm:w-full print:hidden"
        >
          {order.slip === 'waiting' ? m.orders_slip_look() : m.orders_slip_send()}
        </ButtonLink>
      )}

      <FailedAttempt order={order} />
      <DeliveryTime order={order} onMoved={onOutdated} />
      <TimeNote text={closedText(order) ?? untimedText(order)} />
      <Delay order={order} />
      <Delivery order={order} />
      <Timeline order={order} freshState={freshState} />

      <h3 className="sr-only">{m.orders_items()}</h3>
      <ItemList items={order.items} />

      <Sums order={order} />

      {order.documents && (
        <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4">
          <DocumentLinks documents={order.documents} />
          <TaxInvoice
            order={order}
            send={api.order.invoice}
            draft={taxInvoiceDrafts.of(order._id)}
            onDone={onOutdated}
          />
        </div>
      )}

      <address className="mt-4 flex gap-2 text-muted text-sm not-italic">
        <MapPin className="mt-0.5 size-4 shrink-0" aria-hidden />
        <span className="wrap-anywhere min-w-0">
          <DeliveryAddress address={order.address} />
        </span>
      </address>

      <Actions order={order} onBuyAgain={buyAgain} onOutdated={onOutdated} onPrint={onPrint} />
    </article>
  )
}

/** The number of an order, when it was placed, and its status. */
function Heading({ id, order }: { id: string; order: Order }) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      <div>
        <h2 id={id} className="font-semibold text-xl">
          {m.orders_number({ number: order.number })}
        </h2>
        <p className="text-muted">
          <time dateTime={order.createdAt}>{formatMoment(order.createdAt)}</time>
        </p>
      </div>
      {/* The title is the status as the shop sends it. */}
      <p title={order.status} className={`rounded-full px-3 py-1 font-medium text-sm ${stateClasses(order.status)}`}>
        {statusNames[order.status][getLocale()]}
      </p>
    </header>
  )
}

type ActionsProps = Pick<OrderCardProps, 'order' | 'onOutdated' | 'onPrint'> & { onBuyAgain: () => void }

/** The buttons below an order: to call the shop, print, cancel, and buy again. */
function Actions({ order, onBuyAgain, onOutdated, onPrint }: ActionsProps) {
  const awaiting = order.status === 'Awaiting payment'
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 print:hidden">
      <div className="flex flex-wrap items-center gap-x-5">
        {hasPhone() && (
          <a
            href={telHref(shop.contact.phone)}
            aria-label={m.orders_call_about({ number: order.number })}
            className="inline-flex min-h-11 items-center gap-2 text-muted underline-offset-4 hover:text-ink hover:underline"
          >
            <Phone className="size-4" aria-hidden />
            {m.orders_call()}
          </a>
        )}
        <button
          type="button"
          onClick={onPrint}
          aria-label={m.orders_print_of({ number: order.number })}
          className="inline-flex min-h-11 items-center gap-2 text-muted underline-offset-4 hover:text-ink hover:underline"
        >
          <Printer className="size-4" aria-hidden />
          {m.orders_print()}
        </button>
        {!awaiting && <CancelOrder order={order} onDone={onOutdated} />}
      </div>
      {!awaiting && (
        <Button variant="soft" onClick={onBuyAgain} aria-label={m.orders_buy_again_of({ number: order.number })}>
          <RotateCcw className="size-5" aria-hidden />
          {m.orders_buy_again()}
        </Button>
      )}
    </div>
  )
}

/** What an order costs, and what was taken off. */
function Sums({ order }: { order: Order }) {
  const rest = restRefunded(order)
  const inCash = roundedCash(order)
  const returned = returnedPart(order)
  return (
    <dl className="figures mt-4 grid gap-1 border-line border-t pt-4">
      <Row term={m.sums_goods()}>{formatAmount(order.subtotal)}</Row>
      {discountRows(Row, order.discounts)}
      <Row term={m.sums_shipping()}>
        {order.delivery?.fee ? formatAmount(order.delivery.fee) : m.sums_shipping_free()}
      </Row>
      {order.tax > 0 && <Row term={taxLabel(order)}>{formatAmount(order.tax)}</Row>}
      <Row term={m.orders_amount()} strong>
        {formatAmount(order.amount)}
      </Row>
      {order.refunds?.map((refund) => (
        <Row key={`${refund.at} ${refund.amount}`} term={m.orders_taken_off({ what: refundText(refund, order) })}>
          −{formatAmount(refund.amount)}
        </Row>
      ))}
      {rest > 0 && <Row term={m.orders_taken_off({ what: m.orders_taken_rest() })}>−{formatAmount(rest)}</Row>}
      {(order.cost !== undefined || rest > 0) && (
        <Row term={m.orders_cost()} strong>
          {formatAmount(order.cost ?? 0)}
        </Row>
      )}
      {inCash !== undefined && (
        <Row term={m.sums_in_cash()} strong>
          {formatAmount(inCash)}
        </Row>
      )}
      {returned !== undefined && <Row term={m.orders_returned()}>{formatAmount(returned)}</Row>}
      <Row term={m.orders_payment()}>
        {paymentTypeName(order.paymentType)} · {paymentStatusLabel(order)}
      </Row>
    </dl>
  )
}

const loadWindowDialog = () => import('../windows/own-window-dialog.tsx')

/**
 * When and why the order couldn't be handed over, until another time is chosen or it goes out again, and the shop's
 * phone.
 */
function FailedAttempt({ order: { failedAttempt } }: { order: Order }) {
  if (!failedAttempt || failedAttempt.moved) return null
  const shown = { language: getLocale(), timeZone: shop.timeZone }
  return (
    <div className="mt-4 flex gap-3 rounded-tile bg-mango-soft px-4 py-3 text-ink">
      <Info className="mt-0.5 size-5 shrink-0" aria-hidden />
      <div>
        <p className="font-medium">{failedAttemptText({ ...failedAttempt, at: new Date(failedAttempt.at) }, shown)}</p>
        {hasPhone() && (
          <a
            href={telHref(shop.contact.phone)}
            className="figures inline-flex min-h-11 items-center gap-2 font-semibold underline underline-offset-4"
          >
            <Phone className="size-4 shrink-0" aria-hidden />
            {shop.contact.phone}
          </a>
        )}
      </div>
    </div>
  )
}

/**
 * When the order comes, and the button that changes it. Nothing for an order without a delivery window or a promise,
 * and no time if that is void.
 */
function DeliveryTime({ order, onMoved }: { order: Order; onMoved: () => void }) {
  // The minutes of an unpaid ASAP order begin once the shop is open.
  const waitsToOpen = order.status === 'Awaiting payment' && order.delivery?.asap === true && closedText(order)
  const time = waitsToOpen ? undefined : formatDelivery(order)
  const mayMove =
    order.delivery?.window !== undefined &&
    mayShopperMoveWindow(order.status, { cameBack: order.failedAttempt?.back === true })
  const isVoid = isTimeVoid(order)
  if (!time || (isVoid && !mayMove)) return null
  return (
    <p className="mt-4 flex flex-wrap items-center justify-between gap-x-4">
      {!isVoid && (
        <span className="inline-flex items-center gap-2 py-1.5 font-medium">
          <Clock className="size-5 shrink-0 text-leaf" aria-hidden />
          {m.windows_of_order({ time })}
        </span>
      )}
      <MoveWindow order={order} load={loadWindowDialog} may={mayMove} onMoved={onMoved} className="print:hidden" />
    </p>
  )
}

/** When the shop opens, while it is closed and the order waits for that, or that the order comes without a time. */
function TimeNote({ text }: { text: string | undefined }) {
  if (!text) return null
  return (
    <p className="mt-4 flex items-start gap-2 py-1.5 font-medium">
      <Clock className="mt-0.5 size-5 shrink-0 text-leaf" aria-hidden />
      {text}
    </p>
  )
}

/** When the order comes instead of the time promised, and why. */
function Delay({ order }: { order: Order }) {
  const text = delayText(order)
  if (!text) return null
  return (
    <p className="mt-2 flex gap-3 rounded-tile bg-mango-soft px-4 py-3 font-medium text-ink">
      <Info className="mt-0.5 size-5 shrink-0" aria-hidden />
      {text}
    </p>
  )
}

const loadOnItsWay = () => import('./on-its-way.tsx')

/** Where an order on its way is, and how one that was delivered was handed over. */
function Delivery({ order }: { order: Order }) {
  const OnItsWay = useLazy(loadOnItsWay, order.status === 'Out for delivery')
  if (order.status === 'Out for delivery') return OnItsWay && <OnItsWay order={order} />
  return <HandedOver order={order} className="mt-4" />
}

/**
 * Adds to the cart those of the order's products that the shop still sells and has, as many of each as were ordered.
 * Names the others, so that the cart has none to remove.
 */
function useBuyAgain(order: Order): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    const split = await stillSold(order)
    const { sold } = split
    const before = cartNow()
    const { quantities, added } = quantitiesToBuyAgain(sold, before)
    const text = boughtAgainText({ added, ...split })
    if (sold.length === 0) return void toast.note(text)
    if (added > 0) {
      // The cart shows which prices have changed since.
      storePrices({ ...storedPrices(), ...orderedPrices(sold, before) })
      setQuantities(quantities)
      toast.success(text, {
        action: {
          label: m.ui_undo(),
          onClick: () => setQuantities(Object.fromEntries(Object.keys(quantities).map((id) => [id, before[id] ?? 0]))),
        },
      })
    } else toast.success(text)
    navigate('/cart')
  }
}

/** Returns which items of an order the shop still sells and has; all of them if it doesn't answer. */
async function stillSold({ items, status }: Order): Promise<ReturnType<typeof splitBySold>> {
  const reply = await api.product
    .byIds({ ids: items.map(({ product }) => product._id).join(',') })
    .catch(() => undefined)
  const products = reply?.success
    ? reply.products
    : items.map(({ product: { _id } }) => ({ _id, inStock: true, stock: null }))
  return splitBySold(items, products, { isReserved: status === 'Awaiting payment' })
}

function stateClasses(status: OrderStatus): string {
  if (status === 'Cancelled') return 'bg-tomato-soft text-tomato'
  return status === 'Awaiting payment' ? 'bg-mango-soft text-ink' : 'bg-leaf-soft text-leaf-deep'
}

/** Returns what a refund is for: its pieces, if any, and why. */
function refundText({ lines = [], reason }: NonNullable<Order['refunds']>[number], { items }: Order): string {
  const pieces = lines.flatMap(({ product, quantity, measure, unit }) => {
    const item = items.find((each) => each.product._id === product)
    if (!item) return []
    const name = sizedName(item.product)
    return [measure ? `${name} ${localizedWeight(`${measure} ${unit}`).Weight}` : `${quantity} × ${name}`]
  })
  return [...pieces, refundReasonText(reason, getLocale())].join(', ')
}

function Row({ term, strong = false, children }: { term: string; strong?: boolean; children: ReactNode }) {
  return (
    <div className={`flex flex-wrap justify-between gap-x-4 ${strong ? 'font-semibold text-lg' : 'text-muted'}`}>
      <dt className="wrap-anywhere min-w-0">{term}</dt>
      <dd className="wrap-anywhere ms-auto min-w-0 text-end">{children}</dd>
    </div>
  )
}
