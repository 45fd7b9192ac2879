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
  /** How often the mouse was clicked there in a row, as the system counts. */
  clicks: number
  /** Whether it is so costly that also an impatient second tap must not press it. */
  isCostly: boolean
  /**
   * Whether it could not be pressed before the last press: it is new, on another screen, or was below a dialog. What
   * was there, and has moved or was scrolled to this place, is meant.
   */
  isUncovered: boolean
}

/** Milliseconds after a tap in which another one is its second, also for a costly control. */
const secondTapTime = { usual: 500, costly: 1500 }
/** Pixels that a finger moves between the two. */
const secondTapDistance = { usual: 24, costly: 40 }

/** Returns whether a press is the second one at a place, and presses what the first one has uncovered. */
export function isSecondTap<Control>(first: Press<Control> | undefined, press: Press<Control>): boolean {
  if (first === undefined || first.control === press.control || !press.isUncovered) return false
  if (press.by === 'mouse') return press.clicks > 1
  const kind = press.isCostly ? 'costly' : 'usual'
  return (
    press.at - first.at < secondTapTime[kind] &&
    Math.hypot(press.x - first.x, press.y - first.y) < secondTapDistance[kind]
  )
}

/** Starts to stop second taps on a page. A press by keyboard or script has no place, and isn't stopped. */
export function stopSecondTaps(window: Window): void {
  let last: Press<Element> | undefined
  let by: Press<Element>['by'] = 'mouse'
  let isUncovered: (control: Element) => boolean = () => false
  const stop = (event: MouseEvent) => {
    if (event.detail === 0 || !(event.target instanceof Element)) return
    const control = controlOf(event.target)
    const press: Press<Element> = {
      control,
      at: event.timeStamp,
      x: event.clientX,
      y: event.clientY,
      by,
      clicks: event.detail,
      isCostly: control.hasAttribute('data-costly'),
      isUncovered: isUncovered(control),
    }
    if (!isSecondTap(last, press)) {
      last = press
      isUncovered = uncoveredSince(window, control)
      return
    }
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  window.addEventListener(
    'pointerdown',
    ({ pointerType }) => {
      by = pointerType === 'mouse' ? 'mouse' : 'finger'
    },
    { capture: true },
  )
  window.addEventListener('click', stop, { capture: true })
}

const controls = 'label, a, button, input, textarea, select, summary, [role]'

/** Returns a function that says whether a control can be pressed only since now, when `pressed` is pressed. */
function uncoveredSince({ document, location }: Window, pressed: Element): (control: Element) => boolean {
  const screen = location.pathname
  const dialog = pressed.closest('[role=dialog]')
  const there = new WeakSet(document.querySelectorAll(controls))
  return (control) =>
    location.pathname !== screen || !there.has(control) || (dialog !== null && !dialog.contains(control))
}

/** Returns the control of an element: of a field and its label the field, because a press of one presses both. */
function controlOf(element: Element): Element {
  const control = element.closest(controls) ?? element
  return (control instanceof HTMLLabelElement ? control.control : undefined) ?? control
}
