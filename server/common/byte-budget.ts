/**
 * Reserves bytes for holders, such as an account and its client address; returns the function that releases them, or
 * undefined if the budget or the share of one of them is exhausted.
 */
export type ByteBudget = (bytes: number, ...holders: readonly string[]) => (() => void) | undefined

/**
 * Makes a budget that callers share: reservations never exceed `bytes` in all, and `holderBytes` of one holder.
 * Releasing is idempotent.
 */
export function makeByteBudget(bytes: number, holderBytes = bytes): ByteBudget {
  let bytesLeft = bytes
  const bytesByHolder = new Map<string, number>()
  const reservedBy = (holder: string) => bytesByHolder.get(holder) ?? 0
  return (wanted, ...holders) => {
    if (wanted > bytesLeft || holders.some((holder) => reservedBy(holder) + wanted > holderBytes)) return undefined
    bytesLeft -= wanted
    for (const holder of holders) bytesByHolder.set(holder, reservedBy(holder) + wanted)
    let isReserved = true
    return () => {
      if (!isReserved) return
      isReserved = false
      bytesLeft += wanted
      for (const holder of holders) {
        const rest = reservedBy(holder) - wanted
        if (rest > 0) bytesByHolder.set(holder, rest)
        else bytesByHolder.delete(holder)
      }
    }
  }
}
