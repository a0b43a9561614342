import { existsSync, readFileSync } from 'node:fs'

export interface Counts {
  passed: number
  failed: number
  skipped: number
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
}

/** Reads the JSON report of Vitest or Playwright; none when the runner died before it wrote one. */
export function readReport(file: string): Counts | undefined {
  if (!existsSync(file)) return undefined
  const report: VitestReport | PlaywrightReport = JSON.parse(readFileSync(file, 'utf8'))
  if ('stats' in report) {
    const { expected, unexpected, flaky, skipped } = report.stats
    return { passed: expected, failed: unexpected + flaky, skipped }
  }
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

export interface Verdict {
  passed: number
  /** Tests that this machine cannot run, for instance those that need root. */
  skipped?: number
  /** Failed tests; a runner or check that failed as a whole counts as one. */
  failed: number
  /** Why it failed, in a few words; none when all is well. */
  trouble?: string
}

/** What one run of a test runner is worth; one that ran nothing is no success. */
export function judgeTests(exitCode: number, counts: Counts | undefined): Verdict {
  if (!counts) return { passed: 0, failed: 1, trouble: `the runner left no report (exit code ${exitCode})` }
  const { passed, failed, skipped } = counts
  if (failed > 0) return { ...counts, trouble: `${failed} of ${passed + failed} tests failed` }
  if (passed === 0) return { passed, skipped, failed: 1, trouble: 'no test was run' }
  if (exitCode !== 0) {
    return { passed, skipped, failed: 1, trouble: `the runner ended with exit code ${exitCode}` }
  }
  return counts
}

export function judgeCheck(exitCode: number): Verdict {
  if (exitCode === 0) return { passed: 0, failed: 0 }
  return { passed: 0, failed: 1, trouble: `ended with exit code ${exitCode}` }
}
