import { sql } from 'kysely'
import type { ManualMethod, PaymentMethod } from '../../contract/payments/payment-methods.ts'
import { type CashOfOrder, cashToCollect, roundedOff } from '../../contract/pricing/cash-coins.ts'
import type { Db, Tx } from '../database/database.ts'
import { type Job, queueJob } from '../database/jobs.ts'
import { prepared } from '../database/statement-names.ts'
import { findOpenAssignment } from '../delivery/assignments/assignment-queries.ts'

/*
 * The ledger of orders: every change of what an order costs, and every sum that is received, rounded off or paid out
 * is a row of `money_movement`, and an order's balance is their sum. This is the only module of the server that writes
 * movements, balances that change, and with them what refunds and cancelling took off the price (`reduction_cents`),
 * what was paid out (`paid_out_cents`) and what cash was rounded down by (`rounded_cents`). A new order's balance, its
 * price, is written with the order; `demo/queries.ts` writes the movements of the demo's past orders.
 */

export type Movement = {
  /** In cents. A mistake is corrected by a movement of the opposite sign. */
  cents: number
  /** Whether a price changed because the order was cancelled, or is sold after all; only of a `cost`. */
  isCancellation?: boolean
  /** The gateway's id of the payment. */
  reference?: string | null
  reason?: string
  /** The seller's e-mail; undefined for the shop itself. */
  by?: string
  /** The e-mail of the rider who has the cash. */
  rider?: string | null
} & ({ kind: 'cost' | 'rounded' } | { kind: 'received' | 'paid out'; method: PaymentMethod })

/** The sums of an order's movements, in cents. The balance is without what cash was rounded down by. */
export type MoneyOfOrder = { cost: number; received: number; paidOut: number; balance: number }

/** Inserts what a new order costs. The order is inserted with the same balance. */
export async function insertCost(tx: Tx, orderId: string, cents: number): Promise<void> {
  await tx.insertInto('moneyMovement').values({ orderId, kind: 'cost', cents }).modifyEnd(prepared).execute()
}

/** Returns the sums of an order's movements. */
export async function moneyOfOrder(db: Db, orderId: string): Promise<MoneyOfOrder> {
  const { rows } = await sql<Omit<MoneyOfOrder, 'balance'> & { rounded: number }>`
    select coalesce(sum(cents) filter (where kind = 'cost'), 0)::bigint as cost,
      coalesce(sum(cents) filter (where kind = 'received'), 0)::bigint as received,
      coalesce(sum(cents) filter (where kind = 'paid out'), 0)::bigint as paid_out,
      coalesce(sum(cents) filter (where kind = 'rounded'), 0)::bigint as rounded
    from money_movement where order_id = ${orderId}`.execute(db)
  const { rounded, ...sums } = rows[0] ?? { cost: 0, received: 0, paidOut: 0, rounded: 0 }
  return { ...sums, balance: sums.cost - sums.received + sums.paidOut - rounded }
}

/** Returns what was received and paid out by card, which the gateway's totals are about. */
async function cardMoneyOfOrder(tx: Tx, orderId: string): Promise<{ received: number; paidOut: number }> {
  const { rows } = await sql<{ received: number; paidOut: number }>`
    select coalesce(sum(cents) filter (where kind = 'received'), 0)::bigint as received,
      coalesce(sum(cents) filter (where kind = 'paid out'), 0)::bigint as paid_out
    from money_movement where order_id = ${orderId} and method = 'card'`.execute(tx)
  return rows[0] ?? { received: 0, paidOut: 0 }
}

declare global {
  namespace GraphileWorker {
    interface Tasks {
      'update-sale-and-documents': { orderId: string }
    }
  }
}

/** Updates the order's sale in the reports and issues its documents. */
const saleAndDocumentsJob = (orderId: string): Job => [
  'update-sale-and-documents',
  { orderId },
  { key: `update-sale-and-documents:${orderId}` },
]

/**
 * Adds a movement to an order's ledger and sums, with the one by which cash is rounded down then, and queues the job
 * that updates its sale and documents; nothing if it is of zero. The caller has locked the order.
 */
async function record(tx: Tx, orderId: string, movement: Movement): Promise<void> {
  if (movement.cents === 0) return
  const coin = await insertMovement(tx, orderId, movement)
  if (coin > 1) await roundCash(tx, orderId, movement.by)
  await queueJob(tx, ...saleAndDocumentsJob(orderId))
}

/**
 * Updates by how much an order's cash is rounded down, after another movement: a remainder that no coin can pay is no
 * longer owed once the cash is received, and owed again once the cash is paid out or taken back.
 */
async function roundCash(tx: Tx, orderId: string, by: string | undefined): Promise<void> {
  const { rows } = await sql<CashOfOrder & { rounded: number }>`
    select coin_cents as coin, rounded_cents as rounded, amount_cents - reduction_cents as cost, money.*
    from shop_order
    cross join lateral (
      select coalesce(sum(signed) filter (where method = 'cash'), 0)::bigint as cash,
        coalesce(sum(signed) filter (where method <> 'cash'), 0)::bigint as other
      from (
        select method, case kind when 'received' then cents else -cents end as signed
        from money_movement where order_id = ${orderId} and kind in ('received', 'paid out')
      ) as movement
    ) as money
    where id = ${orderId}`.execute(tx)
  const [order] = rows
  const cents = order ? roundedOff(order) - order.rounded : 0
  if (cents !== 0) await insertMovement(tx, orderId, { kind: 'rounded', cents, by })
}

/** Adds a movement to an order's ledger and sums. Returns the smallest coin of its currency, in cents. */
async function insertMovement(tx: Tx, orderId: string, movement: Movement): Promise<number> {
  const method = 'method' in movement ? movement.method : null
  const { rows } = await sql<{ coin: number }>`
    with moved as (
      insert into money_movement (order_id, kind, method, cents, is_cancellation, reference, reason, made_by, rider)
      values (${orderId}, ${movement.kind}, ${method}, ${movement.cents}, ${movement.isCancellation ?? false},
              ${movement.reference ?? null}, ${movement.reason ?? null}, ${movement.by ?? null},
              ${movement.rider ?? null})
      returning order_id, kind, cents
    )
    update shop_order set
      balance_cents = balance_cents + case when kind in ('received', 'rounded') then -cents else cents end,
      reduction_cents = reduction_cents - case kind when 'cost' then cents else 0 end,
      paid_out_cents = paid_out_cents + case kind when 'paid out' then cents else 0 end,
      rounded_cents = rounded_cents + case kind when 'rounded' then cents else 0 end,
      updated_at = now()
    from moved where id = order_id
    returning coin_cents as coin`.execute(tx)
  return rows[0]?.coin ?? 1
}

/** A change of the price because the order was cancelled, or is sold after all. */
export const cancellation = { kind: 'cost', isCancellation: true, reason: 'cancelled' } as const

/** SQL of what an order doesn't cost because it was cancelled, in cents. `shop_order` is the order's row. */
export const cancelledCents = sql<number>`(
  select coalesce(-sum(cents), 0) from money_movement
  where order_id = shop_order.id and is_cancellation)::bigint`

/** Records that a cancelled order costs nothing. */
export async function recordCancelled(tx: Tx, orderId: string, by: string | undefined): Promise<void> {
  const { cost } = await moneyOfOrder(tx, orderId)
  await record(tx, orderId, { ...cancellation, cents: -cost, by })
}

/**
 * Records that a cancelled order is sold after all, because its shopper has the goods. It costs:
 *
 * - what it did before, if nothing was paid out
 * - what the shop still has plus `cash`, the cents that its rider takes, if money was paid out: of an order of 100 that
 *   was paid, with 30 paid out and no cash, 70
 * - `cash` only, while the gateway is refunding
 *
 * The remainder, 30 in the example, is waived (`waivedOfOrder`).
 */
export async function recordRestored(
  tx: Tx,
  orderId: string,
  { cash, isRefunding, by }: { cash: number; isRefunding: boolean; by: string },
): Promise<void> {
  const { rows } = await sql<{ cost: number }>`
    select ${cancelledCents} as cost from shop_order where id = ${orderId}`.execute(tx)
  const { cost } = rows[0] ?? { cost: 0 }
  const { paidOut, balance } = await moneyOfOrder(tx, orderId)
  const retained = paidOut > 0 ? cash - balance : cost
  const cents = Math.min(cost, isRefunding ? cash : retained)
  await record(tx, orderId, { ...cancellation, cents, by })
}

/**
 * Records that cash was collected at the door, by default what coins can pay of what an order still costs. An order
 * that costs nothing, or less than a coin, is a sale now, too. `rider` has the cash; if it is absent, the rider who has
 * the order, if there is one.
 */
export async function recordCash(
  tx: Tx,
  orderId: string,
  by: string,
  taken: { cents?: number; rider?: string } = {},
): Promise<void> {
  const { cents = await cashOwed(tx, orderId) } = taken
  if (cents === 0) await settleRest(tx, orderId, by)
  const rider = taken.rider ?? (await findOpenAssignment(tx, orderId))?.rider
  await record(tx, orderId, { kind: 'received', method: 'cash', cents, by, rider })
}

/**
 * Rounds off what is left of an order that is a sale now without a movement of cash, and queues the job that updates
 * its sale and documents.
 */
async function settleRest(tx: Tx, orderId: string, by: string): Promise<void> {
  await roundCash(tx, orderId, by)
  await queueJob(tx, ...saleAndDocumentsJob(orderId))
}

/** Returns what is to be paid of an order in cash, in cents. */
async function cashOwed(tx: Tx, orderId: string): Promise<number> {
  const order = await tx
    .selectFrom('shopOrder')
    .select(['balanceCents', 'coinCents'])
    .where('id', '=', orderId)
    .executeTakeFirst()
  return order ? cashToCollect(order) : 0
}

/** The reason of money that was collected apart from the delivery, which undoing the delivery doesn't take back. */
const collectedByHand = 'collected by hand'

/** Takes back the cash of a delivery that a seller has undone, also from the account of the rider who had it. */
export async function undoCash(tx: Tx, orderId: string, by: string): Promise<void> {
  const { rows } = await sql<{ cash: number; rider: string | null }>`
    select sum(cents)::bigint as cash, rider from money_movement
    where order_id = ${orderId} and kind = 'received' and method = 'cash'
      and reason is distinct from ${collectedByHand}
    group by rider`.execute(tx)
  for (const { cash, rider } of rows)
    await record(tx, orderId, { kind: 'received', method: 'cash', cents: -cash, reason: 'undone', by, rider })
}

/** Records a payment at the gateway. */
export function recordCardPayment(
  tx: Tx,
  orderId: string,
  { cents, reference }: { cents: number; reference: string | undefined },
): Promise<void> {
  return record(tx, orderId, { kind: 'received', method: 'card', cents, reference })
}

/** Records a payment by PromptPay, which `by` has confirmed. `reference` is the transfer's, of a slip. */
export function recordPromptPay(
  tx: Tx,
  orderId: string,
  { cents, reference, by }: { cents: number; reference: string | undefined; by: string | undefined },
): Promise<void> {
  return record(tx, orderId, { kind: 'received', method: 'promptpay', cents, reference, by })
}

/** Records that an order costs less, because a seller has refunded a part of it. */
export function recordReduction(
  tx: Tx,
  orderId: string,
  { cents, reason, by }: { cents: number; reason: string; by: string },
): Promise<void> {
  return record(tx, orderId, { kind: 'cost', cents: -cents, reason, by })
}

/** Records money that a seller paid out by hand. */
export function recordPaidOut(
  tx: Tx,
  orderId: string,
  paid: { method: ManualMethod; cents: number; reference: string | undefined; by: string },
): Promise<void> {
  return record(tx, orderId, { kind: 'paid out', ...paid })
}

/** Records money that a seller took apart from the delivery. It is 0 if no coin can pay what was to be collected. */
export async function recordCollected(
  tx: Tx,
  orderId: string,
  taken: { method: ManualMethod; cents: number; by: string },
): Promise<void> {
  if (taken.cents === 0) await settleRest(tx, orderId, taken.by)
  await record(tx, orderId, { kind: 'received', reason: collectedByHand, ...taken })
}

/**
 * SQL of an order's waived amount, in cents: what an order that was cancelled, paid out and handed over nevertheless
 * costs less than before it was cancelled. Of an order of 100 that was paid out in full, for which the rider took 20,
 * it is 80, and 0 once these are collected, too (`recordWaivedPaid`). 0 for an order that was never cancelled, isn't
 * handed over, or still has a balance, which is settled first. `shop_order` is the order's row.
 */
export const waivedOfOrder = sql<number>`case
  when status = 'Delivered' and balance_cents = 0 and reduction_cents > 0 and exists (
    select from order_event where order_id = shop_order.id and order_event.status = 'Cancelled' and undone_at is not null)
  then greatest(${cancelledCents}, 0) else 0 end`

/**
 * Records that an order's waived amount is paid after all: the order costs that much more. The caller has found the
 * amount with `waivedCentsOf`, and records it as collected.
 */
export function recordWaivedPaid(tx: Tx, orderId: string, { cents, by }: { cents: number; by: string }): Promise<void> {
  return record(tx, orderId, { ...cancellation, cents, by })
}

/** Returns an order's waived amount, in cents: see `waivedOfOrder`. */
export async function waivedCentsOf(tx: Tx, orderId: string): Promise<number> {
  const { rows } = await sql<{ waived: number }>`
    select ${waivedOfOrder} as waived from shop_order where id = ${orderId}`.execute(tx)
  return rows[0]?.waived ?? 0
}

/** Records that the gateway has refunded all that was paid by card. */
export function recordFullRefund(tx: Tx, orderId: string): Promise<void> {
  return recordRefund(tx, orderId, Number.POSITIVE_INFINITY)
}

/**
 * Records that the gateway has refunded `total` cents of an order so far, at most all that was paid by card. The order
 * costs less by the part that wasn't owed to the shopper. A total that is recorded already changes nothing.
 */
export async function recordRefund(tx: Tx, orderId: string, total: number): Promise<void> {
  const { cost, balance } = await moneyOfOrder(tx, orderId)
  const card = await cardMoneyOfOrder(tx, orderId)
  const cents = Math.min(total, card.received) - card.paidOut
  if (cents <= 0) return
  const unowed = Math.min(Math.max(balance + cents, 0), cost)
  await record(tx, orderId, { kind: 'paid out', method: 'card', cents })
  await record(tx, orderId, { kind: 'cost', cents: -unowed, reason: 'refunded at the gateway' })
}

/** Records that a refund of the gateway didn't arrive: the shop has the money again and owes it to the shopper. */
export async function recordFailedRefund(tx: Tx, orderId: string, cents: number): Promise<void> {
  const { paidOut } = await cardMoneyOfOrder(tx, orderId)
  const failed = Math.min(cents, paidOut)
  await record(tx, orderId, { kind: 'paid out', method: 'card', cents: -failed, reason: 'the refund failed' })
}
