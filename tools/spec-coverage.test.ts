import { join } from 'node:path'
import { expect, test } from 'vitest'
import { faultsOf, readFrom, statementIds, titlesOf } from './spec-coverage.ts'

const read = readFrom(join(import.meta.dirname, '..'))
const table = read('docs/spec-coverage.tsv')!

test('every statement of the specification has a test that proves it, or belongs to a part that is still to come', () => {
  expect(faultsOf(table, read)).toEqual([])
})

test('a missing statement, an unknown one, a lost test and an unknown part are all found', () => {
  const files: Record<string, string> = { 'a.test.ts': "test('holds', () => {})" }
  const from = (path: string) => files[path] ?? null
  const whole = ['id\tfile\ttest', ...statementIds.map((id) => `${id}\ta.test.ts\tholds`)]
  expect(faultsOf(whole.join('\n'), from)).toEqual([])
  const touched = ['S1-4-19', 'S2-1-01', 'S2-1-02', 'S2-1-03', 'S2-1-04']
  const faulty = [
    ...whole.filter((row) => !touched.some((id) => row.startsWith(`${id}\t`))),
    'S1-4-99\ta.test.ts\tholds',
    'S2-1-01\ta.test.ts\tis gone',
    'S2-1-02\tb.test.ts\tholds',
    'S2-1-03\tlater: someday',
    'S2-1-04\tlater: tickets',
  ]
  expect(faultsOf(faulty.join('\n'), from)).toEqual([
    'S1-4-99: no such statement',
    'S2-1-01: no test "is gone" in a.test.ts',
    'S2-1-02: no test "holds" in b.test.ts',
    'S2-1-03: neither a test nor a part that is still to come: later: someday',
    'S1-4-19: missing',
  ])
})

test('titles are found in every form that tests are written in', () => {
  const source = [
    "test('one', () => {})",
    '  it("it\'s two", async () => {})',
    "test.each([\n  ['a', 1],\n])('%s three', () => {})",
    "it.each(Object.entries(table))('four %s', () => {})",
    "test.each<[string]>([['a']])(\n  'five',\n  () => {},\n)",
    'test(`six`, () => {})',
    "it.each([['a']] as const)('%s seven', () => {})",
  ].join('\n')
  expect(titlesOf(source)).toEqual(['one', "it's two", '%s three', 'four %s', 'five', 'six', '%s seven'])
})
