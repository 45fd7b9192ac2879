import { sql } from 'kysely'
import type { FeeTier } from '../../../contract/delivery/delivery.ts'
import { deliveryLimits } from '../../../contract/delivery/delivery-limits.ts'
import { parseSetting, type SettingValue } from '../../../contract/entities/setting-values.ts'
import type { DeliverySettings } from '../../../contract/settings/page-settings.ts'
import type { Db, Tx } from '../../database/database.ts'
import { prepared } from '../../database/statement-names.ts'
import type { AddressText } from './address-subdistricts.ts'

export type ZoneRow = {
  id: string
  name: string
  nameTh: string | null
  isDefault: boolean
  takesUnknown: boolean
  everywhere: boolean
  feeTiers: FeeTier[]
  minimumCents: number
  rideMinutes: number
  version: number
}

const zoneColumns = sql.join(
  [
    'id',
    'name',
    'name_th',
    'is_default',
    'takes_unknown',
    'everywhere',
    'fee_tiers',
    'minimum_cents',
    'ride_minutes',
    'version',
  ].map((column) => sql.ref(`zone.${column}`)),
)

/** The order in which an address is looked up: the owner's, with the catch-all zone (`everywhere`) last. */
const inOrder = sql`everywhere, position, id`

/** Whether the shop has zones: an expression for statements that only need to know that. */
export const hasZones = sql<boolean>`exists (select from delivery_zone)`

const hasWindows = sql<boolean>`exists (select from window_template where active)`

const hasAsap = sql<boolean>`exists (select from setting where topic = 'asap' and value ->> 'enabled' = 'true')`

/** Whether the shop offers delivery times, in windows or as soon as possible: an expression like {@link hasZones}. */
export const hasTimes = sql<boolean>`(${hasWindows} or ${hasAsap})`

type StoredSettings = Omit<DeliverySettings, 'openDays'> & { hours: SettingValue<'hours'> | null }

/**
 * Returns whether the shop has zones, templates of windows in use, and ASAP orders, and its opening hours if they were
 * set.
 */
export async function deliverySettingsOf(db: Db): Promise<StoredSettings> {
  const { rows } = await sql<Omit<StoredSettings, 'hours'> & { hours: unknown }>`
    select ${hasZones} as has_zones, ${hasWindows} as has_windows, ${hasAsap} as has_asap,
           (select value from setting where topic = 'hours') as hours`.execute(db)
  const { hours, ...has } = rows[0] ?? { hasZones: false, hasWindows: false, hasAsap: false, hours: null }
  return { ...has, hours: hours ? parseSetting('hours', hours) : null }
}

/**
 * Returns the zones that have one of these areas, each with the codes of those that it has, in their order. Always adds
 * the default zone, that of unknown places, the catch-all zone and the first one. Empty if the shop has no zones.
 */
export async function zonesOfAreas(
  db: Db,
  { postcodes, subdistricts }: { postcodes: readonly string[]; subdistricts: readonly string[] },
): Promise<(ZoneRow & { codes: string[] })[]> {
  const { rows } = await sql<ZoneRow & { codes: string[] }>`
    with ${prepared} area as (
      select zone_id, code from delivery_area
      where kind = 'postcode' and code = any(${postcodes}::text[])
         or kind = 'subdistrict' and code = any(${subdistricts}::text[])
    )
    select ${zoneColumns}, array(select code from area where zone_id = zone.id) as codes
    from delivery_zone as zone
    where is_default or takes_unknown or everywhere or id in (select zone_id from area)
      or id = (select id from delivery_zone order by position, id limit 1)
    order by ${inOrder}`.execute(db)
  return rows
}

/** Returns the ids and names of the first zones, in their order; of all without a limit. */
export function namesOfZones(
  db: Db,
  limit: number = deliveryLimits.zones,
): Promise<Pick<ZoneRow, 'id' | 'name' | 'nameTh'>[]> {
  return db
    .selectFrom('deliveryZone')
    .select(['id', 'name', 'nameTh'])
    .orderBy('everywhere')
    .orderBy('position')
    .orderBy('id')
    .limit(limit)
    .execute()
}

const addressText = ['street', 'city', 'state', 'zipcode', 'country'] as const

/** Returns the place of the address that the shopper's cart proposes: the default one, otherwise the one used last. */
export async function findUsualAddressText(db: Db, shopperId: string): Promise<AddressText | undefined> {
  return db
    .selectFrom('address')
    .select(addressText)
    .where('shopperId', '=', shopperId)
    .orderBy('isDefault', 'desc')
    .orderBy('lastUsedAt', (order) => order.desc().nullsLast())
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Returns the place of an address of this shopper. */
export async function findAddressText(db: Db, shopperId: string, addressId: string): Promise<AddressText | undefined> {
  return db
    .selectFrom('address')
    .select(addressText)
    .where('id', '=', addressId)
    .where('shopperId', '=', shopperId)
    .executeTakeFirst()
}

/** A zone as sellers see it in the list. */
export type ZoneOfShop = ZoneRow & {
  /** Its postcodes, then its sub-districts. */
  codes: string[]
  changedBy: string | null
  changedAt: Date
}

/** Returns all zones, in the order in which an address is looked up. */
export async function zonesOfShop(db: Db): Promise<ZoneOfShop[]> {
  const { rows } = await sql<ZoneOfShop>`
    select ${zoneColumns}, zone.changed_by, zone.changed_at,
      array(select code from delivery_area where zone_id = zone.id order by kind, code) as codes
    from delivery_zone as zone
    order by ${inOrder} limit ${deliveryLimits.zones}`.execute(db)
  return rows
}

/** Returns the codes of a zone's areas. */
export async function codesOfZone(db: Db, id: string): Promise<string[]> {
  const areas = await db
    .selectFrom('deliveryArea')
    .select('code')
    .where('zoneId', '=', id)
    .orderBy('kind')
    .orderBy('code')
    .execute()
  return areas.map(({ code }) => code)
}

/**
 * Locks the zones until the end of the transaction, so that their changes wait for each other; orders don't. Returns
 * their ids and versions, and whether each is the catch-all zone, in their order.
 */
export async function lockZones(tx: Tx): Promise<Pick<ZoneRow, 'id' | 'version' | 'everywhere'>[]> {
  await sql`lock table delivery_zone in share row exclusive mode`.execute(tx)
  return tx
    .selectFrom('deliveryZone')
    .select(['id', 'version', 'everywhere'])
    .orderBy('everywhere')
    .orderBy('position')
    .orderBy('id')
    .execute()
}

/** A zone as it is stored. */
export type StoredZone = Omit<ZoneRow, 'version'> & {
  postcodes: readonly string[]
  subdistricts: readonly string[]
  changedBy: string | null
}

/** Stores a zone, a new one as the last, with its areas, and announces it. The caller has locked the zones. */
export async function storeZone(tx: Tx, zone: StoredZone): Promise<void> {
  const { id } = zone
  const { isDefault, takesUnknown, everywhere } = zone
  await sql`
    update delivery_zone set is_default = is_default and not ${isDefault},
      takes_unknown = takes_unknown and not ${takesUnknown},
      version = version + 1
    where id <> ${id} and (is_default and ${isDefault} or takes_unknown and ${takesUnknown})`.execute(tx)
  await sql`
    insert into delivery_zone (id, position, name, name_th, is_default, takes_unknown, everywhere, fee_tiers,
      minimum_cents, ride_minutes, changed_by)
    select ${id}, coalesce(max(position), 0) + 1, ${zone.name}, ${zone.nameTh}, ${isDefault}, ${takesUnknown}, ${everywhere},
           ${JSON.stringify(zone.feeTiers)}::jsonb, ${zone.minimumCents}, ${zone.rideMinutes}, ${zone.changedBy}
    from delivery_zone
    on conflict (id) do update set
      name = excluded.name, name_th = excluded.name_th, is_default = excluded.is_default,
      takes_unknown = excluded.takes_unknown, everywhere = excluded.everywhere, fee_tiers = excluded.fee_tiers,
      minimum_cents = excluded.minimum_cents, ride_minutes = excluded.ride_minutes,
      version = delivery_zone.version + 1, changed_by = excluded.changed_by, changed_at = now()`.execute(tx)
  // Only what differs, for the audit log. A postcode has five digits and a sub-district six.
  const codes = [...zone.postcodes, ...zone.subdistricts]
  await tx
    .deleteFrom('deliveryArea')
    .where('zoneId', '=', id)
    .where('code', '<>', sql<string>`all(${codes}::text[])`)
    .execute()
  await sql`
    insert into delivery_area (zone_id, kind, code)
    select ${id}::uuid, 'postcode', code from unnest(${zone.postcodes}::text[]) as code
    union select ${id}::uuid, 'subdistrict', code from unnest(${zone.subdistricts}::text[]) as code
    on conflict do nothing`.execute(tx)
  await announceDelivery(tx)
}

/** Removes a zone and announces it. The caller has locked the zones. */
export async function deleteZone(tx: Tx, id: string): Promise<void> {
  // First, while the zone has a name for the audit log.
  await tx.deleteFrom('deliveryArea').where('zoneId', '=', id).execute()
  await tx.deleteFrom('deliveryZone').where('id', '=', id).execute()
  await announceDelivery(tx)
}

/** Puts the zones into an order. The caller has locked them. */
export async function setPositions(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    update delivery_zone set position = placed.position
    from unnest(${ids}::uuid[]) with ordinality as placed (id, position)
    where delivery_zone.id = placed.id`.execute(tx)
}

/** Tells every server process that the zones have changed. */
export async function announceDelivery(tx: Tx): Promise<void> {
  await sql`select pg_notify('delivery', '')`.execute(tx)
}
