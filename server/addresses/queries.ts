import type { Insertable, Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Db, Tx } from '../platform/database.ts'
import type { Address as AddressTable } from '../platform/tables.ts'

export type AddressRow = Selectable<AddressTable>

/** The columns that an order keeps a copy of. */
export const orderAddressColumns = [
  'firstName',
  'lastName',
  'street',
  'city',
  'state',
  'zipcode',
  'country',
  'phone',
] as const
const addressColumns = ['id', 'shopperId', ...orderAddressColumns, 'createdAt'] as const

/** The shopper's addresses, oldest first. There are never more than the limit. */
export function addressesOfShopper(db: Db, shopperId: string): Promise<AddressRow[]> {
  return db.selectFrom('address').select(addressColumns).where('shopperId', '=', shopperId).orderBy('id').execute()
}

/** Locks the shopper, so that two calls at once can't both take the last free place, and counts the addresses. */
export async function lockAndCountAddresses(tx: Tx, shopperId: string): Promise<number> {
  await tx.selectFrom('shopper').select('id').where('id', '=', shopperId).forNoKeyUpdate().execute()
  const { count } = await tx
    .selectFrom('address')
    .select(sql<number>`count(*)`.as('count'))
    .where('shopperId', '=', shopperId)
    .executeTakeFirstOrThrow()
  return count
}

/** Keeps an address. How many a shopper may have is for the caller to see to. */
export function insertAddress(tx: Tx, address: Insertable<AddressTable>): Promise<AddressRow> {
  return tx.insertInto('address').values(address).returning(addressColumns).executeTakeFirstOrThrow()
}
