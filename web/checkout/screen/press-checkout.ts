import type { Address } from '../../../contract/entities/address.ts'
import type { User } from '../../../contract/entities/user.ts'
import type { Totals } from '../../../contract/pricing/pricing.ts'
import type { CartLine } from '../../cart/cart-lines.ts'
import type { Session } from '../../client/make-session.ts'
import { type NextStep, nextStepOf } from '../placing/next-step.ts'
import type { OrderInput } from './order-request.ts'

/** What a press of the cart's button does before the checkout's next step, or instead of it. */
type Press =
  | { kind: 'nothing' }
  | { kind: 'remove'; lines: readonly CartLine[] }
  /** Enters the code that stands in its field: it may change the sum, which the shopper sees before ordering. */
  | { kind: 'enter code'; code: string }
  | { kind: 'next step'; totals: Totals }

type Pressed = Pick<OrderInput, 'totals' | 'soldOut'> & {
  /** Whether a press is being handled or has placed an order. */
  busy: boolean
  /** The step that the button shows. */
  step: NextStep
  /** A code that stands in the field, and wasn't entered yet. */
  waitingCode: string | undefined
}

/** Returns what a press of the cart's button does. */
export function pressOf({ busy, totals, soldOut, step, waitingCode }: Pressed): Press {
  if (busy || !totals) return { kind: 'nothing' }
  if (soldOut) return { kind: 'remove', lines: soldOut }
  if (step === 'place' && waitingCode !== undefined) return { kind: 'enter code', code: waitingCode }
  return { kind: 'next step', totals }
}

export type CheckoutState = {
  /** The step that the button shows. */
  step: NextStep
  session: Session
  /** The shopper's saved addresses; undefined until they are loaded. */
  addresses: readonly Address[] | undefined
  hasVisitorItems: boolean
  /** Whether a delivery window has to be chosen. */
  needsWindow?: boolean
}

/** What a press does at each step, and the calls to find out which step it is now. */
export type CheckoutActions = {
  refreshSession: () => Promise<Session>
  /** Resolves to undefined if the addresses can't be read. */
  readAddresses: (userId: string) => Promise<readonly Address[] | undefined>
  place: (shopper: User, addresses: readonly Address[]) => unknown
} & Record<Exclude<NextStep, 'place'>, () => unknown>

/**
 * Handles a press of the checkout's button: does the step that it shows. If that step has been done meanwhile, in
 * another window, nothing is done, since the button shows the next one then.
 */
export async function pressCheckout(
  { step, session, addresses, hasVisitorItems, needsWindow }: CheckoutState,
  actions: CheckoutActions,
): Promise<void> {
  const current = session.user?.isAccountVerified ? session : await actions.refreshSession()
  const saved =
    addresses ?? (current.user?.isAccountVerified ? await actions.readAddresses(current.user._id) : undefined)
  const next = nextStepOf(current, saved?.length, hasVisitorItems, needsWindow)
  if (step !== 'wait' && step !== next) return
  if (next !== 'place') await actions[next]()
  else if (current.user && saved) await actions.place(current.user, saved)
}
