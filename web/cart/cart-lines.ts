import type { CartItems, Product } from '../../contract/entities.ts'
import { type Cents, cents, centsOf } from '../../contract/money.ts'
import type { SeenPrices } from './seen-prices.ts'

export type CartLine = {
  product: Product
  quantity: number
  /** As many of them as the shop has. */
  available: number
  /** What those cost. */
  total: Cents
  each: Cents
  /** What one cost when the shopper first saw it in the cart, where that was another price. */
  was: Cents | undefined
  /** What one costs without its offer. */
  price: Cents
}

/**
 * The lines of a cart whose products are known, in the order of their ids: the same on every visit and device.
 */
export function linesOfCart(
  items: CartItems,
  products: ReadonlyMap<string, Product>,
  seen: SeenPrices = {},
): CartLine[] {
  return Object.entries(items)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([id, quantity]) => {
      const product = products.get(id)
      if (!product) return []
      const each = centsOf(product.offerPrice)
      const before = Object.hasOwn(seen, id) ? seen[id] : undefined
      const available = product.inStock ? Math.min(quantity, product.stock ?? quantity) : 0
      return [
        {
          product,
          quantity,
          available,
          each,
          total: cents(each * available),
          was: before === undefined || before === each ? undefined : cents(before),
          price: centsOf(product.price),
        },
      ]
    })
}

/** How much less the lines cost than they would without their offers. */
export function savedBy(lines: readonly CartLine[]): Cents {
  return cents(lines.reduce((sum, { price, each, available }) => sum + Math.max(price - each, 0) * available, 0))
}
