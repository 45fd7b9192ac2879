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
  let left = bytes
  const held = new Map<string, number>()
  return (wanted, holder = '') => {
    const own = (held.get(holder) ?? 0) + wanted
    if (wanted > left || own > holderBytes) return undefined
    left -= wanted
    held.set(holder, own)
    let isReserved = true
    return () => {
      if (!isReserved) return
      isReserved = false
      left += wanted
      const rest = (held.get(holder) ?? 0) - wanted
      if (rest > 0) held.set(holder, rest)
      else held.delete(holder)
    }
  }
}
