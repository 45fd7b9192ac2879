import { useEffect } from 'react'
import { type MetaFunction, useNavigate, useSearchParams } from 'react-router'
import { chooseWindow } from '../../cart/checkout-choice.ts'
import { openLogin, refreshSession, useSession } from '../../client/session.ts'
import { m } from '../../messages/messages.ts'
import { promptPayPath } from '../../orders/facts/promptpay-path.ts'
import { showHeading } from '../../page/focus-heading.ts'
import { personalMeta } from '../../page/personal-meta.ts'
import { Unanswered } from '../../page/unanswered.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { PaymentPanel } from './payment-panel.tsx'
import { usePromptPay } from './use-promptpay.ts'

export const meta: MetaFunction = (page) => personalMeta(m.promptpay_title(), '/promptpay', page)

/** Where an order is paid by PromptPay: its code, its slip, and what the shop says to the slip. */
export default function PromptPayScreen() {
  const { status, user } = useSession()
  const [search] = useSearchParams()
  const orderId = search.get('order')
  return (
    <div className="mx-auto min-h-dvh max-w-4xl py-4 sm:py-10">
      <h1 tabIndex={-1} className="display-1 mb-3 sm:mb-5">
        {m.promptpay_title()}
      </h1>
      {status === 'unknown' ? (
        // The server renders this: it doesn't know which order.
        <PaymentSkeleton />
      ) : orderId === null ? (
        <NothingToPay />
      ) : user ? (
        <Payment key={`${user._id} ${orderId}`} orderId={orderId} />
      ) : status === 'visitor' ? (
        <LoginToPay orderId={orderId} />
      ) : (
        <Unanswered title={m.promptpay_failed()} />
      )}
    </div>
  )
}

function Payment({ orderId }: { orderId: string }) {
  const { payment, view, now, failure, loading, reload, changed } = usePromptPay(orderId)
  const navigate = useNavigate()
  const isPlaced = view === 'placed'
  useEffect(() => {
    if (!isPlaced) return
    // The bought items have left the account's cart, and the next one begins without their delivery time.
    chooseWindow(undefined)
    void refreshSession({ fresh: true })
    navigate('/my-orders', { replace: true, state: { placed: orderId } })
  }, [isPlaced, orderId, navigate])

  if (payment === null) return <NothingToPay />
  if (payment && view && view !== 'placed')
    return <PaymentPanel payment={payment} view={view} now={now} onChanged={changed} />
  if (isPlaced || failure === undefined || loading) return <PaymentSkeleton />
  return (
    <EmptyState heading="h2" title={m.promptpay_failed()} action={<Button onClick={reload}>{m.ui_try_again()}</Button>}>
      {failure}
    </EmptyState>
  )
}

/** Asks to log in. If the session has ended on this page, it has become shorter: the way back must be in sight. */
function LoginToPay({ orderId }: { orderId: string }) {
  const { expired } = useSession()
  useEffect(() => {
    if (expired) showHeading()
  }, [expired])
  return (
    <EmptyState
      heading="h2"
      title={m.promptpay_login_title()}
      action={<Button onClick={() => openLogin(promptPayPath(orderId))}>{m.orders_login()}</Button>}
    >
      {m.promptpay_login_text()}
    </EmptyState>
  )
}

function NothingToPay() {
  return (
    <EmptyState
      heading="h2"
      title={m.promptpay_unknown_title()}
      action={<ButtonLink to="/my-orders">{m.orders_title()}</ButtonLink>}
    >
      {m.promptpay_unknown_text()}
    </EmptyState>
  )
}

function PaymentSkeleton() {
  return (
    <div role="status" className="grid gap-6 md:grid-cols-[minmax(0,21rem)_minmax(0,1fr)] md:gap-x-10">
      <span className="sr-only">{m.promptpay_loading()}</span>
      <Skeleton className="h-128 w-full rounded-card" />
      <div className="grid content-start gap-5">
        <Skeleton className="h-32 w-full rounded-card" />
        <Skeleton className="h-48 w-full rounded-card" />
      </div>
    </div>
  )
}
