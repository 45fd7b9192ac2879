import { createHmac, randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { limits, serverLimits } from '../../contract/limits.ts'
import type { Language } from '../../contract/shop.ts'
import { Refusal, refuse, refuseUnless } from '../common/refusal.ts'
import { type Db, inTransaction, type Tx } from '../database/database.ts'
import { countTry, uncountTry } from '../database/rate-limit.ts'
import { hashOfToken, newToken } from '../http/sessions.ts'
import { queueCodeMail } from '../mail/queue-mail.ts'
import {
  type CodeFor,
  claimUnaskedCode,
  deleteCodes,
  giveTryBack,
  isLink,
  type KeptCode,
  type Purpose,
  putCode,
  takeTry,
} from './queries.ts'
import { inTurn } from './slow-hashes.ts'

/*
 * One-time codes. A code belongs to an address, a purpose and the browser that asked for it; a new one replaces that
 * browser's old one. Addresses without an account get the very same rows and answers, and no mail, so nobody learns who
 * shops here.
 *
 * The mail of a code for a new password also has a link, which works from any browser: strangers can use up the mails of
 * an hour and the tries of a day, and by each mail that they cause they hand the owner a way in.
 */

export type CodeDeps = { db: Db; secret: string }

/** A code that somebody asks for or tries. */
export type CodeCall = CodeFor & {
  /** Whether the account was signed in to from this browser before: it has counts of its own, which no stranger uses up. */
  known: boolean
}

const derive = promisify<string, Buffer, number, Buffer>(scrypt)

const hour = (limit: number) => ({ limit, perSeconds: 3600 })
const triesPerDay = { limit: serverLimits.wrongCodesPerDay, perSeconds: 86_400 }

/**
 * Makes a code and queues its mail. Refuses `too_many` after five in an hour for one address, purpose and origin, and
 * when strangers from all origins together have asked for as many; three more are left to origins that haven't asked yet.
 */
export async function sendCode(deps: CodeDeps, call: CodeCall, language: Language): Promise<void> {
  await countMail(deps.db, call)
  await makeCode(deps, call, language)
}

/** Sends the code that verifies an address with the registration. */
export async function sendFirstCode(deps: CodeDeps, email: string, language: Language): Promise<void> {
  const call = verifying(email)
  await countMail(deps.db, call)
  await makeCode(deps, call, language, language)
}

/**
 * Sends a shopper's own address another code. Within a minute of registering the code of the registration is meant,
 * once: clients that ask for the first code themselves would otherwise get two mails, the first of them with a dead code.
 */
export async function sendVerifyCode(deps: CodeDeps, email: string, language: Language): Promise<void> {
  if (!(await claimUnaskedCode(deps.db, email, language))) await sendCode(deps, verifying(email), language)
}

/** The code that verifies a signed-in shopper's address: the session says who asks. */
export const verifying = (email: string): CodeCall => ({ email, purpose: 'verify', asker: '', origin: '', known: true })

async function countMail(db: Db, { email, purpose, origin, known }: CodeCall): Promise<void> {
  const mails = `code-mail:${purpose}:${email}`
  if (known) return void (await countTry(db, `${mails}:known`, hour(serverLimits.codeMailsPerHour)))
  const own = `${mails}:from:${origin}`
  const asked = await countTry(db, own, hour(serverLimits.codeMailsPerHour))
  const all = serverLimits.codeMailsPerHour + (asked === 1 ? serverLimits.codeMailsReserved : 0)
  await countTry(db, `${mails}:strangers`, hour(all)).catch(async (refusal) => {
    await uncountTry(db, own)
    throw refusal
  })
}

async function makeCode(deps: CodeDeps, call: CodeCall, language: Language, unasked: Language | null = null) {
  const { email, purpose } = call
  const code = String(randomInt(10 ** limits.codeDigits)).padStart(limits.codeDigits, '0')
  const codeHash = await hashCode(deps.secret, email, purpose, code, randomBytes(16))
  const link = purpose === 'verify' ? undefined : newToken()
  await inTransaction(deps.db, async (tx) => {
    await putCode(tx, call, { codeHash, linkHash: link ? hashOfToken(link) : null, unasked })
    await queueCodeMail(tx, deps.secret, { email, purpose, code, language, ...(link ? { link } : {}) }, codeHash)
  })
}

/**
 * Checks a code and returns what is kept of it, which `useCode` takes to spend it. Refuses `otp_wrong`, with the tries
 * that are left, or `otp_expired` when there is none, it is too old, or its five tries are used up; `codes_closed` when
 * strangers have tried a day's worth of wrong ones; and `unavailable`, at no cost of a try, when too many wait for their
 * hashes.
 */
export async function checkCode(deps: CodeDeps, call: CodeCall, code: string): Promise<KeptCode> {
  const { email, purpose, known } = call
  // Count the try before comparing, in its own statement: inside a transaction the refusal would roll the count back,
  // and a script could try all 1,000,000 codes.
  const kept = await takeTry(deps.db, call)
  const day = `code-tries:${purpose}:${email}:${known ? 'known' : 'strangers'}`
  const undo = async () => {
    if (kept) await giveTryBack(deps.db, call, kept)
  }
  if (kept)
    await countTry(deps.db, day, triesPerDay).catch(async (error) => {
      await undo()
      if (!(error instanceof Refusal) || purpose === 'verify') throw error
      throw new Refusal('codes_closed', error.details)
    })
  // Without a code the same work is done, so that the time of an answer tells nothing.
  const right = await isCode(deps.secret, email, purpose, code.trim(), kept?.codeHash ?? emptyHash).catch(
    async (error) => {
      // Nothing was compared, so nothing was learned: a crowd in the line of hashes uses up nobody's tries.
      await undo()
      if (kept) await uncountTry(deps.db, day)
      throw error
    },
  )
  if (!kept) refuse('otp_expired')
  refuseUnless(right, 'otp_wrong', { triesLeft: kept.triesLeft })
  await uncountTry(deps.db, day)
  return kept
}

/** What proves the mailbox: a checked code, or a link. */
export type Proven = { codeHash: string } | { linkHash: string }

/** Checks the link of a mail. Refuses `otp_expired` when it is another's, used, or too old. */
export async function checkLink(db: Db, email: string, purpose: Purpose, link: string): Promise<Proven> {
  const linkHash = hashOfToken(link)
  refuseUnless(await isLink(db, email, purpose, linkHash), 'otp_expired')
  return { linkHash }
}

/**
 * Spends a checked code or link, and with it all others of the address and purpose. Of several at once just one gets
 * through; the others are refused with `otp_expired`.
 */
export async function useCode(tx: Tx, email: string, purpose: Purpose, proven: Proven): Promise<void> {
  refuseUnless(await deleteCodes(tx, email, purpose, proven), 'otp_expired')
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
