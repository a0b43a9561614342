import pg from 'pg'
import { hashPassword } from '@heliodesk/server/modules/session/index.ts'
import { openLogin } from '@heliodesk/server/platform/login-role.ts'
import { kyselyOn, openPool } from '@heliodesk/server/platform/postgres.ts'
import { createTenant } from '@heliodesk/server/seed/standard.ts'

export type TreeTenant = { tenantId: number; userId: string; username: string; password: string }

/** 50,000 nodes, the size of a large company. */
export const TREE_SIZE = { regions: 30, departments: 1_000, psas: 9_000, stations: 40_000 }

const USERNAME = 'tree.admin'
const PASSWORD = 'Bench@2026'

/**
 * Creates a tenant with a tree of `size` in a migrated database, or reuses that of an earlier run. Its administrator
 * sees all of it; every eighth station is in another department than its project.
 */
export async function prepareTree(url: string, size = TREE_SIZE): Promise<TreeTenant> {
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  const client = await pool.connect()
  try {
    const find = () =>
      client.query<{ tenant_id: number; id: string }>(
        'select tenant_id, id from app_user where username = $1',
        [USERNAME],
      )
    let found = await find()
    if (found.rowCount === 0) {
      await generate(url, size)
      await client.query('vacuum analyze')
      found = await find()
    }
    const { tenant_id: tenantId, id: userId } = found.rows[0]!
    return { tenantId, userId, username: USERNAME, password: PASSWORD }
  } finally {
    client.release()
    await pool.end()
  }
}

async function generate(url: string, size: typeof TREE_SIZE) {
  const hash = await hashPassword(PASSWORD)
  const pool = openPool(await openLogin(url, url), { max: 1 })
  const client = await pool.connect()
  await client.query('begin')
  const { roleIds } = await createTenant(kyselyOn(client), { name: '大树公司', demo: true })
  await fillTree(client, size)
  await client.query(
    `with added as (
       insert into app_user (username, realname, password_hash, department_id, has_all_data)
       select $1, '树管理员', $2, id, true from department where org_code = 'A01' returning id
     ) insert into user_role (user_id, role_id) select id, $3 from added`,
    [USERNAME, hash, roleIds.get('admin')],
  )
  await client.query('commit')
  client.release()
  await pool.end()
}

/** Fills the tenant that `client` has entered: a company, regions, centres, projects and their stations. */
export async function fillTree(client: pg.ClientBase, size = TREE_SIZE): Promise<void> {
  const centres = size.departments - size.regions - 1
  await client.query(`insert into department (org_code, name, sort_order) values ('A01', '大树公司', 1)`)
  await client.query(
    `insert into department (parent_id, org_code, name, sort_order)
     select d.id, 'A01A' || lpad(n::text, 2, '0'), '第' || n || '区域', n
     from department d, generate_series(1, $1::int) n where d.org_code = 'A01'`,
    [size.regions],
  )
  await client.query(
    `insert into department (parent_id, org_code, name, sort_order)
     select d.id, d.org_code || 'A' || lpad((1 + (n - 1) / $1::int)::text, 2, '0'), '第' || n || '运维中心', n
     from generate_series(1, $2::int) n
     join department d on d.org_code = 'A01A' || lpad((1 + (n - 1) % $1::int)::text, 2, '0')`,
    [size.regions, centres],
  )
  await client.query(
    `with centre as (
       select id, row_number() over (order by org_code) - 1 as place from department where length(org_code) = 9
     )
     insert into psa (department_id, name, status)
     select c.id, (array['晴川','曜阳','云岭','金穗'])[1 + n % 4] || '第' || n || '光伏项目',
       case when n % 40 = 0 then '3' else '1' end
     from generate_series(1, $1::int) n join centre c on c.place = n % $2::int`,
    [size.psas, centres],
  )
  await client.query(
    `with project as (
       select id, department_id, row_number() over (order by id) - 1 as place from psa
     ), centre as (
       select id, row_number() over (order by org_code) - 1 as place from department where length(org_code) = 9
     )
     insert into station (psa_id, department_id, dep_code, name, site_type, capacity_kwp, maintenance_status, status)
     select p.id, case when n % 8 = 0 then c.id else p.department_id end, '', '第' || n || '光伏电站',
       case n % 5 when 0 then 'H' when 1 then 'G' else 'C' end, 1000 + n % 97 * 500,
       case when n % 20 = 0 then '2' else '1' end, case when n % 25 = 0 then '3' else '1' end
     from generate_series(1, $1::int) n
     join project p on p.place = n % $2::int
     join centre c on c.place = (n / 8) % $3::int`,
    [size.stations, size.psas, centres],
  )
}
