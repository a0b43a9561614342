import type pg from 'pg'

/** What is played with: an order, two tickets and two earths. */
export type Stage = { orderId: string; ticketIds: [string, string]; earthIds: [string, string] }

/** A ticket as the database has it. */
export type Seen = {
  id: string
  version: number
  orderVersion: number
  isOrderStarted: boolean
  isOrderEnded: boolean
  state: string
  isNumbered: boolean
  isPermitted: boolean
  ticked: number
  /** Ids of what hangs for it, by the ids of the earths. */
  hanging: Record<string, string>
  crewNo: number | null
  isCrewIn: boolean
  isLeaderIn: boolean
  isDependent: boolean
  /** What must never be, and is. */
  impossible: string | null
}

/** What must never be, whatever was done: rows of the database that say otherwise, of one stage or of all of a company. */
const impossible = (isWhole: boolean) => {
  const of = (column: string, ids: string) => (isWhole ? 'true' : `${column} = any (${ids})`)
  const [tickets, earths, orders] = ['$2::bigint[]', '$3::bigint[]', '$4::bigint[]'] as const
  return `
  select 'two hang' as what from earth_hanging where tenant_id = $1 and removed_at is null and ${of('earth_id', earths)}
    group by earth_id having count(*) > 1
  union all select 'ledger' from earth e where e.tenant_id = $1 and ${of('e.id', earths)} and (e.state = 'hanging') <> exists (
    select from earth_hanging h where h.tenant_id = e.tenant_id and h.earth_id = e.id and h.removed_at is null)
  union all select 'ended with earths' from ticket t join earth_hanging h on h.tenant_id = t.tenant_id and h.ticket_id = t.id
    where t.tenant_id = $1 and ${of('t.id', tickets)} and t.stamp is not null and h.removed_at is null
  union all select 'twice at work' from ticket_person where tenant_id = $1 and inside and person_id is not null
    group by person_id having count(*) > 1
  union all select 'at work without a ticket' from ticket_person p join ticket t on t.tenant_id = p.tenant_id and t.id = p.ticket_id
    where t.tenant_id = $1 and p.inside and t.state <> 'working'
  union all select 'roles' from ticket t where t.tenant_id = $1 and ${of('t.id', tickets)}
    and (t.leader_id = t.issuer_id or t.leader_id = t.permitter_id or t.issuer_id = t.permitter_id)
  union all select 'order ended beside a ticket' from work_order o
    join ticket_order l on l.tenant_id = o.tenant_id and l.order_id = o.id
    join ticket t on t.tenant_id = l.tenant_id and t.id = l.ticket_id
    where o.tenant_id = $1 and ${of('o.id', orders)} and o.flow_sts > 2 and app.ticket_is_open(t.number, t.stamp)
  union all select 'line out of order' from ticket_line l where l.tenant_id = $1 and ${of('l.ticket_id', tickets)} and l.no > 1
    and not exists (select from ticket_line p where p.tenant_id = l.tenant_id and p.ticket_id = l.ticket_id and p.no = l.no - 1
      and p.ticked_at <= coalesce(l.ticked_at, now() + interval '1 day'))
  union all select 'point taken twice' from ticket_point where tenant_id = $1 and running and depends_on is null
    group by station_id, name having count(*) > 1
  union all select 'process' from ticket t
    left join process_instance i on i.tenant_id = t.tenant_id and i.business_type = 'ticket' and i.business_id = t.id
    where t.tenant_id = $1 and ${of('t.id', tickets)} and t.number is not null
      and app.ticket_agrees(t, i.status, i.business_state) is not true
  union all select 'signed content changed' from ticket t join ticket_event e on e.tenant_id = t.tenant_id and e.ticket_id = t.id
    where t.tenant_id = $1 and ${of('t.id', tickets)} and e.role is not null and e.content_hash <> t.content_hash
  union all select 'history' from (
    select e.ticket_id, e.from_state, lag(e.to_state, 1, 'draft') over (partition by e.ticket_id order by e.id) as before
    from ticket_event e where e.tenant_id = $1 and ${of('e.ticket_id', tickets)}) h where h.from_state <> h.before`
}

const ofStage = `
  select t.id, t.version, o.version as "orderVersion", o.other_sts = 3 as "isOrderStarted",
    o.flow_sts = 5 as "isOrderEnded", t.state, t.number is not null as "isNumbered", t.permitted_at is not null as "isPermitted",
    (select count(*)::int from ticket_line l where l.tenant_id = t.tenant_id and l.ticket_id = t.id and l.ticked_at is not null) as ticked,
    (select coalesce(json_object_agg(h.earth_id, h.id::text), '{}') from earth_hanging h
      where h.tenant_id = t.tenant_id and h.ticket_id = t.id and h.removed_at is null) as hanging,
    (select p.no from ticket_person p where p.tenant_id = t.tenant_id and p.ticket_id = t.id and p.part = 'crew') as "crewNo",
    exists (select from ticket_person p where p.tenant_id = t.tenant_id and p.ticket_id = t.id and p.part = 'crew' and p.inside) as "isCrewIn",
    exists (select from ticket_person p where p.tenant_id = t.tenant_id and p.ticket_id = t.id and p.part = 'leader' and p.inside) as "isLeaderIn",
    exists (select from ticket_point p where p.tenant_id = t.tenant_id and p.ticket_id = t.id and p.depends_on is not null) as "isDependent",
    (select string_agg(what, ', ') from (${impossible(false)}) never) as impossible
  from ticket t cross join (select version, flow_sts, other_sts from work_order where tenant_id = $1 and id = any ($4)) o
  where t.tenant_id = $1 and t.id = any ($2) order by t.id`

const wholeCompany = `select what, count(*)::int as count from (${impossible(true)}) never group by 1`

/** Both tickets of a stage, and what of it must never be. The statement is prepared, since it is asked after every action. */
export async function look(owner: pg.Pool, tenantId: number, stage: Stage): Promise<[Seen, Seen]> {
  const values = [tenantId, stage.ticketIds, stage.earthIds, [stage.orderId]]
  const { rows } = await owner.query<Seen>({ name: 'look at a stage', text: ofStage, values })
  return rows as [Seen, Seen]
}

/** What must never be, and is, among all tickets of a company; also numbers that are missing. */
export async function findImpossible(owner: pg.Pool, tenantId: number): Promise<object[]> {
  const { rows } = await owner.query<object>(wholeCompany, [tenantId])
  const { rows: gaps } = await owner.query<object>(
    `select c.station_id, c.kind, c.month, c.last from ticket_counter c where c.tenant_id = $1 and c.last <> (
       select count(*) from ticket t where t.tenant_id = c.tenant_id and t.station_id = c.station_id and t.kind = c.kind
         and split_part(t.number, '-', 2) = right(replace(c.month, '-', ''), 4))`,
    [tenantId],
  )
  return [...rows, ...gaps]
}
