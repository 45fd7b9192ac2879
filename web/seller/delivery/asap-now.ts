import { formatTime } from '../../messages/format-moment.ts'
import { m } from '../../messages/messages.ts'

/**
 * What a shopper who orders now is offered; `closed` is null while the shop is open, `zone` in a shop without zones.
 */
type OfferedDelivery = { zone: object | null; asap: { promisedAt: string; minutes: number } | null; closed: unknown }

/** Returns what an ASAP order is promised now, or why no such order can be placed. */
export function asapNowText({ zone, asap, closed }: OfferedDelivery): string {
  if (!zone) return m.asap_now_no_zones()
  if (asap) return m.asap_now({ time: formatTime(asap.promisedAt), minutes: asap.minutes })
  return closed ? m.asap_now_closed() : m.asap_now_off()
}
