import { dayIn, daysBetween } from '../../contract/values/day.ts'
import { centsOf } from '../../contract/values/money.ts'
import { formatTime, localeTag } from '../messages/format-moment.ts'
import { formatHours } from '../messages/format-window.ts'
import { m } from '../messages/messages.ts'
import { shop } from '../shop.ts'
import { formatAmount } from '../ui/price.tsx'

type Fees = { tiers: readonly { from: number; fee: number }[]; freeFrom: number | null; fee: number }
type Window = { from: string; to: string; left: number; fee: number }
type Times = { asap: { promisedAt: string } | null; windows: readonly Window[] }

/**
 * Returns the delivery fee in a few words: `฿40, free from ฿500`, or `฿15–฿40` if the fee falls with the sum of the
 * goods.
 */
export function feeText({ tiers, fee, freeFrom }: Fees): string {
  if (fee === 0) return m.delivery_free()
  const amount = feeRange(tiers.filter((tier) => tier.fee > 0))
  return freeFrom === null
    ? m.delivery_fee({ amount })
    : m.delivery_fee_free_from({ amount, from: shortAmount(freeFrom) })
}

/**
 * Returns the lowest and the highest delivery fee: `free–฿40`. The first tier is the highest, and each next one lower.
 */
export function feeRange(tiers: Fees['tiers']): string {
  const most = tiers[0]?.fee ?? 0
  const least = tiers.at(-1)?.fee ?? 0
  if (most === least) return shortAmount(most)
  return least === 0 ? m.delivery_free_or({ most: shortAmount(most) }) : `${shortAmount(least)}–${shortAmount(most)}`
}

/**
 * Returns the earliest time of an order: `by 18:42`, or a window, with what it costs beside the usual fee:
 * `today 13:00–15:00 (+฿20)`. Undefined if the shop names none.
 */
export function earliestText({ asap, windows }: Times): string | undefined {
  if (asap) return m.delivery_by({ time: formatTime(asap.promisedAt) })
  const first = windows.find(({ left }) => left > 0)
  if (!first) return undefined
  const extra = first.fee > 0 ? ` (+${shortAmount(first.fee)})` : ''
  return `${dayText(first.from)} ${formatHours(first)}${extra}`
}

/** Returns the day of a time: today, tomorrow, or the day of the week. */
function dayText(iso: string): string {
  const { timeZone } = shop
  const at = new Date(iso)
  const days = daysBetween(dayIn(timeZone), dayIn(timeZone, at))
  if (days === 0) return m.delivery_today()
  if (days === 1) return m.delivery_tomorrow()
  return new Intl.DateTimeFormat(localeTag(), { weekday: 'long', timeZone }).format(at)
}

/** Formats an amount without decimals if it is whole: ฿40. */
export function shortAmount(amount: number): string {
  return centsOf(amount) % 100 === 0 ? formatAmount(amount).replace(/\.00$/, '') : formatAmount(amount)
}
