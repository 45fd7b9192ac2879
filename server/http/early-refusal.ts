import type { Origins, Shed } from './origin-shares.ts'

/** Milliseconds between measurements of the event loop's lag. */
const interval = 10
/** Average lag in milliseconds, over about a second, from which the process is overloaded. */
const maxLag = 100
/**
 * New requests in one turn of the event loop, and milliseconds, from which requests are refused then. A browser that
 * loads a page from a machine busy with other things sends far fewer.
 */
const turnLimit = { requests: 64, milliseconds: 50 }

/**
 * Sheds load by event-loop lag: if the process is overloaded and one turn of the loop brings many new requests, those
 * of origins with more than the average are refused.
 */
export class EarlyRefusal {
  #lag = 0
  #turn: { began: number; requests: number; origins: Map<string, number> } | undefined
  readonly #origins: Origins
  readonly #now: () => number

  constructor(origins: Origins, now: () => number = () => performance.now()) {
    this.#origins = origins
    this.#now = now
  }

  /** Starts measuring the event loop's lag. Returns the function that stops it. */
  watchLag(): () => void {
    let due = this.#now() + interval
    const timer = setInterval(() => {
      const now = this.#now()
      this.#lag += (Math.max(0, now - due) - this.#lag) * Math.min(1, (now - due + interval) / 1000)
      due = now + interval
    }, interval).unref()
    return () => clearInterval(timer)
  }

  /** Returns how to refuse a new request before any work is done for it, or undefined to handle it. */
  shed(from: string): Shed | undefined {
    if (this.#lag < maxLag) return undefined
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
    if (this.#turn.requests <= turnLimit.requests || now - began <= turnLimit.milliseconds) return undefined
    return own > turnLimit.requests / origins.size ? this.#origins.overShare(now) : undefined
  }
}
