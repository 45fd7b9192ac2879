import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { projectRoot, stopWith, wantedHere } from './runtime.mjs'

/** Installs with `npm ci` when node_modules isn't what the lock file says. */
export async function installWhenStale() {
  if (isInstalled()) return
  process.stdout.write('Installing packages …\n')
  const code = await npm(['ci', '--no-audit', '--no-fund', '--loglevel=error'])
  if (code !== 0) stopWith('The packages could not be installed: see above.')
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
