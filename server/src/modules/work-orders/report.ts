import type { Output } from '@heliodesk/contract/call.ts'
import type { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/context.ts'
import { toWireTime } from '../../kernel/wire-time.ts'
import { photosWhere, withFiles, type PhotoRecord } from './photos.ts'

type Report = NonNullable<Output<(typeof workOrderCalls)['detail']>['report']>

/** A report as the database tells it; `doneTime` is an instant as a text with an offset. */
export type ReportRecord = Omit<Report, 'photoList'> & { photoList: PhotoRecord[] }

/** The report that order `o` began with, as JSON in a statement about it. */
export const reportColumn = sql`
  (select json_build_object('reporterName', r.reporter_name, 'doneTime', r.done_at, 'latitude', r.latitude,
      'longitude', r.longitude, 'marks', r.marks, 'photoList', ${photosWhere(sql`p.part = 'report'`)})
    from defect_report r where r.tenant_id = o.tenant_id and r.order_id = o.id) as report`

export const reportOf = async (ctx: Ctx, report: ReportRecord | null): Promise<Report | null> =>
  report && {
    ...report,
    doneTime: toWireTime(new Date(report.doneTime), ctx.who.timeZone),
    photoList: await withFiles(ctx, report.photoList),
  }
