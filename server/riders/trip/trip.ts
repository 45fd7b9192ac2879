import { balanceToWire } from '../../../contract/values/balance.ts'
import type { Db } from '../../database/database.ts'
import { newestCounts, ordersThatCameBack, owedByRider, ridersWithCash } from '../cash/cash-queries.ts'
import { readyToWire, riderOrderToWire } from './rider-to-wire.ts'
import { ordersOfRider, ordersToTake } from './trip-queries.ts'

/** Returns what a rider's screen shows. */
export async function tripOf(db: Db, rider: string) {
  const [ready, mine, owed] = await Promise.all([ordersToTake(db), ordersOfRider(db, rider), owedByRider(db, rider)])
  return { ready: ready.map(readyToWire), mine: mine.map(riderOrderToWire), owed: balanceToWire(owed) }
}

/** Returns what the screen of the riders' cash shows. */
export async function cashOfRiders(db: Db) {
  const [riders, counts, cameBack] = await Promise.all([ridersWithCash(db), newestCounts(db), ordersThatCameBack(db)])
  return {
    riders: riders.map(({ owedCents, ...rider }) => ({ ...rider, owed: balanceToWire(owedCents) })),
    counts: counts.map(({ id, rider, name, owedCents, handedCents, countedBy, at, takenBackBy, takenBackAt }) => ({
      id,
      rider,
      name,
      owed: balanceToWire(owedCents),
      handed: balanceToWire(handedCents),
      missing: balanceToWire(owedCents - handedCents),
      by: countedBy,
      at: at.toISOString(),
      takenBack: takenBackBy && takenBackAt ? { by: takenBackBy, at: takenBackAt.toISOString() } : undefined,
    })),
    cameBack: cameBack.map(({ id, endedAt, ...row }) => ({ order: id, ...row, at: endedAt.toISOString() })),
  }
}
