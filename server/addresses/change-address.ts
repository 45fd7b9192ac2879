import type { AddressInput } from '../../contract/entities/address.ts'
import { isId } from '../common/ids.ts'
import { refuseUnless } from '../common/refusal.ts'
import { type Db, inTransaction } from '../database/database.ts'
import type { Shopper } from '../domain/session-queries.ts'
import { addressRowOf } from './address-to-wire.ts'
import { type AddressRow, deleteAddress, lockAndClearDefault, updateAddress } from './queries.ts'

type Owner = Pick<Shopper, 'id'>

/** Replaces the fields of an address of the shopper; orders keep their copies. Throws `address_unknown`. */
export async function editAddress(db: Db, shopper: Owner, id: string, input: AddressInput): Promise<AddressRow> {
  refuseUnless(isId(id), 'address_unknown')
  const row = await updateAddress(db, shopper.id, id, addressRowOf(input))
  refuseUnless(row, 'address_unknown')
  return row
}

/** Deletes an address of the shopper; orders keep their copies. Throws `address_unknown`. */
export async function removeAddress(db: Db, shopper: Owner, id: string): Promise<void> {
  refuseUnless(isId(id) && (await deleteAddress(db, shopper.id, id)), 'address_unknown')
}

/** Makes an address the shopper's only default, or clears the mark. Throws `address_unknown`. */
export async function setDefaultAddress(db: Db, shopper: Owner, id: string, isDefault: boolean): Promise<void> {
  refuseUnless(isId(id), 'address_unknown')
  await inTransaction(db, async (tx) => {
    if (isDefault) await lockAndClearDefault(tx, shopper.id)
    refuseUnless(await updateAddress(tx, shopper.id, id, { isDefault }), 'address_unknown')
  })
}
