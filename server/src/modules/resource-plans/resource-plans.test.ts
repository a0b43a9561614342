import { resourcePlanCalls as calls } from '@heliodesk/contract/resource-plans.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { hire, signInAdministrator } from '../../../test/hire.ts'

const harness = useHarness()
const UNSEEN = '数据不存在或无权查看'

let admin: string
let west: string
let psId: string

beforeAll(async () => {
  admin = await signInAdministrator(harness, harness.tenant)
  west = (await hire(harness, { username: 'plan.west', codes: ['station:edit'], depCode: 'A01A02' })).token
  psId = harness.tenant.stations.find(({ depCode }) => depCode === 'A01A02')!.id
})

const get = (year: number, token = admin) => harness.call(token, calls.query, { psId, year })
const january = { month: 1, irradiation: 95.5, planElectric: 1_000_000, equivalentHours: 100 }
const save = (year: number, version: number, months: object[] = [january], token = admin) =>
  harness.call(token, calls.save, { psId, year, version, months } as never)
const refused = async (input: object, token = admin) =>
  (await harness.refused(token, calls.save, { psId, year: 2031, version: 0, months: [january], ...input }))
    .message

describe('a resource plan', () => {
  it('POST system/v2/resourcePlan/query takes a JSON body and answers a year of it', async () => {
    const { status, body } = await harness.request('POST', '/system/v2/resourcePlan/query', {
      token: admin,
      body: { psId, year: 2027 },
    })
    expect([status, body.result_code]).toEqual([200, '1'])
    expect(body.result_data).toMatchObject({ psId, year: 2027, months: { length: 12 } })
  })

  it('has twelve empty months until somebody saves it', async () => {
    const plan = await get(2026)
    expect(plan).toMatchObject({ psId, year: 2026, version: 0, years: [], updateTime: null, updateBy: null })
    expect(plan.months).toHaveLength(12)
    expect(plan.total).toEqual({ irradiation: null, planElectric: null, equivalentHours: null })
  })

  it('keeps every figure, sums them and names the years', async () => {
    const july = { month: 7, irradiation: 160.25, planElectric: null, equivalentHours: 150.5 }
    const saved = await save(2027, 0, [july, january])
    expect(saved.months.filter((row) => row.irradiation !== null)).toEqual([january, july])
    expect(saved).toMatchObject({
      version: 1,
      total: { irradiation: 255.75, planElectric: 1_000_000, equivalentHours: 250.5 },
      years: [2027],
      updateBy: expect.any(String),
    })
    expect(await get(2027)).toEqual(saved)
    const again = await save(2027, 1, [{ month: 2, planElectric: 5 }])
    expect(again).toMatchObject({
      version: 2,
      total: { irradiation: null, planElectric: 5, equivalentHours: 0 },
    })
  })

  it('derives the hours that were left open from generation and capacity', async () => {
    const { months } = await save(2028, 0, [{ month: 3, planElectric: 1_234_567 }])
    expect(months[2]).toMatchObject({ equivalentHours: 123.46 })
  })

  it('of one year is saved by one of several at the same moment', async () => {
    const answers = await Promise.all(
      [1, 2, 3, 4].map((month) =>
        harness.request('POST', calls.save.path, {
          token: admin,
          body: { psId, year: 2029, version: 0, months: [{ ...january, month }] },
        }),
      ),
    )
    expect(answers.filter((answer) => answer.body.result_code === '1')).toHaveLength(1)
    expect(
      answers.filter((answer) => answer.body.result_msg === '资源计划已被他人更新，请刷新后重试'),
    ).toHaveLength(3)
    const { months, version } = await get(2029)
    expect([version, months.filter((row) => row.planElectric !== null).length]).toEqual([1, 1])
    expect(await refused({ year: 2029, version: 7 })).toBe('资源计划已被他人更新，请刷新后重试')
  })

  it('has the effect of one when its request is repeated', async () => {
    const headers = { 'idempotency-key': 'resource-plan-once' }
    const body = { psId, year: 2030, version: 0, months: [january] }
    const first = await harness.request('POST', calls.save.path, { token: admin, body, headers })
    const second = await harness.request('POST', calls.save.path, { token: admin, body, headers })
    expect([first.body.result_code, second.body.result_data]).toEqual(['1', first.body.result_data])
    expect((await get(2030)).version).toBe(1)
  })
})

describe('bad figures', () => {
  it.each([
    [{ year: 1999 }, '参数有误：年份（year）：年份应在 2000~2099 之间'],
    [{ months: [{ ...january, month: 13 }] }, '参数有误：月份（months.0.month）：月份应在 1~12 之间'],
    [{ months: [january, january] }, '参数有误：各月计划（months）：月份不能重复'],
    [
      { months: [{ ...january, irradiation: -1 }] },
      '参数有误：计划辐照量（months.0.irradiation）：不能小于 0',
    ],
    [
      { months: [{ ...january, irradiation: 1.234 }] },
      '参数有误：计划辐照量（months.0.irradiation）：最多 2 位小数',
    ],
    [
      { months: [{ ...january, equivalentHours: 745 }] },
      '参数有误：计划等效利用小时（months.0.equivalentHours）：不能大于 744',
    ],
    [{ months: [{ month: 2, equivalentHours: 673 }] }, '2 月计划等效利用小时超过全月 672 小时'],
    [
      { months: [{ month: 4, planElectric: 7_200_001 }] },
      '4 月计划发电量超过装机容量 10000 kWp 全月满发的电量',
    ],
  ])('are refused, nothing written', async (input, message) => {
    expect(await refused(input)).toBe(message)
    expect((await get(2031)).version).toBe(0)
  })
})

describe('who may', () => {
  it('sees and saves plans of stations in scope alone', async () => {
    expect((await save(2040, 0, [january], west)).version).toBe(1)
    const [eastern, foreign] = [
      harness.tenant.stations.find(({ depCode }) => depCode === 'A01A01')!.id,
      harness.otherTenant.stations[0]!.id,
    ]
    for (const other of [eastern, foreign, '999999999']) {
      expect(await refused({ psId: other }, west)).toBe(UNSEEN)
      expect((await harness.refused(west, calls.query, { psId: other, year: 2026 })).message).toBe(UNSEEN)
    }
  })

  it('needs the right to save', async () => {
    const { token } = await hire(harness, { username: 'plan.reader', codes: ['station:list'] })
    expect((await get(2026, token)).version).toBe(0)
    expect(await refused({}, token)).toBe('拒绝访问：需要“维护电站”权限（station:edit）')
  })
})
