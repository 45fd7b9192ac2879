import type { CartItems } from '../../contract/entities/user.ts'
import { limits } from '../../contract/values/limits.ts'
import { api } from '../client/api.ts'
import { browserStorage } from '../client/browser-storage.ts'
import { whenReconnected } from '../client/connection.ts'
import { beforeSignOut, onSessionChecked, refreshSession } from '../client/session.ts'
import { makeWait } from '../client/wait.ts'
import { m } from '../messages/messages.ts'
import { toast } from '../ui/toast.ts'
import { change, changedInOtherTab, load, removeItems, setAll, storageChanged, unfreeze } from './cart-changes.ts'
import { quantityOf } from './cart-items.ts'
import { sessionChecked } from './cart-owner.ts'
import { type CartMessage, makeCart } from './cart-state.ts'
import { saveItemsNow } from './set-items.ts'
import { addVisitorItems, removeVisitorItems } from './visitor-items.ts'

/*
 * The cart of this page: one state of cart-state.ts, with the browser's storage, the shop's calls and toasts.
 */

const tabs =
  typeof window !== 'undefined' && 'BroadcastChannel' in window ? new BroadcastChannel('talad.cart') : undefined
const { wait, wake } = makeWait()
const loginToasts = () => import('./login-toasts.ts')
/** Hides the toast about the visitor's items, which may still be loading. */
let hideToast: Promise<() => void> | undefined

const state = makeCart({
  read: browserStorage.read,
  write: browserStorage.write,
  save: (cartItems, userId, seen) => api.cart.update({ cartItems, userId, seen }).catch(() => undefined),
  broadcast: (message) => tabs?.postMessage(message),
  refresh: () => void refreshSession({ fresh: true }),
  now: () => performance.now(),
  wait,
  onLimit: (limit) =>
    toast.error(
      limit === 'quantity'
        ? m.cart_limit_quantity({ max: limits.quantity })
        : m.cart_limit_products({ max: limits.cartProducts }),
    ),
  onRefused: (message) => toast.error(message),
  onLeft: (ids) => void import('./toast-gone-products.ts').then(({ toastGoneProducts }) => toastGoneProducts(ids)),
  onAdopted: (picked) => void loginToasts().then(({ toastAdopted }) => toastAdopted(picked, () => dropAdopted(picked))),
  onVisitorItems: (visitorItems) => {
    hideVisitorItemsToast()
    // The cart's own screen shows them already.
    if (visitorItems && window.location.pathname !== '/cart')
      hideToast = loginToasts().then(({ toastVisitorItems }) => toastVisitorItems(visitorItems, acceptVisitorItems))
  },
})

/** Removes the items that a visitor's cart brought into a new account, with an undo button. */
function dropAdopted(picked: CartItems): void {
  removeItems(state, picked)
  sayWithUndo(m.cart_removed(), () => setQuantities(picked))
}

function sayWithUndo(text: string, onClick: () => void): void {
  toast.success(text, { action: { label: m.ui_undo(), onClick } })
}

/** Returns the cart; empty while rendering on the server. */
export const useCart = state.cart.use

/** Adds one piece of a product, unless all counted stock is in the cart. `stock` is null if it isn't counted. */
export function addToCart(id: string, stock: number | null): void {
  if (stock !== null && quantityOf(cartNow(), id) >= stock)
    return void toast.error(m.product_only_left({ left: stock }))
  if (change(state, { kind: 'add', id })) toast.success(m.cart_added())
}

/** Removes one piece of a product; the last one like `removeLine`. */
export function removeFromCart(id: string, onBack?: () => void): void {
  if (quantityOf(cartNow(), id) === 1) removeLine(id, onBack)
  else if (change(state, { kind: 'remove', id })) toast.success(m.cart_removed())
}

/** Sets the quantity of a product in the cart. */
export function setQuantity(id: string, quantity: number): void {
  if (change(state, { kind: 'set', id, quantity })) toast.success(m.cart_updated())
}

/** Removes a product, with an undo button, which calls `onBack`. */
export function removeLine(id: string, onBack?: () => void): void {
  const quantity = quantityOf(cartNow(), id)
  if (change(state, { kind: 'set', id, quantity: 0 }))
    sayWithUndo(m.cart_removed(), () => {
      if (change(state, { kind: 'set', id, quantity })) onBack?.()
    })
}

/** Removes products that the catalogue no longer has, without a toast. */
export function dropGone(ids: readonly string[]): void {
  for (const id of ids) change(state, { kind: 'set', id, quantity: 0 })
}

/** Sets the quantities of several products at once, up to the limits of a cart, without a toast. */
export const setQuantities = (quantities: CartItems) => setAll(state, quantities)
/** Returns the items in the cart. */
export const cartNow = () => state.cart.get().items
/** Keeps the shown cart unchanged while an order of these items is being sent, until `unfreezeCart`. */
export const freezeCart = (items: CartItems) => {
  state.ordered = items
}
/** Ends `freezeCart` once the order's outcome is known, and removes ordered items. */
export const unfreezeCart = (placed: boolean) => unfreeze(state, placed)

/** Sets whether the next logout leaves the items in this browser's cart. */
export const keepOnLogout = (keeps: boolean) => {
  state.keepsItems = keeps
}

/** Adds the visitor's items to the account's cart. */
export function acceptVisitorItems(): void {
  addVisitorItems(state)
  toast.success(m.cart_updated())
}

/** Declines the visitor's items; returns a function that shows them again. */
export const declineVisitorItems = () => removeVisitorItems(state)

/** Hides the toast while the visitor's items themselves are shown. */
export function hideVisitorItemsToast(): void {
  void hideToast?.then((hide) => hide())
}

function start(): void {
  load(state)
  onSessionChecked((session, requestedAt) => sessionChecked(state, session, requestedAt))
  whenReconnected(wake)
  beforeSignOut(() => Promise.race([state.saving, new Promise<void>((resolve) => setTimeout(resolve, 3000))]))
  window.addEventListener('pagehide', () => saveItemsNow(state))
  window.addEventListener('storage', ({ key }) => storageChanged(state, key))
  if (tabs) tabs.onmessage = ({ data }: MessageEvent<CartMessage>) => changedInOtherTab(state, data)
}

if (typeof window !== 'undefined') start()
