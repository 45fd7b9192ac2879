import { formatMoment } from '../../messages/format-moment.ts'
import { m } from '../../messages/messages.ts'

/** Who saved a setting last, and when; nothing if no seller has. */
export function LastChange({ changedBy, changedAt }: { changedBy: string | null; changedAt: string | null }) {
  if (!changedBy || !changedAt) return null
  return <p className="text-muted text-sm">{m.hours_changed({ by: changedBy, at: formatMoment(changedAt) })}</p>
}
