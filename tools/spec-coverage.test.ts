import { join } from 'node:path'
import { expect, test } from 'vitest'
import { faultsOf, readFrom, statementIds } from './spec-coverage.ts'

const read = readFrom(join(import.meta.dirname, '..'))
const table = read('docs/spec-coverage.tsv')!

test('every statement of the specification has a test that proves it, or says why it has none', () => {
  expect(faultsOf(table, read)).toEqual([])
})

/** A map in which every statement has a test of its own, except for the given lines. */
function faultsWith(lines: readonly string[], files: Record<string, string> = {}) {
  const touched = new Set(lines.map((line) => line.split('\t')[0]))
  const kept = statementIds.filter((id) => !touched.has(id))
  const own = kept.map((id) => `test('statement ${id} holds', () => {})`).join('\n')
  const all: Record<string, string> = { 'own.test.ts': own, ...files }
  const rows = kept.map((id) => `${id}\town.test.ts\tstatement ${id} holds`)
  return faultsOf(['id\tfile\ttest\twords', ...rows, ...lines].join('\n'), (path) => all[path] ?? null)
}

test('a missing statement, an unknown one, a lost test and an unknown part are all found', () => {
  expect(faultsWith([])).toEqual([])
  const files = { 'a.test.ts': "test('it holds', () => {})" }
  const lines = [
    'S1-4-99\ta.test.ts\tit holds',
    'S2-1-01\ta.test.ts\tis gone',
    'S2-1-02\tb.test.ts\tit holds',
    'S2-1-03\tlater: someday',
    'S2-1-04\tlater: tickets',
    'S2-1-05\ta.test.ts\tit holds\tit holds\tonce more',
  ]
  expect(faultsWith(lines, files).toSorted()).toEqual([
    'S1-4-99: no such statement',
    'S2-1-01: no test "is gone" in a.test.ts',
    'S2-1-02: no test "it holds" in b.test.ts',
    'S2-1-03: neither a test nor a part that is still to come: later: someday',
    'S2-1-05: more than four columns',
  ])
  const whole = statementIds.slice(1).map((id) => `${id}\tlater: tickets`)
  expect(faultsOf(['id', ...whole].join('\n'), () => null)).toEqual(['S1-1-01: missing'])
})

test('what the product does otherwise says why, and what is still to come is not proven', () => {
  const files = { 'a.test.ts': "test('it holds', () => {})" }
  const lines = [
    'S2-1-01\tdiffers: there is no one store of that name, three others hold it',
    'S2-1-01\ta.test.ts\tit holds',
    'S2-1-02\tdiffers: not built',
    'S2-1-03\tlater: alarms',
    'S2-1-03\town.test.ts\tstatement S1-1-01 holds\tS1-1-01',
  ]
  expect(faultsWith(lines, files).filter((fault) => fault.startsWith('S2-1-'))).toEqual([
    'S2-1-02: differs without saying why',
    'S2-1-03: still to come and proven at once',
  ])
})

test('a bare title, a test for statements that it does not tell apart, and a table without its row are refused', () => {
  const files = {
    'a.test.ts': `
      const WIDTH = 208
      test('%s', () => {})
      test('the menu has its look', async () => {
        expect(await width()).toBe(WIDTH)
        expect(colour()).toBe('orange')
      })
      test.each([['手机', 'app'], ['桌面', 'web']])('the client of a %s is named', () => {})`,
  }
  const menu = 'a.test.ts\tthe menu has its look'
  const lines = [
    'S1-9-01\ta.test.ts\t%s',
    `S1-9-24\t${menu}\tWIDTH = 208`,
    `S1-9-25\t${menu}`,
    `S1-9-26\t${menu}\ttoBe('blue')`,
    `S1-9-27\t${menu}\ttoBe('orange')`,
    `S1-9-28\t${menu}\ttoBe('orange')`,
    `S2-9-28\t${menu}\ttoBe('orange')`,
    'S1-9-29\ta.test.ts\tthe client of a %s is named',
    "S1-9-30\ta.test.ts\tthe client of a %s is named\t['手机', 'app']",
    "S1-9-30\ta.test.ts\tthe client of a %s is named\t['桌面', 'web']",
  ]
  expect(faultsWith(lines, files)).toEqual([
    'S1-9-01: the title "%s" in a.test.ts says too little',
    'S1-9-01: "%s" in a.test.ts has many rows; name the one',
    'S1-9-25: "the menu has its look" in a.test.ts proves other statements too; name the words that check this',
    `S1-9-26: no words "toBe('blue')" in "the menu has its look" in a.test.ts`,
    `S1-9-28: another statement of its section names "toBe('orange')" in a.test.ts`,
    'S1-9-29: "the client of a %s is named" in a.test.ts proves other statements too; name the words that check this',
  ])
})

test('what no screen uses is marked as seen in the gallery, and no test of the server is', () => {
  const files = {
    'web/src/main.tsx': "import { Used } from './kit/Used.tsx'\nvoid import('./Later.tsx')",
    'web/src/Later.tsx': "import { Deep } from './kit/Deep.tsx'",
    'web/src/kit/Used.tsx': '',
    'web/src/kit/Deep.tsx': '',
    'web/src/kit/Spare.tsx': '',
    'web/src/kit/kit.test.tsx': `
      import { Deep } from './Deep.tsx'
      import { Spare as Other } from './Spare.tsx'
      import { Used } from './Used.tsx'
      const show = () => render(<Other />)
      test('deep is shown', () => render(<Deep />))
      test('used is shown', () => render(<Used />))
      test('spare is shown', () => show())`,
    'e2e/gallery.journey.ts': "import { host } from './gallery.ts'\ntest('all widgets are shown', () => {})",
    'server/a.test.ts': "test('it answers right', () => {})",
  }
  const lines = [
    'S1-9-01\tweb/src/kit/kit.test.tsx\tdeep is shown',
    'S1-9-02\tweb/src/kit/kit.test.tsx\tused is shown',
    'S1-9-03\tweb/src/kit/kit.test.tsx\tspare is shown',
    'S1-9-04\te2e/gallery.journey.ts\tall widgets are shown',
    'S1-9-05\tgallery: server/a.test.ts\tit answers right',
  ]
  expect(faultsWith(lines, files)).toEqual([
    'S1-9-03: seen in the gallery alone: "spare is shown" in web/src/kit/kit.test.tsx',
    'S1-9-04: seen in the gallery alone: "all widgets are shown" in e2e/gallery.journey.ts',
    'S1-9-05: not of the gallery: "it answers right" in server/a.test.ts',
  ])
  expect(faultsWith([...lines.slice(0, 2), lines[2]!.replace('\t', '\tgallery: ')], files)).toEqual([])
})
