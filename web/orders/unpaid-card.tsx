import { type ReactNode, useEffect, useId, useState } from 'react'
import type { Order } from '../../contract/entities/order.ts'
import { display } from '../../contract/values/limits.ts'
import { api } from '../client/api.ts'
import { whenReconnected } from '../client/connection.ts'
import { openLogin } from '../client/session.ts'
import { formatMinutesAhead, formatTime } from '../messages/format-moment.ts'
import { m } from '../messages/messages.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Hourglass, RotateCcw } from '../ui/icons.tsx'
import { formatAmount } from '../ui/price.tsx'
import { CancelOrder } from './cancel-order.tsx'
import { minutesLeft } from './order-outcome.ts'
import { CreditCard, QrCodeIcon } from './payment-icons.tsx'
import { promptPayPath } from './promptpay-path.ts'

/** Milliseconds between two readings of the clock. */
const tickEvery = 5000

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
  const { payBy } = order
  const now = useNow()
  const failureId = useId()
  const { pay, waiting, failure } = usePayment(order, { isInCart, onOutdated })
  const minutes = payBy === undefined ? undefined : minutesLeft(payBy, now)
  const isPromptPay = order.paymentType === 'PromptPay'
  const isSlipWaiting = order.slip === 'waiting'
  const isProcessing = order.processing === true
  const isProbablyPaid = isSlipWaiting || isProcessing
  const isOver = payBy !== undefined && minutes === undefined && !isProbablyPaid

  return (
    <div className={`rounded-tile bg-mango-soft p-4 ${isInCart ? '' : 'mt-4'}`}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 grow basis-64 gap-3">
          <Hourglass className="mt-0.5 size-5 shrink-0" aria-hidden />
          <div className="min-w-0">
            <p className="font-semibold">
              {isProbablyPaid
                ? `${isInCart ? `${m.orders_number({ number: order.number })}: ` : ''}${isProcessing ? m.orders_processing() : m.orders_slip_waits()}`
                : isInCart
                  ? m.checkout_unpaid({ number: order.number })
                  : isOver
                    ? m.orders_pay_over()
                    : m.orders_unpaid()}
            </p>
            <p>
              {isProcessing ? (
                m.orders_processing_text()
              ) : isSlipWaiting ? (
                m.orders_slip_waits_text()
              ) : isOver ? (
                isPromptPay ? (
                  m.orders_transfer_over_text()
                ) : (
                  m.orders_pay_over_text()
                )
              ) : payBy === undefined || minutes === undefined ? (
                m.orders_pay_soon()
              ) : (
                <time dateTime={payBy} className="figures">
                  {(isPromptPay ? m.orders_transfer_until : m.orders_pay_until)({
                    time: formatTime(payBy),
                    left: minutes === 0 ? m.orders_pay_under_a_minute() : formatMinutesAhead(minutes),
                  })}
                </time>
              )}
            </p>
            {order.slip === 'rejected' && !isOver && <p>{m.orders_slip_rejected()}</p>}
            {children && !isProbablyPaid && <p>{children}</p>}
          </div>
        </div>
        {isProcessing ? null : isOver ? (
          onBuyAgain && (
            <Button onClick={onBuyAgain} aria-label={m.orders_buy_again_of({ number: order.number })}>
              <RotateCcw className="size-5" aria-hidden />
              {m.orders_buy_again()}
            </Button>
          )
        ) : isPromptPay ? (
          <PromptPayLink order={order} isInCart={isInCart} />
        ) : (
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
      {!isOver && !isProbablyPaid && <CancelOrder order={order} onDone={onOutdated} />}
      {failure !== undefined && !isOver && (
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

/** Opens the payment page of an order. `waiting`: it is being requested; `failure`: why that failed. */
function usePayment(
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

function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const tick = () => setNow(Date.now())
    const timer = setInterval(tick, tickEvery)
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [])
  return now
}
