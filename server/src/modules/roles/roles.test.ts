import { dataRoleCalls } from '@heliodesk/contract/data-roles.ts'
import { departmentCalls } from '@heliodesk/contract/departments.ts'
import { companyCodes } from '@heliodesk/contract/permissions.ts'
import { type PermissionNode, roleCalls as calls } from '@heliodesk/contract/roles.ts'
import { sessionCalls } from '@heliodesk/contract/session.ts'
import { userCalls } from '@heliodesk/contract/users.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { createRole, hire, signInAdministrator } from '../../../test/hire.ts'
import { useRoles } from './roles.fixture.ts'

const { harness, people, idsOf, permissionsOf, refusedSave, roleByCode, save } = useRoles()

let foreigner: string

beforeAll(async () => {
  foreigner = await signInAdministrator(harness, harness.otherTenant)
})

let names = 0
const added = (input: object = {}) => {
  names += 1
  return harness.call(people.admin, calls.add, {
    roleCode: `role_${names}`,
    roleName: `角色${names}`,
    ...input,
  })
}

describe('roles', () => {
  it('lists built-in roles first, with their users and rights', async () => {
    const page = await harness.call(people.admin, calls.list, {})
    expect(page.records[0]).toMatchObject({
      roleCode: 'admin',
      builtIn: true,
      userCount: 1,
      permissionCount: companyCodes.length,
    })
    const found = await harness.call(people.admin, calls.list, { keyword: 'R1002' })
    expect(found.records.map((role) => role.roleCode).toSorted()).toEqual(['r10020', 'r10025'])
    expect(found.total).toBe(2)
    const second = await harness.call(people.admin, calls.list, { pageNo: 2, pageSize: 3 })
    expect(second).toMatchObject({ current: 2, size: 3, total: page.total })
    expect(second.records.map((role) => role.id)).toEqual(page.records.slice(3, 6).map((role) => role.id))
  })

  it('adds and edits a role', async () => {
    const role = await added({ description: '说明' })
    expect(await harness.call(people.admin, calls.detail, { roleCode: role.roleCode })).toEqual(role)
    expect(role).toMatchObject({
      builtIn: false,
      userCount: 0,
      permissionCount: 0,
      version: 1,
      description: '说明',
    })
    const edited = await harness.call(people.admin, calls.edit, { ...role, roleName: '改名' })
    expect(edited).toEqual({ ...role, roleName: '改名', version: 2 })
  })

  it('copies permissions and data roles, but no members, and only what the caller could give', async () => {
    const source = await createRole(harness, people.admin, ['order:list', 'order:export'])
    const keeper = await hire(harness, { username: 'copies.roles', codes: ['role:manage', 'order:list'] })
    await harness.call(people.admin, userCalls.add, {
      username: 'has.source',
      password: 'First#2026',
      realname: '有来源角色',
      depId: harness.tenant.departments.A01!,
      roleIds: [source.id],
    })
    const narrow = await harness.call(people.admin, dataRoleCalls.add, {
      code: 'of_source',
      name: '来源的数据角色',
      taskTypes: [1],
      roleIds: [source.id],
    })
    const copy = await harness.call(people.admin, calls.copy, {
      roleId: source.id,
      roleCode: 'made_copy',
      roleName: '副本',
    })
    expect(copy).toMatchObject({ userCount: 0, permissionCount: 2, builtIn: false })
    expect(await permissionsOf(copy.id)).toEqual(await permissionsOf(source.id))
    const narrowed = await harness.call(people.admin, dataRoleCalls.detail, { id: narrow.id })
    expect(narrowed.roles.map(({ id }) => id).toSorted()).toEqual([source.id, copy.id].toSorted())
    expect(narrowed.version).toBe(narrow.version + 1)
    const { records } = await harness.call(people.admin, calls.history, { roleId: copy.id })
    expect(records.map(({ action }) => action)).toEqual(['grant', 'create'])
    expect(records[1]!.edited).toEqual([{ title: '复制自', from: '', to: source.roleName }])
    const again = { roleId: source.id, roleCode: 'made_copy', roleName: '又一个' }
    expect((await harness.refused(people.admin, calls.copy, again)).code).toBe('role.code_taken')
    const other = { ...again, roleCode: 'beyond' }
    expect((await harness.refused(keeper.token, calls.copy, other)).code).toBe('role.beyond')
    expect((await harness.refused(foreigner, calls.copy, other)).code).toBe('not_found')
  })

  it('keeps codes unique, and says so before', async () => {
    const [one, two] = [await added(), await added()]
    for (const refusal of [
      harness.refused(people.admin, calls.add, { roleCode: one.roleCode, roleName: '重复' }),
      harness.refused(people.admin, calls.edit, { ...two, roleCode: one.roleCode }),
      harness.refused(people.admin, calls.checkCode, { roleCode: one.roleCode }),
      harness.refused(people.admin, calls.checkCode, { id: two.id, roleCode: one.roleCode }),
    ]) {
      expect((await refusal).message).toBe('角色编码已存在')
    }
    expect(
      await harness.call(people.admin, calls.checkCode, { id: one.id, roleCode: one.roleCode }),
    ).toBeNull()
    expect(await harness.call(people.admin, calls.checkCode, { roleCode: 'free_code' })).toBeNull()
  })

  it('protects built-in roles', async () => {
    const role = await roleByCode('r10030')
    expect((await harness.refused(people.admin, calls.remove, role)).message).toBe(
      '内置角色不能删除，也不能修改编码',
    )
    expect((await harness.refused(people.admin, calls.edit, { ...role, roleCode: 'mine' })).message).toBe(
      '内置角色不能删除，也不能修改编码',
    )
    const renamed = await harness.call(people.admin, calls.edit, { ...role, roleName: '检修工程师' })
    expect(renamed.roleName).toBe('检修工程师')
  })

  it('deletes a role that nobody has, and says how many have it otherwise', async () => {
    const role = await added()
    expect(await harness.call(people.admin, calls.remove, { id: role.id })).toBeNull()
    expect((await harness.refused(people.admin, calls.remove, { id: role.id })).message).toBe(
      '数据不存在或无权查看',
    )
    const person = await hire(harness, { username: 'holder', codes: [] })
    expect((await harness.refused(people.admin, calls.remove, { id: person.roleId })).message).toMatch(
      /^还有 1 名用户拥有角色“自定义\d+”，不能删除$/,
    )
  })

  it('gives a role that goes at the same moment to nobody', async () => {
    const role = await added()
    const [removed, hired] = await Promise.all([
      harness.request('DELETE', `${calls.remove.path}?id=${role.id}`, { token: people.admin }),
      harness.request('POST', userCalls.add.path, {
        token: people.admin,
        body: {
          username: 'racer',
          password: 'First#2026',
          realname: '竞争者',
          depId: harness.tenant.departments['A01'],
          roleIds: [role.id],
        },
      }),
    ])
    expect([removed.status, hired.status]).toEqual([200, 200])
    expect(removed.body.success).toBe(!hired.body.success)
  })

  it.each([
    ['roleCode', { roleCode: '1a' }, '角色编码（roleCode）：以字母开头，只含字母、数字和下划线'],
    ['roleName', { roleName: ' ' }, '角色名称（roleName）：此项为必填项'],
    ['description', { description: '长'.repeat(201) }, '描述（description）：最多允许输入200个字符'],
  ])('names the field at fault: %s', async (_field, wrong, message) => {
    const input = { roleCode: 'fine', roleName: '好', ...wrong }
    expect(await harness.refused(people.admin, calls.add, input)).toMatchObject({
      status: 400,
      message: `参数有误：${message}`,
    })
  })
})

describe('the permission tree', () => {
  it('answers menus and buttons under both paths, with every code', async () => {
    const [byPermission, byRole] = [
      await harness.call(people.admin, calls.permissionTree, {}),
      await harness.call(people.admin, calls.tree, {}),
    ]
    expect(byRole).toEqual(byPermission)
    const flat = (nodes: PermissionNode[]): PermissionNode[] =>
      nodes.flatMap((node) => [node, ...flat(node.children)])
    const nodes = flat(byPermission.treeList)
    expect(nodes.map((node) => node.key).toSorted()).toEqual(byPermission.ids.toSorted())
    const codes = nodes.flatMap((node) => node.code ?? [])
    expect(codes.toSorted()).toEqual(companyCodes.toSorted())
    expect(nodes.every((node) => node.grantable)).toBe(true)
  })

  it('tells which buttons the caller may hand on', async () => {
    const { treeList } = await harness.call(people.clerk.token, calls.permissionTree, {})
    const buttons = treeList.flatMap((menu) => menu.children).flatMap((page) => page.children)
    const grantable = buttons.filter((button) => button.grantable).map((button) => button.code)
    expect(new Set(grantable)).toEqual(new Set(['order:list', 'role:manage']))
  })
})

describe('saving what a role may do', () => {
  it('counts on the very next call, in both directions', async () => {
    const person = await hire(harness, { username: 'next', codes: [] })
    const input = { parentId: harness.tenant.departments['A01']!, departName: '新部门' }
    expect((await harness.refused(person.token, departmentCalls.add, input)).status).toBe(403)
    const given = await idsOf('department:manage')
    await save(person.roleId, given, [])
    const made = await harness.call(person.token, departmentCalls.add, input)
    await save(person.roleId, [], given)
    expect((await harness.refused(person.token, departmentCalls.remove, made)).status).toBe(403)
    expect(await harness.call(people.admin, departmentCalls.remove, made)).toBeNull()
  })

  it('brings the page and the menu of a button along', async () => {
    const person = await hire(harness, { username: 'menu', codes: ['station:list'] })
    const { menu } = await harness.call(person.token, sessionCalls.permissions, {})
    expect(menu.flatMap(({ children = [] }) => children).map((page) => page.path)).toEqual([
      '/station/archive',
    ])
  })

  it('keeps what somebody else changed since the editor loaded', async () => {
    const role = await added()
    const [list, create, assign] = await idsOf('order:list', 'order:create', 'order:assign')
    const loaded = await save(role.id, [list!, create!], [])
    await save(role.id, [...loaded, assign!], loaded)
    const after = await save(
      role.id,
      loaded.filter((id) => id !== create),
      loaded,
    )
    expect(after).toContain(assign)
    expect(after).not.toContain(create)
    expect(after).toEqual(await permissionsOf(role.id))
  })

  it('loses none of many simultaneous changes', async () => {
    const role = await added()
    const ids = await idsOf('order:list', 'order:create', 'order:assign', 'order:claim', 'order:check')
    await Promise.all(ids.map((id) => save(role.id, [id], [])))
    expect(await permissionsOf(role.id)).toEqual(expect.arrayContaining(ids))
    await Promise.all(ids.map((id) => save(role.id, [], [id])))
    for (const id of ids) expect(await permissionsOf(role.id)).not.toContain(id)
  })

  it('never takes role and user management, or the way to them, from administrators', async () => {
    const role = await roleByCode('admin')
    const before = await permissionsOf(role.id)
    const { treeList } = await harness.call(people.admin, calls.permissionTree, {})
    const system = treeList.find((menu) => menu.title === '系统管理')!
    const page = system.children.find((each) =>
      each.children.some((button) => button.code === 'role:manage'),
    )!
    const [roles, users] = await idsOf('role:manage', 'user:manage')
    for (const taken of [roles!, users!, page.key, system.key]) {
      const rest = before.filter((id) => id !== taken)
      expect((await refusedSave(role.id, rest, before, people.admin)).message).toMatch(/^管理员角色必须保留/)
    }
    expect(await permissionsOf(role.id)).toEqual(before)
  })

  it('lets administrators give back what their own role lost', async () => {
    const role = await roleByCode('admin')
    const before = await permissionsOf(role.id)
    const exported = (await idsOf('order:export'))[0]!
    await save(
      role.id,
      before.filter((id) => id !== exported),
      before,
    )
    expect(await permissionsOf(role.id)).not.toContain(exported)
    await save(role.id, [exported], [])
    expect(await permissionsOf(role.id)).toEqual(before)
  })

  it('changes nothing when one id is unknown or another tenant’s', async () => {
    const role = await added()
    const [own] = await idsOf('order:list')
    const { ids } = await harness.call(foreigner, calls.permissionTree, {})
    for (const strange of [ids[0]!, '999999999']) {
      for (const attempt of [
        refusedSave(role.id, [own!, strange], [], people.admin),
        refusedSave(role.id, [own!], [strange], people.admin),
      ]) {
        expect((await attempt).message).toBe('数据不存在或无权查看')
      }
    }
    expect(await permissionsOf(role.id)).toEqual([])
  })

  it.each([',', 'a', '1;2', '0', '1,,2'])('refuses %j as a list of ids', async (permissionIds_) => {
    const input = { roleId: '1', permissionIds: permissionIds_, lastpermissionIds: '' }
    expect(await harness.refused(people.admin, calls.savePermissions, input)).toMatchObject({
      status: 400,
      message: '参数有误：权限（permissionIds）：应为逗号分隔的编号',
    })
  })
})

describe('who is affected', () => {
  it('counts those in scope and names the first twenty', async () => {
    const role = await createRole(harness, people.admin, [])
    const hired = await Promise.all(
      Array.from({ length: 22 }, (_, at) =>
        harness.call(people.admin, userCalls.add, {
          username: `many${at}`,
          password: 'First#2026',
          realname: `众人${String(at).padStart(2, '0')}`,
          depId: harness.tenant.departments[at < 20 ? 'A01' : 'A01A02']!,
          roleIds: [role.id],
        }),
      ),
    )
    const all = await harness.call(people.admin, calls.impact, { roleId: role.id })
    expect(all.userCount).toBe(hired.length)
    expect(all.users).toEqual(hired.slice(0, 20).map((person) => person.realname))
    const west = await hire(harness, { username: 'westclerk', codes: ['role:manage'], depCode: 'A01A02' })
    const part = await harness.call(west.token, calls.impact, { roleId: role.id })
    expect(part).toEqual({ userCount: 2, users: ['众人20', '众人21'], elsewhere: [] })
  })
})
