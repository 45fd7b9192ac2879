import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'

/*
 * An open dialog adds an entry to the browser's history, so that Back closes it, as expected on a phone, instead of
 * leaving the page below. The entry has the page's own URL and state, and the router gets no events about it.
 */

type Layer = { close: () => void }

const mark = 'talad.layer'
/** The open dialogs, the topmost last. */
const layers: Layer[] = []
/** How many steps back of this module are pending in the browser. */
let pendingBacks = 0
const afterBacks: (() => void)[] = []

function onPopState(event: PopStateEvent): void {
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
    window.history.back()
  }
}

const isMarked = (state: unknown) => typeof state === 'object' && state !== null && mark in state

// A capturing listener runs before the router's.
if (typeof window !== 'undefined') window.addEventListener('popstate', onPopState, { capture: true })

/** Adds an entry; `end` removes it again. */
function open(close: () => void): { layer: Layer; end: () => void } {
  const layer = { close }
  layers.push(layer)
  window.history.pushState({ ...window.history.state, [mark]: true }, '')
  return {
    layer,
    end() {
      if (!forget(layer)) return
      pendingBacks += 1
      window.history.back()
    },
  }
}

function forget(layer: Layer): boolean {
  const index = layers.indexOf(layer)
  if (index !== -1) layers.splice(index, 1)
  return index !== -1
}

/** Calls `go`, which navigates, once the entries of dialogs that were just closed are removed. */
export function whenClosed(go: () => void): void {
  if (pendingBacks > 0) afterBacks.push(go)
  else go()
}

/**
 * Makes Back close an open dialog. Returns a function to call when a link inside it is followed: the entry then stays,
 * to be replaced by the link's page (`<Link replace>`) or skipped later.
 */
export function useBackCloses(isOpen: boolean, close: () => void): () => void {
  const latest = useRef(close)
  const current = useRef<Layer>(undefined)
  useEffect(() => {
    latest.current = close
  })
  useLayoutEffect(() => {
    if (!isOpen) return
    const { layer, end } = open(() => latest.current())
    current.current = layer
    return end
  }, [isOpen])
  return useCallback(() => void (current.current && forget(current.current)), [])
}
