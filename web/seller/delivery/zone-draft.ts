import { areTiers } from '../../../contract/delivery/delivery.ts'
import { deliveryLimits } from '../../../contract/delivery/delivery-limits.ts'
import type { Place, Zone, ZoneInput } from '../../../contract/entities/delivery.ts'
import { cents, toWire } from '../../../contract/values/money.ts'
import { type DraftError, readSumField, readWholeField } from '../drafts/read-fields.ts'
import { priceText } from '../ui/price-text.ts'

/** What the form of a zone holds: texts as they are typed. */
export type ZoneDraft = {
  name: string
  nameTh: string
  tiers: { from: string; fee: string }[]
  minimum: string
  rideMinutes: string
  isDefault: boolean
  takesUnknown: boolean
  everywhere: boolean
  postcodes: string[]
  places: Place[]
}
export type Errors = Partial<Record<'name' | 'tiers' | 'minimum' | 'rideMinutes' | 'areas', DraftError>>

/** The fields of an empty form. */
export const emptyZone: ZoneDraft = {
  name: '',
  nameTh: '',
  tiers: [{ from: '0', fee: '' }],
  minimum: '',
  rideMinutes: '15',
  isDefault: false,
  takesUnknown: false,
  everywhere: false,
  postcodes: [],
  places: [],
}

const amountText = (wire: number) => (Number.isInteger(wire) ? String(wire) : priceText(wire))

/** Returns a zone as the form shows it. */
export function draftOf(
  zone: Zone,
  { postcodes, subdistricts }: { postcodes: string[]; subdistricts: Place[] },
): ZoneDraft {
  return {
    name: zone.name === zone.nameTh ? '' : zone.name,
    nameTh: zone.nameTh ?? '',
    tiers: zone.tiers.map(({ from, fee }) => ({ from: amountText(from), fee: amountText(fee) })),
    minimum: zone.minimum > 0 ? amountText(zone.minimum) : '',
    rideMinutes: String(zone.rideMinutes),
    isDefault: zone.isDefault,
    takesUnknown: zone.takesUnknown,
    everywhere: zone.everywhere,
    postcodes,
    places: subdistricts,
  }
}

/** Returns which fields of typed tiers are wrong: no sum, or not from more, or not cheaper, than the tier before. */
export function wrongTiers(tiers: ZoneDraft['tiers']): { from: boolean; fee: boolean }[] {
  const sums = tiers.map(({ from, fee }) => ({ from: readSumField(from).value, fee: readSumField(fee).value }))
  return sums.map(({ from, fee }, index) => {
    const before = sums[index - 1]
    return {
      from: from === undefined || (before?.from !== undefined && from <= before.from),
      fee: fee === undefined || (before?.fee !== undefined && fee >= before.fee),
    }
  })
}

/** Returns what the typed fields mean, or what is wrong with them. An empty sum is nothing. */
export function readZone(draft: ZoneDraft): { input: ZoneInput } | { errors: Errors } {
  const errors: Errors = {}
  const money = (field: 'tiers' | 'minimum', text: string): number => {
    const { value, wrong } = readSumField(text)
    if (wrong) errors[field] ??= wrong
    return toWire(value ?? cents(0))
  }
  const tiers = draft.tiers.map(({ from, fee }) => ({ from: money('tiers', from), fee: money('tiers', fee) }))
  if (!areTiers(tiers)) errors.tiers ??= { error: 'zone_tiers' }
  const ride = readWholeField(draft.rideMinutes, { min: 0, max: deliveryLimits.rideMinutes })
  if (ride.wrong) errors.rideMinutes = ride.wrong
  const nameTh = draft.nameTh.trim()
  // The Thai name is enough: shoppers who read English see it, too.
  const name = draft.name.trim() || nameTh
  if (name === '') errors.name = { error: 'required' }
  const { everywhere } = draft
  const hasAreas = draft.postcodes.length + draft.places.length > 0
  if (!hasAreas && !draft.takesUnknown && !everywhere) errors.areas = { error: 'zone_areas' }
  const input: ZoneInput = {
    name,
    nameTh: nameTh || null,
    isDefault: draft.isDefault,
    takesUnknown: draft.takesUnknown && !everywhere,
    everywhere,
    tiers,
    minimum: money('minimum', draft.minimum),
    rideMinutes: ride.value ?? 0,
    postcodes: everywhere ? [] : draft.postcodes,
    subdistricts: everywhere ? [] : draft.places.map(({ subdistrict }) => subdistrict),
  }
  return Object.keys(errors).length > 0 ? { errors } : { input }
}

/**
 * Returns what changes in the form if the zone becomes everywhere, or isn't any more. The minutes that a new form
 * suggests are those of a zone nearby: with them the shop would promise such a time to the whole country.
 */
export function withEverywhere({ rideMinutes }: ZoneDraft, everywhere: boolean): Partial<ZoneDraft> {
  return { everywhere, ...(everywhere && rideMinutes === emptyZone.rideMinutes && { rideMinutes: '' }) }
}

/** Returns the places with further ones, each once, in the order of their codes. */
export function withPlaces(places: readonly Place[], more: readonly Place[]): Place[] {
  const byCode = new Map([...places, ...more].map((place) => [place.subdistrict, place]))
  return [...byCode.values()].sort((a, b) => (a.subdistrict < b.subdistrict ? -1 : 1))
}
