/*
 * A double tap on a button that closes a dialog, or leaves its place to another one, would press with its second tap
 * what lies there now: an order instead of "Done". Such a second tap does nothing, on every screen.
 */

/** A press. `control`: what it presses; `at` in milliseconds, `x` and `y` in pixels. */
export type Press<Control> = {
  control: Control
  at: number
  x: number
  y: number
  by: 'finger' | 'mouse'
  /** The address of the page, and how far it is scrolled. */
  page: string
  scrolled: number
  /** How often the mouse was clicked there in a row, as the system counts. */
  clicks: number
  /** Whether it is so costly that also an impatient second tap must not press it. */
  isCostly: boolean
}

/** Milliseconds after a tap in which another one is its second, also for a costly control. */
const secondTapTime = { usual: 500, costly: 1500 }
/** Pixels that a finger moves between the two. */
const secondTapDistance = { usual: 24, costly: 40 }

/** Returns whether a press is the second one at a place, and presses another control than the first one. */
export function isSecondTap<Control>(first: Press<Control> | undefined, press: Press<Control>): boolean {
  if (first === undefined || first.control === press.control) return false
  // What was scrolled to there is meant.
  if (first.page === press.page && first.scrolled !== press.scrolled) return false
  if (press.by === 'mouse') return press.clicks > 1
  const kind = press.isCostly ? 'costly' : 'usual'
  return (
    press.at - first.at < secondTapTime[kind] &&
    Math.hypot(press.x - first.x, press.y - first.y) < secondTapDistance[kind]
  )
}

/** Starts to stop second taps on a page. A press by keyboard or script has no place, and isn't stopped. */
export function stopSecondTaps(target: Pick<Window, 'addEventListener' | 'location' | 'scrollY'>): void {
  let last: Press<Element> | undefined
  let by: Press<Element>['by'] = 'mouse'
  const stop = (event: MouseEvent) => {
    if (event.detail === 0 || !(event.target instanceof Element)) return
    const control = controlOf(event.target)
    const press: Press<Element> = {
      control,
      at: event.timeStamp,
      x: event.clientX,
      y: event.clientY,
      by,
      page: target.location.href,
      scrolled: target.scrollY,
      clicks: event.detail,
      isCostly: control.hasAttribute('data-costly'),
    }
    if (!isSecondTap(last, press)) {
      last = press
      return
    }
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  target.addEventListener(
    'pointerdown',
    ({ pointerType }) => {
      by = pointerType === 'mouse' ? 'mouse' : 'finger'
    },
    { capture: true },
  )
  target.addEventListener('click', stop, { capture: true })
}

/** Returns the control of an element: of a field and its label the field, because a press of one presses both. */
function controlOf(element: Element): Element {
  const control = element.closest('label, a, button, input, textarea, select, summary, [role]') ?? element
  return (control instanceof HTMLLabelElement ? control.control : undefined) ?? control
}
