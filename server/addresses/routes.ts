import { calls } from '../../contract/calls.ts'
import type { Db } from '../database/database.ts'
import { type App, addCall, successMessage } from '../http/calls/calls.ts'
import { requireShopper } from '../http/calls/sessions.ts'
import { idempotencyKeyOf } from '../http/request/idempotency-key.ts'
import { addAddress } from './add-address.ts'
import { addressToWire } from './address-to-wire.ts'
import { editAddress, removeAddress, setDefaultAddress } from './change-address.ts'
import { addressesOfShopper } from './queries.ts'

/** The calls that list and change a shopper's addresses. */
export function addressRoutes(app: App, { db }: { db: Db }): void {
  addCall(app, calls.address.get, async (request) => {
    const rows = await addressesOfShopper(db, requireShopper(request).id)
    return { addresses: rows.map(addressToWire) }
  })

  addCall(app, calls.address.add, async (request) => {
    const row = await addAddress(db, requireShopper(request), request.body.address, idempotencyKeyOf(request))
    return { message: successMessage(request, 'address_added'), address: addressToWire(row) }
  })

  addCall(app, calls.address.edit, async (request) => {
    const row = await editAddress(db, requireShopper(request), request.body.id, request.body.address)
    return { message: successMessage(request, 'address_saved'), address: addressToWire(row) }
  })

  addCall(app, calls.address.delete, async (request) => {
    await removeAddress(db, requireShopper(request), request.body.id)
    return { message: successMessage(request, 'address_deleted') }
  })

  addCall(app, calls.address.default, async (request) => {
    const { id, isDefault = true } = request.body
    await setDefaultAddress(db, requireShopper(request), id, isDefault)
    return { message: successMessage(request, isDefault ? 'address_default' : 'address_no_default') }
  })
}
