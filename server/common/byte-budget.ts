/** Reserves bytes from a budget; returns the function that releases them, or undefined when too few are left. */
export type ByteBudget = (bytes: number) => (() => void) | undefined

/** A bound on memory that callers share: what is reserved never exceeds `bytes`. Releasing twice counts once. */
export function makeByteBudget(bytes: number): ByteBudget {
  let left = bytes
  return (wanted) => {
    if (wanted > left) return undefined
    left -= wanted
    let held = true
    return () => {
      if (held) left += wanted
      held = false
    }
  }
}
