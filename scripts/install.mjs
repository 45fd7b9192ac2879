import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { projectRoot, stopWith, wantedHere } from './runtime.mjs'

/** Holds the number of the process that installs: `npm ci` empties node_modules, so two at once destroy each other's. */
const lockFile = join(projectRoot, '.installing')

/** Installs with `npm ci` when node_modules isn't what the lock file says. */
export async function installWhenStale() {
  if (isInstalled()) return
  await takeLock()
  const isDone = isInstalled() || (await install())
  rmSync(lockFile, { force: true })
  if (!isDone) stopWith('The packages could not be installed: see above.')
}

/** Whether the packages could be installed, with those that the build needs: npm leaves them out in production. */
async function install() {
  process.stdout.write('Installing packages …\n')
  return (await npm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'])) === 0
}

async function takeLock() {
  let told = false
  for (;;) {
    try {
      return writeFileSync(lockFile, String(process.pid), { flag: 'wx' })
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    if (!isHeld()) rmSync(lockFile, { force: true })
    else if (!told)
      process.stdout.write('Another command installs the packages; waiting (if none does, remove .installing) …\n')
    told = true
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
 * Whether node_modules holds the lock file's packages in their versions. npm notes what it installed in a file of its
 * own, at the very end: an interrupted install has none.
 */
function isInstalled() {
  const wanted = packagesOf('package-lock.json')
  const found = packagesOf(join('node_modules', '.package-lock.json'))
  if (!wanted) stopWith('package-lock.json is missing or damaged. Take it from git again.')
  if (!found) return false
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === '') continue
    // Optional packages are for other machines, most of them; those that this machine needs are named.
    if (!found[path] && entry.optional && !wantedHere.some((name) => path === `node_modules/${name}`)) continue
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
