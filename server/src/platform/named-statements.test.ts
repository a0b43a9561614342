import { execFileSync } from 'node:child_process'
import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { useHarness } from '../../test/harness.ts'
import { NamedStatements, statementName } from './named-statements.ts'

const harness = useHarness()
let client: pg.PoolClient

beforeEach(async () => {
  client = await harness.pool.connect()
})
afterEach(() => client.release(true))

const prepared = async () =>
  (
    await client.query<{ statement: string }>('select statement from pg_prepared_statements order by 1')
  ).rows.map(({ statement }) => statement)

it('processes give the same text the same name, whatever they ran before, and no two texts one', () => {
  const file = new URL('named-statements.ts', import.meta.url).href
  const texts = Array.from({ length: 200 }, (_, at) => `select ${at}`)
  const namesIn = (order: string[]): Record<string, string> =>
    JSON.parse(
      execFileSync(process.execPath, [
        '--input-type=module',
        '-e',
        `import { statementName } from ${JSON.stringify(file)}
         console.log(JSON.stringify(Object.fromEntries(${JSON.stringify(order)}.map((text) => [text, statementName(text)]))))`,
      ]).toString(),
    ) as Record<string, string>
  const names = namesIn(texts)
  expect(namesIn(texts.toReversed())).toEqual(names)
  expect(new Set(Object.values(names)).size).toBe(texts.length)
  for (const name of Object.values(names)) expect(name).toMatch(/^h[\w-]{22}$/)
})

it('a connection runs what another one of the same text prepared, as processes behind a pooler do', async () => {
  const text = 'select $1::int + 1 as n'
  await client.query({ name: statementName(text), text, values: [1] })
  const { rows } = await client.query(`execute "${statementName(text)}" (41)`)
  expect(rows).toEqual([{ n: 42 }])
})

it('keeps what is used and closes what was used longest ago', async () => {
  const statements = new NamedStatements(client, 3)
  const run = (text: string) => statements.executeQuery(CompiledQuery.raw(text))
  for (const text of ['select 1', 'select 2', 'select 3', 'select 1', 'select 4']) await run(text)
  expect(await prepared()).toEqual(['select 1', 'select 3', 'select 4'])
  await run('select 2')
  expect(await prepared()).toEqual(['select 1', 'select 2', 'select 4'])
})

it('stays bounded and right with many texts, also after one failed', async () => {
  const statements = new NamedStatements(client, 10)
  const run = async (text: string) =>
    (await statements.executeQuery<{ n: number }>(CompiledQuery.raw(text))).rows[0]!.n
  const many = Array.from({ length: 300 }, (_, at) => at % 37)
  for (const n of many) expect(await run(`select ${n} as n`)).toBe(n)
  await client.query('begin')
  await expect(run('select 1 / 0 as n')).rejects.toThrow(/division by zero/)
  await client.query('rollback')
  for (const n of many) expect(await run(`select ${n} as n`)).toBe(n)
  expect((await prepared()).length).toBeLessThanOrEqual(10)
})

it('plans a text anew for each company: a plan for one with ten rows is a bad one for a million', async () => {
  const statements = new NamedStatements(client)
  const run = (tenant: number) => {
    statements.tenant = tenant
    return statements.executeQuery(CompiledQuery.raw('select 1'))
  }
  for (const tenant of [1, 2, 1, 0, 2]) await run(tenant)
  expect(await prepared()).toEqual(['select 1', 'select 1', 'select 1'])
})
