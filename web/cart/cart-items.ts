import type { CartItems } from '../../contract/entities/user.ts'
import { limits } from '../../contract/values/limits.ts'
import { readWhole } from '../../contract/values/read-whole.ts'

/** A change of the cart. A quantity of zero removes the product. */
export type CartChange =
  | { kind: 'add'; id: string }
  | { kind: 'remove'; id: string }
  | { kind: 'set'; id: string; quantity: number }

/** The limit that prevents a change: pieces of one product, or different products. */
export type CartLimit = 'quantity' | 'products'

/** Makes one change; returns the new cart, or the limit that prevents it. Doesn't modify its arguments. */
export function changeCart(items: CartItems, change: CartChange): CartItems | CartLimit {
  const current = quantityOf(items, change.id)
  const wanted = change.kind === 'set' ? Math.floor(change.quantity) : current + (change.kind === 'add' ? 1 : -1)
  if (wanted > limits.quantity) return 'quantity'
  if (wanted <= 0) return withoutIds(items, [change.id])
  if (current === 0 && Object.keys(items).length >= limits.cartProducts) return 'products'
  return { ...items, [change.id]: wanted }
}

/** Applies changes in turn to another cart, omitting those that its limits prevent. */
export function replay(items: CartItems, changes: readonly CartChange[]): CartItems {
  let result = items
  for (const change of changes) {
    const next = changeCart(result, change)
    if (typeof next !== 'string') result = next
  }
  return result
}

/** Adds one cart to another, up to the limits of a cart. */
export function mergeCarts(items: CartItems, more: CartItems): CartItems {
  const result = { ...items }
  for (const [id, quantity] of Object.entries(more)) {
    const current = quantityOf(result, id)
    if (current === 0 && Object.keys(result).length >= limits.cartProducts) continue
    result[id] = Math.min(current + quantity, limits.quantity)
  }
  return result
}

/** Returns the products whose quantities differ in two carts. */
export function differingIds(one: CartItems, other: CartItems): string[] {
  const ids = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...ids].filter((id) => quantityOf(one, id) !== quantityOf(other, id))
}

/** Merges two devices' carts: the products with these ids are as in `mine`, all others as in `theirs`. */
export function combineCarts(mine: CartItems, theirs: CartItems, ids: Iterable<string>): CartItems {
  return replay(
    theirs,
    Array.from(ids, (id): CartChange => ({ kind: 'set', id, quantity: quantityOf(mine, id) })),
  )
}

/** Subtracts the quantities of `less` from a cart. */
export function subtractCarts(items: CartItems, less: CartItems): CartItems {
  return Object.fromEntries(
    Object.entries(items)
      .map(([id, quantity]): [string, number] => [id, quantity - quantityOf(less, id)])
      .filter(([, quantity]) => quantity > 0),
  )
}

/** Returns the cart without some products. */
export function withoutIds(items: CartItems, ids: readonly string[]): CartItems {
  return Object.fromEntries(Object.entries(items).filter(([id]) => !ids.includes(id)))
}

/** Returns the pieces of one product in the cart. Reads own keys only. */
export function quantityOf(items: CartItems, id: string): number {
  return Object.hasOwn(items, id) ? (items[id] ?? 0) : 0
}

/** Returns the pieces in the cart. */
export function countOf(items: CartItems): number {
  return Object.values(items).reduce((sum, quantity) => sum + quantity, 0)
}

/** Returns whether two carts have the same products and quantities. */
export function sameCart(one: CartItems, other: CartItems): boolean {
  const ids = Object.keys(one)
  return ids.length === Object.keys(other).length && ids.every((id) => quantityOf(other, id) === one[id])
}

/** Parses a stored cart from untrusted JSON: anything but an id with a whole quantity in range is left out. */
export function readCart(json: string | null): CartItems {
  let stored: unknown
  try {
    stored = JSON.parse(json ?? '{}')
  } catch {
    return {}
  }
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return {}
  return Object.fromEntries(
    Object.entries(stored)
      .filter(
        (entry): entry is [string, number] =>
          /^[0-9a-f-]{36}$/i.test(entry[0]) &&
          Number.isInteger(entry[1]) &&
          entry[1] >= 1 &&
          entry[1] <= limits.quantity,
      )
      .slice(0, limits.cartProducts),
  )
}

/**
 * Returns the quantities of the selector: 1 to `usual`, or up to the current quantity if that is larger; of the pieces
 * that are left, if they are counted. The current quantity is always among them.
 */
export function selectableQuantities(current: number, usual: number, stock: number | null): number[] {
  const left = stock ?? Number.POSITIVE_INFINITY
  return Array.from({ length: Math.max(usual, current) }, (_, index) => index + 1).filter(
    (quantity) => quantity <= left || quantity === current,
  )
}

/** Returns the whole number that was typed, also in Thai digits; undefined for other text. */
export const typedQuantity = (text: string) => readWhole(text, { max: 9999 })
