import type { Zone } from '../../../contract/entities/delivery.ts'
import { getLocale, m } from '../../messages/messages.ts'
import { shortAmount } from '../../product/delivery-text.ts'

/** Returns fees, minimum and ride of a zone in a few words. */
export function zoneFacts({ tiers, minimum, rideMinutes }: Pick<Zone, 'tiers' | 'minimum' | 'rideMinutes'>): string {
  return [
    feesText(tiers),
    ...(minimum > 0 ? [m.zones_from_minimum({ amount: shortAmount(minimum) })] : []),
    m.zones_minutes({ minutes: rideMinutes }),
  ].join(' · ')
}

/** Returns all fees of a zone: `฿30 delivery, ฿15 from ฿300, free from ฿500`. */
function feesText([first, ...steps]: Zone['tiers']): string {
  if (!first || first.fee === 0) return m.delivery_free()
  return [
    m.delivery_fee({ amount: shortAmount(first.fee) }),
    ...steps.map(({ from, fee }) =>
      fee === 0
        ? m.zones_step_free({ from: shortAmount(from) })
        : m.zones_step({ from: shortAmount(from), fee: shortAmount(fee) }),
    ),
  ].join(getLocale() === 'th' ? ' ' : ', ')
}
