import { describe, expect, test } from 'vitest'
import { playwrightCount, proofsCount, summaryOf, vitestCount } from './count-tests.ts'

const vitestReport = (numPassedTests: number, numFailedTests: number, files: { status: string; tests: string[] }[]) =>
  JSON.stringify({
    numPassedTests,
    numFailedTests,
    testResults: files.map(({ status, tests }, index) => ({
      name: `file-${index}.test.ts`,
      status,
      assertionResults: tests.map((status, index) => ({ status, fullName: `fact ${index}` })),
    })),
  })

const playwrightReport = (stats: Record<string, number>, errors: unknown[] = [], suites: unknown[] = []) =>
  JSON.stringify({ stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...stats }, errors, suites })

const spec = (title: string, status: string) => ({
  file: 'order.spec.ts',
  line: 14,
  title,
  tests: [
    { projectName: 'desktop', status: 'expected' },
    { projectName: 'phone', status },
  ],
})

test('the last lines name what failed and what passed only when repeated, and the last one counts both', () => {
  const whole = { passed: 3, failed: 0, failedTitles: [], retried: [] }
  expect(summaryOf([whole, { passed: 1, failed: 0 }])).toEqual({ lines: ['4 passed, 0 failed'], passed: 4, failed: 0 })
  expect(summaryOf([whole, { passed: 2, failed: 1, failedTitles: ['pays'], retried: ['waits'] }])).toEqual({
    lines: [
      'FLAKY: 1 failed at first and passed when repeated. docs/tests.md says what to do.',
      'passed only when repeated: waits',
      'failed: pays',
      '5 passed, 1 failed, 1 FLAKY',
    ],
    passed: 5,
    failed: 1,
  })
})

describe('the number of tests', () => {
  test('is what vitest reports, and a file that could not be loaded counts as one failure', () => {
    const whole = { status: 'passed', tests: ['passed', 'passed'] }
    expect(vitestCount(vitestReport(2, 0, [whole]), 0)).toEqual({ passed: 2, failed: 0, failedTitles: [] })
    const broken = [
      { status: 'failed', tests: ['passed', 'failed'] },
      { status: 'failed', tests: [] },
    ]
    expect(vitestCount(vitestReport(1, 1, broken), 1)).toEqual({
      passed: 1,
      failed: 2,
      failedTitles: ['file-0.test.ts › fact 1', 'file-1.test.ts could not be loaded'],
    })
  })

  test('is what Playwright reports, and a test that passed when retried is listed', () => {
    expect(playwrightCount(playwrightReport({ expected: 7 }), 0)).toMatchObject({ passed: 7, failed: 0 })
    const suites = [{ specs: [spec('pays', 'unexpected')], suites: [{ specs: [spec('waits', 'flaky')] }] }]
    expect(playwrightCount(playwrightReport({ expected: 2, unexpected: 1, flaky: 1 }, [], suites), 1)).toEqual({
      passed: 3,
      failed: 1,
      failedTitles: ['[phone] order.spec.ts:14 › pays'],
      retried: ['[phone] order.spec.ts:14 › waits'],
    })
  })

  test('has one failure for an error that Playwright reports outside of tests', () => {
    expect(playwrightCount(playwrightReport({}, [{ message: 'The shop did not open' }]), 1)).toMatchObject({
      passed: 0,
      failed: 1,
    })
  })

  test('is what the proofs report: one without failures passed', () => {
    const report = JSON.stringify([
      { name: 'stock', failures: [] },
      { name: 'orders', failures: ['an order is missing'] },
    ])
    expect(proofsCount(report, 1)).toEqual({ passed: 1, failed: 1, failedTitles: ['proof orders'] })
    expect(proofsCount('', 0)).toEqual({ passed: 0, failed: 1 })
    expect(proofsCount('[{"name":"stock","failures":[]}]', 1)).toMatchObject({ passed: 1, failed: 1 })
  })

  test('has a failure when a runner crashed, ran nothing, or exited with an error but no failed test', () => {
    expect(vitestCount('', 1)).toEqual({ passed: 0, failed: 1 })
    expect(playwrightCount('{"stats"', 0)).toEqual({ passed: 0, failed: 1 })
    expect(vitestCount(vitestReport(0, 0, []), 0)).toMatchObject({ passed: 0, failed: 1 })
    expect(playwrightCount(playwrightReport({ skipped: 4 }), 0)).toMatchObject({ passed: 0, failed: 1 })
    const silent = vitestReport(9, 0, [{ status: 'passed', tests: ['passed'] }])
    expect(vitestCount(silent, 1)).toMatchObject({ passed: 9, failed: 1 })
  })
})
