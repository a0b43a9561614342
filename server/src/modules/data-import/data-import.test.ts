import {
  dataImportCalls as calls,
  importKind,
  importRights,
  importTemplate,
} from '@heliodesk/contract/data-import.ts'
import { permissionTitles } from '@heliodesk/contract/permissions.ts'
import { stationCalls } from '@heliodesk/contract/stations.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { hire, useSignedIn } from '../../../test/hire.ts'
import { runNext } from '../../../test/job-tools.ts'
import { UNUSABLE } from './findings.ts'
import { runImport } from './jobs.ts'
import {
  countRows,
  eventFile,
  eventLines,
  fixture,
  importNow,
  refusedUpload,
  sendFile,
  upload,
  type Sent,
} from './upload.fixture.ts'

const harness = useHarness()
const UNSEEN = '数据不存在或无权查看'

beforeAll(() => harness.clock.set('2026-03-02T04:00:00Z'))

const who = useSignedIn(harness, {
  admin: 'a_admin',
  foreigner: 'b_admin',
  /** May import into the western centre only. */
  west: {
    username: 'west.importer',
    codes: ['import:run', 'order:list', 'station:edit', 'order:create'],
    depCode: 'A01A02',
  },
})

const stationFile = (...names: string[]): string =>
  `电站名称,容量(kWp),省份,纬度,经度\n${names.map((name) => `${name},1000,江苏,33,120\n`).join('')}`
const stationsFrom = (...names: string[]): Sent => ({
  kind: 'stations',
  depCode: 'A01A01',
  content: stationFile(...names),
})
const eventsFrom = (...lines: string[]): Sent => ({
  kind: 'events',
  depCode: 'A01A02',
  content: eventFile(...lines),
})
const serialOf = (code: string) => Number(code.slice(-6))
const run = (id: string, token = who.admin) => harness.call(token, calls.run, { id })
const job = (id: string, token = who.admin) => harness.call(token, calls.job, { id })
const imported = (where = 'import_key is not null') => countRows(harness, 'work_order', where)

describe('stations', () => {
  it('are only checked by an upload, and imported by a run', async () => {
    const sent: Sent = {
      kind: 'stations',
      depCode: 'A01A01',
      name: '电站.csv',
      content: await fixture('gppd-china-solar.csv'),
    }
    const checked = await upload(harness, who.admin, sent)
    expect(checked).toMatchObject({
      state: 'checked',
      fileName: '电站.csv',
      depCode: 'A01A01',
      rowCount: 10,
      result: null,
    })
    expect(checked.report).toMatchObject({
      okCount: 10,
      badCount: 0,
      knownCount: 0,
      warningCount: 10,
      stations: 10,
    })
    expect(await countRows(harness, 'station', `external_key like 'gppd:%'`)).toBe(0)

    expect(await run(checked.id)).toMatchObject({ state: 'importing', doneCount: 0 })
    expect(await runNext(harness, runImport)).toBe(true)
    expect(await job(checked.id)).toMatchObject({
      state: 'done',
      doneCount: 10,
      result: { stations: 10, orders: 0, skipped: 0 },
    })
    expect(await runNext(harness, runImport)).toBe(false)

    const { list } = await harness.call(who.admin, stationCalls.page, { psName: 'Kunming Shilin' })
    expect(list).toMatchObject([
      { depCode: 'A01A01', psaName: '导入电站（A01A01）', capacityKwp: 100_000, gridDate: '2011-01-01' },
    ])

    const again = await upload(harness, who.admin, sent)
    expect(again.report).toMatchObject({ okCount: 0, knownCount: 10, stations: 0 })
    await run(again.id)
    await runNext(harness, runImport)
    expect(await job(again.id)).toMatchObject({
      state: 'done',
      result: { stations: 0, orders: 0, skipped: 10 },
    })
    expect(await countRows(harness, 'station', `external_key like 'gppd:%'`)).toBe(10)
  })

  it('out of sight stand in the way without a word of what they are', async () => {
    const key = 'HIDDEN-1'
    const lines = (capacity: number) => `电站名称,外部编号,容量(kWp)\n隐蔽电站,${key},${capacity}\n`
    const hidden = { ...stationsFrom(), content: lines(1000) }
    await importNow(harness, who.admin, hidden)
    await importNow(harness, who.admin, stationsFrom('没有编号的隐蔽电站'))
    const answers: object[] = []
    for (const updates of ['0', '1'] as const)
      for (const content of [lines(1000), lines(2000)]) {
        const sent = { ...hidden, content, depCode: 'A01A02', updates }
        const { report } = await upload(harness, who.west.token, sent)
        answers.push(report)
        expect(report).toMatchObject({ okCount: 0, badCount: 1, knownCount: 0 })
        const errors = report.findings.filter(({ level }) => level === 'error')
        expect(errors).toEqual([{ row: 2, level: 'error', field: '外部编号', message: UNUSABLE }])
      }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    const nameless = { ...stationsFrom('没有编号的隐蔽电站'), depCode: 'A01A02' }
    expect((await upload(harness, who.west.token, nameless)).report).toMatchObject({
      knownCount: 0,
      badCount: 1,
    })
  })

  it('without an external number are known again by their content', async () => {
    const sent = stationsFrom('无编号', '无编号')
    expect((await importNow(harness, who.admin, sent)).result).toEqual({ stations: 2, orders: 0, skipped: 0 })
    expect((await importNow(harness, who.admin, sent)).result).toEqual({ stations: 0, orders: 0, skipped: 2 })
    expect(await countRows(harness, 'station', `name like '无编号%'`)).toBe(2)
  })

  it('are refused altogether because of one bad row', async () => {
    const { id, report } = await upload(harness, who.admin, stationsFrom('好的', '', '也好'))
    expect(report).toMatchObject({ okCount: 2, badCount: 1, errorCount: 1 })
    expect(report.findings).toEqual([{ row: 3, level: 'error', field: '电站名称', message: '此项为必填项' }])
    expect(await harness.refused(who.admin, calls.run, { id })).toMatchObject({
      code: 'import.bad_rows',
      message: '有 1 行不合格，请修正后重新上传',
    })
    expect(await countRows(harness, 'station', `name = '好的'`)).toBe(0)
  })

  it('that went bad after the check fail with the reason, and can be run again', async () => {
    await importNow(harness, who.admin, stationsFrom('先来的'))
    const { id } = await upload(harness, who.admin, stationsFrom('后来的', '另一座'))
    const rename = (from: string, to: string) =>
      harness.owner.query('update station set name = $2 where name = $1', [from, to])
    await rename('先来的', '后来的')
    await run(id)
    await runNext(harness, runImport)
    const failed = await job(id)
    expect(failed).toMatchObject({
      state: 'failed',
      error: '有 1 行不合格，未导入任何数据；请修正后重新上传',
    })
    expect(failed.report.findings).toEqual([
      { row: 2, level: 'error', field: '电站名称', message: '导入项目中已有同名电站“后来的”' },
    ])
    expect(await countRows(harness, 'station', `name = '另一座'`)).toBe(0)

    await rename('后来的', '先来的')
    await run(id)
    await runNext(harness, runImport)
    expect(await job(id)).toMatchObject({ state: 'done', error: null, result: { stations: 2 } })
    expect(await harness.refused(who.admin, calls.run, { id })).toMatchObject({ message: '该文件已导入完成' })
  })
})

describe('events', () => {
  it('become closed orders with codes, history and counts; the second time nothing is added', async () => {
    const before = await harness.call(who.admin, workOrderCalls.count, {})
    const sent: Sent = { kind: 'events', depCode: 'A01A02', content: await fixture('pvops-events.csv') }
    expect((await importNow(harness, who.west.token, sent)).result).toEqual({
      stations: 35,
      orders: 40,
      skipped: 0,
    })
    expect((await importNow(harness, who.west.token, sent)).result).toEqual({
      stations: 0,
      orders: 0,
      skipped: 40,
    })
    expect((await harness.call(who.admin, workOrderCalls.count, {})).byStatus[4]).toBe(
      before.byStatus[4] + 40,
    )

    const { pageList } = await harness.call(who.admin, workOrderCalls.page, {
      flowSts: [4],
      size: 100,
      keyword: '历史导入',
    })
    const types = pageList.map((order) => order.taskType).toSorted((one, other) => one - other)
    expect(types).toEqual([
      ...Array<number>(6).fill(7),
      ...Array<number>(18).fill(8),
      ...Array<number>(16).fill(12),
    ])
    const twice = pageList.filter((order) => order.psName === '历史站点 18')
    expect(twice.map((order) => order.workCode).toSorted()).toEqual(['GD20160512000001', 'GD20160512000002'])
    const { id } = twice[0]!
    expect(await harness.call(who.west.token, workOrderCalls.detail, { id })).toMatchObject({
      taskType: 12,
      taskDescription: '其他事件（历史导入）',
      flowStsName: '已完成',
      otherSts: 0,
      liablePerson: '历史导入',
      opsSourceCategoryLabel: '导入',
      createTime: '2016-05-12 09:00:00',
      flowEndTime: null,
      depCode: 'A01A02',
    })
    expect(await harness.call(who.west.token, workOrderCalls.history, { id })).toMatchObject([
      { actionName: '历史导入', actorName: 'west.importer', toSts: 4, note: /^data\.csv 第 \d+ 行$/ },
    ])
  })

  it('go on with the codes of a day', async () => {
    const create = () =>
      harness.call(who.admin, workOrderCalls.insert, {
        psId: harness.tenant.stations[0]!.id,
        taskType: 12,
        taskDescription: '今日事项',
      })
    const first = await create()
    expect(
      (await importNow(harness, who.admin, eventsFrom(eventLines(3, '2026-03-02')))).result,
    ).toMatchObject({
      orders: 3,
    })
    const last = await create()
    expect(last.workCode.slice(0, 10)).toBe('GD20260302')
    expect(serialOf(last.workCode)).toBe(serialOf(first.workCode) + 4)
  })

  it('of a site in a department out of sight are bad rows', async () => {
    await importNow(harness, who.admin, {
      ...eventsFrom(eventLines(1, '2016-01-01', 'hidden')),
      depCode: 'A01A01',
    })
    const sent = eventsFrom(eventLines(1, '2016-01-02', 'hidden'))
    const { report } = await upload(harness, who.west.token, sent)
    expect(report.findings).toEqual([{ row: 2, level: 'error', field: '站点编号', message: UNUSABLE }])
    expect((await importNow(harness, who.admin, sent)).result).toEqual({ stations: 0, orders: 1, skipped: 0 })
  })

  it('imported twice at once are there once', async () => {
    const sent = eventsFrom(eventLines(50, '2017-01-01', 'twice'))
    const jobs = [await upload(harness, who.admin, sent), await upload(harness, who.admin, sent)]
    for (const each of jobs) await run(each.id)
    await Promise.all([runNext(harness, runImport), runNext(harness, runImport)])
    const ends = await Promise.all(jobs.map((each) => job(each.id)))
    expect(ends.map((each) => each.state)).toEqual(['done', 'done'])
    expect(ends.map((each) => each.result!.orders).toSorted((one, other) => one - other)).toEqual([0, 50])
    expect(await imported(`work_code like 'GD20170101%'`)).toBe(50)
  })
})

describe('a file is refused', () => {
  it.for<[what: string, kind: string, depCode: string, message: RegExp]>([
    ['of an unknown kind', 'others', 'A01A01', /导入类型（kind）：请选择导入类型/],
    ['without a department', 'stations', '', /归属部门（depCode）：请选择归属部门/],
  ])('%s', async ([, kind, depCode, message]) => {
    const { status, body } = await sendFile(harness, who.admin, {
      kind,
      depCode,
      content: 'x',
    })
    expect([status, body.result_msg]).toEqual([400, expect.stringMatching(message)])
  })

  it('when there is none', async () => {
    const answer = await harness.request('POST', '/data-import/upload?kind=stations&depCode=A01A01', {
      token: who.admin,
      body: {},
    })
    expect([answer.status, answer.body.result_msg]).toEqual([400, '参数有误：文件（file）：请选择文件'])
  })

  it('when it is no table', async () => {
    const content = Buffer.from([0, 1, 2, 255])
    expect(await refusedUpload(harness, who.admin, { kind: 'events', depCode: 'A01A01', content })).toBe(
      '文件不是有效的 CSV 或 XLSX 文件',
    )
  })

  it('for a department out of scope, closed, or unknown', async () => {
    const refusal = (token: string, depCode: string) =>
      refusedUpload(harness, token, { ...stationsFrom('甲'), depCode })
    expect(await refusal(who.west.token, 'A01A01')).toBe('部门“A01A01”不存在或无权向它导入数据')
    expect(await refusal(who.west.token, 'A01')).toBe('部门“A01”不存在或无权向它导入数据')
    expect(await refusal(who.admin, 'A99')).toBe('部门“A99”不存在或无权向它导入数据')
    await harness.owner.query(`update department set status = '2' where org_code = 'A01A02A01'`)
    expect(await refusal(who.west.token, 'A01A02A01')).toMatch(/^部门“.+（A01A02A01）”已停用$/)
    await harness.owner.query(`update department set status = '1' where org_code = 'A01A02A01'`)
  })
})

describe('imports are seen', () => {
  it('by those who may import into their department, and by nobody of another tenant', async () => {
    const east = await upload(harness, who.admin, { ...stationsFrom('看不见'), name: '东部.csv' })
    const own = await upload(harness, who.west.token, {
      ...stationsFrom('看得见'),
      depCode: 'A01A02',
      name: '西部.csv',
    })
    for (const token of [who.west.token, who.foreigner]) {
      for (const call of [calls.job, calls.run]) {
        expect(await harness.refused(token, call, { id: east.id })).toMatchObject({ message: UNSEEN })
      }
    }
    const names = async (token: string, keyword?: string) =>
      (await harness.call(token, calls.page, { size: 500, keyword })).pageList.map((each) => each.fileName)
    expect(await names(who.west.token, '部.csv')).toEqual(['西部.csv'])
    expect(await names(who.admin, '部.csv')).toEqual(['西部.csv', '东部.csv'])
    expect(await names(who.foreigner)).toEqual([])
    expect(await job(own.id, who.west.token)).toMatchObject({ createdBy: 'west.importer', state: 'checked' })
  })

  it.each(importKind.options)(
    'and written by holders of all rights to write it by hand: %s',
    async (kind) => {
      const file: Sent = { kind, depCode: 'A01', content: importTemplate(kind) }
      const granted = await hire(harness, {
        username: `${kind}.writer`,
        codes: ['import:run', ...importRights[kind]],
      })
      const { id } = await upload(harness, granted.token, file)
      for (const [at, missing] of importRights[kind].entries()) {
        const codes = importRights[kind].filter((right) => right !== missing)
        const lacking = await hire(harness, {
          username: `${kind}.lacking${at}`,
          codes: ['import:run', ...codes],
        })
        const refusal = {
          status: 403,
          message: `拒绝访问：需要“${permissionTitles[missing]}”权限（${missing}）`,
        }
        expect(await sendFile(harness, lacking.token, file)).toMatchObject({
          status: refusal.status,
          body: { result_msg: refusal.message },
        })
        expect(await harness.refused(lacking.token, calls.run, { id })).toMatchObject(refusal)
      }
    },
  )

  it('and not written once the right is gone that they were started with', async () => {
    const writer = await hire(harness, { username: 'late.writer', codes: ['import:run', 'station:edit'] })
    const { id } = await upload(harness, writer.token, stationsFrom('撤权电站'))
    await run(id, writer.token)
    await harness.owner.query(
      `delete from role_permission where role_id = $1
         and permission_id in (select id from permission where code = 'station:edit')`,
      [writer.roleId],
    )
    await runNext(harness, runImport)
    expect(await job(id)).toMatchObject({
      state: 'failed',
      error: '拒绝访问：需要“维护电站”权限（station:edit）',
    })
    expect(await countRows(harness, 'station', `name = '撤权电站'`)).toBe(0)
  })

  it('by holders of the right only', async () => {
    const { token: worker } = await hire(harness, { username: 'no.importer', codes: ['order:list'] })
    const { status } = await sendFile(harness, worker, stationsFrom('甲'))
    expect(status).toBe(403)
    for (const call of [calls.run, calls.job, calls.page]) {
      expect(await harness.refused(worker, call, { id: '1' })).toMatchObject({
        status: 403,
        message: /“数据导入”权限/,
      })
    }
  })

  it('and data of one tenant say nothing about those of another', async () => {
    const sent = eventsFrom(eventLines(2, '2018-01-01', 'both'))
    expect((await importNow(harness, who.admin, sent)).result).toMatchObject({ stations: 1, orders: 2 })
    expect((await importNow(harness, who.foreigner, sent)).result).toMatchObject({ stations: 1, orders: 2 })
    expect(await imported(`work_code like 'GD20180101%'`)).toBe(2)
  })
})
