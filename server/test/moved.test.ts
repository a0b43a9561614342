import { dataRoleCalls } from '@heliodesk/contract/data-roles.ts'
import { departmentCalls as calls } from '@heliodesk/contract/departments.ts'
import { companyCodes } from '@heliodesk/contract/permissions.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { following } from '../src/modules/departments/following.ts'
import { hire } from './hire.ts'
import { runNext } from './job-tools.ts'
import { useLedger, type Device } from './ledger.ts'
import { queries, readAll, type Read } from './read-all.ts'

const ledger = useLedger()
const { site } = ledger
const { harness } = site

/** These tell how far the move has come. */
const tellsProgress = ['/sysDepart/moves', '/sys/job/', '/sys/auditLog/', '/online/']

let admin: string
let device: Device
/** By the department that each belongs to, and one with a data role for the part that moves. */
let readers: { name: string; token: string }[]

beforeAll(async () => {
  admin = site.people.admin.token
  device = await ledger.add('随部门移动的逆变器')
  const hired = [
    { username: 'mv.moved', depCode: 'A01A02A01' },
    { username: 'mv.before', depCode: 'A01A02' },
    { username: 'mv.after', depCode: 'A01A01' },
    { username: 'mv.above', depCode: 'A01' },
    { username: 'mv.narrowed', depCode: 'A01' },
  ]
  readers = []
  for (const each of hired) {
    const person = await hire(harness, { ...each, codes: companyCodes })
    readers.push({ name: each.username, token: person.token })
    if (each.username === 'mv.narrowed')
      await harness.call(admin, dataRoleCalls.add, {
        code: 'moved_part',
        name: '移动的部门',
        userIds: [person.id],
        departmentIds: [harness.tenant.departments['A01A02A01']!],
      })
  }
  for (const taskType of [1, 7, 12]) await site.create({ taskType, deviceId: device.id, psId: device.psId })
  await site.assignTo(await site.create({ taskType: 4, psId: device.psId }))
})

const ordersOf = async (at: number) => {
  const { rowCount } = await harness.call(readers[at]!.token, workOrderCalls.page, { psId: [device.psId] })
  return rowCount
}
const departmentAt = async (depCode: string) =>
  harness.call(admin, calls.detail, { id: harness.tenant.departments[depCode]! })

/** Reads everything while orders wait to follow, lets them follow, reads everything again, and tells what differs. */
async function followed(asking: readonly number[]): Promise<string[]> {
  const now = harness.clock.now()
  vi.spyOn(harness.clock, 'now').mockImplementation(() => new Date(now))
  const people = asking.map((at) => readers[at]!)
  const before = await Promise.all(people.map(({ token }) => readAll(harness, token, device)))
  expect(await runNext(harness, following)).toBe(true)
  const faults: string[] = []
  for (const [at, { name, token }] of people.entries()) {
    const after = await readAll(harness, token, device)
    const differing = after.filter(({ path, text }, index) => {
      expect(before[at]![index]!.path).toBe(path)
      return before[at]![index]!.text !== text && !tellsProgress.some((each) => path.includes(each))
    })
    // Some answers differ each time: keys, tickets, times of reading.
    const asked = queries.filter(({ path }) => differing.some((each) => each.path === path))
    const again = await readAll(harness, token, device, asked)
    const isSteady = ({ path, text }: Read) => again.some((each) => each.path === path && each.text === text)
    faults.push(...differing.filter(isSteady).map(({ path }) => `${name} ${path}`))
  }
  vi.restoreAllMocks()
  return faults
}

/** Rows whose code is not that of their station. */
async function behind(): Promise<number> {
  const { rows } = await harness.owner.query<{ n: number }>(
    `with placed as (
       select o.tenant_id, o.id, o.dep_code, s.dep_code as now from work_order o
         join station s on (s.tenant_id, s.id) = (o.tenant_id, o.station_id)
     ), copies as (
       select dep_code, now from placed
       union all select i.dep_code, p.now from process_instance i join placed p
         on (p.tenant_id, p.id) = (i.tenant_id, i.business_id) and i.business_type = 'workOrder'
       union all select c.dep_code, p.now from process_candidate c
         join process_instance i on (i.tenant_id, i.id) = (c.tenant_id, c.instance_id)
         join placed p on (p.tenant_id, p.id) = (i.tenant_id, i.business_id) and i.business_type = 'workOrder'
       where c.open
     )
     select count(*)::int as n from copies where dep_code <> now`,
  )
  return rows[0]!.n
}

describe('while orders follow a department that moved', () => {
  it('every query already answers as it does afterwards', async () => {
    expect([await ordersOf(0), await ordersOf(1), await ordersOf(2), await ordersOf(4)]).toEqual([4, 4, 0, 4])
    const { id, version } = await departmentAt('A01A02A01')
    const moved = await harness.call(admin, calls.move, {
      id,
      version,
      parentId: harness.tenant.departments['A01A01']!,
      reason: '划归东部',
    })
    expect(moved.orgCode).toBe('A01A01A01')
    expect([await ordersOf(0), await ordersOf(1), await ordersOf(2), await ordersOf(4)]).toEqual([4, 0, 4, 4])
    expect(await behind()).toBeGreaterThan(4)
    expect(await followed([0, 1, 2, 4])).toEqual([])
    expect(await behind()).toBe(0)
    const [last] = await harness.call(admin, calls.moves, {})
    expect(last).toMatchObject({
      kind: 'move',
      departName: '西部中心',
      targetName: '东部中心',
      reason: '划归东部',
    })
    expect(last!.finishTime).not.toBeNull()
    expect(last!.followed).toBeGreaterThan(4)
  }, 240_000)

  it('every query already answers as it does after a merge', async () => {
    const { id, version } = await departmentAt('A01A02A01')
    const into = harness.tenant.departments['A01A02']!
    await harness.call(admin, calls.merge, { id, version, intoId: into, reason: '并回西部' })
    expect([await ordersOf(1), await ordersOf(2)]).toEqual([4, 0])
    // The data role names a department that is empty now.
    expect(await ordersOf(4)).toBe(0)
    expect(await behind()).toBeGreaterThan(4)
    expect(await followed([1, 4])).toEqual([])
    expect(await behind()).toBe(0)
    expect(await harness.call(admin, calls.detail, { id })).toMatchObject({ status: '2' })
  }, 240_000)
})
