import { companyCalls as calls } from '@heliodesk/contract/companies.ts'
import { sessionCalls } from '@heliodesk/contract/session.ts'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { useFolder } from '../../../test/folder.ts'
import { endLeases, runNext, skipWait } from '../../../test/job-tools.ts'
import { addRecords } from '../../../test/records.ts'
import { claimJobs } from '../../kernel/queue.ts'
import { openStorage } from '../../platform/open-storage.ts'
import { useCompanies } from './companies.fixture.ts'
import { removalBy, removeCompany } from './removal.ts'

const site = useCompanies()
const { harness, addCompany, find, seen, codeOfTenant } = site
const folder = useFolder('removal')

/** So small that killing it between two of them is worth while. */
const removal = removalBy({ files: 1, rows: 60, ms: 250 })
const KIND = 'company removal'

type Counts = Record<string, number>

/** How many rows of a company every table has, by the catalogue. */
async function countsOf(tenantId: number): Promise<Counts> {
  const { rows: tables } = await harness.owner.query<{ name: string; column: string }>(
    `select table_name as name, column_name as column from information_schema.columns
     where table_schema = 'public' and column_name in ('tenant_id', 'tenant')`,
  )
  const { rows } = await harness.owner.query<{ name: string; n: number }>(
    tables
      .map(
        ({ name, column }) =>
          `select '${name}' as name, count(*)::int as n from ${name} where ${column} = ${tenantId}`,
      )
      .join(' union all '),
  )
  return Object.fromEntries(rows.filter(({ n }) => n > 0).map(({ name, n }) => [name, n]))
}

const sum = (counts: Counts) => Object.values(counts).reduce((total, n) => total + n, 0)

/** Suspends a company, plans its removal and makes it due; returns how to look at it. */
async function plan(companyCode: string) {
  const { name } = await find(companyCode)
  const reason = '合同终止'
  await harness.call(site.operator.token, calls.suspend, { ...(await seen(companyCode)), reason })
  const due = { ...(await seen(companyCode)), typedName: name, days: 1, reason }
  await harness.call(site.operator.token, calls.planRemoval, due)
  await harness.owner.query(`update tenant set removal_at = now() where code = $1`, [companyCode])
  await harness.owner.query(`update job set next_at = now() where kind = $1`, [KIND])
}

const tenantOf = async (companyCode: string): Promise<number> => {
  const { rows } = await harness.owner.query<{ id: number }>('select id from tenant where code = $1', [
    companyCode,
  ])
  return rows[0]!.id
}

async function addBytes(tenantId: number, path: string) {
  const storage = openStorage(harness.env)
  const paths = [path, `${path}-thumbnail`, `${path}-preview`]
  for (const each of paths) await storage.write(each, Buffer.from(each))
  await harness.owner.query(
    `insert into file_blob (tenant_id, path, sha256, size, media_type, used_at, preview, thumbnail_path, preview_path)
     values ($1, $2, sha256($2::text::bytea), 9, 'image/png', now(), 'done', $3, $4)`,
    [tenantId, ...paths],
  )
  return paths
}

const areThere = (paths: string[]) => Promise.all(paths.map((path) => openStorage(harness.env).has(path)))

/** A process that is killed when it has done its work and not yet said so. */
async function dieBeforeCommit() {
  const [claimed] = await claimJobs(harness.pool, new Map([[KIND, 1]]))
  const signal = new AbortController().signal
  const tools = { pool: harness.pool, env: harness.env, clock: harness.clock, log: harness.app.log, signal }
  const finish = () => Promise.reject(new Error('killed'))
  const turn = { ...claimed!, payload: removal.payload.parse(claimed!.payload), finish }
  await expect(removal.run(turn, tools)).rejects.toThrow('killed')
  await endLeases(harness)
}

const endings = async (company: number) => {
  const { rows } = await harness.owner.query<{
    by: string
    reason: string
    edited: { title: string; to: string }[]
  }>(`select actor_name as by, reason, edited from company_event where company = $1 and action = 'remove'`, [
    company,
  ])
  return rows
}

describe('the removal of a company in portions', () => {
  it('goes on where it was killed, keeps others, and tells once who wanted it and how much it was', async () => {
    const { tenantId } = harness.otherTenant
    const companyCode = await codeOfTenant(tenantId)
    const token = await harness.signIn('b_admin')
    await addRecords(harness, harness.otherTenant)
    await addRecords(harness, harness.tenant)
    const paths = [...(await addBytes(tenantId, 'cc/one')), ...(await addBytes(tenantId, 'cc/two'))]
    const [theirs] = [await addBytes(harness.tenant.tenantId, 'cc/kept')]
    await plan(companyCode)
    const others = await countsOf(harness.tenant.tenantId)
    const before = await countsOf(tenantId)
    expect(Object.keys(before).length).toBeGreaterThan(120)

    await runNext(harness, removal)
    const { removal: begun, state } = await find(companyCode)
    expect([state, begun]).toEqual(['removing', { rows: 0, expected: sum(before), files: 0, fault: null }])
    expect((await harness.refused(token, sessionCalls.permissions, {})).status).toBe(401)
    await expect(
      harness.signIn('b_admin').then((t) => harness.call(t, sessionCalls.permissions, {})),
    ).rejects.toThrow()
    expect(
      (await harness.refused(site.operator.token, calls.cancelRemoval, await seen(companyCode))).message,
    ).toContain('删除已经开始')
    // The bytes are gone before any row, also when the process dies between the two.
    await dieBeforeCommit()
    expect((await areThere(paths)).filter(Boolean)).toHaveLength(3)
    expect((await countsOf(tenantId)).file_blob).toBe(before.file_blob)
    for (let portion = 0; portion < before.file_blob! + 1; portion++) await runNext(harness, removal)
    expect((await areThere(paths)).filter(Boolean)).toEqual([])
    expect((await countsOf(tenantId)).stored_file).toBe(before.stored_file)
    expect((await find(companyCode)).removal).toMatchObject({ rows: 0, files: before.file_blob })

    let portions = 0
    let left = sum(await countsOf(tenantId))
    while ((await harness.owner.query('select from tenant where id = $1', [tenantId])).rowCount === 1) {
      // Every third process is killed: before it begins, or with the database's connection.
      if (portions % 3 === 0) {
        await claimJobs(harness.pool, new Map([[KIND, 1]]))
        await endLeases(harness)
      }
      await runNext(harness, removal)
      portions += 1
      const now = sum(await countsOf(tenantId))
      expect(left - now).toBeLessThanOrEqual(61)
      left = now
      if (portions === 5) {
        expect((await find(companyCode)).removal!.rows).toBeGreaterThan(200)
        await expect(
          harness.owner.query('delete from work_order_event where tenant_id = $1', [harness.tenant.tenantId]),
        ).rejects.toThrow('history in work_order_event')
      }
    }
    expect(portions).toBeGreaterThan(15)
    expect(await countsOf(tenantId)).toEqual({})
    const kept = await countsOf(harness.tenant.tenantId)
    expect({ ...kept, audit_pending: 0, audit_entry: 0 }).toEqual({
      ...others,
      audit_pending: 0,
      audit_entry: 0,
    })
    expect(await areThere(theirs!)).toEqual([true, true, true])
    expect(await runNext(harness, removal)).toBe(false)
    const told = await endings(tenantId)
    expect(told).toMatchObject([{ by: '系统', reason: '合同终止' }])
    const edited = Object.fromEntries(told[0]!.edited.map(({ title, to }) => [title, to]))
    expect(edited['计划删除']).toMatch(/^运营甲 20\d\d-/)
    expect(Number(edited['删除数据行数'])).toBeGreaterThanOrEqual(sum(before) - 1)
    expect(edited['删除文件数']).toBe(String(before.file_blob))
  }, 240_000)

  it('by two processes at once deletes every row once, whatever tables there are and however they refer to each other', async () => {
    const { companyCode } = await addCompany()
    const tenantId = await tenantOf(companyCode)
    await harness.owner.query(`
      create table ring_a (tenant_id int references tenant, id int, b int, up int, primary key (tenant_id, id),
        foreign key (tenant_id, up) references ring_a);
      create table ring_b (tenant_id int references tenant, id int, a int, primary key (tenant_id, id),
        foreign key (tenant_id, a) references ring_a);
      alter table ring_a add foreign key (tenant_id, b) references ring_b;
      create table on_ring (tenant_id int references tenant, id int, a int not null, primary key (tenant_id, id),
        foreign key (tenant_id, a) references ring_a);
      create table of_itself (tenant_id int references tenant, id int, up int, primary key (tenant_id, id),
        foreign key (tenant_id, up) references of_itself)`)
    for (const tenant of [tenantId, harness.tenant.tenantId])
      await harness.owner.query(`
        insert into ring_a select ${tenant}, n, null, nullif(n - 1, 0) from generate_series(1, 300) n;
        insert into ring_b select ${tenant}, n, n from generate_series(1, 300) n;
        update ring_a set b = id where tenant_id = ${tenant};
        insert into on_ring select ${tenant}, n, n from generate_series(1, 300) n;
        insert into of_itself select ${tenant}, n, nullif(n - 1, 0) from generate_series(1, 300) n;
        update of_itself set up = 7 where id = 5 and tenant_id = ${tenant}`)
    await plan(companyCode)
    const before = await countsOf(tenantId)
    const others = await countsOf(harness.tenant.tenantId)
    const runs = async () => {
      let ran = 0
      while ((await endings(tenantId)).length === 0) if (await runNext(harness, removal)) ran += 1
      return ran
    }
    const both = await Promise.all([runs(), runs()])
    expect(both[0] + both[1]).toBeGreaterThan(20)
    expect(await countsOf(tenantId)).toEqual({})
    const kept = await countsOf(harness.tenant.tenantId)
    expect({ ...kept, audit_pending: 0, audit_entry: 0 }).toEqual({
      ...others,
      audit_pending: 0,
      audit_entry: 0,
    })
    const [told] = await endings(tenantId)
    // A row of the directory of logins goes with its person.
    const rows = Number(told!.edited.find(({ title }) => title === '删除数据行数')!.to)
    expect(rows).toBeGreaterThanOrEqual(sum(before) - 1)
    expect(rows).toBeLessThan(sum(before) + 20)
    await harness.owner.query('drop table ring_a, ring_b, on_ring, of_itself cascade')
  }, 120_000)

  it('waits for a storage that fails, and says so', async () => {
    const { companyCode } = await addCompany()
    const paths = await addBytes(await tenantOf(companyCode), 'dd/one')
    await plan(companyCode)
    await runNext(harness, removeCompany)
    // What cannot be removed as a file.
    await mkdir(join(folder, paths[0]!), { recursive: true })
    const broken = { env: { ...harness.env, FILES_DIR: folder } }
    await runNext(harness, removeCompany, broken)
    expect((await find(companyCode)).removal).toMatchObject({
      files: 0,
      fault: '文件存储出错，已尝试 1 次，将自动重试',
    })
    expect(await skipWait(harness, removeCompany)).toBeGreaterThan(3000)
    await runNext(harness, removeCompany, broken)
    expect(await skipWait(harness, removeCompany)).toBeGreaterThan(10_000)
    await harness.owner.query(`update job set attempts = 19 where kind = $1`, [KIND])
    await runNext(harness, removeCompany, broken)
    expect((await find(companyCode)).removal!.fault).toContain('请在“后台任务”中重试')
    const { rows } = await harness.owner.query(
      `select given_up_at is not null as ended from job where kind = $1`,
      [KIND],
    )
    expect(rows).toEqual([{ ended: true }])
    await harness.owner.query(
      `update job set given_up_at = null, attempts = 0, next_at = now() where kind = $1`,
      [KIND],
    )
    await runNext(harness, removeCompany)
    expect((await find(companyCode)).removal).toMatchObject({ files: 1, fault: null })
    expect((await areThere(paths)).filter(Boolean)).toEqual([])
    while (await runNext(harness, removeCompany));
    expect((await harness.refused(site.operator.token, calls.detail, { companyCode })).code).toBe('not_found')
  }, 120_000)
})

describe('the order of a removal', () => {
  let order: { place: number; tables: string[] }[]
  beforeAll(async () => {
    const { rows } = await harness.owner.query<{ place: number; tables: string[] }>(
      'select place, tables::regclass[]::text[] as tables from app.removal_order()',
    )
    order = rows
  })

  it('has every table of companies once, behind those that refer to it', async () => {
    const { rows: named } = await harness.owner.query<{ name: string }>(
      `select distinct table_name as name from information_schema.columns
       where table_schema = 'public' and column_name in ('tenant_id', 'tenant')
         and not exists (select from pg_partitioned_table where partrelid = table_name::regclass)`,
    )
    expect(order.flatMap(({ tables }) => tables).toSorted()).toEqual(named.map(({ name }) => name).toSorted())
    const places = new Map(
      order.flatMap(({ place, tables }) => tables.map((table) => [table, place] as const)),
    )
    const { rows: references } = await harness.owner.query<{ by: string; to: string }>(
      `select conrelid::regclass::text as by, confrelid::regclass::text as to from pg_constraint
       where contype = 'f' and conrelid <> confrelid and confrelid <> 'tenant'::regclass`,
    )
    const wrong = references.filter(({ by, to }) => places.get(by)! >= places.get(to)!)
    expect(wrong).toEqual([])
  })

  it('has no tables that refer to each other in a circle: those would be emptied by one statement', () => {
    expect(order.filter(({ tables }) => tables.length > 1)).toEqual([])
  })

  it('finds by an index what refers to things that companies have by the hundred thousand', async () => {
    // Of others, such as people and departments, there are so few that walking over what was deleted is no matter (0096).
    const many = ['work_order', 'process_instance', 'ticket', 'device']
    const { rows } = await harness.owner.query<{ reference: string }>(
      `select conrelid::regclass || ' ' || conname as reference from pg_constraint c
       where contype = 'f' and confrelid::regclass::text = any($1) and not exists (
         select from pg_index i
         where i.indrelid = c.conrelid and (i.indkey::int2[])[0:1] <@ c.conkey
           and (indpred is null or pg_get_expr(indpred, indrelid) = format('(%s IS NOT NULL)',
             (select attname from pg_attribute where attrelid = i.indrelid and attnum = i.indkey[1]))))`,
      [many],
    )
    expect(rows.map(({ reference }) => reference)).toEqual([])
  })
})
