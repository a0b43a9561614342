import type { Sent } from '@heliodesk/contract/call.ts'
import { dataRoleCalls as calls } from '@heliodesk/contract/data-roles.ts'
import { companyCodes } from '@heliodesk/contract/permissions.ts'
import { roleCalls } from '@heliodesk/contract/roles.ts'
import { sessionCalls } from '@heliodesk/contract/session.ts'
import { stationCalls } from '@heliodesk/contract/stations.ts'
import { userCalls } from '@heliodesk/contract/users.ts'
import { webhookCalls } from '@heliodesk/contract/webhooks.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { ask, look, makeNext } from '../../../test/exports.ts'
import { fillWithOrders } from '../../../test/fill-with-orders.ts'
import { formOf, hire } from '../../../test/hire.ts'
import { runNext } from '../../../test/job-tools.ts'
import { useSite } from '../../../test/site.ts'
import { webhooks } from '../webhooks/index.ts'

const site = useSite()
const { harness } = site
let admin: string

beforeAll(async () => {
  admin = site.people.admin.token
  await fillWithOrders(harness, harness.tenant, 60)
})

type Rule = Partial<Sent<typeof calls.add>>

let made = 0
const add = (rule: Rule, token = admin) => {
  made += 1
  return harness.call(token, calls.add, { code: `rule${made}`, name: `规则 ${made}`, ...rule })
}
const refused = (rule: Rule, token = admin) => {
  made += 1
  return harness.refused(token, calls.add, { code: `rule${made}`, name: `规则 ${made}`, ...rule })
}

const idsSorted = (ids: readonly string[]) => ids.toSorted((a, b) => Number(a) - Number(b))

const stationsOf = async (token: string) =>
  (await harness.call(token, stationCalls.page, { size: 100 })).list.map(({ psId }) => psId)

describe('a data role', () => {
  it('is added, read, edited with its history, found and removed', async () => {
    const depId = harness.tenant.departments.A01A02!
    const role = await add({
      departmentIds: [depId],
      columns: { phone: 'mask' },
      userIds: [site.people.worker.id],
    })
    expect(role).toMatchObject({
      departments: [{ id: depId, name: '西部区域' }],
      users: [{ id: site.people.worker.id }],
      userCount: 1,
      enabled: true,
    })
    const edited = await harness.call(admin, calls.edit, {
      ...role,
      name: '只看西部',
      taskTypes: [16],
      taskTypesExcluded: true,
      roleIds: [],
      userIds: [],
    })
    expect(edited).toMatchObject({ version: 2, userCount: 0, taskTypes: [16] })
    const { records } = await harness.call(admin, calls.history, { dataRoleId: role.id })
    expect(records.map(({ action }) => action)).toEqual(['edit', 'create'])
    expect(records[0]!.edited).toEqual(
      expect.arrayContaining([
        { title: '名称', from: role.name, to: '只看西部' },
        { title: '任务类型', from: '不限', to: '不含 16' },
      ]),
    )
    expect((await harness.call(admin, calls.search, { keyWord: 'zhikanxibu' })).map(({ id }) => id)).toEqual([
      role.id,
    ])
    expect((await harness.call(admin, calls.tree, {})).ids).toContain(role.id)
    await harness.call(admin, calls.remove, { id: role.id })
    await harness.refused(admin, calls.detail, { id: role.id })
  })

  it.each<[string, Rule, string]>([
    ['nothing', {}, '请至少设置一个条件、一列或导出行数'],
    ['a column that cannot be masked', { columns: { tariff: 'mask' } }, '该列只能隐藏，不能遮住一部分'],
    ['an empty list', { stationIds: [] }, '请至少选择一项'],
    ['an unknown station', { stationIds: ['999999'] }, '数据不存在或无权查看'],
    ['an unknown role', { taskTypes: [1], roleIds: ['999999'] }, '数据不存在或无权查看'],
    ['a code with a space', { code: 'a b', taskTypes: [1] }, '以字母开头，只含字母、数字和下划线'],
  ])('is refused with %s', async (_what, rule, message) => {
    expect((await refused(rule)).message).toContain(message)
  })

  it('has a code and a name of its own, and is not edited at an old version', async () => {
    const role = await add({ taskTypes: [1] })
    expect((await refused({ taskTypes: [1], code: role.code })).message).toBe('数据角色编码已存在')
    expect((await refused({ taskTypes: [1], name: role.name })).message).toBe('数据角色名称已存在')
    const form = { ...role, roleIds: [], userIds: [] }
    await harness.call(admin, calls.edit, form)
    expect((await harness.refused(admin, calls.edit, form)).message).toContain('数据角色已在别处更新')
  })

  it('takes effect on the next call of its person, and ends with it', async () => {
    const { token, id } = site.people.worker
    const before = await stationsOf(token)
    expect(before.length).toBeGreaterThan(1)
    const role = await add({ stationIds: [before[0]!], userIds: [id] })
    expect(await stationsOf(token)).toEqual([before[0]])
    expect((await harness.call(token, sessionCalls.me, {})).dataRoles).toEqual([role.code])
    await harness.call(admin, calls.edit, { ...role, enabled: false, roleIds: [], userIds: [id] })
    expect(await stationsOf(token)).toEqual(before)
    await harness.call(admin, calls.remove, { id: role.id })
  })

  it('comes through a role too, and of several each adds its rows', async () => {
    const { token, id } = site.people.worker
    const [one, two] = await stationsOf(token)
    const ofRole = harness
      .call(admin, roleCalls.all, {})
      .then((all) => all.find(({ roleCode }) => roleCode === 'r10030')!)
    const first = await add({ stationIds: [one!], roleIds: [(await ofRole).id] })
    expect(first.userCount).toBeGreaterThan(1)
    const second = await add({ stationIds: [two!], userIds: [id] })
    expect(idsSorted(await stationsOf(token))).toEqual(idsSorted([one!, two!]))
    expect(await harness.call(admin, calls.userDataRoles, { userid: id })).toEqual([
      {
        id: first.id,
        code: first.code,
        name: first.name,
        enabled: true,
        through: ['运维工程师'],
        isOwn: false,
      },
      { id: second.id, code: second.code, name: second.name, enabled: true, through: [], isOwn: true },
    ])
    expect(await harness.call(admin, calls.userRoles, { userid: id })).toMatchObject([{ roleCode: 'r10030' }])
    for (const role of [first, second]) await harness.call(admin, calls.remove, { id: role.id })
  })
})

describe('who may decide', () => {
  it('nobody whom a data role narrows', async () => {
    const keeper = await hire(harness, {
      username: 'data.keeper',
      codes: ['dataRole:manage', 'user:manage'],
      hasAllData: true,
    })
    const role = await add({ columns: { phone: 'mask' }, userIds: [keeper.id] })
    expect((await harness.refused(keeper.token, calls.remove, { id: role.id })).message).toBe(
      '您自己的数据受数据角色限制，不能新建、修改或删除数据角色',
    )
  })

  it('only for people of the own departments without rights beyond, and for roles only with all data', async () => {
    const keeper = await hire(harness, {
      username: 'west.keeper',
      codes: ['dataRole:manage', 'user:manage'],
      depCode: 'A01A02',
    })
    const west = await hire(harness, { username: 'west.worker', codes: [], depCode: 'A01A02A01' })
    const rule = { taskTypes: [1] }
    expect((await add({ ...rule, userIds: [west.id] }, keeper.token)).userCount).toBe(1)
    expect((await refused({ ...rule, roleIds: [west.roleId] }, keeper.token)).message).toContain(
      '只有拥有全部数据权限的人',
    )
    expect((await refused({ ...rule, userIds: [site.people.outsider.id] }, keeper.token)).message).toBe(
      '数据不存在或无权查看',
    )
    expect((await refused({ ...rule, userIds: [site.people.master.id] }, keeper.token)).message).toContain(
      '拥有您没有的权限',
    )
    const outside = await add({ ...rule, userIds: [site.people.outsider.id] })
    expect((await harness.refused(keeper.token, calls.remove, { id: outside.id })).message).toBe(
      '数据不存在或无权查看',
    )
    const kept = await harness.call(keeper.token, calls.edit, {
      ...outside,
      name: '改名',
      roleIds: [],
      userIds: [],
    })
    expect(kept.users).toEqual([])
    expect((await harness.call(admin, calls.detail, { id: outside.id })).users).toHaveLength(1)
  })
})

describe('hidden columns', () => {
  const codes = companyCodes

  it('are masked or empty in every answer, and an edit keeps what it was not shown', async () => {
    const editor = await hire(harness, { username: 'no.phones', codes, hasAllData: true })
    const psId = site.stationId
    const station = await harness.call(admin, stationCalls.detail, { psId })
    const filled = await harness.call(admin, stationCalls.edit, {
      ...station,
      contactPhone: '0515-80001234',
      tariff: 0.3949,
    })
    const person = await harness.call(admin, userCalls.detail, { id: site.people.worker.id })
    await harness.call(admin, userCalls.edit, { ...formOf(person), phone: '13812340917' })
    await add({ columns: { phone: 'mask', tariff: 'hide' }, userIds: [editor.id] })

    const seen = await harness.call(editor.token, stationCalls.detail, { psId })
    expect(seen).toMatchObject({ contactPhone: '051****1234', tariff: null })
    const user = await harness.call(editor.token, userCalls.detail, { id: person.id })
    expect(user.phone).toBe('138****0917')
    expect((await harness.call(editor.token, sessionCalls.me, {})).hiddenColumns.toSorted()).toEqual([
      'phone',
      'tariff',
    ])

    await harness.call(editor.token, stationCalls.edit, {
      ...seen,
      contactPhone: null,
      version: filled.version,
    })
    await harness.call(editor.token, userCalls.edit, { ...formOf(user), phone: '' })
    expect(await harness.call(admin, stationCalls.detail, { psId })).toMatchObject({
      contactPhone: '0515-80001234',
      tariff: 0.3949,
    })
    expect((await harness.call(admin, userCalls.detail, { id: person.id })).phone).toBe('13812340917')
  })

  it('an export beyond the most rows is refused with both numbers', async () => {
    const exporter = await hire(harness, {
      username: 'few.rows',
      codes: ['order:list', 'order:export'],
      hasAllData: true,
    })
    await add({ mostExportRows: 10, userIds: [exporter.id] })
    const { id } = await ask(harness, exporter.token)
    await makeNext(harness)
    const { state, error } = await look(harness, exporter.token, id)
    const { rowCount } = await harness.call(exporter.token, workOrderCalls.page, {})
    expect([state, error]).toEqual([
      'failed',
      `共 ${rowCount} 行，您的数据角色每次最多导出 10 行，请缩小范围`,
    ])
  })
})

describe('what a draft would change', () => {
  it('tells for each person what they see now and then, and which open orders they would lose', async () => {
    const { id, token } = site.people.worker
    const before = await harness.call(token, workOrderCalls.count, {})
    const open = before.byStatus[1] + before.byStatus[2] + before.byStatus[3]
    const { userCount, people, sql } = await harness.call(admin, calls.impact, {
      ownOrders: 'own',
      userIds: [id],
    })
    expect(userCount).toBe(1)
    expect(people[0]).toMatchObject({ id, now: { orders: open }, lost: 0, others: [] })
    expect(people[0]!.after.orders).toBeLessThan(open)
    expect(people[0]!.after.stations).toBe(people[0]!.now.stations)
    expect(sql!.orders).toContain(`'${id}'`)
    const role = await add({ ownOrders: 'own', userIds: [id] })
    const after = await harness.call(token, workOrderCalls.count, {})
    expect(after.byStatus[1] + after.byStatus[2] + after.byStatus[3]).toBe(people[0]!.after.orders)
    const gone = await harness.call(admin, calls.impact, {
      id: role.id,
      ownOrders: 'own',
      enabled: false,
      userIds: [id],
    })
    expect(gone.people[0]!.after.orders).toBe(open)
    const types = await harness.call(admin, calls.impact, { id: role.id, taskTypes: [16], userIds: [id] })
    expect(types.people[0]!.lost).toBeGreaterThan(0)
    await harness.call(admin, calls.remove, { id: role.id })
  })
})

describe('a webhook', () => {
  it('is not told of orders that a data role hides from its owner', async () => {
    const { id } = await harness.call(admin, webhookCalls.add, {
      name: '外部系统',
      kind: 'https',
      address: 'https://receiver.example/hook',
      events: ['order.created'],
      departmentIds: [],
      psIds: [],
    })
    const owner = await hire(harness, { username: 'hook.owner', codes: [], hasAllData: true })
    await harness.owner.query('update webhook set owner_id = $2 where id = $1', [id, owner.id])
    await add({ taskTypes: [16], userIds: [owner.id] })
    await site.create({ taskType: 7 })
    await runNext(
      harness,
      webhooks.jobs.find(({ kind }) => kind === 'webhook')!,
    )
    const { rows } = await harness.owner.query('select state from webhook_delivery where hook_id = $1', [id])
    expect(rows).toEqual([{ state: 'dropped' }])
  })
})
