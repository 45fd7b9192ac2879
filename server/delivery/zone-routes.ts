import { calls } from '../../contract/calls.ts'
import { refuseUnless } from '../common/refusal.ts'
import type { Db } from '../database/database.ts'
import { type App, addCall, successMessage } from '../http/calls/calls.ts'
import { requireSeller } from '../http/calls/sessions.ts'
import { removeZone, reorderZones, saveZone } from './settings/save-zone.ts'
import { zonesOfShop } from './zones/queries.ts'
import { findSubdistrict, placeToWire } from './zones/subdistricts.ts'
import { withOverlaps } from './zones/zone-overlaps.ts'
import { zoneNames, zoneToWire } from './zones/zone-to-wire.ts'

type ZoneDeps = {
  db: Db
  /** Called after a change of the zones: pages show whether there are any. */
  onChange: () => void
}

const zonesWithOverlaps = async (db: Db) => withOverlaps(await zonesOfShop(db))

/** Returns a zone of the shop. Throws `zone_unknown`. */
async function getZone(db: Db, id: string) {
  const zone = (await zonesWithOverlaps(db)).find((each) => each.id === id.toLowerCase())
  refuseUnless(zone, 'zone_unknown')
  return zone
}

/** The sellers' calls of delivery zones. */
export function zoneRoutes(app: App, { db, onChange }: ZoneDeps): void {
  addCall(app, calls.delivery.zones, async () => ({ zones: (await zonesWithOverlaps(db)).map(zoneToWire) }))

  addCall(app, calls.delivery.zone, async (request) => {
    const zone = await getZone(db, request.query.id)
    const { codes, overlaps } = zone
    return {
      zone: zoneToWire(zone),
      postcodes: codes.filter((code) => code.length === 5),
      subdistricts: codes.flatMap((code) => {
        const subdistrict = findSubdistrict(code)
        return subdistrict ? [placeToWire(subdistrict)] : []
      }),
      overlapping: Object.fromEntries([...overlaps].map(([code, earlier]) => [code, earlier.map(zoneNames)])),
    }
  })

  addCall(app, calls.delivery.saveZone, async (request) => {
    const { id, seen, ...typed } = request.body
    const seller = requireSeller(request)
    const left = await saveZone(db, typed, { id, seen, by: seller.email })
    onChange()
    request.log.info({ seller: seller.id, zone: id }, 'saved a delivery zone')
    const zone = await getZone(db, id)
    return { message: successMessage(request, 'zone_saved'), zone: zoneToWire(zone), left }
  })

  addCall(app, calls.delivery.removeZone, async (request) => {
    const { id, seen } = request.body
    const seller = requireSeller(request)
    const left = await removeZone(db, { id, seen })
    onChange()
    request.log.info({ seller: seller.id, zone: id }, 'removed a delivery zone')
    return { message: successMessage(request, 'zone_removed'), left }
  })

  addCall(app, calls.delivery.reorderZones, async (request) => {
    const seller = requireSeller(request)
    await reorderZones(db, request.body)
    request.log.info({ seller: seller.id }, 'reordered the delivery zones')
    return {
      message: successMessage(request, 'zones_reordered'),
      zones: (await zonesWithOverlaps(db)).map(zoneToWire),
    }
  })
}
