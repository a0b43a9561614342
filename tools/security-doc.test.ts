import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readFrom } from './spec-coverage.ts'
import { testsOf } from './test-source.ts'

const read = readFrom(join(import.meta.dirname, '..'))
const document = read('docs/security.md')!

const NAMED = /`([\w./-]+\.(?:test|journey)\.tsx?)`(?: “([^”]+)”)?/g

test('docs/security.md names tests that exist', () => {
  const named = [...document.matchAll(NAMED)]
  expect(named.length).toBeGreaterThan(50)
  const lost = named.filter(([, path = '', title]) => {
    const source = read(path)
    return source === null || (title !== undefined && !testsOf(path, source).has(title))
  })
  expect(lost.map(([all]) => all)).toEqual([])
})

/** Requirements of levels 1 and 2 in each chapter of ASVS 5.0.0; of V10 those for clients. V17 does not apply. */
const CHAPTERS = {
  1: 27,
  2: 11,
  3: 19,
  4: 10,
  5: 9,
  6: 35,
  7: 18,
  8: 7,
  9: 7,
  10: 9,
  11: 14,
  12: 9,
  13: 13,
  14: 9,
  15: 13,
  16: 16,
}

/** Expands `6.1.2, 6.2.11` and `4.4.1–4.4.4` to single ids. */
const idsIn = (cell: string): string[] =>
  cell.split(',').flatMap((part) => {
    const [first, last] = part.trim().split('–')
    if (last === undefined) return [first!]
    const section = first!.replace(/\d+$/, '')
    const [from, to] = [first!, last].map((id) => Number(id.split('.').at(-1)))
    return Array.from({ length: to! - from! + 1 }, (_each, at) => `${section}${from! + at}`)
  })

test('each requirement of levels 1 and 2 stands there once', () => {
  const ids = [...document.matchAll(/^\| ([\d., –]+) \|/gm)].flatMap(([, cell]) => idsIn(cell!))
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  const counts = Object.fromEntries(
    Object.keys(CHAPTERS).map((chapter) => [
      chapter,
      ids.filter((id) => id.startsWith(`${chapter}.`)).length,
    ]),
  )
  expect(counts).toEqual(CHAPTERS)
})
