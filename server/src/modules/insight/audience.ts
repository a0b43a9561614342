import {
  audienceActs,
  audienceCodes,
  audienceQuery,
  audienceReasons,
  type AudienceKind,
  type AudienceQuery,
  type AudienceReason,
} from '@heliodesk/contract/audience-query.ts'
import type { Input, Output } from '@heliodesk/contract/call.ts'
import type { insightCalls } from '@heliodesk/contract/insight.ts'
import type { PermissionCode } from '@heliodesk/contract/permissions.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '../../kernel/context.ts'
import { allOf, mentions } from '../../kernel/conditions.ts'
import { cellsOf } from '../../kernel/cursor.ts'
import type { ExportColumn, ExportCtx, ExportKind } from '../../kernel/export-kind.ts'
import { pagesOf } from '../../kernel/paging.ts'
import { withWireTimes } from '../../kernel/wire-time.ts'
import { one } from '../../platform/certain.ts'
import { usersInScope } from '../users/index.ts'
import { askedOf, type Asked } from './objects.ts'

type Calls = typeof insightCalls
type AnswerRow = Output<Calls['audience']>['records'][number]
type Row = Omit<AnswerRow, 'seenTime'> & { seenTime: Date | null }
type Act = AnswerRow['acts'][number]

/** After so many days without a sign-in somebody's rights are worth a look. */
const IDLE_DAYS = 90

const actsOfKind = (kind: AudienceKind) => Object.keys(audienceActs[kind]) as Act[]
const codeOf = (kind: AudienceKind, act: Act): PermissionCode =>
  (audienceCodes[kind] as Record<string, PermissionCode>)[act] ?? audienceCodes[kind].see
const titleOf = (kind: AudienceKind, act: Act): string =>
  (audienceActs[kind] as Record<string, string>)[act] ?? act

/** What the person `u` may do with it, beside seeing it; whether an act fits the state is asked by 问一问. */
function actsOf({ kind }: Asked): RawBuilder<unknown> {
  const each = actsOfKind(kind).map((act) => {
    const isGranted = sql`app.is_granted(u.id, ${codeOf(kind, act)})`
    // Only its executors fill in an order.
    const may =
      kind === 'order' && act === 'edit'
        ? sql`${isGranted} and coalesce(u.id = x.liable_user_id or u.id = any(x.assist_user_ids), false)`
        : isGranted
    return sql`case when ${may} then ${act} end`
  })
  return sql`array_remove(array[${sql.join(each)}]::text[], null)`
}

/**
 * The people who see it, with the conditions of their own lists and details: the right, the place, and their data roles
 * (kernel/scope.ts). Also those who read only the files that they uploaded themselves.
 */
function seers(ctx: ExportCtx, asked: Asked): RawBuilder<unknown> {
  const { kind, row, reaches, part, uploads, covers, isOwnDepartment } = asked
  const why = sql`coalesce(${part}, ${uploads ? sql`case when ${uploads} then 'uploader' end` : sql`null`}, case when u.has_all_data then 'all' when ${isOwnDepartment} then 'department'
    when ${covers} then 'above' else 'project' end)`
  const lastSignIn = sql`(select max(l.at) from sign_in_log l
    where l.tenant_id = u.tenant_id and l.user_id = u.id and l.outcome = 'success')`
  const since = new Date(ctx.now.getTime() - IDLE_DAYS * 86_400_000)
  const seenTime =
    kind === 'person'
      ? sql`(select max(e.at) from audit_entry e where e.tenant_id = u.tenant_id and e.kind = 'see'
          and e.object = 'app_user' and e.record = x.id::text and e.user_id = u.id)`
      : sql`null::timestamptz`
  return sql`with candidate as (
      select person.* from ${row.table} x cross join lateral (
        select u.id, u.username, u.realname, u.name_place, u.name_sounds, d.id as "depId", d.name as "depName",
          d.org_code, u.must_change_password as is_new, ${why} as why, ${actsOf(asked)} as acts,
          app.narrowing_of(u.tenant_id, u.id) -> 'rows' <> 'null' as narrowed, u.user_type = '9' as "isOutside",
          coalesce(${lastSignIn}, u.created_at) < ${since} as "isIdle", ${seenTime} as "seenTime",
          array(select r.role_name from user_role ur join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
            where ur.tenant_id = u.tenant_id and ur.user_id = u.id order by r.id) as roles
        ${usersInScope(ctx)} and u.status = '1'
          and ((app.is_granted(u.id, ${codeOf(kind, 'see')}) and ${reaches}) or ${uploads ?? sql`false`})
      ) person where x.id = ${row.id}
    ), seer as (select * from candidate where not is_new)`
}

const filtersOf = ({ act, only, keyword }: AudienceQuery) =>
  allOf(
    sql`${act} = any(seer.acts)`,
    only === 'idle' && sql`seer."isIdle"`,
    only === 'outside' && sql`seer."isOutside"`,
    mentions(
      sql`concat_ws(' ', seer.username, seer.realname, seer."depName", array_to_string(seer.roles, ' '))`,
      keyword,
      'seer',
    ),
  )

const columns = sql`seer.id, seer.username, seer.realname, seer."depId", seer."depName", seer.roles, seer.why,
  coalesce(seer.narrowed, false) as narrowed, seer.acts, seer."isOutside", seer."isIdle", seer."seenTime"`
const inOrder = sql`array_position(${Object.keys(audienceReasons)}::text[], seer.why), seer.org_code, seer.name_place, seer.id`

export async function listAudience(
  ctx: Ctx,
  input: Input<Calls['audience']>,
): Promise<Output<Calls['audience']>> {
  const { pageNo, pageSize, ...query } = input
  const asked = await askedOf(ctx, query)
  const [all, filters] = [seers(ctx, asked), filtersOf(query)]
  const { rows } = await sql<Row>`${all} select ${columns} from seer where ${filters}
    order by ${inOrder} limit ${pageSize} offset ${(pageNo - 1) * pageSize}`.execute(ctx.db)
  const counted = await sql<{
    total: number
    seers: number
    waiting: number
    outside: number
    idle: number
    userCount: number
    acts: Partial<Record<Act, number>>
    reasons: Partial<Record<AudienceReason, number>>
  }>`${all} select (select count(*)::int from seer where ${filters}) as total, (select count(*)::int from seer) as seers,
    (select count(*)::int from candidate where is_new) as waiting,
    (select count(*)::int from seer where "isOutside") as outside, (select count(*)::int from seer where "isIdle") as idle,
    (select count(*)::int ${usersInScope(ctx)} and u.status = '1') as "userCount",
    (select coalesce(json_object_agg(act, n), '{}') from (
      select act, count(*)::int as n from seer cross join unnest(seer.acts) act group by act) by_act) as acts,
    (select coalesce(json_object_agg(why, n), '{}') from (
      select why, count(*)::int as n from seer group by why) by_reason) as reasons`.execute(ctx.db)
  const { total, acts, reasons, ...sums } = one(counted.rows)
  return {
    ...pagesOf(
      rows.map((row) => withWireTimes(row, ctx.who.timeZone)),
      total,
      input,
    ),
    ...sums,
    object: { kind: asked.kind, name: asked.name, note: asked.note },
    acts: actsOfKind(asked.kind).map((act) => ({
      act,
      title: titleOf(asked.kind, act),
      count: acts[act] ?? 0,
    })),
    reasons: (Object.keys(audienceReasons) as AudienceReason[])
      .flatMap((why) => (reasons[why] ? [{ why, count: reasons[why] }] : []))
      .toSorted((a, b) => b.count - a.count),
  }
}

const text = (title: string, width: number) => ({ title, type: 'text', width }) as const

const exported: readonly (ExportColumn & { cell: (row: Row, kind: AudienceKind) => string })[] = [
  { ...text('姓名', 14), cell: ({ realname }) => realname },
  { ...text('账号', 18), cell: ({ username }) => username },
  { ...text('角色', 28), cell: ({ roles }) => roles.join('、') },
  { ...text('部门', 20), cell: ({ depName }) => depName },
  { ...text('为什么能看', 16), cell: ({ why }) => audienceReasons[why] },
  { ...text('能做什么', 30), cell: ({ acts }, kind) => acts.map((act) => titleOf(kind, act)).join('、') },
  {
    ...text('要留意', 20),
    cell: (row) => [row.isOutside && '公司外的人', row.isIdle && '90 天未登录'].filter(Boolean).join('、'),
  },
]

export const audienceExport: ExportKind = {
  columns: exported.map(({ title, type, width }) => ({ title, type, width })),
  async open(ctx, query) {
    const wanted = audienceQuery.parse(query)
    const asked = await askedOf(ctx, wanted)
    const all = seers(ctx, asked)
    const filters = filtersOf(wanted)
    const rows = sql<Row>`${all} select ${columns} from seer where ${filters} order by ${inOrder}`
    const counted = await sql<{
      n: number
    }>`${all} select count(*)::int as n from seer where ${filters}`.execute(ctx.db)
    const pages = cellsOf(ctx.db, 'exported_audience', rows, (row) =>
      exported.map(({ cell }) => cell(row, asked.kind)),
    )
    return { rowCount: one(counted.rows).n, pages }
  },
}
