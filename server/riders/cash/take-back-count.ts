import { isId } from '../../common/ids.ts'
import { refuseUnless } from '../../common/refusal.ts'
import { type Db, inTransaction } from '../../database/database.ts'
import { findCount, insertTakeBack, lockCounts, owedByRider } from './cash-queries.ts'

/**
 * Takes back a count of a rider's cash that was a mistake: its sum is owed again. `by` is the seller's e-mail. A
 * repeated request changes nothing.
 *
 * Throws `not_found` for an unknown count, and for one that itself takes another back.
 */
export async function takeBackCount(db: Db, { id, by }: { id: string; by: string }): Promise<void> {
  await inTransaction(db, async (tx) => {
    const count = isId(id) ? await findCount(tx, id) : undefined
    refuseUnless(count && count.takesBack === null, 'not_found')
    const { rider, handedCents } = count
    await lockCounts(tx, rider)
    const owedCents = await owedByRider(tx, rider)
    await insertTakeBack(tx, { rider, owedCents, handedCents: -handedCents, countedBy: by, takesBack: id })
  })
}
