import { useEffect, useRef } from 'react'
import { type FeeTier, feeOf } from '../../contract/delivery/delivery.ts'
import { centsOf } from '../../contract/values/money.ts'
import { deliveryApi } from '../client/delivery-api.ts'
import { useInterval } from '../client/use-interval.ts'
import { type ReadHandle, useRead } from '../client/use-read.ts'
import { shop } from '../shop.ts'
import { makeStore } from '../store.ts'
import { useCart } from './cart.ts'
import { useDestination } from './destination.ts'

/** The fees and times of delivery. */
export type DeliveryOptions = Extract<Awaited<ReturnType<typeof deliveryApi.delivery.options>>, { success: true }>

/** The newest options and their query: all parts of a page show these. */
const newestOptions = makeStore<{ key: string; options: DeliveryOptions } | undefined>(undefined)
/** When options were requested last, as of `Date.now()`. */
let requestedAt = 0

/** Milliseconds after which options are read again while the page is visible, and between checks of their age. */
const maxAge = 60_000
const checkInterval = 10_000

/**
 * Reads the fee and times of delivering the cart to the destination, each minute again; without a destination, to the
 * shop's default zone. Nothing in a shop without zones, windows and opening hours.
 */
export function useDeliveryOptions(): ReadHandle<DeliveryOptions> {
  const { address, place } = useDestination()
  const lines = Object.keys(useCart().items).length
  const requestedLines = useRef(0)
  const query = address
    ? { address: address._id }
    : place && { subdistrict: place.subdistrict, postcode: place.postcode }
  const key = shop.hasZones || shop.hasWindows || shop.openDays ? JSON.stringify(address ?? place ?? null) : undefined
  const read = useRead(key, async (signal) => {
    requestedLines.current = lines
    requestedAt = Date.now()
    const reply = await deliveryApi.delivery.options(forLines(lines, query), { signal })
    if (key !== undefined && reply.success) newestOptions.set({ key, options: reply })
    return reply
  })
  // The promised time depends on how many products are picked. The shown fee stays meanwhile (stale-while-revalidate).
  const { changed } = read
  useEffect(() => {
    if (requestedLines.current !== lines) changed()
  }, [lines, changed])
  useInterval(
    () => {
      // Also after the clock was set back.
      if (Math.abs(Date.now() - requestedAt) >= maxAge) changed()
    },
    key === undefined ? undefined : checkInterval,
  )
  const latest = newestOptions.use()
  return latest && latest.key === key ? { ...read, data: latest.options } : read
}

/** Adds the number of the cart's products to a query of options; an empty cart counts as a usual one. */
export function forLines<Q extends object>(lines: number, query?: Q) {
  return { ...query, ...(lines > 0 && { lines: String(lines) }) }
}

/** Returns the fees in cents. */
export function tiersOf({ tiers }: Pick<DeliveryOptions, 'tiers'>): FeeTier[] {
  return tiers.map(({ from, fee }) => ({ from: centsOf(from), fee: centsOf(fee) }))
}

/** Returns the fee for goods that cost this much; nothing while the options aren't known. */
export function feeWith(options: DeliveryOptions | undefined, goodsCents: number): number {
  return options ? feeOf(tiersOf(options), goodsCents) : 0
}
