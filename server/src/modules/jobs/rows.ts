import type { Input } from '@heliodesk/contract/call.ts'
import { jobKinds, type BackgroundJob, type jobCalls, type JobState } from '@heliodesk/contract/jobs.ts'
import { own } from '@heliodesk/contract/own.ts'
import { sql, type RawBuilder } from 'kysely'
import { allOf, mentions } from '../../kernel/conditions.ts'
import type { Ctx, Job } from '../../kernel/context.ts'
import { pagesOf } from '../../kernel/paging.ts'
import { readSettings } from '../../kernel/settings.ts'
import { toWireTimeOrNull } from '../../kernel/wire-time.ts'
import { one } from '../../platform/certain.ts'

/** Jobs by kind. */
export type Kinds = ReadonlyMap<string, Job>

/** The state of the job `j`: of a lease that has ended nobody knows more. */
const STATE = sql<JobState>`case when j.given_up_at is not null then 'givenUp'
  when j.lease is not null and j.next_at > now() then 'running'
  when j.attempts > 0 then 'retrying' else 'waiting' end`

/** What the job `j` is about, in words. */
const OBJECT = sql<string | null>`case j.kind
  when 'export' then (select e.title from export_job e where e.turn = j.id)
  when 'import' then (select i.file_name from data_import i where i.id = (j.payload ->> 'importId')::bigint)
  when 'preview' then (select f.file_name from stored_file f where f.blob_path = j.payload ->> 'path' order by f.path limit 1)
  when 'handover' then (select p.realname from handover h join app_user p on p.tenant_id = h.tenant_id and p.id = h.person_id
    where h.id = (j.payload ->> 'handoverId')::bigint)
  when 'sms' then (select '尾号 ' || right(m.phone, 4) from sms_message m
    where m.tenant = j.tenant and m.id = (j.payload ->> 'id')::bigint)
  when 'webhook' then (select concat_ws(' / ', h.name, w.event, nullif(w.object_code, '')) from webhook_delivery w
    join webhook h on h.tenant_id = w.tenant_id and h.id = w.hook_id where w.id = (j.payload ->> 'id')::uuid)
  when 'company archive' then (select a.company_name from company_archive a where a.id = (j.payload ->> 'archiveId')::bigint)
  when 'company removal' then (select t.name from tenant t where t.id = (j.payload ->> 'companyId')::int)
  else (select i.title from process_instance i where i.id = (j.payload ->> 'instanceId')::bigint) end`

/** The table is not isolated by company, as the queue looks for work of all of them. */
const OURS = sql`j.tenant = app.tenant_id()`

export type JobRow = {
  id: string
  kind: string
  object: string | null
  state: JobState
  at: Date | null
  attempts: number
  reason: string | null
  payload: unknown
  dueAt: Date
  isBehind: boolean
  givenUpBy: string | null
  givenUpWhy: string | null
}

const COLUMNS = sql`j.id, j.kind, ${OBJECT} as object, ${STATE} as state, coalesce(j.given_up_at, case when j.lease is not null and j.next_at > now() then j.due_at else j.next_at end) as at,
  j.attempts, j.reason, j.payload, j.due_at as "dueAt", j.given_up_at is null and j.next_at is null as "isBehind",
  j.given_up_by as "givenUpBy", j.given_up_why as "givenUpWhy"`

/** Why a job cannot be tried now, in Chinese; null if it can. */
export function retryRefusal({ kind, state, isBehind }: JobRow): string | null {
  if (state === 'running') return '正在运行'
  if (isBehind) return '同一对象还有更早的任务，依次进行'
  if (state === 'waiting') return '还没有失败过，到时间会自动运行'
  const known = own(jobKinds, kind)
  return state === 'givenUp' && (known === undefined || known.instead !== null)
    ? (known?.instead ?? '不能重复')
    : null
}

export const giveUpRefusal = ({ state }: JobRow): string | null =>
  state === 'running' ? '正在运行，请稍后再放弃' : state === 'givenUp' ? '已经放弃' : null

/** The number that people see, and back. */
export const numberOf = (id: string): string => `job_${id}`
const idOf = (jobNo: string): string => jobNo.slice(4)

export function shown(kinds: Kinds, row: JobRow, zone: string): BackgroundJob {
  const { id, kind, object, state, at, attempts, reason } = row
  return {
    jobNo: numberOf(id),
    kind,
    object,
    state,
    time: toWireTimeOrNull(at, zone),
    attempts,
    most: kinds.get(kind)?.mostAttempts ?? 3,
    fault: row.givenUpWhy ?? reason,
    retryRefusal: retryRefusal(row),
    giveUpRefusal: giveUpRefusal(row),
  }
}

export async function listJobs(kinds: Kinds, ctx: Ctx, input: Input<(typeof jobCalls)['list']>) {
  const { pageNo, pageSize, state, kind, keyword } = input
  const wanted = allOf(
    OURS,
    state && sql`${STATE} = ${state}`,
    kind && sql`j.kind = ${kind}`,
    keyword && mentions(OBJECT, keyword),
  )
  const { rows } = await sql<JobRow>`
    select ${COLUMNS} from job j where ${wanted}
    order by j.given_up_at is null, j.given_up_at desc, j.lease is null, j.attempts = 0, j.next_at nulls last, j.id
    limit ${pageSize} offset ${(pageNo - 1) * pageSize}`.execute(ctx.db)
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from job j where ${wanted}`.execute(ctx.db)
  return pagesOf(
    rows.map((row) => shown(kinds, row, ctx.who.timeZone)),
    one(counted.rows).total,
    input,
  )
}

/** A job of the caller's company; `locking` is a clause for one that is about to change. */
export async function findJob(
  ctx: Ctx,
  jobNo: string,
  locking: RawBuilder<unknown> = sql``,
): Promise<JobRow | undefined> {
  const { rows } = await sql<JobRow>`
    select ${COLUMNS} from job j where ${OURS} and j.id = ${idOf(jobNo)} ${locking}`.execute(ctx.db)
  return rows[0]
}

type Summary = Record<JobState, number> & {
  oldestSeconds: number
  nextAt: Date | null
  nextRetryAt: Date | null
}

export async function summarize(ctx: Ctx) {
  const { rows } = await sql<Summary>`
    select count(*) filter (where state = 'waiting')::int as waiting,
      count(*) filter (where state = 'running')::int as running,
      count(*) filter (where state = 'retrying')::int as retrying,
      count(*) filter (where state = 'givenUp')::int as "givenUp",
      coalesce(floor(extract(epoch from max(now() - next_at) filter (where state = 'waiting'))), 0)::int
        as "oldestSeconds",
      min(next_at) filter (where state = 'waiting') as "nextAt",
      min(next_at) filter (where state = 'retrying') as "nextRetryAt"
    from (select ${STATE} as state, j.next_at from job j where ${OURS}) counted`.execute(ctx.db)
  const { nextAt, nextRetryAt, oldestSeconds, ...counts } = one(rows)
  const { timeZone } = ctx.who
  return {
    ...counts,
    oldestSeconds: Math.max(0, oldestSeconds),
    nextTime: toWireTimeOrNull(nextAt, timeZone),
    nextRetryTime: toWireTimeOrNull(nextRetryAt, timeZone),
    keptDays: (await readSettings(ctx.db)).system.values.givenUpJobDays,
  }
}
