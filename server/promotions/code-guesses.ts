import type { RefusalCode } from '../../contract/messages/refusals.ts'
import { Refusal } from '../common/refusal.ts'
import type { Db } from '../database/database.ts'
import { type BurstLimit, consumeBurstLimit, consumeRateLimit, restoreRateLimit } from '../database/rate-limit.ts'
import { hashOfToken } from '../domain/session-queries.ts'

/** The rate limit of unknown codes: a person mistypes a few, a script would try millions. */
const guessLimit = { limit: 20, perSeconds: 600 }
/**
 * The same for one client address, which many people may share: one browser or account uses up a fifth of it. It
 * refills one by one, so that once a script has used up the rest, the next visitor waits half a minute at most.
 */
const addressLimit: BurstLimit = { burst: 100, everySeconds: 30 }

/** The key of a rate limit: an account's id, the token of a browser cookie, or a client address. */
export type Guesser = { account: string } | { browser: string } | { address: string }

/** Refusals that reveal nothing about a code, so they use up no try. */
const isGuess = (code: RefusalCode) => code === 'coupon_unknown'

/**
 * Runs `find`, which looks up a code, and uses up a try of each guesser if the code is unknown. The try is counted
 * before, so that concurrent ones are limited too, and restored if the code is known. Throws `too_many`. Not inside a
 * transaction.
 */
export async function limitGuesses<T>(db: Db, guessers: readonly Guesser[], find: () => Promise<T>): Promise<T> {
  const counted: Guesser[] = []
  try {
    for (const guesser of guessers) {
      await count(db, guesser)
      counted.push(guesser)
    }
    const found = await find()
    await restore(db, counted)
    return found
  } catch (error) {
    if (!(error instanceof Refusal && isGuess(error.code))) await restore(db, counted)
    throw error
  }
}

function count(db: Db, guesser: Guesser): Promise<unknown> {
  return 'address' in guesser
    ? consumeBurstLimit(db, keyOf(guesser), addressLimit)
    : consumeRateLimit(db, keyOf(guesser), guessLimit)
}

async function restore(db: Db, guessers: readonly Guesser[]): Promise<void> {
  for (const guesser of guessers)
    await restoreRateLimit(db, keyOf(guesser), 'address' in guesser ? addressLimit : undefined)
}

function keyOf(guesser: Guesser): string {
  if ('account' in guesser) return `code:${guesser.account}`
  return 'browser' in guesser ? `code-by:${hashOfToken(guesser.browser)}` : `code-from:${guesser.address}`
}
