import { sql } from 'kysely'
import type { NotFoundSearch, Synonym } from '../../../contract/entities/search.ts'
import type { Db, Tx } from '../../database/database.ts'

export type NewSynonym = { id: string; one: string; other: string; oneFolded: string; otherFolded: string }

type Row = { id: string; one: string; other: string; createdAt: Date }
const columns = ['id', 'one', 'other', 'createdAt'] as const

const record = ({ id, one, other, createdAt }: Row): Synonym => ({
  _id: id,
  from: one,
  to: other,
  addedAt: createdAt.toISOString(),
})

/** Returns the owner's synonyms, newest first. */
export async function ownSynonyms(db: Db, max: number): Promise<Synonym[]> {
  const rows = await db.selectFrom('searchSynonym').select(columns).orderBy('id', 'desc').limit(max).execute()
  return rows.map(record)
}

/** Adds a synonym. Returns undefined if there is one of the same words already. */
export async function insertSynonym(tx: Db, synonym: NewSynonym): Promise<Synonym | undefined> {
  const row = await tx
    .insertInto('searchSynonym')
    .values(synonym)
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .executeTakeFirst()
  return row && record(row)
}

/** Serialises adding synonyms, so that their number stays limited, and returns how many there are. */
export async function lockAndCountSynonyms(tx: Tx): Promise<number> {
  await sql`lock table search_synonym in share row exclusive mode`.execute(tx)
  const { count } = await tx
    .selectFrom('searchSynonym')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Deletes a synonym of the owner, if it is still there. */
export async function deleteSynonym(db: Db, id: string): Promise<void> {
  await db.deleteFrom('searchSynonym').where('id', '=', id).execute()
}

export type NotFound = { folded: string; typed: string; count: number }

/** Adds to the counts of searches that found nothing. */
export async function countNotFound(db: Db, searches: readonly NotFound[]): Promise<void> {
  // In one order, so that two processes never wait for each other in a circle.
  const sorted = [...searches].sort((a, b) => (a.folded < b.folded ? -1 : 1))
  await db
    .insertInto('searchNotFound')
    .values(sorted)
    .onConflict((conflict) =>
      conflict.column('folded').doUpdateSet({
        count: sql<number>`least(search_not_found.count + excluded.count, 1000000)`,
        lastSeen: sql<Date>`now()`,
      }),
    )
    .execute()
}

/** Returns the searches that found nothing and were counted at least `least` times, the most frequent first. */
export async function frequentNotFound(
  db: Db,
  { least, max }: { least: number; max: number },
): Promise<(NotFoundSearch & { folded: string })[]> {
  const rows = await db
    .selectFrom('searchNotFound')
    .select(['folded', 'typed', 'count', 'lastSeen'])
    .where('count', '>=', least)
    .orderBy('count', 'desc')
    .orderBy('lastSeen', 'desc')
    .limit(max)
    .execute()
  return rows.map(({ folded, typed, count, lastSeen }) => ({
    folded,
    q: typed,
    count,
    lastSeen: lastSeen.toISOString(),
  }))
}

/** Takes these folded texts off the list of searches that found nothing. */
export async function deleteNotFound(db: Db, folded: readonly string[]): Promise<void> {
  await db.deleteFrom('searchNotFound').where('folded', 'in', folded).execute()
}

/** Deletes searches not seen for `days`, and all but the `kept` most frequent. */
export async function deleteOldNotFound(db: Db, { days, kept }: { days: number; kept: number }): Promise<void> {
  await db
    .deleteFrom('searchNotFound')
    .where('lastSeen', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .execute()
  await sql`
    delete from search_not_found where folded in (
      select folded from search_not_found order by count desc, last_seen desc offset ${kept}
    )`.execute(db)
}
