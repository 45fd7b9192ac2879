import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { CartItems, Product } from '../../contract/entities.ts'
import { api, failureWords } from '../client/api.ts'
import { whenReconnected } from '../client/connection.ts'
import { productName } from '../product/product-words.ts'
import { toast } from '../ui/toast.tsx'
import { type CartLine, linesOfCart } from './cart-lines.ts'
import { dropVanished } from './cart-store.ts'
import { knownNames } from './known-names.ts'
import { keepPrices, keptPrices, type SeenPrices, withSeen } from './seen-prices.ts'
import { vanishedWords } from './tell-vanished.ts'

/** Milliseconds between two looks at the prices of a cart that lies open. */
const lookEvery = 60_000

export type CartLines = {
  lines: CartLine[]
  /** Products whose data is still on the way. */
  missing: number
  /** Prices are being read again, so that no sum is to be trusted yet. */
  checking: boolean
  failure: string | undefined
  /** Reads names, prices and stock again. */
  reload: () => void
}

/**
 * The lines of a cart with the products' data of now, once it is `ready`. What the catalogue no longer has leaves the
 * cart, with a word.
 */
export function useCartLines(items: CartItems, ready: boolean): CartLines {
  const [products, setProducts] = useState<ReadonlyMap<string, Product>>(new Map())
  const [failure, setFailure] = useState<string>()
  const [checking, setChecking] = useState(false)
  // A new round reads the same products again. A quiet one goes on showing the sums meanwhile.
  const [round, setRound] = useState({ number: 0, quiet: false })
  const answered = useRef(0)

  const ids = useMemo(() => Object.keys(items).sort(), [items])
  const unknown = ids.filter((id) => !products.has(id)).join(',')
  const asked = useRef(ids)
  asked.current = ids

  useEffect(() => {
    if (!ready || asked.current.length === 0) return
    if (unknown === '' && round.number === answered.current) return
    const ended = new AbortController()
    const wanted = asked.current
    setChecking(!round.quiet)
    api.product.byIds({ ids: wanted.join(',') }, { signal: ended.signal }).then(
      (reply) => {
        if (ended.signal.aborted) return
        setChecking(false)
        if (!reply.success) return setFailure(reply.message)
        setFailure(undefined)
        answered.current = round.number
        const found = new Map(reply.products.map((product) => [product._id, product]))
        const gone = wanted.filter((id) => !found.has(id) && asked.current.includes(id))
        if (gone.length > 0) {
          dropVanished(gone)
          toast.error(vanishedWords(gone))
        }
        for (const product of reply.products) knownNames.set(product._id, productName(product))
        setProducts(found)
      },
      (error) => {
        if (ended.signal.aborted) return
        setChecking(false)
        setFailure(failureWords(error))
      },
    )
    return () => {
      ended.abort()
      // What was asked for may have left the cart, so that nothing is read in its place.
      setChecking(false)
    }
  }, [ready, unknown, round])

  const reload = useCallback(() => setRound(({ number }) => ({ number: number + 1, quiet: false })), [])
  const failed = failure !== undefined
  useEffect(() => (failed ? whenReconnected(reload) : undefined), [failed, reload])
  // Who comes back to a tab left open sees today's prices; so does who looks at it for long.
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') setRound(({ number }) => ({ number: number + 1, quiet: true }))
    }
    const timer = setInterval(look, lookEvery)
    document.addEventListener('visibilitychange', look)
    window.addEventListener('focus', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('focus', look)
    }
  }, [])

  const seen = useSeenPrices(items, products, ready)
  const lines = useMemo(() => linesOfCart(items, products, seen), [items, products, seen])
  return { lines, missing: ids.length - lines.length, checking, failure, reload }
}

/** What the products cost when they were first seen in the cart. */
function useSeenPrices(items: CartItems, products: ReadonlyMap<string, Product>, ready: boolean): SeenPrices {
  const [seen, setSeen] = useState<SeenPrices>({})
  useEffect(() => {
    if (!ready) return
    const now = Object.fromEntries(linesOfCart(items, products).map(({ product, each }) => [product._id, each]))
    const before = keptPrices()
    const next = withSeen(before, now, Object.keys(items))
    if (JSON.stringify(next) !== JSON.stringify(before)) keepPrices(next)
    setSeen(next)
  }, [items, products, ready])
  return seen
}
