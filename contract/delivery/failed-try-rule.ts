/*
 * Why an order couldn't be handed over, and what follows: a rule that the owner reads in the seller's area.
 */

/** Why an order couldn't be handed over. */
export const failedTryReasons = ['no_answer', 'wrong_address', 'another_time', 'no_money', 'refused'] as const
export type FailedTryReason = (typeof failedTryReasons)[number]

/** Returns the reasons that a rider can give: `no_money` only if there is something to collect. */
export const reasonsFor = ({ toCollect }: { toCollect: number }): readonly FailedTryReason[] =>
  failedTryReasons.filter((reason) => reason !== 'no_money' || toCollect > 0)

/** The rider tries again later; or brings it back to the shop; or does so, and the shop cancels it. */
export type Consequence = 'again' | 'back' | 'cancel'

/** How often a rider tries an address where no one answers. */
export const maxTries = 2

const consequences: Readonly<Record<FailedTryReason, Consequence>> = {
  no_answer: 'again',
  wrong_address: 'back',
  another_time: 'back',
  no_money: 'back',
  refused: 'cancel',
}

/** Returns what follows. `tries`: how often the rider has tried, this time included. */
export function consequenceOf(reason: FailedTryReason, tries: number): Consequence {
  const consequence = consequences[reason]
  return consequence === 'again' && tries >= maxTries ? 'back' : consequence
}
