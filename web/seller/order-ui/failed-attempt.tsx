import type { SellerOrder } from '../../../contract/entities/order.ts'
import { reasonText } from '../../messages/failed-attempt-reason.ts'
import { m } from '../../messages/messages.ts'
import { CircleAlert } from '../../ui/icons.tsx'
import { formatWhen } from './times.ts'

/**
 * When and why a rider couldn't hand the order over, until another time is chosen, its wrong address is corrected, or
 * it goes out again.
 */
export function FailedAttempt({
  order: { failedAttempt },
  now,
}: {
  order: Pick<SellerOrder, 'failedAttempt'>
  now: number
}) {
  if (!failedAttempt || failedAttempt.moved || failedAttempt.corrected) return null
  const { at, reason, back } = failedAttempt
  const what = (back ? m.sellerOrders_came_back : m.sellerOrders_not_handed_over)({ reason: reasonText(reason) })
  return (
    <p className="mt-1 flex items-center gap-1.5 font-semibold text-sm text-tomato print:hidden">
      <CircleAlert className="size-4 shrink-0" aria-hidden />
      <span>
        {what} · <time dateTime={at}>{formatWhen(at, now)}</time>
      </span>
    </p>
  )
}
