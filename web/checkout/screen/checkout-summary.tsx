import { type ReactNode, useEffect, useRef } from 'react'
import type { OpenWindow } from '../../../contract/entities/delivery.ts'
import { refusalMessage } from '../../../contract/messages/refusals.ts'
import type { Totals } from '../../../contract/pricing/pricing.ts'
import { useCart } from '../../cart/cart.ts'
import type { CartLine } from '../../cart/cart-lines.ts'
import type { DeliveryOptions } from '../../cart/delivery-options.ts'
import { useDestination } from '../../cart/destination.ts'
import { openLogin, useSession } from '../../client/session.ts'
import type { ReadHandle } from '../../client/use-read.ts'
import { formatOpening } from '../../messages/format-opening.ts'
import { localName } from '../../messages/local-name.ts'
import { getLocale, m } from '../../messages/messages.ts'
import { asapId } from '../../orders/facts/asap-window.ts'
import { Wallet } from '../../orders/screen/payment-icons.tsx'
import { useLazy } from '../../page/lazy.tsx'
import { shop } from '../../shop.ts'
import { shopNow } from '../../shop-clock.ts'
import { Clock, MapPin } from '../../ui/icons.tsx'
import { formatCents } from '../../ui/price.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { isReplacedBy } from '../paying/unpaid-order.ts'
import type { CartPayments } from '../paying/use-payment-state.ts'
import { AddressChoice } from '../placing/address-choice.tsx'
import { windowsOf } from '../placing/window-state.ts'
import { CheckoutBar } from './checkout-bar.tsx'
import { CodeField } from './code-field.tsx'
import { DeliveryWarning, deliveryWarning, MissingToFree } from './delivery-note.tsx'
import { PaymentChoice, usePayment } from './payment-choice.tsx'
import { savedInCart } from './saved.ts'
import { isSoldOut } from './sold-out.ts'
import { Sums } from './sums.tsx'
import { useCheckout } from './use-checkout.ts'
import { useOwnHeight } from './use-own-height.ts'
import type { CartPromotions } from './use-promotions.ts'
import type { ShopperAddresses } from './use-shopper-addresses.ts'

type CheckoutSummaryProps = ShopperAddresses & {
  lines: readonly CartLine[]
  /** Undefined while prices aren't certain: then no sum is shown and no order placed. */
  totals: Totals | undefined
  promotions: CartPromotions
  /** What delivery costs, and whether the shop is closed. */
  delivery: ReadHandle<DeliveryOptions>
  /** The chosen delivery window. */
  deliveryWindow: OpenWindow | undefined
  payments: Pick<CartPayments, 'unpaid' | 'known'>
  /** Called if the shop answers that prices or stock differ from the shown ones. */
  onPricesChanged: () => void
}

const loadWindowChoice = () => import('../placing/window-choice.tsx')

/**
 * Address, delivery window, payment, sums, and the button that orders. A column on a desktop; the button sticks on a
 * phone.
 */
export function CheckoutSummary(props: CheckoutSummaryProps) {
  const { lines, totals, promotions, delivery, deliveryWindow, payments, onPricesChanged, addresses, address } = props
  const windows = windowsOf(delivery.data)
  const hasTimes = offersTimes(delivery.data)
  const soldOut = totals && isSoldOut(lines) ? lines : undefined
  const checkout = useCheckout({
    totals,
    entered: { code: promotions.code },
    deliveryWindow,
    hasTimes,
    needsWindow: deliveryWindow === undefined && windows?.some(({ left }) => left > 0) === true,
    unpaid: payments.unpaid,
    soldOut,
    onPricesChanged,
    addresses,
    address,
  })
  const closed = hasTimes || delivery.data?.delivers === false ? undefined : closedNow(delivery.data?.closed)
  const { refusal } = checkout
  const { payment } = usePayment(totals)
  const { isAreaKnown, zipcode, assumedZone } = useArea(delivery.data)

  const warning =
    totals && delivery.data && isAreaKnown && !soldOut
      ? deliveryWarning(delivery.data, totals.subtotal, zipcode)
      : undefined

  const box = useRef<HTMLElement>(null)
  useOwnHeight(box)
  useShortLineInView(refusal ? lines : [])

  return (
    <aside
      ref={box}
      aria-label={m.cart_summary()}
      // It scrolls with the page, never by itself, and sticks below the header, or by its end if it is taller than the
      // window.
      className="contents lg:sticky lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:top-[min(var(--header-height)+1.5rem,100dvh-var(--own-height,0px)-1rem)] lg:block lg:rounded-card lg:border lg:border-line lg:bg-surface lg:shadow-card"
    >
      <div className="mt-6 min-w-0 rounded-card border border-line bg-surface p-5 shadow-card max-[16rem]:p-3 lg:mt-0 lg:rounded-none lg:border-0 lg:bg-transparent lg:px-6 lg:pt-5 lg:pb-4 lg:shadow-none">
        <h2 className="mb-3 font-bold text-xl">{m.cart_summary()}</h2>
        <SummarySection icon={<MapPin />} title={m.address_deliver_to()}>
          <AddressChoice
            addresses={addresses}
            selected={address}
            onRefused={() =>
              openLogin('/cart', [refusalMessage('not_signed_in', getLocale()), m.checkout_login_reason()])
            }
          />
          {warning !== undefined && <DeliveryWarning className="mt-3">{warning}</DeliveryWarning>}
        </SummarySection>
        {hasTimes && delivery.data?.delivers !== false && (
          <DeliveryTimes delivery={delivery} payments={payments} paused={checkout.busy} />
        )}
        {closed !== undefined && (
          <SummarySection icon={<Clock />} title={m.windows_title()}>
            <p>{closed}</p>
          </SummarySection>
        )}
        <SummarySection icon={<Wallet />} title={m.cart_payment()}>
          <PaymentChoice totals={totals} />
          {deliveryWindow?.id === asapId && payment !== 'COD' && (
            <p className="mt-2 text-muted text-sm">{m.windows_asap_paid()}</p>
          )}
        </SummarySection>
        <CodeField {...promotions} />
        {!soldOut && <NearestMinimum missing={promotions.result.missing} />}
        {totals && !soldOut && delivery.data && isAreaKnown && (
          <MissingToFree options={delivery.data} deliveryWindow={deliveryWindow} {...promotions.result} />
        )}
        <NoOptions delivery={delivery} />
        {!soldOut && (
          <Sums
            totals={totals}
            fee={delivery.data && !(isAreaKnown && delivery.data.delivers) ? undefined : promotions.result.fee}
            zone={assumedZone}
            applied={promotions.result.applied}
            saved={totals && savedInCart(lines, totals, { fee: promotions.result.fee, usualFee: promotions.usualFee })}
          />
        )}
      </div>
      <CheckoutBar
        step={checkout.step}
        address={address}
        deliveryWindow={deliveryWindow}
        totals={totals}
        lines={lines}
        busy={checkout.busy}
        refusal={refusal}
        warning={warning}
        onPress={checkout.press}
      />
    </aside>
  )
}

/** Returns whether the shop offers delivery times, or promises one. */
function offersTimes(options: DeliveryOptions | undefined): boolean {
  return (
    shop.hasWindows === true ||
    // While the shop is closed, its opening says more than that it promises no time.
    (shop.hasAsap === true && options?.closed == null) ||
    // The owner may have begun to offer times since the page was loaded.
    options?.asap != null ||
    (windowsOf(options) ?? []).length > 0
  )
}

/** Returns whether it is known where to deliver, and the postcode of the chosen address. */
function useArea(options: DeliveryOptions | undefined) {
  const { address, place } = useDestination()
  // Without zones delivery is the same everywhere.
  const isAreaKnown = !shop.hasZones || address !== undefined || place !== undefined || options?.zone != null
  // Before a place is named, the fee is that of the default zone.
  const assumed = address === undefined && place === undefined && shop.hasZones ? options?.zone : undefined
  return { isAreaKnown, zipcode: address?.zipcode, assumedZone: assumed ? localName(assumed) : undefined }
}

type DeliveryTimesProps = Pick<CheckoutSummaryProps, 'delivery' | 'payments'> & {
  /** Whether an order is being placed. */
  paused: boolean
}

/** The choice of a delivery time, once its script is loaded. */
function DeliveryTimes({ delivery, payments, paused }: DeliveryTimesProps) {
  const { unpaid, known } = payments
  const { user } = useSession()
  const { items } = useCart()
  const Choice = useLazy(loadWindowChoice, true)
  return (
    <SummarySection icon={<Clock />} title={m.windows_title()}>
      {Choice ? (
        <Choice
          // Without its unpaid order, a shopper's window would be held once more.
          windows={known ? windowsOf(delivery.data) : undefined}
          zoneId={delivery.data?.zone?.id ?? null}
          user={user}
          ofUnpaid={isReplacedBy(items, unpaid) ? unpaid.delivery?.window : undefined}
          paused={paused}
          reload={delivery.reload}
        />
      ) : (
        <Skeleton className="h-40 w-full rounded-tile" />
      )}
    </SummarySection>
  )
}

/** Scrolls to the first of some lines that has too little stock. */
function useShortLineInView(lines: readonly CartLine[]): void {
  const shortId = lines.find(({ available, quantity }) => available < quantity)?.product._id
  useEffect(() => {
    if (shortId === undefined) return
    document.querySelector(`[data-line="${shortId}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [shortId])
}

/** Returns that the shop is closed now, and when it opens; undefined while it is open. */
function closedNow(closed: DeliveryOptions['closed'] | undefined): string | undefined {
  if (!closed) return undefined
  const { opensAt } = closed
  if (opensAt === null) return m.windows_closed_unknown()
  return Date.parse(opensAt) > shopNow() ? m.windows_closed_now({ when: formatOpening(opensAt) }) : undefined
}

/** Says how much more makes the next promotion with a minimum count. */
function NearestMinimum({ missing }: { missing: CartPromotions['result']['missing'] }) {
  const nearest = missing.flatMap((each) => ('cents' in each ? [each] : [])).sort((a, b) => a.cents - b.cents)[0]
  if (!nearest) return null
  return (
    <p className="mb-3 rounded-tile bg-mango-soft px-4 py-2 text-sm">
      {m.cart_promotion_sum({ name: localName(nearest.promotion), amount: formatCents(nearest.cents) })}
    </p>
  )
}

/** Says that it couldn't be read what delivery costs. */
function NoOptions({ delivery: { data, failure } }: Pick<CheckoutSummaryProps, 'delivery'>) {
  if (!(shop.hasZones || shop.hasWindows) || failure === undefined || data) return null
  return (
    <p className="mb-3 rounded-tile bg-tomato-soft px-4 py-2 text-sm text-tomato">
      {m.delivery_no_options()} {failure}
    </p>
  )
}

function SummarySection({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <section className="mb-4 border-line border-b pb-4">
      <h3 className="mb-2 flex items-center gap-2 font-semibold text-leaf-deep [&_svg]:size-5">
        {icon}
        {title}
      </h3>
      {children}
    </section>
  )
}
