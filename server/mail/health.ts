import { sql } from 'kysely'
import type { SuccessCode } from '../../contract/refusals.ts'
import { withTimeout } from '../common/timeout.ts'
import type { Db } from '../database/database.ts'
import type { Deliver } from './deliver.ts'

/*
 * Whether mail is delivered, stored in the database because the process that delivers a mail is seldom the one whose health
 * is requested. Without mail new shoppers can't verify their address, and so can't order.
 */

export type MailHealth = {
  /** The last success, to the minute; null before the first one. */
  deliveredAt: Date | null
  failingSince: Date | null
  reason: MailTrouble | null
}

/** Why delivery fails; `refused`: the server accepts the login, but not the shop's mails. */
export type MailTrouble = 'unreachable' | 'login_refused' | 'refused'

/** Milliseconds within which connecting and signing in to the mail server must succeed. */
const connectTimeout = 10_000

/** Returns the state of mail delivery. */
export async function mailHealth(db: Db): Promise<MailHealth> {
  const row = await db.selectFrom('mailHealth').select(['deliveredAt', 'failingSince', 'reason']).executeTakeFirst()
  return (row as MailHealth | undefined) ?? { deliveredAt: null, failingSince: null, reason: null }
}

/** Wraps a delivery so that its success or failure is recorded. A failure that is due to the recipient isn't recorded. */
export function recordedDelivery(db: Db, deliver: Deliver): Deliver {
  return async (mail, signal) => {
    const startedAt = performance.now()
    try {
      await deliver(mail, signal)
    } catch (error) {
      const trouble = signal?.aborted ? undefined : troubleOf(error)
      if (trouble) await recordTrouble(db, trouble, performance.now() - startedAt)
      throw error
    }
    await recordSuccess(db)
  }
}

/**
 * Connects to the mail server and signs in, without sending a mail, and records a failure. Returns the error, or undefined
 * on success.
 */
export async function checkMailServer(db: Db, connect: () => Promise<unknown>): Promise<Error | undefined> {
  const startedAt = performance.now()
  try {
    await withTimeout(connectTimeout, connect())
    return undefined
  } catch (error) {
    await recordTrouble(db, troubleOf(error) ?? 'unreachable', performance.now() - startedAt)
    return error as Error
  }
}

/**
 * If the mail server is recorded as unreachable or refusing the login, connects to it again. On success it schedules every
 * waiting mail at once, instead of after its backoff, which may be hours; without waiting mails it records the recovery.
 */
export async function checkRecovery(db: Db, connect: () => Promise<unknown>): Promise<void> {
  const { reason } = await mailHealth(db)
  // Connecting doesn't show whether a server accepts mails again, and trying them every minute would use up their attempts.
  if (reason === null || reason === 'refused') return
  if (await checkMailServer(db, connect)) return
  const { rows } = await sql<{ id: string }>`
    select job.id from graphile_worker.reschedule_jobs(
      array(select waiting.id from graphile_worker.jobs waiting
            where ${isWaitingMail} and waiting.run_at > now()), run_at => now()) as job`.execute(db)
  if (rows.length === 0) await recordSuccess(db)
}

/** Counts mails that failed at the first attempt and will be tried again, up to 1,000. */
export async function waitingMails(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from graphile_worker.jobs waiting where ${isWaitingMail} limit 1000) as counted`.execute(db)
  return rows[0]?.count ?? 0
}

const isWaitingMail = sql`waiting.task_identifier like 'send-%' and waiting.attempts > 0
  and waiting.attempts < waiting.max_attempts`

const whileDelayed = {
  code_sent: 'mail_delayed',
  reset_code_sent: 'reset_mail_delayed',
  registered: 'registered_mail_delayed',
} as const satisfies Partial<Record<SuccessCode, SuccessCode>>
export type CodeSentMessage = keyof typeof whileDelayed

/**
 * Returns which message answers a call that mails a code, and whether mail is failing, in which case the message is
 * about the delay. Both are the same for every address, so that they don't reveal which ones have an account.
 */
export async function codeSentMessage(
  db: Db,
  code: CodeSentMessage,
): Promise<{ code: SuccessCode; mailDelayed?: true }> {
  const { failingSince } = await mailHealth(db)
  return failingSince ? { code: whileDelayed[code], mailDelayed: true } : { code }
}

/** Returns what is wrong with the mail server after a failed delivery; undefined if only this mail failed. */
function troubleOf(error: unknown): MailTrouble | undefined {
  const { code, command } = error as { code?: unknown; command?: unknown }
  if (code === 'EAUTH') return 'login_refused'
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE' && code !== 'ESTREAM') return 'unreachable'
  // A refused sender or content most likely affects every mail, a refused recipient only this one.
  return command === 'MAIL FROM' || command === 'DATA' ? 'refused' : undefined
}

/** Records a failure, unless a later delivery succeeded while this one was waiting for its timeout. */
async function recordTrouble(db: Db, reason: MailTrouble, tookMilliseconds: number): Promise<void> {
  await sql`
    insert into mail_health as stored (failing_since, reason) values (now(), ${reason})
    on conflict (single) do update set failing_since = coalesce(stored.failing_since, now()), reason = excluded.reason
    where stored.delivered_at is null or stored.delivered_at < now() - make_interval(secs => ${tookMilliseconds / 1000})`.execute(
    db,
  )
}

/** Records a success; writes once a minute at most while mail works. */
async function recordSuccess(db: Db): Promise<void> {
  await sql`
    insert into mail_health as stored (delivered_at) values (now())
    on conflict (single) do update set delivered_at = now(), failing_since = null, reason = null
    where stored.failing_since is not null or stored.delivered_at < now() - interval '1 minute'`.execute(db)
}
