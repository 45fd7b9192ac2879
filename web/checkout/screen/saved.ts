import type { Totals } from '../../../contract/pricing/pricing.ts'
import { type Cents, cents } from '../../../contract/values/money.ts'
import { type CartLine, savedBy } from '../../cart/cart-lines.ts'

/**
 * Returns the sum of a cart's offers and promotions, as the cart lists them; 0 if it costs no less with them. `fee` is
 * the delivery fee before a promotion takes it off, `usualFee` that without promotions: one on goods may take them
 * below a step of the fee, and then delivery costs more.
 */
export function savedInCart(
  lines: readonly CartLine[],
  { discount, shipping }: Pick<Totals, 'discount' | 'shipping'>,
  { fee, usualFee }: { fee: Cents; usualFee: Cents },
): Cents {
  const saved = cents(savedBy(lines) + discount + fee - shipping)
  return saved > fee - usualFee ? saved : cents(0)
}
