import { calendarCalls } from '@heliodesk/contract/calendar.ts'
import { inspectionCycleCalls as calls } from '@heliodesk/contract/inspection-cycles.ts'
import { inspectionPlanCalls } from '@heliodesk/contract/inspection-plans.ts'
import { describe, expect, it } from 'vitest'
import { makeAll, usePlans } from '../../../test/inspection-plans.ts'

const plans = usePlans()
const { harness, known } = plans

let named = 0
const input = (more: object = {}) => ({
  name: `周期 ${(named += 1)}`,
  rule: { calendar: { every: 'week' as const, weekdays: [2, 4] } },
  beginTime: '08:00',
  endTime: '18:00',
  holidays: 'next' as const,
  leadDays: 2,
  deadlineDays: 0,
  catchUp: 'latest' as const,
  ...more,
})
const add = (more: object = {}) => harness.call(known.master, calls.add, input(more))

describe('inspection cycles', () => {
  it('are added, paged, read, updated, offered and deleted', async () => {
    const cycle = await add()
    expect(cycle).toMatchObject({
      kind: 'calendar',
      when: '每周二、周四 08:00–18:00',
      next: { day: '2026-11-24', nominal: '2026-11-24' },
      planCount: 0,
    })
    const { pageList } = await harness.call(known.master, calls.page, {
      keyword: cycle.name,
      kind: 'calendar',
      size: 50,
    })
    expect(pageList).toEqual([cycle])
    expect(await harness.call(known.master, calls.selectByOne, { id: cycle.id })).toEqual(cycle)
    const updated = await harness.call(known.master, calls.update, {
      ...input({ rule: { calendar: { every: 'month', month: 1, nth: -1, weekday: 5 } } }),
      id: cycle.id,
      version: cycle.version,
    })
    expect(updated).toMatchObject({ when: '每月 最后一个周五 08:00–18:00', version: 2 })
    const offered = await harness.call(known.master, calls.selectByParam, { keyword: updated.name })
    expect(offered).toMatchObject([{ id: cycle.id, name: updated.name }])
    await harness.call(known.master, calls.del, { id: cycle.id })
    expect((await harness.refused(known.master, calls.selectByOne, { id: cycle.id })).code).toBe('not_found')
  })

  it.each([
    [{ name: '' }, '周期名称'],
    [{ rule: {} }, '请选择按日历或按条件'],
    [{ rule: { calendar: { every: 'month', month: 1 } } }, '请选择几日，或第几个星期几'],
    [{ rule: { calendar: { every: 'week', weekdays: [8] } } }, '不能大于 7'],
    [
      { rule: { condition: { kwh: null, days: null, leastDays: 1, rain: null } } },
      '请填写发电量、运行小时、告警次数或距上次天数中的至少一项',
    ],
    [
      { rule: { condition: { kwh: null, hours: 0, days: null, leastDays: 1, rain: null } } },
      '运行小时（rule.condition.hours）：应大于 0',
    ],
    [
      { rule: { condition: { kwh: null, alarms: 1.5, days: null, leastDays: 1, rain: null } } },
      '告警次数（rule.condition.alarms）：应为整数',
    ],
    [{ rule: { condition: { kwh: 5, days: 3, leastDays: 4, rain: null } } }, '最短间隔不能大于距上次天数'],
    [{ endTime: '07:00' }, '结束时间应晚于开始时间'],
    [{ leadDays: 61 }, '不能大于 60'],
  ])('refuse what is wrong: %j', async (more, words) => {
    expect((await harness.refused(known.master, calls.add, input(more))).message).toContain(words)
  })

  it('have names of their own, are changed by one of two people, and stay while plans use them', async () => {
    const cycle = await add()
    expect((await harness.refused(known.master, calls.add, input({ name: cycle.name }))).message).toBe(
      '周期名称已存在',
    )
    const edit = { ...input({ name: cycle.name }), id: cycle.id, version: cycle.version }
    await harness.call(known.master, calls.update, edit)
    expect((await harness.refused(known.manager, calls.update, edit)).code).toBe('cycle.stale')
    const plan = await plans.add({ cycleId: cycle.id })
    expect((await harness.refused(known.master, calls.del, { id: cycle.id })).message).toBe(
      `周期“${cycle.name}”还在用于计划“${plan.planName}”，不能删除`,
    )
    for (const call of [calls.selectByOne, calls.del])
      expect((await harness.refused(known.stranger, call, { id: cycle.id })).code).toBe('not_found')
  })

  it('count the plans that a person sees, and name no others', async () => {
    const cycle = await add()
    const plan = await plans.add({ cycleId: cycle.id })
    const elsewhere = await harness.signIn('a_east_master')
    for (const [token, seen] of [
      [known.master, 1],
      [elsewhere, 0],
    ] as const) {
      const { planCount } = await harness.call(token, calls.selectByOne, { id: cycle.id })
      const { rowCount } = await harness.call(token, inspectionPlanCalls.list, {
        cycleId: cycle.id,
        size: 20,
      })
      expect([planCount, rowCount]).toEqual([seen, seen])
    }
    const { message } = await harness.refused(elsewhere, calls.del, { id: cycle.id })
    expect(message).toBe(`周期“${cycle.name}”还在用于其他部门的计划，不能删除`)
    expect(message).not.toContain(plan.planName)
  })

  it('by conditions are refused for plans of several stations', async () => {
    const cycle = await add()
    await plans.add({ cycleId: cycle.id, legs: [plans.leg(), plans.leg({ psId: plans.station(3) })] })
    const rule = { condition: { kwh: 100, days: null, leastDays: 1, rain: null } }
    const changed = { ...input({ rule }), id: cycle.id, version: cycle.version }
    expect((await harness.refused(known.master, calls.update, changed)).message).toContain('只能用于一座电站')
  })
})

describe('the preview of a cycle', () => {
  it('shows the next six days, and which of them holidays move', async () => {
    const days = [{ day: '2026-12-01', kind: 'off' as const, name: '假' }]
    const { version } = await harness.call(known.admin, calendarCalls.saveDraft, {
      year: 2026,
      version: 0,
      days,
    })
    await harness.call(known.admin, calendarCalls.enable, { year: 2026, version })
    const { name: _name, ...asked } = input({ rule: { calendar: { every: 'week', weekdays: [2] } } })
    const { dues, standing } = await harness.call(known.master, calls.preview, asked)
    expect(standing).toBeNull()
    expect(dues.map(({ day }) => day)).toEqual([
      '2026-11-24',
      '2026-12-02',
      '2026-12-08',
      '2026-12-15',
      '2026-12-22',
      '2026-12-29',
    ])
    expect(dues[1]).toMatchObject({ nominal: '2026-12-01', isEstimate: false })
  })

  it('counts the energy of a station, and makes the order once it is there', async () => {
    await harness.owner.query(
      `insert into station_generation (tenant_id, station_id, day, energy_kwh, rain, updated_at, updated_by)
       select $1, $2, day::date, 100, case day::date when '2026-11-21' then 20 end, now(), null
       from generate_series('2026-11-01'::date, '2026-11-23', '1 day') day`,
      [harness.tenant.tenantId, plans.station()],
    )
    const rule = { condition: { kwh: 500, days: 90, leastDays: 2, rain: 10 } }
    const cycle = await add({ rule, holidays: 'keep', leadDays: 1 })
    expect(cycle).toMatchObject({ kind: 'mixed', next: null })
    const plan = await plans.effective({
      cycleId: cycle.id,
      fromDay: '2026-11-23',
      holidays: 'keep',
      leadDays: 1,
    })
    const { name: _name, ...asked } = input({ rule, holidays: 'keep', cycleId: cycle.id })
    const { dues, standing } = await harness.call(known.master, calls.preview, {
      ...asked,
      psId: plans.station(),
    })
    expect(standing).toMatchObject({ today: '2026-11-23', last: '2026-11-22', isFirst: true })
    expect(standing?.counts).toEqual([
      { measure: 'energy', counted: 100, limit: 500, daily: 100, missing: 0 },
    ])
    expect(dues[0]).toMatchObject({ day: '2026-11-27', by: 'energy', isEstimate: true })
    await makeAll(harness)
    expect(await plans.read(plan.id)).toMatchObject({ nextDue: '2026-11-27', isEstimate: true })
    expect(await plans.daysOf(plan.id)).toEqual([])
    // The day before it is expected, and then not again.
    for (const day of ['2026-11-25', '2026-11-26', '2026-11-26', '2026-11-27']) await makeAll(harness, day)
    expect(await plans.daysOf(plan.id)).toEqual(['2026-11-27'])
  })
})
