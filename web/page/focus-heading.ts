/** Moves the focus to the heading of the screen, without scrolling. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/**
 * Scrolls to the top of a screen that has become another one, and focuses its heading if the focused element is gone.
 */
export function showHeading(): void {
  window.scrollTo(0, 0)
  if (document.activeElement === document.body) focusHeading()
}
