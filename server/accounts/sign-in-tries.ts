import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { countAtPace, countTry, forgetTries, uncountTry } from '../database/rate-limit.ts'
import { hashOfToken, type Kind } from '../http/sessions.ts'
import type { Client } from './devices.ts'

/*
 * Rate limits of signing in to an account. Guesses by strangers must neither succeed nor lock the owner out. So browsers
 * that signed in before don't share a limit with strangers, and one origin can use up only a small part of the limit that
 * unknown browsers share. docs/decisions/033-login-throttling.md derives the numbers.
 */

/** Tries from one origin, or from one known browser: enough for a shopper who misremembers the password. */
const fromOnePlace = { limit: 10, perSeconds: 900 }
/** Sign-ins from the known browsers of an account, including right passwords: each costs a hash and a session. */
const fromKnown = { limit: 100, perSeconds: 900 }
/** An origin's first tries of a day have a separate rate limit, so that guesses can't use up the limit of new origins. */
const firstTries = 5
const day = { limit: 1_000_000, perSeconds: 86_400 }
/** The limits of all unknown browsers of an account together: at most 1,680 tries a day. */
const pace = {
  first: { burst: 250, everySeconds: 90 },
  later: { burst: 30, everySeconds: 120 },
} as const

export type CountedTry = {
  /** Uncounts the try and resets the caller's own counters. Called if the password was right. */
  forget: () => Promise<void>
}

/**
 * Counts a try to sign in to an account, before the password is checked. Throws `too_many`: for a known browser by the
 * tries of the account's known browsers, for others by those of their origin and of all unknown browsers together.
 */
export async function countSignIn(db: Db, kind: Kind, email: string, client: Client): Promise<CountedTry> {
  const account = `sign-in:${kind}:${email}`
  if (client.known) {
    const key = `${account}:device:${hashOfToken(client.device ?? '')}`
    await countTry(db, `${account}:known`, fromKnown)
    await countTry(db, key, fromOnePlace)
    return { forget: () => forgetTries(db, key) }
  }
  const [quarter, today] = [`${account}:from:${client.origin}`, `${account}:day:${client.origin}`]
  await countTry(db, quarter, fromOnePlace)
  const which = (await countTry(db, today, day)) <= firstTries ? 'first' : 'later'
  await countAtPace(db, `${account}:${which}`, pace[which]).catch(async (refusal) => {
    // A try that the shared limit refused isn't a guess, so it doesn't count for the origin.
    await uncountTry(db, quarter)
    await uncountTry(db, today)
    throw refusal
  })
  return {
    forget: async () => {
      await uncountTry(db, `${account}:${which}`, pace[which])
      await forgetTries(db, quarter)
      await forgetTries(db, today)
    },
  }
}

/** Resets all rate limits of signing in to an account, after a new password was set. */
export async function forgetSignIns(db: Db, kind: Kind, email: string): Promise<void> {
  await db
    .deleteFrom('tryCounter')
    .where(sql<boolean>`starts_with(key, ${`sign-in:${kind}:${email}:`})`)
    .execute()
}
