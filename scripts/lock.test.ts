import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// Plain JavaScript, which has no types.
const { nodePackages, oldestServer } = (await import(String(new URL('runtime.mjs', import.meta.url)))) as {
  nodePackages: Record<string, string>
  oldestServer: [number, number]
}

type Entry = {
  version?: string
  resolved?: string
  integrity?: string
  inBundle?: boolean
  optional?: boolean
  optionalDependencies?: Record<string, string>
}
const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as {
  packages: Record<string, Entry>
}

/** Whether a package finds its dependency: in its own folder of modules, or in one further out. */
function isLocked(path: string, name: string): boolean {
  const owners = path.split(/(?:^|\/)node_modules\//).slice(1)
  return [...owners.keys(), owners.length].some((depth) => {
    const folders = [...owners.slice(0, depth), name].map((owner) => `node_modules/${owner}`)
    return folders.join('/') in packages
  })
}

// npm leaves out of the lock what its registry can't serve at the moment, and npm ci then refuses on every machine.
test('the lock names the packages of every machine, so that npm ci works on each', () => {
  const missing = Object.entries(packages).flatMap(([path, entry]) =>
    Object.keys(entry.optionalDependencies ?? {})
      .filter((name) => !isLocked(path, name))
      .map((name) => `${name}, of ${path || 'the project'}`),
  )
  expect(missing).toEqual([])
})

test('the lock names no registry', () => {
  expect(Object.values(packages).filter((entry) => entry.resolved)).toEqual([])
})

// npm installs an entry without one whatever the registry sends.
test('the lock has a hash of every package that is fetched', () => {
  const isHash = (text: string | undefined) => text?.startsWith('sha512-') === true && text.length === 95
  const bare = Object.entries(packages).flatMap(([path, { integrity, inBundle }]) =>
    path === '' || inBundle || isHash(integrity) ? [] : [path.replace('node_modules/', '')],
  )
  expect(bare).toEqual([])
})

test('Node is of one version on every machine, and new enough for the server', () => {
  const versions = Object.values(nodePackages).map((name) => packages[`node_modules/${name}`]?.version)
  expect(new Set(versions).size).toBe(1)
  const [major = 0, minor = 0] = (versions[0] ?? '').split('.').map(Number)
  const [oldestMajor, oldestMinor] = oldestServer
  expect(major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)).toBe(true)
})

test('the types of Node are those of the oldest version that runs the server', () => {
  expect(packages['node_modules/@types/node']?.version?.split('.')[0]).toBe(String(oldestServer[0]))
})
