import { type Insertable, sql } from 'kysely'
import type { Db, Tx } from '../database/database.ts'
import type { Product as ProductTable } from '../database/tables.ts'
import { changedNow } from './queries.ts'

const importColumns = [
  'id',
  'name',
  'nameTh',
  'description',
  'descriptionTh',
  'category',
  'priceCents',
  'offerPriceCents',
  'weight',
  'taxClass',
  'stock',
  'pictures',
  'demo',
] as const

/** Makes imports wait for each other until the transaction ends, so that none adds what another one is adding. */
export async function lockImports(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('import products'))`.execute(tx)
}

/** Returns the products with these names, in any letter case, that aren't archived. */
export function productsNamed(db: Db | Tx, names: readonly string[]) {
  return db
    .selectFrom('product')
    .select(importColumns)
    .where('archivedAt', 'is', null)
    .where(sql<boolean>`lower(name) in (select lower(given) from unnest(${names}::text[]) as given)`)
    .orderBy('id')
    .execute()
}
export type ImportedProduct = Awaited<ReturnType<typeof productsNamed>>[number]

/** Locks products that aren't archived, in the order of their ids, and returns them as they are now. */
export function lockImported(tx: Tx, ids: readonly string[]): Promise<ImportedProduct[]> {
  return tx
    .selectFrom('product')
    .select(importColumns)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('archivedAt', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Inserts products in one statement. */
export async function insertProducts(tx: Tx, products: Insertable<ProductTable>[]): Promise<void> {
  await tx.insertInto('product').values(products).execute()
}

/** Changes products that the caller has locked, in one statement. They are no demo data any more. */
export async function changeProducts(tx: Tx, products: readonly ImportedProduct[]): Promise<void> {
  await sql`
    update product
    set name = imported."name", name_th = imported."nameTh", description = imported."description",
      description_th = imported."descriptionTh", category = imported."category", price_cents = imported."priceCents",
      offer_price_cents = imported."offerPriceCents", weight = imported."weight", tax_class = imported."taxClass",
      stock = imported."stock", pictures = imported."pictures", demo = false, updated_at = ${changedNow}
    from jsonb_to_recordset(${JSON.stringify(products)}::jsonb) as imported (
      "id" uuid, "name" text, "nameTh" text, "description" text[], "descriptionTh" text[], "category" text,
      "priceCents" int, "offerPriceCents" int, "weight" text, "taxClass" text, "stock" int, "pictures" text[])
    where product.id = imported."id"`.execute(tx)
}
