import { describe, expect, test } from 'vitest'
import { playwrightCount, proofsCount, vitestCount } from './count-tests.ts'

const vitestReport = (numPassedTests: number, numFailedTests: number, files: { status: string; tests: number }[]) =>
  JSON.stringify({
    numPassedTests,
    numFailedTests,
    testResults: files.map(({ status, tests }) => ({ status, assertionResults: Array(tests).fill({}) })),
  })

const playwrightReport = (stats: Record<string, number>, errors: unknown[] = []) =>
  JSON.stringify({ stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...stats }, errors })

describe('the number of tests', () => {
  test('is what vitest reports, and a file that could not be loaded is one more that failed', () => {
    expect(vitestCount(vitestReport(5, 0, [{ status: 'passed', tests: 5 }]), 0)).toEqual({ passed: 5, failed: 0 })
    const broken = [
      { status: 'failed', tests: 5 },
      { status: 'failed', tests: 0 },
    ]
    expect(vitestCount(vitestReport(4, 1, broken), 1)).toEqual({ passed: 4, failed: 2 })
  })

  test('is what Playwright reports; a flaky test failed, and so did what no test names', () => {
    expect(playwrightCount(playwrightReport({ expected: 7 }), 0)).toEqual({ passed: 7, failed: 0 })
    expect(playwrightCount(playwrightReport({ expected: 3, unexpected: 1, flaky: 2 }), 1)).toEqual({
      passed: 3,
      failed: 3,
    })
    expect(playwrightCount(playwrightReport({}, [{ message: 'The shop did not open' }]), 1)).toEqual({
      passed: 0,
      failed: 1,
    })
  })

  test('is what the proofs report: each that nothing speaks against', () => {
    expect(proofsCount('[{"faults":[]},{"faults":[]},{"faults":["an order is missing"]}]', 1)).toEqual({
      passed: 2,
      failed: 1,
    })
    expect(proofsCount('', 0)).toEqual({ passed: 0, failed: 1 })
    expect(proofsCount('[{"faults":[]}]', 1)).toEqual({ passed: 1, failed: 1 })
  })

  test('has a failure when a runner crashed, ran nothing, or ended badly without saying why', () => {
    expect(vitestCount('', 1)).toEqual({ passed: 0, failed: 1 })
    expect(playwrightCount('{"stats"', 0)).toEqual({ passed: 0, failed: 1 })
    expect(vitestCount(vitestReport(0, 0, []), 0)).toEqual({ passed: 0, failed: 1 })
    expect(playwrightCount(playwrightReport({ skipped: 4 }), 0)).toEqual({ passed: 0, failed: 1 })
    expect(vitestCount(vitestReport(9, 0, [{ status: 'passed', tests: 9 }]), 1)).toEqual({ passed: 9, failed: 1 })
  })
})
