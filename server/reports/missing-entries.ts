import { sumOf } from '../../contract/pricing/pricing.ts'
import { cents } from '../../contract/values/money.ts'
import { entryOfRefund, reducedSale, undoneEntry } from './entry-of-refund.ts'
import { saleOf } from './entry-of-sale.ts'
import { type MovementToBook, type OrderToBook, type RefundToBook, type SaleEntry, unrefundedOf } from './sale-entry.ts'

/*
 * The definition of a sale and its time: the entries are computed from an order and its ledger alone.
 *
 * - An order is a sale of the moment of its payment: cash at the delivery, everything else when the money arrives. The
 *   sale is the paid sum: earlier reductions are neither sold nor refunded, and have no discount.
 * - A refund is a reduction after the payment, at the moment when the price was lowered, whenever the money is paid
 *   out. A paid order that is cancelled is refunded in full, and the number of orders is decremented at that moment.
 * - When the last part of an order is refunded, its discount is reversed too, in the discount column and in the gross
 *   column, so gross minus discount still equals the paid sum.
 * - Every view includes every entry. An order belongs to each of its products, categories, rates and promotions, so the
 *   orders of these rows may add up to more; their sums of money add up to the period's, except for promotions, which
 *   share orders.
 * - An undone delivery reverses the sale, on the same day, as only that day's deliveries can be undone.
 * - An order that was cancelled before it was paid is never a sale. One that was cancelled while its rider handed it
 *   over is a sale again once the rider has said so, unless all of its money was paid out meanwhile: then the price is
 *   waived.
 */

/**
 * Returns the missing entries of an order: those of all changes since the last one. With `history`, for orders from
 * before there were entries, each moment at which money moved has entries of its own.
 */
export function missingEntries(order: OrderToBook, { history = false } = {}): SaleEntry[] {
  const moments = [...new Set(order.movements.map(({ at }) => at.getTime()))].sort((a, b) => a - b)
  const entries = [...order.entries]
  for (const moment of history ? moments.slice(0, -1) : []) entries.push(...entriesAt(order, entries, moment))
  entries.push(...entriesAt(order, entries))
  return entries.slice(order.entries.length)
}

/** An order's price and its received money. */
type Money = { movements: readonly MovementToBook[]; refunds: readonly RefundToBook[]; cost: number; isPaid: boolean }

/** Returns an order's price and received money after a moment, in milliseconds. */
function moneyAt(order: OrderToBook, moment: number): Money {
  const movements = order.movements.filter(({ at }) => at.getTime() <= moment)
  const refunds = order.refunds.filter(({ at }) => at.getTime() <= moment)
  const sum = (kind: MovementToBook['kind']) =>
    sumOf(movements.filter((each) => each.kind === kind).map(({ cents }) => cents))
  return { movements, refunds, cost: sum('cost'), isPaid: sum('received') - sum('paid out') > 0 }
}

/** Returns when the last movement of a kind was made; if there is none, the last one of any kind. */
const timeOf = (movements: readonly MovementToBook[], matches: (movement: MovementToBook) => boolean): Date =>
  movements.findLast(matches)?.at ?? movements.at(-1)?.at ?? new Date()

/** Returns the entries that are missing for an order's money after a moment, or for its present money. */
function entriesAt(order: OrderToBook, before: readonly SaleEntry[], moment?: number): SaleEntry[] {
  const money = moneyAt(order, moment ?? Number.POSITIVE_INFINITY)
  const { movements, cost, isPaid } = money
  // An order whose sale was cancelled or undone may be sold again.
  const counted = before.slice(before.findLastIndex(({ kind }) => kind === 'undone' || kind === 'cancelled') + 1)
  const wasSale = counted.length > 0
  const isSale = moment === undefined ? order.isSale : cost > 0 && (isPaid || wasSale)
  if (!wasSale) return isSale && (cost !== 0 || order.amountCents <= 0) ? entriesOfSale(order, money) : []
  const isUndone = moment === undefined ? !order.isSale && !order.isCancelled : !isPaid && cost > 0
  if (isUndone)
    return [
      undoneEntry(
        counted,
        timeOf(movements, ({ kind, cents }) => kind === 'received' && cents < 0),
      ),
    ]
  return entriesOfRefunds(order, counted, money, unrefundedOf(counted) - (isSale ? cost : 0))
}

/** Returns the sale of the paid sum: the whole order without earlier reductions. */
function entriesOfSale(order: OrderToBook, { movements, refunds, cost }: Money): SaleEntry[] {
  const paid = movements.findLast(({ kind, cents }) => kind === 'received' && cents > 0)
  // A cancelled order that was delivered anyway is sold again when it costs something again.
  const at = timeOf(movements, (each) => each === paid || (each.kind === 'cost' && each.cents > 0))
  const sale = saleOf(order, { at, method: paid?.method ?? 'none' })
  return [cost < order.amountCents ? reducedSale(order, sale, cents(cost), refunds) : sale]
}

/**
 * Returns the refunds of the `unbooked` cents, by which an order's price is below the sum of its entries: the refunds
 * without an entry, and the remainder.
 */
function entriesOfRefunds(
  order: OrderToBook,
  counted: readonly SaleEntry[],
  { movements, refunds, cost }: Money,
  unbooked: number,
): SaleEntry[] {
  const entries = [...counted]
  let left = unbooked
  // Also for an order that was delivered after its money was paid out.
  const wasCancelled = order.isCancelled || movements.findLast(({ kind }) => kind === 'cost')?.isCancellation
  const refund = (amount: number, about?: RefundToBook) => {
    const at = about?.at ?? timeOf(movements, ({ kind, cents }) => kind === 'cost' && cents < 0)
    const kind = !about && cost === 0 && wasCancelled ? 'cancelled' : 'refund'
    const method = counted[0]?.method ?? 'none'
    entries.push(entryOfRefund(order, entries, { kind, amount: cents(amount), at, method, about }))
    left -= amount
  }
  const known = new Set(counted.flatMap((entry) => entry.refunds))
  for (const each of refunds) if (!known.has(each.id) && each.cents <= left) refund(each.cents, each)
  if (left > 0) refund(left)
  return entries.slice(counted.length)
}
