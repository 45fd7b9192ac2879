import { useEffect, useId, useRef, useState } from 'react'
import type { Address } from '../../../contract/entities/address.ts'
import type { OpenWindow } from '../../../contract/entities/delivery.ts'
import type { PaymentType } from '../../../contract/payments/payment-methods.ts'
import type { Totals } from '../../../contract/pricing/pricing.ts'
import { display } from '../../../contract/values/limits.ts'
import { shortAddress } from '../../addresses/address-lines.ts'
import { isOutsideDeliveryArea } from '../../addresses/delivery-area.ts'
import { useCart } from '../../cart/cart.ts'
import { sameCart } from '../../cart/cart-items.ts'
import type { CartLine } from '../../cart/cart-lines.ts'
import { m } from '../../messages/messages.ts'
import { paymentTypeName } from '../../messages/payment-type-name.ts'
import { openWindowText } from '../../orders/windows/open-window-text.ts'
import { Button } from '../../ui/button.tsx'
import { Check, TriangleAlert } from '../../ui/icons.tsx'
import { formatCents } from '../../ui/price.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { NextStep } from '../placing/next-step.ts'
import { RefusalNote } from '../placing/order-refusal.tsx'
import { useOrdering } from '../placing/ordering.ts'
import type { NotPlaced } from '../placing/ordering-state.ts'
import { DeliveryWarning } from './delivery-note.tsx'
import { usePayment } from './payment-choice.tsx'
import { useStuckBottom } from './use-stuck-bottom.ts'

type CheckoutBarProps = {
  /** `sold out`: nothing in the cart is available. */
  step: NextStep | 'sold out'
  address: Address | undefined
  /** The chosen delivery time. */
  deliveryWindow: OpenWindow | undefined
  totals: Totals | undefined
  lines: readonly CartLine[]
  busy: boolean
  refusal: NotPlaced | undefined
  /** Why the order can't be delivered yet. */
  warning: string | undefined
  onPress: () => void
}

/** The button that leads to the order, labelled with the next step, and the messages beside it. */
export function CheckoutBar(props: CheckoutBarProps) {
  const { step, address, deliveryWindow, totals, lines, busy, refusal, warning, onPress } = props
  const bar = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const noteId = useId()
  useStuckBottom(bar)
  const { payment, inCash } = usePayment(totals)
  const { items } = useCart()
  const ordering = useOrdering()
  const slow = useSlow(busy)
  /** Whether an order whose reply was lost made no order. */
  const notPlaced = ordering.status === 'not placed' && sameCart(ordering.sent.items, items)
  const hasNote = refusal !== undefined || notPlaced
  return (
    <div
      ref={bar}
      className="-mx-4 mt-6 bottom-[calc(var(--bottom-bar-height)+env(safe-area-inset-bottom)+var(--unstick))] sticky z-20 border-line border-t bg-paper px-4 py-3 md:bottom-(--unstick) md:-mx-8 md:px-8 lg:mx-0 lg:mt-0 lg:rounded-b-card lg:bg-surface lg:px-6 lg:pt-4 lg:pb-6"
    >
      <div id={noteId}>
        {refusal && (
          <RefusalNote
            refusal={refusal}
            lines={lines}
            address={address}
            solve={(solution) => {
              solution()
              button.current?.focus()
            }}
          />
        )}
        {notPlaced && (
          <p role="status" className="mb-3 rounded-tile bg-mango-soft px-4 py-3 font-medium">
            {m.checkout_not_placed()}
          </p>
        )}
      </div>
      {isOfWay(step) && <Steps step={step} />}
      {step === 'place' && address && (
        <p className="mb-2 truncate text-muted text-sm">
          {/* The list may show another day than that of the chosen time. */}
          {deliveryWindow && <span className="font-medium text-ink">{openWindowText(deliveryWindow)}</span>}
          <span className="lg:hidden">
            {deliveryWindow && ' · '}
            {paymentTypeName(payment)} · {shortAddress(address)}
          </span>
        </p>
      )}
      {step === 'place' && address && isOutsideDeliveryArea(address) && (
        // The notice beside the address may be out of sight.
        <p className="mb-2 flex items-center gap-2 rounded-tile bg-mango-soft px-3 py-2 text-sm lg:hidden">
          <TriangleAlert className="size-4 shrink-0" aria-hidden />
          {m.checkout_outside()}
        </p>
      )}
      {/* The one beside the address may be out of sight. */}
      {warning !== undefined && !refusal && <DeliveryWarning className="mb-2 lg:hidden">{warning}</DeliveryWarning>}
      {step === 'sold out' && <p className="mb-2 text-sm">{m.cart_sold_out_all()}</p>}
      <Button
        ref={button}
        size="large"
        onClick={onPress}
        aria-disabled={!totals || busy || undefined}
        aria-describedby={hasNote ? noteId : undefined}
        data-costly={step === 'place' || undefined}
        pending={slow}
        className="w-full"
      >
        <span className="flex w-full items-center justify-between gap-x-4 max-[16rem]:flex-wrap">
          {/* The space separates label and sum for screen readers. */}
          <span className="text-start">{labelOf(step, payment)} </span>
          {step === 'sold out' ? null : totals ? (
            <span className="figures">{formatCents(inCash ?? totals.total)}</span>
          ) : (
            <Skeleton className="h-5 w-16 bg-current opacity-40" />
          )}
        </span>
      </Button>
    </div>
  )
}

function labelOf(step: CheckoutBarProps['step'], payment: PaymentType): string {
  if (step === 'sold out') return m.cart_sold_out_button()
  if (step === 'login') return m.checkout_step_login_button()
  if (step === 'verify') return m.checkout_step_verify_button()
  if (step === 'address') return m.checkout_step_address_button()
  if (step === 'visitor items') return m.checkout_step_visitor_items_button()
  if (step === 'window') return m.windows_choose()
  if (payment === 'PromptPay') return m.checkout_step_promptpay_button()
  return payment === 'COD' ? m.cart_place_order() : m.cart_proceed()
}

const path = ['login', 'verify', 'address'] as const
const isOfWay = (step: CheckoutBarProps['step']): step is (typeof path)[number] =>
  (path as readonly string[]).includes(step)

/** The steps to a first order: done ones, and the next. */
function Steps({ step }: { step: (typeof path)[number] }) {
  const names = { login: m.checkout_step_login(), verify: m.checkout_step_verify(), address: m.checkout_step_address() }
  const position = path.indexOf(step)
  return (
    <ol aria-label={m.checkout_steps()} className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {path.map((name, index) => (
        <li
          key={name}
          aria-current={index === position ? 'step' : undefined}
          className={`flex items-center gap-1.5 ${index === position ? 'font-semibold' : 'text-muted'}`}
        >
          <span
            className={`grid size-5 shrink-0 place-items-center rounded-full text-xs ${
              index < position
                ? 'bg-leaf text-on-leaf'
                : index === position
                  ? 'bg-leaf-soft text-leaf-deep'
                  : 'border border-edge'
            }`}
          >
            {index < position ? <Check className="size-3.5" aria-label={m.checkout_step_done()} /> : index + 1}
          </span>
          {names[name]}
        </li>
      ))}
    </ol>
  )
}

/** Returns whether something has been running long enough to show it. */
function useSlow(busy: boolean): boolean {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!busy) return setSlow(false)
    const timer = setTimeout(() => setSlow(true), display.slowMilliseconds)
    return () => clearTimeout(timer)
  }, [busy])
  return slow
}
