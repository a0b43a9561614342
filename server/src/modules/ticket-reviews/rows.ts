import { monthsAfter } from '@heliodesk/contract/days.ts'
import { type ReviewReason, type Verdict } from '@heliodesk/contract/review-reasons.ts'
import { ticketKinds, type TicketKind } from '@heliodesk/contract/ticket-kinds.ts'
import type { Finding, ReviewedTicket, reviewQuery } from '@heliodesk/contract/ticket-reviews.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { z } from 'zod'
import { allOf } from '../../kernel/conditions.ts'
import { notFound, type Ctx } from '../../kernel/context.ts'
import { liesUnder, visibleAtStation } from '../../kernel/scope.ts'
import { fromWireTime, toWireTime } from '../../kernel/wire-time.ts'
import { present } from '../../platform/certain.ts'
import { onKey } from '../../platform/on-key.ts'
import { readFindings } from './stories.ts'

export type Reading = Pick<Ctx, 'db' | 'now' | 'who'>
type Query = z.output<typeof reviewQuery>
export type Narrowed = Pick<Query, 'depCode' | 'month' | 'psId'>

/** Whether ticket `t` is of a station that is asked for, in the caller's scope, and came to its end in the month. */
export function isOfMonth(
  { who }: Pick<Ctx, 'who'>,
  { month, depCode, psId }: Narrowed,
): RawBuilder<SqlBool> {
  const midnight = (day: string) => fromWireTime(`${day} 00:00:00`, who.timeZone)
  const first = `${month}-01`
  return allOf(
    visibleAtStation(who, 't'),
    sql`t.stamp is not null and t.stamped_at >= ${midnight(first)} and t.stamped_at < ${midnight(monthsAfter(first, 1))}`,
    depCode && liesUnder(who, 't.dep_code', depCode),
    psId && psId.length > 0 && sql`t.station_id = any(${psId}::bigint[])`,
  )
}

/** Tickets are rated once they were carried out. */
export const isRated = sql<SqlBool>`t.stamp = 'executed'`

export const isOfClass = (kind: 'operation' | 'work') =>
  kind === 'operation' ? sql<SqlBool>`t.kind = 'operation'` : sql<SqlBool>`t.kind <> 'operation'`

export const isSampled = sql<boolean>`exists (
  select from ticket_sampled d where d.tenant_id = t.tenant_id and d.ticket_id = t.id)`

const nameOf = (column: string) =>
  sql<string | null>`(select u.realname from app_user u where u.id = ${sql.ref(`t.${column}`)})`

/** Whether the caller has a part in the ticket: nobody judges their own. */
const isOwn = (userId: string) => sql<boolean>`(
  ${userId}::bigint in (t.author_id, t.leader_id, t.issuer_id, t.cosigner_id, t.guard_id, t.permitter_id, t.shift_leader_id)
    is true
  or exists (select from ticket_person p where p.tenant_id = t.tenant_id and p.ticket_id = t.id
    and p.person_id = ${userId}::bigint))`

/** Rated tickets of the stations in scope with their judgement. */
export const ratedTickets = ({ db, who }: Reading) =>
  db
    .selectFrom('ticket as t')
    .innerJoin('station as s', onKey('s.id', 't.station_id'))
    .innerJoin('department as d', onKey('d.id', 's.department_id'))
    .leftJoin('ticket_review as r', onKey('r.id', 't.id'))
    .where(visibleAtStation(who, 't'))
    .where(isRated)
    .select(['t.id', 't.number', 't.task', 's.id as psId', 's.name as psName', 'd.name as depName'])
    .select([sql<TicketKind>`t.kind`.as('kind'), nameOf('leader_id').as('leaderName')])
    .select([nameOf('issuer_id').as('issuerName'), nameOf('permitter_id').as('permitterName')])
    .select([
      sql<Date>`coalesce(t.stamped_at, t.updated_at)`.as('stampedAt'),
      sql<string>`coalesce(t.stamped_by, '')`.as('stampedBy'),
    ])
    .select([isSampled.as('isSampled'), isOwn(who.userId).as('isOwn')])
    .select([
      sql<Verdict | null>`r.verdict`.as('verdict'),
      sql<ReviewReason[]>`coalesce(r.reasons, '{}')`.as('reasons'),
    ])
    .select(['r.note', 'r.reviewer_name as reviewerName', 'r.reviewed_at as reviewedAt'])
    .select(sql<number>`coalesce(r.version, 0)`.as('version'))

export type RatedRow = Awaited<ReturnType<ReturnType<typeof ratedTickets>['executeTakeFirstOrThrow']>>

/** Those of a month that match the filters, the latest first. */
export const matching = (ctx: Reading, { kind, only, ...narrowed }: Query) =>
  ratedTickets(ctx)
    .where(
      allOf(
        isOfMonth(ctx, narrowed),
        kind && isOfClass(kind),
        only === 'unreviewed' && sql`r.verdict is null`,
        (only === 'qualified' || only === 'unqualified') && sql`r.verdict = ${only}`,
        only === 'sampled' && isSampled,
      ),
    )
    .orderBy('t.stamped_at', 'desc')
    .orderBy('t.id', 'desc')

export function toReviewed(row: RatedRow, findings: Finding[], zone: string): ReviewedTicket {
  const {
    stampedAt,
    isOwn: own,
    number,
    task,
    verdict,
    reasons,
    note,
    reviewerName,
    reviewedAt,
    ...shown
  } = row
  return {
    ...shown,
    ticketNo: number ?? '',
    kindLabel: ticketKinds[row.kind],
    workContent: task,
    stampedTime: toWireTime(stampedAt, zone),
    findings,
    review:
      verdict === null
        ? null
        : {
            verdict,
            reasons,
            note: note ?? '',
            reviewerName: reviewerName ?? '',
            reviewTime: toWireTime(present(reviewedAt), zone),
          },
    refusal: own ? '不能评价本人参与办理的票' : null,
  }
}

/** Rows with what the checks find on them. */
export async function withFindings(ctx: Reading, rows: readonly RatedRow[]): Promise<ReviewedTicket[]> {
  const findings = await readFindings(
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => toReviewed(row, findings.get(row.id) ?? [], ctx.who.timeZone))
}

export async function getReviewed(ctx: Reading, id: string): Promise<ReviewedTicket> {
  const row = await ratedTickets(ctx).where('t.id', '=', id).executeTakeFirstOrThrow(notFound)
  return present((await withFindings(ctx, [row]))[0])
}
