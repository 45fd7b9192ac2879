import { type FeeTier, feeOf } from '../../contract/delivery.ts'
import type { Language } from '../../contract/shop.ts'
import { refuse } from '../common/refusal.ts'
import type { Db, Tx } from '../database/database.ts'
import type { AddressText } from './address-subdistricts.ts'
import { findZone } from './find-zone.ts'
import { namesOfZones } from './queries.ts'

/** How an order is delivered, and for which fee. */
export type OrderDelivery = {
  /** Null in a shop without zones. */
  zone: { id: string; name: string; nameTh: string | null } | null
  /** The zone's fees; empty if delivery is free. */
  tiers: readonly FeeTier[]
  /** On top of them, for the window. */
  windowFeeCents: number
  /** What the goods have to cost. */
  minimumCents: number
  windowId: string | null
  /** The start of the window. */
  from: Date | null
  /** The end of the window, or the time promised. */
  by: Date | null
}

/** How a shop without zones and windows delivers. */
export const freeDelivery: OrderDelivery = {
  zone: null,
  tiers: [],
  windowFeeCents: 0,
  minimumCents: 0,
  windowId: null,
  from: null,
  by: null,
}

/** Returns the fee of an order whose goods cost this much after promotions. */
export function deliveryFee({ tiers, windowFeeCents }: OrderDelivery, goodsCents: number): number {
  return feeOf(tiers, goodsCents) + windowFeeCents
}

/** Returns how the shop delivers to an address. Refuses `not_delivered`, with the names of the zones if they are few. */
export async function deliveryOf(
  db: Db | Tx,
  { address, language }: { address: AddressText; language: Language },
): Promise<OrderDelivery> {
  const zone = await findZone(db, { address })
  if (zone === null) return refuse('not_delivered', { values: { where: await whereInstead(db, language) } })
  if (zone === 'everywhere') return freeDelivery
  const { id, name, nameTh, feeTiers, minimumCents } = zone
  return { ...freeDelivery, zone: { id, name, nameTh }, tiers: feeTiers, minimumCents }
}

/** The most zones that a refusal names. */
const named = 5

async function whereInstead(db: Db | Tx, language: Language): Promise<string> {
  const zones = await namesOfZones(db, named + 1)
  if (zones.length > named) return ''
  const names = zones.map(({ name, nameTh }) => (language === 'th' ? (nameTh ?? name) : name))
  const list = new Intl.ListFormat(language, { type: 'conjunction' }).format(names)
  return language === 'th' ? ` ร้านส่งที่${list}` : ` We deliver to: ${list}.`
}
