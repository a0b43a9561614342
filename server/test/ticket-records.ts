import type { Harness } from './harness.ts'
import { administratorOf } from './hire.ts'
import type { TestTenant } from './test-tenant.ts'

/** The records of ticket calls, by the start of their paths. */
export const ticketTypes = [
  { path: '/ticket/qualification/', table: 'qualification', noun: '人员资格' },
  { path: '/earth/', table: 'earth', noun: '接地线' },
  { path: '/ticket/review/', table: 'ticket_review', noun: '两票评价' },
  { path: '/ticket/typical/', table: 'typical_ticket', noun: '典型票' },
  { path: '/ticket/', table: 'ticket', noun: '票' },
]

/** The tables that fields of calls about tickets refer to. */
export const ticketFields: Record<string, string> = {
  earthId: 'earth',
  stopId: 'ticket_event',
  hangingId: 'earth_hanging',
  changeId: 'ticket_request',
  handTo: 'ticket',
  mainId: 'ticket',
  leaderId: 'app_user',
  issuerId: 'app_user',
  cosignerId: 'app_user',
  guardId: 'app_user',
  ticketId: 'ticket',
}

/** A draft with everything that a ticket can have; a line is only ticked in states that a draft does not reach. */
export async function addTicketRecord(harness: Harness, tenant: TestTenant): Promise<void> {
  const [station, administrator] = [tenant.stations[0]!, administratorOf(tenant)]
  await harness.owner.query(
    `with t as (
       insert into ticket (tenant_id, kind, station_id, psa_id, dep_code, voltage, task, content, content_hash, author_id,
         leader_id, created_at, updated_at)
       values ($1, 'low', $2, 0, '', '0.4', '机密任务', $4, '', $3, $3, now(), now()) returning *
     ), person as (
       insert into ticket_person (tenant_id, ticket_id, no, part, name) select tenant_id, id, 1, 'crew', '机密成员' from t
     ), point as (
       insert into ticket_point (tenant_id, ticket_id, station_id, name) select tenant_id, id, station_id, '机密点' from t
     ), drawing as (
       insert into ticket_drawing (tenant_id, path, ticket_id) select tenant_id, '机密附图', id from t
     ), event as (
       insert into ticket_event (tenant_id, ticket_id, at, actor_id, actor_name, action, from_state, to_state, content_hash)
       select tenant_id, id, now(), author_id, '机密人员', 'edit', state, state, repeat('0', 64) from t returning *
     ), seen as (
       insert into ticket_stop_seen (tenant_id, stop_id, person_id, device_at, seen_at, at)
       select tenant_id, id, actor_id, now(), now(), now() from event
     ), part as (
       insert into field_part (tenant_id, ticket_id, no, part, author_id, author_name, device_at, done_at, at, marks, address,
         user_agent)
       select tenant_id, id, 1, 'tick', author_id, '机密人员', now(), now(), now(), '{}', '机密地址', '机密手机' from t returning *
     ), part_end as (
       insert into field_part_end (tenant_id, part_id, outcome, refused, marks, why, at)
       select tenant_id, id, 'record', false, '{}', '机密原因', now() from part
     ), change as (
       insert into ticket_request (tenant_id, ticket_id, change, wanted, asked_by, asked_name, asked_at, awaits)
       select tenant_id, id, 'transfer', '{"change": "transfer", "place": "机密地点", "reason": "机密原因"}', author_id,
         '机密人员', now(), 'permitter' from t
     ), reading as (
       insert into ticket_reading (tenant_id, ticket_id, at, gas, value, safe, by_id, by_name)
       select tenant_id, id, now(), '机密气体', '0', true, author_id, '机密人员' from t
     ), counter as (
       insert into ticket_counter (tenant_id, station_id, kind, month, last)
       select tenant_id, station_id, kind, '2020-01', 1 from t
     ), earth as (
       insert into earth (tenant_id, station_id, kind, name, voltage, place, test_due, created_at, created_by, updated_at,
         updated_by)
       select tenant_id, station_id, 'wire', '机密在挂', '35', '机密柜', now() + interval '1 year', now(), author_id, now(),
         author_id from t returning *
     )
     select from t, earth`,
    [tenant.tenantId, station.id, administrator.id, JSON.stringify(contentOf(station.id, administrator.id))],
  )
  await harness.owner.query(
    `insert into earth_hanging (tenant_id, earth_id, ticket_id, place, tested_at, installed_at, installed_by, install_guard)
     select t.tenant_id, e.id, t.id, '机密位置', now(), now(), $2, other.id
     from ticket t
       join earth e on e.tenant_id = t.tenant_id and e.name = '机密在挂'
       join lateral (select id from app_user u where u.tenant_id = t.tenant_id and u.id <> $2 limit 1) other on true
     where t.tenant_id = $1`,
    [tenant.tenantId, administrator.id],
  )
  await harness.owner.query(
    `insert into earth_photo (tenant_id, path, hanging_id, of_removal)
     select tenant_id, '机密照片', id, false from earth_hanging where tenant_id = $1 limit 1`,
    [tenant.tenantId],
  )
  await harness.owner.query(
    `do $$ begin
       alter table ticket_line disable trigger ticket_line_order;
       insert into ticket_line (tenant_id, ticket_id, no, ticked_by, ticked_at)
         select tenant_id, id, 1, author_id, now() from ticket t
         where not exists (select from ticket_line l where l.tenant_id = t.tenant_id and l.ticket_id = t.id);
       alter table ticket_line enable trigger ticket_line_order;
     end $$`,
  )
}

const contentOf = (psId: string, leaderId: string) => ({
  kind: 'low',
  psId,
  voltage: '0.4',
  unit: '',
  task: '机密任务',
  places: [],
  planStartTime: null,
  planEndTime: null,
  conditions: '',
  isolate: ['机密措施'],
  earth: [],
  board: [],
  care: [],
  steps: [],
  risks: [],
  isOutsourced: false,
  leaderId,
  issuerId: null,
  cosignerId: null,
  guardId: null,
  people: [],
  mainId: null,
  hotWork: null,
  orderedBy: '',
  drawings: [],
  remark: '',
})

/** A ticket that has ended, with its judgement and the sample that it is in. */
export async function addTicketReview(harness: Harness, tenant: TestTenant): Promise<void> {
  const [station, administrator] = [tenant.stations[0]!, administratorOf(tenant)]
  await harness.owner.query(
    `with ended as (
       insert into ticket (tenant_id, kind, number, station_id, state, voltage, task, content, author_id, stamp, stamped_by,
         stamped_at, created_at, updated_at)
       values ($1, 'second', '机密票号', $2, 'closed', '35', '机密任务',
         '{"kind": "second", "isolate": [], "earth": [], "board": [], "steps": [], "places": [], "risks": []}', $3, 'executed',
         '机密人员', '2026-01-15', now(), now()) returning *
     ), judged as (
       insert into ticket_review (tenant_id, id, verdict, reviewer_id, reviewer_name, reviewed_at)
       select tenant_id, id, 'qualified', author_id, '机密人员', now() from ended returning *
     ), told as (
       insert into ticket_review_event (tenant_id, ticket_id, at, actor_id, actor_name, verdict)
       select tenant_id, id, reviewed_at, reviewer_id, reviewer_name, verdict from judged
     ), seeded as (
       insert into ticket_sample (tenant_id, station_id, month, seed)
       select tenant_id, station_id, '2026-01', '0123456789abcdef0123456789abcdef' from ended returning *
     ), drawn as (
       insert into ticket_sample_draw (tenant_id, station_id, month, at, actor_id, actor_name, percent, pool, ticket_ids)
       select e.tenant_id, e.station_id, s.month, now(), e.author_id, '机密人员', 30, 1, array[e.id]
       from ended e join seeded s on s.station_id = e.station_id returning *
     )
     insert into ticket_sampled (tenant_id, ticket_id, draw_id) select tenant_id, ticket_ids[1], id from drawn`,
    [tenant.tenantId, station.id, administrator.id],
  )
}
