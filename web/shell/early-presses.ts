/*
 * On a slow connection a page is visible seconds before it is hydrated. A button with `data-early` that is pressed
 * meanwhile looks busy (early-presses-script.js), and the press is replayed after hydration.
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
