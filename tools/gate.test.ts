import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { runGate, type Step } from './gate.ts'
import { judgeTests, readReport, type Counts } from './reports.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'heliodesk-gate-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('a test runner is judged', () => {
  test.for<[what: string, exitCode: number, counts: Counts | undefined, passed: number, failed: number]>([
    ['good when all tests passed', 0, { passed: 3, failed: 0, skipped: 0, failures: [] }, 3, 0],
    ['by its failed tests', 1, { passed: 3, failed: 2, skipped: 0, failures: [] }, 3, 2],
    ['bad when it ran nothing', 0, { passed: 0, failed: 0, skipped: 0, failures: [] }, 0, 1],
    ['good when some tests do not apply here', 0, { passed: 3, failed: 0, skipped: 1, failures: [] }, 3, 0],
    ['bad when it skipped everything', 0, { passed: 0, failed: 0, skipped: 3, failures: [] }, 0, 1],
    ['bad when it ended badly after its tests', 1, { passed: 3, failed: 0, skipped: 0, failures: [] }, 3, 1],
    ['bad when it left no report', 0, undefined, 0, 1],
  ])('%s', ([, exitCode, counts, passed, failed]) => {
    const verdict = judgeTests(exitCode, counts)
    expect(verdict).toMatchObject({ passed, failed })
    expect(verdict.trouble === undefined).toBe(failed === 0)
  })
})

describe('the report of', () => {
  test.for<[runner: string, report: object, counts: Counts]>([
    [
      'Vitest',
      {
        numPassedTests: 5,
        numFailedTests: 1,
        numPendingTests: 2,
        numTodoTests: 1,
        testResults: [
          {
            name: '/somewhere/kept.test.ts',
            status: 'failed',
            assertionResults: [
              { status: 'passed', fullName: 'keeps' },
              {
                status: 'failed',
                fullName: 'keeps it all',
                failureMessages: ['\u001B[31mexpected 1\u001B[39m\n  to be 2\n    at kept.test.ts:3'],
              },
            ],
          },
          {
            name: '/somewhere/hook.test.ts',
            status: 'failed',
            message: 'Hook timed out',
            assertionResults: [{ status: 'skipped', fullName: 'never ran' }],
          },
        ],
      },
      {
        passed: 5,
        failed: 1,
        skipped: 3,
        failures: [
          'kept.test.ts › keeps it all\n    expected 1\n    to be 2',
          'hook.test.ts › \n    Hook timed out',
        ],
      },
    ],
    [
      'Playwright',
      {
        stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 2 },
        suites: [
          {
            specs: [],
            suites: [
              {
                specs: [
                  { title: 'opens', file: 'a.journey.ts', tests: [{ status: 'expected', results: [] }] },
                  {
                    title: 'closes',
                    file: 'a.journey.ts',
                    tests: [{ status: 'unexpected', results: [{ errors: [{ message: 'not found' }] }] }],
                  },
                ],
              },
            ],
          },
        ],
      },
      { passed: 4, failed: 2, skipped: 2, failures: ['a.journey.ts › closes\n    not found'] },
    ],
  ])('%s is read', ([, report, counts]) => {
    const file = join(folder, 'report.json')
    writeFileSync(file, JSON.stringify(report))
    expect(readReport(file)).toEqual(counts)
  })

  test('a journey that failed says what was on its page', () => {
    const snapshot = join(folder, 'error-context.md')
    writeFileSync(snapshot, '# Page snapshot\n\n```yaml\n- button "登 录"\n  - img\n```\n\n# Test source\n')
    const attachments = [{ name: 'error-context', path: snapshot }]
    const results = [{ errors: [{ message: 'not found' }], attachments }]
    const specs = [{ title: 'opens', file: 'a.journey.ts', tests: [{ status: 'unexpected', results }] }]
    const file = join(folder, 'report.json')
    const stats = { expected: 0, unexpected: 1, flaky: 0, skipped: 0 }
    writeFileSync(file, JSON.stringify({ stats, suites: [{ specs }] }))
    expect(readReport(file)?.failures).toEqual([
      'a.journey.ts › opens\n    not found\n    The page:\n      - button "登 录"\n        - img',
    ])
  })

  test('a runner that died is missing', () => {
    expect(readReport(join(folder, 'report.json'))).toBeUndefined()
  })
})

async function run(steps: Step[]) {
  const lines: string[] = []
  const succeeded = await runGate(steps, folder, (text) => lines.push(text))
  return { succeeded, text: lines.join('\n'), lastLine: lines.join('\n').split('\n').at(-1) }
}

function step(name: string, script: string, more: Partial<Step> = {}): Step {
  return { name, heading: name, weight: 1, run: ({ check }) => check(['-e', script]), ...more }
}

describe('the gate', () => {
  test('succeeds when every step does and counts the tests of all runners', async () => {
    const three = step('three', '', { run: async () => ({ passed: 3, failed: 0 }) })
    const four = step('four', '', { run: async () => ({ passed: 4, failed: 0 }) })
    const { succeeded, lastLine } = await run([step('check', ''), three, four])
    expect(succeeded).toBe(true)
    expect(lastLine).toBe('7 passed, 0 failed')
  })

  test('runs everything although one step fails, and shows the tail of its output', async () => {
    const noisy = 'for (let n = 1; n <= 200; n++) console.log("line " + n); process.exitCode = 3'
    const { succeeded, text, lastLine } = await run([step('noisy', noisy), step('after', 'console.log(1)')])
    expect(succeeded).toBe(false)
    expect(text).toContain('FAILED noisy')
    expect(text).toContain('line 200')
    expect(text).not.toContain('line 100\n')
    expect(text).toContain('ok     after')
    // At once, and at the end.
    expect(text.split('line 200')).toHaveLength(3)
    expect(lastLine).toBe('0 passed, 1 failed')
  })

  test('does not run what needs a step that failed', async () => {
    const touched = join(folder, 'touched')
    const dependent = step('dependent', `fs.writeFileSync(${JSON.stringify(touched)}, '')`, {
      after: 'broken',
    })
    const { text } = await run([dependent, step('broken', 'process.exit(1)')])
    expect(text).toContain('not run because "broken" failed')
    expect(() => readFileSync(touched)).toThrow('ENOENT')
  })

  test('never takes more than two slots at once and gives a heavy step both', async () => {
    let taken = 0
    const seen: number[] = []
    const watched = (name: string, weight: 1 | 2) =>
      step(name, '', {
        weight,
        async run({ check }) {
          taken += weight
          seen.push(taken)
          const verdict = await check(['-e', ''])
          taken -= weight
          return verdict
        },
      })
    await run([watched('a', 1), watched('b', 1), watched('c', 1), watched('d', 2), watched('e', 1)])
    expect(seen).toHaveLength(5)
    expect(Math.max(...seen)).toBe(2)
  })

  test('ends a step that takes too long', async () => {
    const hanging = step('hanging', '', {
      run: ({ check }) => check(['-e', 'setInterval(() => {}, 1000)'], { deadlineMinutes: 0.005 }),
    })
    const { succeeded, text } = await run([hanging])
    expect(succeeded).toBe(false)
    expect(text).toContain('Stopped: not done after')
  })

  test('reports a step that cannot be run', async () => {
    const { succeeded, text } = await run([
      step('impossible', '', { run: () => Promise.reject(new Error('no browser here')) }),
    ])
    expect(succeeded).toBe(false)
    expect(text).toContain('no browser here')
  })

  test('does not pass a configured database on to the tests', async () => {
    process.env.DATABASE_URL = 'postgres://localhost/precious'
    try {
      const { succeeded } = await run([step('look', 'process.exit(process.env.DATABASE_URL ? 1 : 0)')])
      expect(succeeded).toBe(true)
    } finally {
      delete process.env.DATABASE_URL
    }
  })
})
