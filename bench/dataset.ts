import pg from 'pg'
import { hashPassword } from '@heliodesk/server/modules/session/index.ts'
import { adoptOrders } from '@heliodesk/server/modules/work-orders/index.ts'
import { createTenant } from '@heliodesk/server/seed/standard.ts'
import { one } from '@heliodesk/server/platform/certain.ts'
import { openLogin } from '@heliodesk/server/platform/login-role.ts'
import { kyselyOn, openPool } from '@heliodesk/server/platform/postgres.ts'

/** The shape of the measured tenant; three further tenants own the other three quarters of all orders. */
export type Dataset = {
  tenantId: number
  username: string
  password: string
  userId: string
  executorId: string
  /** Sees the orders of one station. */
  stationUserId: string
  departments: string[]
  orders: number
}

const TENANTS = 4
const STATIONS = 1000
const DEPARTMENTS = 20
/** The department with one station. */
const SMALL = 'A01B01'
export const PASSWORD = 'Bench@2026'

/** Share of each state in a tenant: 144,000 closed and 20,000 in progress of 250,000. */
const SHARES = { 1: 0.024, 2: 0.08, 3: 0.02, 4: 0.576, 5: 0.3 } as const

/** Orders that are added in one transaction. */
const PORTION = 25_000

/**
 * Fills a migrated database with `orders` work orders, or reuses those of an earlier run; throws where that run was
 * broken off.
 */
export async function prepareDataset(url: string, orders: number): Promise<Dataset> {
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ begun: boolean; whole: boolean }>(
      `select exists (select from app_user where username = 'bench1.admin') as begun,
         to_regclass('bench_generated') is not null as whole`,
    )
    const { begun, whole } = one(rows)
    if (begun && !whole)
      throw new Error(
        'an earlier run was broken off while it made its orders: delete its folder and begin anew',
      )
    if (!begun) {
      await generate(url, orders, () => client.query('analyze'))
      await client.query('vacuum analyze')
      await client.query('create table bench_generated ()')
    }
    await letBaselineWriteOrders(client)
    return await describe(client, orders)
  } finally {
    client.release()
    await pool.end()
  }
}

/** The baseline writes orders without processes, as the owner; everybody else is checked as always. */
async function letBaselineWriteOrders(client: pg.PoolClient): Promise<void> {
  await client.query(
    `do $$
     declare v_check text;
     begin
       select prosrc into strict v_check from pg_proc where oid = 'app.order_agrees_with_process(int, bigint)'::regprocedure;
       if v_check ~ 'current_user' then return; end if;
       execute format('create or replace function app.order_agrees_with_process(p_tenant int, p_order bigint) '
         'returns void language plpgsql as %L',
         regexp_replace(v_check, 'begin', 'begin if current_user = ''' || current_user || ''' then return; end if;'));
     end $$`,
  )
}

async function describe(client: pg.PoolClient, orders: number): Promise<Dataset> {
  const { rows } = await client.query<{ tenant_id: number; id: string; username: string }>(
    `select tenant_id, id, username from app_user where username like 'bench1.%' order by username`,
  )
  const admin = rows.find((row) => row.username === 'bench1.admin')!
  const departments = await client.query<{ org_code: string }>(
    'select org_code from department where tenant_id = $1 and parent_id is not null and org_code <> $2 order by org_code',
    [admin.tenant_id, SMALL],
  )
  return {
    tenantId: admin.tenant_id,
    username: admin.username,
    password: PASSWORD,
    userId: admin.id,
    executorId: rows.find((row) => row.username === 'bench1.worker')!.id,
    stationUserId: rows.find((row) => row.username === 'bench1.station')!.id,
    departments: departments.rows.map((row) => row.org_code),
    orders,
  }
}

async function generate(url: string, orders: number, analyze: () => Promise<unknown>) {
  const passwordHash = await hashPassword(PASSWORD)
  const pool = openPool(await openLogin(url, url), { max: 1 })
  const client = await pool.connect()
  for (let tenant = 1; tenant <= TENANTS; tenant++) {
    await client.query('begin')
    const { tenantId, roleIds } = await createTenant(kyselyOn(client), { name: `基准 ${tenant}`, demo: true })
    await client.query(
      `with root as (
         insert into department (org_code, name) values ('A01', '基准公司') returning id
       ), departments as (
         insert into department (parent_id, org_code, name)
         select root.id, 'A01A' || lpad(n::text, 2, '0'), '中心 ' || n from root, generate_series(1, $1::int) n
         returning id, org_code
       ), psas as (
         insert into psa (department_id, name) select id, '项目 ' || org_code from departments returning id, department_id
       )
       insert into station (psa_id, department_id, dep_code, name, capacity_kwp)
       select p.id, p.department_id, '', '电站 ' || n, 50000
       from generate_series(1, $2::int) n
       join (select *, row_number() over (order by id) as place from psas) p on p.place = 1 + n % $1::int`,
      [DEPARTMENTS, STATIONS],
    )
    await client.query(
      `with small as (
         insert into department (parent_id, org_code, name)
         select id, $1, '单站中心' from department where org_code = 'A01' returning id
       ), project as (
         insert into psa (department_id, name) select id, '单站项目' from small returning id, department_id
       )
       insert into station (psa_id, department_id, dep_code, name, capacity_kwp)
       select id, department_id, '', '单站', 50000 from project`,
      [SMALL],
    )
    const admin = roleIds.get('admin')!
    await addUser(client, `bench${tenant}.admin`, admin, passwordHash, { allData: true })
    await addUser(client, `bench${tenant}.worker`, roleIds.get('r10030')!, passwordHash)
    await addUser(client, `bench${tenant}.station`, admin, passwordHash, { depCode: SMALL })
    await client.query('commit')
    await addOrders(client, tenantId, Math.floor(orders / TENANTS), { analyze })
    console.log(`generated tenant ${tenant} (${tenantId})`)
  }
  await client.query('select app.fold_work_order_counts(), app.fold_work_order_days()')
  client.release()
  await pool.end()
}

async function addUser(
  client: pg.PoolClient,
  username: string,
  roleId: string,
  hash: string,
  { depCode = 'A01', allData = false } = {},
) {
  await client.query(
    `with added as (
       insert into app_user (username, realname, password_hash, department_id, has_all_data)
       select $1, $1, $2, id, $3 from department where org_code = $5 returning id
     ) insert into user_role (user_id, role_id) select id, $4 from added`,
    [username, hash, allData, roleId, depCode],
  )
}

/** Gives an existing company, beside its own, orders of the last two years; nothing if it has such ones. */
export async function addOrdersTo(url: string, company: string, orders: number): Promise<void> {
  const owner = new pg.Pool({ connectionString: url, max: 1 })
  const pool = openPool(await openLogin(url, url), { max: 1 })
  try {
    const { rows } = await owner.query<{ id: number; known: boolean }>(
      `select id, exists (select from work_order where tenant_id = tenant.id and right(work_code, 6)::int > $2) as known
       from tenant where name = $1`,
      [company, BESIDE],
    )
    const { id, known } = one(rows)
    if (known) return
    const client = await pool.connect()
    try {
      await addOrders(client, id, orders, { analyze: () => owner.query('analyze'), taken: BESIDE })
    } finally {
      client.release(true)
    }
    await owner.query('select app.fold_work_order_counts(), app.fold_work_order_days()')
    await owner.query('vacuum analyze')
  } finally {
    await Promise.all([pool.end(), owner.end()])
  }
}

/** The numbers of such orders begin after this one. */
const BESIDE = 500_000

type Added = { analyze: () => Promise<unknown>; taken?: number }

/**
 * Two years of orders; states follow a fixed sequence so that every department has its share of each. Their numbers
 * begin after `taken`. After the first portion and the last one PostgreSQL counts what is there: what triggers do for
 * each order is planned by it.
 */
async function addOrders(
  client: pg.PoolClient,
  tenantId: number,
  many: number,
  { analyze, taken = 0 }: Added,
) {
  for (let first = 1; first <= many; first += PORTION) {
    const last = Math.min(many, first + PORTION - 1)
    await client.query('begin')
    await client.query(`select set_config('app.tenant', $1, true)`, [String(tenantId)])
    await addPortion(client, { many, first, last, taken })
    await client.query('commit')
    if (first === 1 || last === many) await analyze()
  }
}

type Portion = { many: number; first: number; last: number; taken: number }

async function addPortion(client: pg.PoolClient, { many, first, last, taken }: Portion) {
  const upTo = { 2: SHARES[1] + SHARES[2], 3: SHARES[1] + SHARES[2] + SHARES[3], 1: SHARES[1] }
  await client.query(
    `with added as (
     insert into work_order (work_code, station_id, psa_id, dep_code, task_type, task_description, ops_source_category,
       flow_sts, other_sts, liable_person, submit_time, flow_end_time, terminate_reason, plan_start_time, plan_end_time,
       loss_power, created_at)
     select 'GD' || to_char(at, 'YYYYMMDD') || lpad(($5::int + n)::text, 6, '0'),
       station_id, 0, '', (array[1,2,3,4,7,8,8,8,9,11,12,13,15])[1 + n % 13],
       (array['逆变器绝缘阻抗低反复停机','组串电流为零','箱变低压侧温度异常','组件热斑温差偏大','汇流箱通讯中断','阵列区杂草遮挡清理'])[1 + n % 6]
         || '，第 ' || n || ' 次', '1',
       state, (array[1, 3, 4, 5, 1])[state],
       case when state between 2 and 4 then '基准人员' end, case when state in (3, 4) then at + interval '1 day' end,
       case when state >= 4 then at + interval '2 days' end, case when state = 5 then '重复' end,
       at + interval '2 hours', at + interval '3 days', (n % 400)::numeric / 10, at
     from (
       select n, s.id as station_id, now() - (n::float8 / $1 * 730) * interval '1 day' as at,
         case when share < $2 then 1 when share < $3 then 2 when share < $4 then 3 when share < 0.7 then 4 else 5 end as state
       from (select n, (n::bigint * 7919 % 100003)::float8 / 100003 as share from generate_series($6::int, $7::int) n) dealt
       join (select id, row_number() over (order by id) as place from station) s
         on s.place = 1 + n::bigint * 104729 % (select count(*) from station)
     ) rows
     returning id, created_at, flow_sts
     )
     insert into work_order_event (order_id, at, actor_name, action, to_sts)
     select id, created_at, '基准人员', 'create', flow_sts from added`,
    [many, upTo[1], upTo[2], upTo[3], taken, first, last],
  )
  await adoptOrders(kyselyOn(client))
  await client.query(
    `insert into work_code_counter (day, last)
     select to_date(substr(work_code, 3, 8), 'YYYYMMDD'), max(substr(work_code, 11)::int) from work_order group by 1
     on conflict (tenant_id, day) do update set last = greatest(work_code_counter.last, excluded.last)`,
  )
}
