import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { projectRoot, stopWith, wantedHere } from './runtime.mjs'

/** Holds the number of the process that installs: `npm ci` empties node_modules, so two at once destroy each other's. */
const lockFile = join(projectRoot, '.installing')

/**
 * Installs what {@link isInstalled} misses, unless another command does so meanwhile. npm ci begins by removing everything,
 * also from under a shop that is open, so the tests' packages are only added. Both options are said, as npm leaves the
 * tests' packages out in production.
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
      return writeFileSync(lockFile, String(process.pid), { flag: 'wx' })
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    if (!isHeld()) rmSync(lockFile, { force: true })
    else if (!isAnnounced)
      process.stdout.write('Another command installs the packages; waiting (if none does, remove .installing) …\n')
    isAnnounced = true
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** Whether the process that took the lock still runs. Between making the file and filling it there is a moment. */
function isHeld() {
  try {
    const pid = Number(readFileSync(lockFile, 'utf8'))
    if (pid === 0) return Date.now() - statSync(lockFile).mtimeMs < 5000
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/**
 * Whether node_modules holds the lock file's packages in their versions; `all` means those that only tests and checks
 * need, too. npm notes what it installed in a file of its own, at the very end: an interrupted install has none.
 */
export function isInstalled({ all }) {
  const wanted = packagesOf('package-lock.json')
  const found = packagesOf(join('node_modules', '.package-lock.json'))
  if (!wanted) stopWith('package-lock.json is missing or damaged. Take it from git again.')
  if (!found) return false
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === '' || (entry.dev && !all && !found[path])) continue
    // Optional packages are for other machines, most of them; those that this machine needs are named.
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
  // npm says where it is when it runs a script; outside of it, the one on the path serves.
  const cli = process.env.npm_execpath
  const isScript = cli !== undefined && /\.[cm]?js$/.test(cli)
  // Not by the Node in node_modules, which npm is about to replace.
  const node = process.env.npm_node_execpath ?? process.execPath
  const child = isScript
    ? spawn(node, [cli, ...args], { cwd: projectRoot, stdio: 'inherit' })
    : spawn('npm', args, { cwd: projectRoot, stdio: 'inherit', shell: process.platform === 'win32' })
  return new Promise((resolve) => {
    child.once('error', () => resolve(1))
    child.once('exit', (code) => resolve(code ?? 1))
  })
}
