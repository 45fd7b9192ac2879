import { useState } from 'react'
import type { MetaFunction } from 'react-router'
import type { SellerSlip } from '../../../contract/entities/payment.ts'
import { useNow } from '../../client/use-now.ts'
import { m } from '../../messages/messages.ts'
import { personalMeta } from '../../page/personal-meta.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { TriangleAlert } from '../../ui/icons.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { slipsMessage } from '../area/order-watch.ts'
import { SlipCard } from './slip-card.tsx'
import { ReusedSlips, UnpaidOrders } from './slip-sections.tsx'
import { useSlips } from './use-slips.ts'

export const meta: MetaFunction = (page) => personalMeta(m.slips_title(), '/seller/slips', page)

/** The slips that shoppers sent for their orders, to be confirmed or rejected. */
export default function SlipsScreen() {
  const { slips, data, failure, loading, reload, hasOlder, readOlder, readingOlder, deciding, decide, received } =
    useSlips()
  const now = useNow()
  const waiting = slips?.filter(({ state }) => state === 'waiting').length ?? 0
  // A slip that was decided on this screen stays where it is, among those that wait.
  const end = (slips?.findLastIndex(({ state }) => state === 'waiting') ?? -1) + 1
  const [kept, setKept] = useState(0)
  const shownWaiting = Math.max(end, kept)
  if (shownWaiting > kept) setKept(shownWaiting)
  const waitingSlips = slips?.slice(0, shownWaiting) ?? []
  const decided = slips?.slice(shownWaiting) ?? []
  const card = (slip: SellerSlip) => (
    <li key={slip.id}>
      <SlipCard slip={slip} now={now} isDeciding={deciding.has(slip.id)} onDecide={decide} />
    </li>
  )
  return (
    <>
      <div className="mb-3 flex flex-wrap items-baseline gap-x-3">
        <h1 tabIndex={-1} className="display-2">
          {m.slips_title()}
        </h1>
        <p role="status" className="min-h-7 text-muted">
          {waiting > 0 && slipsMessage({ count: waiting })}
        </p>
      </div>
      {slips ? (
        <>
          {waiting > 0 && (
            <p className="mb-4 flex max-w-3xl gap-2 rounded-tile bg-mango-soft px-4 py-2.5">
              <TriangleAlert className="mt-0.5 size-5 shrink-0" aria-hidden />
              {m.slips_hint()}
            </p>
          )}
          {waiting === 0 && (
            <EmptyState heading="h2" title={m.slips_none_title()}>
              {m.slips_none_text()}
            </EmptyState>
          )}
          <ol className="grid max-w-3xl gap-3">{waitingSlips.map(card)}</ol>
          <UnpaidOrders orders={data?.unpaid ?? []} onReceived={received} />
          <ReusedSlips slips={data?.reused ?? []} now={now} />
          {decided.length > 0 && <h2 className="mt-8 mb-2 font-bold text-xl">{m.slips_decided_title()}</h2>}
          <ol className="grid max-w-3xl gap-3">{decided.map(card)}</ol>
          {hasOlder && (
            <div className="mt-6 grid max-w-3xl justify-center">
              <Button
                variant="outline"
                onClick={readOlder}
                pending={readingOlder}
                aria-disabled={readingOlder || undefined}
              >
                {m.slips_more()}
              </Button>
            </div>
          )}
        </>
      ) : failure === undefined || loading ? (
        <div role="status" className="grid max-w-3xl gap-3">
          <span className="sr-only">{m.slips_loading()}</span>
          <Skeleton className="h-52 w-full rounded-card" />
          <Skeleton className="h-52 w-full rounded-card" />
        </div>
      ) : (
        <EmptyState heading="h2" title={m.slips_failed()} action={<Button onClick={reload}>{m.ui_try_again()}</Button>}>
          {failure}
        </EmptyState>
      )}
    </>
  )
}
