import type { CartItems } from '../../contract/entities/user.ts'
import { isTemporary } from '../client/is-temporary.ts'
import { combineCarts, countOf, differingIds, sameCart } from './cart-items.ts'
import { type CartState, publish, type SaveReply, type ShopperOwner } from './cart-state.ts'
import { storeCart, storeFormer } from './cart-storage.ts'

/*
 * Storing changes: a visitor's in the browser, a shopper's in the account. The account's cart is saved by one call at a
 * time, the newest items last, and merged with what other devices have changed.
 */

/**
 * Shows these items at once, and stores them in the browser or saves them in the account. With `byShop` the shop has
 * changed the account's cart in the same way, so it isn't a change that is made here.
 */
export function setItems(state: CartState, items: CartItems, { byShop = false } = {}): void {
  const { owner } = state
  const changed = byShop ? [] : differingIds(state.cart.get().items, items)
  state.lastChangeAt = state.now()
  publish(state, { items })
  if (owner.kind === 'shopper') {
    state.broadcast({ owner: owner.id, items })
    owner.unsaved = true
    owner.changedHere = new Set([...owner.changedHere, ...changed])
    save(state)
    return
  }
  storeCart(state, items)
  if (owner.kind === 'visitor' && owner.former && !owner.former.changed) {
    owner.former = { ...owner.former, changed: true }
    storeFormer(state, owner.former)
  }
}

/** Shows the account's cart in place of a different one. */
export function replaceItems(state: CartState, items: CartItems): void {
  const left = Object.keys(state.cart.get().items).filter((id) => !Object.hasOwn(items, id))
  publish(state, { items, emptiedElsewhere: left.length > 0 && countOf(items) === 0 })
  if (left.length > 0) state.onLeft(left)
}

/** Saves unsaved changes without waiting for a running call, for when the page is closed. */
export function saveItemsNow(state: CartState): void {
  const { owner, cart } = state
  if (owner.kind !== 'shopper' || !owner.unsaved) return
  owner.unsaved = false
  void state.save(cart.get().items, owner.id, undefined).then((reply) => {
    if (isPassing(reply)) owner.unsaved = true
  })
}

/**
 * Returns whether the same call may succeed later: without a reply, of a busy shop, or until the session is known
 * again. After 401 the session check, which has been started already, decides what happens to the cart.
 */
const isPassing = (reply: SaveReply | undefined) =>
  !reply || (!reply.success && (reply.status === 401 || isTemporary(reply.status)))

function save(state: CartState): void {
  state.saving ??= saveAll(state).finally(() => {
    state.saving = undefined
    // A change may have been made since `saveAll` last read `unsaved`.
    if (state.owner.kind === 'shopper' && state.owner.unsaved) save(state)
  })
}

/** Saves until nothing is unsaved: one call at a time, each with the newest items, with retries. */
async function saveAll(state: CartState): Promise<void> {
  const { cart } = state
  let pause = 500
  while (state.owner.kind === 'shopper' && state.owner.unsaved) {
    const { id, changedHere } = state.owner
    state.owner.unsaved = false
    state.owner.changedHere = new Set()
    const items = cart.get().items
    const reply = await state.save(items, id, state.owner.known)
    const { owner } = state
    if (owner.kind !== 'shopper' || owner.id !== id) return
    state.lastChangeAt = state.now()
    if (reply?.success && reply.cartItems) {
      owner.changedHere = new Set([...changedHere, ...owner.changedHere])
      mergeRemote(state, owner, reply.cartItems)
      continue
    }
    if (reply?.success) {
      owner.known = items
      // Again, for tabs that didn't know yet who is signed in when the change was made.
      if (sameCart(items, cart.get().items)) state.broadcast({ owner: id, items })
      pause = 500
      continue
    }
    if (reply && !isPassing(reply)) {
      // Another account may have signed in: the session check then shows its cart.
      state.onRefused(reply.message)
      state.refresh()
      return
    }
    owner.unsaved = true
    owner.changedHere = new Set([...changedHere, ...owner.changedHere])
    await state.wait(pause)
    pause = Math.min(pause * 2, 15_000)
  }
}

/**
 * Merges the account's cart, changed on another device, with the changes made here, and with those of another tab,
 * which may not have saved them.
 */
function mergeRemote(state: CartState, shopper: ShopperOwner, theirs: CartItems): void {
  const mine = state.cart.get().items
  const changed = new Set([...differingIds(shopper.known, mine), ...shopper.changedHere])
  const items = combineCarts(mine, theirs, changed)
  shopper.known = theirs
  if (sameCart(items, theirs)) shopper.changedHere = new Set()
  else shopper.unsaved = true
  if (sameCart(items, mine)) return
  replaceItems(state, items)
  state.broadcast({ owner: shopper.id, items })
}
