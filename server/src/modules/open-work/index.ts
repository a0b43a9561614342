import {
  FIRST_ROWS,
  workGroupKeys,
  workGroups,
  type OpenGroups,
  type WorkGroup,
} from '@heliodesk/contract/handovers.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Ctx, Who } from '../../kernel/context.ts'
import { visibleAtStation, visibleOrders, visiblePlaces, visibleStations } from '../../kernel/scope.ts'
import type { Db } from '../../platform/postgres.ts'
import { typesWithOwnCalls } from '../workflow/index.ts'

/*
 * What belongs to a person and is open (docs/decisions/0094-handovers.md says of every column that refers to a person
 * whether it does).
 */

/** Something open: an id of its group, and what people call it. */
export type OpenThing = { group: WorkGroup; record: string; name: string; note: string }
type Found = OpenThing & { isVisible: boolean }

type Asked = {
  personId: string
  now: Date
  /** Whose sight decides what is visible; null: everything is. */
  viewer: Who | null
}

const ALL = sql`true`

type Finder = (asked: Asked) => RawBuilder<unknown>

/** Each answers `record`, `name`, `note` and `isVisible`. */
const finders: Record<WorkGroup, Finder> = {
  order: ({ personId, viewer }) => sql`
    select o.id::text as record, o.work_code || ' ' || left(o.task_description, 80) as name,
      case when o.liable_user_id = ${personId} then '负责人' else '协作人' end
        || case o.flow_sts when 1 then ' · 待指派' when 2 then ' · 处理中' else ' · 验收中' end as note,
      ${viewer ? visibleOrders(viewer, 'o') : ALL} as "isVisible"
    from work_order o
    where o.flow_sts < 4 and (o.liable_user_id = ${personId} or ${personId}::bigint = any(o.assist_user_ids))`,

  insurance: ({ personId, viewer }) => sql`
    select o.id::text as record, x.report_no || ' ' || o.work_code as name, '经办人' as note,
      ${viewer ? visibleOrders(viewer, 'o') : ALL} as "isVisible"
    from work_order_insurance x join work_order o on o.tenant_id = x.tenant_id and o.id = x.order_id
    where x.handler_id = ${personId} and x.paid_at is null and o.flow_sts <> 5`,

  // What a role or several people could take goes on without one of them.
  task: ({ personId, viewer }) => sql`
    select i.id || '-' || t.id as record, i.title as name, t.name as note,
      ${viewer ? visiblePlaces(viewer, 'i') : ALL} as "isVisible"
    from process_task t join process_instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id
    where t.state in ('open', 'held') and i.status = 'running' and i.business_type <> all(${typesWithOwnCalls()}::text[])
      and (t.assignee_id = ${personId} or t.assignee_id is null and exists (
        select from process_candidate c where c.tenant_id = t.tenant_id and c.instance_id = t.instance_id
          and c.task_id = t.id and c.open and c.kind = 'user' and c.ref = ${personId}::text)
        and not exists (
          select from process_candidate c where c.tenant_id = t.tenant_id and c.instance_id = t.instance_id
            and c.task_id = t.id and c.open and (c.kind, c.ref) <> ('user', ${personId}::text)))`,

  ticket: ({ personId, viewer }) => sql`
    select t.id::text as record, coalesce(t.number || ' ', '') || left(t.task, 80) as name,
      concat_ws('、',
        case when t.leader_id = ${personId} then case t.kind when 'operation' then '操作人' else '工作负责人' end end,
        case when t.issuer_id = ${personId} then '签发人' end,
        case when t.cosigner_id = ${personId} then '会签人' end,
        case when t.guard_id = ${personId} then '监护人' end,
        case when t.permitter_id = ${personId} then '许可人' end,
        case when t.shift_leader_id = ${personId} then '值班负责人' end,
        case when t.state = 'draft' and t.author_id = ${personId} then '开票人' end,
        case when p.is_there then '工作班成员' end, case when p.is_awaited then '新工作负责人（待签名）' end) as note,
      ${viewer ? visibleAtStation(viewer, 't') : ALL} as "isVisible"
    from ticket t
    cross join lateral (select exists (
      select from ticket_person p where p.tenant_id = t.tenant_id and p.ticket_id = t.id and p.person_id = ${personId}
        and not p.removed and p.part <> 'leader')
      or t.state = 'draft' and t.content -> 'people' @> jsonb_build_array(jsonb_build_object('personId', ${personId}::text))
      as is_there, exists (select from ticket_request r where r.tenant_id = t.tenant_id and r.ticket_id = t.id
        and r.state = 'open' and r.awaits_id = ${personId}) as is_awaited) p
    where t.stamp is null and (p.is_there or p.is_awaited or t.state = 'draft' and t.author_id = ${personId}
      or ${personId} in (t.leader_id, t.issuer_id, t.cosigner_id, t.guard_id, t.permitter_id, t.shift_leader_id))`,

  // Versions that another one has replaced are not walked any more.
  plan: ({ personId, viewer }) => sql`
    select p.id::text as record, p.code || ' ' || p.name as name, '路线责任人' as note,
      ${
        viewer
          ? sql`not exists (
        select from inspection_plan_leg x join station s on s.tenant_id = x.tenant_id and s.id = x.station_id
        where x.tenant_id = p.tenant_id and x.plan_id = p.id and x.person_id = ${personId}
          and not ${visibleStations(viewer, 's')})`
          : ALL
      } as "isVisible"
    from inspection_plan p
    where (p.stop_on is null or p.stop_on > current_date) and exists (
      select from inspection_plan_leg l where l.tenant_id = p.tenant_id and l.plan_id = p.id
        and l.person_id = ${personId} and not exists (
          select from inspection_plan_version v where v.tenant_id = l.tenant_id and v.plan_id = l.plan_id
            and v.no > l.version_no and v.state = 'effective' and v.from_day <= current_date))`,

  delegation: ({ personId, now }) => sql`
    select g.id::text as record, f.realname || ' → ' || o.realname as name,
      case when g.from_id = ${personId} then '委托他人' else '受托' end as note, true as "isVisible"
    from process_delegation g
    join app_user f on f.tenant_id = g.tenant_id and f.id = g.from_id
    join app_user o on o.tenant_id = g.tenant_id and o.id = g.to_id
    where g.ended_at is null and g.ends_at > ${now} and ${personId} in (g.from_id, g.to_id)`,

  view: ({ personId }) => sql`
    select v.id::text as record, v.name, d.name as note, true as "isVisible"
    from saved_view v join department d on d.tenant_id = v.tenant_id and d.id = v.department_id
    where v.owner_id = ${personId} and v.removed_at is null`,

  webhook: ({ personId }) => sql`
    select h.id::text as record, h.name, case when h.enabled then '推送中' else '已停用' end as note, true as "isVisible"
    from webhook h where h.owner_id = ${personId} and h.removed_at is null`,

  token: ({ personId, now }) => sql`
    select k.id::text as record, k.name, k.prefix || '…' as note, true as "isVisible"
    from api_token k where k.user_id = ${personId} and k.revoked_at is null and k.expires_at > ${now}`,
}

/** Everything, in the order in which it is handed over: orders before the steps that follow from them. */
export async function openThings(db: Db, asked: Omit<Asked, 'viewer'>): Promise<OpenThing[]> {
  const found: OpenThing[] = []
  for (const group of workGroupKeys) {
    const { rows } = await sql<Omit<Found, 'group'>>`
      select * from (${finders[group]({ ...asked, viewer: null })}) found order by length(record), record`.execute(
      db,
    )
    found.push(...rows.map(({ record, name, note }) => ({ group, record, name, note })))
  }
  return found
}

/** What a person has open, by groups, as the caller sees it; without empty groups. */
export async function openGroupsOf({ db, now, who }: Ctx, personId: string): Promise<OpenGroups> {
  const viewer = who.userId === personId ? null : who
  const groups: OpenGroups = []
  for (const group of workGroupKeys) {
    const { rows } = await sql<Omit<Found, 'group'> & { count: number; beyond: number }>`
      select *, count(*) filter (where "isVisible") over ()::int as count,
        count(*) filter (where not "isVisible") over ()::int as beyond
      from (${finders[group]({ personId, now, viewer })}) found
      order by "isVisible" desc, length(record), record limit ${FIRST_ROWS}`.execute(db)
    const [first] = rows
    if (!first) continue
    groups.push({
      group,
      count: first.count,
      beyond: first.beyond,
      rowList: rows.flatMap(({ record, name, note, isVisible }) =>
        isVisible ? [{ record, name, note }] : [],
      ),
    })
  }
  return groups
}

/** What of somebody's work is open, in words, such as 工单 3、流程待办 2; '' for nothing. */
export const inWords = (groups: OpenGroups): string =>
  groups.map(({ group, count, beyond }) => `${workGroups[group].title} ${count + beyond}`).join('、')
