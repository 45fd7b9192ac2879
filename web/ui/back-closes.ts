import { useCallback, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { historyLayers } from './history-layers.ts'

const layers = historyLayers(() => window.history)

// A capturing listener runs before the router's.
if (typeof window !== 'undefined') window.addEventListener('popstate', layers.onPopState, { capture: true })

/** Calls `go`, which navigates, once the entries of dialogs that were just closed are removed. */
export const whenClosed = layers.whenClosed

/**
 * Makes Back close an open dialog. Returns a function to call when a link inside it is followed: the entry then stays,
 * to be replaced by the link's page (`<Link replace>`) or skipped later.
 */
export function useBackCloses(isOpen: boolean, close: () => void): () => void {
  const closeNow = useEffectEvent(close)
  const leave = useRef<() => void>(undefined)
  useLayoutEffect(() => {
    if (!isOpen) return
    const layer = layers.open(() => closeNow())
    leave.current = layer.leave
    return layer.end
  }, [isOpen])
  return useCallback(() => leave.current?.(), [])
}
