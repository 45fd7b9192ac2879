import type { AddressInput } from '../../contract/entities.ts'
import { limits } from '../../contract/limits.ts'
import { type Db, inTransaction } from '../platform/database.ts'
import { newId } from '../platform/ids.ts'
import { refuseUnless } from '../platform/refusal.ts'
import type { Shopper } from '../platform/session.ts'
import { addressFields } from './address-record.ts'
import { type AddressRow, insertAddress, lockAndCountAddresses } from './queries.ts'

/** Saves an address of the shopper, texts plain. Refuses with `too_many_addresses`. */
export function addAddress(db: Db, shopper: Pick<Shopper, 'id'>, input: AddressInput): Promise<AddressRow> {
  return inTransaction(db, async (tx) => {
    const kept = await lockAndCountAddresses(tx, shopper.id)
    refuseUnless(kept < limits.addresses, 'too_many_addresses', { places: { max: limits.addresses } })
    return insertAddress(tx, { id: newId(), shopperId: shopper.id, ...addressFields(input) })
  })
}
