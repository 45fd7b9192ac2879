/**
 * Calls `call` after each change: at once, and in a burst of changes at most once every `every` milliseconds, the last
 * time after all of them. It counts as called when this is made. `stop` cancels a call that is still to come.
 */
export function makeThrottle(call: () => void, every: number): { changed: () => void; stop: () => void } {
  let calledAt = performance.now()
  let timer: ReturnType<typeof setTimeout> | undefined
  const callNow = () => {
    timer = undefined
    calledAt = performance.now()
    call()
  }
  return {
    changed: () => {
      timer ??= setTimeout(callNow, Math.max(calledAt + every - performance.now(), 0))
    },
    stop: () => clearTimeout(timer),
  }
}
