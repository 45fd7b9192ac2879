/**
 * Reserves bytes for a holder; returns the function that releases them, or undefined if the budget or the holder's
 * share is exhausted.
 */
export type ByteBudget = (bytes: number, holder?: string) => (() => void) | undefined

/**
 * Makes a budget that callers share: reservations never exceed `bytes` in all, and `holderBytes` of one holder.
 * Releasing is idempotent.
 */
export function makeByteBudget(bytes: number, holderBytes = bytes): ByteBudget {
  let bytesLeft = bytes
  const bytesByHolder = new Map<string, number>()
  return (wanted, holder = '') => {
    const own = (bytesByHolder.get(holder) ?? 0) + wanted
    if (wanted > bytesLeft || own > holderBytes) return undefined
    bytesLeft -= wanted
    bytesByHolder.set(holder, own)
    let isReserved = true
    return () => {
      if (!isReserved) return
      isReserved = false
      bytesLeft += wanted
      const rest = (bytesByHolder.get(holder) ?? 0) - wanted
      if (rest > 0) bytesByHolder.set(holder, rest)
      else bytesByHolder.delete(holder)
    }
  }
}
