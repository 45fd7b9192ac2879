import { paymentReturnOf } from '../../contract/payments/payment-return.ts'

/**
 * Returns the id of the order that was just placed, from the state of the history entry, which survives reload and
 * Back, or from the URL that the payment page returns to.
 */
export function placedIdOf(state: unknown, search: URLSearchParams): string | undefined {
  const placed = typeof state === 'object' && state !== null && 'placed' in state ? state.placed : undefined
  if (typeof placed === 'string') return placed
  const back = paymentReturnOf(search)
  return back?.payment === 'done' ? back.order : undefined
}
