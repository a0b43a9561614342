import type { Output } from '@heliodesk/contract/call.ts'
import { cameLate, estimatedTime } from '@heliodesk/contract/field-conflicts.ts'
import { linesOf } from '@heliodesk/contract/form-texts.ts'
import type { FormValues } from '@heliodesk/contract/form-values.ts'
import type { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { sql } from 'kysely'
import { notFound, type Ctx } from '../../kernel/context.ts'
import { placeNow, visibleOrders } from '../../kernel/scope.ts'
import { toWireTimeOrNull, withWireTimes, type Stored } from '../../kernel/wire-time.ts'
import { awaitedColumn, awaitedOf } from './awaited-photos.ts'
import { isBad, titleOfEvent, type EventAction } from './events.ts'
import { typeOfOrder } from '../task-types/index.ts'
import { recordColumns, recordsOf } from './detail-records.ts'
import { filmColumn, photoColumn, withFiles, type PhotoRecord } from './photos.ts'
import { reportColumn, reportOf, type ReportRecord } from './report.ts'
import { ORDER } from './process.ts'
import { signatureColumn, signaturesOf, type SignatureRecord } from './signatures.ts'
import { rowColumns, rowJoins, toRow, type OrderRecord, type OrderRow } from './rows.ts'

type Detail = Output<(typeof workOrderCalls)['detail']>

/** The columns of the detail beside those of a row, where they differ from what clients get. */
type DetailRecord = OrderRecord &
  Stored<
    Omit<
      Detail,
      keyof OrderRow | 'formLines' | 'needWorkHours' | 'photoList' | 'filmList' | 'signatureList' | 'report'
    >,
    'workStartTime' | 'submitTime'
  > & {
    needWorkHours: boolean
    photoList: PhotoRecord[]
    filmList: PhotoRecord[]
    signatureList: SignatureRecord[]
    report: ReportRecord | null
    typeVersion: number
    form: FormValues
    shown: Record<string, string>
  }

/** Everything on the detail page, in one statement; unknown and invisible orders throw the same error. */
export async function getWorkOrderDetail(ctx: Ctx, id: string): Promise<Detail> {
  const { rows } = await sql<DetailRecord>`
    select ${rowColumns}, ${placeNow(sql`o.dep_code`)} as "depCode", o.task_category as "taskCategory",
      o.ops_business_source as "opsBusinessSource", o.ops_source_category as "opsSourceCategory",
      o.device_id as "deviceId", device.name as "deviceName", device.code as "deviceCode", device_type.name as "deviceType",
      device.model as "deviceModel", device.manufacturer as "deviceManufacturer", s.capacity_kwp as "capacityKwp",
      reporter.realname as "reporterName", checker.realname as "checkerName",
      array(select u.realname from app_user u where o.assist_user_ids <> '{}' and u.id = any(o.assist_user_ids)
        order by u.name_place) as "assistUserNames",
      o.work_start_time as "workStartTime", o.submit_time as "submitTime", o.need_work_hours as "needWorkHours",
      o.purchases_way as "purchasesWay", o.execution_note as "executionNote", o.score, o.suggestion,
      o.type_version as "typeVersion", o.form, o.shown, o.terminate_reason as "terminateReason", coalesce(e.prerequisites, '[]') as "prerequisiteList",
      coalesce(e.steps, '[]') as "stepList", process.id as "processInstanceId",
      ${recordColumns}, ${photoColumn}, ${filmColumn}, ${awaitedColumn}, ${signatureColumn}, ${reportColumn},
      (select count(*)::int from field_record r where r.tenant_id = o.tenant_id and r.order_id = o.id) as "fieldRecords"
    from work_order o
    ${rowJoins}
    join process_instance process on process.tenant_id = o.tenant_id and process.business_type = ${sql.lit(ORDER)}
      and process.business_id = o.id and process.parent_id is null
    left join device on device.tenant_id = o.tenant_id and device.id = o.device_id
    left join device_type on device_type.tenant_id = device.tenant_id and device_type.id = device.type_id
    left join app_user reporter on reporter.tenant_id = o.tenant_id and reporter.id = o.reporter_id
    left join app_user checker on checker.tenant_id = o.tenant_id and checker.id = o.checker_id
    left join work_order_execution e on e.tenant_id = o.tenant_id and e.order_id = o.id
    where o.id = ${id} and ${visibleOrders(ctx.who, 'o')}`.execute(ctx.db)
  const order = rows[0]
  if (!order) throw notFound()
  const zone = ctx.who.timeZone
  const { typeVersion, form, shown, ...known } = order
  const { definition } = await typeOfOrder(ctx, order.taskType, typeVersion)
  return {
    ...toRow(known, ctx.now, zone),
    formLines: linesOf(definition, form, shown).flatMap(({ key, label, ...line }) =>
      line.kind === 'text' ? [{ key, label, text: line.text }] : [],
    ),
    needWorkHours: order.needWorkHours ? 1 : 0,
    ...recordsOf(order, zone),
    photoList: await withFiles(ctx, order.photoList),
    filmList: await withFiles(ctx, order.filmList),
    signatureList: signaturesOf(order.signatureList, zone),
    awaitedPhotoList: awaitedOf(order.awaitedPhotoList, zone),
    report: await reportOf(ctx, order.report),
  }
}

/** An order's history with authors, newest first. */
export async function listHistory(
  ctx: Ctx,
  orderId: string,
): Promise<Output<(typeof workOrderCalls)['history']>> {
  await requireVisible(ctx, orderId)
  const events = await ctx.db
    .selectFrom('work_order_event')
    .select(['id', 'at', 'actor_name as actorName', 'action'])
    .select(['from_sts as fromSts', 'to_sts as toSts', 'note', 'device_at', 'device_skew'])
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .execute()
  return events.map(({ device_at: device, device_skew: skew, ...event }) => ({
    ...withWireTimes(event, ctx.who.timeZone),
    doneTime: toWireTimeOrNull(device && lateFrom(event.at, device, skew), ctx.who.timeZone),
    actionName: titleOfEvent(event.action as EventAction),
    color: isBad(event.action as EventAction) ? 'red' : 'limegreen',
  }))
}

/** When it was done, where that was long before it arrived. */
function lateFrom(arrived: Date, device: Date, skew: string | null): Date | null {
  const clock = { at: device.getTime(), skew: skew === null ? null : Number(skew) }
  const { doneAt } = estimatedTime(clock, arrived.getTime())
  return cameLate(doneAt, arrived.getTime()) ? new Date(doneAt) : null
}

/** What every call about one order may know of it; unknown and invisible ones throw the same error. */
export const requireVisible = (ctx: Ctx, orderId: string) =>
  ctx.db
    .selectFrom('work_order as o')
    .select(['o.version', 'o.station_id'])
    .where('o.id', '=', orderId)
    .where(visibleOrders(ctx.who, 'o'))
    .executeTakeFirstOrThrow(notFound)
