import { durationOf, type Estimate, estimateAfter, knownTime, laterOf, remainingDuration } from './estimate.ts'
import type { LogNormal } from './learn-durations.ts'

/*
 * When each open order is picked and delivered, one after the other.
 */

/** An open order, or one that is delivered and whose rider is on the way back (`returning`). */
export type OpenOrder = {
  lines: number
  zone: string
  stage: 'waiting' | 'picking' | 'ready' | 'riding' | 'returning'
  /** When the stage began, in milliseconds since 1970. */
  since: number
}

/** When a picker or rider works, in milliseconds since 1970. What was begun before the end is finished. */
export type Shift = { from: number; to: number }

export type RecentDurations = {
  /** Picking one line, as a mean of its order. */
  line: LogNormal
  /** Packing an order and handing it to the rider. */
  handOver: LogNormal
  /** The ride to each zone of the orders, and as long back. Has the zone that is asked for. */
  rides: ReadonlyMap<string, LogNormal>
}

/** What the shop has to do, and who is there to do it. */
export type Work<Order extends OpenOrder = OpenOrder> = {
  /** Milliseconds since 1970, as all moments here. */
  now: number
  /** Open orders, in the order in which they were promised. */
  open: readonly Order[]
  pickers: readonly Shift[]
  riders: readonly Shift[]
  durations: RecentDurations
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

type Person = {
  free: Estimate
  /** Minutes until the shift begins; 0 if it has begun. */
  from: number
  /** Minutes until the shift ends; the person begins no work after that. */
  until: number
}

/** When an open order will probably be delivered, and how many minutes each step until then takes. */
export type Forecast<Order> = Omit<PromiseParts, 'reserve'> & {
  order: Order
  delivered: Estimate
  /** Whether it waits for someone whose shift begins later. */
  isNextShift: boolean
}
type Packed<Order> = Omit<Forecast<Order>, 'delivered' | 'waitForRider' | 'ride'> & { at: Estimate }

/**
 * Returns the forecasts of open orders, in the order in which they are picked and delivered. Stops at the first order
 * that no shift is long enough for: without a picker it returns none, without a rider those before it. Throws an error
 * for an order of a zone without a ride.
 */
export function forecastsOf<Order extends OpenOrder>(
  { now, open, durations, ...shifts }: Work<Order>,
  z: number,
): Forecast<Order>[] {
  const inStage = (...stages: OpenOrder['stage'][]) => open.filter(({ stage }) => stages.includes(stage))
  const elapsed = ({ since }: OpenOrder) => (now - since) / 60_000
  const rideTo = (zone: string): LogNormal => {
    const ride = durations.rides.get(zone)
    if (!ride) throw new Error(`there are no ride minutes of zone ${zone}`)
    return ride
  }
  const handOver = durationOf(durations.handOver)
  const nothing = { waitForPicker: 0, pick: 0, handOver: 0, isNextShift: false }
  const forecasts: Forecast<Order>[] = []

  const picking = inStage('picking')
  const pickers = peopleOf(shifts.pickers, picking, now)
  /** Orders in the order in which they were promised, and when each is packed. */
  const packed: Packed<Order>[] = inStage('ready').map((order) => ({ ...nothing, order, at: knownTime(0) }))
  for (const order of picking) {
    const picked = remainingDuration(durations.line, order.lines, elapsed(order))
    const at = estimateAfter(picked, handOver)
    const picker = pickers.busy.get(order)
    if (picker) picker.free = at
    packed.push({ ...nothing, order, at, pick: picked.mean, handOver: handOver.mean })
  }
  for (const order of inStage('waiting')) {
    const picker = firstFree(pickers.all, knownTime(0), z)
    if (!picker) return forecasts
    const waitForPicker = picker.free.mean
    const pick = durationOf(durations.line, order.lines)
    const isNextShift = picker.from > 0
    picker.free = estimateAfter(picker.free, pick, handOver)
    packed.push({ order, at: picker.free, waitForPicker, pick: pick.mean, handOver: handOver.mean, isNextShift })
  }

  const riding = inStage('riding', 'returning')
  const riders = peopleOf(shifts.riders, riding, now)
  for (const order of riding) {
    const rider = riders.busy.get(order)
    const way = rideTo(order.zone)
    const remainingRide = remainingDuration(way, 1, elapsed(order))
    if (rider) rider.free = order.stage === 'returning' ? remainingRide : estimateAfter(remainingRide, durationOf(way))
    forecasts.push({ ...nothing, order, delivered: remainingRide, waitForRider: 0, ride: remainingRide.mean })
  }
  for (const { at, ...forecast } of packed) {
    const rider = firstFree(riders.all, at, z)
    if (!rider) return forecasts
    const ride = durationOf(rideTo(forecast.order.zone))
    const leaves = laterOf(rider.free, at)
    const delivered = estimateAfter(leaves, ride)
    const isNextShift = forecast.isNextShift || rider.from > 0
    rider.free = estimateAfter(delivered, ride)
    forecasts.push({ ...forecast, delivered, waitForRider: leaves.mean - at.mean, ride: ride.mean, isNextShift })
  }
  return forecasts
}

/** Returns the person who is free first, of those who begin before their shift ends with the certainty `z`. */
function firstFree(people: readonly Person[], from: Estimate, z: number): Person | undefined {
  let first: Person | undefined
  for (const person of people) {
    if (first && person.free.mean >= first.free.mean) continue
    const begin = person.free.mean > from.mean ? person.free : from
    if (begin.mean + z * Math.sqrt(begin.variance) < person.until) first = person
  }
  return first
}

/**
 * Returns the people whose shift hasn't ended, and which of them is busy with which order: the person during whose
 * shift it started. If several fit, it is the one whose shift ends first.
 */
function peopleOf(
  shifts: readonly Shift[],
  orders: readonly OpenOrder[],
  now: number,
): { all: Person[]; busy: Map<OpenOrder, Person> } {
  const minutes = (moment: number) => (moment - now) / 60_000
  const unassigned = [...shifts].filter(({ from, to }) => from < to).sort((a, b) => a.to - b.to)
  const all: Person[] = []
  const busy = new Map<OpenOrder, Person>()
  const enter = ({ from, to }: Shift): Person | undefined => {
    if (to <= now) return
    const begin = Math.max(0, minutes(from))
    const person = { free: knownTime(begin), from: begin, until: minutes(to) }
    all.push(person)
    return person
  }
  for (const order of orders) {
    const index = unassigned.findIndex(({ from, to }) => from <= order.since && order.since < to)
    const person = index < 0 ? undefined : enter(unassigned.splice(index, 1)[0] as Shift)
    if (person) busy.set(order, person)
  }
  unassigned.forEach(enter)
  return { all, busy }
}
