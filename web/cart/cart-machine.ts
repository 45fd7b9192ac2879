import type { CartItems } from '../../contract/entities.ts'
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
  withoutIds,
} from './cart-items.ts'

/*
 * The cart of this browser. A visitor's is kept here, as ids and quantities; a shopper's lives in the account, is
 * changed here at once and pushed after each change, the newest map last. Everything outside comes in as `CartWorld`.
 */

export type Cart = {
  items: CartItems
  count: number
  /** False until it is known whose cart this is. */
  ready: boolean
  /** What the visitor had picked before signing in, while it is still on offer. */
  offer: CartItems | undefined
}

export type CartWorld = {
  /** Storage that outlives the page. Neither throws: what can't be kept lasts as long as the page. */
  read: (key: string) => string | null
  write: (key: string, value: string | null) => void
  /**
   * Saves the account's cart, unless it isn't `seen` any more: then the reply has what it is. Undefined when no reply came.
   * Without `seen` it is saved whatever the account has.
   */
  save: (items: CartItems, userId: string, seen: CartItems | undefined) => Promise<SaveReply | undefined>
  /** Tells the other tabs what the account's cart is now. */
  tell: (message: CartMessage) => void
  /** Asks who is signed in, and with it for the saved cart. */
  refresh: () => void
  /** Milliseconds on the clock by which `askedAt` of a session check is measured. */
  now: () => number
  /** Resolves after this many milliseconds, or sooner when the connection is back. */
  wait: (milliseconds: number) => Promise<void>
  /** A change that the limits of a cart forbid. */
  onLimit: (limit: CartLimit) => void
  /** A save that the shop refused. */
  onRefused: (message: string) => void
  /** These left the account's cart, and not by a change of this browser: on another device, or the shop has them no more. */
  onMissing: (ids: string[]) => void
  /** What a visitor had picked is in the account's cart now. */
  onAdopted: (picked: CartItems) => void
  /** What a visitor had picked is offered beside the account's cart; called again with undefined when it isn't any more. */
  onOffer: (offer: CartItems | undefined) => void
}

export type SaveReply = { success: boolean; status?: number; message: string; cartItems?: CartItems | undefined }
export type CartMessage = { owner: string; items: CartItems }

/** Whose cart it is: not known yet, a visitor's, or the account's with this id. */
type Owner = { kind: 'unknown' } | { kind: 'visitor' } | { kind: 'shopper'; id: string }

/** The account whose session expired with these lines on the screen, and whether they were changed since. */
type Former = { id: string; changed: boolean }

export const guestKey = 'talad.cart'
const formerKey = 'talad.cart.of'
/** What is on offer is kept for the account, until it is taken or declined. */
export const offerKey = (userId: string) => `talad.offer.${userId}`

/** A cart in the given world. Call `load` once before anything else. */
export function makeCart(world: CartWorld) {
  const cart: Store<Cart> = makeStore<Cart>({ items: {}, count: 0, ready: false, offer: undefined })
  let owner: Owner = { kind: 'unknown' }
  let former: Former | undefined
  /** What was kept when the page loaded, and what was changed since then without knowing whose cart it is. */
  let keptAtLoad: CartItems = {}
  let early: CartChange[] = []
  let unsaved = false
  /** The account's cart as the shop last told it, or took it from here. */
  let known: CartItems = {}
  let saving: Promise<void> | undefined
  let lastChangeAt = 0
  /** What was sent as an order whose outcome isn't known: until it is, the cart shows it, whatever the shop has saved. */
  let ordered: CartItems | undefined

  /** Takes up what was kept in this browser. */
  function load(): void {
    keptAtLoad = kept(guestKey)
    former = readFormer(world.read(formerKey))
    publish({ items: keptAtLoad })
  }

  /** Makes one change. False when it changes nothing, or the limits of a cart forbid it. */
  function change(request: CartChange): boolean {
    const next = changeCart(cart.get().items, request)
    if (typeof next === 'string') {
      world.onLimit(next)
      return false
    }
    if (sameCart(next, cart.get().items)) return false
    if (owner.kind === 'unknown') early.push(request)
    take(next)
    return true
  }

  /** Replaces the quantities of several products at once, up to the limits of a cart. */
  function setAll(quantities: CartItems): void {
    for (const [id, quantity] of Object.entries(quantities)) {
      if (owner.kind === 'unknown') early.push({ kind: 'set', id, quantity })
    }
    take(mergeCarts(withoutIds(cart.get().items, Object.keys(quantities)), quantities))
  }

  /** Adds the visitor's items to the account's cart. */
  function acceptOffer(): void {
    const { offer } = cart.get()
    if (!offer) return
    endOffer()
    take(mergeCarts(cart.get().items, offer))
  }

  /** Ends the offer; returns the function that brings it back. */
  function declineOffer(): () => void {
    const { offer } = cart.get()
    const declinedBy = owner
    endOffer()
    return () => {
      if (offer && owner.kind === 'shopper' && declinedBy.kind === 'shopper' && owner.id === declinedBy.id)
        keepOffer(owner.id, offer)
    }
  }

  /** Takes out what a visitor's cart had brought into the account's. */
  function withdraw(picked: CartItems): void {
    take(subtractCarts(cart.get().items, picked))
  }

  /** An order of these items was sent. Until `release` the cart stays as it is shown. */
  function hold(items: CartItems): void {
    ordered = items
  }

  /** The order's outcome is known. What was placed leaves the cart; what was added since stays. */
  function release(placed: boolean): void {
    const items = ordered
    ordered = undefined
    if (items && placed) take(subtractCarts(cart.get().items, items))
    else world.refresh()
  }

  function sessionChecked(session: Session, askedAt: number): void {
    if (session.user) {
      shopperIs(session.user, askedAt)
      return
    }
    if (session.status === 'unknown' || owner.kind === 'visitor') return
    // What is kept here is a visitor's; with nothing kept the cart may be an account's.
    if (session.status === 'unanswered' && (owner.kind === 'shopper' || countOf(keptAtLoad) === 0)) return
    if (owner.kind === 'shopper') {
      if (session.expired) {
        // The lines stay for whoever signs in again; the account has them saved as well.
        former = { id: owner.id, changed: unsaved || saving !== undefined }
        keepFormer()
        keep(cart.get().items)
        publish({ offer: undefined })
      } else {
        endOffer()
        publish({ items: {} })
      }
    } else if (former && early.length > 0) {
      former = { ...former, changed: true }
      keepFormer()
    }
    owner = { kind: 'visitor' }
    early = []
    unsaved = false
    publish({ ready: true })
  }

  function shopperIs({ _id: id, cartItems }: { _id: string; cartItems: CartItems }, askedAt: number): void {
    if (owner.kind === 'shopper' && owner.id === id) {
      // An answer asked for before the latest change, or while one is being saved, is older than what is shown.
      const stale = unsaved || saving !== undefined || askedAt <= lastChangeAt || ordered !== undefined
      if (stale) return
      known = cartItems
      if (!sameCart(cartItems, cart.get().items)) replaceBy(cartItems)
      return
    }
    const here = owner.kind === 'visitor' ? cart.get().items : owner.kind === 'unknown' ? keptAtLoad : {}
    const changes = owner.kind === 'unknown' ? early : []
    const own = former?.id === id ? former : undefined
    // Lines of another account aren't for this one: that account still has them.
    const picked = former ? {} : here
    owner = { kind: 'shopper', id }
    known = cartItems
    former = undefined
    early = []
    unsaved = false
    keepFormer()
    keep({})
    publish({ items: cartItems, ready: true, offer: undefined })

    const adopted = countOf(cartItems) === 0 && countOf(picked) > 0
    const start = adopted ? picked : own?.changed ? here : cartItems
    const next = replay(start, changes)
    if (!sameCart(next, cartItems)) take(next)
    if (adopted) world.onAdopted(picked)
    const offer = mergeCarts(kept(offerKey(id)), adopted ? {} : picked)
    if (!adopted && countOf(picked) > 0) keepOffer(id, offer)
    else if (countOf(offer) > 0) publish({ offer })
  }

  function keepOffer(userId: string, offer: CartItems): void {
    keep(offer, offerKey(userId))
    publish({ offer })
    world.onOffer(offer)
  }

  function endOffer(): void {
    world.onOffer(undefined)
    if (owner.kind === 'shopper') keep({}, offerKey(owner.id))
    publish({ offer: undefined })
  }

  /** Makes these the items: shown at once, then kept or saved where they belong. */
  function take(items: CartItems): void {
    lastChangeAt = world.now()
    publish({ items })
    if (owner.kind === 'shopper') {
      world.tell({ owner: owner.id, items })
      unsaved = true
      save()
      return
    }
    keep(items)
    if (owner.kind === 'visitor' && former && !former.changed) {
      former = { ...former, changed: true }
      keepFormer()
    }
  }

  function save(): void {
    saving ??= saveAll().finally(() => {
      saving = undefined
      // A change may have come between the last look at `unsaved` and now.
      if (unsaved && owner.kind === 'shopper') save()
    })
  }

  /** Saves until nothing is unsaved: one call at a time, each with the newest items, again until it landed. */
  async function saveAll(): Promise<void> {
    let pause = 500
    while (unsaved && owner.kind === 'shopper') {
      const { id } = owner
      unsaved = false
      const items = cart.get().items
      const reply = await world.save(items, id, known)
      if (owner.kind !== 'shopper' || owner.id !== id) return
      lastChangeAt = world.now()
      if (reply?.success && reply.cartItems) {
        takeIn(reply.cartItems, id)
        continue
      }
      if (reply?.success) {
        known = items
        // A tab that learned only now who is signed in has missed the change itself.
        if (sameCart(items, cart.get().items)) world.tell({ owner: id, items })
        pause = 500
        continue
      }
      // After 401 the check of the session, which is under way, says what becomes of the cart.
      if (reply && reply.status !== 401 && reply.status !== 429 && (reply.status ?? 0) < 500) {
        // The shop won't have it. Another account may be signed in by now; the check shows the right cart.
        world.onRefused(reply.message)
        world.refresh()
        return
      }
      unsaved = true
      await world.wait(pause)
      pause = Math.min(pause * 2, 15_000)
    }
  }

  /** The account's cart was changed on another device: what was changed here is put on top of it. */
  function takeIn(theirs: CartItems, userId: string): void {
    const items = combineCarts(known, cart.get().items, theirs)
    known = theirs
    if (!sameCart(items, theirs)) unsaved = true
    if (sameCart(items, cart.get().items)) return
    replaceBy(items)
    world.tell({ owner: userId, items })
  }

  /** Shows the account's cart, as it isn't what was shown. */
  function replaceBy(items: CartItems): void {
    const missing = Object.keys(cart.get().items).filter((id) => !Object.hasOwn(items, id))
    publish({ items })
    if (missing.length > 0) world.onMissing(missing)
  }

  /** Sends what is unsaved without waiting for the call under way: the page is about to go. */
  function saveNow(): void {
    if (!unsaved || owner.kind !== 'shopper') return
    unsaved = false
    void world.save(cart.get().items, owner.id, undefined).then((reply) => {
      if (!reply) unsaved = true
    })
  }

  /** Another tab of this browser kept something else under this key. */
  function storageChanged(key: string | null): void {
    // Taken or declined in another tab.
    if (owner.kind === 'shopper' && key === offerKey(owner.id) && countOf(kept(key)) === 0) endOffer()
    if (key === formerKey && owner.kind !== 'shopper') former = readFormer(world.read(formerKey))
    if (key !== guestKey || owner.kind === 'shopper') return
    if (owner.kind === 'unknown') keptAtLoad = kept(guestKey)
    publish({ items: owner.kind === 'unknown' ? replay(keptAtLoad, early) : kept(guestKey) })
  }

  /** Another tab of this browser changed the account's cart; that tab saves it. */
  function told(message: CartMessage): void {
    if (owner.kind !== 'shopper' || owner.id !== message.owner) return
    if (sameCart(message.items, cart.get().items)) return
    lastChangeAt = world.now()
    unsaved = false
    publish({ items: message.items })
  }

  function keep(items: CartItems, key = guestKey): void {
    world.write(key, countOf(items) === 0 ? null : JSON.stringify(items))
  }

  function kept(key: string): CartItems {
    return readCart(world.read(key))
  }

  function keepFormer(): void {
    world.write(formerKey, former ? JSON.stringify(former) : null)
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
    sessionChecked,
    storageChanged,
    told,
    saveNow,
    /** Resolves when every change so far is saved in the account; at once where there is nothing to save. */
    saved: async () => {
      if (saving) await saving
    },
  }
}

function readFormer(json: string | null): Former | undefined {
  try {
    const kept: unknown = JSON.parse(json ?? 'null')
    if (typeof kept !== 'object' || kept === null) return undefined
    const { id, changed } = kept as Record<string, unknown>
    return typeof id === 'string' ? { id, changed: changed === true } : undefined
  } catch {
    return undefined
  }
}
