/** Who changed what a button does; undefined after the grace period. */
export type ChangedBy = 'seller' | 'other' | undefined

/** What a button shows, and the grace period after a change of it, in which presses don't count. */
export type ShownButton = {
  /** The end of the grace period, on the clock of `performance.now()`; infinity until the change is painted. */
  from: number
  by: ChangedBy
}

/**
 * The grace period, in milliseconds after a change was painted. A second tap after the seller's own press was meant for
 * the button before it; another person's change takes longer to notice.
 */
export const graceAfter = { seller: 700, other: 1000 } as const

/**
 * Returns when a press began: the `timeStamp` of its event, on a slow page long before the event is handled. `now` if a
 * browser's events have another clock than `performance.now()`.
 */
export function pressTime(timeStamp: number, now: number): number {
  return timeStamp <= now && timeStamp > now - 60_000 ? timeStamp : now
}

/**
 * Returns what to do with a press of a button that began at `pressedAt`. `act` after the grace period; within it `tell`
 * if another person has changed the button, and `ignore` if the seller has.
 */
export function resolvePress(pressedAt: number, { from, by }: ShownButton): 'act' | 'tell' | 'ignore' {
  if (pressedAt >= from) return 'act'
  return by === 'other' ? 'tell' : 'ignore'
}
