/** Who changed what a button does; undefined if that was long ago. */
export type ChangedBy = 'seller' | 'other' | undefined

/** Since when presses of a button mean what it shows, on the clock of `performance.now()`. */
export type Shown = {
  /** Infinity until the button's present action is painted. */
  from: number
  by: ChangedBy
}

/**
 * Milliseconds after a change was painted in which presses are ignored. A second tap after the seller's own press was
 * meant for the button before it; another person's change takes longer to notice.
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
 * Returns what to do with a press of a button that began at `pressedAt`: `act` if the finger went down on what is shown
 * now; `tell` that another person changed it; `ignore` a press that meant what the seller's own press has replaced.
 */
export function resolvePress(pressedAt: number, { from, by }: Shown): 'act' | 'tell' | 'ignore' {
  if (pressedAt >= from) return 'act'
  return by === 'other' ? 'tell' : 'ignore'
}
