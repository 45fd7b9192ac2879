import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// Plain JavaScript has no types.
const { nodePackages, oldestServer } = (await import(String(new URL('../runtime.mjs', import.meta.url)))) as {
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
const { packages } = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')) as {
  packages: Record<string, Entry>
}

/** Returns whether a package's dependency is found: in its own node_modules or in an outer one. */
function isLocked(path: string, name: string): boolean {
  const owners = path.split(/(?:^|\/)node_modules\//).slice(1)
  return [...owners.keys(), owners.length].some((depth) => {
    const folders = [...owners.slice(0, depth), name].map((owner) => `node_modules/${owner}`)
    return folders.join('/') in packages
  })
}

// npm omits packages from the lock file that the registry can't serve at the moment; npm ci then fails everywhere.
test('the lock file lists the packages of every platform, so that npm ci works on each', () => {
  const missing = Object.entries(packages).flatMap(([path, entry]) =>
    Object.keys(entry.optionalDependencies ?? {})
      .filter((name) => !isLocked(path, name))
      .map((name) => `${name}, of ${path || 'the project'}`),
  )
  expect(missing).toEqual([])
})

test('the lock file contains no registry URL', () => {
  expect(Object.values(packages).filter((entry) => entry.resolved)).toEqual([])
})

// Without a hash npm would install whatever the registry sends.
test('the lock file has a hash of every downloaded package', () => {
  const isHash = (text: string | undefined) => text?.startsWith('sha512-') === true && text.length === 95
  const bare = Object.entries(packages).flatMap(([path, { integrity, inBundle }]) =>
    path === '' || inBundle || isHash(integrity) ? [] : [path.replace('node_modules/', '')],
  )
  expect(bare).toEqual([])
})

test('all Node packages have one version, which is new enough for the server', () => {
  const versions = Object.values(nodePackages).map((name) => packages[`node_modules/${name}`]?.version)
  expect(new Set(versions).size).toBe(1)
  const [major = 0, minor = 0] = (versions[0] ?? '').split('.').map(Number)
  const [oldestMajor, oldestMinor] = oldestServer
  expect(major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)).toBe(true)
})

test('the types of React are those of its minor version', () => {
  const minorOf = (name: string) => packages[`node_modules/${name}`]?.version?.split('.').slice(0, 2).join('.')
  expect(minorOf('@types/react')).toBe(minorOf('react'))
  expect(minorOf('@types/react-dom')).toBe(minorOf('react-dom'))
})

test('the types of Node are those of the oldest version that runs the server', () => {
  expect(packages['node_modules/@types/node']?.version?.split('.')[0]).toBe(String(oldestServer[0]))
})
