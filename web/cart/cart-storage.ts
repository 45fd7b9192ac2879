import type { CartItems } from '../../contract/entities/user.ts'
import { countOf, readCart } from './cart-items.ts'
import type { CartDeps, Former } from './cart-state.ts'

/*
 * The browser's storage of carts. It is untrusted when it is read: users and other programs may have written it.
 */

type Storage = Pick<CartDeps, 'read' | 'write'>

/** The storage key of a visitor's cart. */
export const visitorKey = 'talad.cart'
/** The storage key of the account whose session expired. */
export const formerKey = 'talad.cart.of'
/** The storage key of the visitor's items beside an account's cart, until they are accepted or declined. */
export const visitorItemsKey = (userId: string) => `talad.offer.${userId}`

/** Stores a cart; an empty one is deleted. */
export function storeCart(storage: Storage, items: CartItems, key = visitorKey): void {
  storage.write(key, countOf(items) === 0 ? null : JSON.stringify(items))
}

/** Returns a stored cart; an empty one if there is none, or if it is malformed. */
export function storedCart(storage: Storage, key = visitorKey): CartItems {
  return readCart(storage.read(key))
}

/** Stores the account whose session expired; undefined deletes it. */
export function storeFormer(storage: Storage, former: Former | undefined): void {
  storage.write(formerKey, former ? JSON.stringify(former) : null)
}

/** Returns the account whose session expired; undefined if there is none, or if it is malformed. */
export function storedFormer(storage: Storage): Former | undefined {
  try {
    const { id, changed } = JSON.parse(storage.read(formerKey) ?? '{}') as Record<string, unknown>
    return typeof id === 'string' ? { id, changed: changed === true } : undefined
  } catch {
    return undefined
  }
}
