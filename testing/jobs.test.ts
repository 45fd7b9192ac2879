import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

test('only the helpers of tests and the job queue’s own code name the private tables of the job library', () => {
  const root = resolve(import.meta.dirname, '..')
  const naming = globSync('{contract,server,web,demo,cli,proofs,e2e,testing,scripts}/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => /graphile_worker\._private_/.test(readFileSync(join(root, file), 'utf8')))
    .map((file) => file.replaceAll('\\', '/'))
  expect(naming).toContain('testing/jobs.ts')
  const allowed = /^(testing\/jobs\.ts|server\/(database|operations)\/)/
  expect(naming.filter((file) => !allowed.test(file))).toEqual([])
})
