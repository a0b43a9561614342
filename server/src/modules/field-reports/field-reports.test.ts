import { randomUUID } from 'node:crypto'
import type { Sent } from '@heliodesk/contract/call.ts'
import { deviceCalls } from '@heliodesk/contract/devices.ts'
import { fieldReportCalls as calls } from '@heliodesk/contract/field-reports.ts'
import { stationCalls } from '@heliodesk/contract/stations.ts'
import { taskTypeCalls } from '@heliodesk/contract/task-types.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { useLedger } from '../../../test/ledger.ts'
import { wholeDatabase } from '../../../test/whole-database.ts'

const ledger = useLedger()
const { site } = ledger
const { harness } = site
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

type Report = Partial<Sent<typeof calls.report>>

beforeEach(() => site.setClock('2030-01-01T02:00:00Z'))

const part = { hint: '', when: '', unit: '℃', decimals: 0, min: 0, max: 120 }

const now = () => harness.clock.now().getTime()
const given = (more: Report = {}): Sent<typeof calls.report> => ({
  report: randomUUID(),
  at: now(),
  skew: 0,
  psId: ledger.here,
  text: '逆变器外壳有放电声',
  ...more,
})
const report = (more: Report = {}, token = site.people.worker.token) =>
  harness.call(token, calls.report, given(more))
const detail = (id: string) => harness.call(site.people.admin.token, workOrderCalls.detail, { id })
const mine = (token = site.people.worker.token) => harness.call(token, calls.mine, {})
const ordersAt = async () =>
  (await harness.owner.query<{ n: number }>('select count(*)::int as n from work_order')).rows[0]!.n

describe('a defect reported on a phone', () => {
  it('becomes an order of the defect type, as if it had been entered at a desk', async () => {
    const device = await ledger.add('1 号逆变器')
    const at = now()
    harness.clock.advance(3 * 60 * MINUTE_MS)
    const sent = given({
      at: at + 60 * MINUTE_MS,
      skew: 60 * MINUTE_MS,
      deviceCode: device.code,
      deviceName: device.name,
      defectLevel: 'II',
      latitude: 37.79,
      longitude: 107.4,
    })
    const answer = await harness.call(site.people.worker.token, calls.report, sent)
    expect(answer).toEqual({
      outcome: 'done',
      orderId: answer.orderId,
      workCode: expect.stringMatching(/^GD20300101\d{6}$/),
      marks: [],
      message: `已受理，工单 ${answer.workCode}`,
    })
    const order = await detail(answer.orderId)
    expect(order).toMatchObject({
      taskType: 8,
      psId: ledger.here,
      deviceId: device.id,
      defectLevel: 'II',
      flowSts: 1,
      taskDescription: '逆变器外壳有放电声',
      report: {
        doneTime: '2030-01-01 10:00:00',
        latitude: 37.79,
        longitude: 107.4,
        marks: [],
        photoList: [],
      },
    })
    // By the limit of its grade, from its arrival on.
    expect(order.impCommitTime).toBe('2030-01-08 13:00:00')
    const history = await harness.call(site.people.admin.token, workOrderCalls.history, {
      id: answer.orderId,
    })
    expect(history).toMatchObject([
      { actionName: '新建工单', at: '2030-01-01 13:00:00', doneTime: '2030-01-01 10:00:00' },
    ])
    expect((await mine())[0]).toEqual({
      report: sent.report,
      text: '逆变器外壳有放电声',
      psName: order.psName,
      orderId: answer.orderId,
      workCode: answer.workCode,
      flowStsName: '待指派',
      isVisible: true,
      marks: [],
      reportTime: '2030-01-01 10:00:00',
    })
    expect(await mine(site.people.worker2.token)).toEqual([])
  })

  it('exists once, however often it arrives, with whatever key, from several windows', async () => {
    const sent = given()
    const before = await ordersAt()
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_each, at) =>
        harness.request('POST', calls.report.path, {
          token: site.people.worker.token,
          body: sent,
          headers: { 'idempotency-key': `report-${at % 2}` },
        }),
      ),
    )
    const told = answers.map(({ body }) => body.result_data as { orderId: string; outcome: string } | null)
    expect(new Set(told.map((each) => each?.orderId)).size).toBe(1)
    expect(told.filter((each) => each?.outcome === 'same').length).toBe(2)
    expect(await ordersAt()).toBe(before + 1)
    const again = await harness.call(site.people.worker.token, calls.report, sent)
    expect(again).toMatchObject({ outcome: 'same', message: `此前已受理，工单 ${again.workCode}` })
    // Two phones of one person report two defects.
    const other = await report({ text: sent.text })
    expect(other.orderId).not.toBe(again.orderId)
  })

  it('is not found under the id of another person or company', async () => {
    const sent = given()
    await harness.call(site.people.worker.token, calls.report, sent)
    expect(await harness.refused(site.people.worker2.token, calls.report, sent)).toMatchObject({
      code: 'report.used',
      message: '上报编号已用于他人的上报，请重新填写',
    })
    const [theirs] = harness.otherTenant.stations
    expect(
      await harness.refused(site.people.worker.token, calls.report, given({ psId: theirs!.id })),
    ).toMatchObject({ code: 'report.no_station' })
    // Their report of the same id is another one.
    const foreign = await harness.call(site.people.foreigner.token, calls.report, {
      ...sent,
      psId: theirs!.id,
    })
    expect(foreign.outcome).toBe('done')
    expect((await mine(site.people.foreigner.token)).map((each) => each.report)).toEqual([sent.report])
  })

  it('refuses in words what can be no report, and changes nothing', async () => {
    const before = await wholeDatabase(harness)
    const refusals = []
    for (const wrong of [
      { text: '' },
      { text: '长'.repeat(501) },
      { report: 'abc' },
      { psId: '999999999999' },
      { deviceCode: 'x'.repeat(65) },
      { defectLevel: 'IV' as 'I' },
      { latitude: 37.79 },
    ])
      refusals.push((await harness.refused(site.people.worker.token, calls.report, given(wrong))).message)
    expect(refusals).toEqual([
      '参数有误：缺陷情况（text）：此项为必填项',
      '参数有误：缺陷情况（text）：最多允许输入500个字符',
      '参数有误：上报编号（report）：不是有效的上报编号',
      '电站已不存在，请重新选择电站后再次上报',
      '参数有误：设备编码（deviceCode）：最多允许输入64个字符',
      '参数有误：缺陷等级（defectLevel）：没有这种缺陷等级',
      '参数有误：经度（longitude）：纬度和经度应同时填写',
    ])
    const guest = await harness.signIn('a_guest')
    expect((await harness.refused(guest, calls.report, given())).status).toBe(403)
    expect(await wholeDatabase(harness)).toEqual(before)
    await expect(report({ text: '长'.repeat(500) })).resolves.toMatchObject({ outcome: 'done' })
  })
})

describe('what changed in the meantime', () => {
  const textOf = async (more: Report) => {
    const { orderId, marks } = await report(more)
    const { taskDescription, deviceId, report: told } = await detail(orderId)
    expect(told?.marks).toEqual(marks)
    return { taskDescription, deviceId, marks }
  }

  it('is said in the order: a device that is not in the ledger any more', async () => {
    const odd = '设备“3 号汇流箱 HL-3”已不在该电站的台账中'
    expect(await textOf({ deviceCode: 'HL-3', deviceName: '3 号汇流箱' })).toEqual({
      taskDescription: `逆变器外壳有放电声（${odd}）`,
      deviceId: null,
      marks: [odd],
    })
    const moved = await ledger.add('9 号逆变器', { psId: ledger.beside })
    expect((await textOf({ deviceCode: moved.code })).marks).toEqual([
      `设备“${moved.code}”已不在该电站的台账中`,
    ])
  })

  it('a device that was retired stays the device of the order', async () => {
    const { id, version, code } = await ledger.add('2 号逆变器')
    await harness.call(site.people.master.token, deviceCalls.retire, {
      id,
      version,
      retiredOn: '2030-01-01',
      reason: '更换',
    })
    expect(await textOf({ deviceCode: code })).toMatchObject({
      deviceId: id,
      marks: ['设备“2 号逆变器”已退役'],
    })
  })

  it('a station that is out of service, or out of the scope of the reporter', async () => {
    const { orderId, marks } = await report({ psId: ledger.east, text: '支架倾斜' })
    expect(marks).toEqual(['电站已不在上报人的数据范围内'])
    expect((await detail(orderId)).taskDescription).toBe('支架倾斜（电站已不在上报人的数据范围内）')
    await harness.refused(site.people.worker.token, workOrderCalls.detail, { id: orderId })
    expect((await mine()).find((each) => each.orderId === orderId)).toMatchObject({ isVisible: false, marks })
    const { master } = site.people
    const { version } = await harness.call(master.token, stationCalls.detail, { psId: ledger.beside })
    const retired = await harness.call(site.people.admin.token, stationCalls.retire, {
      psId: ledger.beside,
      version,
      retiredOn: '2030-01-01',
      reason: '合同到期',
    })
    expect((await textOf({ psId: ledger.beside })).marks).toEqual(['电站已停用'])
    await harness.call(site.people.admin.token, stationCalls.restore, {
      psId: ledger.beside,
      version: retired.version,
    })
  })

  it('the clock of the phone, and how long it waited', async () => {
    const { marks } = await report({ at: now() - 8 * DAY_MS })
    expect(marks).toEqual(['7 天以前所做'])
    expect((await report({ at: now() + DAY_MS })).marks).toEqual(['设备时间晚于实际时间'])
  })

  it('the fields that the type requires, and a type that takes no orders any more', async () => {
    const { admin } = site.people
    const type = await harness.call(admin.token, taskTypeCalls.detail, { id: 8 })
    const definition = {
      ...type.definition,
      fields: [{ ...part, kind: 'number' as const, key: 'part', label: '温度', required: true }],
    }
    const draft = await harness.call(admin.token, taskTypeCalls.edit, {
      id: 8,
      version: type.version,
      definition,
    })
    const published = await harness.call(admin.token, taskTypeCalls.publish, {
      id: 8,
      version: draft.version,
      note: '',
    })
    expect((await textOf({})).marks).toEqual(['未填写：温度'])
    await harness.call(admin.token, taskTypeCalls.setActive, {
      id: 8,
      version: published.version,
      active: false,
    })
    expect((await textOf({})).marks).toEqual(['任务类型已停用', '未填写：温度'])
  })
})

describe('what a phone keeps to report with', () => {
  it('has the stations in service of the person, and the grades of the company', async () => {
    const { stations, levels } = await harness.call(site.people.worker.token, calls.choices, {})
    expect(stations.map(({ psId }) => psId).toSorted()).toEqual([ledger.here, ledger.beside].toSorted())
    expect(levels.map(({ defectLevel, label }) => `${defectLevel} ${label}`)).toEqual([
      'I 紧急',
      'II 重大',
      'III 一般',
    ])
  })
})
