import { useEffect, useEffectEvent } from 'react'

/**
 * Calls `run` every `every` milliseconds; while the page is hidden, once when it is shown again. Never while `every` is
 * undefined.
 */
export function useInterval(run: () => void, every: number | undefined): void {
  const runNow = useEffectEvent(run)
  useEffect(() => {
    if (every === undefined) return
    let isDue = false
    const runIfVisible = () => {
      isDue = document.visibilityState !== 'visible'
      if (!isDue) runNow()
    }
    const timer = setInterval(runIfVisible, every)
    const ended = new AbortController()
    document.addEventListener('visibilitychange', () => isDue && runIfVisible(), { signal: ended.signal })
    return () => {
      clearInterval(timer)
      ended.abort()
    }
  }, [every])
}
