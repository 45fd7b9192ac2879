import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

test('of the product one file names the private tables of the job library, and one of the helpers', () => {
  const root = resolve(import.meta.dirname, '../..')
  const naming = globSync('{contract,server,web,demo,cli,bench,proofs,e2e,testing,scripts}/**/*.{ts,tsx}', {
    cwd: root,
  })
    .filter((file) => /graphile_worker\._private_/.test(readFileSync(join(root, file), 'utf8')))
    .map((file) => file.replaceAll('\\', '/'))
  expect(naming).toContain('testing/database/jobs.ts')
  const allowed =
    /^(testing\/database\/jobs\.ts|server\/database\/job-queries\.ts|server\/(database|maintenance\/\w+)\/[\w-]+\.test\.ts)$/
  expect(naming.filter((file) => !allowed.test(file))).toEqual([])
})
