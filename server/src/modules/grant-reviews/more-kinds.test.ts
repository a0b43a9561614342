import { apiTokenCalls } from '@heliodesk/contract/api-tokens.ts'
import { dataRoleCalls } from '@heliodesk/contract/data-roles.ts'
import { grantReviewCalls as calls } from '@heliodesk/contract/grant-reviews.ts'
import { menuCalls } from '@heliodesk/contract/menus.ts'
import { messageCalls } from '@heliodesk/contract/messages.ts'
import { roleCalls } from '@heliodesk/contract/roles.ts'
import { settingCalls } from '@heliodesk/contract/settings.ts'
import { userCalls } from '@heliodesk/contract/users.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { createRole, formOf, hire, newcomer, signInAdministrator, type Hired } from '../../../test/hire.ts'

const harness = useHarness()
let admin: string
let second: Hired
/** Another administrator. */
let boss: Hired
/** Who decides about data roles alone, and who about people alone. */
let keeper: Hired
let clerk: Hired
/** Who sees and does less than what is asked. */
let narrow: Hired

const rights = ['role:manage', 'user:manage', 'api:manage', 'dataRole:manage', 'order:list'] as const

beforeAll(async () => {
  admin = await signInAdministrator(harness, harness.tenant)
  second = await hire(harness, { username: 'second', codes: [...rights], hasAllData: true })
  narrow = await hire(harness, { username: 'narrow', codes: [...rights], depCode: 'A01' })
  keeper = await hire(harness, { username: 'keeper', codes: ['dataRole:manage'], hasAllData: true })
  clerk = await hire(harness, { username: 'clerk', codes: ['user:manage'], hasAllData: true })
  boss = await hire(harness, { username: 'none', codes: [], hasAllData: true })
  await harness.owner.query(
    `insert into user_role (tenant_id, user_id, role_id) select tenant_id, $1, id from role where role_code = 'admin' and tenant_id = $2`,
    [boss.id, harness.tenant.tenantId],
  )
  const { version } = await harness.call(admin, settingCalls.system, {})
  await harness.call(admin, settingCalls.editSystem, { version, fourEyes: true })
})

const latest = async (token = second.token) =>
  (await harness.call(token, calls.list, { pageSize: 100 })).records[0]!
const confirm = async (token = second.token) =>
  harness.call(token, calls.confirm, { id: (await latest()).id })
const user = (id: string) => harness.call(admin, userCalls.detail, { id })

describe('while a second person is demanded', () => {
  it('the permissions of a copied role wait, and a new one has none', async () => {
    const from = await createRole(harness, admin, [])
    const rows = await harness.call(admin, roleCalls.list, { keyword: '运维工程师' })
    const source = rows.records[0]!
    const copy = await harness.call(admin, roleCalls.copy, {
      roleId: source.id,
      roleCode: 'copied',
      roleName: '副本',
      description: '',
    })
    expect([copy.permissionCount, from.permissionCount]).toEqual([0, 0])
    expect(await latest()).toMatchObject({
      kind: 'permissions',
      roleName: '副本',
      reason: '复制自角色“运维工程师”',
    })
    expect(
      (await harness.refused(second.token, calls.confirm, { id: (await latest()).id })).message,
    ).toContain('您没有')
    await confirm(boss.token)
    expect((await harness.call(admin, roleCalls.detail, { id: copy.id })).permissionCount).toBe(
      source.permissionCount,
    )
  })

  it('everything that somebody newly sees waits: all data and single projects', async () => {
    const { rows } = await harness.owner.query<{ id: string }>(
      'select id from psa where tenant_id = $1 order by id',
      [harness.tenant.tenantId],
    )
    const psaId = rows[0]!.id
    const added = await harness.call(
      admin,
      userCalls.add,
      newcomer(harness, { allData: '1', relPsaIds: [psaId] }),
    )
    expect(added).toMatchObject({ hasAllData: '0', relPsas: [] })
    const review = await latest()
    expect(review).toMatchObject({ kind: 'scope', people: [added.realname], refusal: null })
    expect(review.added[0]).toBe('全部数据权限')
    expect((await harness.refused(narrow.token, calls.confirm, { id: review.id })).message).toContain(
      '您没有全部数据权限',
    )
    await confirm()
    const now = await user(added.id)
    expect(now).toMatchObject({ hasAllData: '1', relPsas: [{ id: psaId }] })

    const edited = await harness.call(admin, userCalls.edit, {
      ...formOf(now),
      realname: '改名',
      allData: '0',
      relPsaIds: [],
      reason: '调岗',
    })
    expect(edited).toMatchObject({ realname: '改名', hasAllData: '1', relPsas: [{ id: psaId }] })
    expect(await latest()).toMatchObject({
      kind: 'scope',
      removed: ['全部数据权限', expect.stringContaining('项目')],
      reason: '调岗',
    })
    await confirm()
    expect(await user(added.id)).toMatchObject({ hasAllData: '0', relPsas: [] })
    const before = (await latest())?.id
    await harness.call(admin, userCalls.edit, { ...formOf(await user(added.id)), realname: '又改' })
    expect((await latest())?.id).toBe(before)
  })

  it('the roles of a machine account wait', async () => {
    const role = await createRole(harness, admin, [])
    const { id } = await harness.call(admin, apiTokenCalls.addMachine, {
      name: '数据平台',
      depId: harness.tenant.departments['A01']!,
      roleIds: [role.id],
      reason: '对接',
    })
    const rolesOf = async () =>
      (await harness.call(admin, apiTokenCalls.machines, {})).machines.find((each) => each.id === id)!.roles
    expect(await rolesOf()).toEqual([])
    expect(await latest()).toMatchObject({ kind: 'machine', people: ['数据平台'], added: [role.roleName] })
    await confirm()
    expect(await rolesOf()).toEqual([{ id: role.id, roleName: role.roleName }])
  })

  it('a data role comes into force, changes and goes only with a second person', async () => {
    const detail = (id: string) => harness.call(admin, dataRoleCalls.detail, { id })
    const role = await harness.call(admin, dataRoleCalls.add, {
      code: 'waiting',
      name: '待复核',
      taskTypes: [7],
      userIds: [narrow.id],
      reason: '外协',
    })
    expect(role).toMatchObject({ enabled: false, users: [] })
    expect(await latest()).toMatchObject({
      kind: 'dataRole',
      roleName: '待复核',
      added: ['启用：是', '用户：narrow'],
      removed: ['启用：否', '用户：无'],
      reason: '外协',
    })
    // Whoever may decide about data roles is told, and whoever is beyond them is not.
    const told = async (token: string) =>
      (await harness.call(token, messageCalls.list, { keyword: '待复核' })).pageList.filter(
        ({ kind, about }) => kind === 'grantWaiting' && about.id === review.id,
      )
    const review = await latest()
    expect(await told(keeper.token)).toMatchObject([{ link: `#/system/tidings?grant=${review.id}` }])
    expect(await told(clerk.token)).toEqual([])
    // What is narrowed decides about no data role.
    await confirm()
    const inForce = await detail(role.id)
    expect(inForce).toMatchObject({ enabled: true, users: [{ id: narrow.id }], version: 2 })
    const form = { ...inForce, roleIds: [], userIds: [], reason: '到期' }
    expect(await harness.call(admin, dataRoleCalls.edit, form)).toEqual(inForce)
    const asked = await latest()
    await harness.call(admin, dataRoleCalls.edit, { ...form, name: '改名' })
    await confirm()
    expect(await detail(role.id)).toMatchObject({ name: '改名', users: [], version: 3 })
    expect((await harness.refused(second.token, calls.confirm, { id: asked.id })).message).toContain(
      '数据角色已修改',
    )
    await harness.call(admin, dataRoleCalls.remove, { id: role.id })
    expect(await latest()).toMatchObject({ removed: ['整个数据角色'] })
    expect((await detail(role.id)).name).toBe('改名')
    await confirm()
    await harness.refused(admin, dataRoleCalls.detail, { id: role.id })
  })

  it('the menu editor deletes no right that a role holds, and gives new ones to nobody', async () => {
    const { treeVersion, treeList } = await harness.call(admin, menuCalls.editor, {})
    const all = treeList.flatMap((each) => [
      each,
      ...each.children,
      ...each.children.flatMap((page) => page.children),
    ])
    const exports = all.find(({ perms }) => perms === 'order:export')!
    const draft = { treeVersion, entries: [], removedIds: [exports.id] }
    expect((await harness.refused(admin, menuCalls.saveDraft, draft)).message).toContain(
      '权限变更须二人复核，请先在角色中收回',
    )
    await harness.owner.query('delete from role_permission where permission_id = $1', [exports.id])
    await harness.call(admin, menuCalls.saveDraft, draft)
    const { parentId, name, perms } = exports
    const button = await harness.call(admin, menuCalls.add, { parentId, menuType: 2, name, perms })
    expect(button.roles).toEqual([])
  })
})
