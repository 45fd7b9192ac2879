import type { CartItems, PaymentType } from '../../contract/entities.ts'

/** What makes two presses of the button the same order. */
export type OrderContent = { items: CartItems; address: string; payment: PaymentType }

/** An attempt at an order: its key, and what it was about. */
export type OrderAttempt = { key: string; content: string }

/**
 * The attempt to send: the one before again while nobody knows what became of it, else a new one. `unanswered` is the
 * last attempt that got no reply; the shop then tells from its key whether it had placed that order already.
 */
export function attemptFor(
  content: OrderContent,
  unanswered: OrderAttempt | undefined,
  newKey: () => string,
): OrderAttempt {
  const mark = markOf(content)
  return unanswered?.content === mark ? unanswered : { key: newKey(), content: mark }
}

function markOf({ items, address, payment }: OrderContent): string {
  return JSON.stringify([address, payment, Object.entries(items).sort(([one], [other]) => (one < other ? -1 : 1))])
}

/** A key that no other attempt has. */
export function newKey(): string {
  // randomUUID exists only where the page came over HTTPS or from this machine.
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
