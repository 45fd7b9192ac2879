import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type MetaFunction, useSearchParams } from 'react-router'
import type { SellerOrder } from '../../../../contract/entities/order.ts'
import { useNow } from '../../../client/use-now.ts'
import { m } from '../../../messages/messages.ts'
import { focusHeading } from '../../../page/focus-heading.ts'
import { personalMeta } from '../../../page/personal-meta.ts'
import emptyPicture from '../../../pictures/why-delivery.webp'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { MoreButton } from '../../../ui/more-button.tsx'
import { formatAmount } from '../../../ui/price.tsx'
import { ArrowUp } from '../../../ui/seller-icons.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { usePrinting } from '../../../ui/use-printing.ts'
import { type OrdersQuery, ordersPath, ordersQueryOf, ordersSearch } from '../../order-ui/orders-query.ts'
import { SellerOrderCard } from './order-card.tsx'
import { OrderControls } from './order-controls.tsx'
import { useOrders } from './use-orders.ts'

export const meta: MetaFunction = (page) => personalMeta(m.sellerOrders_title(), ordersPath, page)

export default function OrdersScreen() {
  const [search] = useSearchParams()
  const query = ordersQueryOf(search)
  const now = useNow()
  const top = useRef<HTMLDivElement>(null)
  const [arrival, setArrival] = useState('')
  const [printing, print] = usePrinting()
  const orders = useOrders(query, {
    mustHoldBack: () => (top.current?.getBoundingClientRect().bottom ?? 0) < 0,
    onArrived: (arrived) => {
      const placed = arrived.filter(({ status }) => status === 'Order Placed')
      if (placed.length > 0) setArrival(arrivalMessage(placed))
    },
  })
  const { list } = orders
  const pending = list?.pending.length ?? 0
  useShownAtTop(top, pending > 0, orders.showPending)

  return (
    <>
      <h1 tabIndex={-1} className="display-2 mb-4 max-sm:sr-only print:hidden">
        {m.sellerOrders_title()}
      </h1>
      <OrderControls query={query} />
      <p role="status" className="sr-only">
        {arrival}
      </p>
      <div ref={top} />
      {pending > 0 && (
        <div className="sticky top-18 z-30 mb-4 grid h-0 justify-center">
          <Button
            onClick={() => {
              orders.showPending()
              top.current?.scrollIntoView({ block: 'center' })
              focusHeading()
            }}
            className="shadow-float"
          >
            <ArrowUp className="size-5" aria-hidden />
            {m.sellerOrders_new_count({ count: pending })}
          </Button>
        </div>
      )}
      {list ? (
        <div
          data-skip-to
          tabIndex={-1}
          aria-busy={orders.turning || undefined}
          className={`scroll-mt-20 outline-none transition-opacity ${orders.turning ? 'opacity-60 delay-300' : ''}`}
        >
          {list.orders.length === 0 && <NoOrders query={query} />}
          <ol className="grid gap-3 print:gap-8">
            {list.orders.map((order) => (
              <li key={order._id} className={printing && printing !== order._id ? 'print:hidden' : ''}>
                <SellerOrderCard
                  order={order}
                  now={now}
                  sending={orders.sending.get(order._id)}
                  fresh={orders.isFresh(order)}
                  printing={printing === order._id}
                  onStep={orders.takeStep}
                  onUndo={orders.undo}
                  onReceive={orders.receive}
                  onChanged={orders.replace}
                  onPrint={() => print(order._id)}
                />
              </li>
            ))}
          </ol>
          {list.nextCursor && (
            <MoreButton onClick={orders.readMore} isReading={orders.readingMore}>
              {m.sellerOrders_show_more()}
            </MoreButton>
          )}
        </div>
      ) : orders.loading ? (
        <OrdersSkeleton />
      ) : (
        <EmptyState
          heading="h2"
          title={m.sellerOrders_failed()}
          action={<Button onClick={orders.reload}>{m.ui_try_again()}</Button>}
        >
          {orders.failure}
        </EmptyState>
      )}
    </>
  )
}

function NoOrders({ query }: { query: OrdersQuery }) {
  if (ordersSearch(query) === '')
    return (
      <EmptyState
        heading="h2"
        picture={emptyPicture}
        title={m.sellerOrders_none_title()}
        action={
          <ButtonLink to={`${ordersPath}?view=all`} variant="soft">
            {m.sellerOrders_show_all()}
          </ButtonLink>
        }
      >
        {m.sellerOrders_none_text()}
      </EmptyState>
    )
  if (ordersSearch(query) === ordersSearch({ view: 'Awaiting payment' }))
    return (
      <EmptyState heading="h2" title={m.sellerOrders_none_unpaid_title()}>
        {m.sellerOrders_none_unpaid_text()}
      </EmptyState>
    )
  return (
    <EmptyState
      heading="h2"
      title={m.sellerOrders_nothing_title()}
      action={<ButtonLink to={`${ordersPath}?view=all`}>{m.sellerOrders_show_all()}</ButtonLink>}
    >
      {m.sellerOrders_nothing_text()}
    </EmptyState>
  )
}

function OrdersSkeleton() {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">{m.sellerOrders_loading()}</span>
      <Skeleton className="h-64 w-full rounded-card sm:h-56" />
      <Skeleton className="h-64 w-full rounded-card sm:h-56" />
      <Skeleton className="h-64 w-full rounded-card sm:h-56" />
    </div>
  )
}

/** Shows the new orders once the seller has scrolled back to the top. */
function useShownAtTop(top: { current: HTMLElement | null }, waiting: boolean, show: () => void) {
  const showNow = useEffectEvent(show)
  useEffect(() => {
    if (!waiting || !top.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && showNow())
    observer.observe(top.current)
    return () => observer.disconnect()
  }, [waiting, top])
}

/** Announces new orders: one by its number and amount, several by their count. */
function arrivalMessage(orders: readonly SellerOrder[]): string {
  const [order] = orders
  return order && orders.length === 1
    ? m.sellerOrders_arrived({ number: order.number, amount: formatAmount(order.amount) })
    : m.sellerOrders_arrived_count({ count: orders.length })
}
