import type { Received, Sent } from '@heliodesk/contract/call.ts'
import { cleaningCalls as calls } from '@heliodesk/contract/cleaning.ts'
import { roundSortFields } from '@heliodesk/contract/cleaning-list.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, it } from 'vitest'
import { exportCalls } from '@heliodesk/contract/exports.ts'
import { fetchFile, look, makeNext } from '../../../test/exports.ts'
import { hire } from '../../../test/hire.ts'
import { DAY, useCleaning, washed } from './cleaning.fixture.ts'

const { site, harness, equip, inHand, insert } = useCleaning()

type Round = Received<typeof calls.page>['pageList'][number]
type Wanted = Sent<typeof calls.page>

const page = (wanted: Wanted = {}, token = site.people.master.token) =>
  harness.call(token, calls.page, { size: 100, ...wanted })
const ids = async (wanted: Wanted = {}, token = site.people.master.token) =>
  (await page(wanted, token)).pageList.map(({ id }) => id)

let half: Round
let accepted: string
let waiting: string

beforeAll(async () => {
  await equip()
  const [first, second] = [await inHand(), await inHand(13)]
  await insert(first.id, { capacityKwp: 20_000, cost: 8000, water: 400, ...washed })
  await insert(first.id, {
    areaName: 'B2',
    capacityKwp: 10_000,
    cost: 4000,
    method: 'contract',
    contractor: '净源',
  })
  await insert(second.id, {
    capacityKwp: 50_000,
    cost: 30_000,
    broken: 3,
    ...washed,
    cleanedOn: '2030-01-01',
  })
  await harness.call(site.people.master.token, calls.check, {
    orderId: second.id,
    version: (await site.submit(second)).version,
  })
  accepted = second.id
  waiting = (await site.create({ taskType: 1, taskDescription: '东区待清洗' })).id
  // Of another type.
  await site.create()
  half = (await page()).pageList.find(({ id }) => id === first.id)!
})

describe('the rounds', () => {
  it('are the orders of both types with what they cover, cost and bring', async () => {
    expect(half).toMatchObject({
      taskType: 1,
      flowStsName: '处理中',
      stationKwp: 50_000,
      plannedKwp: 30_000,
      coveredKwp: 20_000,
      percent: 40,
      zones: 2,
      zonesDone: 1,
      methods: ['净源', '自有'],
      cost: 8000,
      water: 400,
      broken: 0,
      firstDay: DAY,
      cleanedOn: DAY,
      srBefore: 0.93,
      srAfter: 0.98,
      benefit: { accepted: null, estimate: { inputs: { capacityKwp: 20_000 }, unmeasured: 1 } },
    })
    const { estimate } = await harness.call(site.people.worker.token, calls.benefit, { orderId: half.id })
    expect(half.benefit!.estimate).toEqual(estimate)
    expect(await ids()).toEqual([waiting, accepted, half.id])
    const rows = (await page()).pageList
    expect(rows[0]).toMatchObject({ zones: 0, methods: [], benefit: null, srAfter: null, water: null })
    expect(rows[1]!.benefit!.accepted).toMatchObject({
      inputs: { cost: 30_000 },
      acceptedTime: expect.stringMatching(/^2030-01-03 09:00/),
    })
  })

  it('are narrowed by state, place, method, day, person and words, and counted by state', async () => {
    expect(await ids({ flowSts: [2] })).toEqual([half.id])
    expect(await ids({ method: 'contract' })).toEqual([half.id])
    expect(await ids({ from: DAY })).toEqual([half.id])
    expect(await ids({ to: '2030-01-01' })).toEqual([accepted])
    expect(await ids({ method: 'contract', from: DAY })).toEqual([])
    expect(await ids({ keyword: '东区' })).toEqual([waiting])
    expect(await ids({ liableUserId: site.people.worker.id })).toEqual([accepted, half.id])
    expect(await ids({ psId: [site.stationId] })).toHaveLength(3)
    expect(await ids({ depCode: 'A01A01' })).toEqual([])
    const count = (input: object) => harness.call(site.people.master.token, calls.count, input)
    expect(await count({})).toEqual({ byStatus: { 1: 1, 2: 1, 3: 0, 4: 1, 5: 0 } })
    expect(await count({ from: DAY })).toEqual({ byStatus: { 1: 0, 2: 1, 3: 0, 4: 0, 5: 0 } })
  })

  it.each(roundSortFields)(
    'are sorted by %s both ways, and read page by page from the last row',
    async (orderField) => {
      const of = ({ createTime, coveredKwp, cost, water, cleanedOn }: Round) =>
        ({ createTime, coveredKwp, cost, water, cleanedOn })[orderField]
      for (const orderType of ['asc', 'desc'] as const) {
        const sorted = (await page({ orderField, orderType })).pageList
        const values = sorted.map(of).filter((value) => value !== null)
        const rising = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
        expect(values).toEqual(orderType === 'asc' ? rising : rising.toReversed())
        // What has no value comes last.
        expect(
          sorted
            .slice(values.length)
            .map(of)
            .every((value) => value === null),
        ).toBe(true)
        const read: string[] = []
        for (let after: string | undefined; read.length < sorted.length; after = read.at(-1)) {
          const next = await page({
            orderField,
            orderType,
            size: 1,
            ...(after && { after }),
            needCount: false,
          })
          expect(next.rowCount).toBeNull()
          read.push(next.pageList[0]!.id)
        }
        expect(read).toEqual(sorted.map(({ id }) => id))
      }
    },
  )

  it('go on behind a row although others were added before it', async () => {
    const added = await site.create({ taskType: 1 })
    const rest = await ids({ after: waiting })
    expect(rest).toEqual([accepted, half.id])
    expect(await ids({ curPage: 2, size: 2 })).toEqual([accepted, half.id])
    await harness.call(site.people.master.token, workOrderCalls.terminate, {
      id: added.id,
      version: added.version,
      reason: '重复',
    })
    expect(await ids({ flowSts: [5] })).toEqual([added.id])
  })

  it('are of those who may open the page and see the order', async () => {
    const { outsider, foreigner, admin } = site.people
    for (const { token } of [outsider, foreigner]) {
      expect(await ids({}, token)).toEqual([])
      const { message } = await harness.refused(token, calls.page, { after: waiting })
      expect(message).toBe('数据不存在或无权查看')
    }
    expect(await ids({ size: 1 }, admin.token)).toHaveLength(1)
    for (const [codes, missing] of [
      [['order:list'], '查看清洗工单'],
      [['cleaning:view'], '查看工单'],
    ] as const) {
      const { token } = await hire(harness, {
        username: `has.${codes[0].replace(':', '.')}`,
        codes: [...codes],
        depCode: 'A01A02',
      })
      for (const call of [calls.page, calls.count])
        expect((await harness.refused(token, call, {})).message).toContain(missing)
    }
    const refused = async (input: object) =>
      (await harness.refused(site.people.master.token, calls.page, input)).message
    expect(await refused({ orderField: 'profit' })).toMatch(/排序字段（orderField）：不能按此字段排序/)
    expect(await refused({ method: 'robot' })).toMatch(/清洗方式（method）：请选择清洗方式/)
    expect(await refused({ from: '2030-02-31' })).toMatch(/开始日期（from）：没有这一天/)
  })

  it('are exported with what was accepted and what is estimated', async () => {
    const { token } = site.people.master
    const job = await harness.call(token, exportCalls.add, {
      kind: 'cleaningRounds',
      format: 'csv',
      query: { flowSts: [2, 4], orderField: 'cost', orderType: 'asc' },
    })
    await makeNext(harness)
    expect(await look(harness, token, job.id)).toMatchObject({ state: 'done', rowCount: 2, error: null })
    const { rawPayload } = await fetchFile(harness, token, job.id)
    const rows = parse(rawPayload, { bom: true, columns: true }) as Record<string, string>[]
    expect(
      rows.map((row) => [row['已洗容量 kWp'], row['费用 元'], row['收益口径'], row['验收时间']]),
    ).toEqual([
      ['20000', '8000', '估算', ''],
      ['50000', '30000', '验收时核定', expect.stringMatching(/^2030-01-03 09:00/)],
    ])
  })
})
