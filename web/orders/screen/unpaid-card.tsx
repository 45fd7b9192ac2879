import { type ReactNode, useEffect, useId, useState } from 'react'
import type { Order } from '../../../contract/entities/order.ts'
import { display } from '../../../contract/values/limits.ts'
import { api } from '../../client/api.ts'
import { whenReconnected } from '../../client/connection.ts'
import { openLogin } from '../../client/session.ts'
import { useNow } from '../../client/use-now.ts'
import { formatMinutesAhead, formatTime } from '../../messages/format-moment.ts'
import { formatDelivery } from '../../messages/format-window.ts'
import { m } from '../../messages/messages.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Hourglass, RotateCcw } from '../../ui/icons.tsx'
import { formatAmount } from '../../ui/price.tsx'
import { minutesLeft } from '../facts/order-outcome.ts'
import { promptPayPath } from '../facts/promptpay-path.ts'
import { type UnpaidState, unpaidStateOf } from '../facts/unpaid-state.ts'
import { CancelOrder } from './cancel-order.tsx'
import { CreditCard, QrCodeIcon } from './payment-icons.tsx'

/** Milliseconds between two readings of the clock. */
const tickInterval = 5000

type UnpaidCardProps = {
  order: Order
  /** Shown in the cart, where it has to name the order. */
  isInCart?: boolean
  onBuyAgain?: () => void
  /** Called if the shown status is outdated. */
  onOutdated: () => void
  /** A further sentence. */
  children?: ReactNode
}

/**
 * Says that an order isn't paid and until when it can be, with a button to the payment page, or that its payment is
 * checked.
 */
export function UnpaidCard({ order, isInCart = false, onBuyAgain, onOutdated, children }: UnpaidCardProps) {
  const now = useNow(tickInterval)
  const failureId = useId()
  const { pay, waiting, failure } = usePaymentPage(order, { isInCart, onOutdated })
  const state = unpaidStateOf(order, now)
  const mayPay = state === 'to pay' || state === 'to transfer'

  return (
    <div className={`rounded-tile bg-mango-soft p-4 ${isInCart ? '' : 'mt-4'}`}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 grow basis-64 gap-3">
          <Hourglass className="mt-0.5 size-5 shrink-0" aria-hidden />
          <div className="min-w-0">
            <p className="font-semibold">{titleOf(state, { number: order.number, isInCart })}</p>
            <p>
              <UnpaidText order={order} state={state} now={now} />
            </p>
            {isInCart && <p>{destinationOf(order)}</p>}
            {order.slip === 'rejected' && state !== 'over' && <p>{m.orders_slip_rejected()}</p>}
            {children && (mayPay || state === 'over') && <p>{children}</p>}
          </div>
        </div>
        {state === 'over' && onBuyAgain && (
          <Button onClick={onBuyAgain} aria-label={m.orders_buy_again_of({ number: order.number })}>
            <RotateCcw className="size-5" aria-hidden />
            {m.orders_buy_again()}
          </Button>
        )}
        {(state === 'slip waits' || state === 'to transfer') && <PromptPayLink order={order} isInCart={isInCart} />}
        {state === 'to pay' && (
          <Button
            // In the cart the checkout's button is the primary one.
            variant={isInCart ? 'outline' : 'primary'}
            onClick={pay}
            pending={waiting === 'long'}
            aria-disabled={waiting !== 'no' || undefined}
            aria-label={m.orders_pay_of({ number: order.number, amount: formatAmount(order.amount) })}
            aria-describedby={failure === undefined ? undefined : failureId}
            className="max-sm:w-full"
          >
            <CreditCard className="size-5" aria-hidden />
            <span className="figures">{m.orders_pay({ amount: formatAmount(order.amount) })}</span>
          </Button>
        )}
      </div>
      {(mayPay || state === 'slip waits') && <CancelOrder order={order} onDone={onOutdated} />}
      {failure !== undefined && state !== 'over' && (
        <p id={failureId} role="alert" className="mt-3 font-medium text-tomato">
          {failure}
        </p>
      )}
    </div>
  )
}

/** The link to the page with the order's PromptPay code and slip. */
function PromptPayLink({ order, isInCart }: { order: Order; isInCart: boolean }) {
  const isSlipWaiting = order.slip === 'waiting'
  return (
    <ButtonLink
      to={promptPayPath(order._id)}
      variant={isInCart || isSlipWaiting ? 'outline' : 'primary'}
      aria-label={
        isSlipWaiting
          ? m.orders_slip_of({ number: order.number })
          : m.orders_pay_of({ number: order.number, amount: formatAmount(order.amount) })
      }
      className="max-sm:w-full"
    >
      {!isSlipWaiting && <QrCodeIcon className="size-5" aria-hidden />}
      <span className="figures">
        {isSlipWaiting ? m.orders_slip_look() : m.orders_pay({ amount: formatAmount(order.amount) })}
      </span>
    </ButtonLink>
  )
}

function titleOf(state: UnpaidState, { number, isInCart }: { number: number; isInCart: boolean }): string {
  if (state === 'processing' || state === 'slip waits') {
    const title = state === 'processing' ? m.orders_processing() : m.orders_slip_waits()
    return isInCart ? `${m.orders_number({ number })}: ${title}` : title
  }
  if (isInCart) return m.checkout_unpaid({ number })
  return state === 'over' ? m.orders_pay_over() : m.orders_unpaid()
}

/** Returns when and where the order comes, which may differ from what the cart has chosen. */
function destinationOf(order: Order): string {
  const { street, city } = order.address
  return [formatDelivery(order), `${street}, ${city}`].filter(Boolean).join(' · ')
}

/** Until when the order can be paid, or why it can't. */
function UnpaidText({ order, state, now }: { order: Order; state: UnpaidState; now: number }) {
  const { payBy } = order
  const isPromptPay = order.paymentType === 'PromptPay'
  if (state === 'processing') return m.orders_processing_text()
  if (state === 'slip waits') return m.orders_slip_waits_text()
  if (state === 'over') return isPromptPay ? m.orders_transfer_over_text() : m.orders_pay_over_text()
  if (payBy === undefined) return m.orders_pay_soon()
  const minutes = minutesLeft(payBy, now) ?? 0
  return (
    <time dateTime={payBy} className="figures">
      {(isPromptPay ? m.orders_transfer_until : m.orders_pay_until)({
        time: formatTime(payBy),
        left: minutes === 0 ? m.orders_pay_under_a_minute() : formatMinutesAhead(minutes),
      })}
    </time>
  )
}

/** Opens the payment page of an order. `waiting`: it is being requested; `failure`: why that failed. */
function usePaymentPage(
  order: Order,
  { isInCart, onOutdated }: Required<Pick<UnpaidCardProps, 'isInCart' | 'onOutdated'>>,
) {
  const [failure, setFailure] = useState<string>()
  const [waiting, setWaiting] = useState<'no' | 'briefly' | 'long'>('no')

  // After Back from the payment page the browser may show this page from its cache, still waiting.
  useEffect(() => {
    const shown = (event: PageTransitionEvent) => event.persisted && setWaiting('no')
    window.addEventListener('pageshow', shown)
    return () => window.removeEventListener('pageshow', shown)
  }, [])

  const hasFailed = failure !== undefined
  useEffect(() => (hasFailed ? whenReconnected(() => setFailure(undefined)) : undefined), [hasFailed])

  async function pay() {
    if (waiting !== 'no') return
    setFailure(undefined)
    setWaiting('briefly')
    const timer = setTimeout(() => setWaiting('long'), display.slowMilliseconds)
    try {
      const reply = await api.order.pay({ orderId: order._id })
      if (reply.success) return window.location.assign(reply.url)
      setFailure(reply.message)
      // Without a session the page shows no orders, and so no message about one.
      if (reply.code === 'not_signed_in')
        openLogin(isInCart ? '/cart' : '/my-orders', [reply.message, m.orders_pay_logged_out()])
      if (reply.code === 'order_not_payable' || reply.code === 'payment_processing') onOutdated()
    } catch {
      // The call is idempotent, and nothing is paid before the page is opened.
      setFailure(m.orders_pay_unsent())
    } finally {
      clearTimeout(timer)
    }
    setWaiting('no')
  }

  return { pay, waiting, failure }
}
