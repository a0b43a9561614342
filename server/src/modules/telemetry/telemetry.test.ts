import type { Sent } from '@heliodesk/contract/call.ts'
import { generationCalls } from '@heliodesk/contract/generation.ts'
import { stationCalls } from '@heliodesk/contract/stations.ts'
import { telemetryCalls as calls } from '@heliodesk/contract/telemetry.ts'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { useSignedIn } from '../../../test/hire.ts'

const harness = useHarness()

beforeAll(() => harness.clock.set('2026-06-20 12:00:00'))

const people = useSignedIn(harness, {
  admin: 'a_admin',
  foreigner: 'b_admin',
  west: { username: 'west.meter', codes: ['station:list', 'telemetry:write'], depCode: 'A01A02' },
  reader: { username: 'west.reader', codes: ['station:list'], depCode: 'A01A02' },
})

let made = 0
async function addStation(inWest = true): Promise<string> {
  made += 1
  const { psaId, depCode } = harness.tenant.stations.find((each) => (each.depCode === 'A01A02') === inWest)!
  const added = {
    psName: `测量站${made}`,
    psaId,
    depId: harness.tenant.departments[depCode]!,
    siteType: 'G' as const,
  }
  return (await harness.call(people.admin, stationCalls.add, { ...added, capacityKwp: 1000 })).psId
}

async function addInverters(psId: string, count: number): Promise<string[]> {
  const { rows } = await harness.owner.query<{ code: string }>(
    `insert into device (tenant_id, station_id, name, type_id, code)
     select $1::int, $2::bigint, n || '号逆变器', (select min(id) from device_type where tenant_id = $1), 'T' || $2::text || '-' || n
     from generate_series(1, $3::int) n returning code`,
    [harness.tenant.tenantId, psId, count],
  )
  return rows.map(({ code }) => code)
}

type Series = Partial<Sent<typeof calls.save>['series'][number]>
const series = (psId: string, more: Series = {}) => ({
  psId,
  metric: 'power' as const,
  step: 5 as const,
  from: '2026-06-19 10:00:00',
  values: [100, 110, 120] as (number | null)[],
  ...more,
})
const save = (sent: unknown[], token = people.admin) =>
  harness.call(token, calls.save, { series: sent as never })
const refused = async (sent: unknown[], token = people.admin) =>
  (await harness.refused(token, calls.save, { series: sent })).message
type Ask = {
  grain?: 'step' | 'hour' | 'day'
  metric?: string[]
  from?: string
  until?: string
  ofStation?: boolean
}
const read = (psId: string, ask: Ask = {}, token = people.admin) =>
  harness.call(token, calls.query, {
    psId,
    metric: ['power'],
    from: '2026-06-19',
    until: '2026-06-19',
    grain: 'step',
    ...ask,
  } as never)

const present = ({ at, series: [first] }: Awaited<ReturnType<typeof read>>) =>
  at.flatMap((time, place) =>
    first?.values[place] == null ? [] : [[time.slice(11, 16), first.values[place]]],
  )

describe('measured values', () => {
  it('come back at their times, and where nothing was measured there is nothing', async () => {
    const psId = await addStation()
    const saved = await save([series(psId, { from: '2026-06-19 10:50:00', values: [100, null, 0, 130] })])
    expect(saved).toEqual({ values: 4, hoursChanged: 2 })
    const day = await read(psId)
    expect([day.step, day.at.length, day.at[0], day.at.at(-1)]).toEqual([
      5,
      288,
      '2026-06-19 00:00:00',
      '2026-06-19 23:55:00',
    ])
    expect(present(day)).toEqual([
      ['10:50', 100],
      ['11:00', 0],
      ['11:05', 130],
    ])
    expect([day.firstDay, day.lastDay]).toEqual(['2026-06-19', '2026-06-19'])
  })

  it('are rolled up to means of power and sums of energy', async () => {
    const psId = await addStation()
    await save([
      series(psId, { values: Array(24).fill(60) }),
      series(psId, { metric: 'energy', values: Array(24).fill(5) }),
    ])
    const ask = { metric: ['power', 'energy'] }
    const hours = await read(psId, { ...ask, grain: 'hour' })
    expect(hours.series.map(({ values }) => [values[9], values[10], values[11]])).toEqual([
      [null, 60, 60],
      [null, 60, 60],
    ])
    const days = await read(psId, { ...ask, grain: 'day', until: '2026-06-20' })
    expect(days.series.map(({ values }) => values)).toEqual([
      [60, null],
      [120, null],
    ])
  })

  it('that come late or are corrected change the sums at once; sent again they change nothing', async () => {
    const psId = await addStation()
    const first = series(psId, { metric: 'energy', values: [5, null, 7] })
    await save([first])
    expect((await save([first])).hoursChanged).toBe(0)
    await save([series(psId, { metric: 'energy', values: [null, 6, 8] })])
    const ask = { metric: ['energy'] }
    expect(present(await read(psId, ask))).toEqual([
      ['10:00', 5],
      ['10:05', 6],
      ['10:10', 8],
    ])
    expect((await read(psId, { ...ask, grain: 'day' })).series[0]?.values).toEqual([19])
  })

  it('of inverters are the station’s together, and only where each has a value', async () => {
    const psId = await addStation()
    const [one, other] = await addInverters(psId, 2)
    await save([
      series(psId, { device: one, values: [10, 11, 12] }),
      series(psId, { device: other, values: [20, null, 22] }),
    ])
    const whole = await read(psId)
    expect(whole.series[0]).toMatchObject({ summed: true, deviceId: null })
    expect(present(whole)).toEqual([
      ['10:00', 30],
      ['10:10', 34],
    ])
    const each = await read(psId, { ofStation: false })
    expect(each.series.map(({ deviceName }) => deviceName)).toEqual(['1号逆变器', '2号逆变器'])
    await save([series(psId, { values: [28] })])
    expect((await read(psId)).series).toMatchObject([{ summed: false }])
  })

  it('of one series are written by two collectors at once, and nothing is lost', async () => {
    const psId = await addStation()
    const sent = Array.from({ length: 12 }, (_each, at) =>
      save([
        series(psId, {
          metric: 'energy',
          from: `2026-06-19 ${String(at + 6).padStart(2, '0')}:00:00`,
          values: [1],
        }),
      ]),
    )
    await Promise.all(sent)
    expect((await read(psId, { metric: ['energy'], grain: 'day' })).series[0]?.values).toEqual([12])
  })
})

describe('what is refused', () => {
  it.each<[string, Series, string]>([
    [
      'a value beyond what can be',
      { metric: 'irradiance', values: [800, 2400] },
      '第 2 个辐照度 2400 W/m² 不在',
    ],
    ['a time between two steps', { from: '2026-06-19 10:02:00' }, '应为 5 分钟的整数倍'],
    ['values of later', { from: '2026-06-20 20:10:00' }, '最后一个数值晚于现在'],
    ['a device of nowhere', { device: 'NO-SUCH' }, '第 1 个序列的设备“NO-SUCH”不在这个电站'],
    ['another interval', { step: 7 as never }, '间隔应为 5、15 或 60 分钟'],
  ])('%s, and nothing is written', async (_, wrong, words) => {
    const psId = await addStation()
    const good = series(await addStation())
    expect(await refused([series(psId, wrong), good])).toContain(words)
    expect((await read(good.psId)).firstDay).toBeNull()
  })

  it('the same series twice, and an interval that changes', async () => {
    const psId = await addStation()
    expect(await refused([series(psId), series(psId)])).toContain('第 2 个序列的测量量')
    await save([series(psId)])
    expect(await refused([series(psId, { step: 15 })])).toContain('已有的数值间隔是 5 分钟')
  })

  it('more values than a call may carry', async () => {
    const psId = await addStation()
    const codes = await addInverters(psId, 150)
    const much = codes.map((device) =>
      series(psId, { device, from: '2026-05-01 00:00:00', values: Array(288).fill(1) }),
    )
    expect(await refused(much)).toContain('一次最多写入 40000 个数值，现有 43200 个')
  })

  it('stations out of sight, without the right, and of another company', async () => {
    const [mine, elsewhere] = [await addStation(), await addStation(false)]
    await save([series(mine)], people.west.token)
    expect(await refused([series(elsewhere)], people.west.token)).toBe('第 1 个序列的电站不存在或无权查看')
    expect(await refused([series(mine)], people.foreigner)).toBe('第 1 个序列的电站不存在或无权查看')
    expect((await harness.refused(people.reader.token, calls.save, { series: [series(mine)] })).status).toBe(
      403,
    )
    const ask = { psId: mine, metric: ['power'], from: '2026-06-19', until: '2026-06-19' }
    expect((await harness.refused(people.foreigner, calls.query, ask)).message).toBe('数据不存在或无权查看')
  })

  it.each([
    [{ from: '2026-06-19', until: '2026-06-18' }, '不能早于开始日期'],
    [{ from: '2026-06-01', until: '2026-06-19' }, '粒度为原始时最多 7 天'],
  ])('a span of %j', async (span, words) => {
    const psId = await addStation()
    const { message } = await harness.refused(people.admin, calls.query, {
      psId,
      metric: ['power'],
      grain: 'step',
      ...span,
    })
    expect(message).toContain(words)
  })
})

describe('daily figures of the station', () => {
  const figures = async (psId: string) =>
    (await harness.call(people.admin, generationCalls.query, { psId, period: '2026-06' })).rows.filter(
      ({ energyKwh }) => energyKwh !== null,
    )
  const meter = (psId: string, from: string, values: number[]) =>
    series(psId, { metric: 'energy', step: 60, from, values })

  it('follow from its meter once a day is over, with the sun of its weather station', async () => {
    const psId = await addStation()
    await save([
      meter(psId, '2026-06-18 12:00:00', [400, 300]),
      series(psId, { metric: 'irradiance', step: 60, from: '2026-06-18 12:00:00', values: [800, 600] }),
    ])
    await save([meter(psId, '2026-06-20 08:00:00', [50])])
    expect(await figures(psId)).toMatchObject([
      { at: '2026-06-18', energyKwh: 700, irradiation: 1.4, pr: 0.5 },
    ])
    harness.clock.set('2026-06-21 00:10:00')
    await save([meter(psId, '2026-06-21 00:00:00', [0])])
    expect(await figures(psId)).toMatchObject([{ at: '2026-06-18' }, { at: '2026-06-20', energyKwh: 50 }])
    harness.clock.set('2026-06-20 12:00:00')
  })

  it('that somebody typed stay, and replace measured ones', async () => {
    const psId = await addStation()
    const typed = (energyKwh: number) =>
      harness.call(people.admin, generationCalls.save, { rows: [{ psId, day: '2026-06-18', energyKwh }] })
    await save([meter(psId, '2026-06-18 12:00:00', [400])])
    await typed(390)
    await save([meter(psId, '2026-06-18 12:00:00', [410])])
    expect(await figures(psId)).toMatchObject([{ energyKwh: 390 }])
  })
})

it('any batches in any order leave what a plain model says', async () => {
  const batch = fc.record({
    at: fc.integer({ min: 0, max: 600 }),
    values: fc.array(fc.option(fc.integer({ min: 0, max: 50 })), { minLength: 1, maxLength: 40 }),
  })
  const start = Date.parse('2026-06-17T00:00:00+08:00')
  await fc.assert(
    fc.asyncProperty(fc.array(batch, { minLength: 1, maxLength: 6 }), async (batches) => {
      const psId = await addStation()
      const model = new Map<number, number>()
      for (const { at, values } of batches) {
        const from = new Date(start + at * 300_000 + 8 * 3_600_000)
          .toISOString()
          .slice(0, 19)
          .replace('T', ' ')
        await save([series(psId, { metric: 'energy', from, values })])
        for (const [place, value] of values.entries()) if (value !== null) model.set(at + place, value)
      }
      const ask = { metric: ['energy'], from: '2026-06-17', until: '2026-06-19' }
      const steps = await read(psId, ask)
      expect(steps.series[0]?.values ?? []).toEqual(
        steps.series[0] ? steps.at.map((_time, place) => model.get(place) ?? null) : [],
      )
      for (const [grain, per] of [
        ['hour', 12],
        ['day', 288],
      ] as const) {
        const rolled = await read(psId, { ...ask, grain })
        const sums = rolled.at.map((_time, place) => {
          const own = [...model].filter(([key]) => Math.floor(key / per) === place)
          return own.length === 0 ? null : own.reduce((sum, [, value]) => sum + value, 0)
        })
        expect(rolled.series[0]?.values ?? []).toEqual(rolled.series[0] ? sums : [])
      }
    }),
    { numRuns: 25 },
  )
})
