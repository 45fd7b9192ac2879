export type Count = {
  passed: number
  failed: number
  /** The titles of the tests that failed, with their files. */
  failedTitles?: string[]
  /** The titles of the tests that failed and passed when retried. */
  retried?: string[]
}

/**
 * Counts the tests of a vitest report. A file that could not be loaded counts as one failure, and so does a run that
 * crashed, ran no test, or ended with an error outside of a test.
 */
export function vitestCount(report: string, exitCode: number): Count {
  type Report = {
    numPassedTests: number
    numFailedTests: number
    testResults: { name: string; status: string; assertionResults: { status: string; fullName: string }[] }[]
  }
  const read = parsed<Report>(report)
  if (!read) return { passed: 0, failed: 1 }
  const unloaded = read.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  const failedTitles = [
    ...read.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => `${name} › ${fullName}`),
    ),
    ...unloaded.map(({ name }) => `${name} could not be loaded`),
  ]
  const failed = read.numFailedTests + unloaded.length
  return settled({ passed: read.numPassedTests, failed, failedTitles }, exitCode)
}

/**
 * Counts the tests of a Playwright report, as for vitest. A test that failed and passed when retried is a passed one,
 * and is listed.
 */
export function playwrightCount(report: string, exitCode: number): Count {
  type Report = { stats: { expected: number; unexpected: number; flaky: number }; suites: Suite[]; errors: unknown[] }
  const read = parsed<Report>(report)
  if (!read) return { passed: 0, failed: 1 }
  const { expected, unexpected, flaky } = read.stats
  return settled(
    {
      passed: expected + flaky,
      failed: unexpected + read.errors.length,
      failedTitles: titlesOf(read.suites, 'unexpected'),
      retried: titlesOf(read.suites, 'flaky'),
    },
    exitCode,
  )
}

type Suite = {
  suites?: Suite[]
  specs: { file: string; line: number; title: string; tests: { projectName: string; status: string }[] }[]
}

function titlesOf(suites: Suite[], status: string): string[] {
  return suites.flatMap((suite) => [
    ...suite.specs.flatMap(({ file, line, title, tests }) =>
      tests.filter((each) => each.status === status).map((each) => `[${each.projectName}] ${file}:${line} › ${title}`),
    ),
    ...titlesOf(suite.suites ?? [], status),
  ])
}

/** Counts the proofs of a report: one passed if it has no failures. */
export function proofsCount(report: string, exitCode: number): Count {
  const read = parsed<{ name: string; failures: string[] }[]>(report)
  if (!read) return { passed: 0, failed: 1 }
  const broken = read.filter(({ failures }) => failures.length > 0)
  const failedTitles = broken.map(({ name }) => `proof ${name}`)
  return settled({ passed: read.length - broken.length, failed: broken.length, failedTitles }, exitCode)
}

/**
 * Returns the last lines of a run: which tests failed, which passed only when they were repeated, and the counts. A run
 * with such tests passes, but its last line says so.
 */
export function summaryOf(counts: readonly Count[]): { lines: string[]; passed: number; failed: number } {
  const failedTitles = counts.flatMap(({ failedTitles = [] }) => failedTitles)
  const retried = counts.flatMap(({ retried = [] }) => retried)
  const passed = counts.reduce((sum, count) => sum + count.passed, 0)
  const failed = counts.reduce((sum, count) => sum + count.failed, 0)
  const flaky = [
    `FLAKY: ${retried.length} failed at first and passed when repeated. docs/tests.md says what to do.`,
    ...retried.map((title) => `passed only when repeated: ${title}`),
  ]
  return {
    lines: [
      ...(retried.length > 0 ? flaky : []),
      ...failedTitles.map((title) => `failed: ${title}`),
      `${passed} passed, ${failed} failed${retried.length > 0 ? `, ${retried.length} FLAKY` : ''}`,
    ],
    passed,
    failed,
  }
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
