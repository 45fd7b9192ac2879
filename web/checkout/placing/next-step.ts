import type { Session } from '../../client/make-session.ts'

/** The steps to an order, sorted as the server checks them; `wait` while it isn't known which are done. */
export type NextStep = 'wait' | 'login' | 'verify' | 'address' | 'visitor items' | 'window' | 'place'

/**
 * Returns the next step. `addresses`: how many the shopper has saved; undefined while that isn't known.
 * `hasVisitorItems`: the cart asks whether to add the items picked before signing in, which has to be answered before
 * the order. `needsWindow`: the shop has delivery windows, and none is chosen.
 */
export function nextStepOf(
  { status, user }: Session,
  addresses: number | undefined,
  hasVisitorItems: boolean,
  needsWindow = false,
): NextStep {
  if (status === 'visitor') return 'login'
  if (!user) return 'wait'
  if (!user.isAccountVerified) return 'verify'
  if (addresses === undefined) return 'wait'
  if (addresses === 0) return 'address'
  if (hasVisitorItems) return 'visitor items'
  return needsWindow ? 'window' : 'place'
}
