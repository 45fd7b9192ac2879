/*
 * On a slow line a page is there seconds before its scripts. A button marked with `data-early` that is pressed meanwhile
 * looks busy (early-presses-script.js), and does its work once the app answers.
 */

declare global {
  interface Window {
    earlyPresses?: { buttons: HTMLElement[]; stop: () => void }
  }
}

/** Presses anew what was pressed before the app was there. Called once, when it is. */
export function replayEarlyPresses(): void {
  const early = window.earlyPresses
  early?.stop()
  for (const button of early?.buttons.splice(0) ?? []) {
    button.removeAttribute('aria-busy')
    if (button.isConnected) button.click()
  }
}
