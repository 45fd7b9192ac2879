import { Link, type MetaFunction } from 'react-router'
import type { Today } from '../../../contract/entities/today.ts'
import { cappedCount } from '../../../contract/values/capped-count.ts'
import { useInterval } from '../../client/use-interval.ts'
import { useRead } from '../../client/use-read.ts'
import { m } from '../../messages/messages.ts'
import { personalMeta } from '../../page/personal-meta.ts'
import { shop } from '../../shop.ts'
import { Card } from '../../ui/card.tsx'
import { ReceiptText } from '../../ui/icons.tsx'
import { PackageCheck } from '../../ui/seller-icons.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { UnbrokenWords } from '../../ui/unbroken-words.tsx'
import { useThrottledOrderChanges } from '../area/order-watch.ts'
import { sellerApi } from '../client/seller-api.ts'
import { statusLabel } from '../order-ui/order-texts.ts'
import { ordersSearch } from '../order-ui/orders-query.ts'
import { ReadResult } from '../ui/read-result.tsx'
import { formatDay } from './format-today.ts'
import { RunningOut } from './running-out.tsx'
import { Sales } from './sales.tsx'

/** Milliseconds between reads without an event: days end, and other sellers change stock. */
const staleAfter = 5 * 60_000

export const meta: MetaFunction = (page) => personalMeta(m.today_title(), '/seller/today', page)

export default function TodayScreen() {
  const read = useRead('today', (signal) => sellerApi.seller.today(undefined, { signal }))
  const { data, changed } = read
  useThrottledOrderChanges(changed)
  useInterval(changed, staleAfter)
  const today = data?.days.at(-1)

  return (
    <div>
      <div className="mb-3 flex flex-wrap items-baseline gap-x-3">
        <h1 tabIndex={-1} className="display-2">
          {m.today_title()}
        </h1>
        <p className="min-h-7 text-muted">{today && formatDay(today.day, 'long')}</p>
      </div>
      <ReadResult read={read} heading="h2" failedTitle={m.today_failed()} skeleton={<GlanceSkeleton />}>
        {(data) => <Glance today={data} />}
      </ReadResult>
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
                  {cappedCount(count)}
                </span>
                <span className="leading-snug">
                  <UnbrokenWords>{statusLabel(status)}</UnbrokenWords>
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
            variant="warning"
            all="?stock=out"
          />
          <RunningOut title={m.today_low()} list={today.lowStock} none={m.today_low_none()} variant="low" />
        </Card>
      </div>
      {shop.issuer && (
        <a
          // `documentReportPath`, whose module would be one more file of the seller's screens.
          href="/documents/report"
          target="_blank"
          rel="noopener"
          className="inline-flex min-h-11 items-center gap-2 justify-self-start font-medium text-leaf hover:underline"
        >
          <ReceiptText className="size-5 shrink-0" aria-hidden />
          {m.today_documents()}
        </a>
      )}
    </div>
  )
}

/** Has the height of the content. */
function GlanceSkeleton() {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">{m.today_loading()}</span>
      <div>
        <Skeleton className="mb-2 h-6 w-40" />
        <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
          {Array.from({ length: 4 }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: four alike
            <Skeleton key={index} className="h-20 rounded-card" />
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
