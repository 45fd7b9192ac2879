import type { Zone } from '../../../contract/entities/delivery.ts'
import { cents, toWire } from '../../../contract/values/money.ts'
import type { ZoneOfShop, ZoneRow } from './queries.ts'
import { findSubdistrict } from './subdistricts.ts'

/** A zone with those of its areas that earlier zones have, and these zones. */
type ZoneWithOverlaps = ZoneOfShop & { overlaps: ReadonlyMap<string, unknown> }

/** How many areas of a zone the list names. */
const firstAreas = 5

/** Returns a zone as the API sends it to sellers. */
export function zoneToWire(row: ZoneWithOverlaps): Zone {
  return {
    id: row.id,
    name: row.name,
    nameTh: row.nameTh,
    isDefault: row.isDefault,
    takesUnknown: row.takesUnknown,
    everywhere: row.everywhere,
    tiers: tiersToWire(row),
    minimum: toWire(cents(row.minimumCents)),
    rideMinutes: row.rideMinutes,
    areas: row.codes.length,
    first: row.codes.slice(0, firstAreas).map((code) => {
      const subdistrict = findSubdistrict(code)
      return { name: subdistrict?.name ?? code, nameTh: subdistrict?.nameTh ?? code }
    }),
    overlapping: row.overlaps.size,
    version: row.version,
    changedBy: row.changedBy,
    changedAt: row.changedAt.toISOString(),
  }
}

/** Returns a zone's fees in the shop's currency. */
export function tiersToWire({ feeTiers }: Pick<ZoneRow, 'feeTiers'>): Zone['tiers'] {
  return feeTiers.map(({ from, fee }) => ({ from: toWire(cents(from)), fee: toWire(cents(fee)) }))
}

/** Returns a zone's names; without a Thai one if it has none. */
export function zoneNames({ name, nameTh }: { name: string; nameTh?: string | null }): {
  name: string
  nameTh?: string
} {
  return { name, nameTh: nameTh || undefined }
}

/** Returns a zone's id and names, as shoppers and choices of zones get them. */
export const namedZone = ({ id, ...names }: Pick<ZoneRow, 'id' | 'name' | 'nameTh'>) => ({ id, ...zoneNames(names) })
