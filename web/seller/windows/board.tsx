import { type ReactNode, useId } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { BoardOrder } from '../../../contract/calls/windows.ts'
import { windowDay } from '../../../contract/delivery/window-text.ts'
import { statusNames } from '../../../contract/orders/order-status.ts'
import { cappedCount } from '../../../contract/values/capped-count.ts'
import { dayAfter, isDay } from '../../../contract/values/day.ts'
import { useInterval } from '../../client/use-interval.ts'
import { useNow } from '../../client/use-now.ts'
import { useRead } from '../../client/use-read.ts'
import { formatDelay } from '../../messages/format-delay.ts'
import { formatHours } from '../../messages/format-window.ts'
import { localName } from '../../messages/local-name.ts'
import { getLocale, m } from '../../messages/messages.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ChevronRight } from '../../ui/icons.tsx'
import { formatAmount } from '../../ui/price.tsx'
import { ChevronLeft } from '../../ui/seller-icons.tsx'
import { useThrottledOrderChanges } from '../area/order-watch.ts'
import { useMay } from '../client/role.ts'
import { sellerApi } from '../client/seller-api.ts'
import { deliveryTimeText } from '../order-ui/delivery-time-text.ts'
import { FailedAttempt } from '../order-ui/failed-attempt.tsx'
import { ordersPath } from '../order-ui/orders-query.ts'
import { LoadingBlock, ReadResult } from '../ui/read-result.tsx'

/** Milliseconds between reads without an event: days end, and holds expire. */
const staleAfter = 5 * 60_000

/** The orders of a day by delivery window, and the open ones without a window. */
export function Board() {
  const [search, setSearch] = useSearchParams()
  const wantedDay = [search.get('day') ?? ''].find(isDay)
  const read = useRead(`board ${wantedDay}`, (signal) => sellerApi.delivery.board({ day: wantedDay }, { signal }))
  useThrottledOrderChanges(read.changed)
  useInterval(read.changed, staleAfter)
  const now = useNow(60_000)
  const { data } = read
  const day = data?.day ?? wantedDay
  const go = (days: number) => {
    if (day === undefined) return
    const next = dayAfter(day, days)
    setSearch(next === data?.today ? {} : { day: next })
  }
  const mayPlan = useMay('delivery.templates')
  const hasNoWindows = data?.windows.length === 0

  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h1 tabIndex={-1} className="display-2">
          {m.windows_board_title()}
        </h1>
        {mayPlan && (
          <Link
            to="/seller/windows?week"
            className="inline-flex min-h-11 items-center font-medium text-leaf hover:underline"
          >
            {m.windows_week_link()}
          </Link>
        )}
      </div>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <DayButton label={m.windows_board_before()} onClick={() => go(-1)}>
          <ChevronLeft className="size-5" aria-hidden />
        </DayButton>
        <p aria-live="polite" className="min-w-[min(10rem,100%)] text-center font-semibold text-lg">
          {day !== undefined && dayText(day, data?.today)}
        </p>
        <DayButton label={m.windows_board_after()} onClick={() => go(1)}>
          <ChevronRight className="size-5" aria-hidden />
        </DayButton>
      </div>
      <ReadResult
        read={read}
        heading="h2"
        failedTitle={m.windows_failed()}
        skeleton={<LoadingBlock text={m.windows_loading()} size="h-60" />}
      >
        {(data) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            {hasNoWindows && data.others.length === 0 && <EmptyState heading="h2" title={m.windows_board_none()} />}
            {data.others.length > 0 && (
              <Group title={m.windows_board_others()} orders={data.others} count={data.othersCount} now={now} />
            )}
            {data.windows.map((deliveryWindow) => (
              <Group
                key={deliveryWindow.id}
                title={formatHours(deliveryWindow)}
                note={[
                  m.windows_board_taken({ orders: deliveryWindow.count, capacity: deliveryWindow.capacity }),
                  ...(deliveryWindow.held > 0 ? [m.windows_board_held({ count: deliveryWindow.held })] : []),
                  ...(deliveryWindow.zones?.map(localName) ?? []),
                ].join(' · ')}
                orders={deliveryWindow.orders}
                count={deliveryWindow.count}
                now={now}
              />
            ))}
          </div>
        )}
      </ReadResult>
    </>
  )
}

type DayButtonProps = { label: string; onClick: () => void; children: ReactNode }

function DayButton({ label, onClick, children }: DayButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className="grid size-11 place-items-center rounded-full border border-edge bg-surface transition-colors hover:border-leaf"
    >
      {children}
    </button>
  )
}

type GroupProps = {
  title: string
  note?: string
  orders: readonly BoardOrder[]
  /** How many orders there are: those that weren't sent are named as missing. */
  count: number
  now: number
}

function Group({ title, note, orders, count, now }: GroupProps) {
  const headingId = useId()
  return (
    <Card className="p-4">
      <section aria-labelledby={headingId}>
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 id={headingId} className="figures font-semibold text-lg">
            {title}
          </h2>
          {note && <p className="figures text-muted text-sm">{note}</p>}
        </div>
        {count === 0 ? (
          <p className="mt-1 text-muted">{m.windows_board_empty()}</p>
        ) : (
          <ul className="mt-2 grid grid-cols-[minmax(0,1fr)]">
            {orders.map((order) => (
              <OrderRow key={order._id} order={order} now={now} />
            ))}
          </ul>
        )}
        {orders.length < count && (
          <p className="flex flex-wrap items-center gap-x-4 border-line border-t text-muted">
            {m.windows_board_some({ shown: orders.length, count: cappedCount(count) })}
            <Link to={ordersPath} className="inline-flex min-h-11 items-center font-medium text-leaf hover:underline">
              {m.windows_board_all()}
            </Link>
          </p>
        )}
      </section>
    </Card>
  )
}

/** An order of the board; the link opens it among the orders. */
function OrderRow({ order, now }: { order: BoardOrder; now: number }) {
  return (
    <li className="wrap-anywhere flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-t py-2">
      <Link
        to={`/seller/orders?q=${order.number}`}
        aria-label={m.windows_board_open({ number: order.number })}
        className="figures inline-flex min-h-11 min-w-16 items-center font-semibold text-leaf underline-offset-4 hover:underline"
      >
        {order.number}
      </Link>
      <div className="min-w-0 grow basis-52">
        <span className="block font-medium">{order.name}</span>
        <span className="block text-muted text-sm">
          {order.street}, {order.city}
          {order.zone && ` · ${localName(order.zone)}`}
        </span>
        {order.late && <span className="block font-medium text-sm text-tomato">{formatDelay(order)}</span>}
        <FailedAttempt order={order} now={now} />
      </div>
      <span className="flex flex-wrap items-center gap-2">
        {order.promisedAt && <Badge variant="low">{deliveryTimeText(order)}</Badge>}
        <Badge>{statusNames[order.status][getLocale()]}</Badge>
        {order.toCollect > 0 && (
          <Badge variant="offer">{m.windows_board_collect({ amount: formatAmount(order.toCollect) })}</Badge>
        )}
      </span>
    </li>
  )
}

/** Returns a day as YYYY-MM-DD for people. */
function dayText(day: string, today: string | undefined): string {
  const text = windowDay(new Date(`${day}T12:00:00Z`), { language: getLocale(), timeZone: 'UTC' })
  return day === today ? `${m.windows_today()} · ${text}` : text
}
