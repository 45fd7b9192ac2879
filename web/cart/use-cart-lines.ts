import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { CartItems, Product } from '../../contract/entities.ts'
import { api } from '../client/api.ts'
import { makeReader } from '../client/reader.ts'
import { useReader } from '../client/use-read.ts'
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
  const ids = useMemo(() => Object.keys(items).sort(), [items])
  const inCart = useRef(ids)
  inCart.current = ids
  const [reader] = useState(() => makeProductReader(() => inCart.current))
  const { data: products = none, failure, loading } = reader.state.use()

  /** The call under way was asked for. During any other the sums of before go on showing. */
  const reloading = useRef(false)
  const read = useCallback(
    (asked: boolean) => {
      reloading.current = asked || (reloading.current && reader.state.get().loading)
      reader.again()
    },
    [reader],
  )
  const reload = useCallback(() => read(true), [read])
  // A product that is new to the cart is asked for at once, with all others.
  const unknown = ready ? ids.filter((id) => !products.has(id)).join(',') : ''
  useEffect(() => {
    if (unknown !== '') read(false)
  }, [read, unknown])
  const isRead = ready && ids.length > 0
  useReader(isRead ? reader : undefined)

  // Who comes back to a tab left open sees today's prices; so does who looks at it for long.
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') read(false)
    }
    const timer = setInterval(look, lookEvery)
    document.addEventListener('visibilitychange', look)
    window.addEventListener('focus', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('focus', look)
    }
  }, [read])

  const seen = useSeenPrices(items, products, ready)
  const lines = useMemo(() => linesOfCart(items, products, seen), [items, products, seen])
  return {
    lines,
    missing: ids.length - lines.length,
    checking: isRead && loading && reloading.current,
    failure,
    reload,
  }
}

const none: ReadonlyMap<string, Product> = new Map()

/** Reads the products of the cart, and takes out what the catalogue no longer has. */
function makeProductReader(inCart: () => readonly string[]) {
  return makeReader({
    read: async (signal) => {
      const asked = inCart()
      const reply = await api.product.byIds({ ids: asked.join(',') }, { signal })
      return reply.success ? { ...reply, asked } : reply
    },
    take: ({ products, asked }): ReadonlyMap<string, Product> => {
      const found = new Map(products.map((product) => [product._id, product]))
      const gone = asked.filter((id) => !found.has(id) && inCart().includes(id))
      if (gone.length > 0) {
        dropVanished(gone)
        toast.error(vanishedWords(gone))
      }
      for (const product of products) knownNames.set(product._id, productName(product))
      return found
    },
  })
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
