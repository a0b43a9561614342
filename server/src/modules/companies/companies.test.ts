import { companyCalls as calls, type Quota } from '@heliodesk/contract/companies.ts'
import { exportCalls } from '@heliodesk/contract/exports.ts'
import { sessionCalls } from '@heliodesk/contract/session.ts'
import { userCalls } from '@heliodesk/contract/users.ts'
import { describe, expect, it } from 'vitest'
import { signInByPassword, solveCaptcha } from '../../../test/harness.ts'
import { claimJobs } from '../../kernel/queue.ts'
import { useCompanies } from './companies.fixture.ts'

const site = useCompanies()
const { harness, newCompany, addCompany, find, seen, codeOfTenant } = site

type Quotas = Partial<Record<Quota, number>>

/** Limits the company of the tests. */
async function limit(quotas: Quotas) {
  const companyCode = await codeOfTenant(harness.tenant.tenantId)
  const { name, version } = await find(companyCode)
  await harness.call(site.operator.token, calls.edit, { companyCode, version, name, ...quotas })
}

describe('the list of companies', () => {
  it('has each with its figures, found by name and code', async () => {
    const { records } = await harness.call(site.operator.token, calls.list, { pageSize: 100 })
    const codes = records.map(({ companyCode }) => companyCode)
    expect(codes).toContain(await codeOfTenant(harness.tenant.tenantId))
    expect(records.at(-1)).toMatchObject({ companyCode: 'PLATFORM', isOperator: true })
    const ours = records.find(({ companyCode }) => companyCode === codes.find((each) => each !== 'PLATFORM'))!
    expect(ours.used.people).toBeGreaterThan(3)
    const found = await harness.call(site.operator.token, calls.list, { keyword: 'platform' })
    expect(found.records).toHaveLength(1)
    expect((await harness.call(site.operator.token, calls.list, { state: 'stopped' })).records).toEqual([])
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
      `select app.remove_portion(1, 0, 1, 1)`,
      `select app.note_removed_files(1, 1)`,
      `select app.note_removal_fault(1, '')`,
      `select app.end_removal(1)`,
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
    const { events, awaitsAdministrator } = await harness.call(site.operator.token, calls.detail, {
      companyCode,
    })
    expect(events).toMatchObject([{ action: 'create', by: '运营甲' }])
    expect(awaitsAdministrator).toBe(true)
    const again = await harness.call(site.operator.token, calls.issue, { companyCode })
    await expect(signInByPassword(harness, username, initialWord)).rejects.toThrow('用户名或密码错误')
    await signInByPassword(harness, username, again.initialWord)
    await harness.owner.query(`update app_user set must_change_password = false where username = $1`, [
      username,
    ])
    expect((await harness.refused(site.operator.token, calls.issue, { companyCode })).message).toContain(
      '已修改初始密码',
    )
  })

  it('is refused with a name, code or login that is taken, also at the same moment', async () => {
    const first = await addCompany()
    const other = newCompany()
    expect(
      (await harness.refused(site.operator.token, calls.add, { ...other, name: first.name })).message,
    ).toBe('已有同名的公司')
    expect(
      (await harness.refused(site.operator.token, calls.add, { ...other, companyCode: first.companyCode }))
        .message,
    ).toBe('该公司编码已被使用')
    expect(
      (await harness.refused(site.operator.token, calls.add, { ...other, phone: first.phone })).message,
    ).toContain('手机号不能使用')
    expect(
      (await harness.refused(site.operator.token, calls.add, { ...other, companyCode: 'a-b' })).message,
    ).toContain('公司编码（companyCode）')
    const both = await Promise.allSettled(
      [1, 2].map(() => harness.call(site.operator.token, calls.add, other)),
    )
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
    await harness.call(site.operator.token, calls.suspend, { ...old, reason: '欠费' })
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
    expect(
      (await harness.refused(site.operator.token, calls.suspend, { ...old, reason: 'x' })).message,
    ).toContain('刷新')
    await harness.call(site.operator.token, calls.resume, await seen(companyCode))
    expect(await claimJobs(harness.pool, new Map([['trial', 1]]))).toHaveLength(1)
    await harness.owner.query(`delete from job where kind = 'trial'`)
    await signInByPassword(harness, username, initialWord)
    const { rows: told } = await harness.owner.query<{ tenant: number; changes: string }>(
      `select tenant, changes from audit_pending where object = 'tenant' and record = $1 and changes like '%suspend%'
       union all select tenant_id, changes::text from audit_entry where object = 'tenant' and record = $1 and changes::text like '%suspend%'`,
      [String(tenantId)],
    )
    expect(told.map(({ tenant }) => tenant)).toEqual(
      expect.arrayContaining([site.operator.tenantId, tenantId]),
    )
    expect(told.find(({ tenant }) => tenant === tenantId)!.changes).toContain('平台运营方 运营甲')
  })

  it('is never the platform’s own', async () => {
    const own = await seen('PLATFORM')
    const refused: typeof harness.refused = (...given) => harness.refused(...given)
    expect((await refused(site.operator.token, calls.suspend, { ...own, reason: 'x' })).message).toContain(
      '自己的公司',
    )
    expect((await refused(site.operator.token, calls.edit, { ...own, name: 'x' })).message).toContain(
      '自己的公司',
    )
    const plan = { ...own, typedName: '平台运营方', days: 1, reason: 'x' }
    expect((await refused(site.operator.token, calls.planRemoval, plan)).message).toContain('自己的公司')
    expect(
      (await refused(site.operator.token, calls.archive, { companyCode: 'PLATFORM', reason: 'x' })).message,
    ).toBe('该公司的数据不能导出')
  })
})

describe('a change of a company', () => {
  it('made by two at the same moment is one, and the other is told to look again', async () => {
    const { companyCode, name } = await addCompany()
    const given = await seen(companyCode)
    const edit = (people: number) => harness.call(site.operator.token, calls.edit, { ...given, name, people })
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
