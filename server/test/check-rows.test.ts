import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { findWrongRows } from './check-rows.ts'
import { useFolder } from './folder.ts'
import { useHarness } from './harness.ts'
import { readRowTypes, type TypedSql } from './row-types.ts'
import type { StatementLog } from './statement-log.ts'

/** Each sample is a row type, its statement, and the fault that is to be found. */
const rows: [type: string, text: string, fault?: string][] = [
  ['{ name: string; version: number; created_at: Date }', 'select name, version, created_at from department'],
  ['{ title: string }', 'select name from department', 'name: not in the type'],
  ['{ title: string }', 'select name as label from department', 'title: not a column of the statement'],
  ['{ id: number }', 'select id from department', 'id: bigint is string, not number'],
  ['{ n: string }', 'select count(*)::int as n from department', 'n: integer is number, not string'],
  [
    '{ ids: number[] }',
    'select array_agg(id) as ids from department group by name',
    'ids: bigint[] is string[], not number[]',
  ],
  ['{ due: Date }', 'select created_at::date as due from department', 'due: date is string, not Date'],
  ['{ level: "1" | "2" | null }', 'select status as level from department'],
  ['{ parent_id: string }', 'select parent_id from department', 'parent_id: may be null'],
  ['{ parent_id: string }', 'select parent_id from department where parent_id = $1'],
  [
    '{ parent_id: string }',
    'select parent_id from department where parent_id = $1 or id = $2',
    'parent_id: may be null',
  ],
  ['{ name: string }', 'select p.name from department d join department p on p.id = d.parent_id'],
  [
    '{ name: string }',
    'select p.name from department d left join department p on p.id = d.parent_id',
    'name: may be null',
  ],
  ['{ name: string | null }', 'select p.name from department d left join department p on p.id = d.parent_id'],
  [
    '{ name: string }',
    'with a as (select p.name from department d left join department p on p.id = d.parent_id) select name from a',
    'name: may be null',
  ],
  [
    '{ name: string }',
    "select coalesce(p.name, '') as name from department d left join department p on p.id = d.parent_id",
  ],
  [
    '{ name: string }',
    '(select name from department) union all (select avatar from app_user)',
    'name: may be null',
  ],
  ['{ n: string | null }', 'select sum(version) as n from department'],
  ['{ n: string }', 'select sum(version) as n from department', 'n: may be null'],
  ['{ n: string }', 'select sum(version) as n from department group by name'],
  ['{ name: string }', 'select (select name from department where id = $1) as name', 'name: may be null'],
  [
    '{ n: string; any: boolean }',
    'select (select count(*) from department) as n, exists (select from department) as any',
  ],
  [
    '{ kind: string }',
    "select case when status = '1' then name end as kind from department",
    'kind: may be null',
  ],
  ['{ unit: string }', "select attributes ->> 'unit' as unit from device", 'unit: may be null'],
  ['{ granted: boolean }', "select app.is_granted($1, 'user:manage') as granted"],
  [
    '{ code: string }',
    'with recursive up (code, above) as (select org_code, parent_id from department union all select d.org_code, d.parent_id from up join department d on d.id = up.above) select code from up',
  ],
  [
    '{ above: string }',
    'with recursive up (code, above) as (select org_code, parent_id from department union all select d.org_code, d.parent_id from up join department d on d.id = up.above) select above from up',
    'above: may be null',
  ],
  ['{ until: Date }', 'update attempt set locked_until = $1 where key = $2 returning locked_until as until'],
  [
    '{ until: Date }',
    'update attempt set hits = $1 where key = $2 returning locked_until as until',
    'until: may be null',
  ],
  ['{ name: string } | { name: null }', 'select name from department'],
  [
    'Record<"name" | "status", string>',
    'select name from department',
    'status: not a column of the statement',
  ],
  ['{ name: string } & Record<string, unknown>', 'select name, status from department'],
  ['{ row: unknown }', 'select to_jsonb(d) as row from department d'],
]

const harness = useHarness()
const root = useFolder('rows')
let typed: TypedSql[]
let isOld: boolean

beforeAll(async () => {
  const source = [
    'declare function sql<T>(parts: TemplateStringsArray, ...values: unknown[]): T',
    'declare const client: { query<T>(text: string | { text: string }): T }',
    ...rows.map(([type, text]) => `sql<${type}>\`${text.replaceAll(/\$\d/g, '${1}')}\``),
    'sql<number>`length(${1}::text)`',
    "client.query<{ n: number }>('select 1::bigint as n')",
    'client.query<{ n: number }>({ text: `select ${String(1)} as n` })',
  ]
  const compilerOptions = { strict: true, noEmit: true, types: [], lib: ['es2024'], target: 'es2024' }
  await mkdir(join(root, 'server/src'), { recursive: true })
  await writeFile(join(root, 'server/tsconfig.json'), JSON.stringify({ compilerOptions }))
  await writeFile(join(root, 'server/src/sample.ts'), source.join('\n'))
  typed = readRowTypes(root)
  const version = await harness.owner.query<{ server_version_num: string }>('show server_version_num')
  isOld = Number(version.rows[0]!.server_version_num) < 160_000
})

const find = (statements: StatementLog['statements'], templates: string[] = [], isWhole = false) =>
  findWrongRows([{ testFile: '', statements, templates }], harness.url, typed, isWhole)

/** Nothing is found with a PostgreSQL that does not say enough. */
const expected = (faults: string[]) => (isOld ? [] : faults)

/** Of the sample in this line. */
const templateAt = (index: number) => typed[index]!.template!

it.each(rows.map(([type, text, fault], index) => ({ type, text, fault, index })))(
  '$type of $text: $fault',
  async ({ text, fault, index }) => {
    const faults = await find({ [text]: { template: templateAt(index), columns: [], nulls: [] } })
    const place = `server/src/sample.ts:${index + 3}`
    expect(faults.filter((each) => each.startsWith(`${place} `))).toEqual(
      fault && !isOld ? expect.arrayContaining([`${place} ${fault}`]) : [],
    )
  },
)

it('a column of a built statement, a null that was read, and a text for the driver are checked too', async () => {
  const column = templateAt(rows.length)
  const faults = await find({
    'select length($1::text)::bigint as n': {
      template: null,
      columns: [{ name: 'n', template: column }],
      nulls: [],
    },
    'select length($1::text) as n': {
      template: null,
      columns: [{ name: 'n', template: column }],
      nulls: ['n'],
    },
  })
  const wanted = [
    `server/src/sample.ts:${rows.length + 3} n: bigint is string, not number`,
    `server/src/sample.ts:${rows.length + 3} n: may be null`,
    `server/src/sample.ts:${rows.length + 4} n: bigint is string, not number`,
    `server/src/sample.ts:${rows.length + 5}: the text of the statement is not written here, so it cannot be checked`,
  ]
  expect(faults).toEqual(expected(wanted))
})

it('after a run of all tests, SQL that none executed is a fault, and so is the row of a mere part', async () => {
  const all = typed.flatMap(({ template }) => template ?? [])
  const [[, text]] = rows as [[string, string]]
  const whole = { [text]: { template: templateAt(0), columns: [], nulls: [] } }
  const placed = async (...given: Parameters<typeof find>) =>
    (await find(...given)).filter((each) => each.startsWith('server/src/sample.ts:3:'))
  expect(await placed({}, all.slice(1), true)).toEqual(
    expected(['server/src/sample.ts:3: no test executes this SQL']),
  )
  expect(await placed({}, all, true)).toEqual(
    expected(['server/src/sample.ts:3: a part of statements has no row']),
  )
  expect(await placed(whole, all, true)).toEqual([])
})
