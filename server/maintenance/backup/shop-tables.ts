import type pg from 'pg'

/** A table with the columns that are stored, without generated ones. */
export type ShopTable = { name: string; columns: string[] }

/** Returns all logged tables of the shop that a backup has, each after those that it refers to. */
export async function shopTables(client: pg.ClientBase): Promise<ShopTable[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; refers: string[] }>(`
    select class.relname as name,
           array(select attname::text from pg_attribute
                 where attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = ''
                 order by attnum) as columns,
           array(select distinct confrelid::regclass::text from pg_constraint
                 where conrelid = class.oid and contype = 'f' and confrelid <> class.oid) as refers
    from pg_class class
    where class.relnamespace = 'public'::regnamespace and class.relkind = 'r' and class.relpersistence = 'p'
      and not exists (select from pg_depend where objid = class.oid and deptype = 'e')
      -- Each database has its own.
      and class.relname <> 'shop_id'
    order by class.relname`)
  const ordered: ShopTable[] = []
  let left = rows
  while (left.length > 0) {
    const waiting = new Set(left.map((table) => table.name))
    const free = left.filter((table) => !table.refers.some((name) => waiting.has(name)))
    if (free.length === 0) throw new Error(`tables refer to each other in a circle: ${[...waiting].join(', ')}`)
    ordered.push(...free.map(({ name, columns }) => ({ name, columns })))
    left = left.filter((table) => !free.includes(table))
  }
  return ordered
}

/** Settings that make the text format of times the same in every session. */
export const textFormatSettings = "set datestyle = 'ISO, YMD'; set intervalstyle = 'iso_8601'; set timezone = 'UTC'"

/** Returns whether the database has the job queue's tables. */
export async function hasJobs(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query("select to_regclass('graphile_worker.jobs') is not null as found")
  return rows[0]?.found === true
}

/** Returns the migrations applied to a database, in order; undefined if no shop has opened it. */
export async function appliedMigrations(
  client: pg.ClientBase,
): Promise<{ name: string; sha256: string }[] | undefined> {
  const { rows: found } = await client.query("select to_regclass('public.migration') is not null as found")
  if (!found[0]?.found) return undefined
  return (await client.query<{ name: string; sha256: string }>('select name, sha256 from migration order by name')).rows
}
