import { stationMapCalls } from '@heliodesk/contract/station-map.ts'
import { stationCalls as calls } from '@heliodesk/contract/stations.ts'
import { approvalCalls } from '@heliodesk/contract/approvals.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { hire, type Hired, useSignedIn } from '../../../test/hire.ts'
import { somebodyWaits } from '../../../test/locks.ts'

const harness = useHarness()
const UNSEEN = '数据不存在或无权查看'

/** A person who manages the stations of the western centre. */
let west: Hired
/** The same, also related to an eastern project. */
let related: Hired

const people = useSignedIn(harness, {
  admin: 'a_admin',
  foreigner: 'b_admin',
})

beforeAll(async () => {
  const terms = {
    codes: ['station:list', 'station:edit'] as ['station:list', 'station:edit'],
    depCode: 'A01A02',
  }
  west = await hire(harness, { username: 'west.keeper', ...terms })
  related = await hire(harness, { username: 'rel.keeper', ...terms, relPsaIds: [siteIn('A01A01').psaId] })
})

const department = (code: string) => harness.tenant.departments[code]!
const siteIn = (code: string) => harness.tenant.stations.find((station) => station.depCode === code)!

let made = 0
const station = (input: object = {}) => {
  made += 1
  return {
    psName: `新站${made}`,
    psaId: siteIn('A01A02').psaId,
    depId: department('A01A02'),
    siteType: 'G' as const,
    ...input,
  }
}
const add = (input: object = {}, token = people.admin) => harness.call(token, calls.add, station(input))
type Station = Awaited<ReturnType<typeof add>>

const edit = (before: Station, change: object, token = people.admin) =>
  harness.call(token, calls.edit, { ...before, ...change })
const refusedEdit = async (before: Station, change: object, token = people.admin) =>
  (await harness.refused(token, calls.edit, { ...before, ...change })).message
const detail = (psId: string, token = people.admin) => harness.call(token, calls.detail, { psId })

const addPsa = (input: object = {}, token = people.admin) => {
  made += 1
  return harness.call(token, calls.addPsa, { name: `项目${made}`, depId: department('A01A02'), ...input })
}

describe('reading', () => {
  it('pages the stations in scope and filters them', async () => {
    const all = await harness.call(people.admin, calls.page, { size: 3 })
    expect(all).toMatchObject({ total: 4, hasNextPage: true })
    expect(await harness.call(people.admin, calls.page, { size: 3, curPage: 2 })).toMatchObject({
      hasNextPage: false,
    })
    const mine = await harness.call(west.token, calls.page, { size: 100 })
    expect(mine.list.every((row) => row.depCode.startsWith('A01A02'))).toBe(true)
    const more = await harness.call(related.token, calls.page, { size: 100 })
    expect(new Set(more.list.map((row) => row.depCode.slice(0, 6)))).toEqual(new Set(['A01A01', 'A01A02']))
    const last = all.list.at(-1)!
    const top = await harness.call(people.admin, calls.page, { topPsIds: last.psId })
    expect(top.list[0]!.psId).toBe(last.psId)
    const named = await harness.call(people.admin, calls.page, { psName: last.psName, psaIds: last.psaId })
    expect(named.list.map((row) => row.psId)).toEqual([last.psId])
  })

  it('offers names and nothing else to those who only choose, page by page', async () => {
    const chooser = await hire(harness, { username: 'chooser', codes: ['order:create'], depCode: 'A01A02' })
    const ids = (await harness.call(west.token, calls.page, { size: 500 })).list.map(({ psId }) => psId)
    const all = await harness.call(chooser.token, calls.options, { size: 500 })
    expect(all.list.map(({ psId }) => psId)).toEqual(ids)
    expect(all.hasNextPage).toBe(false)
    expect(Object.keys(all.list[0]!)).toEqual(['psId', 'psName'])
    const first = await harness.call(chooser.token, calls.options, { size: 1, topPsIds: ids.at(-1)! })
    expect(first).toMatchObject({ list: [{ psId: ids.at(-1) }], hasNextPage: true })
    const found = await harness.call(chooser.token, calls.options, { psName: all.list[0]!.psName })
    expect(found.list).toContainEqual(all.list[0])
    for (const call of [
      calls.page,
      stationMapCalls.archive,
      calls.provinces,
      calls.detail,
      calls.history,
      calls.listByPsa,
    ])
      expect(await harness.refused(chooser.token, call, { psId: ids[0], psaId: '1' })).toMatchObject({
        status: 403,
        message: '拒绝访问：需要“查看电站”权限（station:list）',
      })
  })

  it('lists the stations of a project', async () => {
    const psaId = siteIn('A01A02').psaId
    const rows = await harness.call(west.token, calls.listByPsa, { psaId })
    const expected = harness.tenant.stations.filter((each) => each.psaId === psaId).map((each) => each.id)
    expect(new Set(rows.map((row) => row.psId))).toEqual(new Set(expected))
    for (const unseen of [siteIn('A01A01').psaId, harness.otherTenant.stations[0]!.psaId, '999999999']) {
      expect((await harness.refused(west.token, calls.listByPsa, { psaId: unseen })).message).toBe(UNSEEN)
    }
  })
})

describe('adding', () => {
  it('keeps every field', async () => {
    const input = {
      psName: '青山一期',
      siteType: 'C' as const,
      capacityKwp: 50_123.456,
      acKw: 40_000,
      gridDate: '2024-02-29',
      province: '宁夏',
      city: '中卫',
      latitude: 37.514951,
      longitude: -105.189568,
      ownerName: '业主',
      tariff: 0.259595,
      county: '沙坡头区',
      address: '光伏路 1 号',
      contactName: '陈师傅',
      contactPhone: '0955-7012345',
      warrantyEnd: '2029-02-28',
    }
    const added = await add(input)
    expect(added).toMatchObject({
      ...input,
      siteTypeLabel: '集中式',
      depCode: 'A01A02',
      maintenanceStatus: '1',
      status: '1',
      version: 1,
    })
    expect(await detail(added.psId)).toEqual(added)
  })

  it('keeps names unique within a project only', async () => {
    const { psName } = await add()
    expect((await harness.refused(people.admin, calls.add, station({ psName }))).message).toBe(
      '该项目下已有同名电站',
    )
    await add({ psName, psaId: (await addPsa()).id })
    const answers = await Promise.all(
      [1, 2, 3].map(() =>
        harness.request('POST', calls.add.path, { token: people.admin, body: station({ psName: '同名站' }) }),
      ),
    )
    expect(answers.filter((answer) => answer.body.success === true)).toHaveLength(1)
    expect(answers.every((answer) => answer.status === 200)).toBe(true)
  })

  it.each([
    ['psName', '电站名称', { psName: '' }, '此项为必填项'],
    ['capacityKwp', '装机容量', { capacityKwp: -1 }, '不能小于 0'],
    ['capacityKwp', '装机容量', { capacityKwp: 1e12 }, '不能大于 100000000'],
    ['acKw', '交流容量', { acKw: -0.1 }, '不能小于 0'],
    ['latitude', '纬度', { latitude: 90.1 }, '应在 -90~90 之间'],
    ['longitude', '经度', { longitude: -180.1 }, '应在 -180~180 之间'],
    ['gridDate', '并网日期', { gridDate: '2023-02-29' }, '日期格式应为 YYYY-MM-DD'],
    ['gridDate', '并网日期', { gridDate: '0000-01-01' }, '应在 1980 年至 2099 年之间'],
    ['tariff', '上网电价', { tariff: 101 }, '不能大于 100'],
    ['siteType', '电站类型', { siteType: 'X' }, '请选择电站类型'],
    ['psaId', '项目', { psaId: '66666x' }, '不是有效的编号'],
    ['contactPhone', '联系电话', { contactPhone: '没有' }, '电话号码格式不正确'],
    ['status', '状态', { status: '2' }, '状态应为 1（启用）或 3（停用）'],
  ])('names the field at fault: %s', async (field, title, wrong, message) => {
    expect(await harness.refused(people.admin, calls.add, station(wrong))).toMatchObject({
      status: 400,
      message: `参数有误：${title}（${field}）：${message}`,
    })
  })
})

describe('editing', () => {
  it('disables and renames', async () => {
    const before = await add()
    const change = { psName: `${before.psName}改`, status: '3', capacityKwp: 12.5 }
    const after = await edit(before, change)
    expect(after).toEqual({ ...before, ...change, version: 2 })
    const filtered = await harness.call(people.admin, calls.page, {
      status: '3',
      maintenanceStatus: '1',
      size: 100,
    })
    expect(filtered.list.map((row) => row.psId)).toContain(before.psId)
    const order = { psId: before.psId, taskType: 12, taskDescription: '巡视' }
    expect((await harness.refused(people.admin, workOrderCalls.insert, order)).message).toMatch(/已停用/)
  })

  it('takes the work orders along when a station moves', async () => {
    const before = await add()
    const { id } = await harness.call(people.admin, workOrderCalls.insert, {
      psId: before.psId,
      taskType: 12,
      taskDescription: '随站迁移',
    })
    const master = await hire(harness, {
      username: 'east.reader',
      codes: ['order:list', 'order:assign'],
      depCode: 'A01A01',
    })
    const todos = async () =>
      (await harness.call(master.token, approvalCalls.page, { box: 'todo' })).pageList.map(
        ({ businessId }) => businessId,
      )
    expect((await harness.refused(master.token, workOrderCalls.detail, { id })).message).toBe(UNSEEN)
    expect(await todos()).not.toContain(id)
    await edit(before, { depId: department('A01A01'), psaId: siteIn('A01A01').psaId })
    expect(await harness.call(master.token, workOrderCalls.detail, { id })).toMatchObject({
      depCode: 'A01A01',
      psaId: siteIn('A01A01').psaId,
    })
    expect(await todos()).toContain(id)
  })

  it('takes along even an order that is being written while the station moves', async () => {
    const before = await add()
    const mover = await harness.owner.connect()
    await mover.query('begin')
    await mover.query('update station set department_id = $1 where id = $2', [
      department('A01A01'),
      before.psId,
    ])
    const order = harness.call(people.admin, workOrderCalls.insert, {
      psId: before.psId,
      taskType: 12,
      taskDescription: '迁移途中',
    })
    await Promise.race([order, somebodyWaits(harness)])
    await mover.query('commit')
    mover.release()
    const { depCode } = await harness.call(people.admin, workOrderCalls.detail, { id: (await order).id })
    expect(depCode).toBe('A01A01')
  })
})

describe('who may', () => {
  it('keeps stations inside the own departments and projects', async () => {
    const [east, eastPsa] = [department('A01A01'), siteIn('A01A01').psaId]
    for (const wrong of [
      { depId: east },
      { psaId: eastPsa },
      { depId: harness.otherTenant.departments['A01A02'] },
      { psaId: harness.otherTenant.stations[0]!.psaId },
      { depId: '999999999' },
      { psaId: '999999999' },
    ]) {
      expect((await harness.refused(west.token, calls.add, station(wrong))).message).toBe(UNSEEN)
    }
    const own = await add({}, west.token)
    expect(await refusedEdit(own, { depId: east }, west.token)).toBe(UNSEEN)
    expect(await refusedEdit(own, { psaId: eastPsa }, west.token)).toBe(UNSEEN)
    const theirs = await detail(siteIn('A01A01').id)
    expect(await refusedEdit(theirs, {}, west.token)).toBe(UNSEEN)
  })

  it('lets somebody related to a project keep its stations but not take them away', async () => {
    const theirs = await detail(siteIn('A01A01').id)
    const after = await edit(theirs, { city: '关联' }, related.token)
    expect(after.city).toBe('关联')
    expect(await refusedEdit(after, { depId: department('A01A02') }, related.token)).toBe(
      '该电站不属于您的部门，不能改变其归属部门',
    )
  })

  it('needs the right', async () => {
    const reader = await hire(harness, { username: 'reader', codes: ['station:list'] })
    const refused = await harness.refused(reader.token, calls.add, station())
    expect(refused).toMatchObject({ status: 403, message: '拒绝访问：需要“维护电站”权限（station:edit）' })
  })
})

describe('projects', () => {
  it('adds, edits, closes and deletes', async () => {
    const psa = await addPsa()
    expect(psa).toMatchObject({ depCode: 'A01A02', status: '1', stationCount: 0, version: 1 })
    const inside = await add({ psaId: psa.id })
    const closed = await harness.call(people.admin, calls.editPsa, {
      ...psa,
      status: '3',
      depId: department('A01A01'),
    })
    expect(closed).toMatchObject({ depCode: 'A01A01', status: '3', stationCount: 1, version: 2 })
    expect((await harness.refused(people.admin, calls.add, station({ psaId: psa.id }))).message).toBe(
      `项目“${psa.name}”已关闭，不能加入电站`,
    )
    expect((await harness.refused(people.admin, calls.removePsa, { id: psa.id })).message).toBe(
      `项目“${psa.name}”下还有 1 座电站，不能删除`,
    )
    await edit(inside, { psaId: siteIn('A01A02').psaId })
    expect(await harness.call(people.admin, calls.removePsa, { id: psa.id })).toBeNull()
    expect((await harness.refused(people.admin, calls.removePsa, { id: psa.id })).message).toBe(UNSEEN)
  })

  it('keeps names unique', async () => {
    const [one, two] = [await addPsa(), await addPsa()]
    const input = { name: one.name, depId: department('A01') }
    expect((await harness.refused(people.admin, calls.addPsa, input)).message).toBe('项目名称已存在')
    expect((await harness.refused(people.admin, calls.editPsa, { ...two, name: one.name })).message).toBe(
      '项目名称已存在',
    )
  })

  it('lists and filters in scope', async () => {
    const psa = await addPsa({ name: '清单项目', depId: department('A01A01') })
    const page = await harness.call(people.admin, calls.psaList, { keyword: '清单' })
    expect([page.records, page.total]).toEqual([[psa], 1])
    const closed = await harness.call(people.admin, calls.psaList, { keyword: '清单', status: '3' })
    expect(closed.total).toBe(0)
    const east = await harness.call(people.admin, calls.psaList, { depCode: 'A01A01', pageSize: 500 })
    expect(east.records.every((each) => each.depCode === 'A01A01')).toBe(true)
    expect((await harness.call(west.token, calls.psaList, { keyword: '清单' })).total).toBe(0)
    const mine = await harness.call(related.token, calls.psaList, { pageSize: 500 })
    expect(mine.records.map((each) => each.id)).toContain(siteIn('A01A01').psaId)
  })

  it('offers choices page by page, the wanted first', async () => {
    await addPsa({ status: '3', name: '选项已关闭' })
    const open = await addPsa({ name: '选项开放' })
    const first = await harness.call(people.admin, calls.psaOptions, { pageSize: 1, top: open.id })
    expect(first).toMatchObject({ t1: true, t2: [{ id: open.id }] })
    const found = await harness.call(people.admin, calls.psaOptions, { fuzz: '选项', excludeClosed: '1' })
    expect(found).toEqual({ t1: false, t2: [{ id: open.id, name: '选项开放', status: '1' }] })
    const both = await harness.call(people.admin, calls.psaOptions, { fuzz: '选项', deptCode: 'A01A02' })
    expect(both.t2).toHaveLength(2)
    expect((await harness.call(people.foreigner, calls.psaOptions, { fuzz: '选项' })).t2).toEqual([])
  })

  it('belong to departments in scope', async () => {
    const theirs = await addPsa({ depId: department('A01A01') })
    const eastern = siteIn('A01A01').psaId
    for (const refusal of [
      harness.refused(west.token, calls.addPsa, { name: '越权', depId: department('A01A01') }),
      harness.refused(west.token, calls.editPsa, theirs),
      harness.refused(west.token, calls.removePsa, { id: theirs.id }),
      harness.refused(related.token, calls.editPsa, {
        id: eastern,
        version: 1,
        name: '越权',
        depId: department('A01A02'),
      }),
      harness.refused(people.foreigner, calls.editPsa, theirs),
      harness.refused(people.foreigner, calls.removePsa, { id: theirs.id }),
      harness.refused(people.foreigner, calls.addPsa, { name: '外来', depId: department('A01A01') }),
    ]) {
      expect((await refusal).message).toBe(UNSEEN)
    }
  })
})
