/** The bytes that one piece of work has of a budget, such as a form that is being read. */
export type Reservation = {
  /** Reserves more bytes; returns false, and reserves none, if the budget or the share of a holder is exhausted. */
  add: (bytes: number) => boolean
  /** Releases all of them. Idempotent. */
  release: () => void
}

/**
 * Makes a budget that callers share: reservations never exceed `bytes` in all, and `holderBytes` of one holder. Returns
 * a function that opens a reservation for holders, such as an account and its client address; it is empty at first.
 */
export function makeByteBudget(bytes: number, holderBytes = bytes): (...holders: readonly string[]) => Reservation {
  let bytesLeft = bytes
  const bytesByHolder = new Map<string, number>()
  const reservedBy = (holder: string) => bytesByHolder.get(holder) ?? 0
  return (...holders) => {
    let reserved = 0
    return {
      add(more) {
        if (more > bytesLeft || holders.some((holder) => reservedBy(holder) + more > holderBytes)) return false
        reserved += more
        bytesLeft -= more
        for (const holder of holders) bytesByHolder.set(holder, reservedBy(holder) + more)
        return true
      },
      release() {
        bytesLeft += reserved
        for (const holder of holders) {
          const rest = reservedBy(holder) - reserved
          if (rest > 0) bytesByHolder.set(holder, rest)
          else bytesByHolder.delete(holder)
        }
        reserved = 0
      },
    }
  }
}
