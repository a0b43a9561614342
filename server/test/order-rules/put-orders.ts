import { step } from './bodies.ts'
import { insertOrders } from '../insert-orders.ts'
import type { Place, RuleSite } from './people.ts'
import type { Position, Situation, State } from './table.ts'

/** An order of the written rules: which one an action of the table is tried on. */
export type Put = { situation: Situation; state: State; place: Place; position: Position; taskType?: number }

export type PutOrder = Put & {
  id: string
  version: number
  liable: string
  photoId: string | null
}

const planned = { planStartTime: '2030-01-01 08:00:00', planEndTime: '2030-01-02 18:00:00' }
const past = { planStartTime: '2025-01-01 08:00:00', planEndTime: '2025-01-02 18:00:00' }

/** What happened to an order until it came into a state. */
const ways: Record<string, readonly string[]> = {
  '1/1': ['create'],
  '2/2': ['create', 'assign'],
  '2/3': ['create', 'assign', 'start'],
  '2/6': ['create', 'assign', 'start', 'submit', 'reject'],
  '3/4': ['create', 'assign', 'start', 'submit'],
  '4/0': ['import'],
  '4/5': ['create', 'assign', 'start', 'submit', 'pass'],
  '5/1': ['create', 'terminate'],
  '5/2': ['create', 'assign', 'terminate'],
  '5/3': ['create', 'assign', 'start', 'terminate'],
  '5/4': ['create', 'assign', 'start', 'submit', 'terminate'],
  '5/6': ['create', 'assign', 'start', 'submit', 'reject', 'terminate'],
}
const leadsTo: Record<string, number> = {
  create: 1,
  assign: 2,
  start: 2,
  reassign: 2,
  submit: 3,
  reject: 2,
  pass: 4,
  import: 4,
  terminate: 5,
}

let made = 0

/** Puts orders into their states with plain SQL; what happened to them is in their history. */
export async function putOrders(site: RuleSite, wanted: readonly Put[]): Promise<PutOrder[]> {
  const { harness } = site
  const rows = wanted.map((put) => rowOf(site, put))
  await insertOrders(
    harness,
    harness.tenant,
    [
      `insert into work_order (work_code, station_id, psa_id, dep_code, task_type, task_description, ops_source_category,
         flow_sts, other_sts, reporter_id, liable_user_id, liable_person, assist_user_ids, checker_id, plan_start_time,
         plan_end_time, real_start_time, work_start_time, submit_time, flow_end_time, terminate_reason, created_at)
       select code, station, 0, '', type, '规则表', '1', flow, other, reporter, liable, name, coalesce(assist, '{}'), checker,
         plan_start, plan_end, at, at, case when submitted then now() - interval '1 hour' end,
         case when flow > 3 then now() end, case when flow = 5 then '不再需要' end, at
       from jsonb_to_recordset($1::jsonb) as g (code text, station bigint, type int, flow int, other int, reporter bigint,
         liable bigint, name text, assist bigint[], checker bigint, plan_start timestamptz, plan_end timestamptz,
         at timestamptz, submitted boolean)`,
      [JSON.stringify(rows)],
    ],
    [
      `insert into work_order_event (order_id, at, actor_id, actor_name, action, from_sts, to_sts)
       select o.id, now() - interval '2 hours' + e.place * interval '1 second', (e.event->>'actor')::bigint, '某人',
         e.event->>'action', null, (e.event->>'to')::int
       from jsonb_to_recordset($1::jsonb) as g (code text, events jsonb) join work_order o on o.work_code = g.code
       cross join jsonb_array_elements(g.events) with ordinality as e (event, place) order by o.id, e.place`,
      [JSON.stringify(rows)],
    ],
    [
      `insert into work_order_execution (order_id, steps)
       select o.id, jsonb_build_array($2::jsonb)
       from jsonb_to_recordset($1::jsonb) as g (code text, flow int) join work_order o on o.work_code = g.code where g.flow > 1`,
      [JSON.stringify(rows), JSON.stringify({ ...step, done: false, doneAt: null })],
    ],
  )
  const { rows: found } = await harness.owner.query<{ code: string; id: string; version: number }>(
    'select work_code as code, id, version from work_order where work_code = any($1)',
    [rows.map(({ code }) => code)],
  )
  const ofCode = new Map(found.map((row) => [row.code, row]))
  const orders = rows.map(({ code, name, put }) => ({
    ...put,
    id: ofCode.get(code)!.id,
    version: ofCode.get(code)!.version,
    liable: name ?? '',
    photoId: null as string | null,
  }))
  await photograph(site, orders)
  return orders
}

function rowOf({ people, stations }: RuleSite, put: Put) {
  const [flow, other] = put.state.split('/').map(Number) as [number, number]
  const isAdmins = put.position === '管理员负责'
  const way = ways[put.state]!
  // An imported order has no account of who did it.
  const isTaken = way.includes('assign')
  const liable = isAdmins ? people['管理员'] : people['负责人']
  const plan = put.situation === '无计划' ? null : put.situation === '已超期' ? past : planned
  made += 1
  const event = (action: string) => ({
    action,
    to: leadsTo[action],
    actor: ['start', 'submit'].includes(action) ? liable.id : people['站长'].id,
  })
  const wasAdmins = put.position === '管理员曾作业'
  const events = way.flatMap((action) =>
    action === 'start' && wasAdmins
      ? [{ ...event('start'), actor: people['管理员'].id }, event('reassign')]
      : [event(action)],
  )
  return {
    put,
    code: `GR${String(made).padStart(8, '0')}`,
    station: stations[put.place],
    type: put.taskType ?? (put.situation === '故障' ? 7 : 12),
    flow,
    other,
    reporter: people['站长'].id,
    liable: isTaken ? liable.id : null,
    name: isTaken ? liable.name : flow === 4 ? '某人' : null,
    assist: isTaken && !isAdmins ? [people['协作人'].id] : [],
    checker: put.state === '4/5' ? people['站长'].id : null,
    plan_start: plan && `${plan.planStartTime}+08`,
    plan_end: plan && `${plan.planEndTime}+08`,
    at: '2026-01-01 08:00:00+08',
    submitted: way.includes('submit'),
    events,
  }
}

/** Gives the work done so far a photo of the responsible person; it was there when the work was submitted. */
async function photograph({ harness }: RuleSite, orders: PutOrder[]): Promise<void> {
  const { rows } = await harness.owner.query<{ order_id: string; id: string }>(
    `with blob as (
       insert into file_blob (tenant_id, path, sha256, size, media_type, preview, used_at)
       values ($1, 'rules/photo.png', sha256('rules'), 5, 'image/png', 'none', now())
       on conflict (tenant_id, sha256, size) do update set used_at = now() returning path
     ), photo as (
       insert into work_order_photo (tenant_id, order_id, step_no, path, added_by, added_at)
       select tenant_id, id, 1, 'rules/' || id || '.png', liable_user_id, now() - interval '90 minutes'
       from work_order where tenant_id = $1 and id = any($2::bigint[]) and other_sts > 2 and liable_user_id is not null
       returning id, order_id, path, added_by
     ), file as (
       insert into stored_file (tenant_id, path, blob_path, file_name, media_type, size, sha256, purpose, created_by,
         created_at, kept_at)
       select $1, photo.path, blob.path, '现场.png', 'image/png', 5, sha256('rules'), 'step', photo.added_by, now(), now()
       from photo, blob
     )
     select order_id, id from photo`,
    [harness.tenant.tenantId, orders.map(({ id }) => id)],
  )
  const photos = new Map(rows.map(({ order_id: order, id }) => [order, id]))
  for (const order of orders) order.photoId = photos.get(order.id) ?? null
}

/** An upload of this person that nothing uses yet, without its bytes. */
export async function uploaded({ harness }: Pick<RuleSite, 'harness'>, personId: string): Promise<string> {
  made += 1
  const path = `rules/new-${made}.png`
  await harness.owner.query(
    `insert into stored_file (tenant_id, path, blob_path, file_name, media_type, size, sha256, purpose, created_by, created_at)
     select $1, $2, path, '现场.png', 'image/png', 5, sha256('rules'), 'step', $3, now() from file_blob
     where tenant_id = $1 and path = 'rules/photo.png'`,
    [harness.tenant.tenantId, path, personId],
  )
  return path
}
