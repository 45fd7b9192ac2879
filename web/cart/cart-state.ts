import type { CartItems } from '../../contract/entities/user.ts'
import { makeStore, type Store } from '../store.ts'
import { type CartChange, type CartLimit, countOf } from './cart-items.ts'

/*
 * The cart of this browser. A visitor's cart is stored in the browser, as ids and quantities. A shopper's is stored in
 * the account: changes show at once and are saved afterwards (optimistic updates). Storage, calls and messages are
 * passed in as `CartDeps`.
 */

export type Cart = {
  items: CartItems
  count: number
  /** False until the session check has replied whose cart this is. */
  ready: boolean
  /** Items picked before signing in that the shopper may still add to the account's cart. */
  visitorItems: CartItems | undefined
  /** Whether it was emptied elsewhere: its items were ordered, or removed in another tab or on another device. */
  emptiedElsewhere?: boolean
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
  /** Milliseconds, on the same clock as `requestedAt` of a session check. */
  now: () => number
  /** Resolves after this many milliseconds, or earlier when the connection is back. */
  wait: (milliseconds: number) => Promise<void>
  /** Called for a change that exceeds a limit of carts. */
  onLimit: (limit: CartLimit) => void
  /** Called with the shop's message if it refused to save. */
  onRefused: (message: string) => void
  /** Called with products that left the account's cart by a change elsewhere, or because the shop removed them. */
  onLeft: (ids: string[]) => void
  /** Called after a visitor's items became the account's cart. */
  onAdopted: (picked: CartItems) => void
  /** Called when the account's cart has a visitor's items beside it, and with undefined when they are answered. */
  onVisitorItems: (visitorItems: CartItems | undefined) => void
}

export type SaveReply = { success: boolean; status?: number; message: string; cartItems?: CartItems }
export type CartMessage = { owner: string; items: CartItems }

/** The owner of the cart, with the state of this kind of owner. */
export type Owner =
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

export type ShopperOwner = {
  kind: 'shopper'
  id: string
  /** The account's cart in the shop's last reply, or as last saved. */
  known: CartItems
  /** Whether there are changes that no running call saves. */
  unsaved: boolean
  /** The products whose quantities were changed here, not in another tab, since the shop last accepted a save. */
  changedHere: ReadonlySet<string>
}

/** The account whose session expired while its cart was shown, and whether the cart was changed since. */
export type Former = { id: string; changed: boolean }

/** The shared state of a cart's parts. Each part is a file of functions that take it first. */
export type CartState = Readonly<CartDeps> & {
  /** The state that the screens show. */
  readonly cart: Store<Cart>
  owner: Owner
  /** Whether the items stay in the browser, as a visitor's, when the shopper logs out. */
  keepsItems?: boolean
  /** The running save of the account's cart. */
  saving?: Promise<void>
  lastChangeAt: number
  /** Items of an order whose outcome isn't known. Until it is, the cart shows them and ignores replies of the shop. */
  ordered?: CartItems
}

/** Makes a cart. Call `load` before anything else. */
export const makeCart = (deps: CartDeps): CartState => ({
  ...deps,
  cart: makeStore<Cart>({ items: {}, count: 0, ready: false, visitorItems: undefined }),
  owner: { kind: 'unknown', storedAtLoad: {}, changes: [], former: undefined },
  lastChangeAt: 0,
})

/** Shows what has changed. */
export function publish({ cart }: CartState, part: Partial<Cart>): void {
  const next = { ...cart.get(), ...(part.items && { emptiedElsewhere: undefined }), ...part }
  cart.set({ ...next, count: countOf(next.items) })
}
