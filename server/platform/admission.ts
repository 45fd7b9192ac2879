import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type App, refusalReply } from './edge.ts'
import { tellRefused } from './happenings.ts'
import type { OriginOf } from './origin.ts'
import { isOwnRequest } from './own-requests.ts'
import { Refusal } from './refusal.ts'

/*
 * Admission control: how many requests are worked on at a time, who is next, and who is sent away (load shedding).
 *
 * Requests wait in one queue per origin, and the origin with the fewest requests in progress is next (fair queueing), so
 * that many connections from one address don't hold up the others. Each queue sheds load by how long its requests wait:
 * short bursts wait; when for two seconds none got in without a long wait the queue is overloaded, its requests wait ten
 * milliseconds at most, and the newest are served first. The same holds for the shop as a whole when many origins are too
 * much together. One origin alone has the whole shop.
 *
 * That the shortest wait tells a standing queue from a burst is Nichols' and Jacobson's "Controlling Queue Delay", ACM
 * Queue 10 (5), 2012; newest first is from Maurer's "Fail at Scale", ACM Queue 13 (8), 2015; a queue and a state of
 * overload for each sender, and dropping from the longest queue, are RFC 8290 (FQ-CoDel).
 */

declare module 'fastify' {
  interface FastifyRequest {
    /** Gives back the place that it takes; undefined when it takes none. */
    leave: (() => void) | undefined
  }
  interface FastifyContextConfig {
    /** Stays open, waits for somebody outside, or in a line of its own: it isn't counted here. */
    apart?: boolean
    /** Is answered in the densest crowd, too. The address is one without parameters. */
    evenFull?: boolean
  }
}

/**
 * Requests worked on at a time, usually and while overloaded: of all origins, and of each. Usually some wait for something
 * slow, and nobody else should; under overload each one more makes all of them slower, for little more that are answered
 * in a second.
 */
export const atOnce = { usually: 32, crowded: 4 }
/**
 * Requests of one origin worked on at a time while others come, too: enough to keep a processor busy, and few enough that
 * the others' requests don't wait behind them for it, nor for one of the database's twenty connections.
 */
export const shareOfOrigin = 8
/** Requests of one origin, while others come, that are worked on without a place, as those that hash a password. */
const besideOfOrigin = 32
/** Milliseconds after a request of another origin in which an origin isn't alone. */
const aloneAfter = 10_000
/** Requests in all queues; more would only cost memory. */
const longestLine = 2000
/** Milliseconds in a queue that are a long wait. */
const longWait = 100
/** Milliseconds in which everybody had one, after which a queue counts as overloaded. */
const crowdedAfter = 2000
/** Milliseconds for which it stays so after the last one was sent away: sending them away empties the queue. */
const crowdedFor = 200
/**
 * Milliseconds that a request waits, before and while its queue, or the shop, is overloaded; then longer where its origin
 * has fewer requests than others have on the average.
 */
const patience = { usually: 5000, crowded: 10, modest: 100 }
/** Milliseconds between looks at the queues and at how late they are themselves. */
const look = 10
/** Milliseconds by which looks are late, on the average of about a second, when there is more to do than time. */
const late = 100
/**
 * New requests in one turn of the event loop while there is: so many, and for so many milliseconds. A browser that loads
 * a page from a machine that is busy with other things brings far fewer.
 */
const turn = { requests: 64, milliseconds: 50 }

/** How a request is sent away: for its origin's share, or because the shop is full. */
export type Shed = 'too_many' | 'unavailable'

type Waiting = { since: number; enter: () => void; refuse: (error: Refusal) => void }

/** Whether a queue is overloaded, by how long its requests wait. */
class Overload {
  /** When a request last got in without a long wait, or the queue was empty. */
  calmAt = 0
  #until = 0

  /** Whether somebody was sent away a moment ago. */
  goesOn(now: number): boolean {
    return now < this.#until
  }

  /** Whether nobody got in without a long wait for long. */
  begins(now: number): boolean {
    return now - this.calmAt > crowdedAfter
  }

  extend(now: number): void {
    this.#until = now + crowdedFor
  }
}

/** The requests of one origin. */
class Origin {
  readonly queue: Waiting[] = []
  readonly overload = new Overload()
  inside = 0
  beside = 0

  /** Those that are worked on and those that wait. */
  get requests(): number {
    return this.inside + this.queue.length
  }
}

export class Admission {
  readonly #origins = new Map<string, Origin>()
  /** Origins with a queue; who was served goes to the end. */
  readonly #waiting = new Set<Origin>()
  readonly #overload = new Overload()
  #inside = 0
  #inLine = 0
  /** The request that came last. */
  #last: { from: string; at: number } | undefined
  #sharedUntil = 0
  #watch: NodeJS.Timeout | undefined
  #lateness = 0
  #turn: { began: number; requests: number; origins: Map<string, number> } | undefined
  readonly #now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /**
   * Whether, and how, a request is sent away before anything is done for it. A refusal at the end of the usual way costs a
   * good part of an answer, and three crowds of refusals leave no time for answers.
   */
  shedAtOnce(from: string): Shed | undefined {
    if (this.#inLine > 0) {
      const now = this.#now()
      const origin = this.#origins.get(from)
      const waiting = origin?.queue.length ?? 0
      if (origin && waiting >= atOnce.crowded && this.#isOriginOverloaded(origin, now)) {
        this.#extendOverload(origin, now)
        return this.#overShare(now)
      }
      const queues = this.#waiting.size + (waiting > 0 ? 0 : 1)
      if (waiting >= Math.floor(atOnce.crowded / queues) && this.#isOverloaded(now)) {
        this.#overload.extend(now)
        return 'unavailable'
      }
    }
    return this.#lateness < late ? undefined : this.#shedInTurn(from)
  }

  #shedInTurn(from: string): Shed | undefined {
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
    return own > turn.requests / origins.size ? this.#overShare(now) : undefined
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
   * with `unavailable`, or `too_many` where the origin had its share, when there is none for too long.
   */
  enter(from: string): Promise<void> | undefined {
    const now = this.#now()
    const origin = this.#comes(from, now)
    // Whoever waits already is before a newcomer.
    if (origin.queue.length === 0 && this.#hasRoom(origin, now) && this.#inside < this.#room(now)) {
      this.#inside += 1
      origin.inside += 1
      return undefined
    }
    if (this.#inLine >= longestLine && !this.#dropFromLongest(origin, now))
      return Promise.reject(shedding(origin.queue.length > 0 ? this.#overShare(now) : 'unavailable'))
    // Until now there was room.
    if (origin.queue.length === 0) origin.overload.calmAt = now
    if (this.#inLine === 0) this.#overload.calmAt = now
    this.#watch ??= setInterval(() => this.#lookAtQueues(), look).unref()
    this.#waiting.add(origin)
    this.#inLine += 1
    return new Promise((enter, refuse) => {
      origin.queue.push({ since: now, enter, refuse })
    })
  }

  /** Makes room for the next. */
  leave(from: string): void {
    const now = this.#now()
    const origin = this.#origins.get(from)
    if (!origin) return
    this.#inside -= 1
    origin.inside -= 1
    this.#expire(origin, now)
    this.#admit(now)
    this.#forget(from, origin, now)
  }

  #admit(now: number): void {
    while (this.#inLine > 0 && this.#inside < this.#room(now)) {
      const next = this.#next(now)
      if (!next) return
      const request =
        this.#isOriginOverloaded(next, now) || this.#isOverloaded(now) ? next.queue.pop() : next.queue.shift()
      this.#inLine -= 1
      // To the end of those who wait.
      this.#waiting.delete(next)
      if (next.queue.length > 0) this.#waiting.add(next)
      if (!request) return
      if (now - request.since < longWait) next.overload.calmAt = this.#overload.calmAt = now
      this.#inside += 1
      next.inside += 1
      request.enter()
    }
  }

  /** Counts a request that takes no place; false, and not counted, when its origin has too many while others come. */
  enterBeside(from: string): boolean {
    const now = this.#now()
    const origin = this.#comes(from, now)
    if (origin.beside >= besideOfOrigin && this.#isShared(now)) return false
    origin.beside += 1
    return true
  }

  leaveBeside(from: string): void {
    const origin = this.#origins.get(from)
    if (!origin) return
    origin.beside -= 1
    this.#forget(from, origin, this.#now())
  }

  get inLine(): number {
    return this.#inLine
  }

  /** Origins that are remembered. */
  get size(): number {
    return this.#origins.size
  }

  #comes(from: string, now: number): Origin {
    const last = this.#last
    if (last && last.from !== from && now - last.at < aloneAfter) this.#sharedUntil = now + aloneAfter
    this.#last = { from, at: now }
    const known = this.#origins.get(from)
    if (known) return known
    const origin = new Origin()
    this.#origins.set(from, origin)
    return origin
  }

  /** Whether more than one origin came lately. */
  #isShared(now: number): boolean {
    return now < this.#sharedUntil
  }

  #overShare(now: number): Shed {
    return this.#isShared(now) ? 'too_many' : 'unavailable'
  }

  #isOverloaded(now: number): boolean {
    if (this.#overload.goesOn(now)) return true
    if (this.#inLine === 0 || !this.#overload.begins(now)) return false
    // An origin that is overloaded by itself is shed first. Only if that doesn't help are all too much together.
    for (const origin of this.#waiting)
      if (this.#isOriginOverloaded(origin, now)) {
        this.#overload.calmAt = now
        return false
      }
    return true
  }

  /** Whether an origin waits for long because of itself: it has more requests than all others together. */
  #isOriginOverloaded(origin: Origin, now: number): boolean {
    if (origin.overload.goesOn(now)) return true
    if (origin.queue.length === 0 || !origin.overload.begins(now)) return false
    return 2 * origin.requests > this.#inside + this.#inLine
  }

  #extendOverload(origin: Origin, now: number): void {
    origin.overload.extend(now)
    this.#overload.calmAt = now
  }

  #room(now: number): number {
    return this.#isOverloaded(now) ? atOnce.crowded : atOnce.usually
  }

  #hasRoom(origin: Origin, now: number): boolean {
    if (this.#isOriginOverloaded(origin, now)) return origin.inside < atOnce.crowded
    return origin.inside < (this.#isShared(now) ? shareOfOrigin : atOnce.usually)
  }

  /** Of the origins that wait and have room, the one with the fewest requests inside, and of these the first. */
  #next(now: number): Origin | undefined {
    let next: Origin | undefined
    for (const origin of this.#waiting) {
      if (next && origin.inside >= next.inside) continue
      if (!this.#hasRoom(origin, now)) continue
      this.#expire(origin, now)
      if (origin.queue.length === 0) continue
      next = origin
      // Nobody has fewer, so seldom more than a few are looked at: most of those who wait have none inside.
      if (origin.inside === 0) break
    }
    return next
  }

  /** Sends away who has waited too long. */
  #expire(origin: Origin, now: number): void {
    const own = this.#isOriginOverloaded(origin, now)
    const crowded = own || this.#isOverloaded(now)
    const isModest = !own && origin.requests * this.#origins.size < this.#inside + this.#inLine
    const tooLong = now - (!crowded ? patience.usually : isModest ? patience.modest : patience.crowded)
    while (origin.queue[0] && origin.queue[0].since < tooLong) {
      const request = origin.queue.shift()
      this.#inLine -= 1
      if (own) this.#extendOverload(origin, now)
      else if (crowded) this.#overload.extend(now)
      request?.refuse(shedding(own ? this.#overShare(now) : 'unavailable'))
    }
    if (origin.queue.length === 0) this.#waiting.delete(origin)
  }

  /** Makes room in full queues by sending away the newest of the longest; false when the origin's own is as long. */
  #dropFromLongest(origin: Origin, now: number): boolean {
    let longest = origin
    for (const each of this.#waiting) if (each.queue.length > longest.queue.length) longest = each
    if (longest.queue.length <= origin.queue.length + 1) return false
    const request = longest.queue.pop()
    this.#inLine -= 1
    request?.refuse(shedding(this.#overShare(now)))
    return true
  }

  #lookAtQueues(): void {
    const now = this.#now()
    let patient = false
    for (const [from, origin] of this.#origins) {
      this.#expire(origin, now)
      if (origin.queue.length > 0 && !this.#isOriginOverloaded(origin, now)) patient = true
      this.#forget(from, origin, now)
    }
    // Those that are overloaded by themselves don't make the shop overloaded: the others are served.
    if (!patient) this.#overload.calmAt = now
    this.#admit(now)
    if (this.#inLine > 0 || [...this.#origins.values()].some((origin) => this.#isOriginOverloaded(origin, now))) return
    clearInterval(this.#watch)
    this.#watch = undefined
  }

  #forget(from: string, origin: Origin, now: number): void {
    if (origin.requests + origin.beside === 0 && !this.#isOriginOverloaded(origin, now)) this.#origins.delete(from)
  }
}

const shedding = (how: Shed) => new Refusal(how, { retryAfter: 1 })

export type AdmissionDeps = {
  /** Calls that hash, which is done in a line of its own; they take no place here. */
  apart: ReadonlySet<string>
  /** Where a request comes from. */
  originOf: OriginOf
  /** Headers that every answer carries. */
  guards?: Readonly<Record<string, string>>
  admission?: Admission
}

/**
 * Lets requests in as there is room. Counted from when a request is whole until its answer is made: a client that sends
 * or reads slowly takes up no place. Routes named `apart` aren't counted. Requests that the shop makes to itself while
 * rendering are part of one that is inside already.
 */
export function admitRequests(app: App, { apart, originOf, guards, admission = new Admission() }: AdmissionDeps): void {
  app.decorateRequest('leave', undefined)
  const leave = (request: FastifyRequest) => {
    request.leave?.()
    request.leave = undefined
  }
  app.addHook('preValidation', (request: FastifyRequest, { raw }: FastifyReply, done: (error?: Error) => void) => {
    const { config, url = '' } = request.routeOptions
    if (config.apart || isOwnRequest(request)) return done()
    // Asked once: a connection that broke no longer says where it came from.
    const from = originOf(request.raw)
    const entered = (giveBack: () => void) => {
      request.leave = giveBack
      // Whoever hung up while waiting has closed already.
      if (raw.closed || raw.destroyed) leave(request)
      else raw.on('close', () => leave(request))
      done()
    }
    if (apart.has(url)) {
      if (admission.enterBeside(from)) entered(() => admission.leaveBeside(from))
      else done(shedding('too_many'))
      return
    }
    const room = admission.enter(from)
    const leaveRoom = () => admission.leave(from)
    if (room === undefined) entered(leaveRoom)
    else room.then(() => entered(leaveRoom), done)
  })
  app.addHook('onSend', (request, _reply, _payload, done) => {
    leave(request)
    done()
  })

  const head = {
    ...guards,
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'retry-after': '1',
  }
  const evenFull = new Set<string | undefined>()
  app.addHook('onRoute', ({ url, config }) => {
    if (config?.evenFull) evenFull.add(url)
  })
  const [answer] = app.server.listeners('request') as [(request: IncomingMessage, response: ServerResponse) => void]
  app.server.removeAllListeners('request')
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const shed = admission.shedAtOnce(originOf(request))
    if (!shed || evenFull.has(request.url)) return answer(request, response)
    tellRefused(shed)
    const { status, bodies } = ready[shed]
    const body = bodies[/^\s*th/i.test(request.headers['accept-language'] ?? '') ? 'th' : 'en']
    response.writeHead(status, { ...head, 'content-length': body.length }).end(body)
  })
  const endWatch = admission.watchLateness()
  app.addHook('onClose', async () => endWatch())
}

const readyReply = (shed: Shed, status: number) => ({
  status,
  bodies: {
    en: Buffer.from(JSON.stringify(refusalReply(shed, 'en'))),
    th: Buffer.from(JSON.stringify(refusalReply(shed, 'th'))),
  },
})
const ready = { too_many: readyReply('too_many', 429), unavailable: readyReply('unavailable', 503) }
