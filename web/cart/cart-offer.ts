import type { CartItems } from '../../contract/entities/user.ts'
import { mergeCarts } from './cart-items.ts'
import { type CartState, publish } from './cart-state.ts'
import { offerKey, storeCart } from './cart-storage.ts'
import { setItems } from './save-cart.ts'

/* The items that a visitor picked before signing in to an account that has a cart: offered beside it. */

/** Offers these items to the account. */
export function storeOffer(state: CartState, userId: string, offer: CartItems): void {
  storeCart(state, offer, offerKey(userId))
  publish(state, { offer })
  state.onOffer(offer)
}

export function endOffer(state: CartState): void {
  const { owner } = state
  state.onOffer(undefined)
  if (owner.kind === 'shopper') storeCart(state, {}, offerKey(owner.id))
  publish(state, { offer: undefined })
}

/** Adds the visitor's items to the account's cart. */
export function addOffer(state: CartState): void {
  const { offer } = state.cart.get()
  if (!offer) return
  endOffer(state)
  setItems(state, mergeCarts(state.cart.get().items, offer))
}

/** Ends the offer; returns a function that restores it. */
export function removeOffer(state: CartState): () => void {
  const { offer } = state.cart.get()
  const { owner } = state
  endOffer(state)
  return () => {
    if (offer && owner.kind === 'shopper' && state.owner.kind === 'shopper' && state.owner.id === owner.id)
      storeOffer(state, owner.id, offer)
  }
}
