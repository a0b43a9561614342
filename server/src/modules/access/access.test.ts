import { accessCalls as calls } from '@heliodesk/contract/access.ts'
import { roleCalls } from '@heliodesk/contract/roles.ts'
import { stationCalls } from '@heliodesk/contract/stations.ts'
import { userCalls } from '@heliodesk/contract/users.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import {
  createRole,
  hire,
  newcomer,
  permissionIds,
  signInAdministrator,
  type Hired,
} from '../../../test/hire.ts'

const harness = useHarness()
let admin: string
/** Manages roles and people of the west, which has three of the four stations. */
let west: Hired
let shared: { id: string; roleCode: string }

/** East, with the project of the west; west; the whole company. */
const posts = [
  { realname: '东部成员', depCode: 'A01A01', psa: true },
  { realname: '西部成员', depCode: 'A01A02A01' },
  { realname: '全部成员', depCode: 'A01A02', allData: '1' },
] as const

beforeAll(async () => {
  admin = await signInAdministrator(harness, harness.tenant)
  west = await hire(harness, {
    username: 'west.clerk',
    codes: ['role:manage', 'user:manage', 'order:list', 'order:create', 'order:check'],
    depCode: 'A01A02',
  })
  shared = await createRole(harness, admin, ['order:list', 'order:create'])
  for (const post of posts)
    await harness.call(
      admin,
      userCalls.add,
      newcomer(harness, {
        realname: post.realname,
        depId: harness.tenant.departments[post.depCode],
        roleIds: [shared.id],
        allData: 'allData' in post ? post.allData : '0',
        relPsaIds: 'psa' in post ? [harness.tenant.stations[1]!.psaId] : [],
      }),
    )
})

const membersOf = async (roleId: string, token = admin) =>
  (await harness.call(token, calls.members, { roleId, pageSize: 100 })).records

const seen = (rows: { realname: string; stationCount: number }[]) =>
  rows.map(({ realname, stationCount }) => [realname, stationCount])

const roleOf = async (code: string) => harness.call(admin, roleCalls.detail, { roleCode: code })

describe('the members of a role', () => {
  it('see as many stations as their own list has', async () => {
    const { records } = await harness.call(admin, userCalls.list, { pageSize: 100 })
    let compared = 0
    for (const { username, roles } of records) {
      if (!(username in harness.tenant.users)) continue
      const own = (await membersOf(roles[0]!.id)).find((member) => member.username === username)!
      const { total } = await harness
        .call(await harness.signIn(username), stationCalls.options, {})
        .then(({ list }) => ({ total: list.length }))
      expect([username, own.stationCount]).toEqual([username, total])
      compared += 1
    }
    expect(compared).toBe(Object.keys(harness.tenant.users).length)
  })

  it('show with department, scope and stations, found by name, pinyin and department', async () => {
    expect(seen(await membersOf(shared.id))).toEqual([
      ['东部成员', 4],
      ['全部成员', 4],
      ['西部成员', 2],
    ])
    expect((await membersOf(shared.id))[0]).toMatchObject({
      depName: '东部中心',
      psaCount: 1,
      hasAllData: '0',
    })
    for (const [keyword, found] of [
      ['西部成员', '西部成员'],
      ['quanbu', '全部成员'],
      ['东部中心', '东部成员'],
    ] as const) {
      const page = await harness.call(admin, calls.members, { roleId: shared.id, keyword })
      expect(page.records.map(({ realname }) => realname)).toEqual([found])
      expect(page.total).toBe(1)
    }
  })

  it('are counted and shown only in the caller’s departments, with stations that the caller sees', async () => {
    expect(seen(await membersOf(shared.id, west.token))).toEqual([
      ['全部成员', 3],
      ['西部成员', 2],
    ])
    const role = await harness.call(west.token, roleCalls.detail, { id: shared.id })
    expect(role.userCount).toBe(2)
    const listed = await harness.call(west.token, roleCalls.list, { pageSize: 500 })
    expect(listed.records.find(({ id }) => id === shared.id)!.userCount).toBe(2)
    expect(await harness.call(west.token, calls.dataScope, { roleId: shared.id })).toEqual({
      userCount: 2,
      stationCount: 3,
      allStations: 3,
      sources: [
        { kind: 'all', depId: null, depName: null, userCount: 1, stationCount: 3, users: ['全部成员'] },
        {
          kind: 'department',
          depId: harness.tenant.departments['A01A02A01'],
          depName: '西部中心',
          userCount: 1,
          stationCount: 2,
          users: ['西部成员'],
        },
      ],
    })
    const whole = await harness.call(admin, calls.dataScope, { roleId: shared.id })
    expect(whole.sources.map(({ kind, stationCount }) => [kind, stationCount])).toEqual([
      ['all', 4],
      ['department', 1],
      ['department', 2],
      ['projects', 3],
    ])
  })

  it('join and leave, once each, and an older form does not bring them back', async () => {
    const role = await createRole(harness, admin, ['order:list'])
    const person = await harness.call(admin, userCalls.add, newcomer(harness))
    const join = { roleId: role.id, userIdList: [person.id] }
    const both = await Promise.all([
      harness.call(admin, calls.addMembers, join),
      harness.call(admin, calls.addMembers, join),
    ])
    expect(both.toSorted()).toEqual([0, 1])
    const stale = { ...person, roleIds: [] }
    expect((await harness.refused(admin, userCalls.edit, stale)).message).toBe(
      '用户已在别处更新，请刷新后重试',
    )
    const leave = { roleId: role.id, userIds: person.id }
    expect(await harness.call(admin, calls.removeMembers, leave)).toBe(1)
    expect(await harness.call(admin, calls.removeMembers, leave)).toBe(0)
    expect(await membersOf(role.id)).toEqual([])
  })

  it('change only with permissions and people that the caller has', async () => {
    const mighty = await createRole(harness, admin, ['department:manage'])
    const [eastern, everywhere] = (await membersOf(shared.id)).map(({ id }) => id)
    const local = await harness.call(admin, userCalls.add, newcomer(harness))
    const refusal = async (call: typeof calls.addMembers | typeof calls.removeMembers, input: object) =>
      (await harness.refused(west.token, call, input)).message
    expect(await refusal(calls.addMembers, { roleId: mighty.id, userIdList: [local.id] })).toMatch(
      /不能授予$/,
    )
    expect(await refusal(calls.addMembers, { roleId: shared.id, userIdList: [local.id, eastern] })).toBe(
      '数据不存在或无权查看',
    )
    expect(await refusal(calls.addMembers, { roleId: shared.id, userIdList: [everywhere] })).toMatch(/高于您/)
    expect(await refusal(calls.removeMembers, { roleId: shared.id, userIds: everywhere })).toMatch(/高于您/)
    expect(await refusal(calls.removeMembers, { roleId: shared.id, userIds: eastern })).toBe(
      '数据不存在或无权查看',
    )
    expect(await membersOf(shared.id)).toHaveLength(3)
    expect(
      await harness.call(west.token, calls.addMembers, { roleId: shared.id, userIdList: [local.id] }),
    ).toBe(1)
    expect(
      await harness.call(west.token, calls.removeMembers, { roleId: shared.id, userIds: local.id }),
    ).toBe(1)
  })

  it('keep an administrator, and no more than fifty roles each', async () => {
    const administrators = await roleOf('admin')
    const [last] = await membersOf(administrators.id)
    expect(
      (await harness.refused(admin, calls.removeMembers, { roleId: administrators.id, userIds: last!.id }))
        .message,
    ).toBe('至少保留一名在用且拥有全部数据权限的管理员')
    const person = await harness.call(admin, userCalls.add, newcomer(harness))
    await harness.owner.query(
      `with made as (insert into role (tenant_id, role_code, role_name)
         select $1, 'many' || n, '众多' || n from generate_series(1, 50) n returning id)
       insert into user_role (tenant_id, user_id, role_id) select $1, $2, id from made`,
      [harness.tenant.tenantId, person.id],
    )
    expect(
      (await harness.refused(admin, calls.addMembers, { roleId: shared.id, userIdList: [person.id] }))
        .message,
    ).toMatch(/的角色已达 50 个，不能再添加$/)
    expect((await membersOf(shared.id)).map(({ id }) => id)).not.toContain(person.id)
  })
})

describe('duties in one hand', () => {
  it('show at the person, whichever roles they come through', async () => {
    const [creating, checking] = [
      await createRole(harness, admin, ['order:create']),
      await createRole(harness, admin, ['order:check']),
    ]
    const roleIds = [creating.id, checking.id]
    const person = await harness.call(admin, userCalls.add, newcomer(harness, { roleIds }))
    expect(person.conflicts).toEqual(['createCheck'])
    expect((await membersOf(creating.id))[0]).toMatchObject({ conflicts: ['createCheck'] })
    const { elsewhere, userCount } = await harness.call(admin, roleCalls.impact, { roleId: creating.id })
    const [check] = await permissionIds(harness, admin, ['order:check'])
    const checks = await harness.call(admin, roleCalls.detail, { id: checking.id })
    expect(userCount).toBe(1)
    expect(elsewhere.find(({ permissionId }) => permissionId === check)).toEqual({
      permissionId: check,
      userCount: 1,
      roleNames: [checks.roleName],
    })
    const less = await harness.call(admin, userCalls.edit, { ...person, roleIds: [creating.id] })
    expect(less.conflicts).toEqual([])
  })
})

describe('who can see what', () => {
  const ask = async (input: object, token = admin) =>
    harness.call(token, calls.holders, { pageSize: 100, ...input })

  it('names the people, the roles that give it, and why they see the place', async () => {
    const [create] = await permissionIds(harness, admin, ['order:create'])
    const [east, , west2] = harness.tenant.stations
    const of = async (psId: string) =>
      (await ask({ permissionId: create, psId })).records
        .filter(({ realname }) => posts.some((post) => post.realname === realname))
        .map(({ realname, reach, through }) => [realname, reach, through.map(({ id }) => id)])
    expect(await of(east!.id)).toEqual([
      ['东部成员', 'department', [shared.id]],
      ['全部成员', 'all', [shared.id]],
    ])
    expect(await of(west2!.id)).toEqual([
      ['东部成员', 'project', [shared.id]],
      ['全部成员', 'all', [shared.id]],
      ['西部成员', 'department', [shared.id]],
    ])
    const inWest = await ask({ permissionId: create, depId: harness.tenant.departments['A01A02'] })
    expect(inWest.allStations).toBe(3)
    const partly = inWest.records.find(({ realname }) => realname === '西部成员')!
    expect(partly).toMatchObject({ reach: 'part', stationCount: 2 })
  })

  it('answers as the people themselves would find', async () => {
    const [list] = await permissionIds(harness, admin, ['order:list'])
    const station = harness.tenant.stations[2]!.id
    const { records } = await ask({ permissionId: list, psId: station })
    const named = new Set(records.map(({ username }) => username))
    for (const username of Object.keys(harness.tenant.users)) {
      const token = await harness.signIn(username)
      const may = (await harness.request('POST', '/ops/order/page', { token, body: {} })).status === 200
      const stations = await harness.call(token, stationCalls.options, {})
      const sees = stations.list.some(({ psId }) => psId === station)
      expect([username, named.has(username)]).toEqual([username, may && sees])
    }
  })

  it('leaves out frozen people, and everybody and everything outside the caller’s departments', async () => {
    const all = await ask({})
    const local = await ask({}, west.token)
    expect(local.records.length).toBeGreaterThan(0)
    expect(local.records.map(({ realname }) => realname)).not.toContain('东部成员')
    expect(local.total).toBe(local.userCount)
    expect(local.userCount).toBeLessThan(all.userCount)
    expect([all.allStations, local.allStations]).toEqual([4, 3])
    for (const hidden of [
      { psId: harness.tenant.stations[0]!.id },
      { depId: harness.tenant.departments['A01A01'] },
      { depId: harness.tenant.departments['A01'] },
      { permissionId: '999999999' },
    ])
      expect((await harness.refused(west.token, calls.holders, hidden)).message).toBe('数据不存在或无权查看')
    const person = await harness.call(admin, userCalls.add, newcomer(harness, { roleIds: [shared.id] }))
    await harness.call(admin, userCalls.frozenBatch, { ids: person.id, status: '2' })
    expect((await ask({ keyword: person.username })).records).toEqual([])
  })
})

it('tells how many stations a scope gives, within what the caller sees', async () => {
  const size = (input: object, token = admin) => harness.call(token, calls.scopeSize, input)
  const [westId, east] = [harness.tenant.departments['A01A02A01'], harness.tenant.departments['A01A01']]
  const relPsaIds = [harness.tenant.stations[0]!.psaId]
  expect(await size({ depId: westId })).toEqual({ stationCount: 2, allStations: 4 })
  expect(await size({ depId: westId, relPsaIds })).toEqual({ stationCount: 3, allStations: 4 })
  expect(await size({ allData: '1' })).toEqual({ stationCount: 4, allStations: 4 })
  expect(await size({ depId: westId, relPsaIds }, west.token)).toEqual({ stationCount: 2, allStations: 3 })
  expect((await harness.refused(west.token, calls.scopeSize, { depId: east })).message).toBe(
    '数据不存在或无权查看',
  )
})

describe('the history of a role', () => {
  const of = async (roleId: string, token = admin) =>
    (await harness.call(token, roleCalls.history, { roleId, pageSize: 100 })).records

  it('says who changed what, as often as something changed', async () => {
    const role = await createRole(harness, admin, ['order:list'])
    const before = await harness.call(admin, roleCalls.permissions, { roleId: role.id })
    const [list] = await permissionIds(harness, admin, ['order:list'])
    const change = {
      roleId: role.id,
      permissionIds: before.filter((id) => id !== list).join(','),
      lastpermissionIds: before.join(','),
    }
    await harness.call(admin, roleCalls.savePermissions, change)
    await harness.call(admin, roleCalls.savePermissions, change)
    const edited = await harness.call(admin, roleCalls.edit, {
      ...(await harness.call(admin, roleCalls.detail, { id: role.id })),
      description: '新说明',
    })
    await harness.refused(admin, roleCalls.edit, { ...edited, version: 1, roleName: '旧表单' })
    const events = await of(role.id)
    expect(
      events.map(({ action, added, removed, edited: fields }) => [action, added, removed, fields]),
    ).toEqual([
      ['edit', [], [], [{ title: '描述', from: '', to: '新说明' }]],
      ['grant', [], ['任务中心 · 查看工单'], []],
      ['grant', ['任务中心 · 查看工单'], [], []],
      ['create', [], [], []],
    ])
    expect(new Set(events.map(({ actorName }) => actorName)).size).toBe(1)
    expect(events[0]!.actorName).not.toBeNull()
  })

  it('notes people by whichever way they came, and shows each only to who may see them', async () => {
    const role = await createRole(harness, admin, ['order:list'])
    const [eastern, western] = [
      await harness.call(
        admin,
        userCalls.add,
        newcomer(harness, { depId: harness.tenant.departments['A01A01'], roleIds: [role.id] }),
      ),
      await harness.call(admin, userCalls.add, newcomer(harness)),
    ]
    await harness.call(admin, userCalls.edit, { ...western, roleIds: [role.id] })
    await harness.call(admin, calls.removeMembers, {
      roleId: role.id,
      userIds: `${eastern.id},${western.id}`,
    })
    const members = (await of(role.id)).filter(({ action }) => action === 'member')
    expect(members.map(({ added, removed }) => [added, removed])).toEqual([
      [[], [eastern.realname, western.realname]],
      [[western.realname], []],
      [[eastern.realname], []],
    ])
    const local = (await of(role.id, west.token)).filter(({ action }) => action === 'member')
    expect(local.map(({ added, removed, actorName }) => [added, removed, actorName])).toEqual([
      [[], [western.realname], null],
      [[western.realname], [], null],
    ])
  })
})

it('tells which conflicts of duties people would newly have with a role', async () => {
  const role = await createRole(harness, admin, ['order:check', 'order:execute'])
  const reporter = await hire(harness, { username: 'duty.reporter', codes: ['order:create'] })
  const both = await hire(harness, { username: 'duty.both', codes: ['order:create', 'order:check'] })
  const ask = (userIds: string, token = admin) =>
    harness.call(token, calls.newConflicts, { roleId: role.id, userIds })
  expect(await ask(`${reporter.id},${both.id}`)).toEqual([
    { key: 'executeCheck', people: ['duty.both', 'duty.reporter'] },
    { key: 'createCheck', people: ['duty.reporter'] },
  ])
  await harness.refused(admin, calls.newConflicts, { roleId: role.id, userIds: '999999' })
})
