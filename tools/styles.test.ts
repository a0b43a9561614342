import { describe, expect, test } from 'vitest'

import { repository } from './processes.ts'
import { clientOf, styledTwice, styledUnused, usedUnstyled, type Client } from './styles.ts'
import { readTree } from './tree.ts'

describe('the client', () => {
  const client = clientOf(readTree(repository))

  test('styles a class in one sheet', () => {
    expect(styledTwice(client)).toEqual([])
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

test('a rule is used when another one is composed of it', () => {
  const sheets = {
    'a.css': '.row {} .gone {}',
    'kit/b.module.css': '.list {} .gone {}',
    'm/c.module.css': ".all { composes: row from global; composes: list from '../kit/b.module.css'; }",
  }
  const source = `import css from './c.module.css'\nexport const A = () => <p className={css.all} />`
  expect(styledUnused(of(sheets, { 'm/A.tsx': source }))).toEqual([
    'web/src/a.css .gone',
    'web/src/kit/b.module.css .gone',
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
