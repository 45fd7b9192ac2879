import { useCallback, useEffect, useRef } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { streams } from '../../../contract/paths/call-paths.ts'
import { inAppPath } from '../../../contract/paths/in-app-path.ts'
import { paymentReturnOf } from '../../../contract/payments/payment-return.ts'
import { display } from '../../../contract/values/limits.ts'
import { chooseWindow } from '../../cart/checkout-choice.ts'
import { api } from '../../client/api.ts'
import { refreshSession, useSession } from '../../client/session.ts'
import { useOrderEvents } from '../../client/use-order-events.ts'
import { m } from '../../messages/messages.ts'
import { shopName } from '../../messages/shop-name.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { isSettled } from './unpaid-order.ts'

export function meta() {
  return [{ title: `${m.shell_wait_title()} · ${shopName()}` }, { name: 'robots', content: 'noindex' }]
}

/** Milliseconds between checks whether the payment was recorded. */
const checkInterval = 700
/** Orders read by each check: more than a shopper places between paying and returning. */
const ordersPerCheck = 10

/**
 * Waits a little, for example for a payment to be recorded, then navigates to `next`. It navigates to My orders as soon
 * as the paid order, or the newest one without an id in the URL, no longer awaits payment.
 */
export default function PaymentWaitScreen() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const returned = paymentReturnOf(search)
  const path = inAppPath(search.get('next'))
  const next = path === '/my-orders' && returned ? `${path}?${new URLSearchParams(returned)}` : path
  const { user } = useSession()
  const leave = useCallback(() => next && navigate(next, { replace: true }), [next, navigate])
  useOrderSettled(next?.split('?')[0] === '/my-orders' ? user?._id : undefined, returned?.order, leave)

  useEffect(() => {
    if (!next) return
    const timer = setTimeout(leave, display.loaderMilliseconds)
    return () => clearTimeout(timer)
  }, [next, leave])

  return (
    <div className="grid min-h-[60dvh] place-content-center justify-items-center gap-4 py-16 text-center">
      <Spinner className="size-14 text-leaf" />
      <h1 className="font-semibold text-xl">{m.shell_wait_title()}</h1>
      {next && <p className="text-muted">{m.shell_wait_text()}</p>}
      <Link
        to={next ?? '/'}
        replace
        className="inline-flex min-h-11 items-center font-medium text-leaf-deep underline underline-offset-4"
      >
        {next ? m.shell_wait_go() : m.shell_home()}
      </Link>
    </div>
  )
}

/**
 * Calls `onSettled` once the shopper's order, the newest one without an id, no longer awaits payment. Does nothing
 * without a shopper.
 */
function useOrderSettled(userId: string | undefined, orderId: string | undefined, onSettled: () => void): void {
  const check = useRef(() => {})

  useEffect(() => {
    if (userId === undefined) return
    let checking = false
    let ended = false
    const checkOnce = async () => {
      if (checking || ended) return
      checking = true
      // After a failed check the next one, or the end of the wait, decides.
      const reply = await api.order
        .user({ userId, awaiting: 'true', limit: String(ordersPerCheck) })
        .catch(() => undefined)
      checking = false
      if (ended || !reply?.success || !isSettled(reply.orders, orderId)) return
      ended = true
      // The bought items have left the account's cart, and the next one begins without their delivery time.
      chooseWindow(undefined)
      void refreshSession({ fresh: true })
      onSettled()
    }
    check.current = () => void checkOnce()
    check.current()
    const timer = setInterval(check.current, checkInterval)
    return () => {
      ended = true
      clearInterval(timer)
    }
  }, [userId, orderId, onSettled])

  useOrderEvents(userId === undefined ? undefined : streams.shopper, () => check.current())
}
