import type { CartItems, User } from '../../contract/entities/user.ts'
import type { Session } from '../client/make-session.ts'
import { countOf, mergeCarts, replay, sameCart } from './cart-items.ts'
import { type CartState, type Former, type Owner, publish, type ShopperOwner } from './cart-state.ts'
import { storeCart, storedCart, storeFormer, visitorItemsKey } from './cart-storage.ts'
import { replaceItems, setItems } from './set-items.ts'
import { storeVisitorItems } from './visitor-items.ts'

/*
 * How a session check changes the cart's owner.
 */

/** Handles what a session's listeners are told (`SessionListener`). */
export function sessionChecked(state: CartState, session: Session, requestedAt: number): void {
  const { owner } = state
  if (session.user) {
    if (owner.kind === 'shopper' && owner.id === session.user._id) checkedAgain(state, owner, session.user, requestedAt)
    else signedIn(state, session.user)
    return
  }
  if (session.status === 'unknown' || owner.kind === 'visitor') return
  // Only a visitor's cart is stored in the browser; if nothing is stored, the cart may be an account's.
  if (session.status === 'unanswered' && (owner.kind === 'shopper' || countOf(owner.storedAtLoad) === 0)) return
  if (owner.kind === 'shopper') signedOut(state, owner, session.expired)
  else {
    const { former, changes } = owner
    becomeVisitor(state, former && { ...former, changed: former.changed || changes.length > 0 })
  }
}

/** Shows the account's cart in a session check of the same shopper. */
function checkedAgain(
  state: CartState,
  shopper: ShopperOwner,
  { cartItems, goneItems }: User,
  requestedAt: number,
): void {
  // A reply to a request sent before the latest change, or during a save, is older than the shown cart.
  if (shopper.unsaved || state.saving || requestedAt <= state.lastChangeAt || state.ordered) return
  shopper.known = cartItems
  shopper.changedHere = new Set()
  if (!sameCart(cartItems, state.cart.get().items)) replaceItems(state, cartItems)
  if (goneItems) setItems(state, cartItems)
}

/** Shows the cart of the account that signed in, with the items picked before. */
function signedIn(state: CartState, { _id: id, cartItems, goneItems }: User): void {
  const { owner: before } = state
  const former = before.kind === 'shopper' ? undefined : before.former
  const here = itemsHere(state, before)
  // Items of another account aren't added to this one: that account still has them.
  const picked = former ? {} : here
  state.owner = { kind: 'shopper', id, known: cartItems, unsaved: false, changedHere: new Set() }
  storeFormer(state, undefined)
  storeCart(state, {})
  publish(state, { items: cartItems, ready: true, visitorItems: undefined })

  const adopted = countOf(cartItems) === 0 && countOf(picked) > 0
  const start = adopted ? picked : former?.id === id && former.changed ? here : cartItems
  const next = replay(start, before.kind === 'unknown' ? before.changes : [])
  // Saving the cart without the products that are no longer sold reports them only once.
  if (goneItems || !sameCart(next, cartItems)) setItems(state, next)
  if (goneItems) state.onLeft(goneItems)
  if (adopted) state.onAdopted(picked)
  const visitorItems = mergeCarts(storedCart(state, visitorItemsKey(id)), adopted ? {} : picked)
  if (!adopted && countOf(picked) > 0) storeVisitorItems(state, id, visitorItems)
  else if (countOf(visitorItems) > 0) publish(state, { visitorItems })
}

/** Returns the items that this browser has, before an account signs in. */
function itemsHere({ cart }: CartState, owner: Owner): CartItems {
  if (owner.kind === 'shopper') return {}
  return owner.kind === 'visitor' ? cart.get().items : owner.storedAtLoad
}

/** The shopper has logged out, or the session has expired. */
function signedOut(state: CartState, shopper: ShopperOwner, expired: boolean): void {
  const { cart } = state
  if (expired) {
    // The items stay on the screen until an account signs in; its saved cart has them as well.
    storeCart(state, cart.get().items)
    publish(state, { visitorItems: undefined })
    becomeVisitor(state, { id: shopper.id, changed: shopper.unsaved || state.saving !== undefined })
    return
  }
  // Items that the shopper hasn't answered about stay stored: the account's next login asks again.
  state.onVisitorItems(undefined)
  publish(state, { visitorItems: undefined })
  if (state.keepsItems) storeCart(state, cart.get().items)
  else publish(state, { items: {} })
  state.keepsItems = false
  becomeVisitor(state, undefined)
}

function becomeVisitor(state: CartState, former: Former | undefined): void {
  state.owner = { kind: 'visitor', former }
  storeFormer(state, former)
  publish(state, { ready: true })
}
