import type { Order } from '../../contract/entities/order.ts'
import type { CartItems } from '../../contract/entities/user.ts'
import { centsOf } from '../../contract/values/money.ts'
import { quantityOf } from '../cart/cart-items.ts'
import type { SeenPrices } from '../cart/seen-prices.ts'
import { m } from '../messages/messages.ts'
import { productName } from '../product/product-name.ts'

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

/** Returns the items of an order whose products the shop still sells, and those that are gone. */
export function splitBySold(
  items: Order['items'],
  products: readonly { _id: string }[],
): { sold: Order['items']; gone: Order['items'] } {
  const there = new Set(products.map(({ _id }) => _id))
  const isSold = ({ product }: Order['items'][number]) => there.has(product._id)
  return { sold: items.filter(isSold), gone: items.filter((item) => !isSold(item)) }
}

type BuyAgainResult = { added: number; sold: Order['items']; gone: Order['items'] }

/**
 * Returns what to say of an order that is bought again: how much was added to the cart, and what the shop doesn't sell
 * any more. It is one message, because of two the later one would cover the other.
 */
export function boughtAgainText({ added, sold, gone }: BuyAgainResult): string {
  const names = gone.map(({ product }) => productName(product)).join(', ')
  const notSold = names === '' ? [] : [m.orders_not_sold({ names })]
  if (sold.length === 0) return notSold.join()
  if (added > 0) return [m.orders_bought_again({ count: added }), ...notSold].join(' · ')
  return [...notSold, names === '' ? m.orders_bought_already() : m.orders_bought_rest()].join(' · ')
}
