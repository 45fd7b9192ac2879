import { balanceToWire } from '../../../contract/values/balance.ts'
import { centsFromWire } from '../../../contract/values/money.ts'
import { refuseUnless } from '../../common/refusal.ts'
import { type Db, inTransaction } from '../../database/database.ts'
import { findCount, insertCount, lockCounts, owedByRider } from './cash-queries.ts'

export type CountIn = {
  /** Chosen by the client. */
  id: string
  /** The rider's e-mail. */
  rider: string
  /**
   * What the rider owed when the seller looked, below zero for the shop, and what was handed over, in the shop's
   * currency.
   */
  owed: number
  amount: number
  /** The seller's e-mail. */
  by: string
}

/**
 * Counts cash in that a rider hands over, or that the shop pays a rider who has handed over too much. What is missing
 * stays on the rider's account. A repeated request changes nothing.
 *
 * Throws `id_reused`, and `rider_cash_changed` unless the rider owes what the seller saw, or if more is handed over.
 */
export async function countIn(db: Db, { id, rider, owed, amount, by }: CountIn): Promise<void> {
  const handed = centsFromWire(amount)
  await inTransaction(db, async (tx) => {
    await lockCounts(tx, rider)
    const first = await findCount(tx, id)
    if (first) return refuseUnless(first.rider === rider && Math.abs(first.handedCents) === handed, 'id_reused')
    const owedCents = await owedByRider(tx, rider)
    const most = Math.abs(owedCents)
    const isSame = balanceToWire(owedCents) === owed
    refuseUnless(isSame && handed !== undefined && handed > 0 && handed <= most, 'rider_cash_changed', {
      values: { amount: { cents: owedCents } },
    })
    const handedCents = owedCents < 0 ? -handed : handed
    await insertCount(tx, { id, rider, owedCents, handedCents, countedBy: by })
  })
}
