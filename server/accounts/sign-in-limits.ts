import type { Db } from '../database/database.ts'
import {
  consumeBurstLimit,
  consumeRateLimit,
  resetRateLimit,
  resetRateLimits,
  restoreRateLimit,
} from '../database/rate-limit.ts'
import { type AccountKind, hashOfToken } from '../domain/session-queries.ts'
import type { SignInClient } from './known-browser-queries.ts'
import { orUndo } from './or-undo.ts'

/*
 * Rate limits of signing in to an account. Guesses must neither succeed nor lock the owner out. So known browsers,
 * which signed in before, don't share a limit with unknown ones, and one client address can use up only a small part of
 * the limit that unknown browsers share. docs/decisions/033-login-throttling.md derives the numbers.
 */

/** Tries from one client address, or from one known browser: enough for a shopper who misremembers the password. */
const clientLimit = { limit: 10, perSeconds: 900 }
/** Sign-ins from the known browsers of an account, including right passwords: each costs a hash and a session. */
const knownBrowsersLimit = { limit: 100, perSeconds: 900 }
/**
 * A client address's first tries of a day have a separate rate limit, so that guesses can't use up the limit of new
 * addresses.
 */
const firstTries = 5
const addressDayCount = { limit: 1_000_000, perSeconds: 86_400 }
/** The limits of all unknown browsers of an account together: 1,680 tries a day, and a burst of 280 once. */
const unknownBrowserLimits = {
  first: { burst: 250, everySeconds: 90 },
  later: { burst: 30, everySeconds: 120 },
} as const

export type CountedSignIn = {
  /** Restores the try. Called if the password wasn't compared. */
  undo: () => Promise<void>
  /** Restores the try and resets the caller's own counters. Called if the password was right. */
  restore: () => Promise<void>
}

/**
 * Counts a try to sign in to an account, before the password is checked. Throws `too_many`: for a known browser by the
 * tries of the account's known browsers, for others by those of their client address and of all unknown browsers
 * together.
 */
export async function consumeSignInLimits(
  db: Db,
  kind: AccountKind,
  email: string,
  client: SignInClient,
): Promise<CountedSignIn> {
  const account = `sign-in:${kind}:${email}`
  if (client.known) {
    const key = `${account}:known-browser:${hashOfToken(client.browserToken ?? '')}`
    await consumeRateLimit(db, key, clientLimit)
    await orUndo(consumeRateLimit(db, `${account}:known`, knownBrowsersLimit), () => restoreRateLimit(db, key))
    return {
      undo: async () => {
        await restoreRateLimit(db, key)
        await restoreRateLimit(db, `${account}:known`)
      },
      restore: () => resetRateLimit(db, key),
    }
  }
  const addressKey = `${account}:from:${client.address}`
  const addressDayKey = `${account}:day:${client.address}`
  await consumeRateLimit(db, addressKey, clientLimit)
  const which = (await consumeRateLimit(db, addressDayKey, addressDayCount)) <= firstTries ? 'first' : 'later'
  await orUndo(consumeBurstLimit(db, `${account}:${which}`, unknownBrowserLimits[which]), async () => {
    // A try that the shared limit refused isn't a guess, so the client address gets it back.
    await restoreRateLimit(db, addressKey)
    await restoreRateLimit(db, addressDayKey)
  })
  const restoreShared = () => restoreRateLimit(db, `${account}:${which}`, unknownBrowserLimits[which])
  return {
    undo: async () => {
      await restoreShared()
      await restoreRateLimit(db, addressKey)
      await restoreRateLimit(db, addressDayKey)
    },
    restore: async () => {
      await restoreShared()
      await resetRateLimit(db, addressKey)
      await resetRateLimit(db, addressDayKey)
    },
  }
}

/** Resets all rate limits of signing in to an account, after a new password was set. */
export async function resetSignInLimits(db: Db, kind: AccountKind, email: string): Promise<void> {
  await resetRateLimits(db, `sign-in:${kind}:${email}:`)
}
