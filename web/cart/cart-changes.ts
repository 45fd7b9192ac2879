import type { CartItems } from '../../contract/entities/user.ts'
import { limits } from '../../contract/values/limits.ts'
import { type CartChange, changeCart, countOf, replay, sameCart, subtractCarts } from './cart-items.ts'
import { type CartMessage, type CartState, publish } from './cart-state.ts'
import { formerKey, storedCart, storedFormer, visitorItemsKey, visitorKey } from './cart-storage.ts'
import { setItems } from './set-items.ts'
import { endVisitorItems } from './visitor-items.ts'

/*
 * Changes of the cart, here and in other tabs. Its owner: cart-owner.ts; a visitor's items at the login:
 * visitor-items.ts.
 */

/** Reads the stored cart. */
export function load(state: CartState): void {
  const storedAtLoad = storedCart(state)
  state.owner = { kind: 'unknown', storedAtLoad, changes: [], former: storedFormer(state) }
  publish(state, { items: storedAtLoad })
}

/** Makes one change. Returns false if it changes nothing or exceeds a limit of carts. */
export function change(state: CartState, request: CartChange): boolean {
  const { items } = state.cart.get()
  const next = changeCart(items, request)
  if (typeof next === 'string') {
    state.onLimit(next)
    return false
  }
  if (sameCart(next, items)) return false
  if (state.owner.kind === 'unknown') state.owner.changes.push(request)
  setItems(state, next)
  return true
}

/** Replaces the quantities of several products at once, up to the limits of a cart. Zero removes a product. */
export function setAll(state: CartState, quantities: CartItems): void {
  const changes = Object.entries(quantities).map(
    ([id, quantity]): CartChange => ({ kind: 'set', id, quantity: Math.min(quantity, limits.quantity) }),
  )
  if (state.owner.kind === 'unknown') state.owner.changes.push(...changes)
  setItems(state, replay(state.cart.get().items, changes))
}

/** Removes items from the cart, up to the quantities in `picked`. */
export function removeItems(state: CartState, picked: CartItems): void {
  setItems(state, subtractCarts(state.cart.get().items, picked))
}

/**
 * Called when the outcome of an order is known. The items of a placed one leave the cart; those added since, on any
 * device, stay.
 */
export function unfreeze(state: CartState, placed: boolean): void {
  const { ordered, owner } = state
  state.ordered = undefined
  if (!ordered || !placed) {
    state.refresh()
    return
  }
  // The order took them from the account's cart as well.
  if (owner.kind === 'shopper') owner.known = subtractCarts(owner.known, ordered)
  setItems(state, subtractCarts(state.cart.get().items, ordered), { byShop: true })
}

/** Handles a change of the browser's storage by another tab. */
export function storageChanged(state: CartState, key: string | null): void {
  const { owner } = state
  if (owner.kind === 'shopper') {
    // Accepted or declined in another tab.
    if (key === visitorItemsKey(owner.id) && countOf(storedCart(state, key)) === 0) endVisitorItems(state)
    return
  }
  if (key === formerKey) owner.former = storedFormer(state)
  if (key !== visitorKey) return
  const items = storedCart(state)
  if (owner.kind === 'unknown') owner.storedAtLoad = items
  publish(state, { items: owner.kind === 'unknown' ? replay(items, owner.changes) : items })
}

/** Handles another tab's change of the account's cart; that tab saves it. */
export function changedInOtherTab(state: CartState, { owner: id, items }: CartMessage): void {
  const { owner, cart } = state
  if (owner.kind !== 'shopper' || owner.id !== id || sameCart(items, cart.get().items)) return
  state.lastChangeAt = state.now()
  owner.unsaved = false
  publish(state, { items, emptiedElsewhere: countOf(items) === 0 })
}
