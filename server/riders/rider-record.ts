import type { ReadyOrder, RiderOrder } from '../../contract/calls/rider.ts'
import { cashToCollect } from '../../contract/pricing/cash-coins.ts'
import { cents, toWire } from '../../contract/values/money.ts'
import { zoneNames } from '../delivery/zone-record.ts'
import type { ReadyRow, RunRow } from './run-queries.ts'

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

/** Returns an order that riders can take. */
export function readyRecord(row: ReadyRow): ReadyOrder {
  return { ...orderFields(row), city: row.city, packed: row.isPacked, ...(row.reason ? { cameBack: row.reason } : {}) }
}

/** Returns an order of a rider's round. */
export function riderOrderRecord({ address, ...row }: RunRow): RiderOrder {
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
