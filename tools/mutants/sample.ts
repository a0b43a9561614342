import { createHash } from 'node:crypto'

import type { TreeFile } from '../tree.ts'
import { editsOf } from './sites.ts'
import { migrationEdits, type Edit } from './sql-sites.ts'

export const parts = ['contract', 'server', 'web'] as const
type Part = (typeof parts)[number]

/** One changed line of the product. */
export interface Mutant extends Edit {
  /** The same for the same change of the same file, in every run. */
  id: string
  part: Part
  path: string
  /** From 1. */
  line: number
  /** The line before and after the change. */
  before: string
  after: string
}

const product = /^(?:(?:contract|server|web)\/src\/.*\.tsx?|server\/migrations\/\d{4}_.*\.sql)$/
/** Tests, first data, what is generated, and the drawing of captcha pictures. */
const notProduct =
  /\.(?:test|soak|fixture|gallery)\.tsx?$|^server\/src\/(?:seed\/|(?:kernel|modules\/[^/]+)\/first-data[./]|platform\/db-types\.ts|modules\/captcha\/scene\/)/

export const isProduct = (path: string): boolean => product.test(path) && !notProduct.test(path)

/**
 * `count` mutants, the same for the same seed and tree. Each part gets as many as its share of lines. A line is chosen
 * by a digest of its own text, so that a change of other lines changes the sample little, and most results still hold.
 * In random order, so that a beginning is a sample too.
 */
export function sampleMutants(files: readonly TreeFile[], seed: number, count: number): Mutant[] {
  const chosen = files.filter(({ path }) => isProduct(path)).toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const sizes = parts.map((part) => lengthOf(chosen.filter(({ path }) => partOf(path) === part)))
  const shares = share(count, sizes)
  const migrations = migrationEdits(chosen.filter(({ path }) => path.endsWith('.sql')))
  const lines = chosen.flatMap((file) =>
    byLine(file, migrations.get(file.path) ?? editsOf(file.path, file.text), seed),
  )
  return parts
    .flatMap((part, index) =>
      lines
        .filter(({ file }) => partOf(file.path) === part)
        .toSorted(byRank)
        .slice(0, shares[index]),
    )
    .toSorted(byRank)
    .map(({ file, line, edits, rank }) =>
      describe(file, line, edits[Math.floor(randomOf(`${rank}`) * edits.length)]!),
    )
}

const partOf = (path: string) => path.slice(0, path.indexOf('/')) as Part

const lengthOf = (files: readonly TreeFile[]) =>
  files.reduce((sum, { text }) => sum + text.split('\n').length, 0)

/** Divides a whole number in proportion, with the largest remainders rounded up. */
export function share(whole: number, sizes: number[]): number[] {
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const exact = sizes.map((size) => (whole * size) / total)
  const shares = exact.map(Math.floor)
  const byRemainder = exact.map((size, index) => [size % 1, index] as const).toSorted(([a], [b]) => b - a)
  const missing = whole - shares.reduce((sum, each) => sum + each, 0)
  for (const [, index] of byRemainder.slice(0, missing)) shares[index]! += 1
  return shares
}

interface Line {
  file: TreeFile
  line: number
  /** Those that start on this line. */
  edits: Edit[]
  /** From 0 to 1, random by the seed. */
  rank: number
}

const byRank = (a: Line, b: Line) => a.rank - b.rank

/** The lines of a file that can be changed. */
function byLine(file: TreeFile, edits: Edit[], seed: number): Line[] {
  const starts = [...file.text.matchAll(/^/gm)].map(({ index }) => index)
  const texts = file.text.split('\n').map((text) => text.trim())
  const lines = Map.groupBy(edits, ({ start }) => starts.findLastIndex((each) => each <= start) + 1)
  const alike = new Map<string, number>()
  return [...lines].map(([line, own]) => {
    const text = texts[line - 1]!
    const earlier = alike.get(text) ?? 0
    alike.set(text, earlier + 1)
    return { file, line, edits: own, rank: randomOf(`${seed}\0${file.path}\0${text}\0${earlier}`) }
  })
}

function describe({ path, text }: TreeFile, line: number, edit: Edit): Mutant {
  const from = text.lastIndexOf('\n', edit.start - 1) + 1
  const next = text.indexOf('\n', edit.end)
  const until = next === -1 ? text.length : next
  const before = text.slice(from, until).trim()
  const after = (text.slice(from, edit.start) + edit.text + text.slice(edit.end, until)).trim()
  const id = createHash('sha256')
    .update(`${path}\0${applied(text, edit)}`)
    .digest('hex')
    .slice(0, 12)
  return { ...edit, id, part: partOf(path), path, line, before, after }
}

export const applied = (text: string, { start, end, text: by }: Edit): string =>
  text.slice(0, start) + by + text.slice(end)

/** A number from 0 to 1, the same for the same text. */
const randomOf = (text: string) => createHash('sha256').update(text).digest().readUIntBE(0, 6) / 2 ** 48
