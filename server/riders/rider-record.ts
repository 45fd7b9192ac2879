import type { ReadyOrder, RiderOrder } from '../../contract/calls/rider.ts'
import { cashToCollect } from '../../contract/pricing/cash-coins.ts'
import { balanceToWire } from '../../contract/values/balance.ts'
import { cents, toWire } from '../../contract/values/money.ts'
import type { Db } from '../database/database.ts'
import { zoneNames } from '../delivery/zone-record.ts'
import {
  newestCounts,
  ordersOfRider,
  ordersThatCameBack,
  ordersToTake,
  owedByRider,
  type ReadyRow,
  type RunRow,
  ridersWithCash,
} from './queries.ts'

/** Returns what a rider's screen shows. */
export async function roundOf(db: Db, rider: string) {
  const [ready, mine, owed] = await Promise.all([ordersToTake(db), ordersOfRider(db, rider), owedByRider(db, rider)])
  return { ready: ready.map(readyRecord), mine: mine.map(riderOrderRecord), owed: balanceToWire(owed) }
}

/** Returns what the screen of the riders' cash shows. */
export async function cashOfRiders(db: Db) {
  const [riders, counts, cameBack] = await Promise.all([ridersWithCash(db), newestCounts(db), ordersThatCameBack(db)])
  return {
    riders: riders.map(({ owedCents, ...rider }) => ({ ...rider, owed: balanceToWire(owedCents) })),
    counts: counts.map(({ id, rider, name, owedCents, handedCents, countedBy, at, takenBackBy, takenBackAt }) => ({
      id,
      rider,
      name,
      owed: balanceToWire(owedCents),
      handed: balanceToWire(handedCents),
      missing: balanceToWire(owedCents - handedCents),
      by: countedBy,
      at: at.toISOString(),
      ...(takenBackBy && takenBackAt ? { takenBack: { by: takenBackBy, at: takenBackAt.toISOString() } } : {}),
    })),
    cameBack: cameBack.map(({ id, endedAt, ...row }) => ({ order: id, ...row, at: endedAt.toISOString() })),
  }
}

function orderFields(row: Omit<ReadyRow, 'city' | 'reason' | 'isPacked'>) {
  return {
    order: row.id,
    number: row.number,
    ...(row.zone ? { zone: zoneNames(row.zone) } : {}),
    ...(row.deliverFrom ? { from: row.deliverFrom.toISOString() } : {}),
    ...(row.promisedAt ? { by: row.promisedAt.toISOString() } : {}),
    lines: row.lines,
    toCollect: toWire(cents(cashToCollect(row))),
  }
}

function readyRecord(row: ReadyRow): ReadyOrder {
  return { ...orderFields(row), city: row.city, packed: row.isPacked, ...(row.reason ? { cameBack: row.reason } : {}) }
}

function riderOrderRecord({ address, ...row }: RunRow): RiderOrder {
  const { firstName, lastName, phone, street, city, state, zipcode, country, note } = address
  return {
    ...orderFields(row),
    name: `${firstName} ${lastName}`,
    phone,
    street,
    city,
    state,
    zipcode: String(zipcode),
    country,
    ...(note ? { note } : {}),
    takenAt: row.takenAt.toISOString(),
    tries: row.tries,
    ...(row.reason ? { reason: row.reason } : {}),
    ...(row.isCancelled ? { cancelled: true as const } : {}),
  }
}
