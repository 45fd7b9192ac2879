import type { CartItems } from '../../contract/entities.ts'
import { limits } from '../../contract/limits.ts'

/** One wish about the cart. A quantity of zero takes the product out. */
export type CartChange =
  | { kind: 'add'; id: string }
  | { kind: 'remove'; id: string }
  | { kind: 'set'; id: string; quantity: number }
  | { kind: 'empty' }

/** Why a change can't be made: no more pieces of one product, or no more different products. */
export type CartLimit = 'quantity' | 'products'

/** Makes one change; gives the new cart, or the limit in its way. Never changes what it was given. */
export function changeCart(items: CartItems, change: CartChange): CartItems | CartLimit {
  if (change.kind === 'empty') return {}
  const now = quantityOf(items, change.id)
  const wanted = change.kind === 'set' ? Math.floor(change.quantity) : now + (change.kind === 'add' ? 1 : -1)
  if (wanted > limits.quantity) return 'quantity'
  if (wanted <= 0) return withoutIds(items, [change.id])
  if (now === 0 && Object.keys(items).length >= limits.cartProducts) return 'products'
  return { ...items, [change.id]: wanted }
}

/** Makes changes one after the other on another cart, leaving out those that its limits forbid. */
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
    const now = quantityOf(result, id)
    if (now === 0 && Object.keys(result).length >= limits.cartProducts) continue
    result[id] = Math.min(now + quantity, limits.quantity)
  }
  return result
}

/**
 * What two devices made of one cart, put together: a product whose quantity was changed here, from `before` to `mine`, is as
 * it is here; every other is as in `theirs`.
 */
export function combineCarts(before: CartItems, mine: CartItems, theirs: CartItems): CartItems {
  let result = theirs
  for (const id of new Set([...Object.keys(before), ...Object.keys(mine)])) {
    const quantity = quantityOf(mine, id)
    if (quantity !== quantityOf(before, id)) result = replay(result, [{ kind: 'set', id, quantity }])
  }
  return result
}

/** Takes one cart out of another: of each product as many pieces as `less` has. */
export function subtractCarts(items: CartItems, less: CartItems): CartItems {
  return Object.fromEntries(
    Object.entries(items)
      .map(([id, quantity]): [string, number] => [id, quantity - quantityOf(less, id)])
      .filter(([, quantity]) => quantity > 0),
  )
}

export function withoutIds(items: CartItems, ids: readonly string[]): CartItems {
  return Object.fromEntries(Object.entries(items).filter(([id]) => !ids.includes(id)))
}

/** Pieces of one product in the cart. Looks only at the map's own keys. */
export function quantityOf(items: CartItems, id: string): number {
  return Object.hasOwn(items, id) ? (items[id] ?? 0) : 0
}

/** Pieces in the cart. */
export function countOf(items: CartItems): number {
  return Object.values(items).reduce((sum, quantity) => sum + quantity, 0)
}

export function sameCart(one: CartItems, other: CartItems): boolean {
  const ids = Object.keys(one)
  return ids.length === Object.keys(other).length && ids.every((id) => quantityOf(other, id) === one[id])
}

/** Reads a kept cart from JSON, whatever it holds: what isn't an id with a whole quantity in range is left out. */
export function readCart(json: string | null): CartItems {
  let kept: unknown
  try {
    kept = JSON.parse(json ?? '{}')
  } catch {
    return {}
  }
  if (typeof kept !== 'object' || kept === null || Array.isArray(kept)) return {}
  return Object.fromEntries(
    Object.entries(kept)
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

/** What the quantity selector offers: 1 to `usual`, or up to the current quantity where that is larger. */
export function selectableQuantities(current: number, usual: number): number[] {
  return Array.from({ length: Math.max(usual, current) }, (_, index) => index + 1)
}
