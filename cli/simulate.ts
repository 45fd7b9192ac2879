import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { ownersPath, runCommand } from './shop-parts.ts'
import { type Day, readDay } from './simulation/day.ts'
import { type Figures, figuresOf, missedGoals, sharesOf } from './simulation/figures.ts'
import { plotDay } from './simulation/plot.ts'
import { randomDay } from './simulation/random-day.ts'
import { runDay } from './simulation/run-day.ts'

/*
 * The owner's command that runs days of a shop against the promise of server/delivery/promise/promise.ts, and prints
 * the results.
 */

const usage = `Usage: npm run simulate                        run the days of demo/days
       npm run simulate -- --day FILE.json     run one day; docs/promise.md has the format
       --json          print one line of JSON; npm run -s leaves out npm's own two lines
       --svg FILE.svg  where to write the picture; otherwise it goes to a temporary folder
       --seeds 200     run the day with the seeds 1 to 200, and print the worst
       --random 200    run 200 random days instead
`
const days = join(import.meta.dirname, '..', 'demo', 'days')

// The reader has closed the pipe, as `| head` does.
process.stdout.on('error', () => process.exit())
await runCommand(
  usage,
  {
    day: { type: 'string' },
    json: { type: 'boolean', default: false },
    svg: { type: 'string' },
    seeds: { type: 'string' },
    random: { type: 'string' },
  },
  run,
)

type Values = { json: boolean } & { [option in 'day' | 'svg' | 'seeds' | 'random']?: string }

async function run(positionals: string[], values: Values): Promise<number | undefined> {
  if (positionals.length > 0) return undefined
  if (values.random !== undefined) {
    printMany(seedsTo(values.random).map((seed) => ({ name: `random day ${seed}`, day: readDay(randomDay(seed)) })))
    return 0
  }
  const names = values.day ? [values.day] : (await readdir(days)).filter((name) => name.endsWith('.json')).sort()
  if ((values.json || values.svg) && !values.day) throw new Error('--json and --svg need --day FILE.json')
  for (const name of names) {
    const path = values.day ? ownersPath(name) : join(days, name)
    const day = await readDayFile(path)
    if (values.seeds !== undefined) {
      printMany(
        seedsTo(values.seeds).map((seed) => ({ name: `seed ${seed}`, day: { ...day, seed } })),
        basename(path),
      )
      continue
    }
    const orders = runDay(day)
    const figures = figuresOf(orders)
    if (values.json) {
      const { p50LateMinutes: _, ...printed } = figures
      print(JSON.stringify(printed))
    } else printDay(basename(path), day, figures)
    const own = values.json ? undefined : join(tmpdir(), 'talad-simulate', `${basename(path, '.json')}.svg`)
    const picture = values.svg ? ownersPath(values.svg) : own
    if (!picture) continue
    await mkdir(dirname(picture), { recursive: true })
    await writeFile(picture, plotDay(basename(path, '.json'), day, orders, figures))
    if (!values.json) print(`  picture    ${picture}`)
  }
  return 0
}

async function readDayFile(path: string): Promise<Day> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${path} can't be read: ${error.code}`)
  })
  try {
    return readDay(text)
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`)
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

function seedsTo(text: string): number[] {
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1 || count > 10_000) throw new Error(`${text} is no number from 1 to 10000`)
  return Array.from({ length: count }, (_, index) => index + 1)
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`
}

function printDay(name: string, day: Day, figures: Figures): void {
  const { promised, ratio, kept } = sharesOf(figures)
  print(name)
  print(`  orders     ${figures.orders}, ${day.pickers.length} shifts of pickers, ${day.riders.length} of riders`)
  print(`  promised   ${figures.promised} (${percent(promised)}), declined ${figures.declined}`)
  print(`  kept       ${figures.kept} (${percent(kept)})`)
  if (figures.p50Minutes !== null) {
    print(`  minutes    half within ${figures.p50Minutes}, 90% within ${figures.p90Minutes}`)
    print(`  took       half within ${figures.tookP50Minutes}: the promise is ${ratio.toFixed(2)} times as long`)
    print(`  late by    ${figures.p50LateMinutes} (half of the late ones), ${figures.p90LateMinutes} (90% of them)`)
  }
}

/** Prints the summary of many days, and the worst one by each goal. */
function printMany(many: readonly { name: string; day: Day }[], title = `${many.length} days`): void {
  const results = many.map(({ name, day }) => ({ name, figures: figuresOf(runDay(day)) }))
  const total = (key: 'orders' | 'promised' | 'kept') => results.reduce((sum, { figures }) => sum + figures[key], 0)
  const worst = (key: 'kept' | 'ratio' | 'promised', sign: number) =>
    results
      .map(({ name, figures }) => ({ name, share: sharesOf(figures)[key] }))
      .reduce((a, b) => (sign * b.share < sign * a.share ? b : a))
  const misses = (goal: string) =>
    results.filter(({ figures }) => missedGoals(figures).some((each) => each === goal)).length
  const low = worst('kept', 1)
  const long = worst('ratio', -1)
  const few = worst('promised', 1)
  const ratios = results.map(({ figures }) => sharesOf(figures).ratio).sort((a, b) => a - b)
  const usual = ratios[Math.floor(ratios.length / 2)] as number
  print(title)
  print(
    `  promised   ${percent(total('promised') / Math.max(1, total('orders')))}; fewest ${percent(few.share)} (${few.name}); under half on ${misses('promised')} of ${results.length}`,
  )
  print(
    `  kept       ${percent(total('kept') / Math.max(1, total('promised')))}; fewest ${percent(low.share)} (${low.name}); under 92% on ${misses('kept')} of ${results.length}`,
  )
  print(
    `  length     usually ${usual.toFixed(2)} times what it took, at most ${long.share.toFixed(2)} (${long.name}); over 1.5 on ${misses('ratio')} of ${results.length}`,
  )
}
