import { type Insertable, sql } from 'kysely'
import type { Db, Tx } from '../server/platform/database.ts'
import type { Product } from '../server/platform/tables.ts'

export async function hasProducts(db: Db | Tx): Promise<boolean> {
  return (await db.selectFrom('product').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Only one loader at a time gets past this, until its transaction ends. */
export async function lockLoading(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('load demo catalogue'))`.execute(tx)
}

/** Puts products on the shelves in one statement, so that the catalogue changes once. */
export async function insertProducts(tx: Db | Tx, products: Insertable<Product>[]): Promise<void> {
  await tx.insertInto('product').values(products).execute()
}

/** The pictures of each shelf's products, in the order of their ids. */
export function picturesByCategory(db: Db | Tx) {
  return db
    .selectFrom('product')
    .select(['category', 'pictures'])
    .where(sql<boolean>`cardinality(pictures) > 0`)
    .orderBy('id')
    .limit(1000)
    .execute()
}
