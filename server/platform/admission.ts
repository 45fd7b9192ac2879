import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from './edge.ts'
import { Refusal } from './refusal.ts'

/*
 * How many requests are worked on at a time. A crowd that comes for a moment waits in line; one that stays is told to
 * come back later, at once, so that whoever is let in is served as quickly as ever.
 *
 * When the line hasn't been empty for a while, patience becomes short and the newest are served first: those at the
 * front have waited so long that an answer would hardly be of use to them. Both ideas are described by Ben Maurer in
 * "Fail at Scale", ACM Queue 13 (8), 2015.
 */

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Stays open, or waits in a line of its own: it isn't counted here. */
    apart?: boolean
  }
}

/** Requests worked on at a time. The database has fewer connections, and rendering is done one at a time. */
const atOnce = 32
/** Requests in line; more would only cost memory. */
const longestLine = 2000
/** Milliseconds for which a line may stand before the shop counts as crowded. */
const crowdedAfter = 2000
/** Milliseconds that a request waits in line, before and while the shop is crowded. */
const patience = { usually: 5000, crowded: 40 }
/** Milliseconds between looks at who has waited too long. */
const look = 10

type Waiting = { since: number; enter: () => void; refuse: (error: Refusal) => void }

export class Admission {
  readonly #line: Waiting[] = []
  #inside = 0
  #emptyAt: number
  #watch: NodeJS.Timeout | undefined
  readonly #now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
    this.#emptyAt = now()
  }

  /** Resolves when there is room, `leave` must be called after that; rejects with `unavailable` when there is none. */
  enter(): Promise<void> | undefined {
    if (this.#inside < atOnce) {
      this.#inside += 1
      if (this.#line.length === 0) this.#emptyAt = this.#now()
      return undefined
    }
    if (this.#line.length >= longestLine) throw tooCrowded()
    if (this.#line.length === 0) this.#emptyAt = this.#now()
    this.#watch ??= setInterval(() => this.#sendAway(), look).unref()
    return new Promise((enter, refuse) => {
      this.#line.push({ since: this.#now(), enter, refuse })
    })
  }

  /** Makes room for the next in line. */
  leave(): void {
    this.#sendAway()
    const next = this.#isCrowded() ? this.#line.pop() : this.#line.shift()
    if (next) next.enter()
    else this.#inside -= 1
    if (this.#line.length === 0) this.#endWatch()
  }

  get inLine(): number {
    return this.#line.length
  }

  #isCrowded(): boolean {
    return this.#line.length > 0 && this.#now() - this.#emptyAt > crowdedAfter
  }

  #sendAway(): void {
    const tooLong = this.#now() - (this.#isCrowded() ? patience.crowded : patience.usually)
    while (this.#line[0] && this.#line[0].since < tooLong) this.#line.shift()?.refuse(tooCrowded())
  }

  #endWatch(): void {
    clearInterval(this.#watch)
    this.#watch = undefined
  }
}

const tooCrowded = () => new Refusal('unavailable', { retryAfter: 1 })

/**
 * Lets requests in as there is room. Counted from when a request is whole: a client that sends slowly takes up no
 * place. Routes named `apart` aren't counted. Requests that the shop makes to itself while rendering are part of one that is inside already.
 */
export function admitRequests(app: App, apart: ReadonlySet<string>, admission = new Admission()): void {
  app.addHook('preValidation', async (request: FastifyRequest, reply: FastifyReply) => {
    const { config, url = '' } = request.routeOptions
    if (config.apart || apart.has(url) || '_lightMyRequest' in request.raw) return
    await admission.enter()
    // Whoever hung up while waiting has closed already.
    if (reply.raw.closed || reply.raw.destroyed) return admission.leave()
    reply.raw.once('close', () => admission.leave())
  })
}
