import type { Product } from '../../contract/entities/product.ts'
import type { CartItems } from '../../contract/entities/user.ts'
import { type Cents, cents, centsOf } from '../../contract/values/money.ts'
import { shownPrice } from '../product/shown-price.ts'
import { quantityOf } from './cart-items.ts'
import type { SeenPrices } from './seen-prices.ts'

export type CartLine = {
  product: Product
  quantity: number
  /** Pieces that are in stock, up to the quantity. */
  available: number
  /** The price of those pieces. */
  total: Cents
  unitPrice: Cents
  /** The unit price when the shopper first saw it in the cart, or bought it before, if it has changed. */
  was: Cents | undefined
  /** The unit price without the offer. */
  regularPrice: Cents
}

/**
 * Returns the lines of a cart's loaded products, sorted by id, so that the order is the same everywhere. Pieces that
 * the shopper's own unpaid order has reserved (`reserved`) are in stock for this cart, which replaces that order.
 */
export function linesOfCart(
  items: CartItems,
  products: ReadonlyMap<string, Product>,
  seen: SeenPrices = {},
  reserved: CartItems = {},
): CartLine[] {
  return Object.entries(items)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([id, quantity]) => {
      const found = products.get(id)
      if (!found) return []
      const product = withReserved(found, quantityOf(reserved, id))
      const unitPrice = centsOf(product.offerPrice)
      const before = Object.hasOwn(seen, id) ? seen[id] : undefined
      const available = product.inStock ? Math.min(quantity, product.stock ?? quantity) : 0
      return [
        {
          product,
          quantity,
          available,
          unitPrice,
          total: cents(unitPrice * available),
          was: before === undefined || before === unitPrice ? undefined : cents(before),
          regularPrice: centsOf(shownPrice(product)),
        },
      ]
    })
}

/** Returns a product with the pieces that are reserved for this shopper back in stock. */
function withReserved(product: Product, reserved: number): Product {
  if (reserved === 0 || typeof product.stock !== 'number') return product
  return { ...product, stock: product.stock + reserved, inStock: !product.switchedOff }
}

/** Returns the lines' unit prices, by product. */
export function unitPricesOf(lines: readonly CartLine[]): SeenPrices {
  return Object.fromEntries(lines.map(({ product, unitPrice }) => [product._id, unitPrice]))
}

/** Returns how much less the lines cost than without their offers. */
export function savedBy(lines: readonly CartLine[]): Cents {
  return cents(
    lines.reduce(
      (sum, { regularPrice, unitPrice, available }) => sum + Math.max(regularPrice - unitPrice, 0) * available,
      0,
    ),
  )
}
