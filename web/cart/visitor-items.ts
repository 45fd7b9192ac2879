import type { CartItems } from '../../contract/entities/user.ts'
import { countOf, mergeCarts, withoutIds } from './cart-items.ts'
import { type CartState, publish } from './cart-state.ts'
import { storeCart, visitorItemsKey } from './cart-storage.ts'
import { setItems } from './set-items.ts'

/*
 * The items that a visitor picked before signing in to an account that has a cart: beside it until the shopper has
 * answered.
 */

/** Puts these items beside the account's cart. */
export function storeVisitorItems(state: CartState, userId: string, visitorItems: CartItems): void {
  storeCart(state, visitorItems, visitorItemsKey(userId))
  publish(state, { visitorItems })
  state.onVisitorItems(visitorItems)
}

/** Ends the question about the visitor's items. */
export function endVisitorItems(state: CartState): void {
  const { owner } = state
  state.onVisitorItems(undefined)
  if (owner.kind === 'shopper') storeCart(state, {}, visitorItemsKey(owner.id))
  publish(state, { visitorItems: undefined })
}

/** Adds the visitor's items to the account's cart. Those that a full cart doesn't take stay beside it. */
export function addVisitorItems(state: CartState): void {
  const { items, visitorItems } = state.cart.get()
  const { owner } = state
  if (!visitorItems) return
  const merged = mergeCarts(items, visitorItems)
  const rest = withoutIds(visitorItems, Object.keys(merged))
  endVisitorItems(state)
  setItems(state, merged)
  if (countOf(rest) === 0 || owner.kind !== 'shopper') return
  state.onLimit('products')
  storeVisitorItems(state, owner.id, rest)
}

/** Leaves the visitor's items out; returns a function that restores them. */
export function removeVisitorItems(state: CartState): () => void {
  const { visitorItems } = state.cart.get()
  const { owner } = state
  endVisitorItems(state)
  return () => {
    if (visitorItems && owner.kind === 'shopper' && state.owner.kind === 'shopper' && state.owner.id === owner.id)
      storeVisitorItems(state, owner.id, visitorItems)
  }
}
