import { type ReactNode, useEffect, useRef, useState } from 'react'
import { isOtherAmount, translatedReason } from '../../../contract/payments/slip-reasons.ts'
import { centsOf } from '../../../contract/values/money.ts'
import { telHref } from '../../../contract/values/tel-href.ts'
import { formatTime } from '../../messages/format-moment.ts'
import { getLocale, m } from '../../messages/messages.ts'
import { closedSlipText, closedUnpaidText } from '../../orders/facts/closed-text.ts'
import { isSlipTaken, minutesLeft } from '../../orders/facts/order-outcome.ts'
import { CancelOrder } from '../../orders/screen/cancel-order.tsx'
import { hasPhone, shop } from '../../shop.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Hourglass, Phone, TriangleAlert } from '../../ui/icons.tsx'
import { formatAmount } from '../../ui/price.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { PaymentView } from './payment-view.ts'
import { PromptPayCode } from './promptpay-code.tsx'
import { SlipForm } from './slip-form.tsx'
import type { Payment } from './use-promptpay.ts'
import { useSlipSender } from './use-slip-sender.ts'

type PaymentPanelProps = {
  payment: Payment
  view: Exclude<PaymentView, 'placed'>
  /** The time of the shop's clock, in milliseconds since 1970. */
  now: number
  /** Called when the payment has changed. */
  onChanged: () => void
}

/** How an order is paid: the code and the form for the slip, or how the payment stands. */
export function PaymentPanel({ payment, view, now, onChanged }: PaymentPanelProps) {
  const [first] = useState(view)
  const [firstCode] = useState(payment.payload)
  const isNew = view !== first
  const sender = useSlipSender(payment.orderId, onChanged)
  const { status } = sender.state.use()
  const isSending = status === 'sending' || status === 'checking'
  const { slip } = payment
  if (view === 'looking') return <Looking payment={payment} now={now} isNew={isNew} onChanged={onChanged} />
  if (view === 'cancelled' || (view === 'over' && !isSending))
    return (
      <Ended payment={payment} view={view} isNew={isNew}>
        {view === 'cancelled' && isSlipTaken(payment.slipUntil, now) && (
          <>
            {slip?.state === 'rejected' && <Rejected reason={slip.reason} isCancelled isNew={isNew} />}
            <p className="mb-3">{m.promptpay_cancelled_paid()}</p>
            <SlipForm sender={sender} slip={slip} />
          </>
        )}
      </Ended>
    )

  const { amount, payload, receiver } = payment
  const closedNow = closedUnpaidText(payment.closed, now)
  // A shopper on a phone can't scan its own screen.
  const isPhone = matchMedia('(pointer: coarse)').matches
  return (
    <>
      <TimeLeft payment={payment} now={now} />
      {payload !== firstCode && (
        <p role="status" className="mb-4 rounded-tile bg-mango-soft px-4 py-3 font-medium">
          {m.promptpay_code_changed()}
        </p>
      )}
      {closedNow && <p className="mb-4 rounded-tile bg-mango-soft px-4 py-3 font-medium">{closedNow}</p>}
      {slip?.state === 'rejected' && <Rejected reason={slip.reason} isNew={isNew} />}
      <ol className="grid gap-6 md:grid-cols-[minmax(0,21rem)_minmax(0,1fr)] md:grid-rows-[auto_1fr] md:gap-x-10">
        <Step number={1} title={isPhone ? m.promptpay_step_save() : m.promptpay_step_scan()} className="md:row-span-2">
          <Card className="p-4 sm:p-5">
            <PromptPayCode payload={payload} amount={centsOf(amount)} receiver={receiver} isPhone={isPhone} />
          </Card>
        </Step>
        <Step number={2} title={m.promptpay_step_pay()}>
          <p>
            {isPhone && `${m.promptpay_step_album()} `}
            {m.promptpay_step_check()}
          </p>
        </Step>
        <Step number={3} title={m.promptpay_step_slip()}>
          <p className="mb-4">{m.promptpay_step_slip_text()}</p>
          <SlipForm sender={sender} slip={slip} />
        </Step>
      </ol>
      {!isSending && (
        <div className="mt-6 border-line border-t pt-2">
          <Cancel payment={payment} onDone={onChanged} />
        </div>
      )}
    </>
  )
}

type StepProps = { number: number; title: string; className?: string; children: ReactNode }

function Step({ number, title, className = '', children }: StepProps) {
  return (
    <li className={`min-w-0 ${className}`}>
      <h2 className="mb-3 flex items-center gap-3 font-semibold text-lg">
        <span
          aria-hidden
          className="figures grid size-8 shrink-0 place-items-center rounded-full bg-leaf-soft font-bold text-base text-leaf-deep"
        >
          {number}
        </span>
        {title}
      </h2>
      {children}
    </li>
  )
}

/** The order, and how long it can be paid. */
function TimeLeft({ payment: { orderNumber, expiresAt }, now }: { payment: Payment; now: number }) {
  const minutes = minutesLeft(expiresAt, now)
  return (
    <p className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-1 sm:mb-6">
      <span className="text-muted">{m.orders_number({ number: orderNumber })}</span>
      {minutes !== undefined && (
        <span className="figures inline-flex items-center gap-2 rounded-full bg-mango-soft px-3.5 py-1">
          <Hourglass className="size-4 shrink-0" aria-hidden />
          <span>
            <strong className="font-semibold">
              {minutes === 0 ? m.promptpay_left_under_a_minute() : m.promptpay_left({ minutes })}
            </strong>
            {' · '}
            <time dateTime={expiresAt}>{m.promptpay_until({ time: formatTime(expiresAt) })}</time>
          </span>
        </span>
      )}
    </p>
  )
}

type RejectedProps = { reason: string | undefined; isCancelled?: boolean; isNew: boolean }

function Rejected({ reason, isCancelled = false, isNew }: RejectedProps) {
  const heading = useNewHeading(isNew)
  return (
    <section className="mb-6 flex gap-3 rounded-tile bg-tomato-soft px-4 py-3">
      <TriangleAlert className="mt-0.5 size-5 shrink-0 text-tomato" aria-hidden />
      <div role="status" className="min-w-0">
        <h2 ref={heading} tabIndex={-1} className="font-semibold text-tomato outline-none">
          {m.promptpay_rejected_title()}
        </h2>
        {reason && <p className="wrap-anywhere font-medium">“{translatedReason(reason, getLocale())}”</p>}
        {reason && isOtherAmount(reason) ? (
          <>
            <p>{isCancelled ? m.promptpay_cancelled_amount() : m.promptpay_rejected_amount()}</p>
            <CallShop />
          </>
        ) : (
          <p>{isCancelled ? m.promptpay_rejected_cancelled() : m.promptpay_rejected_text()}</p>
        )}
      </div>
    </section>
  )
}

/** The shop's phone, unless it is still a sample. */
function CallShop({ className = '' }: { className?: string }) {
  if (!hasPhone()) return null
  return (
    <a
      href={telHref(shop.contact.phone)}
      className={`inline-flex min-h-11 items-center gap-2 text-muted underline-offset-4 hover:text-ink hover:underline ${className}`}
    >
      <Phone className="size-4" aria-hidden />
      {m.promptpay_call()}
    </a>
  )
}

type LookingProps = { payment: Payment; now: number; isNew: boolean; onChanged: () => void }

/** A slip is waiting for the seller. The code isn't shown, so that nothing is paid twice. */
function Looking({ payment, now, isNew, onChanged }: LookingProps) {
  const { orderNumber, amount, slip, status, closed } = payment
  const heading = useNewHeading(isNew)
  const closedNow = closedSlipText(closed, now)
  return (
    <Card className="mx-auto max-w-xl p-5 text-center sm:p-8">
      <div role="status" className="grid justify-items-center gap-2">
        <Spinner className="size-10 text-leaf" />
        <h2 ref={heading} tabIndex={-1} className="mt-2 font-bold text-xl outline-none">
          {m.promptpay_looking_title()}
        </h2>
        <p className="figures font-bold text-3xl leading-snug">{formatAmount(amount)}</p>
        <p className="text-muted">
          {m.orders_number({ number: orderNumber })}
          {slip && ` · ${m.promptpay_sent_at({ time: formatTime(slip.at) })}`}
        </p>
        <p className="mt-2 font-medium">
          {status === 'Cancelled'
            ? m.promptpay_looking_cancelled()
            : closedNow
              ? m.promptpay_looking_closed()
              : m.promptpay_looking_text()}
        </p>
        {closedNow && <p className="font-medium">{closedNow}</p>}
        <p className="text-muted">{m.promptpay_looking_live()}</p>
      </div>
      <ButtonLink to="/my-orders" variant="outline" className="mt-5">
        {m.orders_title()}
      </ButtonLink>
      {status === 'Awaiting payment' && (
        <div className="mt-3">
          <Cancel payment={payment} onDone={onChanged} />
        </div>
      )}
    </Card>
  )
}

type CancelProps = { payment: Payment; onDone: () => void }

/** Cancels the order that is being paid. */
function Cancel({ payment: { orderId, orderNumber, amount, slip }, onDone }: CancelProps) {
  const order = { _id: orderId, number: orderNumber, status: 'Awaiting payment', isPaid: false, amount } as const
  return <CancelOrder order={{ ...order, slip: slip?.state === 'waiting' ? 'waiting' : undefined }} onDone={onDone} />
}

type EndedProps = {
  payment: Payment
  view: 'over' | 'cancelled'
  isNew: boolean
  /** The form for the slip of a transfer that was made all the same, if it is still taken. */
  children?: ReactNode
}

/** The order can't be paid any more. */
function Ended({ payment: { orderNumber, paid }, view, isNew, children }: EndedProps) {
  const heading = useNewHeading(isNew)
  return (
    <Card className="mx-auto max-w-xl p-5 text-center sm:p-8">
      <div role="status" className="grid justify-items-center gap-2">
        <Hourglass className="size-10 text-muted" aria-hidden />
        <h2 ref={heading} tabIndex={-1} className="mt-2 font-bold text-xl outline-none">
          {view === 'over' ? m.promptpay_over_title() : m.promptpay_cancelled_title()}
        </h2>
        <p className="text-muted">{m.orders_number({ number: orderNumber })}</p>
        <p>{view === 'over' ? m.promptpay_over_text() : m.promptpay_cancelled_text()}</p>
        {paid ? (
          <p className="font-medium">{m.promptpay_cancelled_found()}</p>
        ) : (
          !children && <p className="text-muted">{m.promptpay_transferred()}</p>
        )}
      </div>
      {children && <div className="mt-5 border-line border-t pt-5 text-start">{children}</div>}
      <div className="mt-5 flex flex-wrap justify-center gap-3">
        {/* The form has a button of its own that comes first. */}
        <ButtonLink to="/my-orders" variant={children ? 'outline' : 'primary'}>
          {m.orders_title()}
        </ButtonLink>
        <CallShop className="px-3" />
      </div>
    </Card>
  )
}

/** Shows and, if what was pressed is gone, focuses the heading of a panel that has replaced another one. */
function useNewHeading(isNew: boolean) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isNew) return
    window.scrollTo(0, 0)
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [isNew])
  return heading
}
