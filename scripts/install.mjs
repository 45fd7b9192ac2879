import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { projectRoot, stopWith, wantedHere } from './runtime.mjs'

/** Holds the id of the process that installs: `npm ci` empties node_modules, so two at once would break each other. */
const lockFile = join(projectRoot, '.installing')

/**
 * Installs missing packages, unless another command did so meanwhile. `npm ci` removes everything first, even while the
 * server runs, so the tests' packages are added by `npm install`. `--include=dev` is explicit because npm omits them
 * under NODE_ENV=production.
 */
export async function install({ all }) {
  await takeLock()
  const options = [all ? '--include=dev' : '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const command = all && isInstalled({ all: false }) ? ['install', '--no-save'] : ['ci']
  const isDone = isInstalled({ all }) || (await npm([...command, ...options])) === 0
  rmSync(lockFile, { force: true })
  if (!isDone) stopWith('The packages could not be installed: see above.')
}

async function takeLock() {
  let isAnnounced = false
  for (;;) {
    try {
      writeFileSync(lockFile, String(process.pid), { flag: 'wx' })
      // A command that has found the old lock stale may remove this one for it.
      await pause()
      if (holder() === process.pid) return
    } catch (error) {
      if (error.code !== 'EEXIST' && error.code !== 'ENOENT') throw error
    }
    if (!isHeld()) {
      rmSync(lockFile, { force: true })
      continue
    }
    if (!isAnnounced)
      process.stdout.write('Another command is installing the packages; waiting (if none is, remove .installing) …\n')
    isAnnounced = true
    await pause()
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 200))

/** Returns the id of the process that holds the lock; 0 for a moment after the file is created. */
const holder = () => Number(readFileSync(lockFile, 'utf8'))

/** Returns whether the process that holds the lock still runs. */
function isHeld() {
  try {
    const pid = holder()
    if (pid === 0) return Date.now() - statSync(lockFile).mtimeMs < 5000
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/**
 * Returns whether node_modules has the lock file's packages in their versions; `all` includes those that only tests and
 * checks need. npm writes a list of what it installed at the very end: an interrupted install has none.
 */
export function isInstalled({ all }) {
  const wanted = packagesOf('package-lock.json')
  const found = packagesOf(join('node_modules', '.package-lock.json'))
  if (!wanted) stopWith('package-lock.json is missing or damaged. Take it from git again.')
  if (!found) return false
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === '' || (entry.dev && !all && !found[path])) continue
    // Most optional packages are for other platforms; those that this machine needs are listed in wantedHere.
    const optional = entry.optional || (entry.devOptional && !all)
    if (!found[path] && optional && !wantedHere.some((name) => path === `node_modules/${name}`)) continue
    if (found[path]?.version !== entry.version || found[path]?.integrity !== entry.integrity) return false
  }
  return wantedHere.every((name) => existsSync(join(projectRoot, 'node_modules', name)))
}

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(join(projectRoot, file), 'utf8')).packages
  } catch {
    return undefined
  }
}

function npm(args) {
  // npm sets this when it runs a script; otherwise use the npm on the PATH.
  const cli = process.env.npm_execpath
  const isScript = cli !== undefined && /\.[cm]?js$/.test(cli)
  // Not the Node in node_modules, which npm is about to replace.
  const node = process.env.npm_node_execpath ?? process.execPath
  const child = isScript
    ? spawn(node, [cli, ...args], { cwd: projectRoot, stdio: 'inherit' })
    : spawn('npm', args, { cwd: projectRoot, stdio: 'inherit', shell: process.platform === 'win32' })
  return new Promise((resolve) => {
    child.once('error', () => resolve(1))
    child.once('exit', (code) => resolve(code ?? 1))
  })
}
