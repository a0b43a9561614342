import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCluster } from '@heliodesk/server/platform/embedded-postgres/launch.ts'

import { Copy } from './mutants/copy.ts'
import { Examiner, type Outcome, type Survived } from './mutants/examine.ts'
import { NearestTests } from './mutants/nearest-tests.ts'
import { parts, sampleMutants, type Mutant } from './mutants/sample.ts'
import { repository } from './processes.ts'
import { readTree } from './tree.ts'

/**
 * Changes single lines of the product as a person could by mistake, and counts how many of these changes the compiler
 * or a test notices. Fails if fewer than nine in ten are noticed. An interrupted run is continued by the next one.
 */
const count = setting('HELIODESK_MUTANTS', 300)
const seed = setting('HELIODESK_MUTANT_SEED', 1)
/** After this many seconds no further tests are started for a mutant. */
const limit = setting('HELIODESK_MUTANT_SECONDS', 180)
const leastFound = 0.9
/** So many mutants of the client are tested at once, each by so many tests. */
const mostTogether = 6
const nearest = 2

interface Result {
  id: string
  outcome: Outcome
  /** Digest of what the outcome depends on: the test that failed, or the whole project. */
  basis: string
}

const folder = join(repository, 'node_modules/.cache/heliodesk/mutants')
const resultsFile = join(folder, 'results.jsonl')
mkdirSync(folder, { recursive: true })

const files = readTree(repository).filter(({ path }) => /^(?:contract|server|web|e2e)\//.test(path))
const texts = new Map(files.map(({ path, text }) => [path, text]))
const tree = digest(files.map(({ path, text }) => `${path}\0${text}`).join('\0'))
const mutants = sampleMutants(files, seed, count)
const outcomes = earlierOutcomes()
const stopping = new AbortController()
if (untested().length + survivorsWithout('compiles').length + survivorsWithout('journeys').length > 0)
  await examineAll()
if (stopping.signal.aborted) process.exit(1)
process.exit(summarize() ? 0 : 1)

async function examineAll(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'heliodesk-mutants-'))
  const fast = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', shared_buffers: '128MB' }
  const cluster = await startCluster({ dataDir, settings: fast })
  const copy = new Copy()
  const examiner = new Examiner(copy, new NearestTests(files), cluster.url, join(folder, 'tests.log'))
  const stop = () => {
    stopping.abort()
    void examiner.close()
  }
  process.once('SIGINT', stop).once('SIGTERM', stop)
  try {
    await examineTogether(examiner, untested())
    await examineEach('by tests', untested(), (mutant) => examiner.test(mutant, limit))
    // Both take long, so they are asked about what no test finds.
    await examineEach('by the compiler', survivorsWithout('compiles'), async (mutant) =>
      (await examiner.compiles(mutant)) ? { ...survivalOf(mutant), compiles: true } : { state: 'types' },
    )
    await examineEach('by journeys', survivorsWithout('journeys'), (mutant) =>
      examiner.journey(mutant, survivalOf(mutant)),
    )
  } finally {
    await examiner.close()
    copy.remove()
    await cluster.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/**
 * Runs at once the nearest tests of several mutants of the client, none of which reaches another of these mutants: most
 * of the time goes into loading what tests share.
 */
async function examineTogether(examiner: Examiner, rest: Mutant[]): Promise<void> {
  const reach = new Map(rest.map((mutant) => [mutant, examiner.reaching(mutant)]))
  const firstOf = (mutant: Mutant) => reach.get(mutant)!.slice(0, nearest)
  const isApart = (one: Mutant, other: Mutant) =>
    !firstOf(one).some((test) => reach.get(other)!.includes(test)) &&
    !firstOf(other).some((test) => reach.get(one)!.includes(test))
  const ofClient = (mutant: Mutant) =>
    reach.get(mutant)!.length > 0 && firstOf(mutant).every((test) => test.startsWith('web/'))
  const waiting = new Set(rest.filter(ofClient))
  while (waiting.size > 0) {
    const chosen: Mutant[] = []
    for (const mutant of waiting)
      if (chosen.length < mostTogether && chosen.every((other) => isApart(mutant, other))) chosen.push(mutant)
    for (const mutant of chosen) waiting.delete(mutant)
    const tested = new Map(chosen.map((mutant) => [mutant, firstOf(mutant)]))
    const together = await unlessStopped(() => examiner.testTogether(tested))
    if (!together) return
    for (const [mutant, outcome] of together) if (outcome) record(mutant, outcome, 'by tests together')
  }
}

async function examineEach(
  how: string,
  rest: Mutant[],
  examine: (mutant: Mutant) => Promise<Outcome>,
): Promise<void> {
  for (const [index, mutant] of rest.entries()) {
    const start = performance.now()
    const outcome = await unlessStopped(() => examine(mutant))
    if (!outcome) return
    const seconds = ((performance.now() - start) / 1000).toFixed(0)
    record(mutant, outcome, `${how} ${index + 1}/${rest.length}, ${seconds} s`)
  }
}

async function unlessStopped<T>(examine: () => Promise<T>): Promise<T | null> {
  const outcome = await examine().catch((error: unknown) => {
    if (stopping.signal.aborted) return null
    throw error
  })
  return stopping.signal.aborted ? null : outcome
}

function record(mutant: Mutant, outcome: Outcome, how: string): void {
  outcomes.set(mutant.id, outcome)
  const result: Result = { id: mutant.id, outcome, basis: basisOf(outcome) }
  appendFileSync(resultsFile, `${JSON.stringify(result)}\n`)
  print(`${how}: ${describe(mutant, outcome)}`)
}

function untested(): Mutant[] {
  return mutants.filter(({ id }) => !outcomes.has(id))
}

function survivorsWithout(answer: 'compiles' | 'journeys'): Mutant[] {
  return mutants.filter(({ id }) => {
    const outcome = outcomes.get(id)
    return outcome?.state === 'survived' && outcome[answer] === undefined
  })
}

function survivalOf({ id }: Mutant): Survived {
  const outcome = outcomes.get(id)
  if (outcome?.state !== 'survived') throw new Error(`${id} has not survived`)
  return outcome
}

/** The outcomes of earlier runs that still hold: what failed then is unchanged, or the whole project is. */
function earlierOutcomes(): Map<string, Outcome> {
  const lines = existsSync(resultsFile) ? readFileSync(resultsFile, 'utf8').trim().split('\n') : []
  const results = lines.filter(Boolean).map((line) => JSON.parse(line) as Result)
  const holding = results.filter(({ outcome, basis }) => basis === basisOf(outcome))
  return new Map(holding.map(({ id, outcome }) => [id, outcome]))
}

function basisOf(outcome: Outcome): string {
  const test = outcome.state === 'found' ? texts.get(outcome.test) : undefined
  return test === undefined ? tree : digest(test)
}

function summarize(): boolean {
  const rows = parts.map((part) =>
    rowOf(
      part,
      mutants.filter((mutant) => mutant.part === part),
    ),
  )
  print(`\nSeed ${seed}; found by tests, by the compiler alone, together:`)
  for (const row of [...rows, rowOf('all', mutants)]) print(row)
  const survivors = mutants.filter(({ id }) => outcomes.get(id)?.state === 'survived')
  if (survivors.length > 0) print('\nNot found:')
  for (const mutant of survivors) print(describe(mutant, outcomes.get(mutant.id)!))
  return mutants.length - survivors.length >= leastFound * mutants.length
}

function rowOf(name: string, chosen: Mutant[]): string {
  const of = (state: Outcome['state']) => chosen.filter(({ id }) => outcomes.get(id)?.state === state).length
  const found = of('types') + of('found')
  const percent = chosen.length === 0 ? 100 : (100 * found) / chosen.length
  return `${name}: ${of('found')} + ${of('types')} = ${found} of ${chosen.length} (${percent.toFixed(0)} %)`
}

function describe(mutant: Mutant, outcome: Outcome): string {
  const how = {
    types: () => 'found by the compiler alone',
    found: ({ test, title }: { test: string; title: string }) => `found by ${test}: ${title}`,
    survived: ({ run, reaching, journeys = [] }: Survived) =>
      `NOT FOUND by ${[`${run} of ${reaching} test files`, ...journeys].join(', ')}`,
  }
  const { id, path, line, kind, before, after } = mutant
  return `${id} ${path}:${line} ${kind}: ${(how[outcome.state] as (each: Outcome) => string)(outcome)}
    - ${shortened(before)}
    + ${shortened(after)}`
}

function shortened(text: string): string {
  const flat = text.replaceAll(/\s+/g, ' ')
  return flat.length > 160 ? `${flat.slice(0, 160)}…` : flat
}

function setting(name: string, usual: number): number {
  const value = Number(process.env[name] ?? usual)
  if (!Number.isInteger(value) || value < 1) throw new Error(`${name} must be a whole number from 1.`)
  return value
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
