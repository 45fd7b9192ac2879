import type { CartItems, Order } from '../../contract/entities.ts'
import { quantityOf } from '../cart/cart-items.ts'

/**
 * The quantities that a cart gets when an order is bought again: of each product as many as were ordered, where it has
 * fewer. `added` counts the pieces that are new.
 */
export function buyingAgain(items: Order['items'], cart: CartItems): { quantities: CartItems; added: number } {
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
