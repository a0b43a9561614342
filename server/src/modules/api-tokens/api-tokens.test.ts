import { apiTokenCalls } from '@heliodesk/contract/api-tokens.ts'
import { roleCalls } from '@heliodesk/contract/roles.ts'
import { secondFactorCalls } from '@heliodesk/contract/second-factor.ts'
import { sessionCalls } from '@heliodesk/contract/session.ts'
import { settingCalls } from '@heliodesk/contract/settings.ts'
import { stationCalls } from '@heliodesk/contract/stations.ts'
import { userCalls } from '@heliodesk/contract/users.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'

const harness = useHarness()
const DAY = 86_400_000
let admin: string
let manager: string

beforeEach(async () => {
  admin = await harness.signIn('a_admin')
  manager = await harness.signIn('a_manager')
})

const usual = { readOnly: false, codes: [] as never[], days: 90, networks: [] }
const readOnly = { ...usual, name: '报表', readOnly: true }
const make = async (session: string, input: object = readOnly) =>
  harness.call(session, apiTokenCalls.add, input as typeof readOnly)
const own = async (session: string) => (await harness.call(session, apiTokenCalls.own, {})).tokens

describe('a token', () => {
  it('is shown once, kept as a hash, and sent as either header', async () => {
    const { id, token } = await make(manager)
    expect(token).toMatch(/^hd_[0-9a-z]+_[\w-]{43}$/)
    const row = (await own(manager)).find((each) => each.id === id)
    expect(row).toMatchObject({
      name: '报表',
      kind: 'personal',
      readOnly: true,
      state: 'active',
      daysLeft: 90,
    })
    expect(token.startsWith(row!.prefix)).toBe(true)
    const { rows } = await harness.owner.query('select t::text from api_token t')
    expect(JSON.stringify(rows)).not.toContain(token.slice(-30))
    for (const [name, value] of [
      ['authorization', `Bearer ${token}`],
      ['x-access-token', token],
    ] as const) {
      const answer = await harness.request('POST', '/ops/order/page', {
        body: {},
        headers: { [name]: value },
      })
      expect(answer.status).toBe(200)
      expect(answer.headers['x-access-token']).toBeUndefined()
    }
  })

  it('reaches what both its owner and its scope allow, at this moment', async () => {
    const { token } = await make(manager, { ...usual, name: '电站', codes: ['station:list'] })
    await harness.call(token, stationCalls.page, {})
    expect(await harness.refused(token, workOrderCalls.page, {})).toMatchObject({
      status: 403,
      code: 'missing_right',
    })
    await harness.owner.query(
      `delete from role_permission rp using permission p, role r where p.id = rp.permission_id and r.id = rp.role_id
         and p.code = 'station:list' and r.role_code = 'r10010' and r.tenant_id = $1`,
      [harness.tenant.tenantId],
    )
    expect((await harness.refused(token, stationCalls.page, {})).code).toBe('missing_right')
    await harness.owner.query(
      `insert into role_permission (tenant_id, role_id, permission_id)
       select r.tenant_id, r.id, p.id from role r join permission p on p.tenant_id = r.tenant_id
       where p.code = 'station:list' and r.role_code = 'r10010' and r.tenant_id = $1`,
      [harness.tenant.tenantId],
    )
    await harness.call(token, stationCalls.page, {})
  })

  it('that only reads makes no command, and none of the calls for people alone', async () => {
    const { token } = await make(admin)
    await harness.call(token, userCalls.list, {})
    expect(await harness.refused(token, userCalls.add, {})).toMatchObject({
      status: 403,
      code: 'token_barred',
      message: '该令牌只读，不能调用写入接口',
    })
    for (const call of [
      apiTokenCalls.own,
      apiTokenCalls.list,
      apiTokenCalls.add,
      secondFactorCalls.status,
      secondFactorCalls.begin,
      sessionCalls.sessions,
    ])
      expect((await harness.refused(token, call, readOnly)).code).toBe('token_barred')
  })

  it('writes only by a permission of its scope', async () => {
    const { token } = await make(admin, { ...usual, name: '派单', codes: ['order:assign', 'order:list'] })
    expect((await harness.refused(token, sessionCalls.editDefaults, {})).message).toBe(
      '该接口不在令牌的权限范围内，只能在登录后调用',
    )
    expect((await harness.refused(token, workOrderCalls.assign, {})).status).not.toBe(403)
  })

  it('never gets a right over accounts, nor one that its owner lacks', async () => {
    for (const code of ['user:manage', 'role:manage', 'api:manage'])
      expect(
        (await harness.refused(admin, apiTokenCalls.add, { ...usual, name: 'x', codes: [code] })).message,
      ).toContain('账号、角色与令牌的管理不能交给令牌')
    expect(
      (await harness.refused(manager, apiTokenCalls.add, { ...usual, name: 'x', codes: ['setting:system'] }))
        .message,
    ).toBe('账号没有“系统配置”权限，不能交给令牌')
    expect((await harness.refused(admin, apiTokenCalls.add, { ...usual, name: 'x' })).message).toContain(
      '请选择只读，或至少一项权限',
    )
    expect((await harness.refused(admin, apiTokenCalls.add, { ...readOnly, days: 366 })).message).toContain(
      '365',
    )
  })

  it('is refused from elsewhere', async () => {
    const inside = await make(manager, { ...readOnly, networks: ['127.0.0.0/8', '2001:db8::/32'] })
    await harness.call(inside.token, workOrderCalls.page, {})
    const { token } = await make(manager, { ...readOnly, networks: ['203.0.113.0/24'] })
    expect(await harness.refused(token, workOrderCalls.page, {})).toMatchObject({
      status: 403,
      message: '该令牌不允许从这个网络使用',
    })
    expect(
      (await harness.refused(manager, apiTokenCalls.add, { ...readOnly, networks: ['10.0.0.0/33'] })).message,
    ).toContain('请输入网段')
  })

  it('records its use at most once a minute', async () => {
    const { id, token } = await make(manager)
    const usedAt = async () => (await own(manager)).find((each) => each.id === id)!
    await harness.call(token, workOrderCalls.page, {})
    const first = await usedAt()
    expect(first.lastUsedFrom).toBe('127.0.0.1')
    harness.clock.advance(59_000)
    await harness.call(token, workOrderCalls.page, {})
    expect((await usedAt()).lastUsedTime).toBe(first.lastUsedTime)
    harness.clock.advance(2000)
    await harness.call(token, workOrderCalls.page, {})
    expect((await usedAt()).lastUsedTime).not.toBe(first.lastUsedTime)
  })

  it('ends when it expires, is revoked, or its owner is frozen', async () => {
    const revoked = await make(manager)
    await harness.call(manager, apiTokenCalls.revoke, { id: revoked.id })
    expect((await harness.refused(revoked.token, workOrderCalls.page, {})).status).toBe(401)
    const frozen = await make(manager)
    const freeze = (status: string) =>
      harness.owner.query('update app_user set status = $2 where id = $1', [
        harness.tenant.users.a_manager!.id,
        status,
      ])
    await freeze('2')
    expect((await harness.refused(frozen.token, workOrderCalls.page, {})).status).toBe(401)
    await freeze('1')
    await harness.call(frozen.token, workOrderCalls.page, {})
    const short = await make(manager, { ...readOnly, days: 1 })
    harness.clock.advance(DAY)
    expect((await harness.refused(short.token, workOrderCalls.page, {})).status).toBe(401)
    const page = await harness.call(admin, apiTokenCalls.list, { state: 'expired' })
    expect(page.records.map(({ id }) => id)).toContain(short.id)
    expect(page.records.every(({ state }) => state === 'expired')).toBe(true)
  })

  it('of a person ends with the company’s leave, and comes back with it', async () => {
    const { token } = await make(manager)
    const allow = async (personalTokens: boolean) => {
      const { version } = await harness.call(admin, settingCalls.system, {})
      await harness.call(admin, settingCalls.editSystem, { version, personalTokens })
    }
    await allow(false)
    expect((await harness.refused(token, workOrderCalls.page, {})).status).toBe(401)
    expect((await harness.refused(manager, apiTokenCalls.add, readOnly)).code).toBe('apiToken.not_allowed')
    await allow(true)
    await harness.call(token, workOrderCalls.page, {})
  })

  it('belongs to its company and to its owner', async () => {
    const { id, token } = await make(manager)
    const other = await harness.signIn('b_admin')
    expect((await harness.refused(other, apiTokenCalls.revoke, { id })).code).toBe('not_found')
    const worker = await harness.signIn('a_worker')
    expect((await harness.refused(worker, apiTokenCalls.revoke, { id })).code).toBe('not_found')
    const forged = token.replace(/^hd_[0-9a-z]+_/, `hd_${harness.otherTenant.tenantId.toString(36)}_`)
    expect((await harness.refused(forged, workOrderCalls.page, {})).status).toBe(401)
    await harness.call(admin, apiTokenCalls.revoke, { id })
    expect((await harness.refused(token, workOrderCalls.page, {})).status).toBe(401)
  })

  it('opens no stream of changes', async () => {
    const { token } = await make(manager)
    expect((await harness.request('GET', '/sys/changes', { token })).status).not.toBe(200)
  })

  it('there are at most fifty of', async () => {
    const guest = await harness.signIn('a_guest')
    for (let made = 0; made < 50; made++) await make(guest)
    expect((await harness.refused(guest, apiTokenCalls.add, readOnly)).code).toBe('apiToken.too_many')
  })
})

describe('a machine account', () => {
  const roleOf = async (code: string) =>
    (await harness.call(admin, roleCalls.list, { pageSize: 50 })).records.find(
      (role) => role.roleCode === code,
    )!.id

  const add = async () => {
    const { id } = await harness.call(admin, apiTokenCalls.addMachine, {
      name: '数据平台',
      depId: harness.tenant.departments.A01A02!,
      roleIds: [await roleOf('r10010')],
    })
    return id
  }

  it('acts with roles of its own, signs in nowhere and is no person', async () => {
    const machineId = await add()
    const { token } = await harness.call(admin, apiTokenCalls.addForMachine, {
      machineId,
      ...usual,
      name: '取数',
      codes: ['station:list'],
    })
    await harness.call(token, stationCalls.page, {})
    expect((await harness.refused(token, workOrderCalls.page, {})).code).toBe('missing_right')
    const people = await harness.call(admin, userCalls.list, { pageSize: 500 })
    expect(people.records.map(({ id }) => id)).not.toContain(machineId)
    const { machines } = await harness.call(admin, apiTokenCalls.machines, {})
    expect(machines.find(({ id }) => id === machineId)).toMatchObject({ name: '数据平台', tokens: 1 })
    await harness.call(admin, apiTokenCalls.stopMachine, { machineId })
    expect((await harness.refused(token, stationCalls.page, {})).status).toBe(401)
    expect(
      (await harness.call(admin, apiTokenCalls.machines, {})).machines.map(({ id }) => id),
    ).not.toContain(machineId)
  })

  it('is made within what its maker may grant, in the own departments', async () => {
    const adminRole = await roleOf('admin')
    expect((await harness.refused(manager, apiTokenCalls.machines, {})).status).toBe(403)
    await harness.owner.query(
      `insert into role_permission (tenant_id, role_id, permission_id)
       select r.tenant_id, r.id, p.id from role r join permission p on p.tenant_id = r.tenant_id
       where p.code = 'api:manage' and r.role_code = 'r10010' and r.tenant_id = $1`,
      [harness.tenant.tenantId],
    )
    const depId = harness.tenant.departments.A01A02!
    const asked = { name: 'x', depId, roleIds: [adminRole] }
    expect((await harness.refused(manager, apiTokenCalls.addMachine, asked)).code).toBe('role.beyond')
    const elsewhere = {
      ...asked,
      depId: harness.tenant.departments.A01A01!,
      roleIds: [await roleOf('r10010')],
    }
    expect((await harness.refused(manager, apiTokenCalls.addMachine, elsewhere)).code).toBe('not_found')
  })
})
