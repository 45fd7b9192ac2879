import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { ReadyOrder, RiderOrder } from '../../../contract/calls/rider.ts'
import { newId } from '../../client/new-id.ts'
import { useRead } from '../../client/use-read.ts'
import { m } from '../../messages/messages.ts'
import { shop } from '../../shop.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Banknote, WifiOff } from '../../ui/icons.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useOrderChanges } from '../area/order-watch.ts'
import { useMay } from '../client/role.ts'
import { sellerApi } from '../client/seller-api.ts'
import { sellerKey } from '../client/seller-key.ts'
import { isForLater } from '../order-ui/is-for-later.ts'
import { keepPhoto } from '../taps/photo.ts'
import { type Trip, useTapReplies, useTaps } from '../taps/rider-taps.ts'
import type { RiderAct } from '../taps/tap-queue.ts'
import { formatBalance } from '../ui/format-balance.ts'
import { ReadResult } from '../ui/read-result.tsx'
import { FailedAttemptDialog } from './failed-attempt-dialog.tsx'
import { HandOverDialog } from './hand-over-dialog.tsx'
import { ReadyList } from './ready-list.tsx'
import { TakeEarlyDialog } from './take-early-dialog.tsx'
import { TripOrderCard } from './trip-order.tsx'

type TripQuestion =
  | { about: 'delivered' | 'failed attempt'; order: RiderOrder }
  | { about: 'take early'; order: ReadyOrder }

/** Returns the question about an order, with the order as it was read last, and whether it has left its list since. */
function nowOf(question: TripQuestion, trip: Trip | undefined): TripQuestion & { hasLeft: boolean } {
  const isSame = ({ order }: { order: string }) => order === question.order.order
  const hasLeft = trip !== undefined && !trip[question.about === 'take early' ? 'ready' : 'mine'].some(isSame)
  if (question.about === 'take early')
    return { ...question, order: trip?.ready.find(isSame) ?? question.order, hasLeft }
  return { ...question, order: trip?.mine.find(isSame) ?? question.order, hasLeft }
}

/** The trips that this page has read last, by their riders: who comes back here without a connection sees it again. */
const lastTrips = new Map<string, Trip>()

/** The trip as it is now, and the taps that the shop hasn't replied to yet. */
function useTrip() {
  const rider = sellerKey('trip')
  const read = useRead(rider, (signal) => sellerApi.rider.trip(undefined, { signal }))
  useOrderChanges(read.changed)
  const [newest, setNewest] = useState<{ trip: Trip; instead: unknown }>()
  // The reply to a tap counts until the trip is read again.
  useTapReplies((trip) => setNewest({ trip, instead: read.data }))
  const trip = newest && newest.instead === read.data ? newest.trip : read.data
  useEffect(() => {
    if (trip) lastTrips.set(rider, trip)
  }, [rider, trip])
  const queue = useTaps()
  const { taps, lost } = queue.use()
  const waiting = taps.filter(({ refused }) => refused === undefined)
  return {
    read: { ...read, data: trip ?? lastTrips.get(rider) },
    waiting,
    lost: lost && waiting.length > 0,
    tapOf: (order: string) => waiting.findLast((tap) => tap.order === order),
    tap: (order: Pick<ReadyOrder, 'order' | 'number'>, act: RiderAct, id = newId()) =>
      queue.add({ id, order: order.order, number: order.number, ...act }),
    undo: queue.undo,
  }
}

/** What a rider has to bring, and what is ready to be taken. */
export function MyTrip() {
  const { read, waiting, lost, tapOf, tap, undo } = useTrip()
  const [question, setQuestion] = useState<TripQuestion>()

  return (
    <>
      <Heading />
      <div role="status">
        {lost && (
          <p className="mb-3 flex items-center gap-3 rounded-tile bg-mango-soft px-4 py-3 font-medium">
            <WifiOff className="size-6 shrink-0" aria-hidden />
            {m.trip_lost({ count: waiting.length })}
          </p>
        )}
      </div>
      <ReadResult read={read} failedTitle={m.trip_failed()} heading="h2" skeleton={<TripSkeleton />}>
        {({ mine, ready, owed }) => (
          <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
            {owed !== 0 && (
              <p className="figures flex items-center gap-3 rounded-tile bg-sunken px-4 py-3 font-semibold text-lg">
                <Banknote className="size-6 shrink-0" aria-hidden />
                {owed > 0
                  ? m.trip_owed({ amount: formatBalance(owed) })
                  : m.trip_owed_back({ amount: formatBalance(-owed) })}
              </p>
            )}
            {mine.length > 0 && (
              <ol aria-label={m.trip_mine()} className="grid grid-cols-[minmax(0,1fr)] gap-4">
                {mine.map((order) => (
                  <li key={order.order}>
                    <TripOrderCard
                      order={order}
                      waiting={tapOf(order.order)}
                      onUndo={undo}
                      onDelivered={() => setQuestion({ about: 'delivered', order })}
                      onFailedAttempt={() => setQuestion({ about: 'failed attempt', order })}
                      onReturn={() => tap(order, { kind: 'returned' })}
                    />
                  </li>
                ))}
              </ol>
            )}
            {mine.length === 0 && ready.length === 0 && (
              <EmptyState heading="h2" title={m.trip_none_title()}>
                {m.trip_none_text()}
              </EmptyState>
            )}
            {ready.length > 0 && (
              <ReadyList
                orders={ready}
                waiting={(order) => tapOf(order)?.kind === 'take'}
                onTake={(order) =>
                  isForLater(order, shop) || !order.packed
                    ? setQuestion({ about: 'take early', order })
                    : tap(order, { kind: 'take' })
                }
              />
            )}
          </div>
        )}
      </ReadResult>
      {question && <QuestionDialog {...nowOf(question, read.data)} tap={tap} onClose={() => setQuestion(undefined)} />}
    </>
  )
}

function Heading() {
  const mayCount = useMay('rider.cash')
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4">
      <h1 tabIndex={-1} className="display-2">
        {m.trip_title()}
      </h1>
      {mayCount && (
        <Link
          to="/seller/trip?cash"
          className="inline-flex min-h-11 items-center font-medium text-leaf hover:underline"
        >
          {m.trip_cash_title()}
        </Link>
      )}
    </div>
  )
}

type QuestionDialogProps = ReturnType<typeof nowOf> & { tap: ReturnType<typeof useTrip>['tap']; onClose: () => void }

/** Asks how an order was handed over, why it wasn't, or whether one of a later day, or not packed yet, is taken. */
function QuestionDialog({ about, order, hasLeft, tap, onClose }: QuestionDialogProps) {
  if (about === 'take early')
    return (
      <TakeEarlyDialog
        order={order}
        onClose={onClose}
        onTake={() => {
          tap(order, { kind: 'take' })
          onClose()
        }}
      />
    )
  if (about === 'failed attempt')
    return (
      <FailedAttemptDialog
        order={order}
        hasLeft={hasLeft}
        onClose={onClose}
        onReason={(reason) => {
          tap(order, { kind: 'failedAttempt', reason })
          onClose()
        }}
      />
    )
  return (
    <HandOverDialog
      order={order}
      hasLeft={hasLeft}
      onClose={onClose}
      onDelivered={async ({ receivedBy, photo }) => {
        const id = newId()
        // First: once the tap is kept, its photo has to be there.
        if (photo) await keepPhoto(id, photo)
        const received = { ...(receivedBy ? { receivedBy } : {}), ...(photo ? { photo: true as const } : {}) }
        tap(order, { kind: 'delivered', collected: order.toCollect, ...received }, id)
        onClose()
      }}
    />
  )
}

function TripSkeleton() {
  return (
    <div role="status" className="grid max-w-3xl gap-4">
      <span className="sr-only">{m.trip_loading()}</span>
      <Skeleton className="h-80 w-full rounded-card" />
      <Skeleton className="h-32 w-full rounded-card" />
    </div>
  )
}
