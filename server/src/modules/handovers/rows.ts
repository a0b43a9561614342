import { FIRST_ROWS, workGroupKeys, type Handover, type WorkGroup } from '@heliodesk/contract/handovers.ts'
import { own } from '@heliodesk/contract/own.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '../../kernel/context.ts'
import { toWireTime, toWireTimeOrNull } from '../../kernel/wire-time.ts'
import { one } from '../../platform/certain.ts'
import { usersInScope } from '../users/index.ts'

/** How many hand-overs of a person are listed. */
const MOST = 20

type Row = Pick<
  Handover,
  'createdBy' | 'fault' | 'freezes' | 'id' | 'lastDay' | 'reason' | 'state' | 'version'
> & {
  successors: Record<string, string>
  names: Record<string, string>
  dueAt: Date
  createdAt: Date
  endedAt: Date | null
  given: number
  ended: number
  refused: number
  results: Handover['resultList']
}

async function readWhere(ctx: Ctx, condition: RawBuilder<unknown>): Promise<Handover[]> {
  const { rows } = await sql<Row>`
    select h.id, h.version, h.state, h.last_day::text as "lastDay", h.due_at as "dueAt", h.reason, h.freezes, h.fault,
      h.created_name as "createdBy", h.created_at as "createdAt", h.ended_at as "endedAt", h.successors,
      (select coalesce(jsonb_object_agg(s.id::text, s.realname), '{}') from app_user s
        where s.tenant_id = h.tenant_id and s.id::text in (select value from jsonb_each_text(h.successors))) as names,
      counts.*, (
        select coalesce(jsonb_agg(jsonb_build_object('group', r.kind, 'record', r.record, 'name', r.name,
          'successorName', r.successor_name, 'outcome', r.outcome, 'told', r.told)
          order by r.outcome <> 'refused', r.kind, length(r.record), r.record), '[]')
        from (select * from handover_result r where r.tenant_id = h.tenant_id and r.handover_id = h.id
          order by r.outcome <> 'refused', r.kind, length(r.record), r.record limit ${FIRST_ROWS * 10}) r) as results
    from handover h
    cross join lateral (
      select count(*) filter (where r.outcome = 'given')::int as given,
        count(*) filter (where r.outcome = 'ended')::int as ended,
        count(*) filter (where r.outcome = 'refused')::int as refused
      from handover_result r where r.tenant_id = h.tenant_id and r.handover_id = h.id) counts
    where h.person_id in (select u.id ${usersInScope(ctx)}) and ${condition}
    order by h.id desc limit ${MOST}`.execute(ctx.db)
  const zone = ctx.who.timeZone
  return rows.map(({ successors, names, dueAt, createdAt, endedAt, results, ...row }) => ({
    ...row,
    dueTime: toWireTime(dueAt, zone),
    createTime: toWireTime(createdAt, zone),
    endTime: toWireTimeOrNull(endedAt, zone),
    successorList: workGroupKeys.flatMap((group) => {
      const successorId = own(successors, group)
      return successorId === undefined
        ? []
        : [{ group, successorId, successorName: own(names, successorId) ?? '' }]
    }),
    resultList: results,
  }))
}

export const listHandovers = (ctx: Ctx, personId: string): Promise<Handover[]> =>
  readWhere(ctx, sql`h.person_id = ${personId}`)

export const readHandover = async (ctx: Ctx, id: string): Promise<Handover> =>
  one(await readWhere(ctx, sql`h.id = ${id}`))

/** Whom each group goes to. */
export type Successors = Partial<Record<WorkGroup, string>>
