import { on, once } from 'node:events'
import { createWriteStream, readFileSync, type WriteStream } from 'node:fs'
import { join, relative } from 'node:path'
import type { ChildProcess } from 'node:child_process'

import { packageCommand, spawnGroup, signalGroup, stopGroup } from '../processes.ts'
import type { Copy } from './copy.ts'
import { Journeys } from './journeys.ts'
import { namesIn, type NearestTests } from './nearest-tests.ts'
import type { Failure, Progress, Reply, Request } from './runner.ts'
import type { Mutant } from './sample.ts'

/** `types`: no test finds it, but the compiler does. */
export type Outcome = Found | { state: 'types' } | Survived

export interface Found {
  state: 'found'
  test: string
  title: string
  message: string
}

export interface Survived {
  state: 'survived'
  /** How many test files were run within the limit, of those that reach the mutant. */
  run: number
  reaching: number
  /** Whether the compiler has been asked. */
  compiles?: true
  /** The journeys that were run. */
  journeys?: string[]
}

const atOnce = 4
/** A group of tests that takes longer hangs: so long, and for each file so much more on a busy machine. */
const hangSeconds: Record<string, number> = { server: 240, web: 60 }
const hangSecondsEach = 8

/** Decides for one mutant after the other whether a test or the compiler notices it. */
export class Examiner {
  readonly #copy: Copy
  readonly #nearest: NearestTests
  readonly #databaseUrl: string
  readonly #log: WriteStream
  readonly #runners = new Map<string, ChildProcess>()
  #compiler: ChildProcess | null = null
  #closed = false
  /** Tests that passed without a mutant, or with one. */
  readonly #sound = new Set<string>()
  readonly #journeys: Journeys
  /** Files that were changed at some time; a runner learns of all of them, since it may not have been asked before. */
  readonly #changed = new Set<string>()
  /** The test file that began last. */
  #running = ''
  /** Whether the project without a mutant was compiled, so that only what a mutant changes is compiled again. */
  #compiled = false
  /** The mutant in the migrations from which the database of the server's runner was made. */
  #database: string | null = null

  constructor(copy: Copy, nearest: NearestTests, databaseUrl: string, log: string) {
    this.#copy = copy
    this.#nearest = nearest
    this.#databaseUrl = databaseUrl
    this.#log = createWriteStream(log, { flags: 'a' })
    this.#journeys = new Journeys(copy, this.#log)
  }

  /** Runs the tests that reach the mutant until one fails. After `limit` seconds no further ones are started. */
  async test(mutant: Mutant, limit: number): Promise<Outcome> {
    const tests = this.reaching(mutant)
    const until = performance.now() + limit * 1000
    let run = 0
    for (const group of groupsOf(tests)) {
      if (run > 0 && performance.now() > until) break
      const failure = await this.#failure(mutant, group)
      if (failure) return { state: 'found', ...failure }
      run += group.length
    }
    return { state: 'survived', run, reaching: tests.length }
  }

  /** The tests that reach the mutant, the nearest first. */
  reaching(mutant: Mutant): string[] {
    const sql = mutant.path.endsWith('.sql')
    const text = sql ? readFileSync(join(this.#copy.root, mutant.path), 'utf8') : ''
    return this.#nearest.of(mutant.path, mutant.before, sql ? namesIn(text, mutant.start) : [])
  }

  /**
   * Runs at once some tests of the client for each of these mutants, which reach no other of them. Null for a mutant that
   * must be tested alone.
   */
  async testTogether(tested: ReadonlyMap<Mutant, readonly string[]>): Promise<Map<Mutant, Found | null>> {
    for (const { path } of tested.keys()) this.#changed.add(join(this.#copy.root, path))
    const { failures } = await [...tested.keys()].reduce<() => Promise<Reply>>(
      (run, mutant) => () => this.#copy.with(mutant, run),
      () => this.#ask('web', [...tested.values()].flat(), { bail: 0 }),
    )()
    if (failures[0]?.title === HANGS) {
      const rest = [...tested].filter(([, tests]) => !tests.includes(this.#running))
      return rest.length > 0 ? this.testTogether(new Map(rest)) : new Map<Mutant, null>()
    }
    const suspects = failures.map(({ test }) => test).filter((test) => test !== '' && !this.#sound.has(test))
    if (suspects.length > 0) await this.#ask('web', suspects, { bail: 0 })
    const outcomeOf = (tests: readonly string[]): Found | null => {
      const failure = failures.find(({ test }) => tests.includes(test))
      return failure && this.#sound.has(failure.test) ? { state: 'found', ...failure } : null
    }
    return new Map([...tested].map(([mutant, tests]) => [mutant, outcomeOf(tests)]))
  }

  async compiles(mutant: Mutant): Promise<boolean> {
    if (mutant.path.endsWith('.sql')) return true
    if (!this.#compiled && (await this.#compile(['server', 'web'])) !== 0)
      throw new Error('The project does not compile: run "npm run check".')
    this.#compiled = true
    const projects = mutant.part === 'contract' ? ['server', 'web'] : [mutant.part]
    return (await this.#copy.with(mutant, () => this.#compile(projects))) === 0
  }

  /** Runs the journeys that most probably show a survivor of the web client or the contract. */
  async journey(mutant: Mutant, survived: Survived): Promise<Outcome> {
    const journeys = mutant.part === 'server' ? [] : this.#nearest.journeys(mutant.path)
    const failure = await this.#journeys.failure(mutant, journeys)
    return failure ? { state: 'found', ...failure } : { ...survived, journeys }
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#journeys.stop()
    if (this.#compiler) signalGroup(this.#compiler, 'SIGKILL')
    for (const name of this.#runners.keys()) await this.#stop(name)
    this.#log.end()
  }

  /** The failure that the mutant causes: these tests pass without it. */
  async #failure(mutant: Mutant, tests: string[]): Promise<Failure | null> {
    this.#changed.add(join(this.#copy.root, mutant.path))
    const failure = await this.#copy.with(mutant, () => this.#run(tests, mutant))
    if (!failure) return null
    const suspects = failure.test ? [failure.test] : tests
    const hung = failure.title === HANGS
    if (!hung && failure.test && this.#sound.has(failure.test)) return failure
    return (await this.#run(suspects, null)) ? null : failure
  }

  async #compile(projects: string[]): Promise<number | null> {
    if (this.#closed) throw new Error('The trial was stopped.')
    const child = spawnGroup(process.execPath, [packageCommand('typescript', 'tsc'), '-b', ...projects], {
      cwd: this.#copy.root,
      stdio: 'ignore',
    })
    this.#compiler = child
    const [code] = (await once(child, 'exit')) as [number | null]
    return code
  }

  async #run(tests: string[], mutant: Mutant | null): Promise<Failure | null> {
    const database = mutant && /^server\/(?:migrations|src\/platform)\//.test(mutant.path) ? mutant.id : null
    // The database that tests clone is made once per process.
    if (database !== this.#database) await this.#stop('server 1')
    this.#database = database
    for (const side of ['server', 'web']) {
      const ofSide = tests.filter((test) => test.startsWith('web/') === (side === 'web'))
      if (ofSide.length === 0) continue
      const [failure] = (await this.#ask(side, ofSide, { bail: 1 })).failures
      if (failure) return failure
    }
    return null
  }

  async #ask(side: string, tests: string[], { bail }: { bail: number }): Promise<Reply> {
    const request: Request = {
      changed: [...this.#changed],
      tests: tests.map((path) => join(this.#copy.root, path)),
    }
    const name = `${side} ${bail}`
    const runner = this.#runners.get(name) ?? (await this.#start(name))
    runner.send(request)
    const patience = hangSeconds[side]! + hangSecondsEach * tests.length
    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(), patience * 1000)
    const { signal } = deadline
    try {
      const reply = (await Promise.race([
        this.#reply(runner, signal),
        once(runner, 'exit', { signal }).then(() => ({ failures: [ended], passed: [] })),
      ])) as Reply
      if (!runner.connected) this.#runners.delete(name)
      const pathOf = (test: string) => test && relative(this.#copy.root, test)
      const passed = reply.passed.map(pathOf)
      for (const each of passed) this.#sound.add(each)
      return { failures: reply.failures.map((each) => ({ ...each, test: pathOf(each.test) })), passed }
    } catch (error) {
      if (!signal.aborted) throw error
      await this.#stop(name)
      const hanging = { test: this.#running, title: HANGS, message: 'no answer in time' }
      return { failures: [hanging], passed: [] }
    } finally {
      clearTimeout(timer)
      deadline.abort()
    }
  }

  async #reply(runner: ChildProcess, signal: AbortSignal): Promise<Reply> {
    for await (const [message] of on(runner, 'message', { signal })) {
      const said = message as Reply | Progress
      if ('failures' in said) return said
      this.#running = relative(this.#copy.root, said.running)
    }
    return { failures: [ended], passed: [] }
  }

  async #start(name: string): Promise<ChildProcess> {
    if (this.#closed) throw new Error('The trial was stopped.')
    const { DATABASE_URL: _, DATABASE_MIGRATION_URL: _owner, ...inherited } = process.env
    const runner = spawnGroup(
      process.execPath,
      [join(this.#copy.root, 'tools/mutants/runner.ts'), ...name.split(' ')],
      {
        cwd: this.#copy.root,
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        env: { ...inherited, NO_COLOR: '1', HELIODESK_TEST_DATABASE_URL: this.#databaseUrl },
      },
    )
    runner.stdout?.pipe(this.#log, { end: false })
    runner.stderr?.pipe(this.#log, { end: false })
    this.#runners.set(name, runner)
    await once(runner, 'message')
    return runner
  }

  async #stop(name: string): Promise<void> {
    const runner = this.#runners.get(name)
    if (!runner) return
    this.#runners.delete(name)
    await stopGroup(runner, { graceMilliseconds: 2_000 })
    signalGroup(runner, 'SIGKILL')
  }
}

const HANGS = 'the tests hang'
const ended = { test: '', title: 'the test process ends', message: '' }

/** The nearest alone, since it mostly finds the mutant; then more and more at a time. */
function groupsOf(tests: string[]): string[][] {
  const groups: string[][] = []
  for (let at = 0, size = 1; at < tests.length; at += size, size = Math.min(2 * size, atOnce))
    groups.push(tests.slice(at, at + size))
  return groups
}
