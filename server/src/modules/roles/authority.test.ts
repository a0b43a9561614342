import { roleCalls as calls } from '@heliodesk/contract/roles.ts'
import { stationCalls } from '@heliodesk/contract/stations.ts'
import { userCalls } from '@heliodesk/contract/users.ts'
import { describe, expect, it } from 'vitest'
import { createRole, hire } from '../../../test/hire.ts'
import { useRoles } from './roles.fixture.ts'

const { harness, people, idsOf, permissionsOf, refusedSave, roleByCode, save } = useRoles()

describe('nobody reaches beyond himself', () => {
  it('gives and takes only rights of his own', async () => {
    const role = await createRole(harness, people.admin, ['order:list'])
    const loaded = await permissionsOf(role.id)
    const [list, create, users] = await idsOf('order:list', 'order:create', 'user:manage')
    expect((await refusedSave(role.id, [...loaded, users!], loaded, people.clerk.token)).message).toBe(
      '您没有“用户管理”权限，不能授予或收回',
    )
    expect((await refusedSave(role.id, loaded, [...loaded, create!], people.clerk.token)).message).toBe(
      '您没有“新建工单”权限，不能授予或收回',
    )
    await save(
      role.id,
      loaded.filter((id) => id !== list),
      loaded,
      people.clerk.token,
    )
    expect(await permissionsOf(role.id)).not.toContain(list)
  })

  it('widens not even his own role', async () => {
    const [users] = await idsOf('user:manage')
    await refusedSave(people.clerk.roleId, [users!], [], people.clerk.token)
    expect((await harness.refused(people.clerk.token, userCalls.list, {})).status).toBe(403)
  })

  it('leaves the administrators’ role to administrators', async () => {
    const role = await roleByCode('admin')
    const [list] = await idsOf('order:list')
    expect((await refusedSave(role.id, [], [list!], people.clerk.token)).message).toBe(
      '只有管理员可以修改管理员角色',
    )
  })

  it('changes no role with more than his own rights in any way', async () => {
    const role = await createRole(harness, people.admin, ['order:assign', 'order:list'])
    const { version } = await roleByCode(role.roleCode)
    const loaded = await permissionsOf(role.id)
    const [list] = await idsOf('order:list')
    for (const refusal of [
      harness.refused(people.clerk.token, calls.edit, { ...role, version, roleName: '夺名' }),
      harness.refused(people.clerk.token, calls.remove, { id: role.id }),
      refusedSave(
        role.id,
        loaded.filter((id) => id !== list),
        loaded,
        people.clerk.token,
      ),
      refusedSave(role.id, [...loaded, list!], loaded, people.clerk.token),
    ]) {
      expect((await refusal).message).toBe('该角色含有您没有的权限，不能修改')
    }
    expect(await permissionsOf(role.id)).toEqual(loaded)
    const own = await createRole(harness, people.admin, ['order:list'])
    expect(await harness.call(people.clerk.token, calls.remove, { id: own.id })).toBeNull()
  })

  it.each([
    ['in another region', { depCode: 'A01A01' }],
    ['with the data of everybody', { depCode: 'A01A02', hasAllData: true }],
  ])('changes no role of somebody %s, whatever it holds', async (_what, terms) => {
    const username = `holder.${Object.keys(terms).length}`
    const holder = await hire(harness, { username, codes: ['order:list'], ...terms })
    const west = await hire(harness, {
      username: `west.of.${username}`,
      codes: ['role:manage', 'order:list'],
      depCode: 'A01A02',
    })
    const page = await harness.call(west.token, calls.list, { pageSize: 500 })
    const role = page.records.find(({ id }) => id === holder.roleId)!
    const refused = '该角色的用户超出您的数据范围，不能修改'
    expect(role.refusal).toBe(refused)
    const loaded = await permissionsOf(role.id)
    for (const refusal of [
      harness.refused(west.token, calls.edit, { ...role, roleName: '夺名' }),
      harness.refused(west.token, calls.remove, { id: role.id }),
      refusedSave(role.id, [], loaded, west.token),
      refusedSave(role.id, loaded, [], west.token),
    ]) {
      expect((await refusal).message).toBe(refused)
    }
    expect(await permissionsOf(role.id)).toEqual(loaded)
    expect(await roleByCode(role.roleCode)).toMatchObject({ roleName: role.roleName, version: role.version })
  })

  it('changes a role of people of his own region, and one that nobody has', async () => {
    const west = await hire(harness, {
      username: 'west.keeper',
      codes: ['role:manage', 'order:list'],
      depCode: 'A01A02',
    })
    const [list] = await idsOf('order:list')
    const held = await hire(harness, { username: 'west.held', codes: ['order:list'], depCode: 'A01A02A01' })
    for (const id of [held.roleId, (await createRole(harness, people.admin, ['order:list'])).id]) {
      await save(id, [], [list!], west.token)
      expect(await permissionsOf(id)).not.toContain(list)
    }
  })

  it('needs the right', async () => {
    const person = await hire(harness, { username: 'nobody', codes: ['order:list'] })
    expect(await harness.refused(person.token, calls.list, {})).toMatchObject({
      status: 403,
      message: '拒绝访问：需要“角色管理”权限（role:manage）',
    })
    expect((await harness.call(person.token, stationCalls.options, {})).list.length).toBeGreaterThan(0)
  })
})

it('offers as grantable only roles inside the caller’s own rights', async () => {
  const person = await hire(harness, {
    username: 'giver',
    codes: [
      'user:manage',
      'order:list',
      'cleaning:view',
      'station:list',
      'device:list',
      'qualification:list',
      'qualification:edit',
      'earth:list',
      'earth:edit',
      'ticketReview:list',
      'ticketReview:edit',
      'ticket:board',
      'ticket:list',
      'ticket:create',
      'ticket:sign',
      'ticket:export',
      'ticket:review',
      'typicalTicket:list',
      'typicalTicket:edit',
      'dashboard:view',
      'portal:view',
      'schedule:view',
      'mail:write',
      'message:view',
      'assistant:use',
    ],
  })
  const choices = await harness.call(person.token, calls.all, {})
  const grantable = choices.filter((role) => role.grantable).map((role) => role.roleCode)
  expect(grantable).toEqual(expect.arrayContaining(['r10025', 'r10040', 'r10055', 'platform']))
  for (const code of ['admin', 'r10010', 'r10020', 'r10030']) expect(grantable).not.toContain(code)
  const all = await harness.call(people.admin, calls.all, {})
  expect(all.every((role) => role.grantable)).toBe(true)
})
