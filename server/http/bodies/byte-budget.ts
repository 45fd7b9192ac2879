/** The bytes that one piece of work has of a budget, such as a form that is being read. */
export type Reservation = {
  /** Reserves more bytes; returns false, and reserves none, if the budget or the share of a holder is exhausted. */
  add: (bytes: number) => boolean
  /** Releases all of them. Idempotent. */
  release: () => void
}

/** Work that may have to give its bytes to other work. */
export type Interruptible = {
  /** Whether it gives way where others need its bytes. */
  isStalled: () => boolean
  /** Ends it. Its bytes are released already. */
  interrupt: () => void
}

type Open = { holders: readonly string[]; bytes: number; work: Interruptible | undefined }

/**
 * Makes a budget that callers share: reservations never exceed `bytes` in all, and `holderBytes` of one holder. Where
 * it is exhausted, or the share of a holder, work that is stalled gives way. Returns a function that opens a
 * reservation for holders, such as an account and its client address; it is empty at first.
 */
export function makeByteBudget(
  bytes: number,
  holderBytes = bytes,
): (holders?: readonly string[], work?: Interruptible) => Reservation {
  const reservations = new Set<Open>()
  return (holders = [], work = undefined) => {
    const own: Open = { holders, bytes: 0, work }
    return {
      add(more) {
        // Chosen first and ended afterwards, so that none loses its bytes in vain.
        const givingWay = new Set<Open>()
        /** Whether there is room among some of the reservations, after those that are stalled have given way. */
        const hasRoom = (limit: number, which: (each: Open) => boolean) => {
          const among = [...reservations].filter((each) => which(each) && !givingWay.has(each))
          let wanted = among.reduce((sum, each) => sum + each.bytes, more)
          for (const each of among) {
            if (wanted <= limit) break
            if (each === own || !each.work?.isStalled()) continue
            givingWay.add(each)
            wanted -= each.bytes
          }
          return wanted <= limit
        }
        const isOf = (holder: string) => (each: Open) => each.holders.includes(holder)
        if (!holders.every((holder) => hasRoom(holderBytes, isOf(holder))) || !hasRoom(bytes, () => true)) return false
        for (const each of givingWay) {
          reservations.delete(each)
          each.work?.interrupt()
        }
        reservations.add(own)
        own.bytes += more
        return true
      },
      release() {
        reservations.delete(own)
        own.bytes = 0
      },
    }
  }
}
