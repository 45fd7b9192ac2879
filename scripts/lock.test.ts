import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Entry = { version?: string; resolved?: string; optionalDependencies?: Record<string, string> }
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
