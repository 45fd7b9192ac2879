import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type App, refusalReply } from './edge.ts'
import { tellRefused } from './happenings.ts'
import { isOwnRequest } from './own-requests.ts'
import { Refusal } from './refusal.ts'

/*
 * How many requests are worked on at a time. A crowd that comes for a moment waits in line; one that stays is told to
 * come back later, at once, so that whoever is let in is served as quickly as ever.
 *
 * When for a while nobody got in without a long wait, patience becomes short and the newest are served first: those at the
 * front have waited so long that an answer would hardly be of use to them. Both ideas are described by Ben Maurer in
 * "Fail at Scale", ACM Queue 13 (8), 2015; that the shortest wait tells a standing line from a moment's, by Nichols and
 * Jacobson in "Controlling Queue Delay", ACM Queue 10 (5), 2012.
 */

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether it takes a place of those who are worked on. */
    isInside: boolean
  }
  interface FastifyContextConfig {
    /** Stays open, waits for somebody outside, or in a line of its own: it isn't counted here. */
    apart?: boolean
    /** Is answered in the densest crowd, too. The address is one without parameters. */
    evenFull?: boolean
  }
}

/**
 * Requests worked on at a time, usually and while the shop is crowded. Usually some wait for something slow, and nobody else
 * should; in a crowd each one more makes all of them slower, for little more that are answered in a second.
 */
export const atOnce = { usually: 32, crowded: 4 }
/** Requests in line; more would only cost memory. */
const longestLine = 2000
/** Milliseconds in line that are a long wait. */
const longWait = 100
/** Milliseconds in which everybody had one, after which the shop counts as crowded. */
const crowdedAfter = 2000
/** Milliseconds for which it stays so after the last one was sent away: sending them away empties the line. */
const crowdedFor = 200
/** Milliseconds that a request waits in line, before and while the shop is crowded. */
const patience = { usually: 5000, crowded: 10 }
/** Milliseconds between looks at the line and at how late they are themselves. */
const look = 10
/** Milliseconds by which looks are late, on the average of about a second, when there is more to do than time. */
const late = 100
/**
 * New requests in one turn of the event loop while there is: so many, and for so many milliseconds. A browser that loads
 * a page from a machine that is busy with other things brings far fewer.
 */
const turn = { requests: 64, milliseconds: 50 }

type Waiting = { since: number; enter: () => void; refuse: (error: Refusal) => void }

export class Admission {
  readonly #line: Waiting[] = []
  #inside = 0
  #calmAt = 0
  #crowdedUntil = 0
  #watch: NodeJS.Timeout | undefined
  #lateness = 0
  #turn: { began: number; requests: number } | undefined
  readonly #now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /**
   * Whether a request is sent away before anything is done for it. A refusal at the end of the usual way costs a good
   * part of an answer, and three crowds of refusals leave no time for answers.
   */
  isFull(): boolean {
    if (this.#line.length >= atOnce.crowded && this.#isCrowded()) return this.#staysCrowded()
    if (this.#lateness < late) return false
    const now = this.#now()
    if (this.#turn === undefined) {
      this.#turn = { began: now, requests: 0 }
      setImmediate(() => {
        this.#turn = undefined
      })
    }
    this.#turn.requests += 1
    return this.#turn.requests > turn.requests && now - this.#turn.began > turn.milliseconds
  }

  /** Looks from now on at how late the event loop is. Gives what ends it. */
  watchLateness(): () => void {
    let due = this.#now() + look
    const timer = setInterval(() => {
      const now = this.#now()
      this.#lateness += (Math.max(0, now - due) - this.#lateness) * Math.min(1, (now - due + look) / 1000)
      due = now + look
    }, look).unref()
    return () => clearInterval(timer)
  }

  /**
   * Gives nothing when there is room, else what resolves as soon as there is; `leave` must be called after that. Rejects
   * with `unavailable` when there is none for too long.
   */
  enter(): Promise<void> | undefined {
    if (this.#inside < this.#room()) {
      this.#inside += 1
      return undefined
    }
    if (this.#line.length >= longestLine) return Promise.reject(tooCrowded())
    // Until now there was room.
    if (this.#line.length === 0) this.#calmAt = this.#now()
    this.#watch ??= setInterval(() => this.#sendAway(), look).unref()
    return new Promise((enter, refuse) => {
      this.#line.push({ since: this.#now(), enter, refuse })
    })
  }

  /** Makes room for the next in line. */
  leave(): void {
    this.#inside -= 1
    if (this.#line.length === 0) return
    this.#sendAway()
    while (this.#inside < this.#room()) {
      const next = this.#isCrowded() ? this.#line.pop() : this.#line.shift()
      if (!next) break
      const now = this.#now()
      if (now - next.since < longWait) this.#calmAt = now
      this.#inside += 1
      next.enter()
    }
    this.#endWatch()
  }

  get inLine(): number {
    return this.#line.length
  }

  #isCrowded(): boolean {
    // Nearly always; the time is asked only where it matters.
    if (this.#line.length === 0 && this.#crowdedUntil === 0) return false
    const now = this.#now()
    return now < this.#crowdedUntil || (this.#line.length > 0 && now - this.#calmAt > crowdedAfter)
  }

  #room(): number {
    return this.#isCrowded() ? atOnce.crowded : atOnce.usually
  }

  #staysCrowded(): true {
    this.#crowdedUntil = this.#now() + crowdedFor
    return true
  }

  #sendAway(): void {
    const crowded = this.#isCrowded()
    const tooLong = this.#now() - (crowded ? patience.crowded : patience.usually)
    while (this.#line[0] && this.#line[0].since < tooLong) {
      this.#line.shift()?.refuse(tooCrowded())
      if (crowded) this.#staysCrowded()
    }
    this.#endWatch()
  }

  #endWatch(): void {
    if (this.#line.length > 0) return
    clearInterval(this.#watch)
    this.#watch = undefined
  }
}

const tooCrowded = () => new Refusal('unavailable', { retryAfter: 1 })

/**
 * Lets requests in as there is room. Counted from when a request is whole until its answer is made: a client that sends
 * or reads slowly takes up no place. Routes named `apart` aren't counted. Requests that the shop makes to itself while
 * rendering are part of one that is inside already.
 */
export function admitRequests(app: App, apart: ReadonlySet<string>, admission = new Admission()): void {
  app.decorateRequest('isInside', false)
  const leave = (request: FastifyRequest) => {
    if (!request.isInside) return
    request.isInside = false
    admission.leave()
  }
  app.addHook('preValidation', (request: FastifyRequest, { raw }: FastifyReply, done: (error?: Error) => void) => {
    const { config, url = '' } = request.routeOptions
    if (config.apart || apart.has(url) || isOwnRequest(request)) return done()
    const entered = () => {
      request.isInside = true
      // Whoever hung up while waiting has closed already.
      if (raw.closed || raw.destroyed) leave(request)
      else raw.on('close', () => leave(request))
      done()
    }
    const room = admission.enter()
    if (room === undefined) entered()
    else room.then(entered, done)
  })
  app.addHook('onSend', (request, _reply, _payload, done) => {
    leave(request)
    done()
  })

  const evenFull = new Set<string | undefined>()
  app.addHook('onRoute', ({ url, config }) => {
    if (config?.evenFull) evenFull.add(url)
  })
  const [answer] = app.server.listeners('request') as [(request: IncomingMessage, response: ServerResponse) => void]
  app.server.removeAllListeners('request')
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!admission.isFull() || evenFull.has(request.url)) return answer(request, response)
    tellRefused('unavailable')
    const body = full[/^\s*th/i.test(request.headers['accept-language'] ?? '') ? 'th' : 'en']
    response.writeHead(503, { ...bare, 'content-length': body.length }).end(body)
  })
  const endWatch = admission.watchLateness()
  app.addHook('onClose', async () => endWatch())
}

const full = {
  en: Buffer.from(JSON.stringify(refusalReply('unavailable', 'en'))),
  th: Buffer.from(JSON.stringify(refusalReply('unavailable', 'th'))),
}
const bare = {
  'content-type': 'application/json; charset=utf-8',
  'retry-after': '1',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}
