import { isIPv6 } from 'node:net'
import { sql } from 'kysely'
import type { Db } from './database.ts'
import { prepared } from './prepared.ts'
import { refuse } from './refusal.ts'

export type TryLimit = { limit: number; perSeconds: number }

/**
 * Counts one try under a key, in one statement that every server process shares, and refuses with `too_many` and the
 * seconds to wait when there were more than the limit since the window began. Not inside a transaction: a refusal that
 * follows must not undo the count.
 *
 * Doesn't wait for the disk: a database that is killed forgets the tries of its last half second, and nobody was
 * promised them.
 */
export async function countTry(db: Db, key: string, { limit, perSeconds }: TryLimit): Promise<void> {
  const { rows } = await sql<{ tries: number; wait: number }>`
    insert ${prepared} into try_counter (key, tries, resets_at)
    select ${key}, 1, now() + make_interval(secs => ${perSeconds}) from set_config('synchronous_commit', 'off', true)
    on conflict (key) do update set
      tries = case when try_counter.resets_at <= now() then 1 else try_counter.tries + 1 end,
      resets_at = case when try_counter.resets_at <= now() then excluded.resets_at else try_counter.resets_at end
    returning tries, extract(epoch from resets_at - now())::float8 as wait`.execute(db)
  const counted = rows[0]
  if (counted && counted.tries > limit) refuse('too_many', { retryAfter: Math.max(1, counted.wait) })
}

/**
 * Where a request comes from, as far as its sender can't choose: an IPv4 address, or of an IPv6 address the network. A
 * single home has 2^64 addresses of IPv6, and would otherwise have as many counts.
 */
export function originOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped?.[1]) return mapped[1]
  if (!isIPv6(ip)) return ip
  // Groups before the gap, if there is one; what the gap leaves out up to the fourth is zero.
  const [before = ''] = ip.split('::')
  const groups = before.split(':').map((group) => Number.parseInt(group || '0', 16).toString(16))
  return `${[...groups, '0', '0', '0', '0'].slice(0, 4).join(':')}::/64`
}

/** Removes the counts whose window is over. */
export async function removeOldTries(db: Db): Promise<void> {
  await db.deleteFrom('tryCounter').where('resetsAt', '<', sql<Date>`now()`).execute()
}

/** Starts a key's count anew: whoever got it right was no guesser. */
export async function forgetTries(db: Db, key: string): Promise<void> {
  await db.deleteFrom('tryCounter').where('key', '=', key).execute()
}
