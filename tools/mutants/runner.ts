/**
 * Runs tests on request, in a process of its own that can be killed when a change makes them hang. Vitest stays in
 * memory between requests, with all files that did not change. First argument: the folder of the project's config;
 * second: after how many failures a run ends, 0 for never.
 */
import { join } from 'node:path'
import { createVitest } from 'vitest/node'

export interface Request {
  /** Files that changed since the last request. Absolute paths, like `tests`. */
  changed: string[]
  tests: string[]
}

export interface Failure {
  /** The file, or '' if a failure belongs to none. */
  test: string
  title: string
  message: string
}

/** Sent when a file begins, so that one which hangs is known. */
export interface Progress {
  running: string
}

/** The first failure of each file; and the files that were run to their end and passed. */
export interface Reply {
  failures: Failure[]
  passed: string[]
}

const side = process.argv[2]!
const bail = Number(process.argv[3])
const config = join(process.cwd(), side, 'vitest.config.ts')
/** Few tests of the client at a time take as long as the loading of what they share, which one worker does once. */
const workers = side === 'web' ? { maxWorkers: 1 } : {}
const onTestModuleStart = ({ moduleId }: { moduleId: string }): void =>
  void process.send!({ running: moduleId })
// What a mutant has taken away does not come; the same test passes without it within the same time.
process.env.HELIODESK_TEST_WAIT_MS = '5000'
const setupFiles = [join(import.meta.dirname, 'first-failure.setup.ts')]
const vitest = await createVitest(
  'test',
  { config, watch: false, bail, reporters: ['dot', { onTestModuleStart }], ...workers },
  { test: { setupFiles } },
)
await vitest.standalone()

process.on('message', (request: Request) => void answer(request))
process.on('disconnect', () => void vitest.exit(true))
process.send!('ready')

async function answer({ changed, tests }: Request): Promise<void> {
  for (const path of changed) vitest.invalidateFile(path)
  const { testModules, unhandledErrors } = await vitest.runTestFiles(tests)
  const run = testModules.filter(({ moduleId }) => tests.includes(moduleId))
  const reply: Reply = {
    failures: [...run.map(failureOf), unhandled(unhandledErrors), cutShort(run)].filter(
      (each) => each !== null,
    ),
    passed: run.filter((each) => each.state() === 'passed').map(({ moduleId }) => moduleId),
  }
  process.send!(reply)
}

type Module = Awaited<ReturnType<typeof vitest.runTestFiles>>['testModules'][number]

function failureOf(module: Module): Failure | null {
  const failed = [...module.children.allTests('failed')][0]
  if (!failed && module.state() !== 'failed') return null
  const errors = failed?.result().errors ?? module.errors()
  return {
    test: module.moduleId,
    title: failed?.fullName ?? 'the file as a whole',
    message: (errors?.[0]?.message ?? '').slice(0, 300),
  }
}

/** A first failure ends the run, sometimes before it is reported itself: then files are left without a state. */
function cutShort(run: Module[]): Failure | null {
  const left = run.filter((each) => each.state() === 'pending' || each.state() === 'queued')
  if (left.length === 0) return null
  return { test: left.length === 1 ? left[0]!.moduleId : '', title: 'the run is cut short', message: '' }
}

function unhandled(errors: unknown[]): Failure | null {
  const [first] = errors
  return first === undefined
    ? null
    : { test: '', title: 'an unhandled error', message: (first as Error).message.slice(0, 300) }
}
