import { formatTime } from '../../messages/format-moment.ts'
import { m } from '../../messages/messages.ts'

/** What a shopper who orders now is offered; `closed` is null while the shop is open. */
type Offered = { asap: { by: string; minutes: number } | null; closed: unknown }

/** Returns what an order as soon as possible is promised now; why nobody can place one, if so. */
export function asapNowText({ asap, closed }: Offered): string {
  if (asap) return m.asap_now({ time: formatTime(asap.by), minutes: asap.minutes })
  return closed ? m.asap_now_closed() : m.asap_now_off()
}
