import { useEffect, useState } from 'react'
import { graceAfter, type ShownButton } from './order-press.ts'

/** Calls `then` after what has just been rendered is painted; returns the function that cancels it. */
function afterPaint(then: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  // The frame's callbacks run just before it is painted, and timers after it.
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(then)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/** The end of the grace period after a dialog was closed, on the clock of `performance.now()`. */
let acceptsFrom = 0

/** Call when a dialog closes. Begins a grace period: a second tap on its buttons must not press what was below them. */
export function dialogClosed(): void {
  acceptsFrom = Number.POSITIVE_INFINITY
  afterPaint(() => {
    acceptsFrom = performance.now() + graceAfter.seller
  })
}

/** Returns whether a press began before the end of the grace period after a dialog. */
export const wasForDialog = (pressedAt: number) => pressedAt < acceptsFrom

/** Returns the grace period of what a button shows, and the function to call while rendering a change of it. */
export function useShown(by?: 'seller' | 'other'): [ShownButton, (by: 'seller' | 'other') => void] {
  const [shown, setShown] = useState<ShownButton>(() => changed(by))
  useEffect(() => {
    const { from, by } = shown
    if (by === undefined) return
    if (from === Number.POSITIVE_INFINITY)
      return afterPaint(() => setShown({ from: performance.now() + graceAfter[by], by }))
    const timer = setTimeout(() => setShown({ from, by: undefined }), from - performance.now())
    return () => clearTimeout(timer)
  }, [shown])
  return [shown, (by) => setShown(changed(by))]
}

/**
 * Follows a figure that a dialog shows, such as an order's sum, while the dialog is open. Returns its grace period
 * (`shown`), and what it was when the dialog opened if it has changed (`before`). `fresh`: it is in the grace period of
 * another person's change.
 */
export function useFollowed<T>(figure: T, open = true): { shown: ShownButton; fresh: boolean; before: T | undefined } {
  const [shown, change] = useShown('seller')
  const [seen, setSeen] = useState({ open, first: figure, last: figure })
  // During rendering, so that a new figure can't be pressed before it counts as new.
  if (open && !seen.open) {
    setSeen({ open, first: figure, last: figure })
    change('seller')
  } else if (open && seen.last !== figure) {
    setSeen({ ...seen, last: figure })
    change('other')
  } else if (seen.open !== open) setSeen({ ...seen, open })
  const before = seen.first === figure ? undefined : seen.first
  return { shown, fresh: shown.by === 'other', before: open ? before : undefined }
}

function changed(by: ShownButton['by']): ShownButton {
  return { from: by === undefined ? performance.now() : Number.POSITIVE_INFINITY, by }
}

/**
 * Returns the grace period of the steps that are shown for an order with this status. `mine`: a step of this seller is
 * being sent.
 */
export function useShownSteps(status: string, mine: boolean): ShownButton {
  const [shown, change] = useShown()
  const [seen, setSeen] = useState({ status, mine })
  // During rendering, so that a new step can't be pressed before it counts as new.
  if (seen.status !== status || seen.mine !== mine) {
    setSeen({ status, mine })
    if (seen.status !== status) change(mine || seen.mine ? 'seller' : 'other')
  }
  return shown
}
