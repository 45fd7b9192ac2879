import type { Promotion } from '../../contract/entities/promotion.ts'
import { cents, toWire } from '../../contract/values/money.ts'
import type { PromotionOfShop } from './queries.ts'

/** Returns a promotion as the API sends it to sellers. */
export function promotionToWire(row: PromotionOfShop): Promotion {
  return {
    id: row.id,
    name: row.name,
    nameTh: row.nameTh,
    code: row.code,
    terms: row.terms as Promotion['terms'],
    minimum: row.minimumCents > 0 ? toWire(cents(row.minimumCents)) : null,
    firstOrder: row.firstOrder,
    startsAt: row.startsAt,
    endsAt: row.endsAt,
    maxUses: row.maxUses,
    maxUsesOfShopper: row.maxUsesOfShopper,
    enabled: row.enabled,
    state: stateOf(row),
    uses: row.uses,
    version: row.version,
    changedBy: row.changedBy,
    changedAt: row.changedAt.toISOString(),
  }
}

function stateOf(row: PromotionOfShop): Promotion['state'] {
  if (row.archivedAt) return 'archived'
  if (!row.enabled) return 'off'
  if (row.isEnded) return 'ended'
  if (row.maxUses !== null && row.uses >= row.maxUses) return 'used up'
  return row.isBegun ? 'on' : 'later'
}
