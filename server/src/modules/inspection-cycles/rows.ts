import type { Output } from '@heliodesk/contract/call.ts'
import {
  moved,
  nextDues,
  type CalendarRule,
  type CatchUp,
  type HolidayRule,
} from '@heliodesk/contract/cycle-days.ts'
import { whenWords } from '@heliodesk/contract/cycle-words.ts'
import type { CycleKind, CycleRule, inspectionCycleCalls } from '@heliodesk/contract/inspection-cycles.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/context.ts'
import { toWireDay, withWireTimes } from '../../kernel/wire-time.ts'
import { onKey } from '../../platform/on-key.ts'
import { isWorkingDay, readCalendar, type WorkCalendar } from '../calendar/index.ts'
import { visiblePlans } from './visible-plans.ts'

export type Cycle = Output<(typeof inspectionCycleCalls)['add']>

/** The rule of a cycle of the calendar, as the planner reads it. */
export const calendarRuleOf = ({ calendar }: CycleRule): CalendarRule | null =>
  (calendar as CalendarRule | undefined) ?? null

export const kindOf = ({ condition }: CycleRule): CycleKind => {
  if (!condition) return 'calendar'
  const { kwh, hours, alarms, days } = condition
  return [kwh, hours, alarms, days].filter((limit) => limit !== null).length > 1 ? 'mixed' : 'condition'
}

export const worksBy =
  (calendar: WorkCalendar) =>
  (day: string): boolean =>
    isWorkingDay(calendar, day)

/** Cycles of the company, with the number of plans that the caller sees of those that come round by them. */
export const cycleRows = ({ db, who }: Pick<Ctx, 'db' | 'who'>) =>
  db
    .selectFrom('inspection_cycle as c')
    .leftJoin('app_user as u', onKey('u.id', 'c.updated_by'))
    .select(['c.id', 'c.name', 'c.lead_days as leadDays', 'c.deadline_days as deadlineDays', 'c.version'])
    .select([
      sql<CycleKind>`c.kind`.as('kind'),
      sql<CycleRule>`c.rule`.as('rule'),
      sql<string>`to_char(c.begin_time, 'HH24:MI')`.as('beginTime'),
      sql<string>`to_char(c.end_time, 'HH24:MI')`.as('endTime'),
      sql<HolidayRule>`c.holidays`.as('holidays'),
      sql<CatchUp>`c.catch_up`.as('catchUp'),
      sql<string>`coalesce(u.realname, '系统')`.as('updatedBy'),
      sql<number>`(select count(*)::int from inspection_plan p
        where p.cycle_id = c.id and ${visiblePlans({ who })})`.as('planCount'),
    ])
    .select('c.updated_at as updateTime')

type Row = Omit<Cycle, 'next' | 'rule' | 'updateTime' | 'when'> & { rule: CycleRule; updateTime: Date }

/** Rows as lists show them, by the calendar of now. */
export async function shower(ctx: Ctx): Promise<(row: Row) => Cycle> {
  const calendar = await readCalendar(ctx.db)
  const today = toWireDay(ctx.now, calendar.zone)
  const works = worksBy(calendar)
  return (row) => {
    const rule = calendarRuleOf(row.rule)
    const segment = rule && { rule, holidays: row.holidays, start: today, end: null }
    const [next] = segment ? nextDues([segment], today, 1, works) : []
    return {
      ...withWireTimes(row, calendar.zone),
      when: whenWords(row),
      next: next ? { day: next.day, nominal: next.nominal, by: null, isEstimate: false } : null,
    }
  }
}

/** A day that conditions reached, where the rule about holidays puts it; conditions leave no day out. */
export const placed = (day: string, holidays: HolidayRule, works: (day: string) => boolean): string =>
  moved(day, holidays === 'skip' ? 'keep' : holidays, works) ?? day
