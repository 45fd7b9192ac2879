import { Banknote, CreditCard, MapPin, Wallet } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { CartItems } from '../../contract/entities.ts'
import { display } from '../../contract/limits.ts'
import { formatMoney, toWire } from '../../contract/money.ts'
import type { Totals } from '../../contract/pricing.ts'
import { type RefusalCode, refusalWords } from '../../contract/refusals.ts'
import { shop } from '../../shop.config.ts'
import { sendVerifyCode } from '../accounts/send-verify-code.ts'
import { shortAddress } from '../addresses/address-lines.ts'
import type { CartLine } from '../cart/cart-lines.ts'
import { emptyCart } from '../cart/cart-store.ts'
import { getLocale, m } from '../messages/messages.ts'
import { api, failureWords } from '../session/api.ts'
import { openLogin, refreshSession, useSession } from '../session/session.ts'
import { useRead } from '../session/use-read.ts'
import { Button } from '../ui/button.tsx'
import { RadioCard } from '../ui/radio-card.tsx'
import { RefusalWords } from '../ui/refusal-words.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'
import { AddressChoice } from './address-choice.tsx'
import { choosePayment, useCheckoutChoice } from './checkout-choice.ts'
import { attemptFor, newKey, type OrderAttempt } from './order-attempt.ts'
import { isSolved, pricesOrStock, Remedy } from './order-refusal.tsx'
import { orderToPay, rememberOrderToPay } from './order-to-pay.ts'
import { useStuckBottom } from './use-stuck-bottom.ts'

type CheckoutSummaryProps = {
  items: CartItems
  lines: readonly CartLine[]
  /** Undefined while prices aren't known for sure: then no sum is shown and no order placed. */
  totals: Totals | undefined
  /** The shop said that prices or stock are others than shown. */
  onPricesChanged: () => void
}

/** Why no order was placed, about the cart of that moment. */
type Refused = { code: RefusalCode | undefined; message: string; items: CartItems }

/** Where, how and for how much, and the button that places the order. A column on a desktop; the button sticks on a phone. */
export function CheckoutSummary({ items, lines, totals, onPricesChanged }: CheckoutSummaryProps) {
  const { user, status } = useSession()
  const navigate = useNavigate()
  const choice = useCheckoutChoice()
  const [refused, setRefused] = useState<Refused>()
  const [waiting, setWaiting] = useState<'no' | 'briefly' | 'long'>('no')
  const unanswered = useRef<OrderAttempt>(undefined)
  const hideToast = useRef<() => void>(undefined)
  const bar = useRef<HTMLDivElement>(null)
  const placeButton = useRef<HTMLButtonElement>(null)
  const refusalId = useId()
  useStuckBottom(bar)

  const addresses = useRead(user?._id, (signal) => api.address.get({ userId: user?._id }, { signal }))
  const saved = addresses.data?.addresses
  const address = saved?.find(({ _id }) => _id === choice.addressId) ?? saved?.[0]

  // Back from the payment page the browser may show this one as it was left, in the middle of waiting.
  useEffect(() => {
    const shown = (event: PageTransitionEvent) => event.persisted && setWaiting('no')
    window.addEventListener('pageshow', shown)
    return () => window.removeEventListener('pageshow', shown)
  }, [])

  function refuse(code: RefusalCode | undefined, message: string) {
    setRefused({ code, message, items })
    hideToast.current?.()
    hideToast.current = toast.error(message)
  }
  const refuseOurselves = (code: RefusalCode) => refuse(code, refusalWords(code, getLocale()))

  async function place() {
    if (waiting !== 'no' || !totals) return
    setRefused(undefined)
    hideToast.current?.()
    setWaiting('briefly')
    const timer = setTimeout(() => setWaiting('long'), display.slowMilliseconds)
    try {
      if (await order(totals)) return
    } finally {
      clearTimeout(timer)
    }
    setWaiting('no')
  }

  /** True when the shopper is on the way to another page. */
  async function order({ total }: Totals): Promise<boolean> {
    // Who has signed in or verified in another window needn't be refused here.
    const shopper = user?.isAccountVerified ? user : (await refreshSession()).user
    if (!shopper) refuseOurselves('not_signed_in')
    else if (!shopper.isAccountVerified) refuseOurselves('email_unverified')
    else {
      const to = address ?? (await addressBeingRead(shopper._id))
      if (to) return send(shopper._id, to._id, total)
      if (addresses.failure === undefined) refuseOurselves('address_missing')
      else refuse(undefined, addresses.failure)
    }
    return false
  }

  /** For who presses before the addresses are there: that they aren't known yet doesn't mean that there are none. */
  async function addressBeingRead(userId: string) {
    if (!addresses.loading) return undefined
    const reply = await api.address.get({ userId }).catch(() => undefined)
    const own = reply?.success ? reply.addresses : undefined
    return own?.find(({ _id }) => _id === choice.addressId) ?? own?.[0]
  }

  async function send(userId: string, addressId: string, total: Totals['total']): Promise<boolean> {
    const attempt = attemptFor({ items, address: addressId, payment: choice.payment }, unanswered.current, newKey)
    unanswered.current = undefined
    const body = {
      userId,
      address: addressId,
      items: Object.entries(items).map(([product, quantity]) => ({ product, quantity })),
      expectedAmount: toWire(total),
    }
    const options = { headers: { 'idempotency-key': attempt.key } }
    const content = `${attempt.content} ${total}`
    try {
      const reply =
        choice.payment === 'COD'
          ? await api.order.cod(body, options)
          : ((await payAgain(content)) ?? (await api.order.stripe(body, options)))
      if (!reply.success) {
        // The shop stumbled: whether the order stands is only known by asking again under the same key.
        if (reply.status >= 500) unanswered.current = attempt
        if (reply.code === 'not_signed_in') void refreshSession({ fresh: true })
        if (pricesOrStock.has(reply.code)) onPricesChanged()
        refuse(reply.code, reply.message)
        return false
      }
      if (choice.payment === 'Online' && 'url' in reply && typeof reply.url === 'string') {
        rememberOrderToPay(content, reply.orderId)
        window.location.assign(reply.url)
        return true
      }
      toast.success(reply.message)
      emptyCart()
      navigate('/my-orders')
      return true
    } catch (error) {
      unanswered.current = attempt
      refuse(undefined, failureWords(error))
      return false
    }
  }

  /** Back from the payment page the order that was made then may still be there to pay; undefined when it isn't. */
  async function payAgain(content: string) {
    const orderId = orderToPay(content)
    if (orderId === undefined) return undefined
    const reply = await api.order.pay({ orderId })
    const isGone = !reply.success && (reply.code === 'order_not_payable' || reply.code === 'order_unknown')
    return isGone ? undefined : reply
  }

  async function verify() {
    if (await sendVerifyCode()) navigate('/email-verify?next=cart')
  }

  /** Does what solves the refusal. The button that was pressed for it goes with the refusal. */
  function solve(solution: () => void) {
    solution()
    placeButton.current?.focus()
  }

  const holds = refused?.items === items && !isSolved(refused.code, user, address !== undefined, choice.payment)
  const shownRefusal = holds ? refused : undefined
  useEffect(() => {
    if (!holds) hideToast.current?.()
  }, [holds])
  // The first line of which the shop has too few.
  const short =
    shownRefusal && pricesOrStock.has(shownRefusal.code)
      ? lines.find(({ available, quantity }) => available < quantity)
      : undefined
  const shortId = short?.product._id
  useEffect(() => {
    if (shortId === undefined) return
    document.querySelector(`[data-line="${shortId}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [shortId])
  // Leaving the cart to solve it answers it too; a cart that is gone because nobody is signed in any more doesn't.
  useEffect(() => () => void (window.location.pathname !== '/cart' && hideToast.current?.()), [])

  return (
    <aside
      aria-label={m.cart_summary()}
      // Never taller than the window, so that the button and what it says no to are always in sight.
      className="contents lg:sticky lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:top-[calc(var(--header-height)+1.5rem)] lg:flex lg:flex-col lg:overflow-hidden lg:rounded-card lg:border lg:border-line lg:bg-surface lg:shadow-card lg:tall:max-h-[calc(100dvh-var(--header-height)-4rem)]"
    >
      <div className="mt-6 min-w-0 rounded-card border border-line bg-surface p-5 shadow-card max-[16rem]:p-3 lg:mt-0 lg:min-h-0 lg:overflow-y-auto lg:rounded-none lg:border-0 lg:p-6 lg:pb-5 lg:shadow-none">
        <h2 className="mb-4 font-bold text-xl">{m.cart_summary()}</h2>
        <SummarySection icon={<MapPin />} title={m.cart_deliver_to()}>
          <AddressChoice
            session={status}
            addresses={addresses}
            selected={address}
            onRefused={() => {
              toast.error(refusalWords('not_signed_in', getLocale()))
              openLogin('/cart')
            }}
          />
        </SummarySection>
        <SummarySection icon={<Wallet />} title={m.cart_payment()}>
          <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-2">
            <legend className="sr-only">{m.cart_payment_label()}</legend>
            <RadioCard
              name="payment"
              checked={choice.payment === 'COD'}
              onChange={() => choosePayment('COD')}
              label={m.cart_pay_cod()}
              end={<Banknote className="size-5 text-muted" aria-hidden />}
            />
            <RadioCard
              name="payment"
              checked={choice.payment === 'Online'}
              onChange={() => choosePayment('Online')}
              label={m.cart_pay_online()}
              end={<CreditCard className="size-5 text-muted" aria-hidden />}
            />
          </fieldset>
        </SummarySection>
        <Sums totals={totals} />
      </div>
      <div
        ref={bar}
        className="-mx-4 static mt-6 bottom-[calc(var(--bottom-bar-height)+env(safe-area-inset-bottom))] z-20 border-line border-t bg-paper px-4 py-3 max-lg:tall:sticky md:bottom-0 md:-mx-8 md:px-8 lg:mx-0 lg:mt-0 lg:bg-transparent lg:px-6 lg:pt-4 lg:pb-6"
      >
        {shownRefusal && (
          <div
            id={refusalId}
            className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-tile bg-tomato-soft px-4 py-2 text-tomato"
          >
            <p className="min-w-0 py-1.5 font-medium">
              <RefusalWords>{shownRefusal.message}</RefusalWords>
            </p>
            <Remedy code={shownRefusal.code} short={short} onVerify={verify} solve={solve} />
          </div>
        )}
        {address && (
          <p className="mb-2 truncate text-muted text-sm lg:hidden">
            {choice.payment === 'COD' ? m.cart_pay_cod() : m.cart_pay_online()} · {shortAddress(address)}
          </p>
        )}
        <Button
          ref={placeButton}
          size="large"
          onClick={place}
          aria-disabled={!totals || waiting !== 'no' || undefined}
          aria-describedby={shownRefusal ? refusalId : undefined}
          pending={waiting === 'long'}
          className="w-full"
        >
          <span className="flex w-full items-center justify-between gap-x-4 max-[16rem]:flex-wrap">
            <span>{choice.payment === 'COD' ? m.cart_place_order() : m.cart_proceed()}</span>
            {totals ? (
              <span className="figures">{money(totals.total)}</span>
            ) : (
              <Skeleton className="h-5 w-16 bg-current opacity-40" />
            )}
          </span>
        </Button>
      </div>
    </aside>
  )
}

function SummarySection({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <section className="mb-5 border-line border-b pb-5">
      <h3 className="mb-2 flex items-center gap-2 font-semibold text-leaf-deep [&_svg]:size-5">
        {icon}
        {title}
      </h3>
      {children}
    </section>
  )
}

function Sums({ totals }: { totals: Totals | undefined }) {
  const rate = shop.tax.basisPoints / 100
  return (
    <dl className="figures grid gap-2" aria-busy={totals === undefined}>
      <Sum term={m.cart_price()}>{totals && money(totals.subtotal)}</Sum>
      <Sum term={m.cart_shipping()}>
        <span className="font-semibold text-leaf">{m.cart_shipping_free()}</span>
      </Sum>
      {rate > 0 && (
        <Sum term={shop.tax.mode === 'added' ? m.cart_tax({ rate }) : m.cart_tax_included({ rate })}>
          {totals && money(totals.tax)}
        </Sum>
      )}
      <div className="mt-2 flex items-baseline justify-between gap-x-4 max-[16rem]:flex-wrap font-bold text-xl">
        <dt>{m.cart_total()}</dt>
        <dd>{totals ? money(totals.total) : <Skeleton className="h-6 w-20" />}</dd>
      </div>
    </dl>
  )
}

function Sum({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-x-4 max-[16rem]:flex-wrap">
      <dt>{term}</dt>
      <dd>{children ?? <Skeleton className="h-5 w-16" />}</dd>
    </div>
  )
}

function money(amount: Totals['total']): string {
  return formatMoney(amount, shop.currency.symbol)
}
