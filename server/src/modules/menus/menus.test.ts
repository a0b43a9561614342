import { menuCalls as calls } from '@heliodesk/contract/menus.ts'
import { roleCalls } from '@heliodesk/contract/roles.ts'
import { sessionCalls } from '@heliodesk/contract/session.ts'
import type { MenuEntry } from '@heliodesk/contract/session.ts'
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import { openPool } from '../../platform/postgres.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import { addMissingPermissions } from '../companies/index.ts'
import { hire, signInAdministrator } from '../../../test/hire.ts'
import { sentOf, useMenus } from './menus.fixture.ts'

const { harness, people, all, at, button, editor, input, refusal, save } = useMenus()

const pathsIn = (menu: MenuEntry[]): string[] =>
  menu.flatMap((entry) => [entry.path, ...pathsIn(entry.children ?? [])])

const seenBy = async (token: string) =>
  pathsIn((await harness.call(token, sessionCalls.permissions, {})).menu)

const roleId = async (code: string) =>
  (await harness.call(people.admin, roleCalls.detail, { roleCode: code })).id

describe('the tree of entries', () => {
  it('has every entry with the fields of the Jeecg family, its roles and its people', async () => {
    const tree = await harness.call(people.admin, calls.list, {})
    const production = tree.find(({ path }) => path === '/production')!
    expect(production).toMatchObject({ menuType: 0, parentId: null, isLeaf: false, leaf: false })
    const orders = production.children.find(({ path }) => path === '/taskCenter')!
    expect(orders).toMatchObject({
      key: orders.id,
      title: '任务中心',
      component: 'work-orders/WorkOrderListPage',
      componentName: 'WorkOrderListPage',
      builtIn: true,
      kept: false,
      status: '1',
    })
    const list = orders.children.find(({ perms }) => perms === 'order:list')!
    expect(list).toMatchObject({ menuType: 2, path: null, isLeaf: true, name: '查看工单' })
    expect(list.roles.map(({ roleName }) => roleName)).toContain('站长')
    expect(list.userCount).toBeGreaterThan(0)
    const { children: _children, ...record } = orders
    expect(await harness.call(people.admin, calls.detail, { id: orders.id })).toEqual(record)
  })

  it('comes with what the fields may have', async () => {
    const { components, codes, roles, treeVersion } = await editor()
    expect(components).toContainEqual({ component: 'stations/StationListPage', title: '电站档案' })
    expect(new Set(components.map(({ component }) => component)).size).toBe(components.length)
    expect(codes).toContainEqual({ code: 'menu:manage', title: '菜单管理' })
    expect(roles.find(({ roleCode }) => roleCode === 'admin')?.userCount).toBe(1)
    expect(treeVersion).toBeGreaterThan(0)
  })

  it('is not shown to others', async () => {
    const clerk = await hire(harness, { username: 'menu.clerk', codes: ['role:manage'] })
    expect(await harness.refused(clerk.token, calls.editor, {})).toMatchObject({ status: 403 })
  })
})

describe('a draft', () => {
  it('is saved as a whole: adds, edits, moves and deletes', async () => {
    const [station, archive] = [await at('/station'), await at('/station/archive')]
    const before = await editor()
    const { added, treeVersion } = await save([
      { key: 'new-2', above: 'new-1', name: '地图', path: '/own/map', component: 'stations/StationListPage' },
      { key: 'new-1', name: '自建', path: '/own', component: 'layouts/Basic' },
      { ...sentOf(archive), above: 'new-1', name: '电站清单' },
    ])
    expect(treeVersion).toBe(before.treeVersion + 1)
    expect(added.map(({ key }) => key).toSorted()).toEqual(['new-1', 'new-2'])
    const own = await at('/own')
    expect(own).toMatchObject({ menuType: 0, builtIn: false })
    expect(own.children.map(({ name, menuType }) => [name, menuType])).toEqual([
      ['电站清单', 1],
      ['地图', 1],
    ])
    expect(await at('/station/archive')).toMatchObject({ version: 2, builtIn: true })
    // Only administrators get what is new; who has what was moved keeps a way to it.
    expect((await at('/own/map')).roles.map(({ roleName }) => roleName)).toEqual(['管理员'])
    expect(own.roles.length).toBeGreaterThan(1)
    const moved = await at('/station/archive')
    await save(
      [{ ...sentOf(moved), above: station.id, name: '电站档案' }],
      [own.id, (await at('/own/map')).id],
    )
    expect((await all()).some(({ path }) => path?.startsWith('/own'))).toBe(false)
  })

  it('takes effect on the very next call of who is signed in, on every process', async () => {
    const pool = openPool(harness.login, { max: 4 })
    const app = await buildApp({ pool, env: harness.env, clock: harness.clock, strictOutput: true })
    try {
      const other = async (token: string) => {
        const answer = await app.inject({
          method: 'GET',
          url: `/api${sessionCalls.permissions.path}`,
          headers: { 'x-access-token': token },
        })
        return pathsIn((answer.json() as { result: { menu: MenuEntry[] } }).result.menu)
      }
      const worker = await hire(harness, { username: 'menu.next', codes: ['dashboard:view', 'order:list'] })
      expect(await other(worker.token)).toContain('/taskCenter')
      const orders = await at('/taskCenter')
      await save([{ ...sentOf(orders), status: '0' }])
      expect(await other(worker.token)).not.toContain('/taskCenter')
      expect(await seenBy(worker.token)).not.toContain('/taskCenter')
      const list = await button('order:list')
      await save([{ ...sentOf(orders), status: '1' }], [list.id])
      const asked = await app.inject({
        method: 'POST',
        url: '/api/ops/order/page',
        headers: { 'x-access-token': worker.token },
        payload: {},
      })
      expect(asked.statusCode).toBe(403)
      await save([{ ...sentOf(list), key: 'new-1' }])
      expect(await button('order:list')).toMatchObject({ roles: [{ roleName: '管理员' }] })
    } finally {
      await app.close()
      await pool.end()
    }
  })

  it('is refused where somebody saved another one meanwhile, and nothing of it is written', async () => {
    const sent = await input([{ key: 'new-1', name: '甲', path: '/one', component: 'layouts/Basic' }])
    await harness.call(people.admin, calls.saveDraft, sent)
    const second = { ...sent, entries: [{ ...sent.entries[0]!, name: '乙', path: '/two' }] }
    expect(await harness.refused(people.admin, calls.saveDraft, second)).toMatchObject({
      code: 'menu.stale',
      message: '菜单已在别处更新，请刷新后重试',
    })
    expect(await at('/two')).toBeUndefined()
    await save([], [(await at('/one')).id])
  })

  it('takes effect once, however often it is sent', async () => {
    const body = await input([{ key: 'new-1', name: '一次', path: '/once', component: 'layouts/Basic' }])
    const headers = { 'idempotency-key': randomUUID() }
    const send = () => harness.request('POST', calls.saveDraft.path, { token: people.admin, body, headers })
    const [first, again] = [await send(), await send()]
    expect(first.body).toMatchObject({ success: true })
    expect(again.body.result).toEqual(first.body.result)
    expect((await all()).filter(({ path }) => path === '/once')).toHaveLength(1)
    await save([], [(await at('/once')).id])
  })

  it('has nothing of another company', async () => {
    const foreign = await signInAdministrator(harness, harness.otherTenant)
    const [theirs] = (await harness.call(foreign, calls.editor, {})).treeList
    const mine = await at('/station')
    const unknown = '数据不存在或无权查看'
    expect(await refusal([{ ...sentOf(mine), key: theirs!.id }])).toBe(unknown)
    expect(await refusal([{ ...sentOf(mine), above: theirs!.id }])).toBe(unknown)
    expect(await refusal([], [theirs!.id])).toBe(unknown)
    expect(await refusal([{ key: 'new-1', above: 'new-7', path: '/x', component: 'layouts/Basic' }])).toBe(
      unknown,
    )
    expect(await harness.call(foreign, calls.history, {})).toMatchObject({ total: 0 })
  })

  it('is told in the history with who, what, from and to', async () => {
    const archive = await at('/station/archive')
    await save([{ ...sentOf(archive), name: '场站', hidden: true }])
    await save([{ ...sentOf(archive), sortNo: archive.sortNo + 1 }])
    const { records } = await harness.call(people.admin, calls.history, { pageSize: 2 })
    expect(records.map(({ action }) => action)).toEqual(['edit', 'edit'])
    expect(records[1]).toMatchObject({
      name: '电站与告警 · 场站',
      actorName: expect.any(String),
      edited: [
        { title: '名称', from: '电站档案', to: '场站' },
        { title: '隐藏', from: '否', to: '是' },
      ],
    })
    await save([sentOf(archive)])
    expect((await harness.call(people.admin, calls.history, { pageSize: 1 })).records[0]).toMatchObject({
      action: 'move',
      edited: [{ title: '排序', from: String(archive.sortNo + 1), to: String(archive.sortNo) }],
    })
    await expect(harness.owner.query('begin; set role none; commit')).resolves.toBeDefined()
    await expect(harness.pool.query('delete from menu_event')).rejects.toThrow(/permission denied/)
  })
})

describe('one entry', () => {
  it('is added, edited and deleted as a stock client does it, which has one field for path and address', async () => {
    const added = await harness.call(people.admin, calls.add, {
      menuType: 0,
      name: '国网检修平台',
      url: 'https://sgcc.example/',
      path: '/sgcc',
      internalOrExternal: true,
    })
    expect(added).toMatchObject({ url: 'https://sgcc.example/', path: '/sgcc', version: 1 })
    const page = await harness.call(people.admin, calls.add, {
      menuType: 1,
      parentId: added.id,
      name: '清单',
      url: '/sgcc/list',
      component: 'stations/StationListPage',
    })
    expect(page).toMatchObject({ path: '/sgcc/list', url: null })
    const edited = await harness.call(people.admin, calls.edit, {
      ...page,
      menuType: 1,
      name: '清单二',
    })
    expect(edited).toMatchObject({ name: '清单二', version: 2 })
    expect(await harness.refused(people.admin, calls.edit, { ...page, name: '清单三' })).toMatchObject({
      code: 'menu.stale',
    })
    expect(await harness.refused(people.admin, calls.remove, { id: added.id })).toMatchObject({
      message: '“国网检修平台”下还有 1 项（清单二），不能删除',
    })
    expect(await harness.call(people.admin, calls.remove, { id: page.id })).toBeNull()
    expect(await harness.call(people.admin, calls.removeBatch, { ids: added.id })).toBeNull()
  })
})

describe('an entry of the product', () => {
  it('does not come back after its deletion, until it is added again', async () => {
    const dictionary = await at('/system/dict')
    const manage = dictionary.children[0]!
    const holders = await roleId('admin')
    await save([], [dictionary.id, manage.id])
    const start = () =>
      inTransaction(harness.pool, async (transaction) => {
        await transaction.enterTenant(harness.tenant.tenantId)
        await addMissingPermissions(transaction.db)
      })
    await start()
    expect(await at('/system/dict')).toBeUndefined()
    expect(
      (await harness.call(people.admin, roleCalls.history, { roleId: holders })).records[0],
    ).toMatchObject({ action: 'grant', removed: ['字典 · 字典管理'] })
    await save([
      { ...sentOf(dictionary), key: 'new-1' },
      { ...sentOf(manage), key: 'new-2', above: 'new-1' },
    ])
    await start()
    expect(await at('/system/dict')).toMatchObject({ builtIn: true, children: [{ perms: 'dict:manage' }] })
  })
})

describe('the preview as a role', () => {
  it('is what its people see, with the draft', async () => {
    const role = await roleId('r10020')
    const master = await harness.signIn('a_master')
    const shown = await harness.call(people.admin, calls.preview, {
      roleId: role,
      entries: [],
      removedIds: [],
    })
    const { menu, auth } = await harness.call(master, sessionCalls.permissions, {})
    expect(shown.menu).toEqual(menu)
    expect(shown.buttons.map(({ code }) => code)).toEqual(auth.map(({ action }) => action))
    expect(shown.unseen).toContainEqual({ name: '角色', why: '未授权' })
    expect(shown.unseen).toContainEqual({ name: '总经理信箱', why: '不进侧栏' })
    const orders = await at('/taskCenter')
    const { treeVersion: _version, ...draft } = await input([
      { ...sentOf(orders), status: '0' },
      {
        key: 'new-1',
        above: orders.parentId,
        name: '新页',
        path: '/new',
        component: 'stations/StationListPage',
      },
    ])
    const changed = await harness.call(people.admin, calls.preview, { roleId: role, ...draft })
    expect(pathsIn(changed.menu)).not.toContain('/taskCenter')
    expect(changed.unseen).toEqual(
      expect.arrayContaining([
        { name: '任务中心', why: '已停用' },
        { name: '新页', why: '未授权' },
      ]),
    )
    const forAdmin = await harness.call(people.admin, calls.preview, {
      roleId: await roleId('admin'),
      ...draft,
    })
    expect(pathsIn(forAdmin.menu)).toContain('/new')
  })
})
