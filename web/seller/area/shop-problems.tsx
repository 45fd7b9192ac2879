import { useEffect } from 'react'
import { useInterval } from '../../client/use-interval.ts'
import { useRead } from '../../client/use-read.ts'
import { TriangleAlert } from '../../ui/icons.tsx'
import { sellerApi } from '../client/seller-api.ts'

/** Milliseconds between reads. */
const readInterval = 60_000

const rereads = new Set<() => void>()

/** Reads the problems again at once if any are shown: the seller may just have solved one. */
export function rereadProblems(): void {
  for (const reread of rereads) reread()
}

/**
 * Shows the shop's problems above every screen of the seller area; nothing if there are none. `onSettled` is called
 * after the first reply, or its failure.
 */
export function ShopProblems({ onSettled }: { onSettled: () => void }) {
  const { data, failure, reload } = useRead('problems', (signal) => sellerApi.seller.health(undefined, { signal }))
  useInterval(reload, readInterval)

  const hasProblems = data !== undefined && data.problems.length > 0
  useEffect(() => {
    if (!hasProblems) return
    rereads.add(reload)
    return () => void rereads.delete(reload)
  }, [hasProblems, reload])

  const settled = data !== undefined || failure !== undefined
  useEffect(() => {
    if (settled) onSettled()
  }, [settled, onSettled])

  return (
    <div role="status">
      {hasProblems && (
        <div className="mb-6 grid gap-2 rounded-card border border-mango bg-mango-soft px-4 py-3 text-ink max-sm:text-sm">
          {data.problems.map(({ code, message }) => (
            <p key={code} className="flex gap-3 leading-snug">
              <TriangleAlert className="mt-0.5 size-5 shrink-0" aria-hidden />
              <span className="min-w-0">{message}</span>
            </p>
          ))}
        </div>
      )}
    </div>
  )
}
