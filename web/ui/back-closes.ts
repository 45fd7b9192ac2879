import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'

/*
 * An open window takes an entry of the browser's history, so that Back closes it, as on a phone people expect, instead
 * of leaving the page below. The entry has the page's own address and state: the router never sees the steps to and from
 * it.
 */

type Layer = { close: () => void }

const mark = 'talad.layer'
/** What is open, the topmost last. */
const layers: Layer[] = []
/** Steps back that this module made itself and that the browser hasn't taken yet. */
let own = 0
const waiting: (() => void)[] = []

function onPopState(event: PopStateEvent): void {
  if (own > 0) {
    own -= 1
    event.stopImmediatePropagation()
    if (own === 0) for (const go of waiting.splice(0)) go()
    return
  }
  const top = layers.pop()
  if (top) {
    event.stopImmediatePropagation()
    top.close()
    return
  }
  // An entry whose window is gone, because a link in it was followed: the page below it is meant.
  if (isMarked(event.state)) {
    event.stopImmediatePropagation()
    window.history.back()
  }
}

const isMarked = (state: unknown) => typeof state === 'object' && state !== null && mark in state

// Capturing listeners come before the router's, which bubbles.
if (typeof window !== 'undefined') window.addEventListener('popstate', onPopState, { capture: true })

/** Adds the entry; returns what takes it away again. */
function open(close: () => void): { layer: Layer; end: () => void } {
  const layer = { close }
  layers.push(layer)
  window.history.pushState({ ...window.history.state, [mark]: true }, '')
  return {
    layer,
    end() {
      if (!forget(layer)) return
      own += 1
      window.history.back()
    },
  }
}

function forget(layer: Layer): boolean {
  const at = layers.indexOf(layer)
  if (at !== -1) layers.splice(at, 1)
  return at !== -1
}

/** Calls `go`, which leads to another page, once the entries of windows that were just closed are gone. */
export function whenClosed(go: () => void): void {
  if (own > 0) waiting.push(go)
  else go()
}

/**
 * Lets Back close what is open. Returns the function to call when a link inside it is followed: the entry then stays for
 * the link's page to replace (`<Link replace>`), or to be stepped over later.
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
