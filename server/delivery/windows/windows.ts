import type { RefusalReply } from '../../../contract/calls/call.ts'
import { serverLimits } from '../../../contract/values/limits.ts'
import { refuse, refuseUnless } from '../../common/refusal.ts'
import type { Db, Tx } from '../../database/database.ts'
import type { PromisedOrder } from '../promise/promise-queries.ts'
import { releaseExpired } from './hold-queries.ts'
import {
  type BookedWindow,
  bookedWindows,
  deleteUnfittingWindows,
  endHolds,
  type InTheWay,
  insertMissingWindows,
  lockComingWindows,
  type OpenWindowRow,
  openWindows,
  reopenWindows,
  serves,
  type WantedWindow,
} from './window-queries.ts'
import { windowToWire } from './window-to-wire.ts'

/**
 * Makes the windows of the next seven days that don't exist yet, in the shop's time zone: those within the opening
 * hours.
 */
export function makeWindows(db: Db, { timeZone }: { timeZone: string }): Promise<void> {
  return insertMissingWindows(db, timeZone)
}

type FitWindows = { timeZone: string; keepsBooked?: boolean; promised?: readonly PromisedOrder[] }

/**
 * Makes the windows to come fit the opening hours, in the transaction that has changed them: ends the holds of those
 * outside them, removes those without orders, and makes missing ones. Throws `delivery_booked` if a window outside them
 * has orders, or if ASAP orders are `promised` for a time outside them; with `keepsBooked` these orders keep their time
 * instead, and such a window takes no more.
 */
export async function fitWindows(tx: Tx, { timeZone, keepsBooked = false, promised = [] }: FitWindows): Promise<void> {
  await lockComingWindows(tx)
  if (!keepsBooked) await refuseBooked(tx, { timeZone }, promised.map(promisedToWire))
  await replaceUnfitting(tx, timeZone)
}

/** Replaces the windows that don't fit their templates and the opening hours by those that do. */
export async function replaceUnfitting(tx: Tx, timeZone: string): Promise<void> {
  await endHolds(tx, { timeZone })
  await deleteUnfittingWindows(tx, timeZone)
  await reopenWindows(tx, timeZone)
  await insertMissingWindows(tx, timeZone)
}

type WireBooking = NonNullable<RefusalReply['booked']>[number]

/**
 * Throws `delivery_booked`, with the windows and their orders, if booked windows or `promised` orders are in the way of
 * a change.
 */
export async function refuseBooked(tx: Tx, change: InTheWay, promised: readonly WireBooking[] = []): Promise<void> {
  const windows = await bookedWindows(tx, change)
  const booked = [...promised, ...windows.map(bookedToWire)]
  if (booked.length > 0) refuse('delivery_booked', { booked })
}

const promisedToWire = ({ number, promisedAt }: PromisedOrder): WireBooking => {
  const at = promisedAt.toISOString()
  return { from: at, to: at, orders: [number], held: 0 }
}

const bookedToWire = ({ startsAt, endsAt, held, orders }: BookedWindow) => ({
  from: startsAt.toISOString(),
  to: endsAt.toISOString(),
  orders,
  held,
})

/** How many windows a refusal of a full one names. */
const maxAlternatives = 3

/** Throws `window_full`, with the next three windows of the zone with capacity left. */
export async function refuseFull(db: Db, zoneId: string | null, windowId: string): Promise<never> {
  refuse('window_full', { windows: await nextWindows(db, zoneId, windowId) })
}

/** Throws `window_closed`, with the next three windows of the zone with capacity left. */
export async function refuseClosed(db: Db, zoneId: string | null, windowId: string): Promise<never> {
  refuse('window_closed', { windows: await nextWindows(db, zoneId, windowId) })
}

/** Throws `too_many_asap`, with the next three windows of the zone with capacity left. */
export async function refuseTooManyAsap(db: Db, zoneId: string | null): Promise<never> {
  const values = { max: serverLimits.asapOrders }
  refuse('too_many_asap', { values, windows: await nextWindows(db, zoneId) })
}

/**
 * Returns the window of an order that chose no time: the next one of the zone that has capacity left and costs no fee.
 * Undefined if no window takes orders: then an order comes without a time. Throws `choose_delivery`, with the next
 * three windows that have capacity left, if all of those cost a fee, and `delivery_full` if none has.
 */
export async function findUsualWindow(db: Db, zoneId: string | null): Promise<OpenWindowRow | undefined> {
  const open = await openWindows(db, zoneId)
  if (open.length === 0) return undefined
  const free = open.filter(({ left }) => left > 0)
  refuseUnless(free.length > 0, 'delivery_full')
  const usual = free.find(({ feeCents }) => feeCents === 0)
  return usual ?? refuse('choose_delivery', { windows: free.slice(0, maxAlternatives).map(windowToWire) })
}

async function nextWindows(
  db: Db,
  zoneId: string | null,
  except?: string,
): Promise<NonNullable<RefusalReply['windows']>> {
  const open = await openWindows(db, zoneId)
  return open
    .filter(({ id, left }) => left > 0 && id !== except)
    .slice(0, maxAlternatives)
    .map(windowToWire)
}

/** What decides about an order's window: the one that it asks for, as it was read with the order's inputs. */
type WindowRequest = { windowId: string; window: WantedWindow | null; zoneId: string | null }

/**
 * Returns the window that an order asks for, with capacity left or held by its shopper. Releases expired holds of a
 * full one first. Throws `window_closed`, also for a window that doesn't serve the zone, `too_many_windows` and
 * `window_full`.
 */
export async function windowForOrder(db: Db, { windowId, window, zoneId }: WindowRequest): Promise<WantedWindow> {
  if (!window || window.isCutOff || !window.isOffered || !serves(window, zoneId))
    return refuseClosed(db, zoneId, windowId)
  refuseUnless(window.unconfirmedNumber !== null, 'too_many_windows', { values: { max: serverLimits.windowOrders } })
  const hasCapacity = window.left > 0 || window.isHeld || (await releaseExpired(db, window.id)) > 0
  return hasCapacity ? window : refuseFull(db, zoneId, window.id)
}
