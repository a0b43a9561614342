import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { testsOf } from './test-source.ts'
import { isOfGalleryAlone, reachedModules } from './web-reach.ts'

/*
 * docs/spec-coverage.tsv lists the proof of every statement of the specification, one proof per line:
 *
 *   id  file           title  words   a test, and the words in it that check this statement
 *   id  gallery: file  title  words   the same, but only the gallery shows it: no screen of the product uses it yet
 *   id  later: part                   belongs to a part of the product that is not built yet
 *   id  differs: reason               the product deviates, and why; further lines with tests prove what it does instead
 *
 * The words are optional if the title is about this statement only. They are required if several statements name
 * the same test, to tell which part proves each of them, and for tests made from a table, where they name the row.
 */

/** Statements in each section of the two parts of the specification; ids start at 01 in each section. */
const STATEMENTS = {
  'S1-1': 38,
  'S1-2': 2,
  'S1-2.1': 28,
  'S1-2.2': 22,
  'S1-2.3': 19,
  'S1-2.4': 47,
  'S1-2.5': 45,
  'S1-2.6': 19,
  'S1-2.7': 31,
  'S1-2.8': 15,
  'S1-3': 66,
  'S1-4': 54,
  'S1-5': 23,
  'S1-6': 14,
  'S1-7': 7,
  'S1-7.1': 40,
  'S1-7.2': 33,
  'S1-7.3': 5,
  'S1-8': 37,
  'S1-9': 36,
  'S2-1': 19,
  'S2-2': 169,
  'S2-3': 114,
  'S2-4': 56,
  'S2-5': 60,
  'S2-6': 18,
  'S2-7': 189,
  'S2-8': 47,
  'S2-9': 73,
}

/** Parts of the product that are not built yet; once built, their statements need tests. */
const LATER = new Set([
  'alarms',
  'budgets',
  'contracts',
  'materials',
  'monitoring',
  'order screens',
  'payroll',
  'projects',
  'safety',
  'screens',
  'tickets',
  'workflow',
])

export const statementIds: readonly string[] = Object.entries(STATEMENTS).flatMap(([section, count]) =>
  Array.from({ length: count }, (_, at) => `${section}-${String(at + 1).padStart(2, '0')}`),
)

type Read = (path: string) => string | null

type Proof = { id: string; path: string; isInGallery: boolean; title: string; words: string | undefined }

/** The faults of the map from statements to tests, one sentence each. */
export function faultsOf(table: string, read: Read): string[] {
  const rows = table
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((row) => row.split('\t'))
  const found = new Set<string>()
  const put = new Set<string>()
  const proofs: Proof[] = []
  const faults: string[] = []
  for (const [id = '', where = '', title, words, ...rest] of rows) {
    found.add(id)
    if (!known.has(id)) faults.push(`${id}: no such statement`)
    else if (rest.length > 0) faults.push(`${id}: more than four columns`)
    else if (title === undefined) {
      if (where.startsWith('later: ')) put.add(id)
      const fault = faultOfReason(where)
      if (fault) faults.push(`${id}: ${fault}`)
    } else {
      const path = where.replace(GALLERY, '')
      proofs.push({ id, path, isInGallery: path !== where, title, words })
    }
  }
  for (const { id } of proofs) if (put.delete(id)) faults.push(`${id}: still to come and proven at once`)
  faults.push(...faultsOfProofs(proofs, read))
  for (const id of statementIds) if (!found.has(id)) faults.push(`${id}: missing`)
  return faults
}

const known = new Set(statementIds)

const GALLERY = /^gallery: /

function faultOfReason(where: string): string | null {
  const later = /^later: (.*)$/.exec(where)
  if (later && LATER.has(later[1]!)) return null
  const differs = /^differs: (.*)$/.exec(where)
  if (differs) return wordsIn(differs[1]!) < 5 ? 'differs without saying why' : null
  return `neither a test nor a part that is still to come: ${where}`
}

function faultsOfProofs(proofs: readonly Proof[], read: Read): string[] {
  const reached = reachedModules(read)
  const files = new Map<string, ReturnType<typeof fileOf>>()
  const fileOf = (path: string) => {
    const source = read(path) ?? ''
    return { source, tests: testsOf(path, source) }
  }
  const claims = Map.groupBy(proofs, ({ path, title }) => `${path}\t${title}`)
  const taken = new Set<string>()
  return proofs.flatMap(({ id, path, isInGallery, title, words }) => {
    const file = files.get(path) ?? fileOf(path)
    files.set(path, file)
    const text = file.tests.get(title)
    if (text === undefined) return [`${id}: no test "${title}" in ${path}`]
    const faults: string[] = []
    if (wordsIn(title) < 2) faults.push(`${id}: the title "${title}" in ${path} says too little`)
    if (
      isInGallery
        ? !/^(web|e2e)\//.test(path)
        : isOfGalleryAlone({ path, source: file.source, text }, reached)
    )
      faults.push(
        `${id}: ${isInGallery ? 'not of the gallery' : 'seen in the gallery alone'}: "${title}" in ${path}`,
      )
    const isShared = claims.get(`${path}\t${title}`)!.some((other) => other.id !== id)
    if (words === undefined) {
      if (isShared)
        faults.push(
          `${id}: "${title}" in ${path} proves other statements too; name the words that check this`,
        )
      else if (PLACEHOLDER.test(title))
        faults.push(`${id}: "${title}" in ${path} has many rows; name the one`)
      return faults
    }
    if (words.length < 3 || !plain(text).includes(plain(words)))
      faults.push(`${id}: no words "${words}" in "${title}" in ${path}`)
    // The specification repeats some statements in several sections; within one section every statement is different.
    const claim = [id.replace(/-\d+$/, ''), path, title, words].join('\t')
    if (taken.has(claim)) faults.push(`${id}: another statement of its section names "${words}" in ${path}`)
    taken.add(claim)
    return faults
  })
}

const PLACEHOLDER = /%[sdifjo#$]|\$\{|\$\w/

const plain = (text: string) => text.replaceAll(/\s+/g, ' ')

/** The words of a title or reason, without table placeholders; a run of Chinese characters counts by its length. */
const wordsIn = (text: string) =>
  [...text.replaceAll(new RegExp(PLACEHOLDER, 'g'), ' ').matchAll(/[\p{L}\p{N}’-]+/gu)].reduce(
    (sum, [word]) => sum + (/\p{Script=Han}/u.test(word) ? Math.ceil(word.length / 2) : 1),
    0,
  )

/** Reads files of the repository; null for a missing one. */
export const readFrom =
  (root: string): Read =>
  (path) => {
    try {
      return readFileSync(join(root, path), 'utf8')
    } catch {
      return null
    }
  }
