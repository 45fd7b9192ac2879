import { createHmac, randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { Language } from '../../contract/values/languages.ts'
import { limits, serverLimits } from '../../contract/values/limits.ts'
import { Refusal, refuse, refuseUnless } from '../common/refusal.ts'
import { type Db, inTransaction, type Tx } from '../database/database.ts'
import { consumeRateLimit, restoreRateLimit } from '../database/rate-limit.ts'
import { hashOfToken, newToken } from '../domain/session-queries.ts'
import { queueCodeMail } from '../mail/queue-mail.ts'
import { orUndo } from './or-undo.ts'
import {
  type CodeKey,
  claimRegistrationCode,
  consumeCodeTry,
  deleteCodes,
  isValidLink,
  type Purpose,
  restoreCodeTry,
  type StoredCode,
  storeCode,
} from './queries.ts'
import { type HashClient, ofAddress, queueHash } from './slow-hashes.ts'

/*
 * One-time codes. A code belongs to an e-mail address, a purpose and the browser that requested it; a new code replaces
 * that browser's previous one. It works in that browser and, with tries of its own, in others at the same client
 * address, as for clients without cookies; nowhere else. Addresses without an account get the same rows and replies,
 * but no mail, so that replies don't reveal which addresses have an account.
 *
 * The mail with a password reset code also has a link, which works in any browser. So the owner can still reset the
 * password after unknown browsers used up the hourly mails and the daily tries: each mail that they request has a link.
 */

export type CodeDeps = { db: Db; secret: string }

/** A request for a code, or a try of one. */
export type CodeRequest = CodeKey & {
  /**
   * Whether the account's session, or a browser that signed in to it before, sends this. These have separate counters,
   * which others can't use up.
   */
  ofAccount: boolean
  /**
   * Which request of its client address this is: first ones are mailed before second ones, so that many registrations
   * of a few addresses don't delay the codes of others.
   */
  turn: number
  /** The client address; its mails are sent one at a time. */
  requestedFrom: string
}

const derive = promisify<string, Buffer, number, Buffer>(scrypt)

const hour = (limit: number) => ({ limit, perSeconds: 3600 })
const triesPerDay = { limit: serverLimits.wrongCodesPerDay, perSeconds: 86_400 }

/**
 * Makes a code and queues its mail. Throws `too_many`, or `reset_mails_closed` for a new password, after five mails in
 * an hour for one address, purpose and client address, and after five requested by unknown browsers of all addresses
 * together; three more are reserved for a client address's first request.
 */
export async function sendCode(deps: CodeDeps, request: CodeRequest, language: Language): Promise<void> {
  await consumeMailLimit(deps.db, request)
  await makeCode(deps, request, language)
}

/**
 * Sends the code that verifies the e-mail address of a new account, as part of the registration. It is hashed in the
 * turn of that request's client address.
 */
export async function sendRegistrationCode(
  deps: CodeDeps,
  email: string,
  { language, turn, clientAddress }: { language: Language; turn: number; clientAddress: string },
): Promise<void> {
  const request = verificationRequest(email, { turn, requestedFrom: clientAddress })
  await consumeMailLimit(deps.db, request)
  await makeCode(deps, request, language, { unasked: language, client: ofAddress(clientAddress) })
}

/**
 * Sends a new verification code to a shopper's own address. The first request within a minute of the registration, in
 * its language and before a try, sends nothing, because the registration already sent a code: clients that request the
 * first code themselves would otherwise get two mails, the first with a code that no longer works.
 */
export async function sendVerifyCode(
  deps: CodeDeps,
  email: string,
  { language, turn, clientAddress }: { language: Language; turn: number; clientAddress: string },
): Promise<void> {
  if (await claimRegistrationCode(deps.db, email, language)) return
  await sendCode(deps, verificationRequest(email, { turn, requestedFrom: clientAddress }), language)
}

/** Returns the code request that verifies a signed-in shopper's address. The session identifies the caller. */
export const verificationRequest = (email: string, { turn = 1, requestedFrom = '' } = {}): CodeRequest => ({
  email,
  purpose: 'verify',
  requester: '',
  clientAddress: '',
  ofAccount: true,
  turn,
  requestedFrom,
})

/** Throws `too_many`, or `reset_mails_closed` where the mails that were sent have a link that still works. */
async function consumeMailLimit(db: Db, request: CodeRequest): Promise<void> {
  try {
    await consumeMails(db, request)
  } catch (error) {
    if (!(error instanceof Refusal) || request.purpose === 'verify') throw error
    throw new Refusal('reset_mails_closed', error.details)
  }
}

async function consumeMails(db: Db, { email, purpose, clientAddress, ofAccount }: CodeRequest): Promise<void> {
  const mails = `code-mail:${purpose}:${email}`
  if (ofAccount) return void (await consumeRateLimit(db, `${mails}:known`, hour(serverLimits.codeMailsPerHour)))
  const ownKey = `${mails}:from:${clientAddress}`
  const mailsSent = await consumeRateLimit(db, ownKey, hour(serverLimits.codeMailsPerHour))
  const all = serverLimits.codeMailsPerHour + (mailsSent === 1 ? serverLimits.codeMailsReserved : 0)
  await orUndo(consumeRateLimit(db, `${mails}:unknown`, hour(all)), () => restoreRateLimit(db, ownKey))
}

async function makeCode(
  deps: CodeDeps,
  request: CodeRequest,
  language: Language,
  { unasked = null, client = request }: { unasked?: Language | null; client?: HashClient } = {},
) {
  const { email, purpose, turn, requestedFrom } = request
  const code = String(randomInt(10 ** limits.codeDigits)).padStart(limits.codeDigits, '0')
  const codeHash = await hashCode(deps.secret, request, code, { salt: randomBytes(16), client })
  const link = purpose === 'verify' ? undefined : newToken()
  await inTransaction(deps.db, async (tx) => {
    await storeCode(tx, request, { codeHash, linkHash: link ? hashOfToken(link) : null, unasked })
    const mail = { email, purpose, code, language, ...(link ? { link } : {}) }
    await queueCodeMail(tx, deps.secret, mail, { codeHash, turn, clientAddress: requestedFrom })
  })
}

/**
 * Checks a code and returns its stored row for `consumeCode`. Throws `otp_wrong` with the number of tries left;
 * `otp_expired` if there is no code, it has expired, or its five tries are used up; `codes_closed` if unknown browsers
 * reached the daily limit of wrong codes; and `unavailable`, without using up a try, if the queue of hashes is full.
 */
export async function checkCode(deps: CodeDeps, request: CodeRequest, code: string): Promise<StoredCode> {
  const { email, purpose, ofAccount } = request
  // Count the try before comparing, in its own statement: inside a transaction the refusal would roll the count back,
  // and a script could try all 1,000,000 codes.
  const stored = await consumeCodeTry(deps.db, request)
  const day = `code-tries:${purpose}:${email}:${ofAccount ? 'known' : 'unknown'}`
  const undo = async () => {
    if (stored) await restoreCodeTry(deps.db, request, stored)
  }
  if (stored)
    await consumeRateLimit(deps.db, day, triesPerDay).catch(async (error) => {
      await undo()
      if (!(error instanceof Refusal) || purpose === 'verify') throw error
      throw new Refusal('codes_closed', error.details)
    })
  // Without a code, do the same work, so that the response time doesn't reveal whether there is one.
  const right = await orUndo(isCode(deps.secret, request, code.trim(), stored?.codeHash ?? emptyHash), async () => {
    // Nothing was compared, so the caller learned nothing: a full queue of hashes must not use up tries.
    await undo()
    if (stored) await restoreRateLimit(deps.db, day)
  })
  if (!stored) refuse('otp_expired')
  refuseUnless(right, 'otp_wrong', { triesLeft: stored.triesLeft })
  await restoreRateLimit(deps.db, day)
  return stored
}

/** What shows that the caller can read the mailbox: a checked code, or a link. */
export type MailboxCredential = { codeHash: string } | { linkHash: string }

/** Checks the link of a mail. Throws `otp_expired` if it is for another address, was used, or has expired. */
export async function checkLink(db: Db, email: string, purpose: Purpose, link: string): Promise<MailboxCredential> {
  const linkHash = hashOfToken(link)
  refuseUnless(await isValidLink(db, email, purpose, linkHash), 'otp_expired')
  return { linkHash }
}

/**
 * Consumes a checked code or link, and deletes all others of the address and purpose. Of concurrent calls one succeeds;
 * the others throw `otp_expired`.
 */
export async function consumeCode(tx: Tx, email: string, purpose: Purpose, proven: MailboxCredential): Promise<void> {
  refuseUnless(await deleteCodes(tx, email, purpose, proven), 'otp_expired')
}

/**
 * A plain hash of six digits is quickly reversed by trying them all, so this is a slow function, keyed by the server's
 * secret.
 */
async function hashCode(
  secret: string,
  { email, purpose }: CodeRequest,
  code: string,
  { salt, client }: { salt: Buffer; client: HashClient },
): Promise<string> {
  const keyed = createHmac('sha256', secret)
    .update(JSON.stringify([email, purpose, code]))
    .digest('hex')
  const hash = await queueHash(client, () => derive(keyed, salt, 32))
  return `${salt.toString('base64url')}.${hash.toString('base64url')}`
}

async function isCode(secret: string, request: CodeRequest, code: string, stored: string): Promise<boolean> {
  const salt = Buffer.from(stored.split('.')[0] ?? '', 'base64url')
  const found = Buffer.from(await hashCode(secret, request, code, { salt, client: request }))
  const expected = Buffer.from(stored)
  return found.length === expected.length && timingSafeEqual(found, expected)
}

const emptyHash = `${Buffer.alloc(16).toString('base64url')}.${Buffer.alloc(32).toString('base64url')}`
