import { type RefObject, useEffect } from 'react'

/** Reserves the height of a bar that sticks to the bottom, so that messages and focused fields stay clear of it. */
export function useStuckBottom(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = bar.current
    if (!element) return
    const root = document.documentElement.style
    const reserve = () => {
      // In a low window `bottom` is negative, so the bar doesn't stick.
      const { position, bottom } = getComputedStyle(element)
      const sticks = position === 'sticky' && Number.parseFloat(bottom) >= 0
      root.setProperty('--stuck-bottom', sticks ? `${element.offsetHeight}px` : '0rem')
    }
    const watcher = new ResizeObserver(reserve)
    watcher.observe(element)
    return () => {
      watcher.disconnect()
      root.removeProperty('--stuck-bottom')
    }
  }, [bar])
}
