import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { countAtPace, countTry, forgetTries, uncountTry } from '../database/rate-limit.ts'
import { hashOfToken, type Kind } from '../http/sessions.ts'
import type { Client } from './devices.ts'

/*
 * How often passwords of an account may be tried. A stranger's tries must neither let the stranger in nor keep the owner
 * out, so nothing that strangers use up is needed by a browser that signed in before, and one stranger uses up little of
 * what the others have. The numbers are worked out in docs/decisions/033-login-throttling.md.
 */

/** Tries from one origin, or from one known browser: enough for a forgetful person, over in a quarter of an hour. */
const fromOnePlace = { limit: 10, perSeconds: 900 }
/** Times that the known browsers of an account sign in, right passwords among them: each costs a hash and a session. */
const fromKnown = { limit: 100, perSeconds: 900 }
/** The first tries of an origin in a day have a pace of their own, so that guessers leave some to a newcomer. */
const firstTries = 5
const day = { limit: 1_000_000, perSeconds: 86_400 }
/** What an account takes from all unknown browsers together: at most 1,680 tries a day. */
const pace = {
  first: { burst: 250, everySeconds: 90 },
  later: { burst: 30, everySeconds: 120 },
} as const

export type CountedTry = {
  /** Takes the try back and forgets the earlier ones of this caller: the password was right. */
  forget: () => Promise<void>
}

/**
 * Counts a try to sign in to an account, before the password is looked at. Refuses `too_many`: a known browser only for
 * its own tries, others also for what all strangers together tried.
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
    // A person who presses again while waiting made no guess.
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

/** Forgets all tries to sign in to an account: its owner has set a new password. */
export async function forgetSignIns(db: Db, kind: Kind, email: string): Promise<void> {
  await db
    .deleteFrom('tryCounter')
    .where(sql<boolean>`starts_with(key, ${`sign-in:${kind}:${email}:`})`)
    .execute()
}
