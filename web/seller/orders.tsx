import { ArrowUp, Volume2, VolumeX } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type MetaFunction, useNavigate, useSearchParams } from 'react-router'
import type { Order } from '../../contract/entities.ts'
import { m } from '../messages/messages.ts'
import emptyPicture from '../pictures/why-delivery.webp'
import { personalMeta } from '../shell/personal-meta.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { money } from '../ui/price.tsx'
import { Select } from '../ui/select.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { OrderCard } from './order-card.tsx'
import { useOrderSound } from './order-sound.ts'
import { statusWords } from './order-words.ts'
import { type OrdersQuery, ordersQueryOf, ordersSearch, sellerStatuses } from './orders-query.ts'
import { SearchField } from './search-field.tsx'
import { useOrders } from './use-orders.ts'

const path = '/seller/orders'

export const meta: MetaFunction = (page) => personalMeta(m.seller_orders_title(), path, page)

export default function OrdersScreen() {
  const [search] = useSearchParams()
  const query = ordersQueryOf(search)
  const sound = useOrderSound()
  const top = useRef<HTMLDivElement>(null)
  const [arrival, setArrival] = useState('')
  const orders = useOrders(query, {
    mustHold: () => (top.current?.getBoundingClientRect().bottom ?? 0) < 0,
    onArrived: (arrived) => {
      const placed = arrived.filter(({ status }) => status === 'Order Placed')
      if (placed.length === 0) return
      setArrival(arrivalWords(placed))
      sound.ring()
    },
  })
  const { list } = orders
  const held = list?.held.length ?? 0
  useShownAtTop(top, held > 0, orders.showHeld)

  return (
    <>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <h1 tabIndex={-1} className="display-2">
          {m.seller_orders_title()}
        </h1>
        <Button look="outline" aria-pressed={sound.on} onClick={() => sound.turn(!sound.on)}>
          {sound.on ? <Volume2 className="size-5" aria-hidden /> : <VolumeX className="size-5" aria-hidden />}
          {m.seller_sound()}
          {/* The state is told by the button itself. */}
          <span aria-hidden className="font-normal text-muted">
            {sound.on ? m.seller_sound_on() : m.seller_sound_off()}
          </span>
        </Button>
      </div>
      {sound.blocked && (
        <p className="mb-4 flex items-center gap-2 rounded-tile bg-mango-soft px-4 py-2.5 text-sm">
          <VolumeX className="size-5 shrink-0" aria-hidden />
          {m.seller_sound_blocked()}
        </p>
      )}
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
          aria-busy={orders.turning || undefined}
          className={`transition-opacity ${orders.turning ? 'opacity-60 delay-300' : ''}`}
        >
          {list.orders.length === 0 && <NoOrders query={query} />}
          <ol className="grid gap-4">
            {list.orders.map((order) => (
              <li key={order._id}>
                <OrderCard
                  order={order}
                  moving={orders.moving.get(order._id)}
                  fresh={orders.fresh.has(order._id)}
                  onMove={orders.move}
                />
              </li>
            ))}
          </ol>
          {list.nextCursor && (
            <div className="mt-6 grid justify-center">
              <Button
                look="outline"
                onClick={orders.readOlder}
                pending={orders.readingOlder}
                aria-disabled={orders.readingOlder}
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

function OrderControls({ query }: { query: OrdersQuery }) {
  const navigate = useNavigate()
  // A choice is a step that Back takes back; letters of a search are not.
  const go = (next: Partial<OrdersQuery>, replace = false) =>
    void navigate(path + ordersSearch({ ...query, ...next }), { replace, preventScrollReset: true })
  return (
    <search className="mb-4 grid gap-3 sm:grid-cols-3 xl:grid-cols-[minmax(0,1fr)_12.5rem_12.5rem_12.5rem]">
      <SearchField
        label={m.seller_orders_search()}
        query={query.q}
        onSearch={(q) => go({ q }, true)}
        className="sm:max-xl:col-span-3"
      />
      <Select
        label={m.seller_orders_status()}
        hideLabel
        value={query.status ?? ''}
        onChange={({ target: { value } }) => go({ status: sellerStatuses.find((each) => each === value) })}
      >
        <option value="">{m.seller_orders_any_status()}</option>
        {sellerStatuses.map((status) => (
          <option key={status} value={status}>
            {statusWords(status)}
          </option>
        ))}
      </Select>
      <div className="grid grid-cols-2 gap-3 sm:contents">
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
          onChange={({ target: { value } }) => go({ paid: value === 'true' || value === 'false' ? value : undefined })}
        >
          <option value="">{m.seller_orders_any_paid()}</option>
          <option value="true">{m.seller_order_paid()}</option>
          <option value="false">{m.seller_order_pending()}</option>
        </Select>
      </div>
    </search>
  )
}

function NoOrders({ query }: { query: OrdersQuery }) {
  if (ordersSearch(query) !== '')
    return (
      <EmptyState
        heading="h2"
        title={m.seller_orders_nothing_title()}
        action={<ButtonLink to={path}>{m.seller_orders_show_all()}</ButtonLink>}
      >
        {m.seller_orders_nothing_text()}
      </EmptyState>
    )
  return (
    <EmptyState heading="h2" picture={emptyPicture} title={m.seller_orders_none_title()}>
      {m.seller_orders_none_text()}
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
