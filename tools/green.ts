import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'

import type { Step } from './gate.ts'

const notOurs = new Set(['node_modules', '.git', 'dist', 'data', 'test-results', '.cache'])

/** Remembers which state of its files each step succeeded with, so that a step without changes can be left out. */
export class GreenRuns {
  readonly #file: string
  readonly #hashes: Map<string, string>

  constructor(repository: string, file = join(repository, 'node_modules/.cache/heliodesk/green.json')) {
    this.#file = file
    this.#hashes = hashFiles(repository)
  }

  isUnchanged(step: Step): boolean {
    return this.#recall()[step.name] === this.#stateOf(step)
  }

  /** The step has succeeded with the files as they were when this object was made. */
  remember(step: Step): void {
    mkdirSync(dirname(this.#file), { recursive: true })
    writeFileSync(this.#file, JSON.stringify({ ...this.#recall(), [step.name]: this.#stateOf(step) }))
  }

  #recall(): Record<string, string> {
    try {
      return JSON.parse(readFileSync(this.#file, 'utf8')) as Record<string, string>
    } catch {
      return {}
    }
  }

  #stateOf({ reads }: Step): string {
    const state = createHash('sha256')
    for (const [path, hash] of this.#hashes) {
      if (!path.includes('/') || !reads || reads.test(path)) state.update(`${path}\0${hash}\0`)
    }
    return state.digest('hex')
  }
}

/** The hash of every file of the project by its path with forward slashes, in the order of the paths. */
function hashFiles(repository: string): Map<string, string> {
  const files: [path: string, hash: string][] = []
  const walk = (folder: string) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (notOurs.has(entry.name)) continue
      const path = join(folder, entry.name)
      if (entry.isDirectory()) walk(path)
      else if (entry.isFile()) {
        const hash = createHash('sha256').update(readFileSync(path)).digest('base64')
        files.push([relative(repository, path).split(sep).join('/'), hash])
      }
    }
  }
  walk(repository)
  return new Map(files.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
