import type { Session } from '../client/session-machine.ts'

/** What stands between a shopper and the order; `wait` while that isn't known yet. In the order in which an order is refused. */
export type NextStep = 'wait' | 'login' | 'verify' | 'address' | 'offer' | 'place'

/**
 * The next thing to do. `addresses` is how many the shopper has saved; undefined while that isn't known. `hasOffer` says
 * that the cart still asks whether to take in what was picked before signing in: an order without the answer could be of
 * the wrong items.
 */
export function nextStepOf({ status, user }: Session, addresses: number | undefined, hasOffer: boolean): NextStep {
  if (status === 'visitor') return 'login'
  if (!user) return 'wait'
  if (!user.isAccountVerified) return 'verify'
  if (addresses === undefined) return 'wait'
  if (addresses === 0) return 'address'
  return hasOffer ? 'offer' : 'place'
}
