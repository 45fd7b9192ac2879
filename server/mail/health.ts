import { sql } from 'kysely'
import type { Notice } from '../../contract/refusals.ts'
import { withTimeout } from '../common/timeout.ts'
import type { Db } from '../database/database.ts'
import type { Deliver } from './deliver.ts'

/*
 * Whether mail goes out, kept in the database: the process that delivers a mail is seldom the one that is asked. Without
 * mail no shopper can verify an address, and so nobody new can order.
 */

export type MailHealth = {
  /** The last success, to the minute; null before the first one. */
  deliveredAt: Date | null
  failingSince: Date | null
  reason: MailTrouble | null
}

/** Why mail doesn't go out; when refused, the server lets the shop in and then takes no mail of its. */
export type MailTrouble = 'unreachable' | 'login_refused' | 'refused'

/** Milliseconds within which a mail server has to let the shop connect and sign in. */
const connectLimit = 10_000

/** How the last deliveries went. */
export async function mailHealth(db: Db): Promise<MailHealth> {
  const row = await db.selectFrom('mailHealth').select(['deliveredAt', 'failingSince', 'reason']).executeTakeFirst()
  return (row as MailHealth | undefined) ?? { deliveredAt: null, failingSince: null, reason: null }
}

/** Delivers, and records for every process how it went. A mail that only its recipient's server refuses isn't recorded. */
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
 * Asks the mail server whether it lets the shop in, and records it when not. Returns the error, or undefined when it
 * did. Sends no mail.
 */
export async function checkMailServer(db: Db, connect: () => Promise<unknown>): Promise<Error | undefined> {
  const startedAt = performance.now()
  try {
    await withTimeout(connectLimit, connect())
    return undefined
  } catch (error) {
    await recordTrouble(db, troubleOf(error) ?? 'unreachable', performance.now() - startedAt)
    return error as Error
  }
}

/**
 * While the mail server is recorded as not letting the shop in: asks it again, and when it answers has every waiting mail tried at
 * once instead of after its next pause, which may be hours. Without waiting mails the failure counts as over.
 */
export async function checkRecovery(db: Db, connect: () => Promise<unknown>): Promise<void> {
  const { reason } = await mailHealth(db)
  // Connecting doesn't tell whether a server takes mails again, and trying those at every minute would use up their tries.
  if (reason === null || reason === 'refused') return
  if (await checkMailServer(db, connect)) return
  const { rows } = await sql<{ id: string }>`
    select job.id from graphile_worker.reschedule_jobs(
      array(select waiting.id from graphile_worker.jobs waiting
            where ${isWaitingMail} and waiting.run_at > now()), run_at => now()) as job`.execute(db)
  if (rows.length === 0) await recordSuccess(db)
}

/** Mails that weren't delivered at the first try and will be tried again. Counted up to 1,000. */
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
} as const satisfies Partial<Record<Notice, Notice>>
export type CodeNotice = keyof typeof whileDelayed

/**
 * The notice of a call that mails a code, and whether mail isn't going out, in which case the notice says so instead of
 * the given one. Both are the same for every address, so that they don't tell which have an account.
 */
export async function codeNotice(db: Db, notice: CodeNotice): Promise<{ notice: Notice; mailDelayed?: true }> {
  const { failingSince } = await mailHealth(db)
  return failingSince ? { notice: whileDelayed[notice], mailDelayed: true } : { notice }
}

/** What a failed delivery says of the mail server; undefined when it is about this one mail. */
function troubleOf(error: unknown): MailTrouble | undefined {
  const { code, command } = error as { code?: unknown; command?: unknown }
  if (code === 'EAUTH') return 'login_refused'
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE' && code !== 'ESTREAM') return 'unreachable'
  // The next mail has the same sender, and most likely the same fault of content; its recipient is another.
  return command === 'MAIL FROM' || command === 'DATA' ? 'refused' : undefined
}

/** Not when a later delivery succeeded while this one was still waiting for its time to run out. */
async function recordTrouble(db: Db, reason: MailTrouble, tookMilliseconds: number): Promise<void> {
  await sql`
    insert into mail_health as kept (failing_since, reason) values (now(), ${reason})
    on conflict (single) do update set failing_since = coalesce(kept.failing_since, now()), reason = excluded.reason
    where kept.delivered_at is null or kept.delivered_at < now() - make_interval(secs => ${tookMilliseconds / 1000})`.execute(
    db,
  )
}

/** Writes once a minute while all is well. */
async function recordSuccess(db: Db): Promise<void> {
  await sql`
    insert into mail_health as kept (delivered_at) values (now())
    on conflict (single) do update set delivered_at = now(), failing_since = null, reason = null
    where kept.failing_since is not null or kept.delivered_at < now() - interval '1 minute'`.execute(db)
}
