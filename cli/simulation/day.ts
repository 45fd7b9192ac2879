import * as z from 'zod'

/*
 * A day of a shop, as the simulation reads it from a JSON file.
 */

const minutesOf = (text: string) => Number(text.slice(0, -3)) * 60 + Number(text.slice(-2))
/** A time of the day as "09:12", up to "24:00". */
const time = z
  .string()
  .regex(/^\d?\d:[0-5]\d$/, 'is no time like "09:12"')
  .refine((text) => minutesOf(text) <= 24 * 60, 'is no time like "09:12"')
const shift = z
  .object({ from: time, to: time })
  .refine(({ from, to }) => minutesOf(from) < minutesOf(to), 'ends before it begins')
const percentiles = z
  .tuple([z.number(), z.number(), z.number()], 'needs three numbers: percentiles 10, 50 and 90')
  .refine(([p10, p50, p90]) => p10 > 0 && p10 <= p50 && p50 <= p90, 'must be above zero and ascending')
  .refine(([, , p90]) => p90 <= 24 * 60 * 60, 'is more than a day')

const dayFile = z
  .object({
    orders: z.array(z.object({ at: time, lines: z.int().min(1).max(1000), zone: z.string().min(1) })).max(20_000),
    pickers: z.array(shift).max(200),
    riders: z.array(shift).max(200),
    rideMinutes: z.record(z.string(), percentiles),
    pickSecondsPerLine: percentiles,
    handOverMinutes: percentiles,
    limitMinutes: z
      .number()
      .positive()
      .max(24 * 60),
    seed: z.int(),
  })
  .check(({ value: { orders, rideMinutes }, issues }) => {
    for (const [index, { zone }] of orders.entries())
      if (!Object.hasOwn(rideMinutes, zone))
        issues.push({
          code: 'custom',
          input: zone,
          path: ['orders', index, 'zone'],
          message: `has no rideMinutes: ${zone}`,
        })
  })

/** Percentiles 10, 50 and 90 of a duration. */
export type Percentiles = readonly [p10: number, p50: number, p90: number]

/** A day; times are minutes since midnight, durations minutes. Orders come in the order of their times. */
export type Day = {
  orders: { at: number; lines: number; zone: string }[]
  pickers: { from: number; to: number }[]
  riders: { from: number; to: number }[]
  rides: ReadonlyMap<string, Percentiles>
  line: Percentiles
  handOver: Percentiles
  limitMinutes: number
  seed: number
}

/** A day as its file has it. */
export type DayFile = z.input<typeof dayFile>

/** Returns the day of a file. Throws an error that names the wrong field. */
export function readDay(text: string): Day {
  let json: unknown
  try {
    // Some editors begin a file with a byte order mark.
    json = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new Error(`is no JSON: ${(error as Error).message}`)
  }
  const parsed = dayFile.safeParse(json, {
    error: ({ code, input }) => (code === 'invalid_type' && input === undefined ? 'is missing' : undefined),
  })
  if (!parsed.success) {
    const [first, ...more] = parsed.error.issues
    const path = first?.path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('') ?? ''
    const others = more.length > 0 ? `, and ${more.length} more` : ''
    throw new Error(`${path.replace(/^\./, '') || 'the file'}: ${first?.message}${others}`)
  }
  const day = parsed.data
  const span = ({ from, to }: { from: string; to: string }) => ({ from: minutesOf(from), to: minutesOf(to) })
  return {
    orders: day.orders.map((order) => ({ ...order, at: minutesOf(order.at) })).sort((a, b) => a.at - b.at),
    pickers: day.pickers.map(span),
    riders: day.riders.map(span),
    rides: new Map(Object.entries(day.rideMinutes)),
    line: day.pickSecondsPerLine.map((seconds) => seconds / 60) as unknown as Percentiles,
    handOver: day.handOverMinutes,
    limitMinutes: day.limitMinutes,
    seed: day.seed,
  }
}
