/** Room for a number of bytes: gives what returns it, or nothing where there isn't as much left. */
export type Room = (bytes: number) => (() => void) | undefined

/** A bound on memory that callers share: what has been taken and not given back never exceeds `bytes`. */
export function makeRoom(bytes: number): Room {
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
