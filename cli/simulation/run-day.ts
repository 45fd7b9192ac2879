import { seededRandom } from '../../demo/seeded-random.ts'
import type { OpenOrder, Shift } from '../../server/delivery/promise/order-forecasts.ts'
import { promiseFor } from '../../server/delivery/promise/promise.ts'
import {
  type DeliveryTimes,
  observedDurationsOf,
  observedOrders,
  recentDurationsOf,
} from '../../server/delivery/promise/recent-durations.ts'
import type { Day } from './day.ts'
import { draw } from './draw.ts'

/*
 * A day of a shop, event by event. Pickers pick and pack the orders in the order in which they were promised, and
 * riders take the packed ones in that order as well, one at a time. A rider is kept back for each earlier order that is
 * still being picked: otherwise a small order that overtakes a large one would take its rider.
 *
 * The promise knows what the shop has seen so far: what is open and since when, who works when, and when the steps of
 * delivered orders ended. It learns from those by the shop's own code. How long anything will take is drawn before, and
 * read by the events only.
 */

const minute = 60_000

export type SimulatedOrder = {
  /** Minutes since midnight, as all times here. */
  at: number
  /**
   * Undefined if no time could be promised: the shopper chooses a window then, and the order isn't part of the queue.
   */
  promise?: { promisedAt: number; delivered: number }
  whyNot?: string
}

/** An order with the minutes that its steps will take, and when they began, in milliseconds. */
type DrawnOrder = {
  index: number
  lines: number
  zone: string
  pick: number
  handOver: number
  out: number
  back: number
  since: number
  packingAt: number
  packedAt: number
}
type Person = Shift & { until: number; order: DrawnOrder | undefined; step: 'picking' | 'riding' | 'returning' }

/**
 * Runs the day in a shop that has learned from the days before it, oldest first. The owner's minutes of a ride are
 * those of the first day. The same days always have the same result.
 */
export function runDay(day: Day, before: readonly Day[] = []): SimulatedOrder[] {
  const zones = zonesOf(before[0] ?? day)
  let learned: DeliveryTimes[] = []
  for (const each of before) {
    const run = new DayRun(each, { zones, learned })
    run.run()
    learned = run.delivered.map(dayEarlier)
  }
  return new DayRun(day, { zones, learned }).run()
}

class DayRun {
  readonly #day: Day
  readonly #orders: DrawnOrder[]
  readonly #result: SimulatedOrder[]
  readonly #pickers: Person[]
  readonly #riders: Person[]
  readonly #everyone: Person[]
  readonly #shifts: { pickers: Shift[]; riders: Shift[] }
  readonly #waiting: DrawnOrder[] = []
  readonly #ready: DrawnOrder[] = []
  readonly #zones: readonly Zone[]
  /** All delivered orders, also of the days before. */
  readonly delivered: DeliveryTimes[]
  #now = 0

  constructor(day: Day, { zones, learned }: { zones: readonly Zone[]; learned: readonly DeliveryTimes[] }) {
    this.#day = day
    this.#zones = zones
    this.delivered = [...learned]
    this.#orders = drawOrders(day)
    this.#result = day.orders.map(({ at }) => ({ at }))
    this.#pickers = staffOf(day.pickers)
    this.#riders = staffOf(day.riders)
    this.#everyone = [...this.#pickers, ...this.#riders]
    this.#shifts = { pickers: day.pickers.map(inMilliseconds), riders: day.riders.map(inMilliseconds) }
  }

  run(): SimulatedOrder[] {
    let arrived = 0
    for (;;) {
      this.#startPicking()
      this.#startRides()
      const person = firstToFinish(this.#everyone)
      const arrival = this.#day.orders[arrived]
      const event = Math.min(
        person?.until ?? Number.POSITIVE_INFINITY,
        (arrival?.at ?? Number.POSITIVE_INFINITY) * minute,
      )
      const shift = Math.min(
        this.#waiting.length > 0 ? nextShift(this.#pickers, this.#now) : Number.POSITIVE_INFINITY,
        this.#ready.length > 0 ? nextShift(this.#riders, this.#now) : Number.POSITIVE_INFINITY,
      )
      if (Math.min(event, shift) === Number.POSITIVE_INFINITY) return this.#result
      this.#now = Math.min(event, shift)
      if (this.#now < event) continue
      if (person && person.until === this.#now) this.#finish(person)
      else this.#order(this.#orders[arrived++] as DrawnOrder)
    }
  }

  #startPicking(): void {
    for (const picker of freeAt(this.#pickers, this.#now)) {
      const order = this.#waiting.shift()
      if (order) this.#begin(picker, order, 'picking', order.pick + order.handOver)
    }
  }

  #startRides(): void {
    if (this.#ready.length === 0) return
    this.#ready.sort((a, b) => a.index - b.index)
    const free = freeAt(this.#riders, this.#now)
    for (const order of [...this.#ready]) {
      const earlier = this.#pickers.filter((picker) => picker.order && picker.order.index < order.index).length
      if (free.length <= earlier) continue
      this.#begin(free.shift() as Person, order, 'riding', order.out)
      this.#ready.splice(this.#ready.indexOf(order), 1)
    }
  }

  #order(order: DrawnOrder): void {
    const promise = promiseFor({
      now: this.#now,
      lines: order.lines,
      zone: order.zone,
      open: this.#openOrders(),
      ...this.#shifts,
      durations: recentDurationsOf(observedDurationsOf(this.delivered.slice(-observedOrders), this.#now), {
        zones: this.#zones,
        to: new Set(this.#zones.map(({ id }) => id)),
        now: this.#now,
      }),
      limitMinutes: this.#day.limitMinutes,
    })
    const simulated = this.#result[order.index] as SimulatedOrder
    if (promise.promisedAt === null) {
      simulated.whyNot = promise.why
      return
    }
    simulated.promise = { promisedAt: promise.promisedAt / minute, delivered: Number.POSITIVE_INFINITY }
    this.#waiting.push({ ...order, since: this.#now })
  }

  #openOrders(): OpenOrder[] {
    const asOpen = ({ lines, zone, since }: DrawnOrder, stage: OpenOrder['stage']) => ({ lines, zone, stage, since })
    return [
      ...this.#ready.map((order) => asOpen(order, 'ready')),
      ...this.#everyone.flatMap(({ order, step }) => (order ? [asOpen(order, step)] : [])),
      ...this.#waiting.map((order) => asOpen(order, 'waiting')),
    ]
  }

  #finish(person: Person): void {
    const order = person.order as DrawnOrder
    person.order = undefined
    if (person.step === 'picking') {
      this.#ready.push({ ...order, packingAt: order.since, packedAt: this.#now, since: this.#now })
    } else if (person.step === 'riding') {
      this.delivered.push({
        zoneId: order.zone,
        lines: order.lines,
        packingAt: new Date(order.packingAt),
        packedAt: new Date(order.packedAt),
        outAt: new Date(order.since),
        deliveredAt: new Date(this.#now),
      })
      const { promise } = this.#result[order.index] as SimulatedOrder
      if (promise) promise.delivered = this.#now / minute
      this.#begin(person, order, 'returning', order.back)
    }
  }

  #begin(person: Person, order: DrawnOrder, step: Person['step'], minutes: number): void {
    Object.assign(person, { order: { ...order, since: this.#now }, step, until: this.#now + minutes * minute })
  }
}

const inMilliseconds = ({ from, to }: Shift): Shift => ({ from: from * minute, to: to * minute })

type Zone = { id: string; rideMinutes: number }

/** The zones with the minutes that the owner would have set: the median in whole minutes. */
const zonesOf = ({ rides }: Day): Zone[] =>
  [...rides].map(([id, [, p50]]) => ({ id, rideMinutes: Math.max(1, Math.round(p50)) }))

function dayEarlier({ packingAt, packedAt, outAt, deliveredAt, ...order }: DeliveryTimes): DeliveryTimes {
  const earlier = (at: Date) => new Date(at.getTime() - 24 * 60 * minute)
  return {
    ...order,
    packingAt: earlier(packingAt),
    packedAt: earlier(packedAt),
    outAt: earlier(outAt),
    deliveredAt: earlier(deliveredAt),
  }
}

/**
 * Draws how long each order's steps will take, whether it is promised or not: the draws don't depend on the promise.
 */
function drawOrders(day: Day): DrawnOrder[] {
  const random = seededRandom(day.seed)
  return day.orders.map(({ lines, zone }, index) => {
    const way = day.rides.get(zone)
    if (!way) throw new Error(`zone ${zone} has no ride minutes`)
    let pick = 0
    for (let line = 0; line < lines; line++) pick += draw(day.line, random)
    const handOver = draw(day.handOver, random)
    return {
      index,
      lines,
      zone,
      pick,
      handOver,
      out: draw(way, random),
      back: draw(way, random),
      since: 0,
      packingAt: 0,
      packedAt: 0,
    }
  })
}

/** Those who leave last stay until all that was promised is delivered. The promise doesn't count on it. */
function staffOf(shifts: readonly Shift[]): Person[] {
  const end = Math.max(...shifts.map(({ to }) => to))
  return shifts.map(({ from, to }) => ({
    from: from * minute,
    to: to === end ? Number.POSITIVE_INFINITY : to * minute,
    until: 0,
    order: undefined,
    step: 'picking',
  }))
}

const freeAt = (people: readonly Person[], now: number) =>
  people.filter(({ from, to, order }) => !order && from <= now && now < to)

const nextShift = (people: readonly Person[], now: number) =>
  Math.min(...people.filter(({ from, order }) => !order && from > now).map(({ from }) => from))

function firstToFinish(people: readonly Person[]): Person | undefined {
  let first: Person | undefined
  for (const person of people) if (person.order && (!first || person.until < first.until)) first = person
  return first
}
