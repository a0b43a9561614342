import { describe, expect, test } from 'vitest'

import { repository } from './processes.ts'
import { clientOf, styledTwice, styledUnused, usedUnstyled, type Client } from './styles.ts'
import { readTree } from './tree.ts'

/**
 * Classes with rules in more than one sheet, and in how many. Only shrink this list: give the element a class of its
 * own, or move the rule to the sheet that draws the class.
 */
const STILL_TWICE: Readonly<Record<string, number>> = {
  act: 7,
  anch: 2,
  av: 3,
  brand: 3,
  btn: 28,
  buttons: 4,
  card: 5,
  cb: 3,
  chip: 4,
  code: 3,
  'command-alert': 6,
  crumb: 2,
  cur: 2,
  disc: 2,
  ell: 2,
  empty: 3,
  err: 3,
  facts: 2,
  field: 4,
  fields: 2,
  fld: 6,
  foot: 4,
  glyph: 3,
  'grid-row': 3,
  grow: 2,
  i: 29,
  ib: 23,
  li: 3,
  line: 3,
  link: 2,
  'menu-anchor': 2,
  more: 3,
  name: 3,
  ok: 3,
  on: 2,
  'org-field': 2,
  'org-tree': 2,
  'page-table': 4,
  ph: 7,
  qr: 5,
  s12: 2,
  sec: 3,
  seg: 6,
  'sessions-skeleton': 2,
  sessions: 2,
  'sheet-map': 2,
  sk: 2,
  spin: 6,
  st: 3,
  state: 4,
  'strip-error': 4,
  strip: 3,
  sub: 4,
  t3: 2,
  tag: 9,
  title: 3,
  tn: 2,
  top: 2,
  tw: 3,
  undo: 2,
  undone: 2,
  unit: 2,
  up: 2,
  updated: 2,
}

describe('the client', () => {
  const client = clientOf(readTree(repository))

  test('styles a class in one sheet', () => {
    const sheetsOf = (line: string) => line.split(', ').length
    const found = styledTwice(client).map((line) => [line.split(':')[0]!, sheetsOf(line)] as const)
    expect(Object.fromEntries(found)).toEqual(STILL_TWICE)
  })

  // The first to read every source.
  test('has no rules for classes that nothing has', { timeout: 60_000 }, () => {
    expect(styledUnused(client)).toEqual([])
  })

  test('has no classes without rules', () => {
    expect(usedUnstyled(client)).toEqual([])
  })

  test('has one CSS module of a name, since names of classes begin with it', () => {
    const names = client.sheets
      .filter(({ path }) => path.endsWith('.module.css'))
      .map(({ path }) => path.split('/').at(-1))
    expect(names.length).toBeGreaterThan(40)
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })
})

const of = (sheets: Record<string, string>, sources: Record<string, string> = {}): Client => {
  const files = (texts: Record<string, string>) =>
    Object.entries(texts).map(([path, text]) => ({ path: `web/src/${path}`, text }))
  return { sheets: files(sheets), sources: files(sources) }
}

describe('styled in two sheets', () => {
  test.for<[one: string, other: string, found: string[]]>([
    ['.card {}', '.page .card {}', ['card']],
    ['.card {}', '.card b {}', []],
    ['.card {}', '@media (hover: none) { .page > .card:hover {} }', ['card']],
    ['.card {}', '.page:has(.card) {} .page:not(.card) {}', []],
    ['.card {}', '.list :is(.row, .card) {}', ['card']],
    ['.on {}', '.btn.on {} a.on {}', []],
    ['.ant-input {}', '.field .ant-input {}', []],
  ])('%s and %s', ([one, other, found]) => {
    const twice = styledTwice(of({ 'a.css': one, 'b.css': other }))
    expect(twice).toEqual(found.map((name) => `${name}: web/src/a.css, web/src/b.css`))
  })

  test('a class of a module is another one in each module, a global one is the same', () => {
    expect(
      styledTwice(of({ 'a.module.css': '.card {}', 'b.module.css': '.card {}', 'c.css': '.card {}' })),
    ).toEqual([])
    const restyled = { 'a.module.css': '.list :global(.card) {}', 'c.css': '.card {}' }
    expect(styledTwice(of(restyled))).toEqual(['card: web/src/a.module.css, web/src/c.css'])
    expect(styledTwice(of({ ...restyled, 'a.module.css': '.own:global(.card) {}' }))).toEqual([])
  })
})

test('a rule is unused when no source names its class', () => {
  const sheets = { 'a.css': '.used {} .gone {}', 'b.module.css': '.used {} .gone {}' }
  const source = `import css from './b.module.css'\nexport const A = () => <p className={\`used \${css.used}\`} />`
  expect(styledUnused(of(sheets, { 'A.tsx': source }))).toEqual([
    'web/src/a.css .gone',
    'web/src/b.module.css .gone',
  ])
})

test('a class is unstyled when no sheet has it', () => {
  const sheets = { 'a.css': '.used {}', 'b.module.css': '.used {}' }
  const source = `import css from './b.module.css'
export const A = ({ kind }) => <p className={kind === 'late' ? \`used gone \${css.used}\` : css.gone} title="late" />`
  expect(usedUnstyled(of(sheets, { 'A.tsx': source }))).toEqual([
    'web/src/A.tsx: gone',
    'web/src/A.tsx: web/src/b.module.css .gone',
  ])
})
