import type { Output } from '@heliodesk/contract/call.ts'
import { rateOf, type ReviewReason } from '@heliodesk/contract/review-reasons.ts'
import {
  MOST_PEOPLE,
  type CountedRole,
  type ReviewFigures,
  type ticketReviewCalls,
} from '@heliodesk/contract/ticket-reviews.ts'
import { sql } from 'kysely'
import { isOfMonth, isRated, isSampled, type Narrowed, type Reading } from './rows.ts'

type Summary = Output<(typeof ticketReviewCalls)['summary']>
type Counts = Omit<ReviewFigures, 'rate' | 'reviewedRate'>

const nothing: Counts = { executed: 0, qualified: 0, unqualified: 0, unreviewed: 0, unused: 0, void: 0 }

/** Rated by what was judged; a ticket that nobody has judged yet does not count as qualified (decision 0078). */
function figuresOf<Row extends Counts>(row: Row): ReviewFigures & Row {
  const { qualified, unqualified, executed } = row
  return {
    ...row,
    rate: rateOf(qualified, executed),
    reviewedRate: rateOf(qualified, qualified + unqualified),
  }
}

/** The counts of tickets `t` with their judgements `r`. */
const counted = sql`
  (count(*) filter (where ${isRated}))::int as executed,
  (count(*) filter (where r.verdict = 'qualified'))::int as qualified,
  (count(*) filter (where r.verdict = 'unqualified'))::int as unqualified,
  (count(*) filter (where ${isRated} and r.verdict is null))::int as unreviewed,
  (count(*) filter (where t.stamp = 'unused'))::int as unused,
  (count(*) filter (where t.stamp = 'void'))::int as void`

const reviewed = sql`ticket t
  join station s on s.tenant_id = t.tenant_id and s.id = t.station_id
  left join ticket_review r on r.tenant_id = t.tenant_id and r.id = t.id`

export async function summarize(ctx: Reading, narrowed: Narrowed): Promise<Summary> {
  const { db } = ctx
  const wanted = isOfMonth(ctx, narrowed)
  const { rows: classes } = await sql<
    Counts & { isOperation: boolean; sampled: number; sampledOpen: number }
  >`
    select t.kind = 'operation' as "isOperation", ${counted},
      (count(*) filter (where ${isSampled}))::int as sampled,
      (count(*) filter (where ${isSampled} and r.verdict is null))::int as "sampledOpen"
    from ${reviewed} where ${wanted} group by 1`.execute(db)
  const { rows: stations } = await sql<Counts & { psId: string; psName: string }>`
    select s.id as "psId", s.name as "psName", ${counted}
    from ${reviewed} where ${wanted} group by s.tenant_id, s.id
    order by unqualified desc, executed desc, s.id`.execute(db)
  const { rows: reasons } = await sql<{ reason: ReviewReason; count: number }>`
    select coalesce(reason, 'other') as reason, count(*)::int as count from ${reviewed} cross join unnest(r.reasons) as reason
    where ${wanted} group by 1 order by 2 desc, 1`.execute(db)
  const { rows: people } = await sql<
    Counts & { personId: string; name: string; role: CountedRole; groups: number }
  >`
    select u.id as "personId", u.realname as name, part.role, ${counted}, (count(*) over ())::int as groups
    from ${reviewed}
      cross join lateral (values ('leader', t.leader_id), ('issuer', t.issuer_id), ('permitter', t.permitter_id),
        ('guard', t.guard_id)) as part (role, person_id)
      join app_user u on u.tenant_id = t.tenant_id and u.id = part.person_id
    where ${wanted} group by u.tenant_id, u.id, part.role
    order by unqualified desc, executed desc, u.id, part.role limit ${MOST_PEOPLE}`.execute(db)
  const ofClass = (isOperation: boolean) => {
    const {
      executed,
      qualified,
      unqualified,
      unreviewed,
      unused,
      void: voided,
    } = classes.find((each) => each.isOperation === isOperation) ?? nothing
    return figuresOf({ executed, qualified, unqualified, unreviewed, unused, void: voided })
  }
  const sum = (field: 'sampled' | 'sampledOpen') => classes.reduce((total, each) => total + each[field], 0)
  return {
    work: ofClass(false),
    operation: ofClass(true),
    sampled: sum('sampled'),
    sampledOpen: sum('sampledOpen'),
    reasons,
    stations: stations.map((row) => figuresOf(row)),
    people: people.map(({ groups: _groups, ...row }) => figuresOf(row)),
    more: Math.max(0, (people[0]?.groups ?? 0) - people.length),
  }
}
