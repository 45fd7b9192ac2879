import type { SuccessCode } from '../../contract/messages/success-messages.ts'
import { withTimeout } from '../common/timeout.ts'
import type { Db } from '../database/database.ts'
import { pausedSince } from '../domain/pause-queries.ts'
import type { Deliver } from './deliver.ts'
import {
  codesWaitSince,
  hasDelivered,
  type MailFailure,
  mailHealth,
  recordFailure,
  recordSuccess,
  recordUnaccepted,
  rescheduleWaitingMails,
} from './health-queries.ts'

/*
 * Whether mail is delivered. Without mail new shoppers can't verify their address, and so can't order.
 */

/** Milliseconds within which connecting and signing in to the mail server must succeed. */
const connectTimeout = 10_000

/** Seconds without a success after which mails that the server doesn't accept are its failure. */
const maxUnacceptedSeconds = 300
/** Seconds after a success in which a mail that is refused after its content may be the only one. */
const wellSeconds = 3600

/**
 * Wraps a delivery so that its success or failure is recorded. A failure that is due to the recipient isn't recorded.
 * After a timeout or a closed connection, `connect` connects to the server again: some wait for the recipient's server,
 * or hang up on a recipient. Some refuse a recipient only after the content, as they do a sender.
 */
export function recordedDelivery(db: Db, deliver: Deliver, connect: () => Promise<unknown>): Deliver {
  return async (mail, signal) => {
    const startedAt = performance.now()
    try {
      await deliver(mail, signal)
    } catch (error) {
      if (!signal?.aborted) await recordFailed(db, error, { startedAt, connect })
      throw error
    }
    await recordSuccess(db)
  }
}

/** Records a delivery that failed, as far as the mail server may be the cause. */
async function recordFailed(
  db: Db,
  error: unknown,
  { startedAt, connect }: { startedAt: number; connect: () => Promise<unknown> },
): Promise<void> {
  const failure = failureOf(error)
  if (!failure) return
  const took = () => performance.now() - startedAt
  // It records what it finds.
  if (failure === 'unreachable' && (await checkMailServer(db, connect))) return
  const isServerWell = failure === 'unreachable' || (isOfContent(error) && (await hasDelivered(db, wellSeconds)))
  if (isServerWell) await recordUnaccepted(db, { seconds: maxUnacceptedSeconds, tookMilliseconds: took() })
  else await recordFailure(db, failure, took())
}

/**
 * Connects to the mail server and signs in, without sending a mail, and records a failure. Returns the error, or
 * undefined on success.
 */
export async function checkMailServer(db: Db, connect: () => Promise<unknown>): Promise<Error | undefined> {
  const startedAt = performance.now()
  try {
    await withTimeout(connectTimeout, connect())
    return undefined
  } catch (error) {
    await recordFailure(db, failureOf(error) ?? 'unreachable', performance.now() - startedAt)
    return error as Error
  }
}

/**
 * If the mail server is recorded as unreachable or refusing the login, connects to it again. On success it schedules
 * every waiting mail at once, instead of after its backoff, which may be hours; without waiting mails it records the
 * recovery.
 */
export async function checkRecovery(db: Db, connect: () => Promise<unknown>): Promise<void> {
  const { reason } = await mailHealth(db)
  // Connecting doesn't show whether a server accepts mails again, and trying them every minute would use up their
  // attempts.
  if (reason === null || reason === 'refused') return
  if (await checkMailServer(db, connect)) return
  if ((await rescheduleWaitingMails(db)) === 0) await recordSuccess(db)
}

/** Seconds for which a code may wait for its turn before mail counts as delayed. */
const maxCodeWaitSeconds = 120
/** Later than every turn. */
const lastTurn = 1_000_000

/**
 * Why mails are late, and since when; `slow`: codes wait for their turn, as more mails are due than can be sent;
 * `paused`: the shop was restored and sends none.
 */
export type MailDelay = { reason: MailFailure | 'slow' | 'paused'; since: Date }

/** When a code is sent: its turn, and the queue of its client address (`queueCodeMail`). */
export type CodeTurn = { turn: number; queue?: string }

/**
 * Returns why mails are late at the moment, and since when; undefined if they aren't. With the turn of a code, only
 * those that are sent before it count.
 */
export async function mailDelay(
  db: Db,
  { turn, queue }: CodeTurn = { turn: lastTurn },
): Promise<MailDelay | undefined> {
  const paused = await pausedSince(db)
  if (paused) return { reason: 'paused', since: paused }
  const { failingSince, reason } = await mailHealth(db)
  if (failingSince && reason) return { reason, since: failingSince }
  const since = await codesWaitSince(db, { seconds: maxCodeWaitSeconds, turn, queue })
  return since && { reason: 'slow', since }
}

const whileDelayed = {
  code_sent: 'mail_delayed',
  reset_code_sent: 'reset_mail_delayed',
  registered: 'registered_mail_delayed',
} as const satisfies Partial<Record<SuccessCode, SuccessCode>>
export type CodeSentMessage = keyof typeof whileDelayed

/**
 * Returns which message answers a call that mails a code of a turn, and whether mail is delayed, in which case the
 * message is about the delay. Both are the same for every address, so that they don't reveal which ones have an
 * account.
 */
export async function codeSentMessage(
  db: Db,
  code: CodeSentMessage,
  turn: CodeTurn,
): Promise<{ code: SuccessCode; mailDelayed?: true }> {
  return (await mailDelay(db, turn)) ? { code: whileDelayed[code], mailDelayed: true } : { code }
}

/**
 * Returns the failure of the mail server after a failed delivery; undefined if only this mail failed. After a timeout
 * or a closed connection that isn't known yet: `unreachable`.
 */
function failureOf(error: unknown): MailFailure | undefined {
  const { code, command, refusedWith } = error as { code?: unknown; command?: unknown; refusedWith?: unknown }
  if (code === 'EAUTH') return 'login_refused'
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE' && code !== 'ESTREAM') return 'unreachable'
  // A refused sender most likely affects every mail, a refused recipient only this one.
  if (command === 'DATA') return isOfRecipient(String(refusedWith)) ? undefined : 'refused'
  return command === 'MAIL FROM' ? 'refused' : undefined
}

/** Returns whether a mail was refused after its content. */
const isOfContent = (error: unknown) => (error as { command?: unknown }).command === 'DATA'

/**
 * Returns whether the codes with which a mail was refused after its content are about the recipient's address or
 * mailbox: a server may check them only then. Without the second code, 550 to 553 are about the mailbox.
 * @see https://www.rfc-editor.org/rfc/rfc3463#section-3.2 x.1.7 and x.1.8 are about the sender's address
 * @see https://www.rfc-editor.org/rfc/rfc5321#section-4.2.3
 */
const isOfRecipient = (codes: string) => /^(?:55[0-3]$|[45]\d\d[ -][45]\.(?:1\.(?![78]$)|2\.))/.test(codes)
