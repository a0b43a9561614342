import { inspectionItemCalls as items } from '@heliodesk/contract/inspection-items.ts'
import {
  fieldInspectionCalls as field,
  inspectionSheetCalls as calls,
} from '@heliodesk/contract/inspection-sheets.ts'
import { fieldWorkCalls } from '@heliodesk/contract/field-work.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useLedger, type Device } from '../../../test/ledger.ts'
import { makeRound, photographLines } from './sheet.fixture.ts'

const ledger = useLedger()
const { site } = ledger
const { harness } = site
const MINUTE_MS = 60_000
const itemOf = new Map<string, string>()
let device: Device
const worker = () => site.people.worker.token

beforeAll(async () => {
  const { pageList } = await harness.call(site.people.master.token, items.page, { size: 100 })
  for (const { id, name } of pageList) itemOf.set(name, id)
  device = await ledger.add('9 号箱变')
})
beforeEach(() => site.setClock('2030-01-01T02:00:00Z'))

/** In the hands of two workers: the line 1 is a temperature, 2 a judgement. */
async function round(psId = site.stationId) {
  const lines = ['低压桩头温度 A 相', '渗漏油'].map((name) => ({
    itemId: itemOf.get(name)!,
    spaceId: null,
    deviceId: psId === site.stationId ? device.id : null,
  }))
  const order = await makeRound(site, () => site.create({ psId }), lines)
  const assigned = await harness.call(site.people.master.token, workOrderCalls.assign, {
    id: order.id,
    version: order.version,
    liableUserId: site.people.worker.id,
    assistUserIds: [site.people.worker2.id],
    planStartTime: '2030-01-01 08:00:00',
    planEndTime: '2030-01-02 18:00:00',
  })
  await harness.call(worker(), workOrderCalls.start, { id: order.id, version: assigned.version })
  return order.id
}
const now = () => harness.clock.now().getTime()
const read = async (orderId: string) => (await harness.call(worker(), calls.detail, { orderId }))!
const line = async (orderId: string, no = 1) => (await read(orderId)).lineList[no - 1]!
type Given = { no?: number; value?: number; verdict?: 'normal' | 'abnormal'; isReread?: boolean; at?: number }
const send = (id: string, { no = 1, at = now(), isReread = true, ...found }: Given, token = worker()) =>
  harness.call(token, field.reading, { id, at, skew: 0, no, isReread, ...found })

describe('what phones send of an inspection later', () => {
  it('is judged again by the server, and the later reading stands, with both in the history', async () => {
    const id = await round()
    const started = now()
    harness.clock.advance(60 * MINUTE_MS)
    expect(await send(id, { value: 96, at: started + 20 * MINUTE_MS })).toMatchObject({ outcome: 'done' })
    expect(await line(id)).toMatchObject({
      value: 96,
      verdict: 'abnormal',
      grade: 'II',
      doneTime: '2030-01-01 10:20:00',
    })
    expect(await send(id, { value: 96, at: started + 30 * MINUTE_MS })).toMatchObject({ outcome: 'same' })
    const other = site.people.worker2.token
    await send(id, { value: 60, at: started + 10 * MINUTE_MS }, other)
    expect(await line(id)).toMatchObject({ value: 96 })
    await send(id, { value: 70, at: started + 40 * MINUTE_MS }, other)
    expect(await line(id)).toMatchObject({ value: 70, verdict: 'normal' })
    const { rows } = await harness.owner.query<{ value: number }>(
      'select value::float8 as value from inspection_event where order_id = $1 order by id',
      [id],
    )
    expect(rows.map(({ value }) => value)).toEqual([96, 60, 70])
  })

  it('stays as a supplementary record once the order is terminated', async () => {
    const id = await round()
    const done = now()
    harness.clock.advance(MINUTE_MS)
    const { orderVersion: version } = await read(id)
    await harness.call(site.people.master.token, workOrderCalls.terminate, {
      id,
      version,
      reason: '计划取消',
    })
    expect(await send(id, { value: 96, at: done })).toMatchObject({ outcome: 'record' })
    expect(await line(id)).toMatchObject({ value: null, verdict: null })
    const { rows } = await harness.call(worker(), fieldWorkCalls.records, { id })
    expect(rows).toMatchObject([
      { actName: '登记巡检读数', lines: [{ label: '9 号箱变 低压桩头温度 A 相', text: '96 ℃' }] },
    ])
  })

  it('is refused where the sheet has no such line, or the reading cannot be', async () => {
    const id = await round()
    const refused = async (given: Given) =>
      (await harness.refused(worker(), field.reading, { id, at: now(), skew: 0, no: 1, ...given })).message
    expect(await refused({ no: 9, value: 1 })).toMatch(/没有巡检记录“第 9 行”/)
    expect(await refused({ no: 2 })).toMatch(/请判断“渗漏油”/)
    expect(
      (await harness.refused(worker(), field.exempt, { id, at: now(), skew: 0, no: 9, reason: '无' }))
        .message,
    ).toMatch(/没有巡检记录/)
    const { message } = await harness.refused(site.people.master.token, field.reading, {
      id,
      at: now(),
      skew: 0,
      no: 1,
      value: 50,
    })
    expect(message).toMatch(/执行|权限/)
  })

  it('settles an abnormal reading by a reason, or by a defect that is made once', async () => {
    const id = await round()
    await send(id, { value: 96 })
    const exempt = () =>
      harness.call(worker(), field.exempt, { id, at: now(), skew: 0, no: 1, reason: '已登记在册' })
    expect(await exempt()).toMatchObject({ outcome: 'done' })
    expect(await exempt()).toMatchObject({ outcome: 'same' })
    expect(await line(id)).toMatchObject({ exemptReason: '已登记在册' })
    await send(id, { no: 2, verdict: 'abnormal' })
    const at = now()
    harness.clock.advance(MINUTE_MS)
    await harness.call(worker(), field.defect, { id, at, skew: 0, stop: 1, text: '9 号箱变渗油' })
    const { defect } = await line(id, 2)
    const made = await harness.call(site.people.master.token, workOrderCalls.detail, { id: defect!.orderId })
    expect(made).toMatchObject({
      taskType: 8,
      defectLevel: 'III',
      deviceId: device.id,
      taskDescription: '9 号箱变渗油',
    })
    const { message } = await harness.refused(worker(), field.defect, {
      id,
      at,
      skew: 0,
      stop: 1,
      text: '又一次',
    })
    expect(message).toMatch(/没有待处理的异常/)
    await photographLines(site, id, [1, 2])
    await harness.call(worker(), fieldWorkCalls.submit, { id, at: now(), skew: 0 })
    expect(await read(id)).toMatchObject({ flowSts: 3, finishTime: '2030-01-01 10:01:00' })
  })
})

describe('the temperature of the air', () => {
  const ambient = (id: string, degrees: number | null, at = now(), token = worker()) =>
    harness.call(token, field.ambient, { id, at, skew: 0, ambient: degrees })

  it('is that which was taken later, and the earlier one is a record', async () => {
    const id = await round()
    const started = now()
    harness.clock.advance(60 * MINUTE_MS)
    expect(await ambient(id, 31.5, started + 20 * MINUTE_MS)).toMatchObject({ outcome: 'done' })
    expect(await ambient(id, 31.5, started + 30 * MINUTE_MS)).toMatchObject({ outcome: 'same' })
    const other = site.people.worker2.token
    expect(await ambient(id, 12, started + 10 * MINUTE_MS, other)).toMatchObject({
      outcome: 'record',
      message: expect.stringMatching(/^.*worker 已于 2030-01-01 10:20 填写不同的内容，.*不计入工单/),
    })
    expect(await ambient(id, 30, started + 15 * MINUTE_MS)).toMatchObject({
      outcome: 'record',
      message: expect.stringMatching(/^本人已于/),
    })
    expect((await read(id)).ambient).toBe(31.5)
    await harness.call(worker(), calls.ambient, { orderId: id, ambient: 33 })
    expect(await ambient(id, 32, started + 40 * MINUTE_MS, other)).toMatchObject({ outcome: 'record' })
    expect(await ambient(id, null, now(), other)).toMatchObject({ outcome: 'done' })
    expect((await read(id)).ambient).toBe(null)
    const { rows } = await harness.call(worker(), fieldWorkCalls.records, { id })
    expect(rows.map(({ lines }) => lines[0]!.text).toSorted()).toEqual(['12 ℃', '30 ℃', '32 ℃'])
  })

  it('is noted once, though it is sent again, and only of a sheet that has begun', async () => {
    const id = await round()
    const given = { id, at: now(), skew: 0, ambient: 20 }
    const answers = await Promise.all([1, 2].map(() => harness.call(worker(), field.ambient, given)))
    expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual(['done', 'same'])
    const { id: other } = await site.create()
    const plain = await site.assignTo(await site.create())
    await harness.call(worker(), workOrderCalls.start, { id: plain.id, version: plain.version })
    for (const [token, orderId] of [
      [worker(), other],
      [worker(), plain.id],
      [site.people.outsider.token, id],
      [site.people.foreigner.token, id],
    ] as const)
      expect((await harness.refused(token, field.ambient, { ...given, id: orderId })).message).toMatch(
        /不存在|拒绝访问|不能保存|没有巡检记录单/,
      )
    expect((await harness.refused(worker(), field.ambient, { ...given, ambient: 90 })).message).toMatch(
      /环境温度.*不能大于 80/,
    )
  })
})

describe('the completion of inspections', () => {
  const statistics = (by: 'station' | 'person', token = site.people.master.token) =>
    harness.call(token, calls.statistics, {
      begin: '2030-01-01',
      end: '2030-01-31',
      by,
      psId: ledger.beside,
    })

  it('is counted by station and by person: in time, late, missed, and what was found', async () => {
    const { beside } = ledger
    const [inTime, late, missed] = [await round(beside), await round(beside), await round(beside)]
    await harness.owner.query(`update work_order set plan_code = 'XJ-77' where id = any($1::bigint[])`, [
      [inTime],
    ])
    await harness.owner.query(
      `update work_order set plan_code = null, imp_commit_time = '2030-01-04 00:00+08' where id = any($1::bigint[])`,
      [[late, missed]],
    )
    const finish = async (id: string) => {
      await send(id, { value: 50 })
      await send(id, { no: 2, verdict: 'normal' })
      await harness.call(worker(), calls.finish, { orderId: id, version: (await read(id)).orderVersion })
    }
    await send(inTime, { value: 96 })
    await harness.call(worker(), field.exempt, { id: inTime, at: now(), skew: 0, no: 1, reason: '轻微' })
    await send(inTime, { no: 2, verdict: 'normal' })
    await photographLines(site, inTime, [1])
    await harness.call(worker(), calls.finish, {
      orderId: inTime,
      version: (await read(inTime)).orderVersion,
    })
    harness.clock.set('2030-01-03T02:00:00Z')
    await finish(late)
    harness.clock.set('2030-01-05T02:00:00Z')
    const outcomes = { due: 3, onTime: 1, late: 1, missed: 1, running: 0, done: 2 }
    const counts = { ...outcomes, abnormal: 1, defects: 0, exempt: 1 }
    expect(await statistics('station')).toEqual({
      total: counts,
      rows: [{ id: beside, name: expect.any(String), ...counts }],
    })
    const { rows } = await statistics('person')
    expect(rows).toMatchObject([{ id: site.people.worker.id, ...counts }])
    expect((await statistics('station', site.people.outsider.token)).rows).toEqual([])
  })

  it.each([
    ['2030-02-01', '2030-01-01', /不能早于开始日期/],
    ['2030-01-01', '2032-01-01', /最多统计 400 天/],
  ])('of %s to %s is refused', async (begin, end, message) => {
    const refused = await harness.refused(site.people.master.token, calls.statistics, {
      begin,
      end,
      by: 'station',
    })
    expect(refused.message).toMatch(message)
  })
})
