import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Product } from '../../contract/entities/product.ts'
import type { AvailablePromotion } from '../../contract/entities/promotion.ts'
import type { CartItems } from '../../contract/entities/user.ts'
import { api } from '../client/api.ts'
import { makeReader } from '../client/reader.ts'
import { useInterval } from '../client/use-interval.ts'
import { useReader } from '../client/use-read.ts'
import { toast } from '../ui/toast.ts'
import { dropGone } from './cart.ts'
import { type CartLine, linesOfCart, unitPricesOf } from './cart-lines.ts'
import { type CartProducts, goneIds, hidesSums, noProducts, productsOf } from './cart-products.ts'
import { type SeenPrices, storedPrices, storePrices, withSeen } from './seen-prices.ts'
import { goneMessage } from './toast-gone-products.ts'

/** Milliseconds between reads of the prices of an open cart. */
const refreshInterval = 60_000

export type CartLines = {
  lines: CartLine[]
  automaticPromotions: readonly AvailablePromotion[]
  /** Number of products that are still loading. */
  missing: number
  /** Whether prices are being read again, so that no sum is certain yet. */
  checking: boolean
  failure: string | undefined
  /** Reads names, prices and stock again. */
  reload: () => void
}

/**
 * Returns the lines of a cart with current products, once it is `ready`. Products that the catalogue no longer has are
 * removed from the cart, with a toast. `reserved`: pieces that the shopper's own unpaid order has reserved.
 */
export function useCartLines(items: CartItems, ready: boolean, reserved?: CartItems): CartLines {
  const ids = useMemo(() => Object.keys(items).sort(), [items])
  const inCart = useRef(ids)
  useLayoutEffect(() => {
    inCart.current = ids
  })
  const [reader] = useState(() => makeProductReader(() => inCart.current))
  const { data: { products, promotions } = noProducts, failure, loading } = reader.state.use()

  /** Whether the running call hides the sums, which stay visible during others. */
  const [reloading, setReloading] = useState(false)
  const read = useCallback(
    (byHand: boolean) => {
      setReloading((before) => hidesSums(before, { byHand, loading: reader.state.get().loading }))
      reader.reload()
    },
    [reader],
  )
  const reload = useCallback(() => read(true), [read])
  // A product that is new in the cart is loaded at once, together with all others.
  const unknown = ready ? ids.filter((id) => !products.has(id)).join(',') : ''
  useEffect(() => {
    if (unknown !== '') read(false)
  }, [read, unknown])
  const isRead = ready && ids.length > 0
  useReader(isRead ? reader : undefined)

  // Prices are refreshed at intervals, and on returning to the page.
  useInterval(() => read(false), refreshInterval)
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === 'visible') read(false)
    }
    const ended = new AbortController()
    document.addEventListener('visibilitychange', refresh, { signal: ended.signal })
    window.addEventListener('focus', refresh, { signal: ended.signal })
    return () => ended.abort()
  }, [read])

  const seen = useSeenPrices(items, products, ready)
  const lines = useMemo(() => linesOfCart(items, products, seen, reserved), [items, products, seen, reserved])
  return {
    lines,
    automaticPromotions: promotions,
    missing: ids.length - lines.length,
    checking: isRead && loading && reloading,
    failure,
    reload,
  }
}

/** Makes a reader of the cart's products, which removes those that the catalogue no longer has. */
function makeProductReader(inCart: () => readonly string[]) {
  return makeReader({
    read: async (signal) => {
      const ids = inCart()
      const reply = await api.product.byIds({ ids: ids.join(',') }, { signal })
      return reply.success ? { ...reply, ids } : reply
    },
    take: (reply): CartProducts => {
      const products = productsOf(reply)
      const gone = goneIds(reply.ids, products, inCart())
      if (gone.length > 0) {
        dropGone(gone)
        toast.error(goneMessage(gone, reply.gone))
      }
      return products
    },
  })
}

/** Returns the prices of the products when they were first seen in the cart. */
function useSeenPrices(items: CartItems, products: ReadonlyMap<string, Product>, ready: boolean): SeenPrices {
  const [seen, setSeen] = useState<SeenPrices>({})
  useEffect(() => {
    if (!ready) return
    const before = storedPrices()
    const next = withSeen(before, unitPricesOf(linesOfCart(items, products)), Object.keys(items))
    if (JSON.stringify(next) !== JSON.stringify(before)) storePrices(next)
    setSeen(next)
  }, [items, products, ready])
  return seen
}
