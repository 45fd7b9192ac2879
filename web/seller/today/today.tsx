import { lazy, type ReactNode, Suspense, useEffect, useId, useState } from 'react'
import { Link, type MetaFunction } from 'react-router'
import type { SellerProduct, Today } from '../../../contract/entities.ts'
import { cents, centsOf, toWire } from '../../../contract/money.ts'
import { api } from '../../client/api.ts'
import { useRead } from '../../client/use-read.ts'
import { m } from '../../messages/messages.ts'
import { personalMeta } from '../../page/personal-meta.ts'
import { nameOf } from '../../product/product-words.ts'
import { Badge, type BadgeLook } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ChevronRight } from '../../ui/icons.tsx'
import { Picture } from '../../ui/picture.tsx'
import { money } from '../../ui/price.tsx'
import { PackageCheck } from '../../ui/seller-icons.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { UnbrokenWords } from '../../ui/unbroken-words.tsx'
import { useOrderBursts } from '../area/order-watch.ts'
import { withSessionEnd } from '../area/session-end.ts'
import { statusWords } from '../orders/order-words.ts'
import { ordersSearch } from '../orders/orders-query.ts'
import { countWords, dayWords } from './today-words.ts'

// The chart's library weighs more than the rest of the shop: nobody else shall carry it.
const SalesChart = lazy(() => import('./today-chart.tsx'))

/** Milliseconds after which it is read again without an event: days end, and products run out by other hands. */
const staleAfter = 5 * 60_000
/** Products that are named at first. */
const namedAtFirst = 3

export const meta: MetaFunction = (page) => personalMeta(m.today_title(), '/seller/today', page)

export default function TodayScreen() {
  const read = useRead('today', async (signal) => withSessionEnd(await api.seller.today(undefined, { signal })))
  const { data, changed } = read
  useOrderBursts(changed)
  useEffect(() => {
    const looking = setInterval(changed, staleAfter)
    return () => clearInterval(looking)
  }, [changed])
  const today = data?.days.at(-1)

  return (
    <div>
      <div className="mb-3 flex flex-wrap items-baseline gap-x-3">
        <h1 tabIndex={-1} className="display-2">
          {m.today_title()}
        </h1>
        <p className="min-h-7 text-muted">{today && dayWords(today.day, 'long')}</p>
      </div>
      {data ? (
        <Glance today={data} />
      ) : read.failure === undefined || read.loading ? (
        <GlanceSkeleton />
      ) : (
        <EmptyState
          heading="h2"
          title={m.today_failed()}
          action={<Button onClick={read.again}>{m.today_again()}</Button>}
        >
          {read.failure}
        </EmptyState>
      )}
    </div>
  )
}

function Glance({ today }: { today: Today }) {
  return (
    <div className="grid gap-4">
      <section aria-labelledby="today-waiting">
        <h2 id="today-waiting" className="mb-2 font-semibold">
          {m.today_waiting()}
        </h2>
        {today.waiting.every(({ count }) => count === 0) && (
          <p className="flex items-center gap-2 rounded-card border border-line bg-surface px-4 py-3 text-muted">
            <PackageCheck className="size-5 shrink-0 text-leaf" aria-hidden />
            {m.today_waiting_none()}
          </p>
        )}
        <ul
          className={`grid-cols-2 gap-3 max-[16rem]:grid-cols-1 lg:grid-cols-4 ${
            today.waiting.some(({ count }) => count > 0) ? 'grid' : 'hidden'
          }`}
        >
          {today.waiting.map(({ status, count }) => (
            <li key={status} className="grid">
              <Link
                to={`/seller/orders${ordersSearch({ view: status })}`}
                className={`flex min-h-20 flex-col justify-center rounded-card border px-4 py-2.5 transition-colors hover:border-leaf ${
                  count > 0 ? 'border-line bg-surface shadow-card' : 'border-line bg-sunken text-muted'
                }`}
              >
                <span className={`figures font-bold text-2xl leading-[1.25] ${count > 0 ? 'text-leaf-deep' : ''}`}>
                  {countWords(count)}
                </span>
                <span className="leading-snug">
                  <UnbrokenWords>{statusWords(status)}</UnbrokenWords>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]">
        <Sales days={today.days} />
        <Card className="grid content-start gap-4 p-4 sm:p-5">
          <RunningOut
            title={m.today_out()}
            list={today.outOfStock}
            none={m.today_out_none()}
            look="warning"
            all="?shelf=out"
          />
          <RunningOut title={m.today_low()} list={today.lowStock} none={m.today_low_none()} look="low" />
        </Card>
      </div>
    </div>
  )
}

const chartHeight = 'h-56 xl:h-64'

function Sales({ days }: { days: Today['days'] }) {
  const [yesterday, today] = days.slice(-2)
  const total = {
    orders: days.reduce((sum, day) => sum + day.orders, 0),
    placed: days.reduce((sum, day) => sum + day.placed, 0),
    amount: toWire(cents(days.reduce((sum, day) => sum + centsOf(day.amount), 0))),
  }
  return (
    <Card className="flex min-w-0 flex-col p-4 sm:p-5">
      <h2 className="font-semibold">{m.today_sales()}</h2>
      <p className="text-muted text-sm">{m.today_sales_text()}</p>
      <dl className="mt-2 mb-4 grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-3">
        <Sum term={m.today_day()} sum={today} />
        <Sum term={m.today_yesterday()} sum={yesterday} />
        <Sum term={m.today_thirty({ count: days.length })} sum={total} />
      </dl>
      {total.orders === 0 ? (
        <div className="-my-4 grid min-h-56 place-content-center xl:min-h-64">
          <EmptyState
            heading="h3"
            title={m.today_nothing_sold()}
            action={
              <ButtonLink to="/seller" look="soft">
                {m.today_add_product()}
              </ButtonLink>
            }
          >
            {m.today_nothing_sold_text()}
          </EmptyState>
        </div>
      ) : (
        <div className={`-ms-1 min-w-0 grow ${chartHeight}`}>
          <Suspense fallback={<Skeleton className="ms-1 h-full" />}>
            <SalesChart days={days} />
          </Suspense>
        </div>
      )}
      {/* A table is as wide as its words, whatever it is told: a box around it hides it. */}
      <div className="sr-only">
        <table>
          <caption>{m.today_chart()}</caption>
          <thead>
            <tr>
              <th scope="col">{m.today_column_day()}</th>
              <th scope="col">{m.today_column_placed()}</th>
              <th scope="col">{m.today_column_orders()}</th>
              <th scope="col">{m.today_column_amount()}</th>
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day.day}>
                <th scope="row">{dayWords(day.day, 'long')}</th>
                <td>{day.placed}</td>
                <td>{day.orders}</td>
                <td>{money(day.amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}

function Sum({ term, sum }: { term: string; sum: { orders: number; amount: number; placed: number } | undefined }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted text-sm">{term}</dt>
      <dd className="figures">
        <span className="block font-bold text-xl leading-[1.25] sm:text-2xl">{money(sum?.amount ?? 0)}</span>
        <span className="block text-muted text-sm leading-snug">{m.today_orders({ count: sum?.orders ?? 0 })}</span>
        <span className="block text-muted text-sm leading-snug">{m.today_placed({ count: sum?.placed ?? 0 })}</span>
      </dd>
    </div>
  )
}

type RunningOutProps = {
  title: string
  list: Today['outOfStock']
  /** What there is to say when there are none. */
  none: string
  look: BadgeLook
  /** The query of the product list that shows all of them. */
  all?: string
}

function RunningOut({ title, list, none, look, all }: RunningOutProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const shown = open ? list.products : list.products.slice(0, namedAtFirst)
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h2 id={id} className="flex items-center gap-2 font-semibold">
        {title}
        <Badge look={list.count > 0 ? look : 'plain'}>{countWords(list.count)}</Badge>
      </h2>
      {list.count === 0 && (
        <p className="mt-1 flex items-center gap-2 text-muted">
          <PackageCheck className="size-5 shrink-0 text-leaf" aria-hidden />
          {none}
        </p>
      )}
      <ul className="mt-1">
        {shown.map((product) => (
          <li key={product._id}>
            <ProductLine product={product} />
          </li>
        ))}
      </ul>
      {list.count > shown.length && all !== undefined ? (
        <More to={`/seller/product-list${all}`}>{m.today_all({ count: countWords(list.count) })}</More>
      ) : (
        shown.length < list.products.length && (
          <button
            type="button"
            onClick={() => setOpen(true)}
            className="inline-flex min-h-11 items-center font-medium text-leaf-deep underline-offset-4 hover:underline"
          >
            {m.today_more({ count: list.products.length - shown.length })}
          </button>
        )
      )}
    </section>
  )
}

function More({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 items-center font-medium text-leaf-deep underline-offset-4 hover:underline"
    >
      {children}
    </Link>
  )
}

function ProductLine({ product }: { product: SellerProduct }) {
  const { name, lang } = nameOf(product)
  return (
    <Link
      to={`/seller/products/${product._id}`}
      className="-mx-2 flex min-h-11 items-center gap-3 rounded-tile px-2 py-1 hover:bg-sunken"
    >
      <Picture
        image={product.image[0]}
        sizes="36px"
        className="size-9 shrink-0 overflow-hidden rounded-[0.5rem] border border-line"
      />
      <span lang={lang} className="min-w-0 grow truncate">
        {name}
      </span>
      <span className="figures shrink-0 text-muted text-sm max-[16rem]:shrink">
        {m.today_pieces({ count: product.stock ?? 0 })}
      </span>
      <ChevronRight className="size-4 shrink-0 text-muted max-[16rem]:hidden" aria-hidden />
    </Link>
  )
}

/** As large as what comes. */
function GlanceSkeleton() {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">{m.today_loading()}</span>
      <div>
        <Skeleton className="mb-2 h-6 w-40" />
        <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
          {Array.from({ length: 4 }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: four alike
            <Skeleton key={at} className="h-20 rounded-card" />
          ))}
        </div>
      </div>
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]">
        <Skeleton className="h-110 rounded-card" />
        <Skeleton className="h-110 rounded-card" />
      </div>
    </div>
  )
}
