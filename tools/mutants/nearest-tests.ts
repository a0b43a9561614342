import { posix } from 'node:path'

import { importsOf } from '../imports.ts'
import type { TreeFile } from '../tree.ts'
import { chineseIn, nearestJourneys } from './journeys.ts'

const isTest = (path: string) => /^(?:contract|server|web)\/.*\.test\.tsx?$/.test(path)
const isWebSource = (path: string) => path.startsWith('web/src/') && !/\.(?:test|gallery)\.tsx?$/.test(path)
/** Every test of the server imports this, and through it the whole application. */
const hub = 'server/test/harness.ts'
/** A module of the client imports its screens so, and loads a screen only when a journey opens it. */
const screens = /import\('[^']*\.tsx'\)/g
/** Tests that cover every call of every module; they come after those of the module itself. */
const overall = 'server/test'
const overallDistance = 1.5
/** Where the contract reaches both sides, the quick tests of the client come before those on a database. */
const serverCost = 0.6
/** Takes a second and checks all limits of the contract. */
const limits = 'server/test/limits.test.ts'

/** Which tests may notice a change of a file, the nearest first. */
export class NearestTests {
  readonly #importers = new Map<string, string[]>()
  readonly #tests: string[]
  readonly #server: TreeFile[]
  readonly #texts: Map<string, string>

  constructor(files: readonly TreeFile[]) {
    this.#texts = new Map(files.map(({ path, text }) => [path, text]))
    const sources = files.filter(({ path }) => /^(?:contract|server|web)\/.*\.tsx?$/.test(path))
    const all = sources.map(({ path }) => path)
    const meant = (path: string) =>
      path.includes('*') ? all.filter((each) => posix.matchesGlob(each, path)) : [path]
    for (const file of sources.map(withoutScreens))
      for (const each of [...importsOf(file).flatMap(meant), ...startedBy(file)])
        this.#importers.set(each, [...(this.#importers.get(each) ?? []), file.path])
    this.#tests = sources.map(({ path }) => path).filter(isTest)
    this.#server = sources.filter(({ path }) => path.startsWith('server/src/'))
  }

  /**
   * The tests that reach `subject` through their imports, by the number of imports between them, or between `subject`
   * and the folder of the test; among equals, those of a similar name first. A migration is reached by every test of
   * the server; the nearest are those of the folders that name one of its `tables` and functions. Before all come the
   * tests that contain a Chinese text of the changed `line`, such as the reason of a refusal.
   */
  of(subject: string, line = '', tables: readonly string[] = []): string[] {
    const sql = subject.endsWith('.sql')
    const distances = sql ? this.#fromNames(tables) : this.#distances([subject])
    const folders = new Map([[overall, overallDistance]])
    for (const [path, distance] of distances) {
      const folder = posix.dirname(path)
      folders.set(folder, Math.min(distance, folders.get(folder) ?? Infinity))
    }
    const reached = this.#reached(sql ? hub : subject)
    const words = wordsIn(subject)
    const texts = chineseIn(line).filter(({ length }) => length > 2)
    const distanceOf = (test: string) => {
      if (test === limits && subject.startsWith('contract/')) return -2
      if (texts.some((text) => this.#texts.get(test)?.includes(text))) return -1
      const own = wordsIn(test)
      const alike = own.join() === words.join() ? 1 : own.filter((word) => words.includes(word)).length / 10
      const byFolder = 0.5 + (folders.get(posix.dirname(test)) ?? Infinity)
      const costly = test.startsWith('server/') ? serverCost : 0
      return Math.min(distances.get(test) ?? Infinity, byFolder) - alike + costly
    }
    return this.#tests
      .filter((test) => reached.has(test))
      .map((test) => [distanceOf(test), test] as const)
      .toSorted(([a], [b]) => a - b)
      .map(([, test]) => test)
  }

  /** The browser journeys that most probably show a file of the web client or the contract. */
  journeys(subject: string): string[] {
    const levels: string[][] = []
    for (const [path, distance] of this.#distances([subject])) {
      if (path !== subject && !isWebSource(path)) continue
      levels[distance] = [...(levels[distance] ?? []), path]
    }
    return nearestJourneys(this.#texts, levels.filter(Boolean))
  }

  /** All files that import this one, directly or not. */
  #reached(from: string): Set<string> {
    const reached = new Set([from])
    for (const path of reached) for (const each of this.#importers.get(path) ?? []) reached.add(each)
    return reached
  }

  /** The number of imports between a start and each file that imports it, not through the harness. */
  #distances(starts: string[]): Map<string, number> {
    const distances = new Map(starts.map((start) => [start, 0]))
    for (const [path, distance] of distances)
      if (path !== hub)
        for (const each of this.#importers.get(path) ?? [])
          if (!distances.has(each)) distances.set(each, distance + 1)
    return distances
  }

  #fromNames(names: readonly string[]): Map<string, number> {
    const named = names.length > 0 ? new RegExp(`\\b(?:${names.join('|')})\\b`) : /(?!)/
    return this.#distances(this.#server.filter(({ text }) => named.test(text)).map(({ path }) => path))
  }
}

const withoutScreens = (file: TreeFile): TreeFile =>
  /^web\/src\/modules\/[^/]+\/index\.ts$/.test(file.path)
    ? { ...file, text: file.text.replaceAll(screens, '') }
    : file

/** The programs that a file starts in a process or thread of their own. */
const startedBy = ({ path, text }: TreeFile) =>
  [...text.matchAll(/\bnew URL\('(\.[^']+\.ts)', import\.meta\.url\)/g)].map(([, program]) =>
    posix.join(posix.dirname(path), program!),
  )

/** The words of a file's name: "tree" and "rows" of tree-rows.test.ts. */
const wordsIn = (path: string) =>
  posix
    .basename(path)
    .replace(/(?:\.test)?\.\w+$/, '')
    .split('-')

/** The tables and functions that one statement of a migration creates, changes or belongs to. */
export function namesIn(migration: string, offset: number): string[] {
  const from = migration.slice(0, offset).search(/\n(?:create|alter)\b(?![^]*\n(?:create|alter)\b)/i)
  const length = migration.slice(offset).search(/\n(?:create|alter)\b/i)
  const statement = migration.slice(Math.max(from, 0), length === -1 ? undefined : offset + length)
  const found = statement.matchAll(
    /\b(?:table|function|procedure|on|into|update|from|join)\s+(?:app\.)?(\w+)/gi,
  )
  return [...new Set([...found].map(([, name]) => name!))].filter((name) => name.length > 3)
}
