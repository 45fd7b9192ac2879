import type { CartItems } from '../../contract/entities.ts'
import { limits } from '../../contract/limits.ts'
import { makeStore } from '../make-store.ts'
import { m } from '../messages/messages.ts'
import { api } from '../session/api.ts'
import { whenReconnected } from '../session/connection.ts'
import { beforeSignOut, onSessionChecked, refreshSession, type Session } from '../session/session.ts'
import { toast } from '../ui/toast.tsx'
import {
  type CartChange,
  changeCart,
  countOf,
  mergeCarts,
  quantityOf,
  readCart,
  replay,
  sameCart,
} from './cart-items.ts'

/*
 * The cart of this browser. A visitor's is kept here, as ids and quantities; a shopper's lives in the account, is
 * changed here at once and pushed after each change, the newest map last.
 */

export type Cart = {
  items: CartItems
  count: number
  /** False until it is known whose cart this is. */
  ready: boolean
  /** What the visitor had picked before signing in, while it is still on offer. */
  offer: CartItems | undefined
}

/** Whose cart it is: not known yet, a visitor's, or the account's with this id. */
type Owner = { kind: 'unknown' } | { kind: 'visitor' } | { kind: 'shopper'; id: string }

const guestKey = 'talad.cart'
/** What is on offer is kept for the account, until it is taken or declined. */
const offerKey = (userId: string) => `talad.offer.${userId}`
const nothing: Cart = { items: {}, count: 0, ready: false, offer: undefined }

const cart = makeStore(nothing)
let owner: Owner = { kind: 'unknown' }
/** What was kept when the page loaded, and what was changed since then without knowing whose cart it is. */
let keptAtLoad: CartItems = {}
let early: CartChange[] = []
let unsaved = false
let saving: Promise<void> | undefined
let lastChangeAt = 0
let tabs: BroadcastChannel | undefined
let wake: (() => void) | undefined
let hideOfferToast: (() => void) | undefined

/** The cart, live; empty while rendering on the server. */
export const useCart = cart.use

/** Puts one more of a product into the cart. */
export function addToCart(id: string): void {
  if (change({ kind: 'add', id })) toast.success(m.cart_added())
}

/** Takes one of a product out of the cart; the last one takes the product out. */
export function removeFromCart(id: string): void {
  if (change({ kind: 'remove', id })) toast.success(m.cart_removed())
}

export function setQuantity(id: string, quantity: number): void {
  if (change({ kind: 'set', id, quantity })) toast.success(m.cart_updated())
}

/** Takes all of a product out, with a way to have it back, of which `onBack` is told. */
export function removeLine(id: string, onBack?: () => void): void {
  const quantity = quantityOf(cart.get().items, id)
  if (change({ kind: 'set', id, quantity: 0 }))
    toast.success(m.cart_removed(), {
      action: {
        label: m.cart_undo(),
        onClick: () => {
          if (change({ kind: 'set', id, quantity })) onBack?.()
        },
      },
    })
}

export function emptyCart(): void {
  change({ kind: 'empty' })
}

/** Takes out products that the catalogue no longer has, without a toast of its own. */
export function dropVanished(ids: readonly string[]): void {
  for (const id of ids) change({ kind: 'set', id, quantity: 0 })
}

/** Adds several products at once, up to the limits of a cart. */
export function addItems(more: CartItems): void {
  const next = mergeCarts(cart.get().items, more)
  if (owner.kind === 'unknown')
    for (const [id, quantity] of Object.entries(next)) early.push({ kind: 'set', id, quantity })
  take(next)
  toast.success(m.cart_added())
}

/** Adds what the visitor had picked to the account's cart. */
export function acceptOffer(): void {
  const { offer } = cart.get()
  if (!offer) return
  dismissOffer()
  take(mergeCarts(cart.get().items, offer))
  toast.success(m.cart_updated())
}

export function dismissOffer(): void {
  hideOfferToast?.()
  if (owner.kind === 'shopper') keep({}, offerKey(owner.id))
  publish({ offer: undefined })
}

/** Where the offer itself is shown its message says nothing more. */
export function hideOfferMessage(): void {
  hideOfferToast?.()
}

/** Resolves when every change so far is saved in the account; at once where there is nothing to save. */
async function cartSaved(): Promise<void> {
  if (saving) await saving
}

function change(wish: CartChange): boolean {
  const next = changeCart(cart.get().items, wish)
  if (typeof next === 'string') {
    toast.error(
      next === 'quantity'
        ? m.cart_limit_quantity({ max: limits.quantity })
        : m.cart_limit_products({ max: limits.cartProducts }),
    )
    return false
  }
  if (sameCart(next, cart.get().items)) return false
  if (owner.kind === 'unknown') early.push(wish)
  take(next)
  return true
}

/** Makes these the items: shown at once, then kept or saved where they belong. */
function take(items: CartItems): void {
  lastChangeAt = performance.now()
  publish({ items })
  if (owner.kind === 'shopper') {
    tabs?.postMessage({ owner: owner.id, items })
    unsaved = true
    save()
  } else keep(items)
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
    const reply = await api.cart.update({ cartItems: cart.get().items, userId: id }).catch(() => undefined)
    if (owner.kind !== 'shopper' || owner.id !== id) return
    lastChangeAt = performance.now()
    if (reply?.success) {
      pause = 500
      continue
    }
    if (reply && reply.status !== 429 && reply.status < 500) {
      // The shop won't have it. Another account may be signed in by now; the check shows the right cart.
      toast.error(reply.message)
      unsaved = false
      void refreshSession({ fresh: true })
      return
    }
    unsaved = true
    await new Promise<void>((resolve) => {
      wake = resolve
      setTimeout(resolve, pause)
    })
    pause = Math.min(pause * 2, 15_000)
  }
}

function sessionChecked(session: Session, askedAt: number): void {
  if (session.user) {
    const { _id: id, cartItems } = session.user
    if (owner.kind === 'shopper' && owner.id === id) {
      // An answer asked for before the latest change, or while one is being saved, is older than what is shown.
      const stale = unsaved || saving !== undefined || askedAt <= lastChangeAt
      if (!stale && !sameCart(cartItems, cart.get().items)) publish({ items: cartItems })
      return
    }
    const picked = owner.kind === 'visitor' ? cart.get().items : owner.kind === 'unknown' ? keptAtLoad : {}
    const changes = owner.kind === 'unknown' ? early : []
    owner = { kind: 'shopper', id }
    early = []
    unsaved = false
    keep({})
    publish({ items: cartItems, ready: true, offer: undefined })
    const changed = replay(cartItems, changes)
    if (!sameCart(changed, cartItems)) take(changed)
    const offer = mergeCarts(kept(offerKey(id)), picked)
    if (countOf(picked) > 0) makeOffer(id, offer)
    else if (countOf(offer) > 0) publish({ offer })
    return
  }
  if (session.status === 'unknown' || owner.kind === 'visitor') return
  // What is kept here is a visitor's; with nothing kept the cart may be an account's.
  if (session.status === 'unanswered' && (owner.kind === 'shopper' || countOf(keptAtLoad) === 0)) return
  if (owner.kind === 'shopper') {
    dismissOffer()
    publish({ items: {} })
  }
  owner = { kind: 'visitor' }
  early = []
  unsaved = false
  publish({ ready: true })
}

function makeOffer(userId: string, offer: CartItems): void {
  keep(offer, offerKey(userId))
  publish({ offer })
  hideOfferToast = toast.success(m.cart_offer({ count: countOf(offer) }), {
    action: { label: m.cart_offer_add_now(), onClick: acceptOffer },
  })
}

function keep(items: CartItems, key = guestKey): void {
  try {
    if (countOf(items) === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(items))
  } catch {
    // Storage is full or forbidden: the cart then lasts as long as the page.
  }
}

function kept(key = guestKey): CartItems {
  try {
    return readCart(localStorage.getItem(key))
  } catch {
    return {}
  }
}

function publish(part: Partial<Cart>): void {
  const next = { ...cart.get(), ...part }
  cart.set({ ...next, count: countOf(next.items) })
}

/** Sends what is unsaved without waiting for the call under way: the page is about to go. */
function saveNow(): void {
  if (!unsaved || owner.kind !== 'shopper') return
  unsaved = false
  api.cart.update({ cartItems: cart.get().items, userId: owner.id }).catch(() => {
    unsaved = true
  })
}

function start(): void {
  keptAtLoad = kept()
  publish({ items: keptAtLoad })
  onSessionChecked(sessionChecked)
  whenReconnected(() => wake?.())
  beforeSignOut(() => Promise.race([cartSaved(), new Promise<void>((resolve) => setTimeout(resolve, 3000))]))
  window.addEventListener('pagehide', saveNow)
  window.addEventListener('storage', ({ key }) => {
    // Taken or declined in another tab.
    if (owner.kind === 'shopper' && key === offerKey(owner.id) && countOf(kept(key)) === 0) dismissOffer()
    if (key !== guestKey || owner.kind === 'shopper') return
    if (owner.kind === 'unknown') keptAtLoad = kept()
    publish({ items: owner.kind === 'unknown' ? replay(keptAtLoad, early) : kept() })
  })
  if ('BroadcastChannel' in window) {
    tabs = new BroadcastChannel('talad.cart')
    tabs.onmessage = ({ data }: MessageEvent<{ owner: string; items: CartItems }>) => {
      if (owner.kind !== 'shopper' || owner.id !== data.owner) return
      // The tab where it was changed saves it.
      lastChangeAt = performance.now()
      unsaved = false
      publish({ items: data.items })
    }
  }
}

if (typeof window !== 'undefined') start()
