import { inspectionSheetCalls as calls } from '@heliodesk/contract/inspection-sheets.ts'
import { orderRelationCalls } from '@heliodesk/contract/order-relations.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { useLedger, type Device } from '../../../test/ledger.ts'
import { ROUND_ITEMS as ITEMS, useRounds, type Found } from './rounds.fixture.ts'
import { photographLines } from './sheet.fixture.ts'

const ledger = useLedger()
const { site } = ledger
const { harness } = site
const { worker, master, round: roundAt, read, nameOf, lineOf, record, refusal } = useRounds(ledger)
let devices: Device[] = []
const round = (names: readonly string[] = ITEMS, at = devices) => roundAt(names, at)
beforeAll(async () => {
  devices = [await ledger.add('3 号箱变'), await ledger.add('4 号箱变')]
})

/** Everything normal that is not recorded yet. */
async function fill(orderId: string) {
  const sheet = await read(orderId)
  const right: Record<string, Found> = {
    油位: { value: 50 },
    '低压桩头温度 A 相': { value: 50, isReread: true },
    相间温差: { parts: [50, 49, 48] },
    顶层油温: { value: 50, isReread: true },
  }
  for (const line of sheet.lineList.filter(({ verdict }) => verdict === null))
    await harness.call(worker(), calls.record, {
      orderId,
      lineList: [
        {
          no: line.no,
          version: line.version,
          ...(right[nameOf(sheet, line)] ?? { verdict: 'normal' as const }),
        },
      ],
    })
}

describe('readings', () => {
  it('are judged by the server, and outside the range they are abnormal whatever is said', async () => {
    const id = await round()
    const sheet = await record(id, '低压桩头温度 A 相', { value: 96, verdict: 'normal' })
    expect(lineOf(sheet, '低压桩头温度 A 相')).toMatchObject({
      value: 96,
      verdict: 'abnormal',
      grade: 'II',
      version: 2,
      recorderId: site.people.worker.id,
    })
    expect(sheet.stopList).toMatchObject([
      { stop: 1, name: '3 号箱变', deviceId: devices[0]!.id },
      { stop: 2, name: '4 号箱变' },
    ])
    const phases = await record(id, '相间温差', { parts: [96, 48, 47] })
    expect(lineOf(phases, '相间温差')).toMatchObject({
      value: 49,
      parts: [96, 48, 47],
      verdict: 'abnormal',
      grade: 'II',
    })
    const seen = await record(id, '油位', { value: 50, verdict: 'abnormal', note: '油色发黑' })
    expect(lineOf(seen, '油位')).toMatchObject({ verdict: 'abnormal', grade: 'III', note: '油色发黑' })
    const absent = await record(id, '渗漏油', { verdict: 'absent', note: '干式变' })
    expect(lineOf(absent, '渗漏油')).toMatchObject({ verdict: 'absent', grade: null, value: null })
  })

  it.each<[string, Found, RegExp]>([
    ['油位', {}, /请填写“油位”的读数/],
    ['渗漏油', {}, /请判断“渗漏油”/],
    ['渗漏油', { verdict: 'watch' }, /只能判为/],
    ['相间温差', { parts: [1, 2] }, /“相间温差”应填写A 相、B 相、C 相/],
    ['油位', { value: 1.00001 }, /读数.*最多四位小数/],
  ])('of %s like %j are refused', async (name, found, message) => {
    expect((await refusal(await round(), name, found)).message).toMatch(message)
  })

  it('that jump are read again first, and show the last ones of the device', async () => {
    const device = [await ledger.add('5 号箱变')]
    for (const value of [50, 54])
      await record(await round(['低压桩头温度 A 相'], device), '低压桩头温度 A 相', { value })
    const id = await round(['低压桩头温度 A 相'], device)
    expect(lineOf(await read(id), '低压桩头温度 A 相').trend).toEqual([50, 54])
    expect((await refusal(id, '低压桩头温度 A 相', { value: 88 })).message).toBe(
      '“低压桩头温度 A 相”与上次 54 ℃ 相差 34 ℃，超过 20 ℃，请重读一次再登记',
    )
    const sheet = await record(id, '低压桩头温度 A 相', { value: 88, isReread: true })
    expect(lineOf(sheet, '低压桩头温度 A 相')).toMatchObject({ value: 88, verdict: 'watch', isReread: true })
    // The same value was read again already.
    await record(id, '低压桩头温度 A 相', { value: 88 })
  })

  it('of another person are not overwritten unseen, and two at once lose nothing', async () => {
    const id = await round()
    const { no, version } = lineOf(await read(id), '油位')
    const send = (value: number) =>
      harness.call(worker(), calls.record, { orderId: id, lineList: [{ no, version, value }] })
    const answers = await Promise.allSettled([send(40), send(60)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const other = lineOf(await read(id), '渗漏油')
    const lines = [
      [no, 2, { value: 55 }],
      [other.no, other.version, { verdict: 'normal' as const }],
    ] as const
    await Promise.all(
      lines.map(([line, seen, found]) =>
        harness.call(worker(), calls.record, {
          orderId: id,
          lineList: [{ no: line, version: seen, ...found }],
        }),
      ),
    )
    const sheet = await read(id)
    expect([lineOf(sheet, '油位').value, lineOf(sheet, '渗漏油').verdict]).toEqual([55, 'normal'])
    const { rows } = await harness.owner.query(
      'select value::float8 as value from inspection_event where order_id = $1 and no = $2 order by id',
      [id, no],
    )
    expect(rows).toHaveLength(2)
  })

  it('with the same key are recorded once', async () => {
    const id = await round()
    const { no, version } = lineOf(await read(id), '油位')
    const body = { orderId: id, lineList: [{ no, version, value: 50 }] }
    const key = 'ab'.repeat(16)
    const send = () =>
      harness.request('POST', calls.record.path, {
        token: worker(),
        body,
        headers: { 'idempotency-key': key },
      })
    const [first, again] = [await send(), await send()]
    expect(again.body.result_data).toEqual(first.body.result_data)
    const { rows } = await harness.owner.query('select from inspection_event where order_id = $1', [id])
    expect(rows).toHaveLength(1)
  })

  it('are for those who work on the order, and nobody else sees its sheet who does not see the order', async () => {
    const id = await round()
    expect((await refusal(id, '油位', { value: 50 }, { token: site.people.worker2.token })).message).toMatch(
      /只有负责人/,
    )
    for (const who of ['outsider', 'foreigner'] as const)
      expect((await harness.refused(site.people[who].token, calls.detail, { orderId: id })).message).toMatch(
        /不存在/,
      )
    expect(await read(id, site.people.master.token)).toMatchObject({ recordRefusal: expect.any(String) })
    const plain = await site.create()
    expect(await harness.call(worker(), calls.detail, { orderId: plain.id })).toBe(null)
  })
})

describe('an abnormal reading', () => {
  it('is settled before the next device opens, by a reason or by a defect', async () => {
    const id = await round()
    await record(id, '低压桩头温度 A 相', { value: 96 })
    expect((await refusal(id, '油位', { value: 50 }, { stop: 2 })).message).toBe(
      '请先处理“3 号箱变”的异常：转缺陷，或说明免转',
    )
    await record(id, '油位', { value: 50 })
    const line = lineOf(await read(id), '低压桩头温度 A 相')
    const exempt = (reason: string, no = line.no, version = line.version) => ({
      orderId: id,
      no,
      version,
      reason,
    })
    expect((await harness.refused(worker(), calls.exempt, exempt(''))).message).toMatch(/免转原因/)
    const level = lineOf(await read(id), '油位')
    expect(
      (await harness.refused(worker(), calls.exempt, exempt('不必', level.no, level.version))).message,
    ).toMatch(/没有异常/)
    const sheet = await harness.call(worker(), calls.exempt, exempt('已登记在册'))
    expect(lineOf(sheet, '低压桩头温度 A 相')).toMatchObject({ exemptReason: '已登记在册', version: 3 })
    expect((await harness.refused(worker(), calls.exempt, exempt('再来'))).message).toMatch(/刷新|修改/)
    await record(id, '油位', { value: 50 }, { stop: 2 })
    // Another reading asks anew.
    expect(
      lineOf(await record(id, '低压桩头温度 A 相', { value: 97 }), '低压桩头温度 A 相').exemptReason,
    ).toBe('')
  })

  it('becomes one defect order with those of the same device, linked both ways, with photos', async () => {
    const at = [await ledger.add('6 号箱变'), await ledger.add('7 号箱变')]
    const id = await round(ITEMS, at)
    await record(id, '低压桩头温度 A 相', { value: 96 })
    await record(id, '相间温差', { parts: [96, 48, 47] })
    const hot = lineOf(await read(id), '低压桩头温度 A 相')
    await harness.owner.query(
      `with blob as (
         insert into file_blob (tenant_id, path, sha256, size, media_type, preview, used_at)
         values ($1, 'test/hot.png', sha256('hot'), 3, 'image/png', 'none', now()) returning path
       ), file as (
         insert into stored_file (tenant_id, path, blob_path, file_name, media_type, size, sha256, purpose, created_by,
           created_at, kept_at)
         select $1, 'test/hot-1.png', blob.path, '热像.png', 'image/png', 3, sha256('hot'), 'step', $3, now(), now() from blob
       )
       insert into work_order_photo (tenant_id, order_id, step_no, part, path, added_by, added_at)
       values ($1, $2, $4, 'reading', 'test/hot-1.png', $3, now())`,
      [harness.tenant.tenantId, id, site.people.worker.id, hot.no],
    )
    const draft = await harness.call(worker(), calls.draft, { orderId: id, stop: 1 })
    expect(draft).toMatchObject({
      defectLevel: 'II',
      taskType: 8,
      taskTypeName: '缺陷',
      recoverHours: 168,
      nos: [hot.no, hot.no + 1],
      lately: [],
    })
    expect(draft.text).toMatch(/^6 号箱变 低压桩头温度 A 相 96 ℃，超限 6 ℃；相间温差 49 K，超限 39 K$/)
    const made = await harness.call(worker(), calls.toDefect, { orderId: id, stop: 1, text: draft.text })
    const { orderId, workCode } = made
    expect(made.sheet.lineList.map(({ defect }) => defect)).toEqual([
      null,
      null,
      { orderId, workCode },
      { orderId, workCode },
      ...Array.from({ length: 4 }, () => null),
    ])
    const defect = await harness.call(master(), workOrderCalls.detail, { id: orderId })
    expect(defect).toMatchObject({
      taskType: 8,
      defectLevel: 'II',
      deviceId: at[0]!.id,
      taskDescription: draft.text,
      opsSourceCategory: '3',
    })
    const related = async (order: string) =>
      (await harness.call(master(), orderRelationCalls.list, { orderId: order })).rows.map(
        ({ order: { id: to } }) => to,
      )
    expect([await related(id), await related(orderId)]).toEqual([[orderId], [id]])
    const { rows } = await harness.owner.query(
      `select p.part from work_order_photo p join stored_file f on f.path = p.path
       where p.order_id = $1 and f.blob_path = 'test/hot.png'`,
      [orderId],
    )
    expect(rows).toEqual([{ part: 'report' }])
    expect((await refusal(id, '低压桩头温度 A 相', { value: 50 })).message).toMatch(/已转缺陷工单，不能再改/)
    const again = { orderId: id, stop: 1, text: '再来一张' }
    expect((await harness.refused(worker(), calls.toDefect, again)).message).toMatch(/没有待处理的异常/)
    const next = await round(ITEMS, at)
    await record(next, '低压桩头温度 A 相', { value: 135, isReread: true })
    expect(await harness.call(worker(), calls.draft, { orderId: next, stop: 1 })).toMatchObject({
      defectLevel: 'I',
      taskType: 7,
      lately: [{ orderId, isOpen: true }],
    })
  })

  it('becomes one defect when two press at once', async () => {
    const id = await round()
    await record(id, '低压桩头温度 A 相', { value: 96 })
    const send = () => harness.call(worker(), calls.toDefect, { orderId: id, stop: 1, text: '桩头发热' })
    const answers = await Promise.allSettled([send(), send()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })
})

describe('finishing a sheet', () => {
  const finish = async (id: string) => {
    const { orderVersion } = await read(id)
    return harness.call(worker(), calls.finish, { orderId: id, version: orderVersion })
  }
  const whyNot = async (id: string) => {
    const { orderVersion } = await read(id)
    return (await harness.refused(worker(), calls.finish, { orderId: id, version: orderVersion })).message
  }

  it('names what each device lacks, and then submits the order, which others accept', async () => {
    const id = await round(['油位', '渗漏油', '顶层油温'])
    await record(id, '渗漏油', { verdict: 'abnormal' })
    expect(await whyNot(id)).toBe(
      '还不能提交，还差 2 个巡检对象：“3 号箱变”2 项未记录、1 项异常未处理、1 项未拍照；“4 号箱变”3 项未记录',
    )
    const line = lineOf(await read(id), '渗漏油')
    await harness.call(worker(), calls.exempt, {
      orderId: id,
      no: line.no,
      version: line.version,
      reason: '轻微',
    })
    await fill(id)
    expect(await whyNot(id)).toMatch(/“3 号箱变”2 项未拍照；“4 号箱变”1 项未拍照/)
    await photographLines(site, id, [2, 3, 6])
    expect(await finish(id)).toMatchObject({ flowSts: 3 })
    expect(await read(id)).toMatchObject({
      finishTime: expect.any(String),
      recordRefusal: expect.any(String),
    })
    expect((await refusal(id, '油位', { value: 60 })).message).toMatch(/验收中/)
    const { version } = await harness.call(master(), workOrderCalls.version, { id })
    expect(await harness.call(master(), workOrderCalls.check, { id, version, pass: true })).toMatchObject({
      flowSts: 4,
    })
  })

  it('also holds for the usual submission, and whoever wrote in it does not accept it', async () => {
    const id = await round(['油位'])
    const { orderVersion: version } = await read(id)
    const submit = { id, version, submit: true, prerequisiteList: [], stepList: [], workHoursList: [] }
    expect((await harness.refused(worker(), workOrderCalls.execute, submit)).message).toMatch(
      /还差 2 个巡检对象/,
    )
    await fill(id)
    await harness.owner.query(`update inspection_event set actor_name = actor_name where false`)
    await finish(id)
    await harness.owner.query(
      `insert into inspection_event (tenant_id, order_id, no, at, done_at, actor_id, actor_name, action)
       values ($1, $2, 1, now(), now(), $3, '站长', 'record')`,
      [harness.tenant.tenantId, id, site.people.master.id],
    )
    const { version: now } = await harness.call(master(), workOrderCalls.version, { id })
    expect(
      (await harness.refused(master(), workOrderCalls.check, { id, version: now, pass: true })).message,
    ).toMatch(/不能验收自己的工单/)
  })

  it('is refused for an order without a sheet and by a stale version', async () => {
    const plain = await site.begun()
    expect(
      (await harness.refused(worker(), calls.finish, { orderId: plain.id, version: plain.version })).message,
    ).toMatch(/不存在/)
    const id = await round(['油位'])
    expect((await harness.refused(worker(), calls.finish, { orderId: id, version: 1 })).message).toMatch(
      /刷新|修改/,
    )
  })

  it('keeps the temperature of the air', async () => {
    const id = await round(['油位'])
    expect(await harness.call(worker(), calls.ambient, { orderId: id, ambient: 3 })).toMatchObject({
      ambient: 3,
    })
    const { id: plain } = await site.begun()
    expect((await harness.refused(worker(), calls.ambient, { orderId: plain, ambient: 3 })).message).toMatch(
      /不存在/,
    )
  })
})
