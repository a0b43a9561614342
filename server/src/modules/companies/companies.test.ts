import { companyCalls as calls, type Company, type Quota } from '@heliodesk/contract/companies.ts'
import { exportCalls } from '@heliodesk/contract/exports.ts'
import { sessionCalls } from '@heliodesk/contract/session.ts'
import { userCalls } from '@heliodesk/contract/users.ts'
import { buffer } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import { signInByPassword, solveCaptcha, useHarness } from '../../../test/harness.ts'
import { runNext } from '../../../test/job-tools.ts'
import { addRecords } from '../../../test/records.ts'
import { addOperator, type Operator } from '../../../test/operator.ts'
import { partOf } from '../../../test/zip.ts'
import { openStorage } from '../../platform/open-storage.ts'
import { claimJobs } from '../../kernel/queue.ts'
import { makeArchive } from './archive.ts'
import { removeCompany } from './removal.ts'

const harness = useHarness()
let operator: Operator

beforeAll(async () => {
  operator = await addOperator(harness.pool)
})

let made = 0
const newCompany = () => {
  made += 1
  return {
    companyCode: `T${1000 + made}`,
    name: `新能源 ${made} 公司`,
    realname: '周管理',
    username: `boss_${made}`,
    phone: `1370000${1000 + made}`,
  }
}

async function addCompany() {
  const given = newCompany()
  const answer = await harness.call(operator.token, calls.add, given)
  return { ...given, ...answer }
}

const find = async (companyCode: string): Promise<Company> =>
  (await harness.call(operator.token, calls.detail, { companyCode })).company

const seen = async (companyCode: string) => ({ companyCode, version: (await find(companyCode)).version })

type Quotas = Partial<Record<Quota, number>>

async function codeOfTenant(tenantId: number): Promise<string> {
  const { rows } = await harness.owner.query<{ code: string }>('select code from tenant where id = $1', [
    tenantId,
  ])
  return rows[0]!.code
}

/** Limits the company of the tests. */
async function limit(quotas: Quotas) {
  const companyCode = await codeOfTenant(harness.tenant.tenantId)
  const { name, version } = await find(companyCode)
  await harness.call(operator.token, calls.edit, { companyCode, version, name, ...quotas })
}

describe('the list of companies', () => {
  it('has each with its figures, found by name and code', async () => {
    const { records } = await harness.call(operator.token, calls.list, { pageSize: 100 })
    const codes = records.map(({ companyCode }) => companyCode)
    expect(codes).toContain(await codeOfTenant(harness.tenant.tenantId))
    expect(records.at(-1)).toMatchObject({ companyCode: 'PLATFORM', isOperator: true })
    const ours = records.find(({ companyCode }) => companyCode === codes.find((each) => each !== 'PLATFORM'))!
    expect(ours.used.people).toBeGreaterThan(3)
    const found = await harness.call(operator.token, calls.list, { keyword: 'platform' })
    expect(found.records).toHaveLength(1)
    expect((await harness.call(operator.token, calls.list, { state: 'stopped' })).records).toEqual([])
  })

  it('is for the operator only, also where a company grants itself the permission', async () => {
    const token = await harness.signIn('a_admin')
    expect((await harness.refused(token, calls.list, {})).status).toBe(403)
    await harness.owner.query(
      `with page as (insert into permission (tenant_id, menu_type, name, code, sort_order)
         values ($1, 2, '租户', 'tenant:manage', 1) returning id)
       insert into role_permission (tenant_id, role_id, permission_id)
       select $1, r.id, page.id from page, role r where r.tenant_id = $1 and r.role_code = 'admin'`,
      [harness.tenant.tenantId],
    )
    for (const [call, input] of [
      [calls.list, {}],
      [calls.detail, { companyCode: 'PLATFORM' }],
      [calls.add, newCompany()],
      [calls.suspend, { companyCode: 'PLATFORM', version: 1, reason: 'x' }],
      [calls.archive, { companyCode: 'PLATFORM', reason: 'x' }],
    ] as const)
      expect((await harness.refused(token, call, input)).status).toBe(403)
    const client = await harness.pool.connect()
    for (const statement of [
      `select app.figures_of_companies(array[1])`,
      `select app.suspend_company(1, 'x')`,
      `select app.tell_of_company(1, 'edit', '', '[]')`,
      `select app.begin_removal(1)`,
      `select app.remove_company(1)`,
    ]) {
      await client.query(`begin; select set_config('app.tenant', '${harness.tenant.tenantId}', true)`)
      await expect(client.query(statement)).rejects.toThrow(/operator|not being removed/)
      await client.query('rollback')
    }
    client.release()
    await harness.owner.query(
      `delete from role_permission rp using permission p where p.id = rp.permission_id and p.code = 'tenant:manage' and p.tenant_id = $1`,
      [harness.tenant.tenantId],
    )
  })
})

describe('a new company', () => {
  it('has an administrator who signs in and must choose a password, with what a first company has', async () => {
    const { username, initialWord, companyCode } = await addCompany()
    const { token } = await signInByPassword(harness, username, initialWord)
    expect((await harness.refused(token, userCalls.list, {})).code).toBe('password_change_due')
    const { rows } = await harness.owner.query<{ table: string; same: boolean }>(
      `select name as table, (select count(*) from role r where r.tenant_id = n.id) = (select count(*) from role where tenant_id = o.id)
         and (select count(*) from dictionary r where r.tenant_id = n.id) = (select count(*) from dictionary where tenant_id = o.id) as same
       from tenant n, (select min(id) as id from tenant) o where n.code = $1`,
      [companyCode],
    )
    expect(rows[0]!.same).toBe(true)
    const { events, awaitsAdministrator } = await harness.call(operator.token, calls.detail, { companyCode })
    expect(events).toMatchObject([{ action: 'create', by: '运营甲' }])
    expect(awaitsAdministrator).toBe(true)
    const again = await harness.call(operator.token, calls.issue, { companyCode })
    await expect(signInByPassword(harness, username, initialWord)).rejects.toThrow('用户名或密码错误')
    await signInByPassword(harness, username, again.initialWord)
    await harness.owner.query(`update app_user set must_change_password = false where username = $1`, [
      username,
    ])
    expect((await harness.refused(operator.token, calls.issue, { companyCode })).message).toContain(
      '已修改初始密码',
    )
  })

  it('is refused with a name, code or login that is taken, also at the same moment', async () => {
    const first = await addCompany()
    const other = newCompany()
    expect((await harness.refused(operator.token, calls.add, { ...other, name: first.name })).message).toBe(
      '已有同名的公司',
    )
    expect(
      (await harness.refused(operator.token, calls.add, { ...other, companyCode: first.companyCode }))
        .message,
    ).toBe('该公司编码已被使用')
    expect(
      (await harness.refused(operator.token, calls.add, { ...other, phone: first.phone })).message,
    ).toContain('手机号不能使用')
    expect(
      (await harness.refused(operator.token, calls.add, { ...other, companyCode: 'a-b' })).message,
    ).toContain('公司编码（companyCode）')
    const both = await Promise.allSettled([1, 2].map(() => harness.call(operator.token, calls.add, other)))
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })
})

describe('a suspended company', () => {
  it('ends sessions and jobs at once, says so at the sign-in, and goes on when it is resumed', async () => {
    const { username, initialWord, companyCode, name } = await addCompany()
    const { token } = await signInByPassword(harness, username, initialWord)
    const { rows } = await harness.owner.query<{ id: number }>('select id from tenant where code = $1', [
      companyCode,
    ])
    const tenantId = rows[0]!.id
    await harness.owner.query(
      `insert into job (tenant, kind, payload, due_at, next_at) values ($1, 'trial', '{}', now(), now())`,
      [tenantId],
    )
    const old = await seen(companyCode)
    await harness.call(operator.token, calls.suspend, { ...old, reason: '欠费' })
    expect((await harness.refused(token, sessionCalls.permissions, {})).status).toBe(401)
    const captchaVO = await solveCaptcha(harness)
    const refused = await harness.refused(null, sessionCalls.login, {
      username,
      password: initialWord,
      captchaVO,
    })
    expect(refused.message).toBe('公司已停用，请联系平台运营方')
    expect(await claimJobs(harness.pool, new Map([['trial', 1]]))).toEqual([])
    expect(await find(companyCode)).toMatchObject({ state: 'stopped', stoppedWhy: '欠费', name })
    expect((await harness.refused(operator.token, calls.suspend, { ...old, reason: 'x' })).message).toContain(
      '刷新',
    )
    await harness.call(operator.token, calls.resume, await seen(companyCode))
    expect(await claimJobs(harness.pool, new Map([['trial', 1]]))).toHaveLength(1)
    await harness.owner.query(`delete from job where kind = 'trial'`)
    await signInByPassword(harness, username, initialWord)
    const { rows: told } = await harness.owner.query<{ tenant: number; changes: string }>(
      `select tenant, changes from audit_pending where object = 'tenant' and record = $1 and changes like '%suspend%'
       union all select tenant_id, changes::text from audit_entry where object = 'tenant' and record = $1 and changes::text like '%suspend%'`,
      [String(tenantId)],
    )
    expect(told.map(({ tenant }) => tenant)).toEqual(expect.arrayContaining([operator.tenantId, tenantId]))
    expect(told.find(({ tenant }) => tenant === tenantId)!.changes).toContain('平台运营方 运营甲')
  })

  it('is never the platform’s own', async () => {
    const own = await seen('PLATFORM')
    const refused: typeof harness.refused = (...given) => harness.refused(...given)
    expect((await refused(operator.token, calls.suspend, { ...own, reason: 'x' })).message).toContain(
      '自己的公司',
    )
    expect((await refused(operator.token, calls.edit, { ...own, name: 'x' })).message).toContain('自己的公司')
    const plan = { ...own, typedName: '平台运营方', days: 1, reason: 'x' }
    expect((await refused(operator.token, calls.planRemoval, plan)).message).toContain('自己的公司')
    expect(
      (await refused(operator.token, calls.archive, { companyCode: 'PLATFORM', reason: 'x' })).message,
    ).toBe('该公司的数据不能导出')
  })
})

describe('a change of a company', () => {
  it('made by two at the same moment is one, and the other is told to look again', async () => {
    const { companyCode, name } = await addCompany()
    const given = await seen(companyCode)
    const edit = (people: number) => harness.call(operator.token, calls.edit, { ...given, name, people })
    const both = await Promise.allSettled([edit(3), edit(4)])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refused = both.find((each) => each.status === 'rejected')
    expect(String(refused!.reason)).toContain('公司已在别处更新，请刷新后重试')
  })
})

describe('a quota', () => {
  it('of people holds for two who are added at the same moment, and is named', async () => {
    const token = await harness.signIn('a_admin')
    const used = (await find(await codeOfTenant(harness.tenant.tenantId))).used.people
    await limit({ people: used + 1 })
    const add = (at: number) =>
      harness.call(token, userCalls.add, {
        username: `quota${at}`,
        realname: '新同事',
        password: 'Issued#2026',
        depId: harness.tenant.departments.A01!,
        roleIds: [],
        phone: null,
      } as never)
    const both = await Promise.allSettled([1, 2, 3].map(add))
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(
      String((both.find(({ status }) => status === 'rejected') as PromiseRejectedResult).reason),
    ).toContain(`人员已达本公司配额（上限 ${used + 1} 人），请联系平台运营方`)
    const { quotas } = await harness.call(token, calls.usage, {})
    expect(quotas.find(({ quota }) => quota === 'people')).toEqual({
      quota: 'people',
      used: used + 1,
      most: used + 1,
    })
    // A frozen person makes room, and comes back only while there is some.
    await harness.owner.query(`update app_user set status = '2' where username like 'quota%'`)
    await limit({ people: used })
    const { rows } = await harness.owner.query<{ id: string }>(
      `select id from app_user where username like 'quota%'`,
    )
    const thawed = await harness.refused(token, userCalls.frozenBatch, { ids: [rows[0]!.id], status: '1' })
    expect(thawed.message).toContain('人员已达本公司配额')
    await limit({})
  })

  it('of stations, files and exports holds in the transaction that adds', async () => {
    const { tenantId } = harness.tenant
    await limit({ stations: 1, exports: 1, fileGb: 1 })
    const asCompany = async (statement: string) => {
      const client = await harness.pool.connect()
      try {
        await client.query(`begin; select set_config('app.tenant', '${tenantId}', true),
          set_config('app.user', '${harness.tenant.users.a_admin!.id}', true)`)
        await client.query(statement)
        await client.query('commit')
      } catch (error) {
        await client.query('rollback')
        throw error
      } finally {
        client.release()
      }
    }
    await expect(
      asCompany(`update station set status = '3'; update station set status = '1'`),
    ).rejects.toMatchObject({
      code: 'HQ001',
      detail: 'stations 1',
    })
    const blob = (bytes: number) =>
      asCompany(`insert into file_blob (path, sha256, size, media_type, used_at)
        values ('aa/${bytes}', sha256('${bytes}'), ${bytes}, 'text/plain', now())`)
    await blob(1024 ** 3 - 10)
    await expect(blob(11)).rejects.toMatchObject({ code: 'HQ001', detail: `fileBytes ${1024 ** 3}` })
    await harness.owner.query(`delete from file_blob where path like 'aa/%'`)
    const token = await harness.signIn('a_admin')
    const wanted = { kind: 'workOrders', format: 'csv', conditions: '全部', query: {} } as const
    const first = await harness.call(token, exportCalls.add, wanted as never)
    await harness.call(token, exportCalls.cancel, { id: first.id })
    await harness.call(token, exportCalls.remove, { id: first.id })
    expect((await harness.refused(token, exportCalls.add, wanted)).message).toBe(
      '每日导出已达本公司配额（上限 1 次），请联系平台运营方',
    )
    await limit({})
  })
})

describe('an archive', () => {
  it('has every table, the files with their checksums and no secret, and both logs tell of it', async () => {
    const companyCode = await codeOfTenant(harness.otherTenant.tenantId)
    const token = await harness.signIn('b_admin')
    const storage = openStorage(harness.env)
    const { size, sha256 } = await storage.write('bb/picture', Buffer.from('bytes of a picture'))
    await harness.owner.query(
      `insert into file_blob (tenant_id, path, sha256, size, media_type, used_at) values ($1, 'bb/picture', $2, $3, 'text/plain', now())`,
      [harness.otherTenant.tenantId, sha256, size],
    )
    await harness.owner.query(
      `insert into stored_file (tenant_id, path, file_name, media_type, size, sha256, purpose, created_by, created_at, kept_at, blob_path)
       values ($1, 'bb/one', '照片.txt', 'text/plain', $3, $2, 'general', $4, now(), now(), 'bb/picture')`,
      [harness.otherTenant.tenantId, sha256, size, harness.otherTenant.users.b_admin!.id],
    )
    expect(
      (await harness.refused(operator.token, calls.archive, { companyCode, reason: ' ' })).message,
    ).toContain('原因（reason）')
    const asked = await harness.call(operator.token, calls.archive, { companyCode, reason: '客户要求迁出' })
    expect(asked).toMatchObject({ state: 'waiting', reason: '客户要求迁出' })
    expect((await harness.refused(operator.token, calls.archiveLink, asked)).message).toContain('还没有生成')
    expect(await runNext(harness, makeArchive)).toBe(true)
    const { archives, events } = await harness.call(operator.token, calls.detail, { companyCode })
    expect(archives[0]).toMatchObject({ state: 'done', fault: null })
    expect(archives[0]!.doneCount).toBe(archives[0]!.stepCount)
    expect(events[0]).toMatchObject({ action: 'export', reason: '客户要求迁出' })
    const { rows } = await harness.owner.query<{ path: string }>(
      `select file_path as path from company_archive`,
    )
    const zip = await buffer(await storage.read(rows[0]!.path))
    const manifest = JSON.parse(partOf(zip, 'manifest.json')) as {
      tables: { entry: string; rows: number; omittedColumns?: string[] }[]
      files: { name: string; sha256: string; entry: string }[]
      faults: object[]
    }
    expect(manifest.faults).toEqual([])
    expect(manifest.files).toMatchObject([
      { name: '照片.txt', sha256: sha256.toString('hex'), entry: 'files/bb/picture' },
    ])
    const people = manifest.tables.find(({ entry }) => entry === 'tables/app_user.jsonl')!
    expect(people.omittedColumns).toContain('password_hash')
    const lines = partOf(zip, people.entry).trim().split('\n')
    expect(lines).toHaveLength(people.rows)
    expect(lines[0]).not.toContain('argon2')
    const { url } = await harness.call(operator.token, calls.archiveLink, asked)
    const sent = await harness.app.inject({
      method: 'GET',
      url: new URL(url, 'http://x').pathname + new URL(url, 'http://x').search,
    })
    expect(sent.statusCode).toBe(200)
    expect((await harness.refused(token, calls.archiveLink, asked)).status).toBe(403)
    const { rows: told } = await harness.owner.query<{ tenant: number }>(
      `select tenant from audit_pending where kind = 'export' and object = 'tenant'
       union all select tenant_id from audit_entry where kind = 'export' and object = 'tenant'`,
    )
    expect(told.map((each) => each.tenant)).toEqual(
      expect.arrayContaining([operator.tenantId, harness.otherTenant.tenantId]),
    )
    await harness.owner.query(`update company_archive set expires_at = now() - interval '1 s'`)
    expect((await harness.refused(operator.token, calls.archiveLink, asked)).message).toContain('已过期')
  })
})

/** Every table with rows of a company, by the catalogue. */
async function tablesWith(tenantId: number): Promise<string[]> {
  const { rows } = await harness.owner.query<{ name: string; column: string }>(
    `select table_name as name, column_name as column from information_schema.columns
     where table_schema = 'public' and column_name in ('tenant_id', 'tenant')`,
  )
  const found = await Promise.all(
    rows.map(async ({ name, column }) => {
      const counted = await harness.owner.query<{ n: string }>(
        `select count(*) as n from ${name} where ${column} = $1`,
        [tenantId],
      )
      return counted.rows[0]!.n === '0' ? [] : [name]
    }),
  )
  return found.flat()
}

describe('the removal of a company', () => {
  it('is planned by its name once it is suspended, waits, and can be cancelled', async () => {
    const { companyCode, name } = await addCompany()
    const plan = async (more: object = {}) => ({
      ...(await seen(companyCode)),
      typedName: name,
      days: 30,
      reason: '合同终止',
      ...more,
    })
    expect((await harness.refused(operator.token, calls.planRemoval, await plan())).message).toContain(
      '请先停用',
    )
    await harness.call(operator.token, calls.suspend, { ...(await seen(companyCode)), reason: '合同终止' })
    expect(
      (await harness.refused(operator.token, calls.planRemoval, await plan({ typedName: '别的' }))).message,
    ).toContain('不一致')
    await harness.call(operator.token, calls.planRemoval, await plan())
    expect(await find(companyCode)).toMatchObject({ state: 'leaving', removalWhy: '合同终止' })
    expect((await harness.refused(operator.token, calls.resume, await seen(companyCode))).message).toContain(
      '请先取消删除',
    )
    await harness.owner.query(`update job set next_at = now() where kind = 'company removal'`)
    // Its job comes too early: nothing happens.
    await runNext(harness, removeCompany)
    expect(await find(companyCode)).toMatchObject({ state: 'leaving' })
    await harness.call(operator.token, calls.cancelRemoval, await seen(companyCode))
    await harness.call(operator.token, calls.resume, await seen(companyCode))
    expect(await find(companyCode)).toMatchObject({ state: 'active', removalTime: null })
  })

  it('leaves no row of it in any table, no file, and others untouched', async () => {
    const { tenantId } = harness.otherTenant
    const companyCode = await codeOfTenant(tenantId)
    const { name } = await find(companyCode)
    await addRecords(harness, harness.otherTenant)
    expect((await tablesWith(tenantId)).length).toBeGreaterThan(100)
    const others = await tablesWith(harness.tenant.tenantId)
    await harness.call(operator.token, calls.suspend, { ...(await seen(companyCode)), reason: '合同终止' })
    await harness.call(operator.token, calls.planRemoval, {
      ...(await seen(companyCode)),
      typedName: name,
      days: 1,
      reason: '合同终止',
    })
    await harness.owner.query(`update tenant set removal_at = now() where id = $1`, [tenantId])
    await harness.owner.query(`update job set next_at = now() where kind = 'company removal'`)
    expect(await runNext(harness, removeCompany)).toBe(true)
    const { rows: failed } = await harness.owner.query(
      `select reason from job where kind = 'company removal'`,
    )
    expect(failed).toEqual([])
    expect(await tablesWith(tenantId)).toEqual([])
    expect((await harness.owner.query('select from tenant where id = $1', [tenantId])).rowCount).toBe(0)
    expect(await openStorage(harness.env).has('bb/picture')).toBe(false)
    expect(await tablesWith(harness.tenant.tenantId)).toEqual(others)
    const { rows } = await harness.owner.query(
      `select action, company_name from company_event where company = $1 order by id desc limit 1`,
      [tenantId],
    )
    expect(rows).toEqual([{ action: 'remove', company_name: name }])
  })
})
