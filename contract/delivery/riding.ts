/*
 * What follows when a rider can't hand an order over: a rule that the owner reads in the seller's area.
 */

/** Why an order couldn't be handed over. */
export const failedTryReasons = ['no_answer', 'wrong_address', 'another_time', 'no_money', 'refused'] as const
export type FailedTryReason = (typeof failedTryReasons)[number]

/** Returns the reasons that a rider can give: `no_money` only if there is something to collect. */
export const reasonsFor = ({ toCollect }: { toCollect: number }): readonly FailedTryReason[] =>
  failedTryReasons.filter((reason) => reason !== 'no_money' || toCollect > 0)

/** The rider tries again later; or brings it back to the shop; or does so, and the shop cancels it. */
export type Follows = 'again' | 'back' | 'cancel'

/** How often a rider tries an address where no one answers. */
export const maxTries = 2

const followsOf: Readonly<Record<FailedTryReason, Follows>> = {
  no_answer: 'again',
  wrong_address: 'back',
  another_time: 'back',
  no_money: 'back',
  refused: 'cancel',
}

/** Returns what follows. `tries`: how often the rider has tried, this time included. */
export function whatFollows(reason: FailedTryReason, tries: number): Follows {
  const follows = followsOf[reason]
  return follows === 'again' && tries >= maxTries ? 'back' : follows
}

/** Limits of riders' calls. */
export const ridingLimits = {
  /** Orders that a rider has at a time. */
  orders: 30,
  receivedBy: 60,
  /** The most hours for which a tap counts as having waited on the phone. */
  waitedHours: 12,
  /** Of a tap with a longer wait than these hours the phone's clock was set meanwhile: it counts as sent at once. */
  acceptedHours: 24,
  /** Bytes of a photo, and its pixels. Phones make it smaller before they send it. */
  photoBytes: 6 * 1024 * 1024,
  photoPixels: 25_000_000,
  /** Width and height in pixels to which a photo is reduced. */
  photoSide: 1600,
  /** Days for which photos are kept. */
  photoDays: 90,
} as const
