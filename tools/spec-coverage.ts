import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Statements in each section of the two parts of the specification; ids count from 01 within their section. */
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

/** Parts of the product that are still to come; once built, their statements name tests. */
const LATER = new Set([
  'administration',
  'alarms',
  'budgets',
  'contracts',
  'materials',
  'messages',
  'order screens',
  'payroll',
  'plans',
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

/** What is wrong with the map from statements to tests, one sentence for each fault. */
export function faultsOf(table: string, read: Read): string[] {
  const rows = table.trimEnd().split('\n').slice(1)
  const found = new Set<string>()
  const faults: string[] = []
  for (const row of rows) {
    const [id = '', where = '', title, ...rest] = row.split('\t')
    found.add(id)
    if (!known.has(id)) faults.push(`${id}: no such statement`)
    else if (rest.length > 0) faults.push(`${id}: more than three columns`)
    else if (title === undefined) {
      if (!LATER.has(where.replace(/^later: /, '')) || !where.startsWith('later: '))
        faults.push(`${id}: neither a test nor a part that is still to come: ${where}`)
    } else if (!titlesIn(where, read).has(title)) faults.push(`${id}: no test "${title}" in ${where}`)
  }
  for (const id of statementIds) if (!found.has(id)) faults.push(`${id}: missing`)
  return faults
}

const known = new Set(statementIds)

const cache = new WeakMap<Read, Map<string, Set<string>>>()

function titlesIn(path: string, read: Read): Set<string> {
  const files = cache.get(read) ?? new Map<string, Set<string>>()
  cache.set(read, files)
  const titles = files.get(path) ?? new Set(titlesOf(read(path) ?? ''))
  files.set(path, titles)
  return titles
}

/** `test('…'`, `it('…'`, and the call after a table: `])('…'`, or after a tagged template. */
const TITLE =
  /(?:\b(?:test|it)|\.each\(\w+\)|\]\)|\bas const\)|\)\)|\}\)|,\n\s*\)|`)\(\s*(?:'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)"|`((?:\\.|[^`\\])*)`)/g

/** Titles of tests as their source has them, placeholders of tables included. */
export function titlesOf(source: string): string[] {
  return [...source.matchAll(TITLE)].map(([, single, double, template]) =>
    (single ?? double ?? template ?? '').replaceAll(/\\(['"`\\])/g, '$1'),
  )
}

/** Reads files of the repository; null for one that is not there. */
export const readFrom =
  (root: string): Read =>
  (path) => {
    try {
      return readFileSync(join(root, path), 'utf8')
    } catch {
      return null
    }
  }
