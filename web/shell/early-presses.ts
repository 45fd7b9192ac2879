/*
 * On a slow connection a page is visible seconds before it is hydrated. A button with `data-early` that is pressed
 * meanwhile looks busy, and so does the button of a form with `method="post"`; the press is replayed after hydration.
 * Otherwise the browser would send the form itself, and show it again without the typed text.
 *
 * The script that holds the presses, early-presses-script.js, is part of the page: a file would arrive after the
 * buttons.
 */

declare global {
  interface Window {
    earlyPresses?: { buttons: HTMLElement[]; stop: () => void }
  }
}

/** Replays presses from before hydration. Called once after it. */
export function replayEarlyPresses(): void {
  const early = window.earlyPresses
  early?.stop()
  for (const button of early?.buttons.splice(0) ?? []) {
    button.removeAttribute('aria-busy')
    if (button.isConnected) button.click()
  }
}
