import { randomBytes } from 'node:crypto'
import type { Pool, QueryResultRow } from 'pg'
import { inject } from 'vitest'
import { copyDatabase, databaseUrl, dropDatabases } from '../../test/databases.ts'
import { openOwnerPool } from '../../test/owner-pool.ts'
import { openLogin } from '../platform/login-role.ts'
import { openPool } from '../platform/postgres.ts'

export type Trial = {
  /** The address that the application connects with. */
  login: string
  /** The application's connections. */
  pool: Pool
  /** Reads as the owner, without row-level security. */
  rows<R extends QueryResultRow>(sql: string): Promise<R[]>
  end(): Promise<void>
}

/** A migrated database without any data. */
export async function openTrial(): Promise<Trial> {
  const server = inject('postgresUrl')
  const name = `first_${randomBytes(6).toString('hex')}`
  const admin = openOwnerPool(server, 1)
  await copyDatabase(admin, inject('templateDatabase'), name)
  const url = databaseUrl(server, name)
  const login = await openLogin(url, url)
  const pool = openPool(login, { max: 4 })
  const owner = openOwnerPool(url)
  return {
    login,
    pool,
    rows: async <R extends QueryResultRow>(sql: string) => (await owner.query<R>(sql)).rows,
    async end() {
      await Promise.all([pool.end(), owner.end()])
      await dropDatabases(admin, name)
      await admin.end()
    },
  }
}

/** All the demo data, without ids, because a killed start uses some up. */
export async function fingerprintOf(trial: Trial): Promise<string[]> {
  const contents = [
    `select t.name, u.username, u.realname, u.phone, u.status, d.org_code, u.company_id
       from app_user u join tenant t on t.id = u.tenant_id
       join department d on d.tenant_id = u.tenant_id and d.id = u.department_id`,
    `select external_key, name, dep_code, capacity_kwp, grid_date, latitude, status from station`,
    `select s.external_key, d.name, d.code, y.code as type, d.model, d.serial_no, d.warranty_end, d.status, p.name as space
       from device d join station s on s.tenant_id = d.tenant_id and s.id = d.station_id
       join device_type y on y.tenant_id = d.tenant_id and y.id = d.type_id
       left join space p on p.tenant_id = d.tenant_id and p.id = d.space_id`,
    `select d.code, e.at, e.action, e.changes, e.note, e.actor_name from device_event e
       join device d on d.tenant_id = e.tenant_id and d.id = e.device_id`,
    `select t.name, d.dict_code, i.item_value, i.item_text from dictionary_item i
       join dictionary d on d.tenant_id = i.tenant_id and d.id = i.dictionary_id
       join tenant t on t.id = i.tenant_id`,
    `select t.name, s.external_key, o.work_code, o.version, o.task_type, o.work_subclass, o.task_description,
       o.flow_sts, o.other_sts, o.liable_person, o.plan_start_time, o.plan_end_time, o.created_at, o.updated_at,
       o.loss_power, o.execution_note, o.score, o.suggestion, o.terminate_reason, o.ops_source_category
       from work_order o join station s on s.tenant_id = o.tenant_id and s.id = o.station_id
       join tenant t on t.id = o.tenant_id`,
    `select o.work_code, s.external_key, e.at, e.actor_name, e.action, e.from_sts, e.to_sts, e.note
       from work_order_event e join work_order o on o.tenant_id = e.tenant_id and o.id = e.order_id
       join station s on s.tenant_id = o.tenant_id and s.id = o.station_id`,
    `select o.work_code, h.executor_name, h.actual_start_time, h.actual_end_time, h.work_hours, h.remark
       from work_order_hours h join work_order o on o.tenant_id = h.tenant_id and o.id = h.order_id`,
    `select o.work_code, x.prerequisites, x.steps
       from work_order_execution x join work_order o on o.tenant_id = x.tenant_id and o.id = x.order_id`,
  ]
  const prints = await Promise.all(
    contents.map((content) =>
      trial.rows<{ print: string }>(
        `select count(*) || ' ' || md5(string_agg(md5(c::text), '' order by c::text)) as print from (${content}) c`,
      ),
    ),
  )
  return prints.map(([row]) => row!.print)
}
