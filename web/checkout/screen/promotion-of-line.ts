import type { AvailablePromotion } from '../../../contract/entities/promotion.ts'
import { sumOf } from '../../../contract/pricing/pricing.ts'
import { promotionLabel } from '../../../contract/pricing/promotion-label.ts'
import { isOnProducts, type PromotionResult } from '../../../contract/pricing/promotions.ts'
import { type Cents, cents } from '../../../contract/values/money.ts'
import type { CartLine } from '../../cart/cart-lines.ts'
import { getLocale } from '../../messages/messages.ts'
import { shop } from '../../shop.ts'

/** What promotions on products do to one line of the cart. */
export type PromotionOfLine = {
  /** Such as "2 for ฿50". */
  labels: string[]
  off: Cents
  /** How many more pieces make a promotion count, or count once more. */
  hint: { label: string; pieces: number } | undefined
}

/** Returns what promotions do to a line, of those that were applied to the lines that are in stock. */
export function promotionOfLine(
  { applied, missing }: PromotionResult<AvailablePromotion>,
  line: CartLine,
  lines: readonly CartLine[],
): PromotionOfLine {
  const index = lines.filter(({ available }) => available > 0).indexOf(line)
  const own = applied.filter(({ promotion, lineCents }) => isOnProducts(promotion.terms) && (lineCents[index] ?? 0) > 0)
  const short = missing.find((each) => 'pieces' in each && each.lines.includes(index))
  return {
    labels: own.map(({ promotion }) => labelOf(promotion)),
    off: cents(sumOf(own.map(({ lineCents }) => lineCents[index] ?? 0))),
    hint: short && 'pieces' in short ? { label: labelOf(short.promotion), pieces: short.pieces } : undefined,
  }
}

const labelOf = ({ terms }: AvailablePromotion): string => promotionLabel(terms, shop.currency.symbol)[getLocale()]
