import { calendarCalls } from '@heliodesk/contract/calendar.ts'
import { dayAfter, daysOf } from '@heliodesk/contract/days.ts'
import { inspectionCycleCalls } from '@heliodesk/contract/inspection-cycles.ts'
import { inspectionPlanCalls as calls } from '@heliodesk/contract/inspection-plans.ts'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { runs } from '../../../test/runs.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import { makeSome } from './generate.ts'
import {
  FIRST_REPORTED,
  HOLIDAYS,
  LAST_REPORTED,
  Model,
  reportOf,
  stories,
  WORKED,
  type Rule,
  type Story,
} from './generation-model.fixture.ts'
import { makeAll, usePlans } from '../../../test/inspection-plans.ts'

const plans = usePlans()
const { harness, known } = plans

beforeAll(async () => {
  for (const year of [2026, 2027]) {
    const days = [
      ...HOLIDAYS.map((day) => ({ day, kind: 'off' as const, name: '假' })),
      ...WORKED.map((day) => ({ day, kind: 'work' as const, name: '班' })),
    ].filter(({ day }) => day.startsWith(String(year)))
    const { version } = await harness.call(known.admin, calendarCalls.saveDraft, { year, version: 0, days })
    await harness.call(known.admin, calendarCalls.enable, { year, version })
  }
})

let cycles = 0

/** A device of which nothing is known but what the story reports, also of days to come. */
async function addReporting(story: Story): Promise<string> {
  const { rows } = await harness.owner.query<{ id: string }>(
    `insert into device (tenant_id, station_id, name, type_id, code)
     select $1::int, $2::bigint, $3, (select min(id) from device_type where tenant_id = $1), $3 returning id`,
    [harness.tenant.tenantId, plans.station(), `RANDOM-${cycles}`],
  )
  const deviceId = rows[0]!.id
  const days = daysOf({ begin: FIRST_REPORTED, end: LAST_REPORTED })
  const reports = JSON.stringify(days.map((day) => ({ day, ...reportOf(story, day) })))
  await harness.owner.query(
    `select app.open_telemetry_month(month::date) from generate_series('2026-10-01'::date, '2027-04-01', '1 month') month`,
  )
  await harness.owner.query(
    `with series as (
       insert into telemetry_series (tenant_id, station_id, device_id, metric, step_minutes, created_at)
       values ($1, $2, $3, 'power', 60, now()) returning id
     ), report as (
       select * from jsonb_to_recordset($4::jsonb) as r (day date, measured int, ran int, alarms int)
     ), alarm as (
       insert into alarm_event (tenant_id, station_id, device_id, code, level, edge, at, received_at, key)
       select $1, $2, $3, 'A', 2, edge, day::timestamp at time zone 'Asia/Shanghai' + make_interval(hours => n, mins => minute),
         now(), concat_ws(' ', $3::text, day, n, edge)
       from report, generate_series(1, alarms) n, (values ('raise', 0), ('clear', 20)) e (edge, minute)
     )
     insert into telemetry_hour (tenant_id, series_id, hour, n, total, low, high, v)
     select $1, series.id, day::timestamp at time zone 'Asia/Shanghai' + make_interval(hours => hour), 1, value, value, value,
       array[value]
     from series, report, generate_series(0, measured - 1) hour, lateral (select case when hour < ran then 5 else 0 end::real as value) v`,
    [harness.tenant.tenantId, plans.station(), deviceId, reports],
  )
  return deviceId
}

async function live(story: Story): Promise<{ made: [string, number][]; expected: [string, number][] }> {
  const now = { day: '2026-11-23' }
  const cycleOf = (rule: Rule) => ({
    name: `随机 ${(cycles += 1)}`,
    rule,
    beginTime: '08:00',
    endTime: '18:00',
    holidays: 'keep' as const,
    leadDays: 0,
    deadlineDays: 0,
    catchUp: story.catchUp,
  })
  const cycle = await harness.call(known.master, inspectionCycleCalls.add, cycleOf(story.rule))
  const fromDay = dayAfter(now.day, story.from)
  const legs = [plans.leg({ deviceIds: [await addReporting(story)] })]
  const said = { cycleId: cycle.id, fromDay, holidays: story.holidays, leadDays: story.lead, legs }
  const plan = await plans.effective(said)
  const model = new Model(story, fromDay)
  for (const { by, act } of story.steps) {
    // Not before the day of the calls: a plan waits for the day on which it was audited or changed.
    now.day = [dayAfter(now.day, by), '2026-11-23'].toSorted()[1]!
    // Calls are made on the first day, whose sessions hold; what they say is of later days.
    const row = await plans.read(plan.id)
    const seen = { id: row.id, version: row.version }
    if (act === 'stop' && model.stopOn === null && now.day >= '2026-11-23') {
      await harness.call(known.master, calls.stop, { plans: [seen], fromDay: now.day, reason: '检修' })
      model.stopOn = now.day
    } else if (act === 'stop' && model.stopOn !== null) {
      await harness.call(known.master, calls.restart, seen)
      model.stopOn = null
    } else if (act === 'change' && now.day > model.parts.at(-1)!.from && now.day >= '2026-11-23') {
      const draft = await harness.call(known.master, calls.update, {
        ...plans.input(said),
        ...seen,
        fromDay: now.day,
      })
      expect(await plans.audit(await plans.submit(draft))).toMatchObject({ done: true })
      model.parts.at(-1)!.until = dayAfter(now.day, -1)
      model.parts.push({ rule: model.parts.at(-1)!.rule, from: now.day, until: null })
    } else if (act === 'cycle') {
      const { version } = await harness.call(known.master, inspectionCycleCalls.selectByOne, { id: cycle.id })
      await harness.call(known.master, inspectionCycleCalls.update, {
        ...cycleOf(story.other),
        id: cycle.id,
        version,
      })
      for (const part of model.parts) part.rule = story.other
    }
    if (act === 'kill') await killed(now.day)
    if (act === 'twice') await Promise.all([makeAll(harness, now.day), makeAll(harness, now.day)])
    await makeAll(harness, now.day)
    model.run(now.day)
  }
  const made = (await plans.ordersOf(plan.id)).map(({ day, version }): [string, number] => [day, version])
  await harness.owner.query(`update inspection_plan set state = 'returned', make_on = null where id = $1`, [
    plan.id,
  ])
  await harness.owner.query(
    `update inspection_plan_version set state = 'returned' where plan_id = $1 and no = 1`,
    [plan.id],
  )
  return { made, expected: [...model.made].toSorted(([a], [b]) => (a < b ? -1 : 1)) }
}

/** A process that is gone before its commit. */
const killed = (day: string) =>
  inTransaction(
    harness.pool,
    async ({ db }) => {
      await makeSome({ db, now: new Date(`${day}T02:00:00Z`) })
      throw new Error('killed')
    },
    { tenant: harness.tenant.tenantId },
  ).catch(() => null)

describe('the orders of a plan', () => {
  it('are those of a plain model, whatever the cycle, holidays, changes, stops, clocks and processes', async () => {
    await fc.assert(
      fc.asyncProperty(stories, async (story) => {
        const { made, expected } = await live(story)
        expect(made).toEqual(expected)
      }),
      { numRuns: runs(20) },
    )
  }, 600_000)

  it('have sheets with the items of the plan at each device of the way', async () => {
    const plan = await plans.effective({ legs: [plans.leg({ psId: plans.station(3) })] })
    await makeAll(harness)
    const [order] = await plans.ordersOf(plan.id)
    expect(order!.lines).toBe(1)
  })
})
