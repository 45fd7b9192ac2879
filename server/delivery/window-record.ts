import type { BoardOrder, WindowTemplate } from '../../contract/calls/windows.ts'
import { cashAtDoor } from '../../contract/orders/cash-at-door.ts'
import { cents, toWire } from '../../contract/values/money.ts'
import type { BoardOrderRow, BoardWindow } from './board-queries.ts'
import type { StoredTemplate } from './template-queries.ts'
import { zoneNames } from './zone-record.ts'

/** Returns a template as the API sends it. */
export function templateRecord(row: StoredTemplate): WindowTemplate {
  return {
    id: row.id,
    days: row.days,
    starts: row.starts,
    ends: row.ends,
    capacity: row.capacity,
    cutOff: row.cutOffMinutes,
    fee: toWire(cents(row.feeCents)),
    ...(row.zoneIds ? { zones: row.zoneIds } : {}),
    active: row.active,
    version: row.version,
    changedBy: row.changedBy,
    changedAt: row.changedAt.toISOString(),
  }
}

/** Returns a window of the board with its orders. */
export function boardWindowRecord(window: BoardWindow, orders: readonly BoardOrderRow[]) {
  return {
    id: window.id,
    from: window.startsAt.toISOString(),
    to: window.endsAt.toISOString(),
    capacity: window.capacity,
    held: window.held,
    ...(window.zones ? { zones: window.zones.map(zoneNames) } : {}),
    orders: orders.filter(({ windowId }) => windowId === window.id).map(boardOrderRecord),
  }
}

/** Returns an order of the board. */
export function boardOrderRecord({ address, ...row }: BoardOrderRow): BoardOrder {
  return {
    _id: row.id,
    number: row.number,
    status: row.status,
    name: `${address.firstName} ${address.lastName}`,
    phone: address.phone,
    street: address.street,
    city: address.city,
    ...(row.zone ? { zone: zoneNames(row.zone) } : {}),
    ...(row.windowId === null && row.promisedAt ? { by: row.promisedAt.toISOString() } : {}),
    ...(row.delay ? { late: { about: new Date(row.delay.expectedAt).toISOString(), why: row.delay.reason } } : {}),
    amount: toWire(cents(row.amountCents)),
    toCollect: toWire(cents(cashAtDoor(row) ?? 0)),
  }
}
