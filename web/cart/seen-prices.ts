import { browserStorage } from '../client/browser-storage.ts'

/*
 * Prices of the cart's products when the shopper first saw them there, or of the order that was bought again, to show
 * what changed. Stored in this browser until the product leaves the cart.
 */

/** Cents by product id. */
export type SeenPrices = Readonly<Record<string, number>>

const key = 'talad.prices'

/** Adds prices that weren't seen before, and removes those of products that are no longer in the cart. */
export function withSeen(seen: SeenPrices, current: SeenPrices, ids: readonly string[]): SeenPrices {
  return Object.fromEntries(
    ids.flatMap((id): [string, number][] => {
      const price = Object.hasOwn(seen, id) ? seen[id] : Object.hasOwn(current, id) ? current[id] : undefined
      return price === undefined ? [] : [[id, price]]
    }),
  )
}

/** Parses stored prices from untrusted JSON. */
export function readPrices(json: string | null): SeenPrices {
  try {
    const stored: unknown = JSON.parse(json ?? '{}')
    if (typeof stored !== 'object' || stored === null) return {}
    return Object.fromEntries(
      Object.entries(stored).filter(
        (entry): entry is [string, number] => Number.isSafeInteger(entry[1]) && (entry[1] as number) >= 0,
      ),
    )
  } catch {
    return {}
  }
}

/** Returns the prices that are stored in this browser. */
export function storedPrices(): SeenPrices {
  return readPrices(browserStorage.read(key))
}

/** Stores the prices in this browser. */
export function storePrices(prices: SeenPrices): void {
  browserStorage.write(key, JSON.stringify(prices))
}
