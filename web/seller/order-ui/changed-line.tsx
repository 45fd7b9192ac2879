import type { Cents } from '../../../contract/values/money.ts'
import { m } from '../../messages/messages.ts'
import { formatCents } from '../../ui/price.tsx'

/** Says, also to screen readers, what was changed elsewhere while a question about it was open. */
export const ChangedLine = ({ text }: { text: string | undefined }) => (
  <div role="alert" className="empty:hidden">
    {text && <p className="figures mb-4 rounded-tile bg-mango-soft px-4 py-2 font-semibold text-ink">{text}</p>}
  </div>
)

/** Returns the line about a sum that was changed; undefined if it wasn't. */
export const changedSum = (before: Cents | undefined, now: Cents): string | undefined =>
  before === undefined ? undefined : m.seller_sum_changed({ now: formatCents(now), before: formatCents(before) })
