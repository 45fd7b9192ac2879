import { createHmac, randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { limits } from '../../contract/limits.ts'
import type { Language } from '../../contract/shop.ts'
import { queueCodeMail } from '../mail/queue-mail.ts'
import { type Db, inTransaction, type Tx } from '../platform/database.ts'
import { refuse, refuseUnless } from '../platform/refusal.ts'
import { countTry } from '../platform/tries.ts'
import { deleteCode, giveTryBack, type KeptCode, type Purpose, putCode, takeTry } from './queries.ts'
import { inTurn } from './slow-hashes.ts'

/*
 * One-time codes. A code belongs to an address and a purpose; a new one replaces the old. Addresses without an account
 * get the very same rows and answers, and no mail, so nobody learns who shops here.
 */

export type CodeDeps = { db: Db; secret: string }

const derive = promisify<string, Buffer, number, Buffer>(scrypt)

/**
 * Makes a code and queues its mail. Refuses `too_many` after five in an hour for one address and purpose: anyone may ask
 * for another's code for a new password, and must not use up the codes that its owner verifies the address with.
 */
export async function sendCode(deps: CodeDeps, email: string, purpose: Purpose, language: Language): Promise<void> {
  await countTry(deps.db, `code-mail:${purpose}:${email}`, { limit: limits.codeMailsPerHour, perSeconds: 3600 })
  const code = String(randomInt(10 ** limits.codeDigits)).padStart(limits.codeDigits, '0')
  const codeHash = await hashCode(deps.secret, email, purpose, code, randomBytes(16))
  await inTransaction(deps.db, async (tx) => {
    await putCode(tx, email, purpose, codeHash)
    await queueCodeMail(tx, deps.secret, { email, purpose, code, language }, codeHash)
  })
}

/**
 * Checks a code and gives its hash, which `useCode` takes to spend it, and the tries that are left. Refuses `otp_wrong`,
 * with these, or `otp_expired` when there is none, it is too old, or its five tries are used up; and `unavailable`, at no
 * cost of a try, when too many wait for their hashes.
 */
export async function checkCode(deps: CodeDeps, email: string, purpose: Purpose, code: string): Promise<KeptCode> {
  // Count the try before comparing, in its own statement: inside a transaction the refusal would roll the count back,
  // and a script could try all 1,000,000 codes.
  const kept = await takeTry(deps.db, email, purpose)
  // Without a code the same work is done, so that the time of an answer tells nothing.
  const right = await isCode(deps.secret, email, purpose, code.trim(), kept?.codeHash ?? emptyHash).catch(
    async (error) => {
      // Nothing was compared, so nothing was learned: a crowd in the line of hashes uses up nobody's tries.
      if (kept) await giveTryBack(deps.db, email, purpose, kept.codeHash)
      throw error
    },
  )
  if (!kept) refuse('otp_expired')
  refuseUnless(right, 'otp_wrong', { triesLeft: kept.triesLeft })
  return kept
}

/** Spends a checked code. Of several at once just one gets through; the others are refused with `otp_expired`. */
export async function useCode(tx: Tx, email: string, purpose: Purpose, codeHash: string): Promise<void> {
  refuseUnless(await deleteCode(tx, email, purpose, codeHash), 'otp_expired')
}

/** Six digits are guessed in no time from a plain hash, so the server's secret goes in, and a slow function. */
async function hashCode(secret: string, email: string, purpose: Purpose, code: string, salt: Buffer): Promise<string> {
  const keyed = createHmac('sha256', secret)
    .update(JSON.stringify([email, purpose, code]))
    .digest('hex')
  const hash = await inTurn(() => derive(keyed, salt, 32))
  return `${salt.toString('base64url')}.${hash.toString('base64url')}`
}

async function isCode(secret: string, email: string, purpose: Purpose, code: string, kept: string): Promise<boolean> {
  const salt = Buffer.from(kept.split('.')[0] ?? '', 'base64url')
  const found = Buffer.from(await hashCode(secret, email, purpose, code, salt))
  const expected = Buffer.from(kept)
  return found.length === expected.length && timingSafeEqual(found, expected)
}

const emptyHash = `${Buffer.alloc(16).toString('base64url')}.${Buffer.alloc(32).toString('base64url')}`
