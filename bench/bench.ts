import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describeMachine } from '../testing/machine.ts'
import { withTempFolder } from '../testing/temp-folder.ts'
import { Loader, type Size, small, whole } from './measure.ts'
import { fillProducts, fillSeller, fillShoppers, withOpenedShop } from './opened-shop.ts'
import { writePage } from './page.ts'
import { browser } from './parts/browser.ts'
import { list, pages } from './parts/cached-responses.ts'
import type { Context } from './parts/context.ts'
import { delivery } from './parts/delivery.ts'
import { growth } from './parts/growth.ts'
import { memoryRow } from './parts/memory.ts'
import { orders } from './parts/orders.ts'
import { promise } from './parts/promise.ts'
import { render } from './parts/render.ts'
import { reports } from './parts/reports.ts'
import { search } from './parts/search.ts'
import { session } from './parts/session.ts'
import { slips } from './parts/slips.ts'
import { start } from './parts/start.ts'
import { weights } from './parts/weights.ts'
import { workers } from './parts/workers.ts'
import { type Row, tableOf } from './row.ts'

/*
 * npm run bench: opens the shop on data of its own, measures it, prints a table, and writes bench/results/. Names of
 * parts run only those; --quick makes a short run, to check that everything works; --write updates docs/.
 */

type Parts<Input> = Record<string, (input: Input) => Promise<Row[]>>

/** Parts that need no shop or open shops themselves, before and after those of the shop that is opened here. */
const before: Parts<Size> = { weights, promise, search }
const after: Parts<Size> = { growth, reports, delivery }
/** Parts that measure the open shop, in order. */
const inShop: Parts<Context> = { pages, list, render, session, orders, slips, browser }
/** All parts for which the shop is opened here. */
const ofShop = ['memory', ...Object.keys(inShop), 'start', 'workers']
const names = [...Object.keys(before), ...ofShop, ...Object.keys(after)]

const args = process.argv.slice(2)
const size = args.includes('--quick') ? small : whole
const options = ['--quick', '--write']
const wantedParts = args.filter((arg) => !arg.startsWith('--'))
const unknownArgs = [
  ...wantedParts.filter((name) => !names.includes(name)),
  ...args.filter((arg) => arg.startsWith('--') && !options.includes(arg)),
]
if (unknownArgs.length > 0) {
  process.stderr.write(
    `There is no part ${unknownArgs.join(', ')}. There are: ${names.join(', ')}; and ${options.join(', ')}.\n`,
  )
  process.exit(1)
}
if (args.includes('--write') && wantedParts.length > 0) {
  process.stderr.write('--write takes no parts: docs/performance.md shows the figures of one whole run.\n')
  process.exit(1)
}
const isWanted = (name: string) => wantedParts.length === 0 || wantedParts.includes(name)

const rows: Row[] = []
const startedAt = performance.now()
const machine = describeMachine()
print(`${new Date().toISOString().slice(0, 10)}, ${machine}`)
print('')

await runParts(before, size)
if (ofShop.some(isWanted)) await withTempFolder(measureShop)
await runParts(after, size)
await report()

async function measureShop(dataDir: string): Promise<void> {
  const filled = await withOpenedShop(dataDir, async ({ db }) => {
    await fillProducts(db, 1000)
    return { people: await fillShoppers(db, 2000), seller: await fillSeller(db) }
  })
  const loader = new Loader(size)
  try {
    await withOpenedShop(dataDir, async (opened) => {
      // What the start has used is collected by then.
      await wait(3000)
      if (isWanted('memory')) await part('memory', () => memoryRow(opened.shop.pid, 'idle'))
      await runParts(inShop, { size, opened, loader, ...filled })
      if (isWanted('memory')) await part('memory', () => memoryRow(opened.shop.pid, 'after the run'))
    })
    if (isWanted('start')) await part('start', () => start(dataDir, size))
    if (isWanted('workers')) await part('workers', () => workers(dataDir, { loader, size, people: filled.people }))
  } finally {
    loader.close()
  }
}

/** Measures those of the parts that are wanted. */
async function runParts<Input>(parts: Parts<Input>, input: Input): Promise<void> {
  for (const [name, measure] of Object.entries(parts)) if (isWanted(name)) await part(name, () => measure(input))
}

/** Measures one part and prints it. A part that fails has no figures; the others continue. */
async function part(name: string, measure: () => Promise<Row[]>): Promise<void> {
  const started = performance.now()
  let found: Row[]
  try {
    found = await measure()
  } catch (error) {
    process.exitCode = 1
    found = [{ part: name, what: name, figure: 'failed', met: false, more: String(error).split('\n')[0] ?? '' }]
    process.stderr.write(`${(error as Error).stack ?? error}\n`)
  }
  rows.push(...found)
  print(`## ${name} (${((performance.now() - started) / 1000).toFixed(0)} s)`)
  print('')
  print(tableOf(found))
  print('')
}

async function report(): Promise<void> {
  const short = rows.filter((row) => row.met === false)
  const folder = join(import.meta.dirname, 'results')
  await mkdir(folder, { recursive: true })
  const at = new Date().toISOString()
  const file = join(folder, `${at.replaceAll(':', '-').slice(0, 19)}.json`)
  const parts = wantedParts.length > 0 ? wantedParts : names
  if (args.includes('--write')) await writePage(`${at.slice(0, 10)}, ${machine}.`, rows)
  await writeFile(file, `${JSON.stringify({ at, machine, size, parts, rows }, undefined, 2)}\n`)
  print(
    `${rows.filter((row) => row.met).length} goals met, ${short.length} not: ${short.map((row) => row.what).join('; ')}`,
  )
  print(`${((performance.now() - startedAt) / 60_000).toFixed(1)} minutes; every figure is in ${file}`)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
