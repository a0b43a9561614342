import { dictionaryCalls } from '@heliodesk/contract/dictionaries.ts'
import { sessionCalls } from '@heliodesk/contract/session.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { useHarness } from '../../test/harness.ts'
import { signInAdministrator } from '../../test/hire.ts'
import { updateTenants } from './later-start.ts'

const harness = useHarness()

/** A database that an older version created. */
beforeEach(() =>
  harness.owner.query(`delete from permission where code = 'log:view';
    delete from permission where path = '/system/signInLog'`),
)

const mayView = async (tenant = harness.tenant) => {
  const token = await signInAdministrator(harness, tenant)
  const { menu, auth } = await harness.call(token, sessionCalls.permissions, {})
  const paths = menu.flatMap(({ children = [] }) => children).map(({ path }) => path)
  return [paths.includes('/system/signInLog'), auth.some(({ action }) => action === 'log:view')]
}

const grants = async () =>
  (
    await harness.owner.query<{ role_code: string }>(
      `select r.role_code from role_permission rp
         join role r on r.tenant_id = rp.tenant_id and r.id = rp.role_id
         join permission p on p.tenant_id = rp.tenant_id and p.id = rp.permission_id
       where p.code = 'log:view' and r.tenant_id = $1`,
      [harness.tenant.tenantId],
    )
  ).rows.map(({ role_code: code }) => code)

describe('a database of an older version', () => {
  it('gets the new page in every tenant, for the roles that have it by standard', async () => {
    expect(await mayView()).toEqual([false, false])
    await updateTenants(harness.pool)
    expect(await mayView()).toEqual([true, true])
    expect(await mayView(harness.otherTenant)).toEqual([true, true])
    expect(await grants()).toEqual(['admin'])
  })

  it('gets it once from several processes that start at the same moment', async () => {
    await Promise.all(Array.from({ length: 4 }, () => updateTenants(harness.pool)))
    expect(await grants()).toEqual(['admin'])
  })

  it('keeps what an administrator took away', async () => {
    await updateTenants(harness.pool)
    await harness.owner.query(
      `delete from role_permission where permission_id in (select id from permission where code = 'log:view')`,
    )
    await updateTenants(harness.pool)
    expect(await grants()).toEqual([])
  })

  it('leaves a dictionary that is built in no more to the company, which may delete it', async () => {
    const token = await signInAdministrator(harness, harness.tenant)
    const { records } = await harness.call(token, dictionaryCalls.list, { keyword: 'deviceType' })
    expect(records).toEqual([])
    const { rows } = await harness.owner.query<{ id: string }>(
      `insert into dictionary (tenant_id, dict_code, dict_name, built_in) values ($1, 'deviceType', '设备类型', true)
       returning id`,
      [harness.tenant.tenantId],
    )
    const { id } = rows[0]!
    const refusal = await harness.refused(token, dictionaryCalls.remove, { id })
    expect(refusal.message).toBe('内置字典不能删除，也不能修改编码')
    await updateTenants(harness.pool)
    await harness.call(token, dictionaryCalls.remove, { id })
    const left = await harness.call(token, dictionaryCalls.list, { keyword: 'deviceType' })
    expect(left.records).toEqual([])
  })
})
