import { sql } from 'kysely'
import type { Db } from './database.ts'
import { refuse } from './refusal.ts'

export type TryLimit = { limit: number; perSeconds: number }

/**
 * Counts one try under a key, in one statement that every server process shares, and refuses with `too_many` and the
 * seconds to wait when there were more than the limit since the window began. Not inside a transaction: a refusal that
 * follows must not undo the count.
 */
export async function countTry(db: Db, key: string, { limit, perSeconds }: TryLimit): Promise<void> {
  const { rows } = await sql<{ tries: number; wait: number }>`
    insert into try_counter (key, tries, resets_at) values (${key}, 1, now() + make_interval(secs => ${perSeconds}))
    on conflict (key) do update set
      tries = case when try_counter.resets_at <= now() then 1 else try_counter.tries + 1 end,
      resets_at = case when try_counter.resets_at <= now() then excluded.resets_at else try_counter.resets_at end
    returning tries, extract(epoch from resets_at - now())::float8 as wait`.execute(db)
  const counted = rows[0]
  if (counted && counted.tries > limit) refuse('too_many', { retryAfter: Math.max(1, counted.wait) })
}

/** Starts a key's count anew: whoever got it right was no guesser. */
export async function forgetTries(db: Db, key: string): Promise<void> {
  await db.deleteFrom('tryCounter').where('key', '=', key).execute()
}
