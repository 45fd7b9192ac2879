import type { ReadyOrder, RiderOrder } from '../../../contract/calls/rider.ts'
import type { Complete } from '../../../contract/entities/fields.ts'
import { cashToCollect } from '../../../contract/pricing/cash-coins.ts'
import { leavesGoods, packOf } from '../../../contract/pricing/refund-pricing.ts'
import { cents, toWire } from '../../../contract/values/money.ts'
import { zoneNames } from '../../delivery/zones/zone-to-wire.ts'
import type { ReadyRow, TripOrderRow } from './trip-queries.ts'

function orderFields(row: Omit<ReadyRow, 'city' | 'reason' | 'isPacked'>) {
  return {
    order: row.id,
    number: row.number,
    zone: row.zone ? zoneNames(row.zone) : undefined,
    from: row.deliverFrom?.toISOString(),
    promisedAt: row.promisedAt?.toISOString(),
    lines: linesLeft(row),
    toCollect: toWire(cents(cashToCollect(row))),
    corrected: row.isCorrected || undefined,
  }
}

/** Returns how many lines of an order have goods left after its refunds. */
function linesLeft({ goods, refunded }: Pick<ReadyRow, 'goods' | 'refunded'>): number {
  return goods.filter((line) => leavesGoods([{ ...line, size: packOf(line.weight)?.amount }], refunded)).length
}

/** Returns an order that riders can take. */
export function readyToWire(row: ReadyRow): Complete<ReadyOrder> {
  return { ...orderFields(row), city: row.city, packed: row.isPacked, cameBack: row.reason ?? undefined }
}

/** Returns an order of a rider's trip. */
export function riderOrderToWire({ address, ...row }: TripOrderRow): Complete<RiderOrder> {
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
    note: note || undefined,
    takenAt: row.takenAt.toISOString(),
    attempts: row.attempts,
    reason: row.reason ?? undefined,
    cancelled: row.isCancelled || undefined,
  }
}
