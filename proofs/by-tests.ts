import { spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Finding } from './finding.ts'

type Report = {
  numPassedTests: number
  numTotalTests: number
  testResults: { assertionResults: { status: string; fullName: string }[]; message?: string }[]
}

/** A promise that existing tests show: runs them and counts. */
export async function byTests(claim: string, files: readonly string[]): Promise<Finding> {
  const root = resolve(import.meta.dirname, '..')
  const file = join(tmpdir(), `talad-proof-${process.pid}-${files.length}.json`)
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const { NODE_ENV: _, ...environment } = process.env
  await new Promise((done) => {
    const child = spawn(process.execPath, [vitest, 'run', '--reporter=json', `--outputFile=${file}`, ...files], {
      cwd: root,
      env: environment,
      stdio: 'ignore',
    })
    child.once('close', done)
    child.once('error', done)
  })
  const text = await readFile(file, 'utf8').catch(() => undefined)
  await rm(file, { force: true })
  if (!text) return { claim, did: `ran ${files.join(', ')}`, figure: 'no report', failures: ['the tests did not run'] }
  const report = JSON.parse(text) as Report
  const failed = report.testResults.flatMap((each) =>
    each.assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
  )
  const whole = report.testResults.length === files.length && report.numTotalTests > 0
  return {
    claim,
    did: `the tests of ${files.join(', ')}`,
    figure: `${report.numPassedTests} of ${report.numTotalTests} tests passed`,
    failures: [...failed, ...(whole ? [] : ['not every file of tests ran'])],
  }
}
