import { spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { freePort } from '../server/common/free-port.ts'
import { getBrowser } from './browser.ts'
import { type Count, playwrightCount, proofsCount, summaryOf, vitestCount } from './count-tests.ts'

/*
 * npm test: every check and every test, with the counts in the last line. With --checks only the checks; with --unit
 * only the unit and database tests, with the arguments that follow passed to vitest.
 */

const root = resolve(import.meta.dirname, '..')
const [mode, ...forVitest] = process.argv.slice(2)
const modules = (path: string) => join(root, 'node_modules', path)
const report = (name: string) => join(tmpdir(), `talad-${process.pid}-${name}.json`)

type Ended = { code: number; output: string }

/** Each of these is one test in the count. */
const checks: { name: string; commands: string[][] }[] = [
  {
    name: 'types',
    commands: [
      [modules('@react-router/dev/bin.cjs'), 'typegen'],
      // Several threads check some types more than once: 25 s of CPU time instead of 14, and 2.3 GB instead of 1.4.
      [modules('typescript/bin/tsc'), '--noEmit', '--singleThreaded'],
    ],
  },
  {
    name: 'lint and format',
    commands: [[modules('@biomejs/biome/bin/biome'), 'ci', '--error-on-warnings', '--colors=off']],
  },
  { name: 'import rules', commands: [[join(root, 'scripts/checks/dependency-rules.ts')]] },
  { name: 'long functions', commands: [[join(root, 'scripts/checks/long-functions.ts')]] },
  { name: 'patterns that backtrack', commands: [[join(root, 'scripts/checks/patterns.ts')]] },
  {
    name: 'unused code',
    commands: [
      [modules('knip/bin/knip.js'), '--no-progress'],
      // Without the tests, to find code that only they use.
      [modules('knip/bin/knip.js'), '--no-progress', '--production'],
    ],
  },
  { name: 'weight of the home page', commands: [[join(root, 'scripts/checks/weights.ts')]] },
  { name: 'table types', commands: [[join(root, 'scripts/tables.ts'), '--check']] },
]

const counts: Count[] = []
try {
  await makeMessages()
  if (mode === '--checks') counts.push(...(await mapConcurrently(2, checks, check)))
  else if (mode === '--unit') counts.push(await vitest())
  else {
    // The tests wait for much, most proofs for processes that start and stop: together they use the CPUs.
    const beside = async () => [...(await mapConcurrently(1, checks, check)), await proofs('shared')]
    const [units, others] = await Promise.all([vitest(), beside()])
    counts.push(units, ...others, await proofs('alone'), await playwright())
  }
} catch (error) {
  say((error as Error).stack ?? String(error))
  counts.push({ passed: 0, failed: 1 })
}
const { lines, passed, failed } = summaryOf(counts)
for (const line of lines) say(line)
process.exit(failed > 0 || passed === 0 ? 1 : 0)

/** Compiles the messages, which the checks need: they don't build the web app. */
async function makeMessages(): Promise<void> {
  const { code, output } = await run([
    modules('@inlang/paraglide-js/bin/run.js'),
    'compile',
    '--project',
    'web/messages/talad.inlang',
    '--outdir',
    'web/paraglide',
    '--strategy',
    'baseLocale',
    '--silent',
  ])
  if (code !== 0) throw new Error(`The messages could not be compiled:\n${output}`)
}

async function check({ name, commands }: (typeof checks)[number]): Promise<Count> {
  const started = Date.now()
  for (const command of commands) {
    const { code, output } = await run(command)
    if (code === 0) continue
    say(`✗ ${name} (${seconds(started)})\n${output.trimEnd()}\n`)
    return { passed: 0, failed: 1, failedTitles: [name] }
  }
  say(`✓ ${name} (${seconds(started)})`)
  return { passed: 1, failed: 0 }
}

async function vitest(): Promise<Count> {
  const file = report('vitest')
  const { code } = await run(
    [
      modules('vitest/vitest.mjs'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
      ...forVitest,
    ],
    { shown: true },
  )
  return counted('unit and database tests', file, code, vitestCount)
}

/** A small part of what npm run prove does: the proof of a shop under load, which runs alone, or the others. */
async function proofs(which: 'alone' | 'shared'): Promise<Count> {
  const file = report(`proofs-${which}`)
  const { code, output } = await run([join(root, 'proofs/prove.ts'), '--small', '--only', which, '--json', file])
  // At once, as the tests print meanwhile.
  say(output.trimEnd())
  return counted('proofs', file, code, proofsCount)
}

async function playwright(): Promise<Count> {
  getBrowser()
  const file = report('playwright')
  const { code } = await run([modules('@playwright/test/cli.js'), 'test', '--reporter=list,json'], {
    shown: true,
    environment: {
      E2E_PORT: String(await freePort()),
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    },
  })
  return counted('browser tests', file, code, playwrightCount)
}

async function counted(
  name: string,
  file: string,
  code: number,
  count: (report: string, code: number) => Count,
): Promise<Count> {
  const text = await readFile(file, 'utf8').catch(() => '')
  await rm(file, { force: true })
  const result = count(text, code)
  say(`${result.failed === 0 ? '✓' : '✗'} ${name}: ${result.passed} passed, ${result.failed} failed`)
  return result
}

function run(
  [program = '', ...args]: string[],
  { shown = false, environment = {} }: { shown?: boolean; environment?: NodeJS.ProcessEnv } = {},
): Promise<Ended> {
  // Tests set NODE_ENV themselves; the caller's is for a shop.
  const { NODE_ENV: _, ...own } = process.env
  return new Promise((done) => {
    const child = spawn(process.execPath, [program, ...args], {
      cwd: root,
      env: { ...own, ...environment },
      stdio: ['ignore', shown ? 'inherit' : 'pipe', shown ? 'inherit' : 'pipe'],
    })
    let output = ''
    child.stdout?.on('data', (chunk) => (output += chunk))
    child.stderr?.on('data', (chunk) => (output += chunk))
    child.once('error', (error) => done({ code: 1, output: error.message }))
    child.once('close', (code) => done({ code: code ?? 1, output }))
  })
}

/** Processes a list, a few items at a time, and returns the results in the list's order. */
async function mapConcurrently<Item, Result>(workers: number, items: Item[], work: (item: Item) => Promise<Result>) {
  const results: Result[] = []
  let next = 0
  const worker = async () => {
    for (let index = next++; index < items.length; index = next++) results[index] = await work(items[index] as Item)
  }
  await Promise.all(Array.from({ length: workers }, worker))
  return results
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function seconds(started: number): string {
  return `${((Date.now() - started) / 1000).toFixed(1)} s`
}
