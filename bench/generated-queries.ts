import { sql } from 'kysely'
import type { DemoProduct } from '../demo/demo-product.ts'
import type { Db, Tx } from '../server/database/database.ts'

/** Returns the pictures of the products with these names. */
export function picturesByName(db: Db, names: string[]) {
  return db.selectFrom('product').select(['name', 'pictures']).where('name', 'in', names).execute()
}

/** A product that generated products are based on, with the URLs of its pictures. */
export type Template = Pick<
  DemoProduct,
  'name' | 'nameTh' | 'description' | 'descriptionTh' | 'category' | 'priceCents' | 'weight'
> & { pictures: string[] }

/** Parts of generated names, in English and Thai. */
export type NameParts = { en: string; th: string }[]

/**
 * Inserts products number `from` to `to` in one statement. Their content depends only on their number and the seed.
 * Their ids are UUIDv7 made of `epoch` (milliseconds since 1970) and the number, which replaces the clock, 4096 to the
 * millisecond.
 */
export async function insertGenerated(
  tx: Tx,
  range: { from: number; to: number; seed: number; epoch: number },
  material: { templates: Template[]; brands: NameParts; places: NameParts; packs: NameParts },
): Promise<void> {
  const { from, to, seed, epoch } = range
  const { templates, brands, places, packs } = material
  // A random number from 0 to n - 1 for each product, different for each purpose.
  const draw = (purpose: number, n: number) =>
    sql.raw(`(hashint8extended(g, ${seed * 16 + purpose}) & 9223372036854775807) % ${n}`)
  await sql`
    with template as materialized (
      select (number - 1) as number, entry ->> 'name' as name, entry ->> 'nameTh' as name_th,
        array(select jsonb_array_elements_text(entry -> 'description')) as description,
        array(select jsonb_array_elements_text(entry -> 'descriptionTh')) as description_th,
        entry ->> 'category' as category, (entry ->> 'priceCents')::int as price_cents, entry ->> 'weight' as weight,
        array(select jsonb_array_elements_text(entry -> 'pictures')) as pictures
      from jsonb_array_elements(${JSON.stringify(templates)}::jsonb) with ordinality as t (entry, number)
    ), drawn as (
      select g,
        ${draw(0, templates.length)} as template,
        1 + ${draw(1, brands.length)} as brand,
        1 + ${draw(2, places.length)} as place,
        1 + ${draw(3, packs.length)} as pack,
        70 + ${draw(4, 151)} as price_percent,
        ${draw(5, 100)} as offer,
        ${draw(6, 100)} as availability,
        ${draw(7, 200)} as pieces,
        hashint8extended(g, ${sql.raw(String(seed * 16 + 8))}) & 9223372036854775807 as noise
      from generate_series(${sql.raw(String(from))}::bigint, ${sql.raw(String(to))}::bigint) as g
    ), priced as (
      select drawn.*, template.*, greatest(10, (price_cents * price_percent / 500) * 5)::int as full_price
      from drawn join template on template.number = drawn.template
    )
    insert into product (id, name, name_th, description, description_th, category, price_cents, offer_price_cents,
      pictures, in_stock, stock, weight)
    select
      (lpad(to_hex(${sql.raw(String(epoch))}::bigint + g / 4096), 12, '0') || '7' || lpad(to_hex(g % 4096), 3, '0')
        || to_hex(8 + (noise & 3)) || right(lpad(to_hex(noise), 16, '0'), 15))::uuid,
      (${brands.map((word) => word.en)}::text[])[brand] || ' ' || name || ' ' || (${places.map((word) => word.en)}::text[])[place]
        || (${packs.map((word) => word.en)}::text[])[pack],
      name_th || ' ' || (${brands.map((word) => word.th)}::text[])[brand] || ' ' || (${places.map((word) => word.th)}::text[])[place]
        || (${packs.map((word) => word.th)}::text[])[pack],
      description, description_th, category, full_price,
      -- A bit more than half are on offer, at 5 to 25% off.
      case when offer < 45 then full_price else greatest(5, full_price * (100 - (5 + offer % 21)) / 500 * 5)::int end,
      pictures,
      availability >= 6,
      case when availability % 4 = 0 then pieces::int end,
      weight
    from priced
    order by g
  `.execute(tx)
}

/**
 * Returns a table's indexes, except unique ones, with the statements that create them; of a partitioned table for all
 * of its partitions.
 */
export async function indexesOf(
  tx: Tx,
  table: 'product' | 'search_entry',
): Promise<{ name: string; definition: string }[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select quote_ident(relname) as name, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as definition
    from pg_index join pg_class on pg_class.oid = indexrelid
    where indrelid = ${table}::regclass and not indisunique
    order by relname
  `.execute(tx)
  return rows
}
