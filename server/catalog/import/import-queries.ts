import { type Insertable, sql } from 'kysely'
import { importLock } from '../../database/advisory-locks.ts'
import type { Db, Tx } from '../../database/database.ts'
import type { Product as ProductTable } from '../../database/tables.ts'
import { formColumns } from '../product-to-wire.ts'
import { changedNow } from '../queries.ts'

/** The columns that an import changes. */
const changedColumns = [...formColumns, 'pictures'] as const
const importColumns = ['id', 'demo', ...changedColumns] as const

/** Serialises imports by an advisory lock until the transaction ends, so that two don't add the same product. */
export async function lockImports(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${importLock}::bigint)`.execute(tx)
}

/** Returns the products with these names, in any letter case, that aren't archived. */
export function productsNamed(db: Db, names: readonly string[]) {
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
  const rows = products.map((product) => ({
    id: product.id,
    ...Object.fromEntries(changedColumns.map((column) => [inSnakeCase(column), product[column]])),
  }))
  const columns = changedColumns.map((column) => sql.ref(column))
  const changes = columns.map((column) => sql`${column} = imported.${column}`)
  await sql`
    update product
    set ${sql.join(changes)}, demo = false, updated_at = ${changedNow}
    from (
      select id, ${sql.join(columns)} from jsonb_populate_recordset(null::product, ${JSON.stringify(rows)}::jsonb)
    ) as imported
    where product.id = imported.id`.execute(tx)
}

/** Returns a column's name as Kysely's plugin writes it in statements. */
const inSnakeCase = (column: string) => column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
