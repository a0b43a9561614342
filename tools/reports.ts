import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

export interface Counts {
  passed: number
  failed: number
  skipped: number
  /** Each failed test by file and title, with the first lines of its error. */
  failures: string[]
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: {
    name: string
    message?: string
    status: string
    assertionResults: { status: string; fullName: string; failureMessages?: string[] | null }[]
  }[]
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: PlaywrightSuite[]
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[]
  specs: {
    title: string
    file: string
    tests: { status: string; results: PlaywrightResult[] }[]
  }[]
}

interface PlaywrightResult {
  errors: { message?: string }[]
  attachments?: { name: string; path?: string }[]
}

/** Reads the JSON report of Vitest or Playwright; undefined if the runner died before writing one. */
export function readReport(file: string): Counts | undefined {
  if (!existsSync(file)) return undefined
  const report: VitestReport | PlaywrightReport = JSON.parse(readFileSync(file, 'utf8'))
  if ('stats' in report) {
    const { expected, unexpected, flaky, skipped } = report.stats
    return {
      passed: expected,
      failed: unexpected + flaky,
      skipped,
      failures: report.suites.flatMap(failedSpecs),
    }
  }
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: report.testResults.flatMap(failedTests),
  }
}

function failedTests({
  name,
  message,
  status,
  assertionResults,
}: VitestReport['testResults'][number]): string[] {
  const failed = assertionResults.filter((test) => test.status === 'failed')
  // A file that could not be loaded, or whose hook failed, has no failed test of its own.
  if (failed.length === 0 && status === 'failed') return [failure(name, '', message)]
  return failed.map(({ fullName, failureMessages }) => failure(name, fullName, failureMessages?.[0]))
}

function failedSpecs({ suites = [], specs }: PlaywrightSuite): string[] {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => failure(file, title, results[0]?.errors[0]?.message) + pageOf(results[0])),
  )
  return [...own, ...suites.flatMap(failedSpecs)]
}

const pageLines = 60

/** What was on the page when a journey failed: elsewhere than on this machine nobody sees the file that holds it. */
function pageOf(result: PlaywrightResult | undefined): string {
  const path = result?.attachments?.find(({ name }) => name === 'error-context')?.path
  if (!path || !existsSync(path)) return ''
  const snapshot = /```yaml\n(.*?)\n```/s.exec(readFileSync(path, 'utf8'))?.[1]
  if (!snapshot) return ''
  const all = snapshot.split('\n')
  // The frame around a page is the same everywhere.
  const main = all.findIndex((line) => /^ *- main/.test(line))
  const lines = all.slice(Math.max(main, 0)).slice(0, pageLines)
  return ['', '    The page:', ...lines.map((line) => `      ${line.slice(0, 160)}`)].join('\n')
}

const reasonLines = 12

function failure(file: string, title: string, reason = ''): string {
  const lines = stripVTControlCharacters(reason)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('at '))
  return [
    `${basename(file)} › ${title}`,
    ...lines.slice(0, reasonLines).map((line) => `    ${line.slice(0, 200)}`),
  ].join('\n')
}

export interface Verdict {
  passed: number
  /** Tests that this machine cannot run, for example those that need root. */
  skipped?: number
  /** Failed tests; a runner or check that failed as a whole counts as one. */
  failed: number
  /** Why it failed, in a few words; undefined if it succeeded. */
  trouble?: string
  failures?: string[]
}

/** The verdict on one run of a test runner; a run without any test is a failure. */
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
