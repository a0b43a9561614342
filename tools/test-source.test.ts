import { expect, test } from 'vitest'
import { testsOf } from './test-source.ts'

test('tests are found in every form that they are written in', () => {
  const source = [
    "test('one', () => {})",
    "  it('it\\'s two', async () => {})",
    "test.each([\n  ['a', 1],\n])('%s three', () => {})",
    "it.each(Object.entries(table))('four %s', () => {})",
    "test.each<[string]>([['a']])(\n  'five',\n  () => {},\n)",
    'test(`six`, () => {})',
    "it.each([['a']] as const)('%s seven', () => {})",
    "test.describe('a group', () => {\n  test.for(rows)('eight', ([a]) => {})\n})",
    'for (const each of [1, 2]) test(`nine ${each}`, function () {})',
    "test.slow()\ndescribe('another', () => {})",
  ].join('\n')
  const titles = [
    'one',
    "it's two",
    '%s three',
    'four %s',
    'five',
    'six',
    '%s seven',
    'eight',
    'nine ${each}',
  ]
  expect([...testsOf('a.test.ts', source).keys()]).toEqual(titles)
})

test('the text of a test is its own, its table’s, and that of what it names in its file', () => {
  const source = `
    const rows = [['手机', APP]]
    const APP = 'app'
    function check(row) { return other(row) }
    const other = (row) => row
    const unused = 'never named'
    test.each(rows)('of %s', (row) => check(row))
    for (const width of [208, 56]) test('it is wide', () => expect(width))`
  const tests = testsOf('a.test.ts', source)
  const text = tests.get('of %s')!
  for (const words of ["('of %s'", "['手机', APP]", "APP = 'app'", 'return other(row)', '=> row'])
    expect(text).toContain(words)
  expect(text).not.toContain('never named')
  expect(tests.get('it is wide')).toContain('[208, 56]')
})
