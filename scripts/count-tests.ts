export type Count = { passed: number; failed: number }

/**
 * Counts the tests of a vitest report. A file that could not be loaded counts as one failure, and so does a run that
 * crashed, ran nothing, or ended with an error that no test names.
 */
export function vitestCount(report: string, exitCode: number): Count {
  type Report = {
    numPassedTests: number
    numFailedTests: number
    testResults: { status: string; assertionResults: unknown[] }[]
  }
  const read = parsed<Report>(report)
  if (!read) return { passed: 0, failed: 1 }
  const unloaded = read.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  return settled({ passed: read.numPassedTests, failed: read.numFailedTests + unloaded.length }, exitCode)
}

/** Counts the tests of a Playwright report. A flaky test failed; the rest is as for vitest. */
export function playwrightCount(report: string, exitCode: number): Count {
  type Report = { stats: { expected: number; unexpected: number; flaky: number }; errors: unknown[] }
  const read = parsed<Report>(report)
  if (!read) return { passed: 0, failed: 1 }
  const { expected, unexpected, flaky } = read.stats
  return settled({ passed: expected, failed: unexpected + flaky + read.errors.length }, exitCode)
}

/** Counts the proofs of a report: each that nothing speaks against holds. */
export function proofsCount(report: string, exitCode: number): Count {
  const read = parsed<{ faults: string[] }[]>(report)
  if (!read) return { passed: 0, failed: 1 }
  const held = read.filter(({ faults }) => faults.length === 0).length
  return settled({ passed: held, failed: read.length - held }, exitCode)
}

function settled(count: Count, exitCode: number): Count {
  const silentFailure = count.failed === 0 && (exitCode !== 0 || count.passed === 0)
  return silentFailure ? { ...count, failed: 1 } : count
}

function parsed<Report>(text: string): Report | undefined {
  try {
    return JSON.parse(text) as Report
  } catch {
    return undefined
  }
}
