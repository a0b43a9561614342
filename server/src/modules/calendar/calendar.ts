import type { SpecialDay } from '@heliodesk/contract/calendar.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/context.ts'
import { one } from '../../platform/certain.ts'
import type { Db } from '../../platform/postgres.ts'
import type { WorkCalendar } from './working-days.ts'

const byDay = (days: readonly SpecialDay[]) => new Map(days.map(({ day, kind }) => [day, kind]))

/** The company's calendar, which stays as it is until the transaction ends. */
export async function heldCalendar(db: Db): Promise<WorkCalendar> {
  await sql`select app.share_work_calendar()`.execute(db)
  return readCalendar(db)
}

/** The company's calendar as it is now. */
export async function readCalendar(db: Db): Promise<WorkCalendar> {
  const { rows } = await sql<{ zone: string; years: { year: number; days: SpecialDay[] }[] }>`
    select t.time_zone as zone, coalesce((
      select jsonb_agg(jsonb_build_object('year', c.year, 'days', c.days)) from work_calendar c
      where c.days is not null), '[]') as years
    from tenant t where t.id = app.tenant_id()`.execute(db)
  const { zone, years } = one(rows)
  return { zone, years: new Map(years.map(({ year, days }) => [year, byDay(days)])) }
}

/** The same with other days in one year. */
export const withDays = (
  calendar: WorkCalendar,
  year: number,
  days: readonly SpecialDay[],
): WorkCalendar => ({ ...calendar, years: new Map(calendar.years).set(year, byDay(days)) })

/** A due time that was counted in working days. */
export type Due = { dueAt: Date; next: Date }

/** What counts in working days, and follows when the calendar changes. */
export type Dues = {
  /** All open due times, with what they would be by another calendar. */
  by: (ctx: Pick<Ctx, 'db' | 'now'>, calendar: WorkCalendar) => Promise<Due[]>
  /** Moves them to that; the caller has the calendar alone. Returns the same as `by`. */
  move: (ctx: Pick<Ctx, 'db' | 'now'>, calendar: WorkCalendar) => Promise<Due[]>
}

const registered: Dues[] = []

/** Called once by each module that counts in working days. */
export const registerDues = (dues: Dues): void => void registered.push(dues)

export async function allDues(
  ctx: Pick<Ctx, 'db' | 'now'>,
  calendar: WorkCalendar,
  how: keyof Dues,
): Promise<{ later: number; earlier: number; same: number; overdue: number }> {
  const counts = { later: 0, earlier: 0, same: 0, overdue: 0 }
  for (const dues of registered)
    for (const { dueAt, next } of await dues[how](ctx, calendar)) {
      const by = next.getTime() - dueAt.getTime()
      if (by === 0) counts.same += 1
      else if (by > 0) counts.later += 1
      else counts.earlier += 1
      // Only what the change itself makes overdue.
      if (next < ctx.now && dueAt >= ctx.now) counts.overdue += 1
    }
  return counts
}
