import type { Input, Output } from '@heliodesk/contract/call.ts'
import { calendarCalls, type SpecialDay } from '@heliodesk/contract/calendar.ts'
import { sql } from 'kysely'
import { defineModule, DomainError, type Ctx } from '../../kernel/context.ts'
import { businessPageOf } from '../../kernel/paging.ts'
import { requireVersion, stale } from '../../kernel/versioned.ts'
import { withWireTimes } from '../../kernel/wire-time.ts'
import { present } from '../../platform/certain.ts'
import { allDues, readCalendar, withDays } from './calendar.ts'
import { statutoryDays } from './statutory.ts'

export { heldCalendar, readCalendar, registerDues, type Due } from './calendar.ts'
export { addWorkingDays, isWorkingDay, type WorkCalendar } from './working-days.ts'

type Calls = typeof calendarCalls
type Year = Output<Calls['year']>
type Action = 'save' | 'drop' | 'enable'

async function readYear({ db, who }: Ctx, year: number): Promise<Year> {
  const row = await db
    .selectFrom('work_calendar as c')
    .innerJoin('app_user as u', (join) =>
      join.onRef('u.tenant_id', '=', 'c.tenant_id').onRef('u.id', '=', 'c.updated_by'),
    )
    .select(['c.year', 'c.version', 'c.updated_at as updateTime', 'u.realname as updatedBy'])
    .select([sql<SpecialDay[] | null>`c.days`.as('days'), sql<SpecialDay[] | null>`c.draft`.as('draft')])
    .where('c.year', '=', year)
    .executeTakeFirst()
  if (!row) return { year, version: 0, days: null, draft: null, updatedBy: null, updateTime: null }
  return withWireTimes(row, who.timeZone)
}

/** The days in their order, each once and within the year. */
function checkedDays(year: number, days: readonly SpecialDay[]): SpecialDay[] {
  const sorted = days.toSorted((a, b) => (a.day < b.day ? -1 : 1))
  for (const [at, { day }] of sorted.entries()) {
    if (!day.startsWith(`${year}-`)) throw new DomainError('calendar.day', `${day} 不在 ${year} 年`)
    if (sorted[at + 1]?.day === day) throw new DomainError('calendar.day', `${day} 出现了两次`)
  }
  return sorted
}

/** The locked year in the version that the caller saw; a year that nobody has edited is added. */
async function lockYear(
  { db, now }: Ctx,
  year: number,
  seen: number,
): Promise<{ days: SpecialDay[] | null; draft: SpecialDay[] | null }> {
  await db
    .insertInto('work_calendar')
    .values({ year, version: 0, updated_at: now })
    .onConflict((taken) => taken.columns(['tenant_id', 'year']).doNothing())
    .execute()
  const row = await db
    .selectFrom('work_calendar')
    .select('version')
    .select([sql<SpecialDay[] | null>`days`.as('days'), sql<SpecialDay[] | null>`draft`.as('draft')])
    .where('year', '=', year)
    .forUpdate()
    .executeTakeFirstOrThrow()
  requireVersion(row, seen, stale('calendar', '节假日历'))
  return row
}

type Change = { days?: SpecialDay[]; draft: SpecialDay[] | null }

async function saveYear(
  { db, now, who }: Ctx,
  year: number,
  { days, draft }: Change,
  event: { action: Action; days: SpecialDay[]; moved?: number },
): Promise<void> {
  await db
    .updateTable('work_calendar')
    .set({
      version: sql`version + 1`,
      draft: draft && JSON.stringify(draft),
      updated_at: now,
      updated_by: who.userId,
    })
    .$if(days !== undefined, (change) => change.set({ days: JSON.stringify(present(days)) }))
    .where('year', '=', year)
    .execute()
  await db
    .insertInto('work_calendar_event')
    .values({ ...event, days: JSON.stringify(event.days), year, at: now })
    .execute()
}

export const calendar = defineModule(calendarCalls, {
  year: (ctx, { year }) => readYear(ctx, year),

  async preview(ctx, { year, days }) {
    const next = withDays(await readCalendar(ctx.db), year, checkedDays(year, days))
    return allDues(ctx, next, 'by')
  },

  async saveDraft(ctx, { year, version, days }) {
    await lockYear(ctx, year, version)
    const draft = checkedDays(year, days)
    await saveYear(ctx, year, { draft }, { action: 'save', days: draft })
    return readYear(ctx, year)
  },

  statutory: async (_ctx, { year }) => ({ days: statutoryDays(year) }),

  async dropDraft(ctx, { year, version }) {
    const { draft } = await lockYear(ctx, year, version)
    if (draft) await saveYear(ctx, year, { draft: null }, { action: 'drop', days: draft })
    return readYear(ctx, year)
  },

  enable,
  history: listHistory,
})

async function enable(ctx: Ctx, { year, version }: Input<Calls['enable']>): Promise<Output<Calls['enable']>> {
  // Before the year: a step that counts by it holds this lock while it reads.
  await sql`select app.own_work_calendar()`.execute(ctx.db)
  const { draft } = await lockYear(ctx, year, version)
  if (!draft) throw new DomainError('calendar.draft', `${year} 年没有待启用的草稿`)
  const counts = await allDues(ctx, withDays(await readCalendar(ctx.db), year, draft), 'move')
  const moved = counts.later + counts.earlier
  await saveYear(ctx, year, { days: draft, draft: null }, { action: 'enable', days: draft, moved })
  return counts
}

async function listHistory({ db, who }: Ctx, { year, ...page }: Input<Calls['history']>) {
  const count = (kind: string) =>
    sql<number>`coalesce(jsonb_array_length(jsonb_path_query_array(e.days, ${sql.lit(`$[*] ? (@.kind == "${kind}")`)})), 0)`
  const events = db
    .selectFrom('work_calendar_event as e')
    .innerJoin('app_user as u', (join) =>
      join.onRef('u.tenant_id', '=', 'e.tenant_id').onRef('u.id', '=', 'e.actor_id'),
    )
    .select(['e.id', 'e.at as time', 'u.realname as actorName', 'e.moved'])
    .select(sql<Action>`e.action`.as('action'))
    .select([count('off').as('off'), count('work').as('work'), count('company').as('company')])
    .where('e.year', '=', year)
    .orderBy('e.id', 'desc')
  return businessPageOf(events, page, (row) => withWireTimes(row, who.timeZone))
}
