import { dayAfter, dayIn } from '../values/day.ts'

/*
 * When a shop is open: the hours of a week, without the days on which it is closed, in the shop's time zone.
 */

/**
 * Hours of a day of the week, ISO: 1 is Monday. They end later than they begin; a night has hours until 24:00, and
 * hours of the next day from 00:00 on.
 */
export type OpeningSpan = { day: number; from: string; to: string }

export type OpeningHours = {
  /** A day may have several, and none. Times are "08:00", the end also "24:00". */
  week: readonly OpeningSpan[]
  /** Days as YYYY-MM-DD, without hours. */
  closed: readonly string[]
}

/** A moment until another one, when the shop closes. */
export type OpenSpan = { from: Date; to: Date }

/** How many days an opening or closing is looked for in; the first is the day before. */
const horizonDays = 100

/** Returns whether the shop is open: from its opening on, up to but not at its closing. */
export function openAt(hours: OpeningHours, moment: Date, timeZone: string): boolean {
  const time = moment.getTime()
  return spansFrom(hours, dayIn(timeZone, moment), 1, timeZone).some(({ from, to }) => from <= time && time < to)
}

/**
 * Returns when the shop next opens, later than the moment; undefined if it doesn't within 100 days. Hours that follow
 * on from others are no opening.
 */
export function nextOpening(hours: OpeningHours, moment: Date, timeZone: string): Date | undefined {
  return openings(hours, moment, timeZone).find(({ from }) => from > moment)?.from
}

/**
 * Returns when the shop opened, or when the day before began if that is later; undefined if it isn't open at the
 * moment.
 */
export function openedAt(hours: OpeningHours, moment: Date, timeZone: string): Date | undefined {
  return openings(hours, moment, timeZone).find(({ from, to }) => from <= moment && moment < to)?.from
}

/**
 * Returns when the shop closes next, if it is open at the moment; undefined if it isn't, or doesn't close within 100
 * days.
 */
export function closingTime(hours: OpeningHours, moment: Date, timeZone: string): Date | undefined {
  const span = openings(hours, moment, timeZone).find(({ from, to }) => from <= moment && moment < to)
  const end = momentOf(dayAfter(dayBefore(moment, timeZone), horizonDays), 0, timeZone)
  return span && span.to < end ? span.to : undefined
}

/** While a shop is closed: from when, and when it opens next; null if it doesn't within 100 days. */
export type ClosedPeriod = { from: Date; opensAt: Date | null }

/**
 * Returns when the shop is closed, if it is at the moment or closes less than this many minutes later; undefined if it
 * stays open until then. `from` is the moment itself if the shop is closed already.
 */
export function closedWithin(
  hours: OpeningHours,
  moment: Date,
  { minutes, timeZone }: { minutes: number; timeZone: string },
): ClosedPeriod | undefined {
  const end = moment.getTime() + minutes * 60_000
  // Every visitor of a cart asks: most answers are within the days that the minutes are in, and the next one.
  for (const days of [3 + Math.ceil(minutes / (24 * 60)), 9, horizonDays]) {
    const spans = joined(spansFrom(hours, dayBefore(moment, timeZone), days, timeZone))
    const open = spans.find(({ from, to }) => from <= moment && moment < to)
    if (open && open.to.getTime() >= end) return undefined
    const next = spans.find(({ from }) => from > moment)
    if (next || days === horizonDays) return { from: open?.to ?? moment, opensAt: next?.from ?? null }
  }
  return undefined
}

/** The times of a weekly template: days of the week, and minutes of the day. */
export type TemplateTimes = { days: readonly number[]; starts: number; ends: number }

/** Returns the days of a weekly template on which the shop isn't open all the while. Hours of a day never overlap. */
export function daysOutside(week: readonly OpeningSpan[], { days, starts, ends }: TemplateTimes): number[] {
  return days.filter((day) => {
    const open = week
      .filter((span) => span.day === day)
      .map(({ from, to }) => Math.max(0, Math.min(minutesOf(to), ends) - Math.max(minutesOf(from), starts)))
    return open.reduce((sum, minutes) => sum + minutes, 0) < ends - starts
  })
}

/**
 * Days of a week that follow on each other and have the same hours: `first` and `last` are 1 for Monday to 7 for
 * Sunday.
 */
export type OpenDays = { first: number; last: number; hours: string[] }

/** Returns the hours of a week as people say them: days with the same hours together, closed ones left out. */
export function openDaysOf(week: readonly OpeningSpan[]): OpenDays[] {
  const groups: OpenDays[] = []
  for (const day of [1, 2, 3, 4, 5, 6, 7]) {
    const spans = week.filter((span) => span.day === day).sort((a, b) => (a.from < b.from ? -1 : 1))
    const hours = spans.map(({ from, to }) => `${from}–${to}`)
    const last = groups.at(-1)
    if (last?.last === day - 1 && last.hours.join() === hours.join()) last.last = day
    else if (hours.length > 0) groups.push({ first: day, last: day, hours })
  }
  return groups
}

/** Returns the spans in which the shop is open at a moment or later, within 100 days: those that touch are one. */
function openings(hours: OpeningHours, moment: Date, timeZone: string): OpenSpan[] {
  // A week shows whether hours follow on from each other without an end; most answers are within one.
  for (const days of [9, horizonDays]) {
    const spans = joined(spansFrom(hours, dayBefore(moment, timeZone), days, timeZone))
    const later = spans.filter(({ to }) => to > moment)
    if (days === horizonDays || later.length > 2) return later
  }
  return []
}

function joined(spans: readonly { from: number; to: number }[]): OpenSpan[] {
  const result: { from: number; to: number }[] = []
  for (const { from, to } of [...spans].sort((a, b) => a.from - b.from)) {
    const last = result.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else result.push({ from, to })
  }
  return result.map(({ from, to }) => ({ from: new Date(from), to: new Date(to) }))
}

/** Returns the hours of some days, in milliseconds since 1970. */
function spansFrom(hours: OpeningHours, first: string, days: number, timeZone: string): { from: number; to: number }[] {
  const closed = new Set(hours.closed)
  const spans: { from: number; to: number }[] = []
  for (let index = 0; index < days; index++) {
    const day = dayAfter(first, index)
    if (closed.has(day)) continue
    for (const span of hours.week) {
      if (span.day !== weekdayOf(day)) continue
      const from = momentOf(day, minutesOf(span.from), timeZone).getTime()
      const to = momentOf(day, minutesOf(span.to), timeZone).getTime()
      // An hour that the clocks skip has no length.
      if (from < to) spans.push({ from, to })
    }
  }
  return spans
}

/**
 * Returns the moment at which clocks of a time zone show a day and its minutes since midnight. Of two, the earlier one;
 * a time that the clocks skip is as much later as they skip.
 */
export function momentOf(day: string, minutes: number, timeZone: string): Date {
  const shown = Date.parse(`${day}T00:00:00Z`) + minutes * 60_000
  // The offsets of the day before and the day after: the clocks change at most once between them.
  const before = shown - offsetAt(shown - dayLength, timeZone)
  const after = shown - offsetAt(shown + dayLength, timeZone)
  const found = [before, after].filter((moment) => moment + offsetAt(moment, timeZone) === shown)
  return new Date(found.length > 0 ? Math.min(...found) : before)
}

const dayLength = 86_400_000
const formatters = new Map<string, Intl.DateTimeFormat>()

/** Returns by how many milliseconds the clocks of a time zone are ahead of UTC at a moment. */
function offsetAt(moment: number, timeZone: string): number {
  let formatter = formatters.get(timeZone)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formatters.set(timeZone, formatter)
  }
  const parts = Object.fromEntries(formatter.formatToParts(moment).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day, hour, minute, second } = parts
  const seconds = Math.floor(moment / 1000) * 1000
  return Date.UTC(year, month - 1, day, hour, minute, second) - seconds
}

/** Returns the day before the one of a moment: a shop that is open may have opened then. */
const dayBefore = (moment: Date, timeZone: string): string => dayAfter(dayIn(timeZone, moment), -1)

const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
