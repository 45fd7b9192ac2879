/*
 * Runs first in npm start, npm run dev, npm test, npm run check and the owner's commands. Installs missing packages,
 * builds the web app if it is stale, and runs the task with the Node that this project pins. Plain JavaScript that
 * Node 20.19 can run.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import Module from 'node:module'
import { constants } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { buildWeb, isBuilt } from './build-web.mjs'
import { install, isInstalled } from './install.mjs'
import { oldestServer, pinnedNode, projectRoot, runsLauncher, runsServer, sameFile, stopWith } from './runtime.mjs'
import { checkShopConfig } from './shop-config.mjs'

/**
 * The requirements (`all`: also the packages of tests and checks) and the program of each task; arguments after `--`
 * are appended.
 */
const tasks = {
  start: { build: true, stays: true, program: 'server/main.ts', args: [] },
  // A changed file of the server restarts it; files of the web app are replaced in the open page.
  dev: { all: true, build: false, stays: true, program: 'server/main.ts', flags: ['--watch'], args: ['--dev'] },
  test: { all: true, build: true, program: 'scripts/test.ts', args: [] },
  check: { all: true, build: true, program: 'scripts/test.ts', args: ['--checks'] },
  'test:fast': { all: true, build: false, program: 'scripts/test.ts', args: ['--unit'] },
  bench: { all: true, build: true, program: 'bench/bench.ts', args: [] },
  prove: { all: true, build: true, program: 'proofs/prove.ts', args: [] },
  seller: { build: false, program: 'cli/seller.ts', args: [] },
  shopper: { build: false, program: 'cli/shopper.ts', args: [] },
  backup: { build: false, program: 'cli/backup.ts', args: [] },
  restore: { build: false, program: 'cli/restore.ts', args: [] },
  resume: { build: false, program: 'cli/resume.ts', args: [] },
  import: { build: false, program: 'cli/import.ts', args: [] },
  'leave-demo': { build: false, program: 'cli/leave-demo.ts', args: [] },
  doctor: { build: false, program: 'cli/doctor.ts', args: [] },
  simulate: { build: false, program: 'cli/simulate.ts', args: [] },
  tables: { all: true, build: false, program: 'scripts/tables.ts', args: [] },
}

const [name = 'start', ...given] = process.argv.slice(2)
const task = tasks[name]
if (!task) stopWith(`There is no task ${name}. There are: ${Object.keys(tasks).join(', ')}.`)
if (!runsLauncher()) stopWith(`Node ${process.versions.node} is too old: 20.19 or newer is needed.`)

process.chdir(projectRoot)
const all = task.all ?? false
const installs = !isInstalled({ all })
const builds = task.build && !given.includes('--help') && !isBuilt()
const steps = Number(installs) + Number(builds)
let done = 0
if (installs) await step('Installing packages', () => install({ all }))
const node = pinnedNode()
if (!node && !runsServer(process.versions.node)) {
  stopWith(
    `This project has no Node for ${process.platform} on ${process.arch}, and Node ${process.versions.node} can't run its server. ` +
      `Install Node ${oldestServer.join('.')} or newer and start again.`,
  )
}
checkShopConfig(node ?? process.execPath)
if (builds) await step('Building the web app', () => buildWeb(node ?? process.execPath))

// Tests and checks end by themselves. Outside of npm the parent may be a shell that ends before the server should.
const follows = task.stays && process.env.npm_lifecycle_event !== undefined
const follow = join(projectRoot, 'scripts', 'follow-parent.mjs')
if (follows) await import(pathToFileURL(follow).href)
// In the environment, so that child processes use the cache too.
process.env.NODE_COMPILE_CACHE ??= join(projectRoot, 'node_modules', '.cache', 'compiled')
const args = [join(projectRoot, task.program), ...task.args, ...given]
if (!task.flags && (!node || sameFile(node, process.execPath))) await runHere(args)
else
  runThere(node ?? process.execPath, [
    // The limits of V8's memory, from package.json.
    ...process.execArgv,
    ...(follows ? ['--import', pathToFileURL(follow).href] : []),
    ...(task.flags ?? []),
    ...args,
  ])

/** Runs a step, and prints its name, its number and how long it took. */
async function step(what, work) {
  done += 1
  const started = performance.now()
  process.stderr.write(`${what} (step ${done} of ${steps}) …\n`)
  await work()
  process.stderr.write(`${what} took ${((performance.now() - started) / 1000).toFixed(1)} s\n`)
}

/** Runs the program in this process: no signals to forward, and no second start of Node. */
async function runHere([program, ...rest]) {
  Module.enableCompileCache?.()
  process.argv.splice(1, process.argv.length, program, ...rest)
  await import(pathToFileURL(program).href)
}

/** Runs the program in the pinned Node, and exits with its code. */
function runThere(command, args) {
  if (!existsSync(command)) stopWith(`${command} is missing. Remove node_modules and start again.`)
  const child = spawn(command, args, { stdio: 'inherit' })
  // Ctrl-C in a terminal reaches the child as well; a second signal changes nothing.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.once('error', (error) => stopWith(`${command} does not run here: ${error.message}`))
  child.once('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 1)))
}
