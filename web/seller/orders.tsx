import { RefreshCw } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { MetaFunction } from 'react-router'
import type { Order } from '../../contract/entities.ts'
import { productName } from '../catalog/product-words.ts'
import { getLocale, m } from '../messages/messages.ts'
import emptyPicture from '../pictures/why-delivery.webp'
import { api, failureWords } from '../session/api.ts'
import { useRead } from '../session/use-read.ts'
import { personalMeta } from '../shell/personal-meta.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Picture } from '../ui/picture.tsx'
import { money } from '../ui/price.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'

/** Orders of one page. */
const pageSize = '20'

export const meta: MetaFunction = (page) => personalMeta(m.seller_orders_title(), '/seller/orders', page)

export default function OrdersScreen() {
  const first = useRead('orders', (signal) => api.order.seller({ limit: pageSize }, { signal }))
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <h1 tabIndex={-1} className="display-2">
          {m.seller_orders_title()}
        </h1>
        {first.data && (
          <Button look="outline" onClick={first.again} aria-disabled={first.loading} pending={first.loading}>
            <RefreshCw className="size-5" aria-hidden />
            {m.seller_orders_reload()}
          </Button>
        )}
      </div>
      {first.data ? (
        <Orders first={first.data} />
      ) : first.failure === undefined || first.loading ? (
        <OrdersSkeleton />
      ) : (
        <EmptyState
          heading="h2"
          title={m.seller_orders_failed()}
          action={<Button onClick={first.again}>{m.seller_again()}</Button>}
        >
          {first.failure}
        </EmptyState>
      )}
    </>
  )
}

type Page = { orders: Order[]; nextCursor?: string | null | undefined }

function Orders({ first }: { first: Page }) {
  const [older, setOlder] = useState<Page>()
  const [reading, setReading] = useState(false)

  // A list that was read again begins anew.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is about the list that has just come
  useEffect(() => setOlder(undefined), [first])

  async function readOlder(cursor: string) {
    if (reading) return
    setReading(true)
    try {
      const reply = await api.order.seller({ limit: pageSize, cursor })
      if (reply.success) setOlder({ orders: [...(older?.orders ?? []), ...reply.orders], nextCursor: reply.nextCursor })
      else toast.error(reply.message)
    } catch (error) {
      toast.error(failureWords(error))
    } finally {
      setReading(false)
    }
  }

  const orders = [...first.orders, ...(older?.orders ?? [])]
  const { nextCursor } = older ?? first
  if (orders.length === 0)
    return (
      <EmptyState heading="h2" picture={emptyPicture} title={m.seller_orders_none_title()}>
        {m.seller_orders_none_text()}
      </EmptyState>
    )
  return (
    <>
      <ol className="grid gap-4">
        {orders.map((order) => (
          <li key={order._id}>
            <OrderCard order={order} />
          </li>
        ))}
      </ol>
      {nextCursor && (
        <div className="mt-6 grid justify-center">
          <Button look="outline" onClick={() => readOlder(nextCursor)} pending={reading} aria-disabled={reading}>
            {m.seller_orders_more()}
          </Button>
        </div>
      )}
    </>
  )
}

function OrderCard({ order }: { order: Order }) {
  const headingId = `order-${order._id}`
  const { address } = order
  return (
    <article aria-labelledby={headingId} className="rounded-card border border-line bg-surface p-4 shadow-card sm:p-5">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id={headingId} className="figures font-semibold text-lg">
          {m.seller_order_number({ number: order.number })}
        </h2>
        {/* The state as the shop sends it, which is English in both languages. */}
        <Badge look={order.status === 'Cancelled' ? 'warning' : 'plain'}>
          <span lang="en">{order.status}</span>
        </Badge>
      </header>
      <div className="mt-3 grid gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-[1.4fr_1.2fr_1fr]">
        <section className="min-w-0 sm:max-lg:col-span-2">
          <h3 className="sr-only">{m.seller_order_items()}</h3>
          <ul className="grid gap-2">
            {order.items.map(({ product, quantity }) => (
              <li key={product._id} className="flex items-center gap-3">
                <Picture
                  image={product.image[0]}
                  sizes="44px"
                  className="size-11 shrink-0 overflow-hidden rounded-tile border border-line"
                />
                <span className="min-w-0 leading-snug">
                  {productName(product)}{' '}
                  <span className="figures whitespace-nowrap font-semibold text-leaf-deep">× {quantity}</span>
                </span>
              </li>
            ))}
          </ul>
        </section>
        <section className="min-w-0">
          <h3 className="text-muted text-sm">{m.seller_order_address()}</h3>
          <address className="not-italic leading-snug">
            <span className="block font-medium">
              {address.firstName} {address.lastName}
            </span>
            <span className="block">{address.street}</span>
            <span className="block">
              {address.city}, {address.state} {address.zipcode}
            </span>
            <span className="block">{address.country}</span>
            <a
              href={`tel:${address.phone.replace(/[^+\d]/g, '')}`}
              className="figures inline-flex min-h-11 items-center font-medium text-leaf hover:underline"
            >
              <span className="sr-only">{m.seller_order_phone()}: </span>
              {address.phone}
            </a>
          </address>
        </section>
        <dl className="grid min-w-0 content-start gap-1">
          <Fact term={m.seller_order_amount()}>
            <span className="figures font-bold text-lg">{money(order.amount)}</span>
          </Fact>
          <Fact term={m.seller_order_method()}>
            {order.paymentType === 'COD' ? m.seller_order_cod() : m.seller_order_online()}
          </Fact>
          <Fact term={m.seller_order_date()}>
            <time dateTime={order.createdAt}>{momentWords(order.createdAt)}</time>
          </Fact>
          <Fact term={m.seller_order_paid_label()}>
            <Badge look={order.isPaid ? 'leaf' : 'offer'}>
              {order.isPaid ? m.seller_order_paid() : m.seller_order_pending()}
            </Badge>
          </Fact>
        </dl>
      </div>
    </article>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-x-4">
      <dt className="shrink-0 text-muted text-sm">{term}</dt>
      <dd className="min-w-0 text-end leading-snug">{children}</dd>
    </div>
  )
}

function OrdersSkeleton() {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">{m.seller_orders_loading()}</span>
      <Skeleton className="h-48 w-full rounded-card" />
      <Skeleton className="h-48 w-full rounded-card" />
      <Skeleton className="h-48 w-full rounded-card" />
    </div>
  )
}

function momentWords(iso: string): string {
  return new Intl.DateTimeFormat(getLocale() === 'th' ? 'th-TH' : 'en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
  }).format(new Date(iso))
}
