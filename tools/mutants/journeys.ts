import { once } from 'node:events'
import { rmSync, type WriteStream } from 'node:fs'
import { join } from 'node:path'
import type { ChildProcess } from 'node:child_process'

import { packageCommand, signalGroup, spawnGroup, stopGroup } from '../processes.ts'
import { readReport } from '../reports.ts'
import type { Copy } from './copy.ts'
import type { Failure } from './runner.ts'
import type { Mutant } from './sample.ts'

/** Longer than the slowest journeys need, with the build, on a busy machine. */
const deadlineMinutes = 20

/** Runs browser journeys in the copy, on a build with the mutant. */
export class Journeys {
  readonly #copy: Copy
  readonly #log: WriteStream
  /** Journeys that passed without a mutant, or with one. */
  readonly #sound = new Set<string>()
  #running: ChildProcess | null = null
  #stopped = false

  constructor(copy: Copy, log: WriteStream) {
    this.#copy = copy
    this.#log = log
  }

  /** The failure that the mutant causes in one of these journeys, which pass without it; or null. */
  async failure(mutant: Mutant, journeys: string[]): Promise<Failure | null> {
    if (journeys.length === 0) return null
    const failure = await this.#copy.with(mutant, () => this.#run(journeys))
    if (!failure) return null
    if (failure.test && this.#sound.has(failure.test)) return failure
    return (await this.#run(failure.test ? [failure.test] : journeys)) ? null : failure
  }

  /** Ends what is running, and runs nothing more. */
  stop(): void {
    this.#stopped = true
    this.#end()
  }

  #end(): void {
    if (this.#running) void stopGroup(this.#running, { signal: 'SIGINT' })
  }

  async #run(journeys: string[]): Promise<Failure | null> {
    const web = join(this.#copy.root, 'web')
    const built = await this.#execute(
      [packageCommand('vite', 'vite', web), 'build', '--logLevel', 'warn'],
      web,
    )
    if (built !== 0) return { test: '', title: 'the build fails', message: '' }
    const report = join(this.#copy.root, 'journeys.json')
    rmSync(report, { force: true })
    const playwright = [
      packageCommand('@playwright/test', 'playwright'),
      'test',
      '--reporter=json',
      '--max-failures=1',
    ]
    const exit = await this.#execute([...playwright, ...journeys], this.#copy.root, report)
    const [first] = readReport(report)?.failures ?? []
    const failed = journeys.find((path) => first?.startsWith(path.slice('e2e/'.length)))
    if (exit !== 0)
      return { test: failed ?? '', title: first?.split('\n')[0] ?? 'the journeys end', message: '' }
    for (const each of journeys) this.#sound.add(each)
    return null
  }

  async #execute(command: string[], cwd: string, report = ''): Promise<number | null> {
    if (this.#stopped) throw new Error('The trial was stopped.')
    const child = spawnGroup(process.execPath, command, {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_ENV: 'production', PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    })
    this.#running = child
    child.stdout?.pipe(this.#log, { end: false })
    child.stderr?.pipe(this.#log, { end: false })
    const deadline = setTimeout(() => this.#end(), deadlineMinutes * 60_000)
    const [code] = (await once(child, 'exit')) as [number | null]
    clearTimeout(deadline)
    signalGroup(child, 'SIGKILL')
    return code
  }
}

/**
 * The journeys that most probably show a source file, best first: the one named like a folder of it, and those that
 * contain texts of it that few others contain. A file without such texts is judged by those that import it:
 * `levels` are the file itself, its importers, and so on.
 */
export function nearestJourneys(
  texts: ReadonlyMap<string, string>,
  levels: readonly (readonly string[])[],
  most = 3,
): string[] {
  const journeys = [...texts].filter(([path]) => /^e2e\/[^/]+\.journey\.ts$/.test(path))
  const scores = new Map<string, number>()
  const add = (path: string, score: number) => scores.set(path, (scores.get(path) ?? 0) + score)
  const [subject = ''] = levels[0] ?? []
  for (const [path] of journeys) {
    const [, name = ''] = /^e2e\/(.*)\.journey\.ts$/.exec(path) ?? []
    if (subject.includes(`/${name}`)) add(path, 1)
  }
  for (const paths of levels) {
    const words = new Set(paths.flatMap((path) => chineseIn(texts.get(path) ?? '')))
    for (const word of words) {
      const having = journeys.filter(([, text]) => text.includes(word))
      for (const [path] of having) add(path, 1 / having.length ** 2)
    }
    if (scores.size >= most) break
  }
  return [...scores]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, most)
    .map(([path]) => path)
}

/** The texts for people in a source file, without its comments, which are English. */
export const chineseIn = (source: string): string[] => source.match(/\p{Script=Han}{2,}/gu) ?? []
