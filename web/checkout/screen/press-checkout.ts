import type { Address } from '../../../contract/entities/address.ts'
import type { User } from '../../../contract/entities/user.ts'
import type { Session } from '../../client/make-session.ts'
import { type NextStep, nextStepOf } from '../placing/next-step.ts'

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
