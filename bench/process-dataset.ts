import pg from 'pg'
import { openLogin } from '@heliodesk/server/platform/login-role.ts'
import { kyselyOn, openPool } from '@heliodesk/server/platform/postgres.ts'
import { createTenant } from '@heliodesk/server/seed/standard.ts'

/** A company with many running purchases. */
export type ProcessTenant = {
  tenantId: number
  /** Heads of one centre and of one region, and an applicant. */
  headId: string
  managerId: string
  applicantId: string
  /** The head whose steps the bench completes. */
  busyHeadId: string
}

const REGIONS = 30
const CENTRES = 960
const PEOPLE = 4800
export const LIVE_INSTANCES = 100_000
/** Of ten, how many wait for the company and no longer for the head of the department. */
const AT_COMPANY = 1

/** Creates the company in a migrated database, or reuses that of an earlier run. */
export async function prepareProcesses(url: string, instances = LIVE_INSTANCES): Promise<ProcessTenant> {
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  const client = await pool.connect()
  try {
    const find = () =>
      client.query<{ tenant_id: number; id: string; username: string }>(
        `select tenant_id, id, username from app_user
         where username in ('process.head3', 'process.head4', 'process.manager3', 'process.person3')`,
      )
    if ((await find()).rowCount === 0) {
      await generate(url, instances)
      await client.query('vacuum analyze')
    }
    const { rows } = await find()
    const idOf = (name: string) => rows.find(({ username }) => username === `process.${name}`)!.id
    return {
      tenantId: rows[0]!.tenant_id,
      headId: idOf('head3'),
      managerId: idOf('manager3'),
      applicantId: idOf('person3'),
      busyHeadId: idOf('head4'),
    }
  } finally {
    client.release()
    await pool.end()
  }
}

async function generate(url: string, instances: number) {
  const pool = openPool(await openLogin(url, url), { max: 1 })
  const client = await pool.connect()
  await client.query('begin')
  const { roleIds } = await createTenant(kyselyOn(client), { name: '审批公司', demo: true })
  await client.query(`insert into department (org_code, name) values ('A01', '审批公司')`)
  await client.query(
    `insert into department (parent_id, org_code, name)
     select d.id, 'A01A' || lpad(n::text, 2, '0'), '第' || n || '区域'
     from department d, generate_series(1, $1::int) n where d.org_code = 'A01'`,
    [REGIONS],
  )
  await client.query(
    `insert into department (parent_id, org_code, name)
     select d.id, d.org_code || 'A' || lpad((1 + (n - 1) / $1::int)::text, 2, '0'), '第' || n || '中心'
     from generate_series(1, $2::int) n join department d on d.org_code = 'A01A' || lpad((1 + (n - 1) % $1::int)::text, 2, '0')`,
    [REGIONS, CENTRES],
  )
  const people = [
    ['manager', 6, REGIONS, roleIds.get('r10010')],
    ['head', 9, CENTRES, roleIds.get('r10020')],
    ['person', 9, PEOPLE, roleIds.get('r10030')],
  ] as const
  for (const [name, codeLength, many, role] of people)
    await client.query(
      `with place as (
         select id, row_number() over (order by org_code) - 1 as place, count(*) over () as places
         from department where length(org_code) = $2
       ), added as (
         insert into app_user (username, realname, password_hash, department_id)
         select 'process.' || $1 || n, $1 || n, 'none', p.id
         from generate_series(0, $3::int - 1) n join place p on p.place = n % p.places returning id
       ) insert into user_role (user_id, role_id) select id, $4 from added`,
      [name, codeLength, many, role],
    )
  await addPurchases(client, instances, AT_COMPANY)
  await client.query('commit')
  client.release()
  await pool.end()
}

/** Adds open steps of the head whose steps the bench completes, and returns their instances and requests. */
export async function addSteps(url: string, { tenantId, busyHeadId }: ProcessTenant, many: number) {
  const pool = openPool(await openLogin(url, url), { max: 1 })
  const client = await pool.connect()
  try {
    await client.query(`begin; select set_config('app.tenant', '${tenantId}', true)`)
    await addPurchases(client, many, 0, busyHeadId)
    // Open steps of earlier rounds are left over, if time was up before.
    const { rows } = await client.query<{ id: string; request: string }>(
      'select id, business_id as request from process_instance order by id desc limit $1',
      [many],
    )
    await client.query('commit')
    return rows
  } finally {
    client.release(true)
    await pool.end()
  }
}

/**
 * Adds running purchases as the engine would have, to the company that `client` has entered: every applicant has as
 * many, or all are of the people of one head. Of ten, `atCompany` wait for the company, the others for the head. All
 * cost enough for both to decide.
 */
export async function addPurchases(
  client: pg.ClientBase,
  many: number,
  atCompany: number,
  head: string | null = null,
): Promise<void> {
  await client.query(
    `create temporary table planned on commit drop as
     with person as materialized (
       select u.id, u.realname, d.org_code, h.id as head, row_number() over (order by u.id) - 1 as place
       from app_user u join department d on d.id = u.department_id
       join app_user h on h.department_id = d.id and h.username like 'process.head%'
       where u.username like 'process.person%' and ($3::bigint is null
         or u.department_id = (select department_id from app_user where id = $3))
     )
     select n, p.id as applicant, p.head, p.org_code, n % 10 < $2::int as at_company,
       now() - n * interval '1 second' as at, 60000 + n % 40000 as amount,
       nextval(pg_get_serial_sequence('oa_request', 'id')) as request,
       nextval(pg_get_serial_sequence('process_instance', 'id')) as instance
     from generate_series(1, $1::int) n cross join (select count(*) as people from person) counted
     join person p on p.place = (n / 10) % counted.people`,
    [many, atCompany, head],
  )
  const { rows } = await client.query<{ id: string }>(
    `select id from process_definition where key = 'purchase' order by version desc limit 1`,
  )
  await client.query(
    `insert into process_instance (id, definition_id, business_type, business_id, title, dep_code, starter_id, variables,
       last_id, last_event, started_at)
     overriding system value
     select instance, $1, 'purchase', request, '第' || n || '批备件，' || amount || ' 元', org_code, applicant,
       jsonb_build_object('subject', '备件', 'amount', amount, 'remark', '基准', 'review', jsonb_build_object('outcome', 'approve')),
       case when at_company then 3 else 2 end, case when at_company then 7 else 5 end, at
     from planned`,
    [rows[0]!.id],
  )
  await client.query(
    `insert into oa_request (id, kind, form_version, number, title, form, applicant_id, dep_code, instance_id, created_at)
     overriding system value
     select request, 'purchase', 1, 'CG-' || request, '第' || n || '批备件',
       jsonb_build_object('subject', '备件', 'amount', amount, 'remark', '基准'), applicant, org_code, instance, at
     from planned`,
  )
  const signing = `'{"signers": [], "inOrder": false, "done": 0, "approved": 0, "rejected": 0}'::jsonb`
  await client.query(
    `insert into process_token (instance_id, id, node, via, doing, round, passed, signing)
     select instance, 1, case when at_company then 'approval' else 'review' end,
       case when at_company then 'flow_5' else 'flow_1' end, 'waiting', case when at_company then 5 else 2 end,
       case when at_company then jsonb_build_array(jsonb_build_object('node', 'review', 'by', head::text)) else '[]' end,
       jsonb_set(${signing}, '{signers}', jsonb_build_array(jsonb_build_object('assignee', null, 'candidates', '[]'::jsonb)))
     from planned`,
  )
  await client.query(
    `insert into process_task (instance_id, id, token, round, node, name, place, state, outcome, completed_by, opened_at,
       closed_at)
     select instance, 2, 1, 2, 'review', '部门负责人审批', 0, case when at_company then 'done' else 'open' end,
       case when at_company then 'approve' end, case when at_company then head end, at, case when at_company then at end
     from planned
     union all
     select instance, 3, 1, 5, 'approval', '公司审批', 0, 'open', null, null, at, null from planned where at_company`,
  )
  await client.query(
    `insert into process_candidate (instance_id, task_id, kind, ref, open, dep_code)
     select instance, 2, 'user', head::text, not at_company, org_code from planned
     union all select instance, 3, 'role', 'r10010', true, org_code from planned where at_company`,
  )
  await client.query(
    `insert into process_event (instance_id, seq, at, kind, token, node, flow, task_id, actor_id, outcome)
     select p.instance, e.seq, p.at, e.kind, 1, e.node, e.flow, e.task,
       case e.kind when 'complete' then p.head else p.applicant end, case e.kind when 'complete' then 'approve' end
     from planned p join (values
       (1, 'enter', 'start', null, null, true), (2, 'leave', 'start', null, null, true),
       (3, 'flow', null, 'flow_1', null, true), (4, 'enter', 'review', null, null, true),
       (5, 'open', 'review', null, 2, true), (6, 'complete', 'review', null, 2, false),
       (7, 'open', 'approval', null, 3, false)
     ) as e (seq, kind, node, flow, task, always) on e.always or p.at_company`,
  )
  await client.query('drop table planned')
}
