import type { Session } from '../client/session.ts'

/** What stands between a shopper and the order; `wait` while that isn't known yet. In the order in which an order is refused. */
export type NextStep = 'wait' | 'login' | 'verify' | 'address' | 'place'

/** The next thing to do. `addresses` is how many the shopper has saved; undefined while that isn't known. */
export function nextStepOf({ status, user }: Session, addresses: number | undefined): NextStep {
  if (status === 'visitor') return 'login'
  if (!user) return 'wait'
  if (!user.isAccountVerified) return 'verify'
  if (addresses === undefined) return 'wait'
  return addresses === 0 ? 'address' : 'place'
}
