import { sql } from 'kysely'
import type { Db, Tx } from '../../database/database.ts'

/** The orders that aren't confirmed, each with the event of its placing. */
const fromUnconfirmed = sql`
  from shop_order as waiting
  join order_event as placed
    on placed.order_id = waiting.id and placed.status = 'Order Placed' and placed.undone_at is null
  where waiting.listed and waiting.status = 'Order Placed'`

/**
 * Returns orders that were placed before a moment and aren't confirmed, the oldest first. If a confirmation was undone,
 * its moment counts instead.
 */
export async function unconfirmedSince(db: Db, moment: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select waiting.id ${fromUnconfirmed} and placed.at <= ${moment}
      and not exists (select from order_event where order_id = waiting.id and undone_at > ${moment})
    order by waiting.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Minutes between two runs of the rule after which the shop wasn't working meanwhile: it runs each minute. */
const maxGapMinutes = 3

/** Records a run of the rule for unconfirmed orders. Returns since when it has run without a gap. */
export async function recordRuleRun(db: Db, now: Date): Promise<Date> {
  const gap = sql`make_interval(mins => ${maxGapMinutes})`
  const { rows } = await sql<{ runningSince: Date }>`
    insert into unconfirmed_rule_run as last (ran_at, running_since) values (${now}, ${now})
    on conflict (single) do update set ran_at = excluded.ran_at,
      running_since = case when excluded.ran_at between last.ran_at - ${gap} and last.ran_at + ${gap}
        then last.running_since else excluded.ran_at end
    returning running_since`.execute(db)
  return rows[0]?.runningSince ?? now
}

/** Minutes after which an order that isn't confirmed is mailed to the sellers again. */
const reminderMinutes = 5

/** Days after which an order isn't worth a reminder: more than a shop is closed for a holiday. */
const reminderDays = 30

/** Marks orders that have waited for their confirmation for some minutes as reminded of, and returns their ids. */
export async function claimReminders(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update shop_order set reminded_at = now()
    where id in (
      select waiting.id ${fromUnconfirmed} and waiting.reminded_at is null
        and placed.at between now() - make_interval(days => ${reminderDays}) and now() - make_interval(mins => ${reminderMinutes})
      order by waiting.id limit 100
      for update of waiting skip locked)
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}
