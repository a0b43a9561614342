import { accessCalls } from '@heliodesk/contract/access.ts'
import { apiTokenCalls } from '@heliodesk/contract/api-tokens.ts'
import { grantReviewCalls as calls } from '@heliodesk/contract/grant-reviews.ts'
import { roleCalls } from '@heliodesk/contract/roles.ts'
import { settingCalls } from '@heliodesk/contract/settings.ts'
import { userCalls } from '@heliodesk/contract/users.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import {
  createRole,
  formOf,
  hire,
  newcomer,
  permissionIds,
  signInAdministrator,
  type Hired,
} from '../../../test/hire.ts'

const harness = useHarness()
let admin: string
/** Two who may make every change of these tests, one who manages people only, and one who holds too little. */
let asker: Hired
let second: Hired
let clerk: Hired
let west: Hired
let order: string[]

const everything = ['role:manage', 'user:manage', 'order:list', 'order:create', 'order:check'] as const

async function switchTo(fourEyes: boolean, token = admin) {
  const { version } = await harness.call(token, settingCalls.system, {})
  await harness.call(token, settingCalls.editSystem, { version, fourEyes })
}

beforeAll(async () => {
  admin = await signInAdministrator(harness, harness.tenant)
  const terms = { codes: [...everything], hasAllData: true }
  asker = await hire(harness, { ...terms, username: 'asker' })
  second = await hire(harness, { ...terms, username: 'second' })
  clerk = await hire(harness, { username: 'people.only', codes: ['user:manage', 'order:list'] })
  west = await hire(harness, { username: 'west.clerk', codes: [...everything], depCode: 'A01A02' })
  order = await permissionIds(harness, admin, ['order:list', 'order:create', 'order:assign'])
})

beforeEach(() => switchTo(false))

const roleOf = (...codes: Parameters<typeof createRole>[2]) => createRole(harness, admin, codes)
const permissionsOf = (roleId: string) => harness.call(admin, roleCalls.permissions, { roleId })
const rolesOf = async (id: string) =>
  (await harness.call(admin, userCalls.detail, { id })).roles.map((role) => role.id)
const waiting = async (token = second.token) =>
  (await harness.call(token, calls.list, { pageSize: 100 })).records
const latest = async (token?: string) => (await waiting(token))[0]!
const confirm = (id: string, token = second.token) => harness.call(token, calls.confirm, { id })
const refusal = async (id: string, token: string) =>
  (await harness.refused(token, calls.confirm, { id })).message

/** Asks for a permission more of a role. */
async function askPermission(roleId: string, added = order[1]!, token = asker.token) {
  const held = await permissionsOf(roleId)
  const answer = await harness.call(token, roleCalls.savePermissions, {
    roleId,
    permissionIds: [...held, added].join(','),
    lastpermissionIds: held.join(','),
    reason: '新项目需要报单',
  })
  expect(answer).toEqual(held)
  return latest()
}

const hired = async (roleIds: string[] = []) =>
  harness.call(admin, userCalls.add, newcomer(harness, { roleIds }))

describe('while a second person is demanded', () => {
  it('every way to change rights waits, and is carried out as asked', async () => {
    const [role, other] = [await roleOf('order:list'), await roleOf('order:create')]
    const [member, person] = [await hired([role.id]), await hired()]
    await switchTo(true)

    const grant = await askPermission(role.id)
    expect(grant).toMatchObject({
      kind: 'permissions',
      state: 'waiting',
      roleName: role.roleName,
      added: [expect.stringContaining('新建工单') as string],
      removed: [],
      reason: '新项目需要报单',
      askedBy: 'asker',
      refusal: null,
      isOwn: false,
    })
    expect(await confirm(grant.id)).toMatchObject({ state: 'confirmed', decidedBy: 'second' })
    expect(await permissionsOf(role.id)).toContain(order[1])

    const join = { roleId: other.id, userIdList: [person.id, member.id], reason: '轮岗' }
    expect(await harness.call(asker.token, accessCalls.addMembers, join)).toBe(0)
    expect(await rolesOf(person.id)).toEqual([])
    const joining = await latest()
    expect(joining).toMatchObject({ kind: 'roles', added: [other.roleName], reason: '轮岗' })
    expect(joining.people.toSorted()).toEqual([person.realname, member.realname].toSorted())
    await confirm(joining.id)
    expect(await rolesOf(person.id)).toEqual([other.id])

    const leave = { roleId: other.id, userIds: person.id }
    expect(await harness.call(asker.token, accessCalls.removeMembers, leave)).toBe(0)
    expect(await rolesOf(person.id)).toEqual([other.id])
    await confirm((await latest()).id)
    expect(await rolesOf(person.id)).toEqual([])

    const seen = await harness.call(asker.token, userCalls.detail, { id: member.id })
    const edited = await harness.call(asker.token, userCalls.edit, {
      ...formOf(seen),
      realname: '改名的人',
      roleIds: [role.id],
      reason: '只留一个角色',
    })
    expect(edited.realname).toBe('改名的人')
    expect(edited.roles.map(({ id }) => id).toSorted()).toEqual([role.id, other.id].toSorted())
    expect(await latest()).toMatchObject({ people: ['改名的人'], added: [], removed: [other.roleName] })
    await confirm((await latest()).id)
    expect(await rolesOf(member.id)).toEqual([role.id])

    const fresh = await harness.call(
      asker.token,
      userCalls.add,
      newcomer(harness, { roleIds: [role.id], reason: '入职' }),
    )
    expect(fresh.roles).toEqual([])
    await confirm((await latest()).id)
    expect(await rolesOf(fresh.id)).toEqual([role.id])
    const history = await harness.call(admin, roleCalls.history, { roleId: role.id })
    expect(history.records[0]).toMatchObject({ action: 'member', actorName: 'second' })
  })

  it('nothing waits where nothing changes, and nobody asks for what they could not do', async () => {
    const role = await roleOf('order:list')
    const mighty = await roleOf('department:manage')
    const person = await hired([role.id])
    await switchTo(true)
    const before = (await waiting()).length
    const held = (await permissionsOf(role.id)).join(',')
    const same = { roleId: role.id, permissionIds: held, lastpermissionIds: held }
    await harness.call(asker.token, roleCalls.savePermissions, same)
    await harness.call(asker.token, accessCalls.addMembers, { roleId: role.id, userIdList: [person.id] })
    await harness.call(asker.token, accessCalls.removeMembers, { roleId: mighty.id, userIds: person.id })
    await harness.call(asker.token, userCalls.edit, { ...formOf(person), realname: '同角色' })
    const beyond = { roleId: mighty.id, userIdList: [person.id] }
    expect((await harness.refused(asker.token, accessCalls.addMembers, beyond)).message).toMatch(/不能授予$/)
    const more = { roleId: role.id, permissionIds: `${held},${order[2]}`, lastpermissionIds: held }
    expect((await harness.refused(asker.token, roleCalls.savePermissions, more)).message).toMatch(
      /您没有“派单”权限|不能授予或收回/,
    )
    expect(await waiting()).toHaveLength(before)
  })

  /** Who confirms what the asker asked, and how it is answered; null: it is carried out. */
  const rules: [who: string, kind: 'permissions' | 'roles', answer: RegExp | null][] = [
    ['asker', 'permissions', /不能复核自己提交的变更/],
    ['asker', 'roles', /不能复核自己提交的变更/],
    ['gaining', 'permissions', /增加您自己的权限/],
    ['gaining', 'roles', /增加您自己的权限/],
    ['clerk', 'permissions', /^数据不存在或无权查看$/],
    ['clerk', 'roles', /不能授予$|高于您/],
    ['west', 'permissions', /超出您的数据范围/],
    ['west', 'roles', /^数据不存在或无权查看$/],
    ['foreigner', 'permissions', /^数据不存在或无权查看$/],
    ['foreigner', 'roles', /^数据不存在或无权查看$/],
    ['second', 'permissions', null],
    ['second', 'roles', null],
  ]
  it.each(rules)('%s decides a change of %s', async (who, kind, answer) => {
    const role = await roleOf('order:list', 'order:check')
    const east = { depId: harness.tenant.departments['A01A01'] }
    const person = await harness.call(
      admin,
      userCalls.add,
      newcomer(harness, { ...east, roleIds: [role.id] }),
    )
    const given = await roleOf('order:create')
    const gaining = await hire(harness, {
      username: `gaining.${role.id}`,
      codes: [...everything],
      hasAllData: true,
    })
    await harness.call(admin, accessCalls.addMembers, { roleId: role.id, userIdList: [gaining.id] })
    await switchTo(true)
    if (kind === 'permissions') await askPermission(role.id)
    else
      await harness.call(asker.token, accessCalls.addMembers, {
        roleId: given.id,
        userIdList: who === 'gaining' ? [person.id, gaining.id] : [person.id],
      })
    const { id } = await latest()
    const tokens: Record<string, string> = {
      asker: asker.token,
      second: second.token,
      gaining: gaining.token,
      clerk: clerk.token,
      west: west.token,
      foreigner: await signInAdministrator(harness, harness.otherTenant),
    }
    if (answer === null) await confirm(id)
    else expect(await refusal(id, tokens[who]!)).toMatch(answer)
    const isDone =
      kind === 'permissions'
        ? (await permissionsOf(role.id)).includes(order[1]!)
        : (await rolesOf(person.id)).includes(given.id)
    expect(isDone).toBe(answer === null)
  })

  it('is confirmed by no program', async () => {
    const role = await roleOf('order:list')
    await switchTo(true)
    const { id } = await askPermission(role.id)
    const { token } = await harness.call(second.token, apiTokenCalls.add, {
      name: '程序',
      days: 30,
      readOnly: false,
      codes: ['order:create'],
      networks: [],
    })
    expect((await harness.refused(token, calls.confirm, { id })).message).toMatch(/令牌/)
    expect((await harness.refused(token, calls.refuse, { id, reason: '不' })).message).toMatch(/令牌/)
    expect(await latest()).toMatchObject({ id, state: 'waiting' })
  })

  it('is carried out once by two confirmations at the same moment', async () => {
    const role = await roleOf('order:list')
    await switchTo(true)
    const { id } = await askPermission(role.id)
    const answers = await Promise.allSettled([confirm(id), confirm(id, admin)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await refusal(id, admin)).toBe('这项变更已由他人复核通过')
    const { records } = await harness.call(admin, roleCalls.history, { roleId: role.id })
    expect(records.filter(({ action }) => action === 'grant')).toHaveLength(2)
  })

  it('is refused with the difference where the role has changed meanwhile', async () => {
    const role = await roleOf('order:list')
    const person = await hired()
    await switchTo(true)
    await harness.call(asker.token, accessCalls.addMembers, { roleId: role.id, userIdList: [person.id] })
    const joining = await latest()
    await confirm((await askPermission(role.id)).id)
    expect(await refusal(joining.id, second.token)).toMatch(
      /^提交后有变化：角色“.+”新增“.*新建工单”。这项变更已失效，请重新提交$/,
    )
    expect(await rolesOf(person.id)).toEqual([])
    const closed = (await harness.call(second.token, calls.list, { open: '0', pageSize: 100 })).records
    expect(closed.find(({ id }) => id === joining.id)).toMatchObject({
      state: 'outdated',
      note: expect.stringContaining('新建工单') as string,
    })
  })

  it('is refused with the difference where the role is gone or lost permissions', async () => {
    const [role, gone] = [await roleOf('order:list', 'order:create'), await roleOf('order:list')]
    const person = await hired()
    const held = await permissionsOf(role.id)
    await switchTo(true)
    for (const { id: roleId } of [role, gone])
      await harness.call(asker.token, accessCalls.addMembers, { roleId, userIdList: [person.id] })
    const [ofGone, ofRole] = await waiting()
    await switchTo(false)
    await harness.call(admin, roleCalls.remove, { id: gone.id })
    await harness.call(admin, roleCalls.savePermissions, {
      roleId: role.id,
      permissionIds: held.filter((id) => id !== order[1]).join(','),
      lastpermissionIds: held.join(','),
    })
    expect(await refusal(ofGone!.id, second.token)).toContain('角色已删除')
    expect(await refusal(ofRole!.id, second.token)).toMatch(/收回“.*新建工单”/)
  })

  it('is refused with a reason, withdrawn by who asked, and ends after fourteen days', async () => {
    const role = await roleOf('order:list')
    await switchTo(true)
    const refused = await askPermission(role.id)
    const answer = await harness.call(second.token, calls.refuse, { id: refused.id, reason: '没有必要' })
    expect(answer).toMatchObject({ state: 'refused', note: '没有必要', decidedBy: 'second' })
    const withdrawn = await askPermission(role.id)
    expect((await harness.refused(second.token, calls.withdraw, { id: withdrawn.id })).message).toBe(
      '只能撤回自己提交的变更',
    )
    await harness.call(asker.token, calls.withdraw, { id: withdrawn.id })
    expect((await harness.refused(asker.token, calls.withdraw, { id: withdrawn.id })).message).toBe(
      '这项变更已撤回',
    )
    const late = await askPermission(role.id)
    await harness.owner.query(`update pending_grant set expires_at = asked_at where id = $1`, [late.id])
    expect(await refusal(late.id, second.token)).toBe('这项变更已过期，须重新提交')
    expect((await waiting()).map(({ id }) => id)).not.toContain(late.id)
    expect(await permissionsOf(role.id)).not.toContain(order[1])
  })

  it('waits to be decided after the setting is off again; who may set it is recorded', async () => {
    const role = await roleOf('order:list')
    await switchTo(true)
    const { waiting: before, isOn } = await harness.call(second.token, calls.state, {})
    expect(isOn).toBe(true)
    const { id } = await askPermission(role.id)
    await switchTo(false)
    expect(await harness.call(second.token, calls.state, {})).toEqual({ isOn: false, waiting: before + 1 })
    await confirm(id)
    expect(await permissionsOf(role.id)).toContain(order[1])
    const { version } = await harness.call(admin, settingCalls.system, {})
    const edit = { version, fourEyes: true }
    expect((await harness.refused(asker.token, settingCalls.editSystem, edit)).status).toBe(403)
    const changes = await harness.call(admin, settingCalls.systemChanges, {})
    expect(changes.pageList[0]).toMatchObject({ title: '权限变更须二人复核', before: '开启', after: '关闭' })
  })
})
