import { paymentReturnOf } from '../../contract/payment-return.ts'

/**
 * The order that has just been placed, as the way to My orders says it: the state of the history entry, which outlives
 * a reload and Back, or the address to which the payment page leads.
 */
export function placedIdOf(state: unknown, search: URLSearchParams): string | undefined {
  const placed = typeof state === 'object' && state !== null && 'placed' in state ? state.placed : undefined
  if (typeof placed === 'string') return placed
  const back = paymentReturnOf(search)
  return back?.payment === 'done' ? back.order : undefined
}
