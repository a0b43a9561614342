import type { Harness } from './harness.ts'
import { administratorOf } from './hire.ts'
import type { TestTenant } from './test-tenant.ts'

/** The records of inspection calls, by the start of their paths. */
export const inspectionTypes = [
  { path: '/inspectionItem/', table: 'inspection_item', noun: '巡检项目', code: 'inspectionItem' },
  { path: '/inspectionSheet/finish', table: 'work_order', noun: '工单', code: 'order' },
  { path: '/inspectionSheet/', table: 'inspection_sheet_line', noun: '记录行' },
]

/** An item with limits of a station, and the sheet of an order with a reading of it. */
export async function addInspectionRecord({ owner }: Harness, tenant: TestTenant): Promise<void> {
  await owner.query(
    `with item as (
       insert into inspection_item (tenant_id, category, name, place, updated_at, updated_by)
       values ($1, 'fire', '机密项目', 999, now(), null) returning *
     ), version as (
       insert into inspection_item_version (tenant_id, item_id, version, definition, saved_at, saved_by)
       select tenant_id, id, 1, '{"name": "机密项目", "method": "机密方法", "kind": "judge", "limits": {}}', now(), null
       from item returning *
     ), own as (
       insert into inspection_item_limits (tenant_id, item_id, station_id, limits, updated_at, updated_by)
       select tenant_id, id, $3, '{}', now(), $2 from item
     ), sheet as (
       insert into inspection_sheet (tenant_id, order_id, opened_at)
       select $1, min(id), now() from work_order where tenant_id = $1 returning *
     ), line as (
       insert into inspection_sheet_line (tenant_id, order_id, no, stop, item_id, item_version, verdict, note, recorded_by,
         recorded_at, done_at)
       select s.tenant_id, s.order_id, 1, 1, v.item_id, v.version, 'abnormal', '机密备注', $2, now(), now()
       from sheet s, version v returning *
     )
     insert into inspection_event (tenant_id, order_id, no, at, done_at, actor_id, actor_name, action, note)
     select tenant_id, order_id, no, now(), now(), $2, '机密人员', 'record', '机密备注' from line`,
    [tenant.tenantId, administratorOf(tenant).id, tenant.stations[0]!.id],
  )
}
