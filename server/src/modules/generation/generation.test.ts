import { generationCalls as calls } from '@heliodesk/contract/generation.ts'
import { resourcePlanCalls } from '@heliodesk/contract/resource-plans.ts'
import { stationCalls } from '@heliodesk/contract/stations.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { useSignedIn } from '../../../test/hire.ts'

const harness = useHarness()
const UNSEEN = '数据不存在或无权查看'

const siteIn = (code: string) => harness.tenant.stations.find((station) => station.depCode === code)!

beforeAll(() => harness.clock.set('2026-06-20 12:00:00'))

const people = useSignedIn(harness, {
  admin: 'a_admin',
  foreigner: 'b_admin',
  west: { username: 'west.figures', codes: ['station:list', 'station:edit'], depCode: 'A01A02' },
})

let made = 0
async function addStation(input: object = {}) {
  made += 1
  const { psaId } = siteIn('A01A02')
  const depId = harness.tenant.departments['A01A02']!
  const added = { psName: `发电站${made}`, psaId, depId, siteType: 'G' as const, capacityKwp: 100 }
  return (await harness.call(people.admin, stationCalls.add, { ...added, ...input })).psId
}

const day = (psId: string, at: string, energyKwh: number, irradiation: number | null = null) => ({
  psId,
  day: at,
  energyKwh,
  irradiation,
})
const save = (rows: object[], token = people.admin) =>
  harness.call(token, calls.save, { rows: rows as never })
const refused = async (rows: object[], token = people.admin) =>
  (await harness.refused(token, calls.save, { rows })).message
const read = (psId: string, period: string, token = people.admin) =>
  harness.call(token, calls.query, { psId, period })

describe('daily figures', () => {
  it('come back by day and by month with equivalent hours and PR', async () => {
    const psId = await addStation()
    await save([
      day(psId, '2026-05-01', 400, 5),
      day(psId, '2026-05-03', 100),
      day(psId, '2026-06-01', 300, 4),
    ])
    const may = await read(psId, '2026-05')
    expect(may.rows).toHaveLength(31)
    expect(may.rows[0]).toEqual({
      at: '2026-05-01',
      days: 1,
      energyKwh: 400,
      planKwh: null,
      irradiation: 5,
      rain: null,
      hours: 4,
      pr: 0.8,
    })
    expect(may.rows[1]).toMatchObject({ at: '2026-05-02', days: 0, energyKwh: null, hours: null, pr: null })
    expect(may.total).toMatchObject({ days: 2, energyKwh: 500, irradiation: 5, hours: 5, pr: 0.8 })
    expect(may).toMatchObject({ capacityKwp: 100, firstDay: '2026-05-01', lastDay: '2026-06-01' })
    const year = await read(psId, '2026')
    expect(year.rows).toHaveLength(12)
    expect(year.rows[4]).toMatchObject({ at: '2026-05', days: 2, energyKwh: 500, hours: 5 })
    expect(year.total).toMatchObject({ days: 3, energyKwh: 800, hours: 8, pr: 0.7778 })
  })

  it('keep the rain that was measured, unless they say otherwise', async () => {
    const psId = await addStation()
    await save([
      { ...day(psId, '2026-05-01', 400), rain: 12.5 },
      { ...day(psId, '2026-05-02', 400), rain: 0 },
    ])
    // Another system sends the energy again, and knows no rain.
    expect(await save([day(psId, '2026-05-01', 400)])).toEqual({ written: 0, unchanged: 1 })
    await save([day(psId, '2026-05-02', 410)])
    expect((await read(psId, '2026-05')).rows.slice(0, 3).map(({ rain }) => rain)).toEqual([12.5, 0, null])
    expect((await read(psId, '2026')).total.rain).toBe(12.5)
    expect(await save([{ ...day(psId, '2026-05-01', 400), rain: 3 }])).toEqual({ written: 1, unchanged: 0 })
    expect(await refused([{ ...day(psId, '2026-05-01', 400), rain: -1 }])).toMatch(
      /降雨量（.*rain）：不能小于 0/,
    )
  })

  it('compare with the same days of the year before, however much of the period is there', async () => {
    const psId = await addStation()
    await save([
      day(psId, '2023-02-28', 70),
      day(psId, '2024-02-28', 80),
      day(psId, '2024-02-29', 90),
      day(psId, '2025-06-01', 100),
      day(psId, '2025-06-02', 200),
      day(psId, '2026-06-01', 150),
    ])
    expect((await read(psId, '2026-06')).lastYearKwh).toBe(100)
    expect((await read(psId, '2026')).lastYearKwh).toBe(100)
    expect((await read(psId, '2024-02')).lastYearKwh).toBe(70)
    expect((await read(psId, '2026-05')).lastYearKwh).toBeNull()
  })

  it('stand beside the resource plan: a month its own, a day its share of it', async () => {
    const psId = await addStation()
    await harness.call(people.admin, resourcePlanCalls.save, {
      psId,
      year: 2026,
      version: 0,
      months: [
        { month: 5, planElectric: 3100 },
        { month: 6, planElectric: 3000 },
      ],
    })
    const may = await read(psId, '2026-05')
    expect(may.rows.every(({ planKwh }) => planKwh === 100)).toBe(true)
    expect(may.total).toMatchObject({ planKwh: 3100, energyKwh: null })
    const year = await read(psId, '2026')
    expect(year.rows.map(({ planKwh }) => planKwh).slice(3, 7)).toEqual([null, 3100, 3000, null])
    expect(year.total.planKwh).toBe(6100)
  })

  it('sent again change nothing, and sent anew replace the day', async () => {
    const psId = await addStation()
    const rows = [day(psId, '2026-05-01', 400, 5), day(psId, '2026-05-02', 410.126)]
    expect(await save(rows)).toEqual({ written: 2, unchanged: 0 })
    const changedAt = async () =>
      (
        await harness.owner.query(
          'select max(updated_at)::text as at from station_generation where station_id = $1',
          [psId],
        )
      ).rows[0].at as string
    const before = await changedAt()
    harness.clock.advance(1000)
    expect(await save([day(psId, '2026-05-01', 400, 5), day(psId, '2026-05-02', 410.13)])).toEqual({
      written: 0,
      unchanged: 2,
    })
    expect(await changedAt()).toBe(before)
    expect(await save([day(psId, '2026-05-02', 420)])).toEqual({ written: 1, unchanged: 0 })
    expect((await read(psId, '2026-05')).total.energyKwh).toBe(820)
  })

  it('of many writers at once end as one of them said, and nobody is turned away', async () => {
    const psIds = await Promise.all([addStation(), addStation()])
    const rowsOf = (energy: number, order: string[]) =>
      order.flatMap((psId) => [day(psId, '2026-05-02', energy), day(psId, '2026-05-01', energy)])
    await Promise.all([
      ...[1, 2, 3, 4].map((energy) => save(rowsOf(energy, psIds))),
      ...[5, 6, 7, 8].map((energy) => save(rowsOf(energy, psIds.toReversed()))),
    ])
    const sums = await Promise.all(psIds.map(async (psId) => (await read(psId, '2026-05')).total.energyKwh))
    expect(sums[0]).toBe(sums[1])
    expect(sums[0]! % 2).toBe(0)
  })

  it('name their station by external key too', async () => {
    const psId = await addStation()
    await harness.owner.query('update station set external_key = $1 where id = $2', ['EX-9', psId])
    await save([{ externalKey: 'EX-9', day: '2026-05-01', energyKwh: 12 }])
    expect((await read(psId, '2026-05')).total.energyKwh).toBe(12)
  })

  it('go to the station that is meant where an external key looks like an id', async () => {
    const [meant, other] = [await addStation(), await addStation()]
    await harness.owner.query('update station set external_key = $1 where id = $2', [`#${meant}`, other])
    await save([day(meant, '2026-05-01', 12), { externalKey: `#${meant}`, day: '2026-05-01', energyKwh: 34 }])
    expect((await read(meant, '2026-05')).total.energyKwh).toBe(12)
    expect((await read(other, '2026-05')).total.energyKwh).toBe(34)
  })

  it('are refused as a whole with the row and the field, and nothing is written', async () => {
    const psId = await addStation()
    const good = day(psId, '2026-05-01', 400)
    expect(await refused([good, day(psId, '2026-05-01', 1)])).toBe(
      `参数有误：第 2 行的日期：“发电站${made}”在 2026-05-01 已有一行`,
    )
    expect(await refused([good, day(psId, '2026-06-21', 1)])).toBe('参数有误：第 2 行的日期：不能晚于今天')
    expect(await refused([good, day(psId, '2026-05-02', 2401)])).toMatch(
      /第 2 行的发电量：.*超过满发 24 小时/,
    )
    expect(await refused([good, { day: '2026-05-02', energyKwh: 1 }])).toMatch(/第 2 行的电站：请填写电站/)
    expect(await refused([good, { ...good, day: '2026-02-30' }])).toMatch(/日期.*没有这一天/)
    expect(await refused([good, { ...good, day: '0000-01-01' }])).toMatch(/日期.*没有这一天/)
    expect(await refused([good, { ...good, day: '1969-12-31' }])).toBe(
      '参数有误：第 2 行的日期：不能早于 1970 年',
    )
    expect(await refused([good, { ...good, day: '2026-05-02', energyKwh: -1 }])).toMatch(/发电量.*不能小于 0/)
    expect(await refused([good, { ...good, day: '2026-05-02', irradiation: 21 }])).toMatch(
      /辐照量.*不能大于 20/,
    )
    expect(await refused([])).toMatch(/没有数据/)
    expect((await read(psId, '2026-05')).total.energyKwh).toBeNull()
  })

  it('are cut to the scope, and foreign stations are answered like unknown ones', async () => {
    const eastern = siteIn('A01A01').id
    const unknown = '第 1 行的电站不存在或无权查看'
    expect(await refused([day(eastern, '2026-05-01', 1)], people.west.token)).toBe(unknown)
    expect(await refused([day('999999999', '2026-05-01', 1)], people.west.token)).toBe(unknown)
    expect(await refused([day(eastern, '2026-05-01', 1)], people.foreigner)).toBe(unknown)
    for (const token of [people.west.token, people.foreigner]) {
      expect((await harness.refused(token, calls.query, { psId: eastern, period: '2026' })).message).toBe(
        UNSEEN,
      )
    }
    const reader = await harness.signIn('a_worker')
    const { status } = await harness.refused(reader, calls.save, { rows: [day(eastern, '2026-05-01', 1)] })
    expect(status).toBe(403)
    expect(
      (await harness.refused(people.admin, calls.query, { psId: eastern, period: '2026-13' })).message,
    ).toBe('参数有误：时段（period）：时段应为 YYYY 或 YYYY-MM')
  })
})
