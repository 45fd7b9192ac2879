import type { Origins, Shed } from './origin-shares.ts'

/** Milliseconds between looks at how late they are themselves. */
const look = 10
/** Milliseconds by which looks are late, on the average of about a second, when there is more to do than time. */
const late = 100
/**
 * New requests in one turn of the event loop while there is: so many, and for so many milliseconds. A browser that loads
 * a page from a machine that is busy with other things brings far fewer.
 */
const turn = { requests: 64, milliseconds: 50 }

/**
 * Sheds by the lateness of the event loop: when there is more to do than time, and one turn of the loop brings many new
 * requests, those of the origins that bring more than the average of them.
 */
export class EarlyRefusal {
  #lateness = 0
  #turn: { began: number; requests: number; origins: Map<string, number> } | undefined
  readonly #origins: Origins
  readonly #now: () => number

  constructor(origins: Origins, now: () => number = () => performance.now()) {
    this.#origins = origins
    this.#now = now
  }

  /** Looks from now on at how late the event loop is. Returns what ends it. */
  watchLateness(): () => void {
    let due = this.#now() + look
    const timer = setInterval(() => {
      const now = this.#now()
      this.#lateness += (Math.max(0, now - due) - this.#lateness) * Math.min(1, (now - due + look) / 1000)
      due = now + look
    }, look).unref()
    return () => clearInterval(timer)
  }

  /** How a new request is sent away before anything is done for it, if it is. */
  shed(from: string): Shed | undefined {
    if (this.#lateness < late) return undefined
    const now = this.#now()
    if (this.#turn === undefined) {
      this.#turn = { began: now, requests: 0, origins: new Map() }
      setImmediate(() => {
        this.#turn = undefined
      })
    }
    const { began, origins } = this.#turn
    const own = (origins.get(from) ?? 0) + 1
    origins.set(from, own)
    this.#turn.requests += 1
    if (this.#turn.requests <= turn.requests || now - began <= turn.milliseconds) return undefined
    return own > turn.requests / origins.size ? this.#origins.overShare(now) : undefined
  }
}
