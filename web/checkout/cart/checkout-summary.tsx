import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import type { OpenWindow } from '../../../contract/entities/delivery.ts'
import type { PaymentType } from '../../../contract/entities/payment.ts'
import type { CartItems } from '../../../contract/entities/user.ts'
import { refusalMessage } from '../../../contract/messages/refusals.ts'
import { inCoins, smallestCoin } from '../../../contract/pricing/cash-coins.ts'
import type { Totals } from '../../../contract/pricing/pricing.ts'
import { type Cents, cents } from '../../../contract/values/money.ts'
import type { CartLine } from '../../cart/cart-lines.ts'
import { choosePayment } from '../../cart/checkout-choice.ts'
import type { DeliveryOptions } from '../../cart/delivery-options.ts'
import { useDestination } from '../../cart/destination.ts'
import { openLogin, useSession } from '../../client/session.ts'
import type { ReadHandle } from '../../client/use-read.ts'
import { formatOpening } from '../../messages/format-opening.ts'
import { getLocale, m } from '../../messages/messages.ts'
import { asapId } from '../../orders/asap-window.ts'
import { CreditCard, QrCodeIcon, Wallet } from '../../orders/payment-icons.tsx'
import { useLazy } from '../../page/lazy.tsx'
import { productName } from '../../product/product-name.ts'
import { shop } from '../../shop.ts'
import { Banknote, Clock, MapPin } from '../../ui/icons.tsx'
import { formatCents } from '../../ui/price.tsx'
import { RadioCard } from '../../ui/radio-card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { isReplacedBy } from '../paying/unpaid-order.ts'
import type { PaymentState } from '../paying/use-unpaid-order.ts'
import { AddressChoice } from '../placing/address-choice.tsx'
import { codeNotEntered } from '../placing/promotion-code.ts'
import type WindowChoice from '../placing/window-choice.tsx'
import { windowsOf } from '../placing/window-state.ts'
import { CheckoutBar } from './checkout-bar.tsx'
import { CodeField } from './code-field.tsx'
import { DeliveryWarning, deliveryWarning, MissingToFree } from './delivery-note.tsx'
import { savedInCart } from './saved.ts'
import { isSoldOut } from './sold-out.ts'
import { Sums } from './sums.tsx'
import { useCheckout } from './use-checkout.ts'
import { useOwnHeight } from './use-own-height.ts'
import type { CartPromotions } from './use-promotions.ts'

type CheckoutSummaryProps = {
  items: CartItems
  lines: readonly CartLine[]
  /** Undefined while prices aren't certain: then no sum is shown and no order placed. */
  totals: Totals | undefined
  promotions: CartPromotions
  /** What delivery costs, and whether the shop is closed. */
  delivery: ReadHandle<DeliveryOptions>
  /** The chosen delivery window. */
  deliveryWindow: OpenWindow | undefined
  payments: Pick<PaymentState, 'unpaid' | 'known'>
  /** Called if the shop answers that prices or stock differ from the shown ones. */
  onPricesChanged: () => void
}

const loadWindowChoice = () => import('../placing/window-choice.tsx')

/**
 * Address, delivery window, payment, sums, and the button that orders. A column on a desktop; the button sticks on a
 * phone.
 */
export function CheckoutSummary(props: CheckoutSummaryProps) {
  const { items, lines, totals, promotions, delivery, deliveryWindow, payments, onPricesChanged } = props
  const { unpaid } = payments
  const windows = windowsOf(delivery.data)
  // The owner may have begun to offer times since the page was loaded.
  const hasTimes = shop.hasWindows === true || delivery.data?.asap != null || (windows ?? []).length > 0
  const soldOut = totals && isSoldOut(lines) ? lines : undefined
  const [codeText, setCodeText] = useState('')
  const checkout = useCheckout({
    items,
    totals,
    code: promotions.code,
    enteredCode: promotions.entered,
    codeNotEntered: codeNotEntered(codeText, promotions.entered),
    deliveryWindow,
    hasTimes,
    needsWindow: deliveryWindow === undefined && windows?.some(({ left }) => left > 0) === true,
    unpaid,
    soldOut,
    onPricesChanged,
  })
  const closed = hasTimes || delivery.data?.delivers === false ? undefined : closedNow(delivery.data?.closed)
  const { payment, addresses, address, refusal } = checkout
  const inCash = cashOf(totals, payment)
  const destination = useDestination()
  // Without zones delivery is the same everywhere.
  const isAreaKnown =
    !shop.hasZones ||
    destination.address !== undefined ||
    destination.place !== undefined ||
    delivery.data?.zone != null

  const warning =
    totals && delivery.data && isAreaKnown && !soldOut
      ? deliveryWarning(delivery.data, totals.subtotal, destination.address?.zipcode)
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
        <SummarySection icon={<MapPin />} title={m.cart_deliver_to()}>
          <AddressChoice
            session={checkout.status}
            addresses={addresses}
            selected={address}
            onRefused={() =>
              openLogin('/cart', [refusalMessage('not_signed_in', getLocale()), m.checkout_login_reason()])
            }
          />
          {warning !== undefined && <DeliveryWarning className="mt-3">{warning}</DeliveryWarning>}
        </SummarySection>
        {hasTimes && delivery.data?.delivers !== false && (
          <DeliveryTimes
            // Without its unpaid order, a shopper's window would be held once more.
            windows={payments.known ? windows : undefined}
            zoneId={delivery.data?.zone?.id ?? null}
            ofUnpaid={isReplacedBy(items, unpaid) ? unpaid.delivery?.window : undefined}
            paused={checkout.busy}
            reload={delivery.reload}
          />
        )}
        {closed !== undefined && (
          <SummarySection icon={<Clock />} title={m.windows_title()}>
            <p>{closed}</p>
          </SummarySection>
        )}
        <SummarySection icon={<Wallet />} title={m.cart_payment()}>
          <PaymentChoice payment={payment} offered={checkout.offered} onlineFrom={checkout.onlineFrom} />
          {deliveryWindow?.id === asapId && payment !== 'COD' && (
            <p className="mt-2 text-muted text-sm">{m.windows_asap_paid()}</p>
          )}
        </SummarySection>
        <CodeField {...promotions} text={codeText} setText={setCodeText} />
        {!soldOut && <NearestMinimum missing={promotions.result.missing} />}
        {totals && !soldOut && delivery.data && isAreaKnown && (
          <MissingToFree options={delivery.data} deliveryWindow={deliveryWindow} {...promotions.result} />
        )}
        <NoOptions delivery={delivery} />
        {!soldOut && (
          <Sums
            totals={totals}
            fee={delivery.data && !(isAreaKnown && delivery.data.delivers) ? undefined : promotions.result.fee}
            applied={promotions.result.applied}
            saved={totals && savedInCart(lines, totals, promotions.usualFee)}
            inCash={inCash}
          />
        )}
      </div>
      <CheckoutBar
        step={checkout.step}
        payment={payment}
        address={address}
        totals={totals}
        inCash={inCash}
        lines={lines}
        busy={checkout.busy}
        slow={checkout.slow}
        refusal={refusal}
        notPlaced={checkout.notPlaced}
        warning={warning}
        onPress={checkout.press}
      />
    </aside>
  )
}

/** The choice of a delivery time, once its script is loaded. */
function DeliveryTimes(props: Omit<ComponentProps<typeof WindowChoice>, 'user'>) {
  const { user } = useSession()
  const Choice = useLazy(loadWindowChoice, true)
  return (
    <SummarySection icon={<Clock />} title={m.windows_title()}>
      {Choice ? <Choice {...props} user={user} /> : <Skeleton className="h-40 w-full rounded-tile" />}
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

/** Returns what is to be paid in cash; undefined if it is paid otherwise. */
function cashOf(totals: Totals | undefined, payment: PaymentType): Cents | undefined {
  if (!totals || payment !== 'COD') return undefined
  return cents(inCoins(totals.total, smallestCoin(shop.currency.code)))
}

/** Returns that the shop is closed now, and when it opens; undefined while it is open. */
function closedNow(closed: DeliveryOptions['closed'] | undefined): string | undefined {
  if (!closed) return undefined
  const { opensAt } = closed
  if (opensAt === null) return m.windows_closed_unknown()
  return Date.parse(opensAt) > Date.now() ? m.windows_closed_now({ when: formatOpening(opensAt) }) : undefined
}

type PaymentChoiceProps = Pick<ReturnType<typeof useCheckout>, 'payment' | 'offered' | 'onlineFrom'>

function PaymentChoice({ payment, offered, onlineFrom }: PaymentChoiceProps) {
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <legend className="sr-only">{m.cart_payment_label()}</legend>
      <RadioCard
        name="payment"
        checked={payment === 'COD'}
        onChange={() => choosePayment('COD')}
        label={m.checkout_pay_cod()}
        end={<Banknote className="size-5 text-muted" aria-hidden />}
      />
      {offered.payments.includes('PromptPay') && (
        <RadioCard
          name="payment"
          checked={payment === 'PromptPay'}
          onChange={() => choosePayment('PromptPay')}
          label={m.checkout_pay_promptpay()}
          detail={m.checkout_pay_promptpay_how()}
          end={<QrCodeIcon className="size-5 text-muted" aria-hidden />}
        />
      )}
      {offered.promptPayUnknown && <Skeleton className="h-19 w-full rounded-tile" />}
      {offered.payments.includes('Online') && (
        <RadioCard
          name="payment"
          checked={payment === 'Online'}
          onChange={() => choosePayment('Online')}
          disabled={onlineFrom !== undefined}
          label={m.checkout_pay_online()}
          detail={onlineFrom !== undefined && m.checkout_pay_online_from({ amount: formatCents(onlineFrom) })}
          end={<CreditCard className="size-5 text-muted" aria-hidden />}
        />
      )}
    </fieldset>
  )
}

/** Says how much more makes the next promotion with a minimum count. */
function NearestMinimum({ missing }: { missing: CartPromotions['result']['missing'] }) {
  const nearest = missing.flatMap((each) => ('cents' in each ? [each] : [])).sort((a, b) => a.cents - b.cents)[0]
  if (!nearest) return null
  return (
    <p className="mb-3 rounded-tile bg-mango-soft px-4 py-2 text-sm">
      {m.cart_promotion_sum({ name: productName(nearest.promotion), amount: formatCents(nearest.cents) })}
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
