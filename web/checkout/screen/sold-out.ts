import { setQuantities } from '../../cart/cart.ts'
import type { CartLine } from '../../cart/cart-lines.ts'
import { m } from '../../messages/messages.ts'
import { toast } from '../../ui/toast.ts'

/**
 * Returns whether a cart has goods, and none of them is available: then there is nothing to order, nor to pay for its
 * delivery.
 */
export const isSoldOut = (lines: readonly Pick<CartLine, 'available'>[]): boolean =>
  lines.length > 0 && lines.every(({ available }) => available === 0)

/** Removes lines from the cart, with an undo button. */
export function removeLines(lines: readonly CartLine[]): void {
  const quantities = (of: (line: CartLine) => number) =>
    Object.fromEntries(lines.map((line) => [line.product._id, of(line)]))
  setQuantities(quantities(() => 0))
  const undo = () => setQuantities(quantities(({ quantity }) => quantity))
  toast.success(m.cart_removed(), { action: { label: m.ui_undo(), onClick: undo } })
}
