import type { CartItems, Product } from '../../contract/entities.ts'
import { type Cents, cents, centsFromWire } from '../../contract/money.ts'

export type CartLine = {
  product: Product
  quantity: number
  /** As many of them as the shop has. */
  available: number
  /** What those cost. */
  total: Cents
  each: Cents
}

/**
 * The lines of a cart whose products are known, in the order of their ids: the same on every visit and device.
 */
export function linesOfCart(items: CartItems, products: ReadonlyMap<string, Product>): CartLine[] {
  return Object.entries(items)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([id, quantity]) => {
      const product = products.get(id)
      if (!product) return []
      const each = centsFromWire(product.offerPrice) ?? cents(Math.round(product.offerPrice * 100))
      const available = product.inStock ? Math.min(quantity, product.stock ?? quantity) : 0
      return [{ product, quantity, available, each, total: cents(each * available) }]
    })
}
