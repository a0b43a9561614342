import fastify from 'fastify'
import pg from 'pg'
import { addRepeated } from './repeated.ts'

/**
 * The floor: a bare Fastify + pg route for each measured call with the same rows, by plain SQL with an exact count(*)
 * and prepared statements, without sign-in, scope and policies (it connects as the owner). Ratios are relative to it.
 * `/repeat` runs the very statements of a call of the server instead, with its policies.
 */
const tenant = Number(process.env.FLOOR_TENANT)
const treeTenant = Number(process.env.FLOOR_TREE_TENANT)
const processTenant = Number(process.env.FLOOR_PROCESS_TENANT)
const pool = new pg.Pool({
  connectionString: process.env.FLOOR_DATABASE_URL,
  max: Number(process.env.FLOOR_POOL ?? 16),
})
const app = fastify({ logger: false })

const columns = `o.id, o.version, o.work_code, o.psa_id, p.name as psa_name, o.station_id, s.name as station_name,
  s.site_type, category.item_text as task_category_label, o.task_type, o.work_subclass, o.task_description,
  business.item_text as business_source_label, source.item_text as source_category_label, o.plan_start_time,
  o.plan_end_time, o.flow_end_time, o.imp_commit_time, o.real_start_time, o.plan_code, o.ticket_no, o.liable_user_id,
  o.liable_person, o.assist_user_ids, o.reporter_id, o.area_name, d.name as department_name, o.flow_sts, o.other_sts,
  o.need_ticket, o.loss_power, o.created_at`

const label = (alias: string, dictionary: string, column: string) => `
  left join (dictionary_item ${alias} join dictionary ${alias}_of on ${alias}_of.tenant_id = ${alias}.tenant_id
    and ${alias}_of.id = ${alias}.dictionary_id and ${alias}_of.dict_code = '${dictionary}')
    on ${alias}.tenant_id = o.tenant_id and ${alias}.item_value = ${column}`

const joins = `
  join station s on s.tenant_id = o.tenant_id and s.id = o.station_id
  join psa p on p.tenant_id = o.tenant_id and p.id = o.psa_id
  join department d on d.tenant_id = s.tenant_id and d.id = s.department_id
  ${label('category', 'taskCategory', 'o.task_category')}
  ${label('business', 'opsBusinessSource', 'o.ops_business_source')}
  ${label('source', 'opsSourceCategory', 'o.ops_source_category')}`

const names = new Map<string, string>()

/** Statements are prepared as in the server. */
function nameOf(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = `f${names.size}`
  names.set(text, name)
  return name
}

addRepeated(app, tenant, nameOf)

type ListBody = { flowSts?: number[]; depCode?: string; keyword?: string; curPage?: number; size?: number }

app.post<{ Body: ListBody }>('/ops/order/page', async ({ body }) => {
  const values: unknown[] = [tenant]
  let where = 'o.tenant_id = $1'
  if (body.flowSts) where += ` and o.flow_sts = $${values.push(body.flowSts[0])}`
  if (body.depCode) {
    const next =
      body.depCode.slice(0, -1) + String.fromCharCode(body.depCode.charCodeAt(body.depCode.length - 1) + 1)
    where += ` and o.dep_code ~>=~ '${body.depCode}' and o.dep_code ~<~ '${next}'`
  }
  if (body.keyword) {
    const at = values.push(body.keyword)
    where += ` and app.bigrams(o.tenant_id, o.task_description) @> app.bigrams(${tenant}, $${at}) and strpos(o.task_description, $${at}) > 0`
  }
  const size = body.size ?? 10
  const offset = ((body.curPage ?? 1) - 1) * size
  const list = `select ${columns} from (select o.tenant_id, o.id from work_order o where ${where}
    order by o.created_at desc, o.id desc limit ${size} offset $${values.length + 1}) w
    join work_order o on o.tenant_id = w.tenant_id and o.id = w.id ${joins} order by o.created_at desc, o.id desc`
  const count = `select count(*) as n from work_order o where ${where}`
  const [rows, total] = await Promise.all([
    pool.query({ name: nameOf(list), text: list, values: [...values, offset] }),
    pool.query<{ n: string }>({ name: nameOf(count), text: count, values }),
  ])
  return { pageList: rows.rows, rowCount: Number(total.rows[0]!.n) }
})

app.post<{ Body: { id: string } }>('/ops/order/detail', async ({ body }) => {
  const { rows } = await pool.query({
    name: 'detail',
    text: `select ${columns}, device.name as device_name, s.capacity_kwp, reporter.realname as reporter_name,
        checker.realname as checker_name, e.prerequisites, e.steps,
        (select json_agg(h order by h.id) from work_order_hours h where h.tenant_id = o.tenant_id and h.order_id = o.id) as hours
      from work_order o ${joins}
      left join device on device.tenant_id = o.tenant_id and device.id = o.device_id
      left join app_user reporter on reporter.tenant_id = o.tenant_id and reporter.id = o.reporter_id
      left join app_user checker on checker.tenant_id = o.tenant_id and checker.id = o.checker_id
      left join work_order_execution e on e.tenant_id = o.tenant_id and e.order_id = o.id
      where o.tenant_id = $1 and o.id = $2`,
    values: [tenant, body.id],
  })
  return rows[0]
})

async function inTransaction<T>(run: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await run(client)
    await client.query('commit')
    return result
  } finally {
    client.release()
  }
}

type InsertBody = { psId: string; taskType: number; taskDescription: string; userId: string }

app.post<{ Body: InsertBody }>('/ops/order/insert', ({ body }) =>
  inTransaction(async (client) => {
    const counter = await client.query<{ last: number }>({
      name: 'counter',
      text: `insert into work_code_counter (tenant_id, day, last) values ($1, (now() at time zone 'Asia/Shanghai')::date, 1)
        on conflict (tenant_id, day) do update set last = work_code_counter.last + 1
        returning last`,
      values: [tenant],
    })
    const code = `GD${shanghaiDay()}${String(counter.rows[0]!.last).padStart(6, '0')}`
    const order = await client.query<{ id: string }>({
      name: 'insert',
      text: `insert into work_order (tenant_id, work_code, station_id, psa_id, dep_code, task_type, task_description,
          ops_source_category, reporter_id) values ($1, $2, $3, 0, '', $4, $5, '1', $6) returning id`,
      values: [tenant, code, body.psId, body.taskType, body.taskDescription, body.userId],
    })
    await writeEvent(client, order.rows[0]!.id, body.userId, 'create', null, 1)
    const row = await client.query({
      name: 'row',
      text: `select ${columns} from work_order o ${joins} where o.tenant_id = $1 and o.id = $2`,
      values: [tenant, order.rows[0]!.id],
    })
    return row.rows[0]
  }),
)

type AssignBody = {
  id: string
  version: number
  liableUserId: string
  planStartTime: string
  planEndTime: string
}

app.post<{ Body: AssignBody }>('/ops/order/assign', ({ body }) =>
  inTransaction(async (client) => {
    await client.query({
      name: 'assign',
      text: `update work_order set flow_sts = 2, other_sts = 2, liable_user_id = $3, liable_person = '基准人员',
          plan_start_time = $4, plan_end_time = $5, real_start_time = now(), version = version + 1, updated_at = now()
        where tenant_id = $1 and id = $2 and flow_sts = 1 and version = $6`,
      values: [tenant, body.id, body.liableUserId, body.planStartTime, body.planEndTime, body.version],
    })
    await writeEvent(client, body.id, body.liableUserId, 'assign', 1, 2)
    await client.query({
      name: 'document',
      text: `insert into work_order_execution (tenant_id, order_id, prerequisites, steps)
        select $1, $2,
          coalesce((
            select jsonb_agg(p.each || '{"met": false}' order by p.place)
            from jsonb_array_elements(v.definition -> 'prerequisites') with ordinality p (each, place)), '[]'),
          coalesce((
            select jsonb_agg(s.each || '{"done": false, "doneAt": null, "value": "", "note": ""}' order by s.place)
            from jsonb_array_elements(v.definition -> 'steps') with ordinality s (each, place)), '[]')
        from task_type_version v
        join work_order o on o.tenant_id = v.tenant_id and o.task_type = v.type_id and o.type_version = v.version
        where v.tenant_id = $1 and o.id = $2 on conflict do nothing`,
      values: [tenant, body.id],
    })
    const row = await client.query({
      name: 'row',
      text: `select ${columns} from work_order o ${joins} where o.tenant_id = $1 and o.id = $2`,
      values: [tenant, body.id],
    })
    return row.rows[0]
  }),
)

function writeEvent(
  client: pg.PoolClient,
  id: string,
  actor: string,
  action: string,
  from: number | null,
  to: number,
) {
  return client.query({
    name: 'event',
    text: `insert into work_order_event (tenant_id, order_id, at, actor_id, actor_name, action, from_sts, to_sts)
      values ($1, $2, now(), $3, '基准人员', $4, $5, $6)`,
    values: [tenant, id, actor, action, from, to],
  })
}

const todo = `from process_task t
  join process_instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id
  join app_user u on u.tenant_id = i.tenant_id and u.id = i.starter_id
  where t.tenant_id = $1 and t.state = 'open' and exists (
    select from process_candidate c where c.tenant_id = t.tenant_id and c.instance_id = t.instance_id and c.task_id = t.id
      and c.open and (c.kind = 'user' and c.ref = $2 or c.kind = 'role' and c.ref in (
        select r.role_code from user_role ur join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
        where ur.tenant_id = $1 and ur.user_id = $2::bigint)))
    and starts_with(i.dep_code, (select d.org_code from app_user p join department d on d.tenant_id = p.tenant_id
      and d.id = p.department_id where p.tenant_id = $1 and p.id = $2::bigint))`

app.post<{ Body: { userId: string } }>('/workflow/v1/task/page', async ({ body }) => {
  const values = [processTenant, body.userId]
  const list = `select i.id, t.id as task_id, i.business_type, i.business_id, i.title, t.name, u.realname, i.started_at,
    t.opened_at, t.due_at, i.status ${todo} order by t.due_at nulls last, t.instance_id, t.id limit 10`
  const [rows, total] = await Promise.all([
    pool.query({ name: 'todo', text: list, values }),
    pool.query<{ n: string }>({ name: 'todos', text: `select count(*) as n ${todo}`, values }),
  ])
  return { pageList: rows.rows, rowCount: Number(total.rows[0]!.n) }
})

type CompleteBody = { processInstanceId: string; request: string; taskId: number; userId: string }

app.post<{ Body: CompleteBody }>('/workflow/v1/task/complete', ({ body }) =>
  inTransaction(async (client) => {
    const { processInstanceId: id, taskId, request, userId } = body
    await client.query({
      name: 'locked',
      text: 'select * from process_instance where tenant_id = $1 and id = $2 for update',
      values: [processTenant, id],
    })
    await client.query({
      name: 'completed',
      text: `update process_task set state = 'done', outcome = 'approve', completed_by = $4, closed_at = now()
        where tenant_id = $1 and instance_id = $2 and id = $3`,
      values: [processTenant, id, taskId, userId],
    })
    await client.query({
      name: 'gone',
      text: 'delete from process_token where tenant_id = $1 and instance_id = $2',
      values: [processTenant, id],
    })
    await client.query({
      name: 'told',
      text: `insert into process_event (tenant_id, instance_id, seq, at, kind, token, node, actor_id)
        select $1, $2, seq, now(), kind, 1, 'review', $3 from (values (6, 'complete'), (7, 'leave'), (8, 'enter'),
          (9, 'leave'), (10, 'enter'), (11, 'leave'), (12, 'enter'), (13, 'end')) as e (seq, kind)`,
      values: [processTenant, id, userId],
    })
    await client.query({
      name: 'ended',
      text: `update process_instance set status = 'completed', last_event = 13, ended_at = now()
        where tenant_id = $1 and id = $2`,
      values: [processTenant, id],
    })
    await client.query({
      name: 'decided',
      text: `update oa_request set status = 'completed' where tenant_id = $1 and id = $2`,
      values: [processTenant, request],
    })
    return {}
  }),
)

type TreeBody = { initTreeEntity?: { key?: string }; search?: string }

const sums = `count(*) filter (where s.status <> '3') as n, sum(s.capacity_kwp) filter (where s.status <> '3') as kwp`

/** Below a department: its departments and sub-areas with sums; below a sub-area: its stations; no key: the regions. */
app.post<{ Body: TreeBody }>('/system/v1/departPsaTree/getDepartPsaTreeLazy', async ({ body }) => {
  const [kind, id, department] = (body.initTreeEntity?.key ?? 'd').split(/(?<=^[dp])|-/)
  if (kind === 'p') {
    const text = `select id, name, status, capacity_kwp from station
      where tenant_id = $1 and psa_id = $2 and department_id = $3 order by name`
    return (await pool.query({ name: 'stations', text, values: [treeTenant, id, department] })).rows
  }
  const top = await pool.query<{ org_code: string }>({
    name: 'department',
    text: `select org_code from department where tenant_id = $1 and (id = $2 or $2 is null and parent_id is null)`,
    values: [treeTenant, id || null],
  })
  const code = top.rows[0]!.org_code
  const next = code.slice(0, -1) + String.fromCharCode(code.charCodeAt(code.length - 1) + 1)
  const text = `with child as (
      select left(s.dep_code, $2::int) as code, case when s.dep_code = $3 then s.psa_id end as psa_id, ${sums}
      from station s where s.tenant_id = $1 and s.dep_code ~>=~ $3 and s.dep_code ~<~ $4 group by 1, 2)
    select child.*, d.name as department, p.name as project from child
    left join department d on d.tenant_id = $1 and child.psa_id is null and d.org_code = child.code
    left join psa p on p.tenant_id = $1 and p.id = child.psa_id`
  return (await pool.query({ name: 'children', text, values: [treeTenant, code.length + 3, code, next] }))
    .rows
})

app.post<{ Body: TreeBody }>('/system/v1/departPsaTree/getDepartPsaTreeLazySearch', async ({ body }) => {
  const text = `select s.id, s.name, p.name as project, d.name as department, d.org_code from station s
    join psa p on p.tenant_id = s.tenant_id and p.id = s.psa_id
    join department d on d.tenant_id = s.tenant_id and d.id = s.department_id
    where s.tenant_id = $1 and strpos(s.name, $2) > 0 order by s.name limit 500`
  return (await pool.query({ name: 'search', text, values: [treeTenant, body.search] })).rows
})

const shanghaiDay = () => new Date(Date.now() + 28_800_000).toISOString().slice(0, 10).replaceAll('-', '')

await app.listen({ host: '127.0.0.1', port: Number(process.env.FLOOR_PORT) })
