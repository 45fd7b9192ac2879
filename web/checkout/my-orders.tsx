import { Check, MapPin, RotateCcw, X } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { type MetaFunction, useNavigate } from 'react-router'
import type { Order } from '../../contract/entities.ts'
import type { OrderStatus } from '../../contract/order-status.ts'
import { addItems } from '../cart/cart-store.ts'
import { productName } from '../catalog/product-words.ts'
import { getLocale, m } from '../messages/messages.ts'
import emptyPicture from '../pictures/why-delivery.webp'
import { api, failureWords } from '../session/api.ts'
import { openLogin, useSession } from '../session/session.ts'
import { useRead } from '../session/use-read.ts'
import { personalMeta } from '../shell/personal-meta.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Picture } from '../ui/picture.tsx'
import { money } from '../ui/price.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'
import { timelineOf } from './order-timeline.ts'

/** Orders of one page. */
const pageSize = '10'

export const meta: MetaFunction = (page) => personalMeta(m.orders_title(), '/my-orders', page)

export default function MyOrdersScreen() {
  const { status, user } = useSession()
  return (
    <div className="mx-auto max-w-4xl py-6 sm:py-10">
      <h1 tabIndex={-1} className="display-1 mb-6">
        {m.orders_title()}
      </h1>
      {user && <Orders key={user._id} userId={user._id} />}
      {status === 'unknown' && <OrdersSkeleton />}
      {status === 'visitor' && (
        <EmptyState
          heading="h2"
          picture={emptyPicture}
          title={m.orders_login_title()}
          action={<Button onClick={() => openLogin('/my-orders')}>{m.orders_login()}</Button>}
        >
          {m.orders_login_text()}
        </EmptyState>
      )}
    </div>
  )
}

function Orders({ userId }: { userId: string }) {
  const first = useRead(userId, (signal) => api.order.user({ userId, limit: pageSize }, { signal }))
  const [older, setOlder] = useState<{ orders: Order[]; nextCursor: string | null | undefined }>()
  const [reading, setReading] = useState(false)

  // A list that was read again begins anew.
  useEffect(() => {
    if (first.data) setOlder(undefined)
  }, [first.data])

  async function readOlder(cursor: string) {
    if (reading) return
    setReading(true)
    try {
      const reply = await api.order.user({ userId, limit: pageSize, cursor })
      if (reply.success) setOlder({ orders: [...(older?.orders ?? []), ...reply.orders], nextCursor: reply.nextCursor })
      else toast.error(reply.message)
    } catch (error) {
      toast.error(failureWords(error))
    } finally {
      setReading(false)
    }
  }

  if (!first.data) {
    if (first.failure === undefined || first.loading) return <OrdersSkeleton />
    return (
      <EmptyState
        heading="h2"
        title={m.orders_failed()}
        action={<Button onClick={first.again}>{m.orders_again()}</Button>}
      >
        {first.failure}
      </EmptyState>
    )
  }
  const orders = [...first.data.orders, ...(older?.orders ?? [])]
  const nextCursor = older ? older.nextCursor : first.data.nextCursor
  if (orders.length === 0)
    return (
      <EmptyState
        heading="h2"
        picture={emptyPicture}
        title={m.orders_empty_title()}
        action={<ButtonLink to="/products">{m.orders_empty_next()}</ButtonLink>}
      >
        {m.orders_empty_text()}
      </EmptyState>
    )
  return (
    <>
      <ol className="grid gap-5">
        {orders.map((order) => (
          <li key={order._id}>
            <OrderCard order={order} />
          </li>
        ))}
      </ol>
      {nextCursor && (
        <div className="mt-6 grid justify-center">
          <Button look="outline" onClick={() => readOlder(nextCursor)} pending={reading}>
            {m.orders_more()}
          </Button>
        </div>
      )}
    </>
  )
}

function OrderCard({ order }: { order: Order }) {
  const navigate = useNavigate()
  const headingId = `order-${order._id}`
  const cancelled = order.status === 'Cancelled'

  function buyAgain() {
    addItems(Object.fromEntries(order.items.map(({ product, quantity }) => [product._id, quantity])))
    navigate('/cart')
  }

  return (
    <article aria-labelledby={headingId} className="rounded-card border border-line bg-surface p-5 shadow-card sm:p-6">
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div>
          <h2 id={headingId} className="font-semibold text-xl">
            {m.orders_number({ number: order.number })}
          </h2>
          <p className="text-muted">
            <time dateTime={order.createdAt}>{momentWords(order.createdAt)}</time>
          </p>
        </div>
        {/* The state as the shop sends it, which is English in both languages. */}
        <p
          lang="en"
          className={`rounded-full px-3 py-1 font-medium text-sm ${cancelled ? 'bg-tomato-soft text-tomato' : 'bg-leaf-soft text-leaf-deep'}`}
        >
          {order.status}
        </p>
      </header>

      <h3 className="sr-only">{m.orders_items()}</h3>
      <ul className="mt-4 grid gap-3">
        {order.items.map(({ product, quantity }) => (
          <li key={product._id} className="flex items-center gap-4">
            <Picture image={product.image[0]} sizes="64px" className="size-16 shrink-0 overflow-hidden rounded-tile" />
            <div className="min-w-0 flex-1">
              <p className="font-medium">{productName(product)}</p>
              <p className="text-muted text-sm figures">
                {quantity} × {money(product.offerPrice)}
              </p>
            </div>
            <p className="font-medium figures">{money(product.offerPrice * quantity)}</p>
          </li>
        ))}
      </ul>

      <dl className="mt-4 grid gap-1 border-line border-t pt-4 figures">
        <Row term={m.cart_price()}>{money(order.subtotal)}</Row>
        <Row term={m.cart_shipping()}>{m.cart_shipping_free()}</Row>
        <Row term={m.orders_tax()}>{money(order.tax)}</Row>
        <Row term={m.orders_amount()} strong>
          {money(order.amount)}
        </Row>
        <Row term={m.orders_payment()}>
          {paymentWords(order.paymentType)} · {order.isPaid ? m.orders_paid() : m.orders_pending()}
        </Row>
      </dl>

      <Timeline order={order} />

      <div className="mt-5 flex flex-wrap items-end justify-between gap-4">
        <address className="flex gap-2 text-muted text-sm not-italic">
          <MapPin className="mt-0.5 size-4 shrink-0" aria-hidden />
          <span>
            {order.address.firstName} {order.address.lastName}, {order.address.street}, {order.address.city},{' '}
            {order.address.state} {order.address.zipcode}, {order.address.country}
          </span>
        </address>
        <Button look="soft" onClick={buyAgain} aria-label={m.orders_buy_again_of({ number: order.number })}>
          <RotateCcw className="size-5" aria-hidden />
          {m.orders_buy_again()}
        </Button>
      </div>
    </article>
  )
}

function Timeline({ order }: { order: Order }) {
  return (
    <div className="mt-5 border-line border-t pt-5">
      <ol aria-label={m.orders_timeline()} className="grid gap-3 sm:auto-cols-fr sm:grid-flow-col sm:gap-2">
        {timelineOf(order).map(({ status, at }) => (
          <li key={status} className="flex items-start gap-3 sm:block">
            <span
              aria-hidden
              className={`grid size-6 shrink-0 place-items-center rounded-full ${
                !at
                  ? 'border-2 border-line'
                  : status === 'Cancelled'
                    ? 'bg-tomato text-on-leaf'
                    : 'bg-leaf text-on-leaf'
              }`}
            >
              {at && (status === 'Cancelled' ? <X className="size-4" /> : <Check className="size-4" />)}
            </span>
            <p className="min-w-0 text-sm sm:mt-2">
              <span className={`block ${at ? 'font-medium' : 'text-muted'}`}>{stateWords[status]()}</span>
              {at ? (
                <time dateTime={at} className="block text-muted">
                  {momentWords(at)}
                </time>
              ) : (
                <span className="sr-only">({m.orders_state_next()})</span>
              )}
            </p>
          </li>
        ))}
      </ol>
    </div>
  )
}

const stateWords: Record<OrderStatus, () => string> = {
  'Awaiting payment': m.orders_state_awaiting,
  'Order Placed': m.orders_state_placed,
  Confirmed: m.orders_state_confirmed,
  Packing: m.orders_state_packing,
  'Out for delivery': m.orders_state_out,
  Delivered: m.orders_state_delivered,
  Cancelled: m.orders_state_cancelled,
}

function Row({ term, strong = false, children }: { term: string; strong?: boolean; children: ReactNode }) {
  return (
    <div className={`flex justify-between gap-4 ${strong ? 'font-semibold text-lg' : 'text-muted'}`}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function OrdersSkeleton() {
  return (
    <div role="status" className="grid gap-5">
      <span className="sr-only">{m.orders_loading()}</span>
      <Skeleton className="h-96 w-full rounded-card" />
      <Skeleton className="h-96 w-full rounded-card" />
    </div>
  )
}

function paymentWords(paymentType: Order['paymentType']): string {
  return paymentType === 'COD' ? m.cart_pay_cod() : m.cart_pay_online()
}

function momentWords(iso: string): string {
  return new Intl.DateTimeFormat(getLocale() === 'th' ? 'th-TH' : 'en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
  }).format(new Date(iso))
}
