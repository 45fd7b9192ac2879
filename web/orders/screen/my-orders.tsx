import { useEffect } from 'react'
import { type MetaFunction, useLocation, useSearchParams } from 'react-router'
import { refusalMessage } from '../../../contract/messages/refusals.ts'
import { statusNames } from '../../../contract/orders/order-status.ts'
import { paymentReturnOf } from '../../../contract/payments/payment-return.ts'
import { isLoginOpen, openLogin, useSession } from '../../client/session.ts'
import { getLocale, m } from '../../messages/messages.ts'
import { showHeading } from '../../page/focus-heading.ts'
import { personalMeta } from '../../page/personal-meta.ts'
import { Unanswered } from '../../page/unanswered.tsx'
import emptyPicture from '../../pictures/why-delivery.webp'
import { whenClosed } from '../../ui/back-closes.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { usePrinting } from '../../ui/use-printing.ts'
import { taxInvoiceDrafts } from '../documents/tax-invoice-drafts.ts'
import { OrderCard } from './order-card.tsx'
import { PlacedPanel } from './placed-panel.tsx'
import { useMyOrders } from './use-my-orders.ts'

export const meta: MetaFunction = (page) => personalMeta(m.orders_title(), '/my-orders', page)

export default function MyOrdersScreen() {
  const { status, user } = useSession()
  return (
    <div className="mx-auto min-h-dvh max-w-4xl py-6 sm:py-10">
      <h1 tabIndex={-1} className="display-1 mb-6 print:hidden">
        {m.orders_title()}
      </h1>
      {user && <Orders key={user._id} userId={user._id} />}
      {status === 'unknown' && <OrdersSkeleton />}
      {status === 'unanswered' && <Unanswered title={m.orders_failed()} />}
      {status === 'visitor' && <LoginToSee />}
    </div>
  )
}

/**
 * Asks to log in. If the session has expired on this page, it has become shorter: the way back must be in sight. It may
 * have closed the form of a tax invoice.
 */
function LoginToSee() {
  const { expired } = useSession()
  useEffect(() => {
    if (!expired) return
    whenClosed(() => {
      showHeading()
      if (!taxInvoiceDrafts.hasOpen() || isLoginOpen()) return
      openLogin('/my-orders', [refusalMessage('not_signed_in', getLocale()), m.orders_tax_invoice_logged_out()])
    })
  }, [expired])
  return (
    <EmptyState
      heading="h2"
      picture={emptyPicture}
      title={m.orders_login_title()}
      action={<Button onClick={() => openLogin('/my-orders')}>{m.orders_login()}</Button>}
    >
      {m.orders_login_text()}
    </EmptyState>
  )
}

function Orders({ userId }: { userId: string }) {
  const orders = useMyOrders(userId)
  const { list } = orders
  const [printing, print] = usePrinting()
  const [search] = useSearchParams()
  const placedId = placedIdOf(useLocation().state, search)
  const placed = list?.orders.find(({ _id }) => _id === placedId)

  if (!list) {
    if (orders.failure === undefined || orders.loading) return <OrdersSkeleton />
    return (
      <EmptyState
        heading="h2"
        title={m.orders_failed()}
        action={<Button onClick={orders.reload}>{m.ui_try_again()}</Button>}
      >
        {orders.failure}
      </EmptyState>
    )
  }
  return (
    <>
      <p role="status" className="sr-only">
        {orders.statusChanges
          .map(({ order: { number, status } }) =>
            m.orders_status_changed({ number, state: statusNames[status][getLocale()] }),
          )
          .join(' ')}
      </p>
      {placed && (
        <div className="print:hidden">
          <PlacedPanel order={placed} />
        </div>
      )}
      {list.orders.length === 0 ? (
        <EmptyState
          heading="h2"
          picture={emptyPicture}
          title={m.orders_empty_title()}
          action={<ButtonLink to="/products">{m.orders_empty_next()}</ButtonLink>}
        >
          {m.orders_empty_text()}
        </EmptyState>
      ) : (
        <ol className="grid grid-cols-[minmax(0,1fr)] gap-5">
          {list.orders.map((order) => (
            <li key={order._id} className={printing && printing !== order._id ? 'print:hidden' : ''}>
              <OrderCard
                order={order}
                freshState={orders.freshState(order._id)}
                onOutdated={orders.changed}
                onPrint={() => print(order._id)}
              />
            </li>
          ))}
        </ol>
      )}
      {list.nextCursor && (
        <MoreButton onClick={orders.readOlder} isReading={orders.readingOlder}>
          {m.orders_more()}
        </MoreButton>
      )}
    </>
  )
}

function OrdersSkeleton() {
  return (
    <div role="status" className="grid gap-5">
      <span className="sr-only">{m.orders_loading()}</span>
      <CardSkeleton />
      <CardSkeleton />
    </div>
  )
}

/** The shape of an order of two products. */
function CardSkeleton() {
  return (
    <div aria-hidden className="rounded-card border border-line bg-surface p-5 shadow-card sm:p-6">
      <div className="flex justify-between gap-4">
        <div className="grid gap-2">
          <Skeleton className="h-6 w-32" />
          <Skeleton className="h-4 w-40" />
        </div>
        <Skeleton className="h-7 w-28 rounded-full" />
      </div>
      <div className="my-4 grid gap-4 border-line border-y py-4 sm:grid-cols-5">
        {['placed', 'confirmed', 'packing', 'out', 'delivered'].map((step) => (
          <div key={step} className="flex items-center gap-3 sm:grid">
            <Skeleton className="size-6 rounded-full" />
            <Skeleton className="h-4 w-20" />
          </div>
        ))}
      </div>
      {['first', 'second'].map((line) => (
        <div key={line} className="mt-3 flex items-center gap-4">
          <Skeleton className="size-16" />
          <Skeleton className="h-5 grow" />
          <Skeleton className="h-5 w-14" />
        </div>
      ))}
      <Skeleton className="mt-6 h-20 w-full" />
    </div>
  )
}

/**
 * Returns the id of the order that was just placed, from the state of the history entry, which survives reload and
 * Back, or from the URL that the payment page returns to.
 */
function placedIdOf(state: unknown, search: URLSearchParams): string | undefined {
  const placed = typeof state === 'object' && state !== null && 'placed' in state ? state.placed : undefined
  if (typeof placed === 'string') return placed
  const back = paymentReturnOf(search)
  return back?.payment === 'done' ? back.order : undefined
}
