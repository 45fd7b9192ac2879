import { useRef, useState } from 'react'
import { Link } from 'react-router'
import type { RiderCash } from '../../../contract/calls/rider.ts'
import {
  consequenceOf,
  endsInCancel,
  failedAttemptReasons,
  maxAttempts,
} from '../../../contract/delivery/failed-attempt-rule.ts'
import { riderLimits } from '../../../contract/delivery/rider-limits.ts'
import { useRead } from '../../client/use-read.ts'
import { useSubmit } from '../../client/use-submit.ts'
import { reasonText } from '../../messages/failed-attempt-reason.ts'
import { formatMoment } from '../../messages/format-moment.ts'
import { m } from '../../messages/messages.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatAmount } from '../../ui/price.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { useOrderChanges } from '../area/order-watch.ts'
import { sellerApi } from '../client/seller-api.ts'
import { RemoveDialog } from '../form/remove-dialog.tsx'
import { formatBalance } from '../ui/format-balance.ts'
import { ReadResult } from '../ui/read-result.tsx'
import { CountDialog } from './count-dialog.tsx'

/** Who has cash of the shop, what was counted in, and the orders that riders brought back. */
export function RidersCash() {
  const read = useRead('riders-cash', (signal) => sellerApi.rider.cash(undefined, { signal }))
  useOrderChanges(read.changed)
  const [counting, setCounting] = useState<RiderCash>()
  const [mistake, setMistake] = useState<Count>()
  /** A rider as read last: one who isn't listed any more has no cash. */
  const nowOf = (rider: RiderCash) =>
    read.data === undefined
      ? rider
      : (read.data.riders.find((each) => each.rider === rider.rider) ?? { ...rider, owed: 0 })
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4">
        <h1 tabIndex={-1} className="display-2">
          {m.trip_cash_title()}
        </h1>
        <Link to="/seller/trip" className="inline-flex min-h-11 items-center font-medium text-leaf hover:underline">
          {m.trip_title()}
        </Link>
      </div>
      <ReadResult
        read={read}
        failedTitle={m.trip_failed()}
        heading="h2"
        skeleton={
          <div role="status" className="max-w-3xl">
            <span className="sr-only">{m.trip_loading()}</span>
            <Skeleton className="h-40 w-full rounded-card" />
          </div>
        }
      >
        {({ riders, counts, cameBack }) => (
          <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-6">
            {riders.length === 0 ? (
              <EmptyState heading="h2" title={m.trip_cash_none()} />
            ) : (
              <RiderList riders={riders} onCount={setCounting} />
            )}
            {cameBack.length > 0 && <CameBack orders={cameBack} onBack={read.changed} />}
            {counts.length > 0 && <Counts counts={counts} onMistake={setMistake} />}
            <Rules />
          </div>
        )}
      </ReadResult>
      {counting && (
        <CountDialog
          rider={nowOf(counting)}
          onClose={() => setCounting(undefined)}
          onCounted={() => {
            setCounting(undefined)
            read.changed()
          }}
        />
      )}
      {mistake && (
        <RemoveDialog
          title={m.trip_take_back_title({ amount: formatBalance(mistake.handed), name: mistake.name })}
          text={mistake.handed < 0 ? m.trip_take_back_paid_text() : m.trip_take_back_text()}
          labels={{ keep: m.trip_take_back_keep(), remove: m.trip_take_back() }}
          remove={async () => {
            try {
              return await sellerApi.rider.takeBackCount({ id: mistake.id })
            } finally {
              read.changed()
            }
          }}
          onClose={() => setMistake(undefined)}
        />
      )}
    </>
  )
}

type CashReply = Extract<Awaited<ReturnType<typeof sellerApi.rider.cash>>, { success: true }>
type Count = CashReply['counts'][number]

const RiderList = ({ riders, onCount }: { riders: readonly RiderCash[]; onCount: (rider: RiderCash) => void }) => (
  <ul className="grid gap-3">
    {riders.map((rider) => (
      <li key={rider.rider}>
        <Card className="flex flex-wrap items-center justify-between gap-3 p-4">
          <span className="min-w-0 grow basis-44">
            <span className="wrap-anywhere block font-semibold">{rider.name}</span>
            <span className="wrap-anywhere block text-muted text-sm">
              {[
                rider.rider === rider.name ? '' : rider.rider,
                rider.orders > 0 ? m.trip_cash_orders({ count: rider.orders }) : '',
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </span>
          <span className="figures font-bold text-2xl">{formatBalance(rider.owed)}</span>
          {rider.owed !== 0 && (
            <Button
              aria-label={(rider.owed > 0 ? m.trip_count_of : m.trip_hand_back_of)({ name: rider.name })}
              onClick={() => onCount(rider)}
            >
              {rider.owed > 0 ? m.trip_count() : m.trip_hand_back()}
            </Button>
          )}
        </Card>
      </li>
    ))}
  </ul>
)

/** Why an order came back, or is about to. */
function CameBackBadge({ order: { reason, back } }: { order: CashReply['cameBack'][number] }) {
  if (reason !== 'cancelled')
    return <Badge variant={endsInCancel(reason) ? 'warning' : 'low'}>{reasonText(reason)}</Badge>
  return <Badge variant={back ? 'low' : 'warning'}>{back ? m.trip_cancelled_back() : m.trip_cancelled_out()}</Badge>
}

/** An order that came back; one that was cancelled on the way can be said to be back, if its rider doesn't say it. */
function CameBackRow({ order, onBack }: { order: CashReply['cameBack'][number]; onBack: () => void }) {
  const form = useSubmit()
  const link = useRef<HTMLAnchorElement>(null)
  const isOut = order.reason === 'cancelled' && !order.back

  async function press() {
    const reply = await form.send(() => sellerApi.rider.backInShop({ order: order.order }))
    onBack()
    if (!reply) return
    // The focused button is about to disappear.
    link.current?.focus({ preventScroll: true })
    toast.success(reply.message)
  }

  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line py-2 not-first:border-t">
      <Link
        ref={link}
        to={`/seller/orders?q=${order.number}`}
        className="figures inline-flex min-h-11 items-center font-semibold text-leaf hover:underline"
      >
        {m.trip_order({ number: order.number })}
      </Link>
      <CameBackBadge order={order} />
      <span className="text-muted text-sm">
        {order.rider} · {formatMoment(order.at)}
      </span>
      {isOut && (
        <Button
          variant="outline"
          className="ms-auto"
          aria-label={m.trip_back_in_shop_of({ number: order.number })}
          pending={form.slow}
          aria-disabled={form.pending || undefined}
          onClick={() => void press()}
        >
          {m.trip_back_in_shop()}
        </Button>
      )}
    </li>
  )
}

/** Orders that came back undelivered, or are about to. */
const CameBack = ({ orders, onBack }: { orders: CashReply['cameBack']; onBack: () => void }) => (
  <section>
    <h2 className="mb-2 font-bold text-xl">{m.trip_came_back()}</h2>
    <Card className="px-4">
      <ul>
        {orders.map((order) => (
          <CameBackRow key={order.order} order={order} onBack={onBack} />
        ))}
      </ul>
    </Card>
  </section>
)

/** What riders handed in, and what of it was taken back as a mistake. */
const Counts = ({ counts, onMistake }: { counts: readonly Count[]; onMistake: (count: Count) => void }) => (
  <section>
    <h2 className="mb-2 font-bold text-xl">{m.trip_counts()}</h2>
    <Card className="px-4">
      <ul>
        {counts.map((count) => (
          <li
            key={count.id}
            className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-line py-2.5 not-first:border-t"
          >
            <span className="min-w-0">
              <span className="wrap-anywhere block font-medium">{count.name}</span>
              <span className="wrap-anywhere block text-muted text-sm">
                {formatMoment(count.at)} · {count.by}
              </span>
              {count.takenBack && (
                <span className="wrap-anywhere block text-sm">
                  {m.trip_taken_back({ time: formatMoment(count.takenBack.at), by: count.takenBack.by })}
                </span>
              )}
            </span>
            <span className="figures ms-auto flex flex-wrap items-center gap-2 font-semibold">
              {count.takenBack ? (
                <s className="text-muted">{formatBalance(count.handed)}</s>
              ) : (
                <>
                  {count.missing > 0 && (
                    <Badge variant="warning">{m.trip_missing({ amount: formatAmount(count.missing) })}</Badge>
                  )}
                  {formatBalance(count.handed)}
                  <button
                    type="button"
                    onClick={() => onMistake(count)}
                    aria-label={m.trip_take_back_of({ amount: formatBalance(count.handed), name: count.name })}
                    className="inline-flex min-h-11 items-center font-normal text-muted text-sm underline-offset-4 hover:text-ink hover:underline"
                  >
                    {m.trip_take_back()}
                  </button>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  </section>
)

/** What follows when an order can't be handed over, in the owner's words. */
function Rules() {
  const text = {
    again: m.trip_rule_again({ attempts: maxAttempts }),
    back: m.trip_follows_back(),
    cancel: m.trip_follows_cancel(),
  }
  return (
    <details className="rounded-card border border-line bg-surface px-4 py-2">
      <summary className="flex min-h-11 cursor-pointer items-center font-medium">{m.trip_rules()}</summary>
      <dl className="grid gap-2 pb-2">
        {failedAttemptReasons.map((reason) => (
          <div key={reason}>
            <dt className="font-medium">{reasonText(reason)}</dt>
            <dd className="text-muted">{text[consequenceOf(reason, 1)]}</dd>
          </div>
        ))}
      </dl>
      <p className="pb-2 text-muted text-sm">{m.trip_rules_photos({ days: riderLimits.photoDays })}</p>
    </details>
  )
}
