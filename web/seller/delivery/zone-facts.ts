import type { LostPlaces, Zone } from '../../../contract/entities/delivery.ts'
import { localName } from '../../messages/local-name.ts'
import { getLocale, m } from '../../messages/messages.ts'
import { shortAmount } from '../../page/delivery-text.ts'

/** Returns fees, minimum and ride of a zone in a few words. */
export function zoneFacts({ tiers, minimum, rideMinutes }: Pick<Zone, 'tiers' | 'minimum' | 'rideMinutes'>): string {
  return [
    feesText(tiers),
    ...(minimum > 0 ? [m.zones_from_minimum({ amount: shortAmount(minimum) })] : []),
    m.zones_minutes({ minutes: rideMinutes }),
  ].join(' · ')
}

/** Returns how many areas of a zone belong to zones above, or that no address belongs to it; undefined if none do. */
export function overlapText({
  areas,
  overlapping,
  takesUnknown,
  isDefault,
}: Pick<Zone, 'areas' | 'overlapping' | 'takesUnknown' | 'isDefault'>): string | undefined {
  if (overlapping === 0) return undefined
  if (overlapping < areas || takesUnknown) return m.zones_overlap({ count: overlapping })
  return isDefault ? `${m.zones_overlap_all()} ${m.zones_overlap_shown()}` : m.zones_overlap_all()
}

/** Returns which places a change took out of a zone, and what zone they are in now: `Si Lom and 12 more: now in …`. */
export function lostText({ first, count, zone }: LostPlaces): string {
  const names = namesText(first, count)
  if (!zone) return m.zones_left_out({ names })
  return m.zones_left_to({ names, zone: localName(zone), fees: feesText(zone.tiers) })
}

/** Returns the first of some places, and how many more there are. */
export function namesText(first: Zone['first'], count: number): string {
  const names = first.map(localName).join(', ')
  return count > first.length ? m.zones_and_more({ names, count: count - first.length }) : names
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
