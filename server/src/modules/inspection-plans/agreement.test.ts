import type { Received } from '@heliodesk/contract/call.ts'
import { dayAfter } from '@heliodesk/contract/days.ts'
import type { InspectionOutcome } from '@heliodesk/contract/inspection-outcomes.ts'
import { inspectionCycleCalls } from '@heliodesk/contract/inspection-cycles.ts'
import { inspectionPlanCalls as calls } from '@heliodesk/contract/inspection-plans.ts'
import { inspectionSheetCalls } from '@heliodesk/contract/inspection-sheets.ts'
import { allStatuses } from '@heliodesk/contract/work-order-rules.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeAll, usePlans } from '../../../test/inspection-plans.ts'
import { runs } from '../../../test/runs.ts'

const plans = usePlans()
const { harness, known } = plans

const PLANNED = '2026-11-23T02:00:00Z'
const ASKED = '2026-12-21T07:30:00Z'
const TODAY = '2026-12-21'
const MONTH = { begin: '2026-12-01', end: TODAY }
const HOUR_MS = 3_600_000
const PEOPLE = ['a_worker', 'a_colleague'] as const
let defectId = ''
const seers = { planner: '', administrator: '', outsider: '' }

beforeAll(async () => {
  harness.clock.set(ASKED)
  seers.planner = await harness.signIn('a_master')
  seers.administrator = await harness.signIn('a_admin')
  seers.outsider = await harness.signIn('a_east_master')
  const defect = {
    psId: plans.station(),
    taskType: 8,
    taskDescription: '桩头发热',
    defectLevel: 'III',
  } as const
  defectId = (await harness.call(seers.planner, workOrderCalls.insert, defect)).id
  harness.clock.set(PLANNED)
})

/** What becomes of an order: hours are counted from its planned end. */
type Fate = {
  end: 'closed' | 'done' | 'none'
  hours: number
  /** Its planned end is moved by so much. */
  moved: number
  promised: number | null
  person: 0 | 1
  reading: 'abnormal' | 'defect' | 'exempt' | 'normal' | null
}
type Story = {
  plans: { days: number; deadline: number; legs: { at: 2 | 3; person: 0 | 1 }[] }[]
  fates: Fate[]
}

const hours = (min: number, max: number) => fc.integer({ min: min * 2, max: max * 2 }).map((each) => each / 2)
const stories: fc.Arbitrary<Story> = fc.record({
  plans: fc.array(
    fc.record({
      days: fc.integer({ min: 1, max: 9 }),
      deadline: fc.integer({ min: 0, max: 3 }),
      legs: fc.array(fc.record({ at: fc.constantFrom(2, 3), person: fc.constantFrom(0, 1) }), {
        minLength: 1,
        maxLength: 3,
      }),
    }),
    { minLength: 1, maxLength: 2 },
  ),
  fates: fc.array(
    fc.record({
      end: fc.constantFrom('done', 'done', 'done', 'closed', 'none'),
      hours: fc.oneof(hours(-9, 9), hours(-9, 300)),
      moved: fc.oneof(fc.constant(0), hours(-9, 60)),
      promised: fc.option(hours(-5, 100), { freq: 3 }),
      person: fc.constantFrom(0, 1),
      reading: fc.constantFrom('normal', 'abnormal', 'exempt', 'defect', null),
    }),
    { minLength: 1, maxLength: 12 },
  ),
})

type Order = {
  id: string
  planId: string
  day: string
  psId: string
  person: 0 | 1
  end: number
  promised: number | null
  finished: number | null
  isClosed: boolean
  reading: Fate['reading']
}

let named = 0

/** The plans of a story, with all that they made until today. */
async function made(story: Story): Promise<Order[]> {
  const ids: string[] = []
  for (const { days, deadline, legs } of story.plans) {
    const cycle = await harness.call(known.master, inspectionCycleCalls.add, {
      name: `每 ${days} 天 ${(named += 1)}`,
      rule: { calendar: days === 1 ? { every: 'day' } : { every: 'days', days } },
      beginTime: '08:00',
      endTime: '18:00',
      holidays: 'keep',
      leadDays: 0,
      deadlineDays: deadline,
      catchUp: 'all',
    })
    const { id } = await plans.effective({
      cycleId: cycle.id,
      holidays: 'keep',
      leadDays: 0,
      legs: legs.map(({ at, person }) =>
        plans.leg({ psId: plans.station(at), personId: plans.worker(PEOPLE[person]) }),
      ),
    })
    ids.push(id)
  }
  await makeAll(harness, TODAY)
  const { rows } = await harness.owner.query<{
    id: string
    planId: string
    day: string
    psId: string
    end: Date
  }>(
    `select o.id, d.plan_id as "planId", d.due_on::text as day, o.station_id as "psId", o.plan_end_time as "end"
     from inspection_due d join work_order o on o.id = d.order_id where d.plan_id = any($1) order by o.id`,
    [ids],
  )
  return rows.map((row, at) => {
    const fate = story.fates[at % story.fates.length]!
    const end = row.end.getTime() + fate.moved * HOUR_MS
    const now = Date.parse(ASKED)
    const finished = end + fate.hours * HOUR_MS
    return {
      ...row,
      end,
      person: fate.person,
      promised: fate.promised === null ? null : end + fate.promised * HOUR_MS,
      finished: fate.end === 'done' && finished <= now ? finished : null,
      isClosed: fate.end === 'closed',
      reading: fate.reading,
    }
  })
}

/** Writes what became of the orders; how they came there has its own tests. */
async function write(orders: readonly Order[]): Promise<void> {
  const rows = orders.map(({ id, person, end, promised, finished, reading }) => ({
    id,
    end: new Date(end).toISOString(),
    promised: promised === null ? null : new Date(promised).toISOString(),
    finished: finished === null ? null : new Date(finished).toISOString(),
    user: plans.worker(PEOPLE[person]),
    verdict: reading === null || reading === 'normal' ? reading : 'abnormal',
    reason: reading === 'exempt' ? '已登记在册' : '',
    isDefect: reading === 'defect',
  }))
  await harness.owner.query(
    `with fate as (
       select * from jsonb_to_recordset($1::jsonb) as f (id bigint, "end" timestamptz, promised timestamptz,
         finished timestamptz, "user" bigint, verdict text, reason text, "isDefect" boolean)
     ), sheet as (
       update inspection_sheet s set finished_at = f.finished, finished_by = f."user" from fate f
       where s.order_id = f.id and f.finished is not null
     ), line as (
       update inspection_sheet_line l set verdict = f.verdict, exempt_reason = f.reason,
         grade = case when f.verdict = 'abnormal' then 'III' end,
         recorded_by = f."user", recorded_at = now(), done_at = now(),
         defect_order_id = case when f."isDefect" then $2::bigint end
       from fate f where l.order_id = f.id and f.verdict is not null
     )
     update work_order o set plan_end_time = f."end", imp_commit_time = f.promised, liable_user_id = f."user",
       liable_person = u.realname
     from fate f join app_user u on u.id = f."user" where o.id = f.id`,
    [JSON.stringify(rows), defectId],
  )
  for (const { id } of orders.filter(({ isClosed }) => isClosed)) {
    const { version } = await harness.call(seers.planner, workOrderCalls.version, { id })
    await harness.call(seers.planner, workOrderCalls.terminate, { id, version, reason: '计划取消' })
  }
}

/** A plain reading of ADR 0103. */
function outcomeOf(order: Order, all: readonly Order[]): InspectionOutcome {
  const now = Date.parse(ASKED)
  const later = all.filter(
    ({ planId, psId, day }) => planId === order.planId && psId === order.psId && day > order.day,
  )
  const nextDay = later.map(({ day }) => day).toSorted()[0]
  const next = later.filter(({ day }) => day === nextDay).map(({ end }) => end)
  const last = Math.min(...next, order.promised ?? Infinity)
  if ((order.finished ?? now) > last) return 'missed'
  if (order.finished === null) return order.isClosed ? 'missed' : 'running'
  return order.finished > order.end ? 'late' : 'onTime'
}

function counted(some: readonly Order[], all: readonly Order[]) {
  const of = (outcome: InspectionOutcome) => some.filter((each) => outcomeOf(each, all) === outcome).length
  const read = (...readings: Fate['reading'][]) =>
    some.filter(({ reading }) => readings.includes(reading)).length
  return {
    due: some.length,
    onTime: of('onTime'),
    late: of('late'),
    missed: of('missed'),
    running: of('running'),
    abnormal: read('abnormal', 'exempt', 'defect'),
    defects: read('defect'),
    exempt: read('exempt'),
  }
}

const rateOf = ({ due, running, onTime }: ReturnType<typeof counted>) =>
  due === running ? null : Math.round((1000 * onTime) / (due - running)) / 10

const within = (all: readonly Order[], from: string, until: string) =>
  all.filter(({ day }) => day >= from && day <= until)

const statistics = (token: string, by: 'person' | 'station') =>
  harness.call(token, inspectionSheetCalls.statistics, { ...MONTH, by })

const grouped = (all: readonly Order[], keyOf: (order: Order) => string) =>
  Map.groupBy(within(all, MONTH.begin, MONTH.end), keyOf)

type Figures = Received<(typeof calls)['figures']>

/** How many orders the list has where a figure leads to it. */
async function listed(token: string, of: object): Promise<number> {
  const asked = { flowSts: allStatuses, dueDayBegin: MONTH.begin, dueDayEnd: MONTH.end, ...of }
  const { rowCount, pageList } = await harness.call(token, workOrderCalls.page, { ...asked, size: 500 })
  expect(pageList).toHaveLength(Math.min(500, rowCount!))
  return rowCount!
}

async function expectLinks(token: string, figures: Figures): Promise<void> {
  expect(await listed(token, {})).toBe(figures.due)
  for (const outcome of ['onTime', 'late', 'missed', 'running'] as const)
    expect([outcome, await listed(token, { outcome: [outcome] })]).toEqual([outcome, figures[outcome]])
  for (const { psId, count } of figures.missedAt)
    expect(await listed(token, { outcome: ['missed'], psIds: psId })).toBe(count)
}

async function expectAgreement(all: readonly Order[]): Promise<void> {
  const month = counted(within(all, MONTH.begin, MONTH.end), all)
  const before = counted(within(all, '2026-11-01', '2026-11-30'), all)
  for (const token of [seers.planner, seers.administrator]) {
    const figures = await harness.call(token, calls.figures, {})
    expect(figures).toMatchObject({ ...month, rate: rateOf(month), lastRate: rateOf(before) })
    expect((await statistics(token, 'station')).total).toMatchObject(month)
    await expectLinks(token, figures)
  }
  for (const [by, keyOf] of [
    ['station', ({ psId }: Order) => psId],
    ['person', ({ person }: Order) => plans.worker(PEOPLE[person])],
  ] as const) {
    const { rows } = await statistics(seers.planner, by)
    const model = [...grouped(all, keyOf)].map(([id, own]) => ({
      id,
      ...counted(own, all),
      done: own.filter(({ finished }) => finished !== null).length,
    }))
    const inOrder = (each: readonly { id: string }[]) => each.toSorted((a, b) => Number(a.id) - Number(b.id))
    expect(inOrder(rows)).toMatchObject(inOrder(model))
    expect(rows).toHaveLength(model.length)
  }
  const { pageList } = await harness.call(seers.planner, calls.list, { size: 500 })
  for (const [planId, own] of Map.groupBy(all, (each) => each.planId)) {
    const ended = within(own, dayAfter(TODAY, -89), dayAfter(TODAY, -1))
    expect(pageList.find(({ id }) => id === planId)?.onTime).toBe(rateOf(counted(ended, all)))
  }
  const nobodys = await harness.call(seers.outsider, calls.figures, {})
  expect(nobodys).toMatchObject({ due: 0, abnormal: 0 })
}

/** Their plans make no more. */
async function putAside(all: readonly Order[]): Promise<void> {
  const planIds = all.map(({ planId }) => planId)
  await harness.owner.query(
    `update inspection_plan set state = 'returned', make_on = null where id = any($1)`,
    [planIds],
  )
  await harness.owner.query(
    `update inspection_plan_version set state = 'returned' where plan_id = any($1) and no = 1`,
    [planIds],
  )
}

describe('what plans, their list, statistics and orders say of inspections', () => {
  it('is what a plain model says, whatever became of the orders', async () => {
    // Orders stay: what is counted after a story is all that was made so far.
    const all: Order[] = []
    await fc.assert(
      fc.asyncProperty(stories, async (story) => {
        harness.clock.set(PLANNED)
        const own = await made(story)
        all.push(...own)
        harness.clock.set(ASKED)
        await write(own)
        try {
          await expectAgreement(all)
        } finally {
          await putAside(own)
        }
      }),
      // A story cannot be told again without those before it.
      { numRuns: runs(8), endOnFailure: true },
    )
  }, 600_000)
})
