import type { CartItems, PaymentType } from '../../contract/entities.ts'

/** What the shopper asks for by pressing the button. */
export type Wish = {
  userId: string
  items: CartItems
  /** Id of the address. */
  address: string
  payment: PaymentType
  /** The sum on the button, in cents. */
  total: number
}

/** An order on its way: the key by which the shop knows it again, and when it was sent (milliseconds since 1970). */
export type Attempt = Wish & {
  key: string
  sentAt: number
  /** The shop has said that this key made no order. */
  unplaced?: boolean
}

/**
 * The attempt to send for a wish. It has the key of `last` where that asked for the same: should its request still
 * arrive, the two are one order.
 */
export function attemptFor(
  wish: Wish,
  last: Attempt | undefined,
  { now, newKey }: { now: () => number; newKey: () => string },
): Attempt {
  return { ...wish, sentAt: now(), key: last && isSameOrder(last, wish) ? last.key : newKey() }
}

/** Whether two wishes are the same order to the shop. */
export function isSameOrder(one: Wish, other: Wish): boolean {
  return markOf(one) === markOf(other)
}

function markOf({ userId, items, address, payment }: Wish): string {
  const lines = Object.entries(items).sort(([one], [other]) => (one < other ? -1 : 1))
  return JSON.stringify([userId, address, payment, lines])
}

/** Reads a kept attempt from JSON; undefined when it isn't one. */
export function readAttempt(json: string | null): Attempt | undefined {
  try {
    const kept = JSON.parse(json ?? 'null') as Partial<Attempt> | null
    const isWhole =
      typeof kept?.key === 'string' &&
      typeof kept.userId === 'string' &&
      typeof kept.address === 'string' &&
      typeof kept.sentAt === 'number' &&
      typeof kept.total === 'number' &&
      (kept.payment === 'COD' || kept.payment === 'Online') &&
      typeof kept.items === 'object' &&
      kept.items !== null
    return isWhole ? (kept as Attempt) : undefined
  } catch {
    return undefined
  }
}

/** A key that no other attempt has. */
export function newKey(): string {
  // randomUUID exists only where the page came over HTTPS or from this machine.
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
