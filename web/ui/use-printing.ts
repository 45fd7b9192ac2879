import { useEffect, useState } from 'react'

/** Prints a single order. Returns the id of the order that is being printed, and a function that starts printing. */
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
