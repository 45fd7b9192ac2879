import type { Totals } from '../../../contract/pricing/pricing.ts'
import { type Cents, cents } from '../../../contract/values/money.ts'
import { type CartLine, savedBy } from '../../cart/cart-lines.ts'

/**
 * Returns how much less a cart costs, with its delivery, than without offers and promotions; 0 if it doesn't.
 * `usualFee` is the delivery fee without promotions: one on goods may take them below a step of the fee, and then
 * delivery costs more.
 */
export function savedInCart(
  lines: readonly CartLine[],
  { discount, shipping }: Pick<Totals, 'discount' | 'shipping'>,
  usualFee: Cents,
): Cents {
  return cents(Math.max(savedBy(lines) + discount + usualFee - shipping, 0))
}
