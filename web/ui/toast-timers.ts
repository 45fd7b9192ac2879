/*
 * The timers of messages. They are paused together, while the pointer or the focus is on the messages.
 */

type Running = { left: number; since: number; timer: ReturnType<typeof setTimeout> | undefined }

/** Makes timers that call `onEnd` with the message's id when its time is over. */
export function makeTimers(onEnd: (id: number) => void) {
  const timers = new Map<number, Running>()
  let paused = false

  function start(id: number, milliseconds: number): void {
    cancel(id)
    const timer = paused ? undefined : setTimeout(() => onEnd(id), milliseconds)
    timers.set(id, { left: milliseconds, since: performance.now(), timer })
  }

  function cancel(id: number): void {
    clearTimeout(timers.get(id)?.timer)
    timers.delete(id)
  }

  return {
    /** Starts a message's time, again if it is running. */
    start,
    cancel,
    /** Pauses all timers, or goes on with the time that each had left. */
    setPaused(next: boolean): void {
      if (next === paused) return
      paused = next
      for (const [id, { left, since }] of [...timers]) start(id, next ? left - (performance.now() - since) : left)
    },
  }
}
