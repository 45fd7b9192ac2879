/*
 * Why an order couldn't be handed over, and what follows: a rule that the owner reads in the seller's area.
 */

/** Why an order couldn't be handed over. */
export const failedAttemptReasons = ['no_answer', 'wrong_address', 'another_time', 'no_money', 'refused'] as const
export type FailedAttemptReason = (typeof failedAttemptReasons)[number]

/** Returns the reasons that a rider can give: `no_money` only if there is something to collect. */
export const reasonsFor = ({ toCollect }: { toCollect: number }): readonly FailedAttemptReason[] =>
  failedAttemptReasons.filter((reason) => reason !== 'no_money' || toCollect > 0)

/** The rider tries again later; or brings it back to the shop; or does so, and the shop cancels it. */
export type Consequence = 'again' | 'back' | 'cancel'

/** How often a rider tries an address where no one answers. */
export const maxAttempts = 2

const consequences: Readonly<Record<FailedAttemptReason, Consequence>> = {
  no_answer: 'again',
  wrong_address: 'back',
  another_time: 'back',
  no_money: 'back',
  refused: 'cancel',
}

/** Returns whether the shop cancels an order that came back for a reason: its shopper doesn't want it. */
export const endsInCancel = (reason: FailedAttemptReason): boolean => consequences[reason] === 'cancel'

export const cancelReasons = failedAttemptReasons.filter(endsInCancel)

/** Returns what follows. `attempts`: how often the rider has tried, this time included. */
export function consequenceOf(reason: FailedAttemptReason, attempts: number): Consequence {
  const consequence = consequences[reason]
  return consequence === 'again' && attempts >= maxAttempts ? 'back' : consequence
}
