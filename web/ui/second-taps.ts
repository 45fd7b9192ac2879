/*
 * A double tap on a button that closes a dialog, or leaves its place to another one, would press with its second tap
 * what lies there now: an order instead of "Done". Such a second tap does nothing, on every screen.
 */

/** A press of mouse or finger. `control`: what it presses; `at` in milliseconds, `x` and `y` in pixels. */
export type Tap<Control> = { control: Control; at: number; x: number; y: number }

/** Milliseconds within which a second tap belongs to the first one. */
const doubleTapTime = 500
/** Pixels that a finger moves between the two. */
const doubleTapDistance = 24

/** Returns whether a tap is the second one of a double tap, and presses another control than the first one. */
export function isSecondTap<Control>(first: Tap<Control> | undefined, tap: Tap<Control>): boolean {
  return (
    first !== undefined &&
    first.control !== tap.control &&
    tap.at - first.at < doubleTapTime &&
    Math.hypot(tap.x - first.x, tap.y - first.y) < doubleTapDistance
  )
}

/** Starts to stop second taps on a page. A press by keyboard or script has no place, and isn't stopped. */
export function stopSecondTaps(target: Pick<Window, 'addEventListener'>): void {
  let last: Tap<Element> | undefined
  const stop = (event: MouseEvent) => {
    if (event.detail === 0 || !(event.target instanceof Element)) return
    const tap = { control: controlOf(event.target), at: event.timeStamp, x: event.clientX, y: event.clientY }
    if (!isSecondTap(last, tap)) {
      last = tap
      return
    }
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  target.addEventListener('click', stop, { capture: true })
}

/** Returns the control of an element: of a field and its label the field, because a press of one presses both. */
function controlOf(element: Element): Element {
  const control = element.closest('label, a, button, input, textarea, select, summary, [role]') ?? element
  return (control instanceof HTMLLabelElement ? control.control : undefined) ?? control
}
