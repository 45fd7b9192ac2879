import type { DelayReason } from './delay-reasons.ts'

/*
 * The promise of an order as soon as possible: the clock time by which it is delivered. Pure: all that it knows is in its
 * arguments. docs/promise.md explains the formula.
 */

/** How long something took lately: log-normally distributed minutes. */
export type Spread = {
  /** The median, in minutes. */
  minutes: number
  /** Standard deviation of the logarithm, from one to the next. */
  sigma: number
  /** Standard deviation of the logarithm of the median itself: the less was seen, the larger. */
  doubt: number
}

/** What is assumed before anything was seen, and how many observations its median and its spread are worth. */
export type Prior = { minutes: number; sigma: number; medianWorth: number; sigmaWorth: number }

/** An open order, or one that is delivered and whose rider is on the way back (`returning`). */
export type OpenOrder = {
  lines: number
  zone: string
  step: 'waiting' | 'picking' | 'ready' | 'riding' | 'returning'
  /** When the step began, in milliseconds since 1970. */
  since: number
}

/** When a picker or rider works, in milliseconds since 1970. What was begun before the end is finished. */
export type Shift = { from: number; to: number }

export type Lately = {
  /** Picking one line, as a mean of its order. */
  line: Spread
  /** Packing an order and handing it to the rider. */
  handOver: Spread
  /** The ride to each zone of the orders, and as long back. Has the zone that is asked for. */
  rides: ReadonlyMap<string, Spread>
}

/** What the shop has to do, and who is there to do it. */
export type Work<Order extends OpenOrder = OpenOrder> = {
  /** Milliseconds since 1970, as all moments here. */
  now: number
  /** Open orders, in the order in which they were promised. */
  open: readonly Order[]
  pickers: readonly Shift[]
  riders: readonly Shift[]
  lately: Lately
}

/** `open` is what has to be done before. */
export type PromiseRequest = Work & {
  lines: number
  zone: string
  /** The owner's limit: no later time is promised. */
  limitMinutes: number
  /** Whether each promise of the last `recentMinutes` was kept, the oldest first. */
  kept?: readonly boolean[]
}

/** The expected minutes of an order, which add up to the promise with what is kept in reserve. */
export type PromiseParts = {
  waitForPicker: number
  pick: number
  handOver: number
  waitForRider: number
  ride: number
  reserve: number
}

export type DeliveryPromise =
  | { by: number; minutes: number; parts: PromiseParts }
  | { by: null; why: 'no_picker' | 'no_rider' | 'over_limit' }

/**
 * What a new shop starts with: 45 seconds a line, three minutes to pack, and rides as long as the owner says. The spreads are
 * worth many observations: of a few that happen to be alike one would learn a spread that is too small, and promise too early.
 */
export const priors = {
  line: { minutes: 0.75, sigma: 0.2, medianWorth: 3, sigmaWorth: 15 },
  handOver: { minutes: 3, sigma: 0.35, medianWorth: 2, sigmaWorth: 15 },
  /** Of the ratio between a ride and the zone's minutes. */
  ride: { minutes: 1, sigma: 0.3, medianWorth: 8, sigmaWorth: 25 },
} as const satisfies Record<string, Prior>

/** The share of promises that may be missed, and by how much of a step each promise moves it: see `allowedMisses`. */
const misses = { goal: 0.033, step: 0.02, least: 0.01, most: 0.08 } as const

/** Minutes after which an observation counts half, and a kept or missed promise not at all. */
export const recentMinutes = 240

/** The factor beyond which an observation counts as this one: a step that was entered hours later isn't typical. */
const farthest = 4

/** Something that has taken its time: its minutes, and when it ended, in milliseconds since 1970. */
export type Seen = { minutes: number; at: number }

/**
 * Returns the spread of durations after some were seen. The prior counts as a few observations of its median, and one that
 * is wrong widens the spread until it is outweighed. An observation counts half after each `recentMinutes`: today's rain
 * counts today, and a bad hour doesn't end the promises for the rest of the day. One far from the prior counts as one at
 * `farthest` times it.
 */
export function learn(prior: Prior, seen: readonly Seen[], now: number): Spread {
  const assumed = Math.log(prior.minutes)
  const most = Math.log(farthest)
  const logs = seen.map(({ minutes, at }) => ({
    log: Math.min(assumed + most, Math.max(assumed - most, Math.log(minutes))),
    weight: 0.5 ** Math.max(0, (now - at) / (recentMinutes * 60_000)),
  }))
  const { medianWorth, sigmaWorth } = prior
  let count = 0
  let sum = medianWorth * assumed
  for (const { log, weight } of logs) {
    count += weight
    sum += weight * log
  }
  const mean = sum / (medianWorth + count)
  let squares = sigmaWorth * prior.sigma ** 2 + medianWorth * (assumed - mean) ** 2
  for (const { log, weight } of logs) squares += weight * (log - mean) ** 2
  const variance = squares / (sigmaWorth + count)
  return { minutes: Math.exp(mean), sigma: Math.sqrt(variance), doubt: Math.sqrt(variance / (medianWorth + count)) }
}

/** The rides to a zone, and the minutes that the owner has set for one. */
export type ZoneRides = { minutes: number; seen: readonly Seen[] }

/**
 * Returns what to expect of a zone's rides by the owner's minutes, before its own rides are known: learned from the rides of
 * all zones, compared with the minutes of each.
 */
export function ridePrior(zones: Iterable<ZoneRides>, now: number): (minutes: number) => Prior {
  const ratios = [...zones].flatMap(({ minutes, seen }) =>
    seen.map((ride) => ({ minutes: ride.minutes / Math.max(1, minutes), at: ride.at })),
  )
  const all = learn(priors.ride, ratios, now)
  return (minutes) => ({ ...priors.ride, minutes: all.minutes * Math.max(1, minutes), sigma: all.sigma })
}

/** Returns what rides take to each zone: learned from its own rides, and as long as there are few of them from all. */
export function learnRides(zones: readonly (ZoneRides & { zone: string })[], now: number): ReadonlyMap<string, Spread> {
  const priorOf = ridePrior(zones, now)
  return new Map(zones.map(({ zone, minutes, seen }) => [zone, learn(priorOf(minutes), seen, now)]))
}

/** Returns the clock time that can be promised to an order now, in whole minutes, or why none is. */
export function promiseFor(request: PromiseRequest): DeliveryPromise {
  const { now, limitMinutes } = request
  const comes = ({ from, to }: Shift) => to > now && from <= now + limitMinutes * 60_000 && from < to
  if (!request.pickers.some(comes)) return { by: null, why: 'no_picker' }
  if (!request.riders.some(comes)) return { by: null, why: 'no_rider' }

  const { lines, zone, open } = request
  if (!request.lately.rides.has(zone)) throw new Error(`there are no ride minutes of zone ${zone}`)
  const z = -normalQuantile(allowedMisses(request.kept ?? []))
  const own: OpenOrder = { lines, zone, step: 'waiting', since: now }
  const expected = coursesOf({ ...request, open: [...open, own] }, z).find(({ order }) => order === own)
  if (!expected) return { by: null, why: 'over_limit' }
  const by = Math.ceil((now + reached(expected.delivered, z) * 60_000) / 60_000) * 60_000
  const minutes = (by - now) / 60_000
  if (minutes > limitMinutes) return { by: null, why: 'over_limit' }
  const { waitForPicker, pick, handOver, waitForRider, ride } = expected
  const reserve = minutes - expected.delivered.mean
  return { by, minutes, parts: { waitForPicker, pick, handOver, waitForRider, ride, reserve } }
}

/** An order that will probably miss its promised time, its new time in milliseconds, and the reason. */
export type Delay<Order> = { order: Order; about: number; why: DelayReason }

/** An order counts as late if its chance of arriving in time is less than this. */
const lostChance = 0.1
/** The chance that an order arrives by its new time, and the minutes to whose multiple that time is rounded up. */
const delayed = { chance: 0.9, step: 5 }

/**
 * Returns the open orders that will probably miss their promised time. The new time of each is a multiple of five minutes
 * by which nine of ten such orders arrive. Leaves out orders that no shift is long enough for: they have no new time.
 */
export function delaysOf<Order extends OpenOrder & { promised?: number | undefined }>(
  work: Work<Order>,
): Delay<Order>[] {
  const { now } = work
  const latest = normalQuantile(lostChance)
  const safe = -normalQuantile(1 - delayed.chance)
  return coursesOf(work, safe).flatMap((course) => {
    const { order, delivered } = course
    if (order.promised === undefined || order.step === 'returning') return []
    if (now + reached(delivered, latest) * 60_000 <= order.promised) return []
    const step = delayed.step * 60_000
    const about = Math.ceil((now + reached(delivered, safe) * 60_000) / step) * step
    return [{ order, about: about > order.promised ? about : order.promised + step, why: reasonOf(course) }]
  })
}

/** Returns the main reason why an order is late. */
function reasonOf({ order, isNextShift, waitForPicker, pick, waitForRider }: Course<OpenOrder>): DelayReason {
  if (order.step === 'riding') return 'ride'
  if (isNextShift) return 'shift'
  if (order.step === 'ready' || waitForRider > Math.max(waitForPicker, pick)) return 'rider'
  return waitForPicker > pick ? 'queue' : 'picking'
}

/**
 * Returns the share of promises that may be missed: after a miss fewer, after kept ones more (adaptive conformal inference,
 * Gibbs and Candès 2021). So about the goal is missed in the long run, even if all else here is wrong.
 */
function allowedMisses(kept: readonly boolean[]): number {
  let share: number = misses.goal
  for (const each of kept) {
    const moved = share + misses.step * (misses.goal - (each ? 0 : 1))
    share = Math.min(misses.most, Math.max(misses.least, moved))
  }
  return share
}

/* When the orders ahead and this one are picked and delivered. */

/** An estimated moment in minutes from now, or an estimated duration in minutes. */
type Moment = {
  mean: number
  /** The variance between orders. */
  variance: number
  /** Standard deviation of the error that all orders share, because the medians may be wrong. Sums add it linearly. */
  doubt: number
}
type Person = {
  free: Moment
  /** Minutes until the shift begins; 0 if it has begun. */
  from: number
  /** Minutes until the shift ends; the person begins no work after that. */
  until: number
}

const certain = (mean: number): Moment => ({ mean, variance: 0, doubt: 0 })
const deviation = ({ variance, doubt }: Moment) => Math.sqrt(variance + doubt ** 2)

/** When an open order is delivered, and how many minutes each step until then takes. */
type Course<Order> = Omit<PromiseParts, 'reserve'> & {
  order: Order
  delivered: Moment
  /** Whether it waits for someone whose shift begins later. */
  isNextShift: boolean
}
type Packed<Order> = Omit<Course<Order>, 'delivered' | 'waitForRider' | 'ride'> & { at: Moment }

/**
 * Returns the courses of open orders, in the order in which they are picked and delivered. Stops at the first order that no
 * shift is long enough for: without a picker it returns none, without a rider those before it.
 */
function coursesOf<Order extends OpenOrder>({ now, open, lately, ...shifts }: Work<Order>, z: number): Course<Order>[] {
  const inStep = (...steps: OpenOrder['step'][]) => open.filter(({ step }) => steps.includes(step))
  const elapsed = ({ since }: OpenOrder) => (now - since) / 60_000
  // A zone that was deleted has no rides: uses those to the zone of the last open order.
  const rideTo = (name: string) => (lately.rides.get(name) ?? lately.rides.get(open.at(-1)?.zone ?? '')) as Spread
  const handOver = lasting(lately.handOver)
  const nothing = { waitForPicker: 0, pick: 0, handOver: 0, isNextShift: false }
  const courses: Course<Order>[] = []

  const picking = inStep('picking')
  const pickers = peopleOf(shifts.pickers, picking, now)
  /** Orders in the order in which they were promised, and when each is packed. */
  const packed: Packed<Order>[] = inStep('ready').map((order) => ({ ...nothing, order, at: certain(0) }))
  for (const order of picking) {
    const picked = remaining(lately.line, order.lines, elapsed(order))
    const at = after(picked, handOver)
    const picker = pickers.busy.get(order)
    if (picker) picker.free = at
    packed.push({ ...nothing, order, at, pick: picked.mean, handOver: handOver.mean })
  }
  for (const order of inStep('waiting')) {
    const picker = firstFree(pickers.all, certain(0), z)
    if (!picker) return courses
    const waitForPicker = picker.free.mean
    const pick = lasting(lately.line, order.lines)
    const isNextShift = picker.from > 0
    picker.free = after(picker.free, pick, handOver)
    packed.push({ order, at: picker.free, waitForPicker, pick: pick.mean, handOver: handOver.mean, isNextShift })
  }

  const riding = inStep('riding', 'returning')
  const riders = peopleOf(shifts.riders, riding, now)
  for (const order of riding) {
    const rider = riders.busy.get(order)
    const way = rideTo(order.zone)
    const left = remaining(way, 1, elapsed(order))
    if (rider) rider.free = order.step === 'returning' ? left : after(left, lasting(way))
    courses.push({ ...nothing, order, delivered: left, waitForRider: 0, ride: left.mean })
  }
  for (const { at, ...course } of packed) {
    const rider = firstFree(riders.all, at, z)
    if (!rider) return courses
    const ride = lasting(rideTo(course.order.zone))
    const leaves = later(rider.free, at)
    const delivered = after(leaves, ride)
    const isNextShift = course.isNextShift || rider.from > 0
    rider.free = after(delivered, ride)
    courses.push({ ...course, delivered, waitForRider: leaves.mean - at.mean, ride: ride.mean, isNextShift })
  }
  return courses
}

/** Returns the person who is free first, of those who begin before their shift ends with the certainty `z`. */
function firstFree(people: readonly Person[], from: Moment, z: number): Person | undefined {
  let first: Person | undefined
  for (const person of people) {
    if (first && person.free.mean >= first.free.mean) continue
    const begin = person.free.mean > from.mean ? person.free : from
    if (begin.mean + z * deviation(begin) < person.until) first = person
  }
  return first
}

/**
 * Returns the people whose shift hasn't ended, and which of them is busy with which order: the person during whose shift it
 * started. If several fit, it is the one whose shift ends first.
 */
function peopleOf(
  shifts: readonly Shift[],
  orders: readonly OpenOrder[],
  now: number,
): { all: Person[]; busy: Map<OpenOrder, Person> } {
  const minutes = (moment: number) => (moment - now) / 60_000
  const left = [...shifts].filter(({ from, to }) => from < to).sort((a, b) => a.to - b.to)
  const all: Person[] = []
  const busy = new Map<OpenOrder, Person>()
  const enter = ({ from, to }: Shift): Person | undefined => {
    if (to <= now) return
    const begin = Math.max(0, minutes(from))
    const person = { free: certain(begin), from: begin, until: minutes(to) }
    all.push(person)
    return person
  }
  for (const order of orders) {
    const at = left.findIndex(({ from, to }) => from <= order.since && order.since < to)
    const person = at < 0 ? undefined : enter(left.splice(at, 1)[0] as Shift)
    if (person) busy.set(order, person)
  }
  left.forEach(enter)
  return { all, busy }
}

/* Sums and maxima of what is log-normally distributed, by means and variances. */

/** Returns a duration, multiplied by `times`, as mean, variance and shared error. */
function lasting({ minutes, sigma, doubt }: Spread, times = 1): Moment {
  const mean = times * minutes * Math.exp(sigma ** 2 / 2)
  return { mean, variance: mean ** 2 * Math.expm1(sigma ** 2), doubt: mean * doubt }
}

function after(moment: Moment, ...durations: readonly Moment[]): Moment {
  let { mean, variance, doubt } = moment
  for (const duration of durations) {
    mean += duration.mean
    variance += duration.variance
    doubt += duration.doubt
  }
  return { mean, variance, doubt }
}

/** Returns the expected remaining duration, given that `elapsed` minutes have passed (mean residual life). */
function remaining(spread: Spread, times: number, elapsed: number): Moment {
  const whole = lasting(spread, times)
  if (elapsed <= 0) return whole
  const { sigma, doubt } = spread
  const k = Math.log(elapsed / (times * spread.minutes)) / sigma
  const longer = normalShare(-k)
  // Longer than all but 0.5% of durations: assumes a quarter of the elapsed time, with a standard deviation as large.
  if (longer < 0.005) return { mean: elapsed / 4, variance: (elapsed / 4) ** 2, doubt: 0 }
  const mean = (whole.mean * normalShare(sigma - k)) / longer
  const square = (whole.mean ** 2 * Math.exp(sigma ** 2) * normalShare(2 * sigma - k)) / longer
  const left = Math.max(0, mean - elapsed)
  return { mean: left, variance: Math.max(0, square - mean ** 2), doubt: left * doubt }
}

/** Returns the later of two moments, as the maximum of two normal distributions (Clark 1961). */
function later(one: Moment, other: Moment): Moment {
  const spread = Math.hypot(deviation(one), deviation(other))
  const alpha = (one.mean - other.mean) / spread
  if (!(Math.abs(alpha) < 4)) return one.mean >= other.mean ? one : other
  const isOne = normalShare(alpha)
  const isOther = 1 - isOne
  const density = spread * Math.exp(-(alpha ** 2) / 2) * 0.3989422804
  const mean = one.mean * isOne + other.mean * isOther + density
  const doubt = one.doubt * isOne + other.doubt * isOther
  const square =
    (one.mean ** 2 + deviation(one) ** 2) * isOne +
    (other.mean ** 2 + deviation(other) ** 2) * isOther +
    (one.mean + other.mean) * density
  return { mean, variance: Math.max(0, square - mean ** 2 - doubt ** 2), doubt }
}

/** Returns the quantile of a moment at the standard normal value `z`, as if the moment were log-normally distributed. */
function reached(moment: Moment, z: number): number {
  const square = Math.log1p((deviation(moment) / moment.mean) ** 2)
  return moment.mean * Math.exp(z * Math.sqrt(square) - square / 2)
}

/** Returns the share of the standard normal distribution below a value (Abramowitz and Stegun, 26.2.17). */
function normalShare(value: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(value))
  const series = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  const tail = 0.3989422804 * Math.exp(-(value ** 2) / 2) * series
  return value > 0 ? 1 - tail : tail
}

/** Returns the value below which a share, up to a half, of the standard normal distribution is (the same, 26.2.23). */
function normalQuantile(share: number): number {
  const t = Math.sqrt(-2 * Math.log(share))
  const above = 2.515517 + 0.802853 * t + 0.010328 * t ** 2
  return above / (1 + 1.432788 * t + 0.189269 * t ** 2 + 0.001308 * t ** 3) - t
}
