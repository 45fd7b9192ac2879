import type { Order } from '../../../contract/entities/order.ts'
import type { Product } from '../../../contract/entities/product.ts'
import type { CartItems } from '../../../contract/entities/user.ts'
import { centsOf } from '../../../contract/values/money.ts'
import { quantityOf } from '../../cart/cart-items.ts'
import type { SeenPrices } from '../../cart/seen-prices.ts'
import { m } from '../../messages/messages.ts'
import { sizedName } from '../../product/sized-name.ts'

/**
 * Returns the cart's quantities for buying an order again: of each product at least as many as ordered. `added` counts
 * the new pieces.
 */
export function quantitiesToBuyAgain(items: Order['items'], cart: CartItems): { quantities: CartItems; added: number } {
  const quantities: CartItems = {}
  let added = 0
  for (const { product, quantity } of items) {
    const missing = quantity - quantityOf(cart, product._id)
    if (missing <= 0) continue
    quantities[product._id] = quantity
    added += missing
  }
  return { quantities, added }
}

/** Returns the unit prices of an order's products, in cents, except of those that the cart had already. */
export function orderedPrices(items: Order['items'], cart: CartItems): SeenPrices {
  const added = items.filter(({ product }) => quantityOf(cart, product._id) === 0)
  return Object.fromEntries(added.map(({ product }) => [product._id, centsOf(product.offerPrice)]))
}

type Split = { sold: Order['items']; soldOut: Order['items']; gone: Order['items'] }

/**
 * Returns the items of an order that can be bought, at most as many pieces as there are, those that are sold out now,
 * and those that the shop no longer sells. If the order has reserved its pieces, they are there for its shopper, unless
 * the product was switched off since.
 */
export function splitBySold(
  items: Order['items'],
  products: readonly Pick<Product, '_id' | 'inStock' | 'stock' | 'switchedOff'>[],
  { isReserved }: { isReserved: boolean },
): Split {
  const found = new Map(products.map((product) => [product._id, product]))
  const split: Split = { sold: [], soldOut: [], gone: [] }
  for (const item of items) {
    const product = found.get(item.product._id)
    const isSold = isReserved ? !product?.switchedOff : product?.inStock
    const pieces = isReserved ? item.quantity : (product?.stock ?? item.quantity)
    const quantity = isSold ? Math.min(item.quantity, pieces) : 0
    if (!product) split.gone.push(item)
    else if (quantity === 0) split.soldOut.push(item)
    else split.sold.push({ ...item, quantity })
  }
  return split
}

const namesOf = (items: Order['items']) => items.map(({ product }) => sizedName(product)).join(', ')

/**
 * Returns what to say of an order that is bought again: how much was added to the cart, what is sold out, and what the
 * shop doesn't sell any more. It is one message, because of two the later one would cover the other.
 */
export function boughtAgainText({ added, sold, soldOut, gone }: Split & { added: number }): string {
  const missing = [
    ...(soldOut.length > 0 ? [m.orders_sold_out({ names: namesOf(soldOut) })] : []),
    ...(gone.length > 0 ? [m.orders_not_sold({ names: namesOf(gone) })] : []),
  ]
  if (sold.length === 0) return missing.join(' · ')
  if (added > 0) return [m.orders_bought_again({ count: added }), ...missing].join(' · ')
  return [...missing, missing.length === 0 ? m.orders_bought_already() : m.orders_bought_rest()].join(' · ')
}
