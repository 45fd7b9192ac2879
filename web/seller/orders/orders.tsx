import { useEffect, useRef, useState } from 'react'
import { Link, type MetaFunction, useNavigate, useSearchParams } from 'react-router'
import type { Order } from '../../../contract/entities.ts'
import { m } from '../../messages/messages.ts'
import { personalMeta } from '../../page/personal-meta.ts'
import emptyPicture from '../../pictures/why-delivery.webp'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { money } from '../../ui/price.tsx'
import { Select } from '../../ui/select.tsx'
import { ArrowUp } from '../../ui/seller-icons.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { usePrinting } from '../../ui/use-printing.ts'
import { Filters } from '../area/filter-button.tsx'
import { useWaitingOrders } from '../area/order-watch.ts'
import { SearchField } from '../area/search-field.tsx'
import { OrderCard } from './order-card.tsx'
import { statusWords } from './order-words.ts'
import {
  type OrdersQuery,
  type OrdersView,
  ordersQueryOf,
  ordersSearch,
  sellerStatuses,
  viewOf,
} from './orders-query.ts'
import { useNow } from './use-now.ts'
import { useOrders } from './use-orders.ts'

const path = '/seller/orders'

export const meta: MetaFunction = (page) => personalMeta(m.seller_orders_title(), path, page)

export default function OrdersScreen() {
  const [search] = useSearchParams()
  const query = ordersQueryOf(search)
  const now = useNow()
  const top = useRef<HTMLDivElement>(null)
  const [arrival, setArrival] = useState('')
  const [printing, print] = usePrinting()
  const orders = useOrders(query, {
    mustHold: () => (top.current?.getBoundingClientRect().bottom ?? 0) < 0,
    onArrived: (arrived) => {
      const placed = arrived.filter(({ status }) => status === 'Order Placed')
      if (placed.length > 0) setArrival(arrivalWords(placed))
    },
  })
  const { list } = orders
  const held = list?.held.length ?? 0
  useShownAtTop(top, held > 0, orders.showHeld)

  return (
    <>
      <h1 tabIndex={-1} className="display-2 mb-4 max-sm:sr-only print:hidden">
        {m.seller_orders_title()}
      </h1>
      <OrderControls query={query} />
      <p role="status" className="sr-only">
        {arrival}
      </p>
      <div ref={top} />
      {held > 0 && (
        <div className="sticky top-18 z-30 mb-4 grid h-0 justify-center">
          <Button
            onClick={() => {
              orders.showHeld()
              top.current?.scrollIntoView({ block: 'center' })
              document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
            }}
            className="shadow-float"
          >
            <ArrowUp className="size-5" aria-hidden />
            {m.seller_orders_held({ count: held })}
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
                <OrderCard
                  order={order}
                  now={now}
                  moving={orders.moving.get(order._id)}
                  fresh={orders.isFresh(order)}
                  printing={printing === order._id}
                  onMove={orders.move}
                  onUndeliver={orders.undeliver}
                  onPrint={() => print(order._id)}
                />
              </li>
            ))}
          </ol>
          {list.nextCursor && (
            <div className="mt-6 grid justify-center print:hidden">
              <Button
                look="outline"
                onClick={orders.readMore}
                pending={orders.readingMore}
                aria-disabled={orders.readingMore}
              >
                {m.seller_orders_more()}
              </Button>
            </div>
          )}
        </div>
      ) : orders.loading ? (
        <OrdersSkeleton />
      ) : (
        <EmptyState
          heading="h2"
          title={m.seller_orders_failed()}
          action={<Button onClick={orders.again}>{m.seller_again()}</Button>}
        >
          {orders.failure}
        </EmptyState>
      )}
    </>
  )
}

const views: readonly OrdersView[] = ['todo', 'all', ...sellerStatuses]

function viewWords(view: OrdersView): string {
  if (view === 'todo') return m.seller_view_todo()
  if (view === 'all') return m.seller_view_all()
  return view === 'Order Placed' ? m.seller_view_new() : statusWords(view)
}

function OrderControls({ query }: { query: OrdersQuery }) {
  const navigate = useNavigate()
  const waiting = useWaitingOrders()
  const chosen = [query.payment, query.paid].filter(Boolean).length
  const shown = viewOf(query)
  // A choice is a step that Back takes back; letters of a search are not.
  const go = (next: Partial<OrdersQuery>, replace = false) =>
    void navigate(path + ordersSearch({ ...query, ...next }), { replace, preventScrollReset: true })
  return (
    <search className="mb-3 grid gap-x-3 gap-y-2 sm:mb-4 print:hidden">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2 lg:grid-cols-[minmax(0,1fr)_12.5rem_12.5rem]">
        <SearchField label={m.seller_orders_search()} query={query.q} onSearch={(q) => go({ q }, true)} />
        <Filters chosen={chosen} startOpen={chosen > 0} inRowFrom="lg">
          <Select
            label={m.seller_orders_method()}
            hideLabel
            value={query.payment ?? ''}
            onChange={({ target: { value } }) =>
              go({ payment: value === 'COD' || value === 'Online' ? value : undefined })
            }
          >
            <option value="">{m.seller_orders_any_method()}</option>
            <option value="COD">{m.seller_orders_cod()}</option>
            <option value="Online">{m.seller_orders_online()}</option>
          </Select>
          <Select
            label={m.seller_order_paid_label()}
            hideLabel
            value={query.paid ?? ''}
            onChange={({ target: { value } }) =>
              go({ paid: value === 'true' || value === 'false' ? value : undefined })
            }
          >
            <option value="">{m.seller_orders_any_paid()}</option>
            <option value="true">{m.seller_order_paid()}</option>
            <option value="false">{m.seller_orders_unpaid()}</option>
          </Select>
        </Filters>
      </div>
      <nav
        aria-label={m.seller_orders_status()}
        className="-mx-4 overflow-x-auto px-4 [scrollbar-width:none] md:-mx-1 md:px-1"
      >
        <ul className="flex w-max gap-1.5">
          {views.map((view) => (
            <li key={view}>
              <Link
                to={path + ordersSearch({ ...query, view: view === 'todo' && !query.q ? undefined : view })}
                preventScrollReset
                aria-current={view === shown ? 'true' : undefined}
                className="figures inline-flex min-h-11 items-center gap-1.5 rounded-full border border-edge bg-surface px-4 font-medium transition-colors hover:border-leaf focus-visible:-outline-offset-2 aria-[current]:border-leaf aria-[current]:bg-leaf-soft aria-[current]:font-semibold aria-[current]:text-leaf-deep"
              >
                {viewWords(view)}
                {view === 'Order Placed' && waiting > 0 && (
                  <span className="min-w-6 rounded-full bg-mango px-1.5 text-center font-semibold text-on-mango text-sm">
                    {waiting >= 1000 ? '999+' : waiting}
                  </span>
                )}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </search>
  )
}

function NoOrders({ query }: { query: OrdersQuery }) {
  if (ordersSearch(query) === '')
    return (
      <EmptyState
        heading="h2"
        picture={emptyPicture}
        title={m.seller_orders_none_title()}
        action={
          <ButtonLink to={`${path}?view=all`} look="soft">
            {m.seller_orders_show_all()}
          </ButtonLink>
        }
      >
        {m.seller_orders_none_text()}
      </EmptyState>
    )
  return (
    <EmptyState
      heading="h2"
      title={m.seller_orders_nothing_title()}
      action={<ButtonLink to={`${path}?view=all`}>{m.seller_orders_show_all()}</ButtonLink>}
    >
      {m.seller_orders_nothing_text()}
    </EmptyState>
  )
}

function OrdersSkeleton() {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">{m.seller_orders_loading()}</span>
      <Skeleton className="h-64 w-full rounded-card sm:h-56" />
      <Skeleton className="h-64 w-full rounded-card sm:h-56" />
      <Skeleton className="h-64 w-full rounded-card sm:h-56" />
    </div>
  )
}

/** Somebody who has come back to the top sees what waited there. */
function useShownAtTop(top: { current: HTMLElement | null }, waiting: boolean, show: () => void) {
  const latest = useRef(show)
  useEffect(() => {
    latest.current = show
  })
  useEffect(() => {
    if (!waiting || !top.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && latest.current())
    observer.observe(top.current)
    return () => observer.disconnect()
  }, [waiting, top])
}

/** The one by its number and amount, several by their count. */
function arrivalWords(orders: readonly Order[]): string {
  const [order] = orders
  return order && orders.length === 1
    ? m.seller_order_arrived({ number: order.number, amount: money(order.amount) })
    : m.seller_orders_arrived({ count: orders.length })
}
