import type { RefusalCode } from '../../contract/messages/refusals.ts'
import { Refusal } from '../common/refusal.ts'
import type { Db } from '../database/database.ts'
import { type BurstLimit, consumeBurstLimit, consumeRateLimit, refundRateLimit } from '../database/rate-limit.ts'

/** The rate limit of codes that the shop doesn't know: a person mistypes a few, a script would try millions. */
const guessLimit = { limit: 20, perSeconds: 600 }
/**
 * As many a day from one client address. It refills one by one: behind an address that many share, the next visitor's turn
 * comes within half a minute.
 */
const addressLimit: BurstLimit = { burst: 20, everySeconds: 30 }

/** Whose tries count together: those of an account, by its id, or of a client address. */
export type Guesser = { account: string } | { address: string }

/** Refusals that tell a guesser nothing that counts as a try. */
const isGuess = (code: RefusalCode) => code === 'coupon_unknown'

/**
 * Runs `find`, which looks up a code, and counts the try if the code is unknown, for each guesser. The try is counted before,
 * so that concurrent ones count too. Throws `too_many`. Not inside a transaction.
 */
export async function limitGuesses<T>(db: Db, guessers: readonly Guesser[], find: () => Promise<T>): Promise<T> {
  const counted: Guesser[] = []
  try {
    for (const guesser of guessers) {
      await count(db, guesser)
      counted.push(guesser)
    }
    const found = await find()
    await refund(db, counted)
    return found
  } catch (error) {
    if (!(error instanceof Refusal && isGuess(error.code))) await refund(db, counted)
    throw error
  }
}

function count(db: Db, guesser: Guesser): Promise<unknown> {
  return 'account' in guesser
    ? consumeRateLimit(db, keyOf(guesser), guessLimit)
    : consumeBurstLimit(db, keyOf(guesser), addressLimit)
}

async function refund(db: Db, guessers: readonly Guesser[]): Promise<void> {
  for (const guesser of guessers)
    await refundRateLimit(db, keyOf(guesser), 'address' in guesser ? addressLimit : undefined)
}

const keyOf = (guesser: Guesser) => ('account' in guesser ? `code:${guesser.account}` : `code-from:${guesser.address}`)
