import { useEffect, useState } from 'react'

/** Prints one order alone: the id of the order that is being printed, and the function that starts it. */
export function usePrinting(): [string | undefined, (id: string) => void] {
  const [id, setId] = useState<string>()
  useEffect(() => {
    if (id === undefined) return
    const done = () => setId(undefined)
    window.addEventListener('afterprint', done, { once: true })
    window.print()
    return () => window.removeEventListener('afterprint', done)
  }, [id])
  return [id, setId]
}
