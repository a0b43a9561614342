import { readdir } from 'node:fs/promises'
import type { Sent } from '@heliodesk/contract/call.ts'
import { exportCalls as calls, type ExportJob } from '@heliodesk/contract/exports.ts'
import { parse } from 'csv-parse/sync'
import type { Harness } from './harness.ts'
import { insertOrders } from './insert-orders.ts'
import { runNext } from './job-tools.ts'
import type { TestTenant } from './test-tenant.ts'
import { makeExport } from '../src/modules/exports/jobs.ts'

/** Orders of every state and kind at every station of a tenant, oldest first. */
export async function addOrders(
  harness: Harness,
  tenant: TestTenant,
  many: number,
  areaName: string | null = null,
) {
  const { stations, users } = tenant
  const [user, helper] = Object.values(users).filter((each) => each.roleCode === 'r10030')
  await insertOrders(harness, tenant, [
    `with o as (
     insert into work_order (work_code, station_id, psa_id, dep_code, task_type, task_description, ops_source_category,
       flow_sts, other_sts, liable_user_id, assist_user_ids, liable_person, submit_time, terminate_reason,
       plan_start_time, plan_end_time, loss_power, area_name, created_at)
     select 'GD20250101' || lpad(n::text, 6, '0'), ($1::bigint[])[1 + n % array_length($1::bigint[], 1)], 0, '',
       (array[1,2,7,8,12])[1 + n % 5],
       (array['组件清洗 ' || n, '=cmd|calc', '含“引号", 逗号', E'第一行\\n第二行', '-1 + 2', '@和 <b>&</b>'])[1 + n % 6], '1',
       1 + n % 5, (array[1, 2, 4, 5, 1])[1 + n % 5], case when n % 5 in (1, 2) then $2::bigint end,
       case when n % 3 = 0 then array[$4::bigint] else '{}' end, case when n % 5 between 1 and 3 then '甲' end,
       case when n % 5 = 2 then now() end, case when n % 5 = 4 then '重复' end,
       now() - interval '3 days' - n % 9 * interval '1 hour', now() + (n % 40 - 20) * interval '1 hour', n % 13 / 2.0, $5::text,
       now() - n * interval '1 minute'
     from generate_series(1, $3::int) n returning tenant_id, id, flow_sts, created_at
     )
     insert into work_order_event (tenant_id, order_id, at, actor_name, action, to_sts)
     select tenant_id, id, created_at, '甲', 'import', flow_sts from o`,
    [stations.map((station) => station.id), user!.id, many, helper!.id, areaName],
  ])
}

export type Asked = Partial<Extract<Sent<typeof calls.add>, { kind: 'workOrders' }>>

/** Requests an export of work orders, as XLSX by default. */
export const ask = (harness: Harness, token: string, asked: Asked = {}): Promise<ExportJob> =>
  harness.call(token, calls.add, { kind: 'workOrders', format: 'xlsx', query: {}, ...asked })

export async function look(harness: Harness, token: string, id: string): Promise<ExportJob> {
  const jobs = await harness.call(token, calls.progress, { ids: [id] })
  return jobs.find((job) => job.id === id)!
}

/** Makes the next waiting export in this process; returns whether there was one to make. */
export const makeNext = (harness: Harness) => runNext(harness, makeExport)

/** Requests and makes an export; returns its final state. */
export async function exportNow(harness: Harness, token: string, asked: Asked = {}): Promise<ExportJob> {
  const { id } = await ask(harness, token, asked)
  await makeNext(harness)
  return look(harness, token, id)
}

/** The finished file, downloaded by its link without a session. */
export async function fetchFile(harness: Harness, token: string, id: string) {
  const { url } = await harness.call(token, calls.link, { id })
  return harness.app.inject({ method: 'GET', url })
}

export async function csvRows(harness: Harness, token: string, asked: Asked = {}): Promise<string[][]> {
  const { id } = await exportNow(harness, token, { ...asked, format: 'csv' })
  const { rawPayload } = await fetchFile(harness, token, id)
  return parse(rawPayload, { bom: true })
}

/** The number of files in the storage, including incomplete ones. */
export async function storedFiles({ env }: Harness): Promise<number> {
  const entries = await readdir(env.FILES_DIR!, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).length
}

/** Blocks the recording of finished exports until the returned function is called, as a slow database would. */
export async function holdBack(harness: Harness): Promise<() => Promise<void>> {
  const blocker = await harness.owner.connect()
  await blocker.query('begin; lock table stored_file in share row exclusive mode')
  return async () => {
    await blocker.query('rollback')
    blocker.release()
  }
}
