import type { Input } from '@heliodesk/contract/call.ts'
import { whenWords } from '@heliodesk/contract/cycle-words.ts'
import type { CycleRule } from '@heliodesk/contract/inspection-cycles.ts'
import {
  planStates,
  type inspectionPlanCalls,
  type PlanRow,
  type PlanState,
} from '@heliodesk/contract/inspection-plans.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { allOf, mentions } from '../../kernel/conditions.ts'
import { notFound, type Ctx } from '../../kernel/context.ts'
import { businessPageOf } from '../../kernel/paging.ts'
import { mayDo } from '../../kernel/rights.ts'
import { visibleOrders } from '../../kernel/scope.ts'
import { toWireDay, toWireTimeOrNull } from '../../kernel/wire-time.ts'
import { onKey } from '../../platform/on-key.ts'
import { readCalendar, type WorkCalendar } from '../calendar/index.ts'
import { visiblePlans } from '../inspection-cycles/index.ts'
import { outcomeOf } from '../inspection-sheets/index.ts'
import { coursesOf, Maker } from './course.ts'
import { dayAfter } from '@heliodesk/contract/days.ts'

const day = (column: string) => sql<string | null>`${sql.ref(column)}::text`

/** The newest version of plan `p`, which lists show while the plan is not in effect. */
const newest = sql`(select max(v.no) from inspection_plan_version v where v.tenant_id = p.tenant_id and v.plan_id = p.id)`

/** The state of plan `p` as people see it today. */
const stateOn = (today: string) =>
  sql<PlanState>`case when p.state = 'effective' and p.stop_on <= ${today}::date then 'stopped' else p.state end`

/** What waits for an audit comes first, the oldest on top. */
const urgent = sql`case when p.state = 'audit' or p.next_state = 'audit' then p.submitted_at end`

const planRows = ({ db, now, who }: Pick<Ctx, 'db' | 'now' | 'who'>, today: string) =>
  db
    .selectFrom('inspection_plan as p')
    .innerJoin('inspection_cycle as c', onKey('c.id', 'p.cycle_id'))
    .innerJoin('department as dep', onKey('dep.id', 'p.department_id'))
    .leftJoin('app_user as u', onKey('u.id', 'p.created_by'))
    .select(['p.id', 'p.code as planCode', 'p.name as planName', 'p.version', 'p.cycle_id as cycleId'])
    .select(['c.name as cycleName', 'p.department_id as depId', 'dep.name as depName'])
    .select(['p.next_is_estimate as isEstimate', 'p.submitted_at as submittedAt'])
    .select([
      stateOn(today).as('state'),
      sql<PlanRow['nextState']>`p.next_state`.as('nextState'),
      day('p.stop_on').as('stopOn'),
      day('p.next_due').as('nextDue'),
      day('p.next_nominal').as('nextNominal'),
      sql<CycleRule>`c.rule`.as('rule'),
      sql<string>`to_char(c.begin_time, 'HH24:MI')`.as('beginTime'),
      sql<string>`to_char(c.end_time, 'HH24:MI')`.as('endTime'),
      sql<string>`coalesce(u.realname, '系统')`.as('creatorName'),
      sql<string[]>`array(
        select s.name from inspection_plan_leg l join station s on s.tenant_id = l.tenant_id and s.id = l.station_id
        where l.tenant_id = p.tenant_id and l.plan_id = p.id and l.version_no = ${newest}
        group by s.id, s.name order by min(l.no) limit 3)`.as('stations'),
      sql<number>`(
        select count(distinct l.station_id)::int from inspection_plan_leg l
        where l.tenant_id = p.tenant_id and l.plan_id = p.id and l.version_no = ${newest})`.as(
        'stationCount',
      ),
      sql<number>`(
        select count(*)::int from inspection_plan_leg l
        where l.tenant_id = p.tenant_id and l.plan_id = p.id and l.version_no = ${newest})`.as('legCount'),
      sql<string | null>`(
        select v.submitted_by::text from inspection_plan_version v
        where v.tenant_id = p.tenant_id and v.plan_id = p.id and v.no = ${newest})`.as('submitterId'),
      sql<string | null>`(
        select e.opinion from inspection_plan_version v
        join process_event e on e.tenant_id = v.tenant_id and e.instance_id = v.instance_id and e.kind = 'complete'
        where v.tenant_id = p.tenant_id and v.plan_id = p.id and v.state = 'returned'
        order by v.no desc, e.seq desc limit 1)`.as('returnReason'),
      sql<number | null>`(
        select round(100.0 * count(*) filter (where done.outcome = 'onTime')
          / nullif(count(*) filter (where done.outcome <> 'running'), 0), 1)::float8
        from (
          select ${outcomeOf(now)} as outcome
          from inspection_due made
          join work_order o on o.tenant_id = made.tenant_id and o.id = made.order_id
          join inspection_sheet s on s.tenant_id = made.tenant_id and s.order_id = made.order_id
          where made.tenant_id = p.tenant_id and made.plan_id = p.id and made.due_on > ${today}::date - 90
            and made.due_on < ${today}::date and ${visibleOrders(who, 'o')} and ${mayDo(who.userId, 'order:list')}) done)`.as(
        'onTime',
      ),
    ])

type Record_ = Awaited<ReturnType<ReturnType<typeof planRows>['executeTakeFirstOrThrow']>>

const DAY_MS = 86_400_000
const AHEAD = 30

/** What the state of a plan lets people do with it. */
function actionsOf({
  state,
  nextState,
  stopOn,
}: Pick<PlanRow, 'nextState' | 'state' | 'stopOn'>): PlanRow['may'] {
  if (state === 'draft' || state === 'returned') return ['edit', 'submit', 'remove']
  if (state === 'audit') return ['withdraw', 'audit']
  const stopping = stopOn === null ? (['stop'] as const) : (['restart'] as const)
  if (nextState === null) return ['edit', ...stopping]
  if (nextState === 'audit') return ['withdraw', 'audit', ...stopping]
  return ['edit', 'submit', 'remove', ...stopping]
}

async function show(ctx: Ctx, rows: readonly Record_[], calendar: WorkCalendar): Promise<PlanRow[]> {
  const today = toWireDay(ctx.now, calendar.zone)
  const maker = new Maker(ctx.db, today, calendar)
  const going = rows.filter(({ state }) => state === 'effective').map(({ id }) => id)
  const courses = going.length === 0 ? [] : await coursesOf(ctx.db, going)
  const dues = new Map(
    courses.map((course) => [course.id, maker.between(course, today, dayAfter(today, AHEAD - 1)).length]),
  )
  return rows.map(({ rule, beginTime, endTime, submittedAt, legCount, ...row }) => {
    const isWaiting = row.state === 'audit' || row.nextState === 'audit'
    return {
      ...row,
      stateName: planStates[row.state],
      cycleWhen: whenWords({ rule, beginTime, endTime }),
      orders30: (dues.get(row.id) ?? 0) * legCount,
      submitTime: toWireTimeOrNull(submittedAt, calendar.zone),
      waitingDays:
        isWaiting && submittedAt
          ? Math.max(0, Math.round(((ctx.now.getTime() - submittedAt.getTime()) / DAY_MS) * 10) / 10)
          : null,
      may: actionsOf(row),
    }
  })
}

/** Plans that the caller sees, as lists show them. */
export async function readPlans(ctx: Ctx, ids: readonly string[]): Promise<PlanRow[]> {
  const calendar = await readCalendar(ctx.db)
  const today = toWireDay(ctx.now, calendar.zone)
  const rows = await planRows(ctx, today)
    .where('p.id', 'in', [...ids])
    .where(visiblePlans(ctx))
    .execute()
  return show(ctx, rows, calendar)
}

export async function readPlan(ctx: Ctx, id: string): Promise<PlanRow> {
  const [plan] = await readPlans(ctx, [id])
  if (!plan) throw notFound()
  return plan
}

const isWaiting = sql<SqlBool>`(p.state = 'audit' or p.next_state = 'audit')`

const inState = (state: PlanState, today: string): RawBuilder<SqlBool> => {
  if (state === 'audit') return isWaiting
  if (state === 'stopped') return sql<SqlBool>`(p.state = 'effective' and p.stop_on <= ${today}::date)`
  if (state === 'effective')
    return sql<SqlBool>`(p.state = 'effective' and (p.stop_on is null or p.stop_on > ${today}::date))`
  return sql<SqlBool>`p.state = ${state}`
}

type Listing = Input<(typeof inspectionPlanCalls)['list']>

export async function listPlans(ctx: Ctx, { orderField, orderType = 'asc', ...input }: Listing) {
  const calendar = await readCalendar(ctx.db)
  const today = toWireDay(ctx.now, calendar.zone)
  const ofLeg = (condition: RawBuilder<unknown>) =>
    sql`exists (select from inspection_plan_leg l
      where l.tenant_id = p.tenant_id and l.plan_id = p.id and l.version_no = ${newest} and ${condition})`
  const matching = planRows(ctx, today)
    .where(visiblePlans(ctx))
    .where(
      allOf(
        mentions(sql`p.code || ' ' || p.name`, input.keyword, 'p'),
        input.state && inState(input.state, today),
        input.psId && ofLeg(sql`l.station_id = ${input.psId}`),
        input.personId && ofLeg(sql`l.person_id = ${input.personId}`),
        input.depId && sql`p.department_id = ${input.depId}`,
        input.cycleId && sql`p.cycle_id = ${input.cycleId}`,
      ),
    )
  const columns = { planCode: sql`p.code`, planName: sql`p.name_place`, nextDue: sql`p.next_due` }
  const ordered = orderField
    ? matching
        .orderBy(sql`${columns[orderField]} ${sql.raw(orderType)} nulls last`)
        .orderBy('p.id', orderType)
    : matching
        .orderBy(sql`${urgent} asc nulls last`)
        .orderBy(sql`p.next_due asc nulls last`)
        .orderBy('p.id')
  const { pageList, rowCount } = await businessPageOf(ordered, input, (row) => row)
  return { pageList: await show(ctx, pageList, calendar), rowCount }
}
