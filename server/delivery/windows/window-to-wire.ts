import type { BoardOrder, WindowTemplate } from '../../../contract/calls/windows.ts'
import type { Complete } from '../../../contract/entities/fields.ts'
import { cents, toWire } from '../../../contract/values/money.ts'
import { cashAtDoor } from '../../domain/cash-at-door.ts'
import { failedAttemptToWire } from '../assignments/failed-attempt-to-wire.ts'
import { zoneNames } from '../zones/zone-to-wire.ts'
import type { BoardOrderRow, BoardWindow } from './board-queries.ts'
import type { StoredTemplate } from './template-queries.ts'
import type { OpenWindowRow } from './window-queries.ts'

/** Returns a window that takes orders, as the API sends it. */
export const windowToWire = ({ id, startsAt, endsAt, feeCents, left }: OpenWindowRow) => ({
  id,
  from: startsAt.toISOString(),
  to: endsAt.toISOString(),
  fee: toWire(cents(feeCents)),
  left: Math.max(left, 0),
})

/** Returns a template as the API sends it. */
export function templateToWire(row: StoredTemplate): Complete<WindowTemplate> {
  return {
    id: row.id,
    days: row.days,
    starts: row.starts,
    ends: row.ends,
    capacity: row.capacity,
    cutOff: row.cutOffMinutes,
    fee: toWire(cents(row.feeCents)),
    zones: row.zoneIds ?? undefined,
    active: row.active,
    version: row.version,
    changedBy: row.changedBy,
    changedAt: row.changedAt.toISOString(),
  }
}

/** Returns a window of the board with its orders. */
export function boardWindowToWire(window: BoardWindow, orders: readonly BoardOrderRow[]) {
  return {
    id: window.id,
    from: window.startsAt.toISOString(),
    to: window.endsAt.toISOString(),
    capacity: window.capacity,
    held: window.held,
    count: window.count,
    zones: window.zones?.map(zoneNames),
    orders: orders.filter(({ windowId }) => windowId === window.id).map(boardOrderToWire),
  }
}

/** Returns an order of the board. */
export function boardOrderToWire({ address, ...row }: BoardOrderRow): Complete<BoardOrder> {
  return {
    _id: row.id,
    number: row.number,
    status: row.status,
    name: `${address.firstName} ${address.lastName}`,
    phone: address.phone,
    street: address.street,
    city: address.city,
    zone: row.zone ? zoneNames(row.zone) : undefined,
    promisedAt: row.windowId === null ? row.promisedAt?.toISOString() : undefined,
    late: row.delay
      ? { expectedAt: new Date(row.delay.expectedAt).toISOString(), reason: row.delay.reason ?? undefined }
      : undefined,
    failedAttempt: failedAttemptToWire(row),
    amount: toWire(cents(row.amountCents)),
    toCollect: toWire(cents(cashAtDoor(row) ?? 0)),
  }
}
