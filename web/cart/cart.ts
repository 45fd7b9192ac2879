import type { CartItems } from '../../contract/entities/user.ts'
import { limits } from '../../contract/limits.ts'
import { api } from '../client/api.ts'
import { browserStorage } from '../client/browser-storage.ts'
import { whenReconnected } from '../client/connection.ts'
import { beforeSignOut, onSessionChecked, refreshSession } from '../client/session.ts'
import { makeWait } from '../client/wait.ts'
import { m } from '../messages/messages.ts'
import { toast } from '../ui/toast.ts'
import { quantityOf } from './cart-items.ts'
import { type CartMessage, makeCart } from './cart-machine.ts'

/*
 * The cart of this page: cart-machine.ts with the browser's storage, the shop's calls and toasts.
 */

const tabs =
  typeof window !== 'undefined' && 'BroadcastChannel' in window ? new BroadcastChannel('talad.cart') : undefined
const { wait, wake } = makeWait()
const loginToasts = () => import('./login-toasts.ts')
/** Hides the toast about `offer`, which may still be loading. */
let hideOffer: Promise<() => void> | undefined

const machine = makeCart({
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
  onMissing: (ids) =>
    void import('./toast-removed-products.ts').then(({ toastRemovedProducts }) => toastRemovedProducts(ids)),
  onAdopted: (picked) => void loginToasts().then(({ toastAdopted }) => toastAdopted(picked, () => dropAdopted(picked))),
  onOffer: (offer) => {
    hideOfferMessage()
    // The cart's screen shows the offer.
    if (offer && window.location.pathname !== '/cart')
      hideOffer = loginToasts().then(({ toastOffer }) => toastOffer(offer, acceptOffer))
  },
})

/** Removes the items that a visitor's cart brought into a new account, with an undo button. */
function dropAdopted(picked: CartItems): void {
  machine.withdraw(picked)
  sayWithUndo(m.cart_removed(), () => setQuantities(picked))
}

function sayWithUndo(text: string, onClick: () => void): void {
  toast.success(text, { action: { label: m.cart_undo(), onClick } })
}

/** Returns the cart; empty while rendering on the server. */
export const useCart = machine.cart.use

/** Adds one piece of a product, unless all counted stock is in the cart. `stock` is null if it isn't counted. */
export function addToCart(id: string, stock: number | null): void {
  if (stock !== null && quantityOf(cartNow(), id) >= stock)
    return void toast.error(m.product_only_left({ left: stock }))
  if (machine.change({ kind: 'add', id })) toast.success(m.cart_added())
}

/** Removes one piece of a product; the last one like `removeLine`. */
export function removeFromCart(id: string, onBack?: () => void): void {
  if (quantityOf(cartNow(), id) === 1) removeLine(id, onBack)
  else if (machine.change({ kind: 'remove', id })) toast.success(m.cart_removed())
}

export function setQuantity(id: string, quantity: number): void {
  if (machine.change({ kind: 'set', id, quantity })) toast.success(m.cart_updated())
}

/** Removes a product, with an undo button, which calls `onBack`. */
export function removeLine(id: string, onBack?: () => void): void {
  const quantity = quantityOf(cartNow(), id)
  if (machine.change({ kind: 'set', id, quantity: 0 }))
    sayWithUndo(m.cart_removed(), () => {
      if (machine.change({ kind: 'set', id, quantity })) onBack?.()
    })
}

/** Removes products that the catalogue no longer has, without a toast. */
export function dropVanished(ids: readonly string[]): void {
  for (const id of ids) machine.change({ kind: 'set', id, quantity: 0 })
}

/** Sets the quantities of several products at once, up to the limits of a cart, without a toast. */
export const setQuantities = machine.setAll
/** Returns the items in the cart. */
export const cartNow = () => machine.cart.get().items
/** Keeps the shown cart unchanged while an order of these items is being sent, until `releaseCart`. */
export const holdCart = machine.hold
/** Ends `holdCart` once the order's outcome is known, and removes ordered items. */
export const releaseCart = machine.release

/** Sets whether the next logout leaves the items in this browser's cart. */
export const keepOnLogout = machine.keepOnLogout

/** Adds the visitor's items to the account's cart. */
export function acceptOffer(): void {
  machine.acceptOffer()
  toast.success(m.cart_updated())
}

/** Declines the visitor's items; returns a function that offers them again. */
export const declineOffer = machine.declineOffer

/** Hides the offer's toast while the offer itself is shown. */
export function hideOfferMessage(): void {
  void hideOffer?.then((hide) => hide())
}

function start(): void {
  machine.load()
  onSessionChecked(machine.sessionChecked)
  whenReconnected(wake)
  beforeSignOut(() => Promise.race([machine.saved(), new Promise<void>((resolve) => setTimeout(resolve, 3000))]))
  window.addEventListener('pagehide', machine.saveNow)
  window.addEventListener('storage', ({ key }) => machine.storageChanged(key))
  if (tabs) tabs.onmessage = ({ data }: MessageEvent<CartMessage>) => machine.changedInOtherTab(data)
}

if (typeof window !== 'undefined') start()
