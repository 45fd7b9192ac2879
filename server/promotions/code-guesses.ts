import type { RefusalCode } from '../../contract/messages/refusals.ts'
import { Refusal } from '../common/refusal.ts'
import type { Db } from '../database/database.ts'
import { consumeRateLimit, refundRateLimit } from '../database/rate-limit.ts'

/** The rate limit of codes that the shop doesn't know: a person mistypes a few, a script would try millions. */
const guessLimit = { limit: 20, perSeconds: 600 }

/** Refusals that tell a guesser nothing that counts as a try. */
const isGuess = (code: RefusalCode) => code === 'coupon_unknown'

/**
 * Runs `find`, which looks up a code, and counts the try if the code is unknown, for each sender (an account, a client
 * address). The try is counted before, so that concurrent ones count too. Throws `too_many`. Not inside a transaction.
 */
export async function limitGuesses<T>(db: Db, senders: readonly string[], find: () => Promise<T>): Promise<T> {
  const keys = senders.map((sender) => `code:${sender}`)
  const refund = async () => {
    for (const key of keys) await refundRateLimit(db, key)
  }
  for (const key of keys) await consumeRateLimit(db, key, guessLimit)
  try {
    const found = await find()
    await refund()
    return found
  } catch (error) {
    if (!(error instanceof Refusal && isGuess(error.code))) await refund()
    throw error
  }
}
