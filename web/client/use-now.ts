import { useEffect, useState } from 'react'
import { shopNow } from '../shop-clock.ts'

/**
 * Returns the time by the shop's clock in milliseconds since 1970, updated every `every` milliseconds, and when the
 * page is shown again.
 */
export function useNow(every = 20_000): number {
  const [now, setNow] = useState(shopNow)
  useEffect(() => {
    const tick = () => setNow(shopNow())
    const timer = setInterval(tick, every)
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [every])
  return now
}
