/*
 * An open dialog adds an entry to the browser's history, so that Back closes it, as expected on a phone, instead of
 * leaving the page below. The entry has the page's own URL and state, and the router gets no events about it.
 */

type Layer = { close: () => void }
type BrowserHistory = Pick<History, 'state' | 'pushState' | 'back'>
type BackEvent = Pick<PopStateEvent, 'state' | 'stopImmediatePropagation'>

const mark = 'talad.layer'
const isMarked = (state: unknown) => typeof state === 'object' && state !== null && mark in state

/** Keeps the entries of open dialogs in a browser's history, which is there once the first one opens. */
export function historyLayers(history: () => BrowserHistory) {
  /** The open dialogs, the topmost last. */
  const layers: Layer[] = []
  /** How many steps back of this module are pending in the browser. */
  let pendingBacks = 0
  const afterBacks: (() => void)[] = []

  function forget(layer: Layer): boolean {
    const index = layers.indexOf(layer)
    if (index !== -1) layers.splice(index, 1)
    return index !== -1
  }

  return {
    /** Handles an event before the router does. */
    onPopState(event: BackEvent): void {
      if (pendingBacks > 0) {
        pendingBacks -= 1
        event.stopImmediatePropagation()
        if (pendingBacks === 0) for (const go of afterBacks.splice(0)) go()
        return
      }
      const top = layers.pop()
      if (top) {
        event.stopImmediatePropagation()
        top.close()
        return
      }
      // The entry of a dialog that a followed link has closed: goes back to the page below it.
      if (isMarked(event.state)) {
        event.stopImmediatePropagation()
        history().back()
      }
    },
    /** Adds an entry. `end` removes it again; after `leave` it stays in the history. */
    open(close: () => void): { end: () => void; leave: () => void } {
      const layer = { close }
      layers.push(layer)
      history().pushState({ ...history().state, [mark]: true }, '')
      return {
        end() {
          if (!forget(layer)) return
          pendingBacks += 1
          history().back()
        },
        leave: () => void forget(layer),
      }
    },
    /** Calls `go`, which navigates, once the entries of dialogs that were just closed are removed. */
    whenClosed(go: () => void): void {
      if (pendingBacks > 0) afterBacks.push(go)
      else go()
    },
  }
}
