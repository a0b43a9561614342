import { calendarCalls } from '@heliodesk/contract/calendar.ts'
import type { CatchUp, HolidayRule } from '@heliodesk/contract/cycle-days.ts'
import { dayAfter } from '@heliodesk/contract/days.ts'
import { inspectionCycleCalls } from '@heliodesk/contract/inspection-cycles.ts'
import { inspectionPlanCalls as calls } from '@heliodesk/contract/inspection-plans.ts'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { runs } from '../../../test/runs.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import { makeSome } from './generate.ts'
import { makeAll, usePlans } from '../../../test/inspection-plans.ts'

const plans = usePlans()
const { harness, known } = plans

const HOLIDAYS = ['2026-12-01', '2026-12-02', '2026-12-03', '2027-01-01', '2027-01-04', '2027-01-05']
const WORKED = ['2026-12-06', '2027-01-09']

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

const weekdayOf = (day: string) => new Date(`${day}T12:00:00Z`).getUTCDay() || 7
const works = (day: string) => WORKED.includes(day) || (weekdayOf(day) < 6 && !HOLIDAYS.includes(day))

type Rule = { every: 'day' } | { every: 'week'; weekdays: number[] } | { every: 'days'; days: number }
const rules: fc.Arbitrary<Rule> = fc.oneof(
  fc.constant({ every: 'day' as const }),
  fc
    .uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 })
    .map((weekdays) => ({ every: 'week' as const, weekdays })),
  fc.integer({ min: 2, max: 9 }).map((days) => ({ every: 'days' as const, days })),
)

type Story = {
  rule: Rule
  other: Rule
  holidays: HolidayRule
  lead: number
  catchUp: CatchUp
  from: number
  steps: { by: number; act: 'change' | 'cycle' | 'kill' | 'run' | 'stop' | 'twice' }[]
}
const stories: fc.Arbitrary<Story> = fc.record({
  rule: rules,
  other: rules,
  holidays: fc.constantFrom('keep', 'skip', 'next', 'previous'),
  lead: fc.integer({ min: 0, max: 5 }),
  catchUp: fc.constantFrom('latest', 'all', 'none'),
  from: fc.integer({ min: 0, max: 6 }),
  steps: fc.array(
    fc.record({
      // The clock goes back now and then.
      by: fc.integer({ min: -4, max: 12 }),
      act: fc.constantFrom('run', 'run', 'twice', 'kill', 'stop', 'change', 'cycle'),
    }),
    { minLength: 3, maxLength: 9 },
  ),
})

type Part = { rule: Rule; from: string; until: string | null }

/** What a plain reading of the rules makes, by going through all days. */
class Model {
  readonly made = new Map<string, number>()
  readonly nominals = new Set<string>()
  parts: Part[]
  stopOn: string | null = null
  readonly #story: Story

  constructor(story: Story, from: string) {
    this.#story = story
    this.parts = [{ rule: story.rule, from, until: null }]
  }

  #names({ rule, from, until }: Part, day: string): boolean {
    if (day < from || (until !== null && day > until)) return false
    if (rule.every === 'day') return true
    if (rule.every === 'week') return rule.weekdays.includes(weekdayOf(day))
    return ((Date.parse(day) - Date.parse(from)) / 86_400_000) % rule.days === 0
  }

  dues(): { day: string; nominal: string; part: number }[] {
    const dues = new Map<string, { day: string; nominal: string; part: number }>()
    for (const [part, each] of this.parts.entries()) {
      const own = new Map<string, string>()
      for (let day = '2026-11-01'; day < '2027-06-01'; day = dayAfter(day)) {
        if (!this.#names(each, day)) continue
        let to: string | null = day
        if (!works(day) && this.#story.holidays === 'skip') to = null
        else if (this.#story.holidays === 'next' || this.#story.holidays === 'previous')
          while (!works(to)) to = dayAfter(to, this.#story.holidays === 'next' ? 1 : -1)
        if (to === null || own.has(to) || (to !== day && this.#names(each, to))) continue
        own.set(to, day)
      }
      for (const [day, nominal] of own) if (!dues.has(day)) dues.set(day, { day, nominal, part })
    }
    return [...dues.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1))
  }

  run(today: string): void {
    const { lead, catchUp } = this.#story
    if (this.stopOn !== null && this.stopOn <= today) return
    const dues = this.dues()
    const before = this.parts[0]!.from < today ? dues.filter(({ day }) => day < today) : []
    const caught = { none: [], all: before, latest: before.slice(-1) }[catchUp]
    for (const { day, nominal, part } of [
      ...caught,
      ...dues.filter(({ day: each }) => each >= today && each <= dayAfter(today, lead)),
    ]) {
      if (this.stopOn !== null && day >= this.stopOn) continue
      if (this.made.has(day) || this.nominals.has(nominal)) continue
      this.made.set(day, part + 1)
      this.nominals.add(nominal)
    }
  }
}

let cycles = 0

async function live(story: Story): Promise<{ made: [string, number][]; expected: [string, number][] }> {
  const now = { day: '2026-11-23' }
  const cycleOf = (rule: Rule) => ({
    name: `随机 ${(cycles += 1)}`,
    rule: { calendar: rule },
    beginTime: '08:00',
    endTime: '18:00',
    holidays: 'keep' as const,
    leadDays: 0,
    deadlineDays: 0,
    catchUp: story.catchUp,
  })
  const cycle = await harness.call(known.master, inspectionCycleCalls.add, cycleOf(story.rule))
  const fromDay = dayAfter(now.day, story.from)
  const said = { cycleId: cycle.id, fromDay, holidays: story.holidays, leadDays: story.lead }
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
      { numRuns: runs(12) },
    )
  }, 600_000)

  it('have sheets with the items of the plan at each device of the way', async () => {
    const plan = await plans.effective()
    await makeAll(harness)
    const [order] = await plans.ordersOf(plan.id)
    expect(order!.lines).toBe(1)
  })
})
