/*
 * An open dialog adds an entry to the browser's history, so that Back closes it, as expected on a phone, instead of
 * leaving the page below. The entry has the page's own URL and state, and the router gets no events about it.
 */

/** `isAdded`: its entry is in the history. */
type Layer = { close: () => void; isAdded: boolean }
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

  /** Calls `go`, which navigates, once the entries of dialogs that were just closed are removed. */
  function whenClosed(go: () => void): void {
    if (pendingBacks > 0) afterBacks.push(go)
    else go()
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
    /**
     * Adds an entry, once those of dialogs that were just closed are removed: a step back that is pending would go past
     * it. `end` removes it again; after `leave` it stays in the history.
     */
    open(close: () => void): { end: () => void; leave: () => void } {
      const layer: Layer = { close, isAdded: false }
      layers.push(layer)
      whenClosed(() => {
        if (!layers.includes(layer)) return
        layer.isAdded = true
        history().pushState({ ...history().state, [mark]: true }, '')
      })
      return {
        end() {
          if (!forget(layer) || !layer.isAdded) return
          pendingBacks += 1
          history().back()
        },
        leave: () => void forget(layer),
      }
    },
    whenClosed,
  }
}
