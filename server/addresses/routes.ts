import { calls } from '../../contract/calls.ts'
import type { Db } from '../platform/database.ts'
import { type App, noticeFor, on } from '../platform/edge.ts'
import { requireShopper } from '../platform/session.ts'
import { addAddress } from './add-address.ts'
import { addressRecord } from './address-record.ts'
import { addressesOfShopper } from './queries.ts'

/** The calls that list a shopper's addresses and add to them. */
export function addressRoutes(app: App, { db }: { db: Db }): void {
  on(app, calls.address.get, async (request) => {
    const rows = await addressesOfShopper(db, requireShopper(request).id)
    return { success: true as const, addresses: rows.map(addressRecord) }
  })

  on(app, calls.address.add, async (request) => {
    const row = await addAddress(db, requireShopper(request), request.body.address)
    return { success: true as const, message: noticeFor(request, 'address_added'), address: addressRecord(row) }
  })
}
