import type { Insertable, Selectable, Updateable } from 'kysely'
import { sql } from 'kysely'
import { orderAddressFields } from '../../contract/delivery/address-fields.ts'
import { type Db, type Tx, wasDeleted } from '../database/database.ts'
import { prepared } from '../database/statement-names.ts'
import type { Address as AddressTable } from '../database/tables.ts'
import { lockShopper } from '../domain/shopper-lock.ts'

export type AddressRow = Omit<Selectable<AddressTable>, 'idempotencyKey'>

const addressColumns = [
  'id',
  'shopperId',
  ...orderAddressFields,
  'label',
  'isDefault',
  'version',
  'lastUsedAt',
  'createdAt',
] as const

/**
 * Returns the shopper's addresses: the default first, then those used for orders, last used first, then the others,
 * newest first. `serverLimits.addresses` bounds their number.
 */
export function addressesOfShopper(db: Db, shopperId: string): Promise<AddressRow[]> {
  return db
    .selectFrom('address')
    .select(addressColumns)
    .where('shopperId', '=', shopperId)
    .orderBy('isDefault', 'desc')
    .orderBy('lastUsedAt', (order) => order.desc().nullsLast())
    .orderBy('id', 'desc')
    .execute()
}

/**
 * Locks the shopper, so that two calls at once can't both add the last address that is allowed, and counts the
 * addresses.
 */
export async function lockAndCountAddresses(tx: Tx, shopperId: string): Promise<number> {
  await lockShopper(tx, shopperId)
  const { count } = await tx
    .selectFrom('address')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('shopperId', '=', shopperId)
    .executeTakeFirstOrThrow()
  return count
}

/** Returns the address of this shopper that was saved with this Idempotency-Key. */
export function findAddressByKey(tx: Tx, shopperId: string, idempotencyKey: string): Promise<AddressRow | undefined> {
  return tx
    .selectFrom('address')
    .select(addressColumns)
    .where('shopperId', '=', shopperId)
    .where('idempotencyKey', '=', idempotencyKey)
    .executeTakeFirst()
}

/** Inserts an address. The caller checks how many the shopper has. */
export function insertAddress(tx: Tx, address: Insertable<AddressTable>): Promise<AddressRow> {
  return tx.insertInto('address').values(address).returning(addressColumns).executeTakeFirstOrThrow()
}

/**
 * Replaces fields of an address of this shopper, and counts its version on unless only the default changes. Returns
 * undefined when there is no such address.
 */
export function updateAddress(
  db: Db,
  shopperId: string,
  id: string,
  fields: Updateable<AddressTable>,
): Promise<AddressRow | undefined> {
  return db
    .updateTable('address')
    .set('isDefault' in fields ? fields : { ...fields, version: sql`version + 1` })
    .where('id', '=', id)
    .where('shopperId', '=', shopperId)
    .returning(addressColumns)
    .executeTakeFirst()
}

/** Deletes an address of this shopper. Returns false when there is no such address. */
export async function deleteAddress(db: Db, shopperId: string, id: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('address')
    .where('id', '=', id)
    .where('shopperId', '=', shopperId)
    .executeTakeFirstOrThrow()
  return wasDeleted(deleted)
}

/** Clears the mark of the shopper's default address. Locks the shopper, so that a concurrent call can't set another. */
export async function lockAndClearDefault(tx: Tx, shopperId: string): Promise<void> {
  await lockShopper(tx, shopperId)
  await tx
    .updateTable('address')
    .set({ isDefault: false })
    .where('shopperId', '=', shopperId)
    .where('isDefault', '=', true)
    .execute()
}

/** Records that an order uses this address now. */
export async function markAddressUsed(tx: Tx, shopperId: string, id: string): Promise<void> {
  await tx
    .updateTable('address')
    .set({ lastUsedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where('shopperId', '=', shopperId)
    .modifyEnd(prepared)
    .execute()
}
