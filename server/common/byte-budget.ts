/** Reserves bytes; returns the function that releases them, or undefined if too few are left. */
export type ByteBudget = (bytes: number) => (() => void) | undefined

/** Makes a memory budget that callers share: reservations never exceed `bytes`. Releasing twice counts once. */
export function makeByteBudget(bytes: number): ByteBudget {
  let left = bytes
  return (wanted) => {
    if (wanted > left) return undefined
    left -= wanted
    let isReserved = true
    return () => {
      if (isReserved) left += wanted
      isReserved = false
    }
  }
}
