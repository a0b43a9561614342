import { earthCalls } from '@heliodesk/contract/earths.ts'
import { appearanceSheetCalls } from '@heliodesk/contract/appearance-sheet.ts'
import { approvalCalls } from '@heliodesk/contract/approvals.ts'
import { calendarCalls } from '@heliodesk/contract/calendar.ts'
import { dataRoleCalls } from '@heliodesk/contract/data-roles.ts'
import { delegationCalls } from '@heliodesk/contract/delegations.ts'
import { inquiryCalls } from '@heliodesk/contract/inquiries.ts'
import { savedViewCalls } from '@heliodesk/contract/saved-views.ts'
import { settingCalls } from '@heliodesk/contract/settings.ts'
import { orderCommentCalls } from '@heliodesk/contract/order-comments.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { oaCalls } from '@heliodesk/contract/oa.ts'
import { roleCalls } from '@heliodesk/contract/roles.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { addFieldRecord } from './field-records.ts'
import { addHandoverRecord } from './handover-records.ts'
import { addMenuRecord } from './menu-records.ts'
import { addTicketRecord, addTicketReview } from './ticket-records.ts'
import { upload } from './files.ts'
import { useHarness } from './harness.ts'
import { administratorOf } from './hire.ts'
import { addPlanRecords } from './plan-records.ts'
import { addInspectionRecord } from './inspection-records.ts'
import { historyTables } from './history-tables.ts'
import { sealAudit } from './seal-audit.ts'

/** What SQL injected into the application's connection could do, with the pool's login role in its company. */
const harness = useHarness()
let ids: Record<string, string>

/** An appearance order with a mark in its sheet. */
async function markSheet(admin: string, psId: string): Promise<void> {
  const order = { psId, taskType: 18, taskDescription: '站容站貌' }
  const { id, version } = await harness.call(admin, workOrderCalls.insert, order)
  const claimed = await harness.call(admin, workOrderCalls.claim, { id, version })
  await harness.call(admin, workOrderCalls.start, { id, version: claimed.version })
  const rowList = [{ no: 1, version: 1, selfScore: 1 }]
  await harness.call(admin, appearanceSheetCalls.assess, { orderId: id, rowList })
}

beforeAll(async () => {
  const { tenant, otherTenant } = harness
  const admin = await harness.signIn(administratorOf(tenant).username)
  const station = tenant.stations[0]!
  const order = await harness.call(admin, workOrderCalls.insert, {
    psId: station.id,
    taskType: 12,
    taskDescription: '清洗',
  })
  await harness.call(admin, workOrderCalls.claim, { id: order.id, version: order.version })
  await markSheet(admin, station.id)
  await harness.call(admin, earthCalls.add, {
    kind: 'wire',
    name: '1',
    psId: station.id,
    voltage: '35',
    place: '1号柜',
    testDue: '2098-01-01',
  })
  await addInspectionRecord(harness, tenant)
  await addPlanRecords(harness, tenant)
  await addFieldRecord(harness, tenant)
  await addMenuRecord(harness, tenant)
  await addHandoverRecord(harness, tenant)
  await addTicketRecord(harness, tenant)
  await addTicketReview(harness, tenant)
  const said = await harness.call(admin, orderCommentCalls.add, { orderId: order.id, text: '第一稿' })
  await harness.call(admin, orderCommentCalls.edit, { id: said.id, version: 1, text: '第二稿' })
  await harness.call(admin, savedViewCalls.add, { code: 'users', name: '视图', query: { keyword: ['甲'] } })
  await harness.call(admin, roleCalls.add, { roleCode: 'told', roleName: '有记录' })
  await harness.call(admin, dataRoleCalls.add, { code: 'told', name: '有记录', taskTypes: [16] })
  const letter = await harness.call(await harness.signIn('a_worker'), inquiryCalls.addFeedback, {
    kind: 'other',
    content: '一个问题',
  })
  await harness.call(admin, inquiryCalls.reply, {
    id: letter.id,
    version: letter.version,
    content: '一个答复',
  })
  const worker = await harness.signIn('a_worker')
  const { processInstanceId } = await harness.call(worker, oaCalls.apply, {
    request: { kind: 'purchase', form: { subject: '熔断器', amount: 10, remark: '备用' } },
  })
  const { path } = await upload(harness, worker, { purpose: 'process' })
  await harness.call(worker, approvalCalls.comment, { processInstanceId, comment: '附上报价', files: [path] })
  await harness.call(worker, delegationCalls.add, {
    delegateId: tenant.users['a_colleague']!.id,
    startTime: '2098-01-01 00:00:00',
    endTime: '2098-01-02 00:00:00',
    types: [],
    reason: '出差',
  })
  await harness.call(admin, calendarCalls.saveDraft, { year: 2030, version: 0, days: [] })
  const { version } = await harness.call(admin, settingCalls.system, {})
  await harness.call(admin, settingCalls.editSystem, { version, productName: '晴天' })
  const { rows } = await harness.owner.query<{ device: string }>(
    `with d as (
       insert into device (tenant_id, station_id, name, type_id)
       select $1, $2, '设备', id from device_type where tenant_id = $1 and code = 'NB' returning tenant_id, id
     )
     insert into device_event (tenant_id, device_id, at, actor_id, actor_name, action)
       select tenant_id, id, now(), $3, '甲', 'create' from d returning device_id as device`,
    [tenant.tenantId, station.id, administratorOf(tenant).id],
  )
  await harness.owner.query(
    `insert into station_event (tenant_id, station_id, at, actor_name, action) values ($1, $2, now(), '甲', 'create')`,
    [tenant.tenantId, station.id],
  )
  await harness.owner.query(
    `insert into sign_in_log (tenant_id, at, login, method, outcome) values ($1, now(), 'a', 'password', 'success')`,
    [tenant.tenantId],
  )
  await sealAudit(harness)
  await harness.owner.query(
    `insert into company_event (tenant_id, company, company_code, company_name, actor_name, action)
     select tenant_id, 1, 'X1', '某公司', '系统', 'edit' from audit_head`,
  )
  await harness.owner.query(
    `insert into audit_digest (tenant_id, day, number, hash) select tenant_id, now(), number, hash from audit_head`,
  )
  ids = {
    $own: String(tenant.tenantId),
    $other: String(otherTenant.tenantId),
    $order: order.id,
    $station: station.id,
    $device: rows[0]!.device,
    $letter: letter.id,
    $worker: tenant.users['a_worker']!.id,
    $theirStation: otherTenant.stations[0]!.id,
    $theirDepartment: otherTenant.departments['A01']!,
  }
})

const filled = (sql: string) => sql.replaceAll(/\$[a-zA-Z]+/g, (name) => ids[name] ?? name)

/** Runs statements as the application inside its company and commits; returns the rows that the last one affected. */
async function run(sql: string): Promise<number> {
  const client = await harness.pool.connect()
  try {
    await client.query(`begin; select set_config('app.tenant', '${ids.$own}', true)`)
    const result = await client.query(filled(sql))
    await client.query('commit')
    return result.rowCount ?? 0
  } finally {
    client.release(true)
  }
}

const DENIED = /permission denied|must (be|have) |[Oo]nly roles with/
const UNTOLD = /changed without an event/
const APART = /and its process are not in the same state/

const hostile: [sql: string, refused: RegExp][] = [
  // History
  ...historyTables.flatMap((table): [string, RegExp][] => [
    [`update ${table} set tenant_id = tenant_id`, DENIED],
    [`delete from ${table}`, DENIED],
    [`truncate ${table}`, DENIED],
  ]),
  ['alter table work_order_event disable trigger history', DENIED],
  ['drop trigger history on sign_in_log', DENIED],
  ['set session_replication_role = replica', DENIED],
  ['create rule r as on insert to sign_in_log do instead nothing', DENIED],
  ['delete from work_order where id = $order', DENIED],
  ['delete from station where id = $station', DENIED],
  ['delete from device where id = $device', DENIED],
  ...['earth', 'earth_hanging', 'qualification', 'ticket_line', 'ticket_request', 'ticket_counter'].map(
    (table): [string, RegExp] => [`delete from ${table}`, DENIED],
  ),
  ['delete from inquiry where id = $letter', DENIED],
  ['delete from app_user where id = $worker', DENIED],
  ['delete from tenant_setting', DENIED],
  ...[
    `box = 'mail'`,
    'kind = null',
    `title = '从未写过'`,
    `content = '从未写过'`,
    `phone = '13900000000'`,
    'sender_id = null',
    `created_at = created_at - interval '1 day'`,
  ].map((word): [string, RegExp] => [
    `update inquiry set ${word} where id = $letter`,
    /neither changed nor removed/,
  ]),
  [
    `insert into sign_in_log (at, login, method, outcome) values (now(), 'a', 'password', 'success')
    on conflict (tenant_id, id) do update set outcome = 'frozen'`,
    DENIED,
  ],

  // States
  ['update work_order set other_sts = 3 where id = $order', UNTOLD],
  [`update work_order set flow_sts = 5, terminate_reason = '无' where id = $order`, UNTOLD],
  ['update work_order set flow_sts = 4 where id = $order', /cannot go from/],
  [
    `update work_order set other_sts = 3 where id = $order;
    insert into work_order_event (order_id, at, actor_name, action, to_sts) values ($order, now(), '甲', 'pass', 4)`,
    UNTOLD,
  ],
  [
    `insert into work_order (work_code, station_id, psa_id, dep_code, task_type, task_description, ops_source_category,
      flow_sts, other_sts, liable_person) values ('GD1', $station, 0, '', 12, '无', '1', 4, 5, '甲')`,
    UNTOLD,
  ],
  [
    `update work_order set flow_sts = 5, terminate_reason = '无' where id = $order;
    insert into work_order_event (order_id, at, actor_name, action, to_sts) values ($order, now(), '甲', 'terminate', 5)`,
    APART,
  ],
  [
    `update process_instance set status = 'voided', ended_at = now() where business_type = 'workOrder' and business_id = $order;
    insert into process_event (instance_id, seq, at, kind)
      select id, 99, now(), 'voided' from process_instance where business_type = 'workOrder' and business_id = $order`,
    APART,
  ],
  [
    `update process_instance set business_type = 'leave' where business_type = 'workOrder' and business_id = $order`,
    APART,
  ],
  [
    `update process_instance set business_state = '3' where business_type = 'workOrder' and business_id = $order`,
    APART,
  ],
  [
    `with o as (
      insert into work_order (work_code, station_id, psa_id, dep_code, task_type, task_description, ops_source_category,
        flow_sts, other_sts, liable_person) values ('GD1', $station, 0, '', 12, '无', '1', 4, 5, '甲') returning id)
    insert into work_order_event (order_id, at, actor_name, action, to_sts) select id, now(), '甲', 'import', 4 from o`,
    APART,
  ],
  [`update station set status = '3' where id = $station`, UNTOLD],
  [`update station set maintenance_status = '2' where id = $station`, UNTOLD],
  [`update device set status = '3' where id = $device`, UNTOLD],
  [`update tenant_setting set settings = '{"productName": "无"}'`, UNTOLD],
  [`set constraints all immediate; update work_order set other_sts = 3 where id = $order`, UNTOLD],
  ['alter table work_order disable trigger all', DENIED],

  // Other companies
  [`insert into department (tenant_id, org_code, name) values ($other, 'A02', '假')`, /row-level security/],
  [`update department set tenant_id = $other where org_code = 'A01'`, /row-level security/],
  ['set local row_security = off; select from station', /row-level security/],
  [`insert into psa (department_id, name) values ($theirDepartment, '假')`, /foreign key/],
  [
    `insert into user_psa (user_id, psa_id) select $worker, id from psa where tenant_id = $other
    union all select $worker, 999999999`,
    /foreign key/,
  ],
  ['alter table station disable row level security', DENIED],
  ['alter table station no force row level security', DENIED],
  ['drop policy tenant_isolation on station', DENIED],
  ['create policy open on station using (true)', DENIED],
  ['create view everything as select * from station', DENIED],
  [`update tenant set name = '改名'`, DENIED],
  [`insert into tenant (name) values ('自立')`, DENIED],
  ['delete from tenant where id = $other', DENIED],
  [`update login_directory set user_id = $worker where login = 'b_admin'`, DENIED],
  [`delete from login_directory where login = 'b_admin'`, DENIED],
  [`insert into third_directory values ('x', 'y', $other, 1)`, DENIED],
  [`update signing_key set key = ''`, DENIED],
  ['delete from signing_key', DENIED],

  // The storage of files
  ['update storage_owner set id = gen_random_uuid()', DENIED],
  ['delete from storage_owner', DENIED],
  ['insert into storage_owner default values', DENIED],

  // Roles and grants
  ['set role postgres', /permission denied|does not exist/],
  ['set role pg_write_all_data', DENIED],
  ['set session authorization postgres', /permission denied|does not exist/],
  ['alter role current_user superuser', DENIED],
  ['alter role current_user bypassrls', DENIED],
  ['create role helper superuser', DENIED],
  ['grant pg_read_all_data to current_user', DENIED],
  ['grant select on app.application_login to public', DENIED],
  ['alter table station owner to current_user', DENIED],
  ['select password from app.application_login', DENIED],
  ['select rolpassword from pg_authid', DENIED],
  ['select from schema_migration', DENIED],
  [`insert into schema_migration (name) values ('9999_x.sql')`, DENIED],
  ['create table public.mine ()', DENIED],
  ['create function app.mine() returns int language sql as $$select 1$$', DENIED],
  ['create or replace function app.tenant_id() returns int language sql return 1', DENIED],
  [`alter function app.open_call(int, int, int) rename to gone`, DENIED],
  ['create schema mine', DENIED],
  ['create extension pg_trgm', DENIED],
  ['alter database postgres set row_security = off', DENIED],
  [`copy station to program 'cat'`, DENIED],
  [`select pg_read_file('postgresql.conf')`, DENIED],
  [`select lo_export(1, '/tmp/x')`, DENIED],
  [`select pg_terminate_backend(pid) from pg_stat_activity where usename <> current_user`, DENIED],
  ['drop table sign_in_log', DENIED],
  [`call app.isolate('tenant')`, DENIED],
  [`call app.keep_forever('tenant')`, DENIED],
]

describe('the application’s role is refused', () => {
  it('more than 40 statements', () => {
    expect(hostile.length).toBeGreaterThan(40)
    expect(new Set(hostile.map(([sql]) => sql)).size).toBe(hostile.length)
  })

  it.each(hostile)('%s', async (sql, refused) => {
    await expect(run(sql)).rejects.toThrow(refused)
  })

  it.each([
    'select from station where tenant_id = $other',
    'select from app_user where id in (select user_id from login_directory where tenant = $other)',
    'update station set name = name where id = $theirStation',
    `delete from user_session where tenant_id = $other`,
    `select from app.search_work_orders('{清洗}', '', '~', '{}') where tenant_id = $other`,
  ])('other companies’ rows are not there: %s', async (sql) => {
    expect(await run(sql)).toBe(0)
  })
})

describe('the tables of history', () => {
  it('refuse their owner too', async () => {
    for (const table of historyTables) {
      const own = `where tenant_id = ${ids.$own}`
      for (const sql of [
        `update ${table} set tenant_id = tenant_id ${own}`,
        `delete from ${table} ${own}`,
        `truncate ${table}`,
      ])
        await expect(harness.owner.query(sql), sql).rejects.toThrow(
          /neither changed nor removed|cannot truncate/,
        )
    }
  })

  it('are all of those that are named as such', async () => {
    const { rows } = await harness.owner.query<{ name: string }>(
      `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
         and (c.relname ~ '_(event|log|change|history|audit|message)$' and c.relname <> 'sms_message'
           or exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'history'))
       order by c.relname`,
    )
    expect(rows.map(({ name }) => name)).toEqual(historyTables.toSorted())
    const { rows: kept } = await harness.owner.query<{ name: string }>(
      `select tgrelid::regclass::text as name from pg_trigger where tgname in ('history', 'history_whole')
       group by 1 having count(*) = 2 order by 1`,
    )
    expect(kept.map(({ name }) => name)).toEqual(historyTables.toSorted())
  })

  it('go with nothing that is removed, and nothing they tell of can be', async () => {
    const { rows } = await harness.owner.query(
      `select conrelid::regclass::text, conname from pg_constraint
       where contype = 'f' and conrelid::regclass::text = any($1) and (confdeltype <> 'a' or confupdtype <> 'a')`,
      [historyTables],
    )
    expect(rows).toEqual([])
    await expect(harness.owner.query('delete from work_order where id = $1', [ids.$order])).rejects.toThrow(
      /foreign key/,
    )
    await expect(harness.owner.query('delete from station where id = $1', [ids.$station])).rejects.toThrow(
      /foreign key/,
    )
  })

  it('tell each step of a letter by themselves', async () => {
    const { rows } = await harness.owner.query(
      'select from_state, to_state from inquiry_event where inquiry_id = $1',
      [ids.$letter],
    )
    expect(rows).toEqual([{ from_state: 'waiting', to_state: 'answered' }])
  })
})

describe('what the application may do', () => {
  it('is to read and write rows, nothing else, and to run functions that fix where they look', async () => {
    const { rows } = await harness.pool.query(
      `select c.relname, p.privilege from pg_class c, unnest(array['truncate', 'references', 'trigger']) p (privilege)
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
         and has_table_privilege(c.oid, p.privilege)`,
    )
    expect(rows).toEqual([])
    const { rows: loose } = await harness.owner.query(
      `select oid::regprocedure::text from pg_proc where pronamespace = 'app'::regnamespace and prosecdef
         and not coalesce(proconfig, '{}') @> array['search_path=public, pg_temp']`,
    )
    expect(loose).toEqual([])
  })

  it('leaves room for what it does by its own rules, in a company that it did not go on from', async () => {
    await run(`
      update work_order set other_sts = 3 where id = $order;
      insert into work_order_event (order_id, at, actor_name, action, to_sts) values ($order, now(), '甲', 'start', 2);
      select set_config('app.tenant', '$other', true)`)
    const { rows } = await harness.owner.query('select other_sts from work_order where id = $1', [ids.$order])
    expect(rows).toEqual([{ other_sts: 3 }])
  })
})
