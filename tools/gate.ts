import { once } from 'node:events'
import { createWriteStream, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { finished } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { ChildProcess } from 'node:child_process'

import { packageCommand, repository, signalGroup, spawnGroup, stopGroup } from './processes.ts'
import { judgeCheck, judgeTests, readReport, type Verdict } from './reports.ts'

const logFolder = join(repository, 'node_modules/.cache/heliodesk/gate')
const compileCache = join(repository, 'node_modules/.cache/heliodesk/compiled')

/** How many slots of work may run at the same time; a step that must run alone takes both. */
const slots = 2

export interface Step {
  name: string
  heading: string
  weight: 1 | 2
  /** A step that must have succeeded before, if it is part of this run. */
  after?: string
  /** The files below the root's folders that it depends on; all of them if missing. Those in the root itself always count. */
  reads?: RegExp
  run: (bench: Bench) => Promise<Verdict>
}

/** The environment of a step: everything printed or run here goes to the step's log. */
export interface Bench {
  note: (text: string) => void
  check: (command: string[], options?: CommandOptions) => Promise<Verdict>
  tests: (runner: 'vitest' | 'playwright', args: string[], options?: CommandOptions) => Promise<Verdict>
}

interface CommandOptions {
  env?: Record<string, string>
  /** After this time the command is ended and counts as failed. */
  deadlineMinutes?: number
}

interface Result {
  step: Step
  verdict: Verdict
  seconds: number
}

const running = new Set<ChildProcess>()
let interrupted = false

/** Runs all steps, prints progress, and returns whether all of them succeeded. */
export async function runGate(
  steps: Step[],
  folder = logFolder,
  print = (text: string): void => void process.stdout.write(`${text}\n`),
  onSuccess: (step: Step) => void = () => {},
): Promise<boolean> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const start = performance.now()
  const results = await runSteps(steps, (step, obstacle) => runStep(step, obstacle, folder, print))
  const seconds = (performance.now() - start) / 1000

  const failures = results.filter(({ verdict }) => verdict.trouble)
  for (const { step, verdict } of results) if (!verdict.trouble) onSuccess(step)
  for (const { step } of interrupted ? [] : failures) print(tailOf(step, logOf(step, folder)))
  print(`\n== Summary (${seconds.toFixed(0)} s)`)
  for (const result of results) {
    print(describe(result))
    for (const failure of result.verdict.failures ?? []) print(`  ✗ ${failure.split('\n')[0]}`)
  }
  if (failures.length > 0) print(`\nFailed: ${failures.map(({ step }) => step.name).join(', ')}`)

  const passed = sum(results.map(({ verdict }) => verdict.passed))
  const failed = sum(results.map(({ verdict }) => verdict.failed))
  print(`\n${passed} passed, ${failed} failed`)
  return failures.length === 0
}

async function runSteps(
  steps: Step[],
  runOne: (step: Step, obstacle: string | undefined) => Promise<Result>,
): Promise<Result[]> {
  const waiting = [...steps]
  const active = new Map<string, Promise<void>>()
  const results = new Map<string, Result>()
  let taken = 0

  const isHeldUp = (step: Step) =>
    step.after !== undefined && !results.has(step.after) && steps.some(({ name }) => name === step.after)

  while (waiting.length + active.size > 0) {
    const next = waiting.find((step) => !isHeldUp(step))
    if (!next || taken + next.weight > slots) {
      await Promise.race(active.values())
      continue
    }
    waiting.splice(waiting.indexOf(next), 1)
    taken += next.weight
    const before = next.after ? results.get(next.after) : undefined
    const obstacle = before?.verdict.trouble ? `not run because "${next.after}" failed` : undefined
    const settle = async () => {
      results.set(next.name, await runOne(next, obstacle))
      active.delete(next.name)
      taken -= next.weight
    }
    active.set(next.name, settle())
  }
  return steps.map(({ name }) => results.get(name)).filter((result) => result !== undefined)
}

async function runStep(
  step: Step,
  obstacle: string | undefined,
  folder: string,
  print: (text: string) => void,
): Promise<Result> {
  const log = createWriteStream(logOf(step, folder))
  const start = performance.now()
  print(`== ${step.heading} …`)
  let verdict: Verdict
  try {
    verdict = obstacle
      ? { passed: 0, failed: 1, trouble: obstacle }
      : await step.run(benchFor(join(folder, `${step.name}.json`), (text) => void log.write(text)))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    log.write(`${reason}\n`)
    verdict = { passed: 0, failed: 1, trouble: 'could not be run' }
  }
  log.end()
  await finished(log)
  const result = { step, verdict, seconds: (performance.now() - start) / 1000 }
  print(describe(result))
  // Printed at once: a reader with only the beginning or the end of the output still sees what failed.
  for (const failure of verdict.failures ?? []) print(`  ✗ ${failure}`)
  if (verdict.trouble && !verdict.failures?.length) print(lastLines(logOf(step, folder), 20).join('\n'))
  return result
}

function benchFor(report: string, write: (text: string) => void): Bench {
  const execute = (command: string[], options: CommandOptions) => runCommand(command, options, write)
  return {
    note: (text) => write(`${text}\n`),
    check: async (command, options = {}) => judgeCheck(await execute(command, options)),
    async tests(runner, args, options = {}) {
      const exitCode =
        runner === 'vitest'
          ? await execute([...vitest(report), ...args], options)
          : await execute([...playwright, ...args], {
              ...options,
              env: { ...options.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
            })
      return judgeTests(exitCode, readReport(report))
    },
  }
}

const vitest = (report: string) => [
  packageCommand('vitest'),
  'run',
  '--allowOnly=false',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
]

const playwright = [
  packageCommand('@playwright/test', 'playwright'),
  'test',
  '--forbid-only',
  '--reporter=list,json',
]

async function runCommand(
  command: string[],
  { env = {}, deadlineMinutes = 60 }: CommandOptions,
  write: (text: string) => void,
): Promise<number> {
  if (interrupted) throw new Error('Interrupted.')
  // Tests must never reach a database that a developer has configured for the server.
  const { FORCE_COLOR: _, DATABASE_URL: _url, DATABASE_MIGRATION_URL: _owner, ...inherited } = process.env
  const child = spawnGroup(process.execPath, command, {
    cwd: repository,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Tests start the server and the tools many hundred times.
    env: { ...inherited, NO_COLOR: '1', NODE_COMPILE_CACHE: compileCache, ...env },
  })
  running.add(child)
  child.stdout?.setEncoding('utf8').on('data', write)
  child.stderr?.setEncoding('utf8').on('data', write)
  const closed = once(child, 'close')
  const deadline = setTimeout(() => {
    write(`\nStopped: not done after ${deadlineMinutes} minutes.\n`)
    void stopGroup(child, { signal: 'SIGINT' })
  }, deadlineMinutes * 60_000)
  await once(child, 'exit')
  clearTimeout(deadline)
  running.delete(child)
  // Processes left by a dead runner would disturb the next step and keep its output open.
  signalGroup(child, 'SIGKILL')
  await Promise.race([closed, delay(2_000, undefined, { ref: false })])
  child.stdout?.destroy()
  child.stderr?.destroy()
  return child.exitCode ?? 1
}

function describe({ step, verdict, seconds }: Result): string {
  const mark = verdict.trouble ? 'FAILED' : 'ok    '
  const passed = verdict.passed > 0 ? `, ${verdict.passed} passed` : ''
  const skipped = verdict.skipped ? `, ${verdict.skipped} skipped` : ''
  const reason = verdict.trouble ? `: ${verdict.trouble}` : ''
  return `${mark} ${step.heading} (${seconds.toFixed(1)} s${passed}${skipped})${reason}`
}

const tailLines = 60

function tailOf(step: Step, log: string): string {
  const shown = lastLines(log, tailLines)
  return `\n== ${step.heading} failed; its last ${shown.length} lines (all of them: ${relative(repository, log)})\n${shown.join('\n')}`
}

const lastLines = (log: string, count: number) =>
  readFileSync(log, 'utf8').trimEnd().split('\n').slice(-count)

const logOf = (step: Step, folder: string) => join(folder, `${step.name}.log`)

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

/**
 * On Ctrl+C the running commands are ended and no more are started; the gate then ends normally, so that every step can
 * clean up.
 */
export function stopStepsOnSignals(): void {
  process.on('SIGINT', interrupt)
  process.on('SIGTERM', interrupt)
}

function interrupt(): void {
  interrupted = true
  // SIGINT, as from a terminal: on this signal Playwright still runs its teardown.
  for (const child of running) void stopGroup(child, { signal: 'SIGINT' })
}
