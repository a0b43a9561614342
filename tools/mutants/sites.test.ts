import { expect, test } from 'vitest'

import { applied } from './sample.ts'
import { editsOf } from './sites.ts'
import { migrationEdits, sqlEdits } from './sql-sites.ts'

const changesOf = (source: string, path = 'server/src/a.tsx') =>
  editsOf(path, source).map((edit) => applied(source, edit))

test.each<[string, string[]]>([
  ['a < b', ['a <= b']],
  ['(a) === (b)', ['(a) !== (b)']],
  ['x = a && b', [';', 'x = a || b']],
  ['x = a ?? b', [';']],
  ['const x = a.b ? c : d', ['const x = !(a.b) ? c : d']],
  ['const x = !a ? c : d', ['const x = a ? c : d']],
  ['if (a > b) return', ['if (a >= b) return', 'if (a > b) ;']],
  ["if (a === 'on') b()", ["if (a !== 'on') b()", "if (a === '') b()", "if (a === 'on') ;"]],
  ['await requireRight(x)', [';']],
  ["throw new Error('no')", [';']],
  ['const last = all[0]', ['const last = all[1]']],
  ['const x = a * 2', ['const x = a * 3']],
  ['const x = Math.min(a, b)', ['const x = Math.max(a, b)']],
  ['const x = all.some(is)', ['const x = all.every(is)']],
  ['const x = all.filter(is).length', ['const x = all.length']],
  ["const x = db.where('a', '<', b)", ['const x = db', "const x = db.where('a', '<=', b)"]],
  ['const x = { fine: true }', ['const x = { fine: false }']],
  ['const x = <A on={b && <C />} />', ['const x = <A on={!(b) && <C />} />']],
  [
    'const x = sql`a and b < ${c}`',
    ['const x = sql`a or b < ${c}`', 'const x = sql`a`', 'const x = sql`a and b <= ${c}`'],
  ],
])('changes %s', (source, expected) => {
  expect(
    changesOf(source)
      .map((each) => each.replace(' `', '`'))
      .toSorted(),
  ).toEqual(expected.toSorted())
})

test.each([
  "import { a } from './a.ts'",
  'type A = 1 | true',
  "const text = 'a === b && c'",
  '// if (a === b) c()',
  'const x = <A className={a ? b : c} size={1} />',
  "ctx.log.info('a')",
  'timer.unref()',
  'const x = 60 * 60_000',
  'const [a] = b as [number]',
])('leaves %s alone', (source) => {
  expect(changesOf(source)).toEqual([])
})

test('drops the rules of a schema in the contract only', () => {
  const source = "const x = z.string().max(5, '过长')"
  expect(changesOf(source, 'contract/src/a.ts')).toEqual([
    'const x = z.string()',
    "const x = z.string().max(6, '过长')",
  ])
  expect(changesOf(source)).toEqual(["const x = z.string().max(6, '过长')"])
})

test.each<[string, string[]]>([
  [
    'select 1 from a where b = 1 and c is null',
    [
      'select 1 from a where b <> 1 and c is null',
      'select 1 from a where b = 1 or c is null',
      'select 1 from a where b = 1 ',
      'select 1 from a where b = 1 and c is not null',
    ],
  ],
  ['update a set b = 1', []],
  ['where a between 1 and 2', []],
  ["where a in ('b and c') -- and d < e", []],
  ['where not exists (select 1)', ['where exists (select 1)']],
  ['select 1 for update', ['select 1 ']],
  ['order by a desc', ['order by a asc']],
])('changes the SQL %s', (source, expected) => {
  expect(
    sqlEdits(source)
      .map((edit) => applied(source, edit))
      .toSorted(),
  ).toEqual(expected.toSorted())
})

test('changes the last definition of a function only', () => {
  const defining = (body: string) =>
    `create or replace function app.f() returns int language sql as $$ ${body} $$;\n`
  const files = [
    { path: '1.sql', text: `${defining('select 1 where 1 < 2')}create table a (b int check (b > 0));` },
    { path: '2.sql', text: defining('select 1 where 3 < 4') },
  ]
  const edits = migrationEdits(files)
  expect(files.map(({ path, text }) => edits.get(path)!.map((edit) => applied(text, edit)))).toEqual([
    [files[0]!.text.replace('b > 0', 'b >= 0')],
    [files[1]!.text.replace('3 < 4', '3 <= 4')],
  ])
})
