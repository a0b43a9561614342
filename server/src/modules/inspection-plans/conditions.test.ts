import { alarmCalls } from '@heliodesk/contract/alarms.ts'
import { inspectionCycleCalls } from '@heliodesk/contract/inspection-cycles.ts'
import { inspectionPlanCalls as calls } from '@heliodesk/contract/inspection-plans.ts'
import { telemetryCalls } from '@heliodesk/contract/telemetry.ts'
import { describe, expect, it } from 'vitest'
import { makeAll, usePlans } from '../../../test/inspection-plans.ts'

const plans = usePlans()
const { harness, known } = plans

let added = 0

const cycleOf = (condition: object, more: object = {}) => ({
  rule: { condition: { kwh: null, days: null, leastDays: 1, rain: null, ...condition } },
  beginTime: '08:00',
  endTime: '18:00',
  holidays: 'keep' as const,
  leadDays: 0,
  deadlineDays: 0,
  catchUp: 'latest' as const,
  ...more,
})
const addCycle = async (condition: object) => {
  const name = `条件 ${(added += 1)}`
  return harness.call(known.master, inspectionCycleCalls.add, { name, ...cycleOf(condition) })
}

async function addDevice(
  spaceId: string | null = null,
  psId = plans.station(),
): Promise<{ id: string; code: string }> {
  const { rows } = await harness.owner.query<{ id: string; code: string }>(
    `insert into device (tenant_id, station_id, name, type_id, code, space_id)
     select $1::int, $2::bigint, $3, (select min(id) from device_type where tenant_id = $1), $3, $4 returning id, code`,
    [harness.tenant.tenantId, psId, `COUNTED-${(added += 1)}`, spaceId],
  )
  return rows[0]!
}

/** Values of an hour each, from the beginning of a day on. */
const send = (day: string, values: (number | null)[], device?: string, more: object = {}) =>
  harness.call(known.admin, telemetryCalls.save, {
    series: [
      { psId: plans.station(), device, metric: 'power', step: 60, from: `${day} 00:00:00`, values, ...more },
    ] as never,
  })
/** A whole day, of which so many hours run. */
const dayOf = (hours: number) => Array.from({ length: 24 }, (_each, at) => (at < hours ? 50 : -1))

const alarm = (code: string, time: string, device?: string, more: object = {}) =>
  harness.call(known.admin, alarmCalls.ingest, {
    events: [{ psId: plans.station(), device, code, edge: 'raise', time, level: 2, ...more }] as never,
  })

/** A plan that began some days ago. */
async function planOf(
  cycleId: string,
  deviceIds: string[],
  { fromDay = '2026-11-17', ...more }: { fromDay?: string; leadDays?: number; legs?: object[] } = {},
) {
  const said = {
    cycleId,
    fromDay: '2026-11-23',
    holidays: 'keep',
    leadDays: 0,
    legs: [plans.leg({ deviceIds })],
  }
  const plan = await plans.effective({ ...said, ...more })
  await harness.owner.query('update inspection_plan_version set from_day = $2 where plan_id = $1', [
    plan.id,
    fromDay,
  ])
  return plan
}

const standingOf = async (condition: object, cycleId: string) => {
  const asked = { ...cycleOf(condition), cycleId }
  return harness.call(known.master, inspectionCycleCalls.preview, asked)
}

describe('a cycle of running hours', () => {
  it('is due once the hours are there, and not a step before; once, and counts anew', async () => {
    const device = await addDevice()
    const cycle = await addCycle({ hours: 20 })
    expect(cycle).toMatchObject({ kind: 'condition', when: '运行 20 小时', next: null })
    const plan = await planOf(cycle.id, [device.id])
    for (const [day, hours] of [
      ['2026-11-17', 8],
      ['2026-11-18', 8],
      ['2026-11-22', 3],
    ] as const)
      await send(day, dayOf(hours), device.code)
    await makeAll(harness)
    expect(await plans.daysOf(plan.id)).toEqual([])
    // 19 of 20 hours; two days were not measured at all, and say nothing about the mean of 19 / 3.
    const { standing, dues } = await standingOf({ hours: 20 }, cycle.id)
    expect(standing).toMatchObject({ deviceCount: 1, last: '2026-11-16', isFirst: true, today: '2026-11-23' })
    expect(standing?.counts).toMatchObject([{ measure: 'hours', counted: 19, limit: 20, missing: 3 }])
    expect(standing?.counts[0]?.daily).toBeCloseTo(19 / 3)
    expect(dues[0]).toMatchObject({ day: '2026-11-24', by: 'hours', isEstimate: true })
    expect(await plans.read(plan.id)).toMatchObject({ nextDue: '2026-11-24', isEstimate: true })
    // An hour of this morning completes them; it is seen on the next day, by any number of processes.
    await send('2026-11-23', [50], device.code)
    await Promise.all([makeAll(harness, '2026-11-24'), makeAll(harness, '2026-11-24')])
    await makeAll(harness, '2026-11-24')
    expect(await plans.daysOf(plan.id)).toEqual(['2026-11-24'])
    await makeAll(harness, '2026-11-27')
    expect(await plans.daysOf(plan.id)).toEqual(['2026-11-24'])
  })

  it('is made ahead of the day on which the mean of whole days lets it expect them', async () => {
    const device = await addDevice()
    const cycle = await addCycle({ hours: 55 })
    const plan = await planOf(cycle.id, [device.id], { leadDays: 2, fromDay: '2026-11-18' })
    for (const day of ['2026-11-18', '2026-11-19', '2026-11-20']) await send(day, dayOf(10), device.code)
    // Half a day, which counts itself and not for the mean.
    await send('2026-11-21', dayOf(4).slice(0, 8), device.code)
    const { dues, standing } = await standingOf({ hours: 55 }, cycle.id)
    expect(standing?.counts).toEqual([{ measure: 'hours', counted: 34, limit: 55, daily: 10, missing: 2 }])
    expect(dues.map(({ day }) => day).slice(0, 2)).toEqual(['2026-11-26', '2026-12-02'])
    await makeAll(harness)
    expect(await plans.daysOf(plan.id)).toEqual([])
    await makeAll(harness, '2026-11-24')
    // Nothing came on the 23rd and 24th: the expected day moves on with the days.
    expect(await plans.daysOf(plan.id)).toEqual([])
    await send('2026-11-23', [50, 50], device.code)
    harness.clock.set('2026-11-26T02:00:00Z')
    for (const day of ['2026-11-23', '2026-11-24', '2026-11-25']) await send(day, dayOf(6), device.code)
    harness.clock.set('2026-11-23T02:00:00Z')
    await makeAll(harness, '2026-11-26')
    expect(await plans.daysOf(plan.id)).toEqual(['2026-11-27'])
  })

  it('is never due without data, unless days are over too', async () => {
    const device = await addDevice()
    const [silent, mixed] = [await addCycle({ hours: 1 }), await addCycle({ hours: 1, days: 6 })]
    const [never, byDays] = [await planOf(silent.id, [device.id]), await planOf(mixed.id, [device.id])]
    const { dues, standing } = await standingOf({ hours: 1 }, silent.id)
    expect(dues).toEqual([])
    expect(standing?.counts).toEqual([{ measure: 'hours', counted: 0, limit: 1, daily: null, missing: 6 }])
    await makeAll(harness)
    await makeAll(harness, '2026-12-20')
    expect(await plans.daysOf(never.id)).toEqual([])
    expect(await plans.daysOf(byDays.id)).toEqual(['2026-11-23', '2026-12-20'])
    expect(await plans.read(never.id)).toMatchObject({ nextDue: null })
  })

  it('counts of several devices the one that runs most, also those of a space, by power or else by energy', async () => {
    const { rows } = await harness.owner.query<{ id: string }>(
      `insert into space (tenant_id, station_id, kind, name) values ($1, $2, '2', '计数方阵') returning id`,
      [harness.tenant.tenantId, plans.station()],
    )
    const spaceId = rows[0]!.id
    const [one, other, outside] = [await addDevice(spaceId), await addDevice(spaceId), await addDevice()]
    await send('2026-11-18', dayOf(3), one.code)
    await send('2026-11-19', [0.5, 0, 0.5, 0.5, 1], other.code, { metric: 'energy' })
    await send('2026-11-19', dayOf(24), outside.code)
    const cycle = await addCycle({ hours: 4 })
    const legs = [plans.leg({ spaceIds: [spaceId] })]
    const plan = await planOf(cycle.id, [], { legs })
    const { standing } = await standingOf({ hours: 4 }, cycle.id)
    expect(standing).toMatchObject({ deviceCount: 2, counts: [{ counted: 4 }] })
    await makeAll(harness)
    expect(await plans.daysOf(plan.id)).toEqual(['2026-11-23'])
    const asked = {
      ...plans.input({ cycleId: cycle.id, fromDay: '2026-11-17', holidays: 'keep', legs }),
      month: '2026-11',
    }
    const { next } = await harness.call(known.master, calls.preview, asked)
    expect(next[0]).toMatchObject({ day: '2026-11-19', isEstimate: false })
  })

  it('counts a station as a whole by its own meter, or else by the device that ran longest', async () => {
    const rule = { hours: 10 }
    const cycle = await addCycle(rule)
    const psId = plans.station(3)
    const plan = await planOf(cycle.id, [], { fromDay: '2026-11-21', legs: [plans.leg({ psId })] })
    const devices = [await addDevice(null, psId), await addDevice(null, psId)]
    await send('2026-11-21', dayOf(9), devices[0]!.code, { psId })
    await send('2026-11-21', dayOf(5), devices[1]!.code, { psId })
    const ofDevices = (await standingOf(rule, cycle.id)).standing
    expect(ofDevices).toMatchObject({ deviceCount: null, counts: [{ counted: 9 }] })
    // Every five minutes: an hour that runs in part.
    await send('2026-11-21', [0, 0, 1, 1, 1, 1, 1, 1, null, null, null, null], undefined, {
      psId,
      step: 5,
    })
    const own = (await standingOf(rule, cycle.id)).standing
    expect(own).toMatchObject({ counts: [{ counted: 0.5, missing: 1 }] })
    await makeAll(harness)
    expect(await plans.daysOf(plan.id)).toEqual([])
  })
})

describe('a cycle of alarms', () => {
  it('is due on the day on which the last one comes, and not because one is expected', async () => {
    const device = await addDevice()
    const cycle = await addCycle({ alarms: 3 })
    const plan = await planOf(cycle.id, [device.id], { leadDays: 5 })
    const code = `C-${device.code}`
    await alarm(code, '2026-11-18 08:00:00', device.code)
    // Before the plan; they tell how often alarms come.
    const few = (await standingOf({ alarms: 3 }, cycle.id)).standing
    expect(few?.counts).toMatchObject([{ counted: 1, daily: null }])
    await alarm(`${code}-1`, '2026-11-13 08:00:00', device.code)
    await alarm(`${code}-2`, '2026-11-20 08:00:00', device.code)
    await alarm(`${code}-3`, '2026-11-20 09:00:00', device.code, { level: 4 })
    await alarm(`${code}-4`, '2026-11-20 09:00:00')
    await makeAll(harness)
    expect(await plans.daysOf(plan.id)).toEqual([])
    const { dues, standing } = await standingOf({ alarms: 3 }, cycle.id)
    expect(standing?.counts).toMatchObject([{ measure: 'alarms', counted: 2, limit: 3, missing: 0 }])
    expect(standing?.counts[0]?.daily).toBeCloseTo(3 / 10)
    expect(dues[0]).toMatchObject({ day: '2026-11-27', by: 'alarms', isEstimate: true })
    expect(await plans.read(plan.id)).toMatchObject({ nextDue: '2026-11-27', isEstimate: true })
    // Looked at today already; the third alarm has it looked at again at once.
    await alarm(`${code}-5`, '2026-11-23 09:00:00', device.code)
    await Promise.all([makeAll(harness), makeAll(harness)])
    expect(await plans.daysOf(plan.id)).toEqual(['2026-11-23'])
    await alarm(`${code}-6`, '2026-11-23 09:30:00', device.code)
    for (const day of ['2026-11-23', '2026-11-24', '2026-12-10']) await makeAll(harness, day)
    expect(await plans.daysOf(plan.id)).toEqual(['2026-11-23'])
  })

  it('asks for nothing where no plan counts the alarms of a station', async () => {
    await makeAll(harness)
    const before = await harness.owner.query('select id, make_on from inspection_plan order by id')
    const elsewhere = { psId: plans.station(0), externalKey: undefined }
    await alarm('ELSEWHERE', '2026-11-23 09:00:00', undefined, elsewhere)
    const after = await harness.owner.query('select id, make_on from inspection_plan order by id')
    expect(after.rows).toEqual(before.rows)
  })
})
