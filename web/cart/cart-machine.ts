import type { CartItems, User } from '../../contract/entities/user.ts'
import { limits } from '../../contract/limits.ts'
import type { Session } from '../client/session-machine.ts'
import { makeStore, type Store } from '../store.ts'
import {
  type CartChange,
  type CartLimit,
  changeCart,
  combineCarts,
  countOf,
  mergeCarts,
  readCart,
  replay,
  sameCart,
  subtractCarts,
} from './cart-items.ts'

/*
 * The cart of this browser. A visitor's cart is stored in the browser, as ids and quantities. A shopper's is stored in
 * the account: changes show at once and are saved one call at a time, the newest items last (optimistic updates).
 * Storage, calls and messages are passed in as `CartDeps`.
 */

export type Cart = {
  items: CartItems
  count: number
  /** False until the session check has replied whose cart this is. */
  ready: boolean
  /** Items picked before signing in that the shopper may still add to the account's cart. */
  offer: CartItems | undefined
}

export type CartDeps = {
  /** The browser's storage. Neither function throws: if storage fails, the cart lasts as long as the page. */
  read: (key: string) => string | null
  write: (key: string, value: string | null) => void
  /**
   * Saves the account's cart if it still is `seen`; otherwise the reply has the current one (optimistic locking).
   * Without `seen` it always saves. Resolves to undefined if there was no reply.
   */
  save: (items: CartItems, userId: string, seen: CartItems | undefined) => Promise<SaveReply | undefined>
  /** Sends the account's new cart to the other tabs. */
  broadcast: (message: CartMessage) => void
  /** Starts a session check, whose reply has the saved cart. */
  refresh: () => void
  /** Milliseconds, on the same clock as `askedAt` of a session check. */
  now: () => number
  /** Resolves after this many milliseconds, or earlier when the connection is back. */
  wait: (milliseconds: number) => Promise<void>
  /** Called for a change that exceeds a limit of carts. */
  onLimit: (limit: CartLimit) => void
  /** Called with the shop's message if it refused to save. */
  onRefused: (message: string) => void
  /** Called with products that left the account's cart by a change elsewhere, or because the shop removed them. */
  onMissing: (ids: string[]) => void
  /** Called after a visitor's items became the account's cart. */
  onAdopted: (picked: CartItems) => void
  /** Called when a visitor's items are offered beside the account's cart, and with undefined when the offer ends. */
  onOffer: (offer: CartItems | undefined) => void
}

export type SaveReply = { success: boolean; status?: number; message: string; cartItems?: CartItems | undefined }
export type CartMessage = { owner: string; items: CartItems }

/** Whose cart it is, with the state that only this kind of owner has. */
type Owner =
  /** No session check has replied. */
  | {
      kind: 'unknown'
      /** The cart stored when the page loaded. */
      storedAtLoad: CartItems
      /** Changes made since. */
      changes: CartChange[]
      former: Former | undefined
    }
  | { kind: 'visitor'; former: Former | undefined }
  | ShopperOwner

type ShopperOwner = {
  kind: 'shopper'
  id: string
  /** The account's cart in the shop's last reply, or as last saved. */
  known: CartItems
  /** Whether there are changes that no running call saves. */
  unsaved: boolean
}

/** The account whose session expired while its cart was shown, and whether the cart was changed since. */
type Former = { id: string; changed: boolean }

export const guestKey = 'talad.cart'
const formerKey = 'talad.cart.of'
/** The storage key of an account's offer, which is stored until it is accepted or declined. */
export const offerKey = (userId: string) => `talad.offer.${userId}`

/** Makes a cart. Call `load` once before anything else. */
export function makeCart(deps: CartDeps) {
  const cart: Store<Cart> = makeStore<Cart>({ items: {}, count: 0, ready: false, offer: undefined })
  let owner: Owner = { kind: 'unknown', storedAtLoad: {}, changes: [], former: undefined }
  /** Whether the items stay in the browser, as a visitor's, when the shopper logs out. */
  let keepsItems = false
  let saving: Promise<void> | undefined
  let lastChangeAt = 0
  /** Items of an order whose outcome isn't known. Until it is, the cart shows them and ignores replies of the shop. */
  let ordered: CartItems | undefined

  /** Reads the stored cart. */
  function load(): void {
    const storedAtLoad = storedCart(guestKey)
    owner = { kind: 'unknown', storedAtLoad, changes: [], former: readFormer(deps.read(formerKey)) }
    publish({ items: storedAtLoad })
  }

  /** Makes one change. Returns false if it changes nothing or exceeds a limit of carts. */
  function change(request: CartChange): boolean {
    const next = changeCart(cart.get().items, request)
    if (typeof next === 'string') {
      deps.onLimit(next)
      return false
    }
    if (sameCart(next, cart.get().items)) return false
    if (owner.kind === 'unknown') owner.changes.push(request)
    setItems(next)
    return true
  }

  /** Replaces the quantities of several products at once, up to the limits of a cart. Zero removes a product. */
  function setAll(quantities: CartItems): void {
    const changes = Object.entries(quantities).map(
      ([id, quantity]): CartChange => ({ kind: 'set', id, quantity: Math.min(quantity, limits.quantity) }),
    )
    if (owner.kind === 'unknown') owner.changes.push(...changes)
    setItems(replay(cart.get().items, changes))
  }

  /** Adds the visitor's items to the account's cart. */
  function acceptOffer(): void {
    const { offer } = cart.get()
    if (!offer) return
    endOffer()
    setItems(mergeCarts(cart.get().items, offer))
  }

  /** Ends the offer; returns a function that restores it. */
  function declineOffer(): () => void {
    const { offer } = cart.get()
    const declinedBy = owner
    endOffer()
    return () => {
      if (offer && owner.kind === 'shopper' && declinedBy.kind === 'shopper' && owner.id === declinedBy.id)
        storeOffer(owner.id, offer)
    }
  }

  /** Removes the items that a visitor's cart brought into the account's. */
  function withdraw(picked: CartItems): void {
    setItems(subtractCarts(cart.get().items, picked))
  }

  /** An order of these items was sent. Until `release` the cart stays as it is shown. */
  function hold(items: CartItems): void {
    ordered = items
  }

  /** The order's outcome is known. Ordered items leave the cart; items added since stay. */
  function release(placed: boolean): void {
    const items = ordered
    ordered = undefined
    if (items && placed) setItems(subtractCarts(cart.get().items, items))
    else deps.refresh()
  }

  function sessionChecked(session: Session, askedAt: number): void {
    if (session.user) {
      if (owner.kind === 'shopper' && owner.id === session.user._id) checkedAgain(owner, session.user, askedAt)
      else signedIn(session.user)
      return
    }
    if (session.status === 'unknown' || owner.kind === 'visitor') return
    // Only a visitor's cart is stored in the browser; if nothing is stored, the cart may be an account's.
    if (session.status === 'unanswered' && (owner.kind === 'shopper' || countOf(owner.storedAtLoad) === 0)) return
    if (owner.kind === 'shopper') signedOut(owner, session.expired)
    else {
      const { former, changes } = owner
      becomeVisitor(former && { ...former, changed: former.changed || changes.length > 0 })
    }
  }

  /** Shows the account's cart in a session check of the same shopper. */
  function checkedAgain(shopper: ShopperOwner, { cartItems, goneItems }: User, askedAt: number): void {
    // A reply to a request sent before the latest change, or during a save, is older than the shown cart.
    if (shopper.unsaved || saving !== undefined || askedAt <= lastChangeAt || ordered !== undefined) return
    shopper.known = cartItems
    if (!sameCart(cartItems, cart.get().items)) replaceBy(cartItems)
    if (goneItems) setItems(cartItems)
  }

  /** Shows the cart of the account that signed in, with the items picked before. */
  function signedIn({ _id: id, cartItems, goneItems }: User): void {
    const before = owner
    const former = before.kind === 'shopper' ? undefined : before.former
    const here = before.kind === 'visitor' ? cart.get().items : before.kind === 'unknown' ? before.storedAtLoad : {}
    // Items of another account aren't added to this one: that account still has them.
    const picked = former ? {} : here
    owner = { kind: 'shopper', id, known: cartItems, unsaved: false }
    storeFormer(undefined)
    storeCart({})
    publish({ items: cartItems, ready: true, offer: undefined })

    const adopted = countOf(cartItems) === 0 && countOf(picked) > 0
    const start = adopted ? picked : former?.id === id && former.changed ? here : cartItems
    const next = replay(start, before.kind === 'unknown' ? before.changes : [])
    // Saving the cart without the products that are no longer sold reports them only once.
    if (goneItems || !sameCart(next, cartItems)) setItems(next)
    if (goneItems) deps.onMissing(goneItems)
    if (adopted) deps.onAdopted(picked)
    const offer = mergeCarts(storedCart(offerKey(id)), adopted ? {} : picked)
    if (!adopted && countOf(picked) > 0) storeOffer(id, offer)
    else if (countOf(offer) > 0) publish({ offer })
  }

  /** The shopper has logged out, or the session has expired. */
  function signedOut(shopper: ShopperOwner, expired: boolean): void {
    if (expired) {
      // The items stay on the screen until an account signs in; its saved cart has them as well.
      storeCart(cart.get().items)
      publish({ offer: undefined })
      becomeVisitor({ id: shopper.id, changed: shopper.unsaved || saving !== undefined })
      return
    }
    endOffer()
    if (keepsItems) storeCart(cart.get().items)
    else publish({ items: {} })
    keepsItems = false
    becomeVisitor(undefined)
  }

  function becomeVisitor(former: Former | undefined): void {
    owner = { kind: 'visitor', former }
    storeFormer(former)
    publish({ ready: true })
  }

  function storeOffer(userId: string, offer: CartItems): void {
    storeCart(offer, offerKey(userId))
    publish({ offer })
    deps.onOffer(offer)
  }

  function endOffer(): void {
    deps.onOffer(undefined)
    if (owner.kind === 'shopper') storeCart({}, offerKey(owner.id))
    publish({ offer: undefined })
  }

  /** Shows these items at once, and stores them in the browser or saves them in the account. */
  function setItems(items: CartItems): void {
    lastChangeAt = deps.now()
    publish({ items })
    if (owner.kind === 'shopper') {
      deps.broadcast({ owner: owner.id, items })
      owner.unsaved = true
      save()
      return
    }
    storeCart(items)
    if (owner.kind === 'visitor' && owner.former && !owner.former.changed) {
      owner.former = { ...owner.former, changed: true }
      storeFormer(owner.former)
    }
  }

  function save(): void {
    saving ??= saveAll().finally(() => {
      saving = undefined
      // A change may have been made since `saveAll` last read `unsaved`.
      if (owner.kind === 'shopper' && owner.unsaved) save()
    })
  }

  /** Saves until nothing is unsaved: one call at a time, each with the newest items, with retries. */
  async function saveAll(): Promise<void> {
    let pause = 500
    while (owner.kind === 'shopper' && owner.unsaved) {
      const { id } = owner
      owner.unsaved = false
      const items = cart.get().items
      const reply = await deps.save(items, id, owner.known)
      if (owner.kind !== 'shopper' || owner.id !== id) return
      lastChangeAt = deps.now()
      if (reply?.success && reply.cartItems) {
        mergeRemote(owner, reply.cartItems)
        continue
      }
      if (reply?.success) {
        owner.known = items
        // Again, for tabs that didn't know yet who is signed in when the change was made.
        if (sameCart(items, cart.get().items)) deps.broadcast({ owner: id, items })
        pause = 500
        continue
      }
      // After 401 the session check, which has been started already, decides what happens to the cart.
      if (reply && reply.status !== 401 && reply.status !== 429 && (reply.status ?? 0) < 500) {
        // Another account may have signed in: the session check then shows its cart.
        deps.onRefused(reply.message)
        deps.refresh()
        return
      }
      owner.unsaved = true
      await deps.wait(pause)
      pause = Math.min(pause * 2, 15_000)
    }
  }

  /** Merges the account's cart, changed on another device, with the changes made here. */
  function mergeRemote(shopper: ShopperOwner, theirs: CartItems): void {
    const items = combineCarts(shopper.known, cart.get().items, theirs)
    shopper.known = theirs
    if (!sameCart(items, theirs)) shopper.unsaved = true
    if (sameCart(items, cart.get().items)) return
    replaceBy(items)
    deps.broadcast({ owner: shopper.id, items })
  }

  /** Shows the account's cart in place of a different one. */
  function replaceBy(items: CartItems): void {
    const missing = Object.keys(cart.get().items).filter((id) => !Object.hasOwn(items, id))
    publish({ items })
    if (missing.length > 0) deps.onMissing(missing)
  }

  /** Saves unsaved changes without waiting for a running call, for when the page is closed. */
  function saveNow(): void {
    if (owner.kind !== 'shopper' || !owner.unsaved) return
    const shopper = owner
    shopper.unsaved = false
    void deps.save(cart.get().items, shopper.id, undefined).then((reply) => {
      if (!reply) shopper.unsaved = true
    })
  }

  /** Handles a change of the browser's storage by another tab. */
  function storageChanged(key: string | null): void {
    if (owner.kind === 'shopper') {
      // Accepted or declined in another tab.
      if (key === offerKey(owner.id) && countOf(storedCart(key)) === 0) endOffer()
      return
    }
    if (key === formerKey) owner.former = readFormer(deps.read(formerKey))
    if (key !== guestKey) return
    const stored = storedCart(guestKey)
    if (owner.kind === 'unknown') owner.storedAtLoad = stored
    publish({ items: owner.kind === 'unknown' ? replay(stored, owner.changes) : stored })
  }

  /** Handles another tab's change of the account's cart; that tab saves it. */
  function changedInOtherTab(message: CartMessage): void {
    if (owner.kind !== 'shopper' || owner.id !== message.owner) return
    if (sameCart(message.items, cart.get().items)) return
    lastChangeAt = deps.now()
    owner.unsaved = false
    publish({ items: message.items })
  }

  function storeCart(items: CartItems, key = guestKey): void {
    deps.write(key, countOf(items) === 0 ? null : JSON.stringify(items))
  }

  function storedCart(key: string): CartItems {
    return readCart(deps.read(key))
  }

  function storeFormer(former: Former | undefined): void {
    deps.write(formerKey, former ? JSON.stringify(former) : null)
  }

  function publish(part: Partial<Cart>): void {
    const next = { ...cart.get(), ...part }
    cart.set({ ...next, count: countOf(next.items) })
  }

  return {
    cart,
    load,
    change,
    setAll,
    acceptOffer,
    declineOffer,
    withdraw,
    hold,
    release,
    /** Sets whether the next logout leaves the items to the visitor. */
    keepOnLogout: (keeps: boolean) => {
      keepsItems = keeps
    },
    sessionChecked,
    storageChanged,
    changedInOtherTab,
    saveNow,
    /** Resolves when every change so far is saved in the account. */
    saved: async () => {
      if (saving) await saving
    },
  }
}

function readFormer(json: string | null): Former | undefined {
  try {
    const stored: unknown = JSON.parse(json ?? 'null')
    if (typeof stored !== 'object' || stored === null) return undefined
    const { id, changed } = stored as Record<string, unknown>
    return typeof id === 'string' ? { id, changed: changed === true } : undefined
  } catch {
    return undefined
  }
}
