import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

/*
 * The state of mail delivery. It is in the database because the process that delivers a mail is rarely the one whose
 * health is requested.
 */

export type MailHealth = {
  /** The last success, to the minute; null before the first one. */
  deliveredAt: Date | null
  failingSince: Date | null
  reason: MailFailure | null
}

/**
 * The reason why delivery fails; `refused`: the server accepts the login, but refuses the shop's mails, or
 * replies to none of them.
 */
export type MailFailure = 'unreachable' | 'login_refused' | 'refused'

/** Returns the state of mail delivery. */
export async function mailHealth(db: Db): Promise<MailHealth> {
  const row = await db.selectFrom('mailHealth').select(['deliveredAt', 'failingSince', 'reason']).executeTakeFirst()
  return (row as MailHealth | undefined) ?? { deliveredAt: null, failingSince: null, reason: null }
}

/** Records a failure, unless a later delivery succeeded while this one was waiting for its timeout. */
export async function recordFailure(db: Db, reason: MailFailure, tookMilliseconds: number): Promise<void> {
  await sql`
    insert into mail_health as stored (failing_since, reason) values (now(), ${reason})
    on conflict (single) do update set failing_since = coalesce(stored.failing_since, now()), reason = excluded.reason
    where ${noneSucceededFor(tookMilliseconds)}`.execute(db)
}

/** Returns whether a mail was delivered within the last seconds. */
export async function hasDelivered(db: Db, seconds: number): Promise<boolean> {
  const { rows } = await sql`
    select from mail_health as stored where not ${noneSucceededFor(seconds * 1000)}`.execute(db)
  return rows.length > 0
}

/**
 * Records that the mail server accepts the login, but hasn't accepted a mail, unless a later delivery succeeded
 * meanwhile. It may be due to the recipient, so it is a failure only once it has been so for the given seconds without
 * a success.
 */
export async function recordUnaccepted(
  db: Db,
  { seconds, tookMilliseconds }: { seconds: number; tookMilliseconds: number },
): Promise<void> {
  const isFailing = sql`stored.unanswered_since < now() - make_interval(secs => ${seconds})`
  await sql`
    insert into mail_health as stored (unanswered_since) values (now())
    on conflict (single) do update set unanswered_since = coalesce(stored.unanswered_since, now()),
      failing_since = case when ${isFailing} then coalesce(stored.failing_since, stored.unanswered_since)
                           else stored.failing_since end,
      reason = case when ${isFailing} then 'refused' else stored.reason end
    where ${noneSucceededFor(tookMilliseconds)}`.execute(db)
}

/** A success of tomorrow is of a clock that was ahead. */
const noneSucceededFor = (milliseconds: number) =>
  sql`(stored.delivered_at is null or stored.delivered_at < now() - make_interval(secs => ${milliseconds / 1000})
    or stored.delivered_at > now() + interval '2 minutes')`

/** Records a success; writes once a minute at most while mail works. */
export async function recordSuccess(db: Db): Promise<void> {
  const deliveredAt = sql<Date>`now()`
  await db
    .insertInto('mailHealth')
    .values({ deliveredAt })
    .onConflict((conflict) =>
      conflict
        .column('single')
        .doUpdateSet({ deliveredAt, failingSince: null, reason: null, unansweredSince: null })
        .where(({ eb, or }) =>
          or([
            eb('mailHealth.failingSince', 'is not', null),
            eb('mailHealth.unansweredSince', 'is not', null),
            eb('mailHealth.deliveredAt', '<', sql<Date>`now() - interval '1 minute'`),
          ]),
        ),
    )
    .execute()
}

/**
 * Returns since when the oldest code up to a turn (`queueCodeMail`) has been due without a first try, if for longer
 * than the given seconds; undefined otherwise. Codes that wait for another one of their client address count only in
 * the given queue: they delay no others.
 */
export async function codesWaitSince(
  db: Db,
  { seconds, turn, queue }: { seconds: number; turn: number; queue?: string },
): Promise<Date | undefined> {
  const { rows } = await sql<{ since: Date | null }>`
    select min(run_at) as since from graphile_worker.jobs waiting
    where task_identifier = 'send-code' and priority < ${turn}::int and attempts = 0
      and run_at < now() - make_interval(secs => ${seconds})
      and (queue_name = ${queue ?? null} or not exists (
        select from graphile_worker.jobs sending
        where sending.queue_name = waiting.queue_name and sending.locked_at is not null))`.execute(db)
  return rows[0]?.since ?? undefined
}

const isWaitingMail = sql`waiting.task_identifier like 'send-%' and waiting.attempts > 0
  and waiting.attempts < waiting.max_attempts`

/** Counts mails that failed at the first attempt and will be tried again, up to 1,000. */
export async function waitingMails(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from graphile_worker.jobs waiting where ${isWaitingMail} limit 1000) as counted`.execute(db)
  return rows[0]?.count ?? 0
}

/** Schedules every waiting mail at once, instead of after its backoff. Returns how many there were. */
export async function rescheduleWaitingMails(db: Db): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select job.id from graphile_worker.reschedule_jobs(
      array(select waiting.id from graphile_worker.jobs waiting
            where ${isWaitingMail} and waiting.run_at > now()), run_at => now()) as job`.execute(db)
  return rows.length
}
