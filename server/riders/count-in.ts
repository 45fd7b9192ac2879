import { balanceToWire } from '../../contract/balance.ts'
import { centsFromWire, formatMoney, cents as sumOf } from '../../contract/money.ts'
import { refuseUnless } from '../common/refusal.ts'
import { type Db, inTransaction } from '../database/database.ts'
import { findCount, insertCount, lockCounts, owedByRider } from './queries.ts'

export type CountIn = {
  /** Chosen by the client. */
  id: string
  /** The rider's e-mail. */
  rider: string
  /** What the rider owed when the seller looked, and what was handed over, in the shop's currency. */
  owed: number
  amount: number
  /** The seller's e-mail. */
  by: string
  symbol: string
}

/**
 * Counts cash in that a rider hands over. What is missing stays on the rider's account. A repeated request changes nothing.
 *
 * Refuses `tap_reused`, and `rider_cash_changed` unless the rider owes what the seller saw, or if more is handed over.
 */
export async function countIn(db: Db, { id, rider, owed, amount, by, symbol }: CountIn): Promise<void> {
  const handed = centsFromWire(amount)
  await inTransaction(db, async (tx) => {
    await lockCounts(tx, rider)
    const first = await findCount(tx, id)
    if (first) return refuseUnless(first.rider === rider && first.handedCents === handed, 'tap_reused')
    const owedCents = await owedByRider(tx, rider)
    const isSame = balanceToWire(owedCents) === owed && owedCents > 0
    refuseUnless(isSame && handed !== undefined && handed > 0 && handed <= owedCents, 'rider_cash_changed', {
      values: { amount: formatMoney(sumOf(Math.max(owedCents, 0)), symbol) },
    })
    await insertCount(tx, { id, rider, owedCents, handedCents: handed, countedBy: by })
  })
}
