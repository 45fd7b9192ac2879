import { sumOf } from '../../contract/pricing/pricing.ts'
import { cents } from '../../contract/values/money.ts'
import { reducedSale, refundOf, undoing } from './entry-of-refund.ts'
import { saleOf } from './entry-of-sale.ts'
import { leftOf, type MovementToBook, type OrderToBook, type RefundToBook, type SaleEntry } from './sale-entry.ts'

/*
 * What counts as a sale, and when. Pure: the entries follow from an order and its ledger.
 *
 * - An order is a sale once it is paid: cash at the door when it is delivered, everything else when the money is there.
 *   It counts at the moment of the payment, with what was paid: what was taken off before is neither sold nor refunded.
 * - A refund is what the order costs less afterwards, at the moment when its price was lowered, whenever the money goes
 *   back. A paid order that is cancelled is refunded whole, and one order less from that moment on.
 * - Discounts are those of sales that weren't refunded whole: the refund of what is left of an order takes its
 *   discounts back, from the sum before discounts as well, so that their difference stays what was paid.
 * - Every view counts every entry. An order belongs to each of its products, categories, rates and promotions, so the
 *   orders of these rows may add up to more; their sums of money add up to the period's, but for promotions, which
 *   share orders.
 * - A delivery that is undone takes the sale away again, on the same day, as only that day's deliveries can be undone.
 * - An order that was cancelled before it was paid is never a sale. One that was cancelled while its rider handed it
 *   over is a sale again once the rider has said so, unless all of its money was paid out meanwhile: then it costs
 *   nothing.
 */

/**
 * Returns the entries that an order lacks: what changed since the last one, in one step. With `history` each moment at
 * which money moved is a step of its own, for orders from before there were entries.
 */
export function missingEntries(order: OrderToBook, { history = false } = {}): SaleEntry[] {
  const moments = [...new Set(order.movements.map(({ at }) => at.getTime()))].sort((one, other) => one - other)
  const entries = [...order.entries]
  for (const moment of history ? moments.slice(0, -1) : []) entries.push(...step(order, entries, moment))
  entries.push(...step(order, entries))
  return entries.slice(order.entries.length)
}

/** What an order costs and has paid. */
type Money = { movements: readonly MovementToBook[]; refunds: readonly RefundToBook[]; due: number; isPaid: boolean }

/** Returns what an order cost and had paid after a moment, in milliseconds. */
function moneyAt(order: OrderToBook, moment: number): Money {
  const movements = order.movements.filter(({ at }) => at.getTime() <= moment)
  const refunds = order.refunds.filter(({ at }) => at.getTime() <= moment)
  const sum = (kind: MovementToBook['kind']) =>
    sumOf(movements.filter((each) => each.kind === kind).map(({ cents }) => cents))
  return { movements, refunds, due: sum('due'), isPaid: sum('received') - sum('given back') > 0 }
}

/** Returns when the last movement of a kind was made; if there is none, the last one of any kind. */
const timeOf = (movements: readonly MovementToBook[], matches: (movement: MovementToBook) => boolean): Date =>
  movements.findLast(matches)?.at ?? movements.at(-1)?.at ?? new Date()

/** Returns the entries that are missing for an order's money after a moment, or for its present money. */
function step(order: OrderToBook, before: readonly SaleEntry[], moment?: number): SaleEntry[] {
  const money = moneyAt(order, moment ?? Number.POSITIVE_INFINITY)
  const { movements, due, isPaid } = money
  // An order whose sale was cancelled or undone may be sold again.
  const counted = before.slice(before.findLastIndex(({ kind }) => kind === 'undone' || kind === 'cancelled') + 1)
  const wasSale = counted.length > 0
  const isSale = moment === undefined ? order.isSale : due > 0 && (isPaid || wasSale)
  if (!wasSale) return isSale && (due !== 0 || order.amountCents <= 0) ? entriesOfSale(order, money) : []
  const isUndone = moment === undefined ? !order.isSale && !order.isCancelled : !isPaid && due > 0
  if (isUndone)
    return [
      undoing(
        counted,
        timeOf(movements, ({ kind, cents }) => kind === 'received' && cents < 0),
      ),
    ]
  return entriesOfRefunds(order, counted, money, leftOf(counted) - (isSale ? due : 0))
}

/** Returns the sale of what was paid: all that was ordered, without what was taken off before. */
function entriesOfSale(order: OrderToBook, { movements, refunds, due }: Money): SaleEntry[] {
  const paid = movements.findLast(({ kind, cents }) => kind === 'received' && cents > 0)
  // An order that was cancelled and delivered all the same is sold again when it costs something again.
  const at = timeOf(movements, (each) => each === paid || (each.kind === 'due' && each.cents > 0))
  const sale = saleOf(order, { at, method: paid?.method ?? 'none' })
  return [due < order.amountCents ? reducedSale(order, sale, cents(due), refunds) : sale]
}

/**
 * Returns the refunds of the `unbooked` cents that an order costs less than its entries say: those that no entry has yet,
 * and what is left.
 */
function entriesOfRefunds(
  order: OrderToBook,
  counted: readonly SaleEntry[],
  { movements, refunds, due }: Money,
  unbooked: number,
): SaleEntry[] {
  const entries = [...counted]
  let left = unbooked
  // Also of an order that was handed over after its money was paid out.
  const wasCancelled = order.isCancelled || movements.findLast(({ kind }) => kind === 'due')?.reason === 'cancelled'
  const refund = (amount: number, about?: RefundToBook) => {
    const at = about?.at ?? timeOf(movements, ({ kind, cents }) => kind === 'due' && cents < 0)
    const kind = !about && due === 0 && wasCancelled ? 'cancelled' : 'refund'
    const method = counted[0]?.method ?? 'none'
    entries.push(refundOf(order, entries, { kind, amount: cents(amount), at, method, about }))
    left -= amount
  }
  const known = new Set(counted.flatMap((entry) => entry.refunds))
  for (const each of refunds) if (!known.has(each.id) && each.cents <= left) refund(each.cents, each)
  if (left > 0) refund(left)
  return entries.slice(counted.length)
}
