import { type RefObject, useEffect } from 'react'

/**
 * Keeps an element's height in its variable `--own-height`, by which what sticks can show its end in a lower window.
 */
export function useOwnHeight(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = box.current
    if (!element) return
    const watcher = new ResizeObserver(() => element.style.setProperty('--own-height', `${element.offsetHeight}px`))
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [box])
}
