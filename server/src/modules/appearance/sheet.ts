import type { Output } from '@heliodesk/contract/call.ts'
import { passRefusal, totalOf } from '@heliodesk/contract/appearance-score.ts'
import type { appearanceSheet, appearanceSheetCalls } from '@heliodesk/contract/appearance-sheet.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx, Handler } from '../../kernel/context.ts'
import { readSettings } from '../../kernel/settings.ts'
import { toWireTime } from '../../kernel/wire-time.ts'
import { one } from '../../platform/certain.ts'
import { filesOf } from '../files/index.ts'
import { photosWhere, readVisible, withFiles, type PhotoRecord } from '../work-orders/index.ts'

type Calls = typeof appearanceSheetCalls
export type Sheet = z.input<typeof appearanceSheet>
type Row = Sheet['rowList'][number]
type Trail = Omit<Row['trail'][number], 'at'> & { at: string }
type RowRecord = Omit<Row, 'exampleFileList' | 'uploadFileList' | 'afterFileList' | 'trail'> & {
  examplePaths: string[]
  /** Its instants are texts with an offset. */
  trail: Trail[]
}

/** The accepted orders in a sheet's trend. */
const MOST_SCORES = 6

async function readRows({ db }: Ctx, orderId: string): Promise<RowRecord[]> {
  const { rows } = await sql<RowRecord>`
    select r.no, r.version, r.category, r.project, r.content_list as "contentList", r.mark,
      r.deduct_rule as "deductRule", r.suggest, r.need_photo as "needPhoto", r.may_not_involve as "mayNotInvolve",
      r.example_paths as "examplePaths", r.is_not_involve as "isNotInvolve",
      r.not_involve_reason as "notInvolveReason", r.self_score as "selfScore",
      r.improvement_suggest as "improvementSuggest", r.first_score as "firstScore", r.score,
      r.examine_suggest as "examineSuggest", r.rework, r.rework_note as "reworkNote",
      (select coalesce(json_agg(json_build_object('at', e.at, 'actorName', e.actor_name, 'action', e.action,
          'score', e.score, 'note', e.note) order by e.id), '[]')
        from appearance_event e
        where e.tenant_id = r.tenant_id and e.order_id = r.order_id and e.no = r.no) as trail
    from appearance_row r where r.order_id = ${orderId} order by r.no`.execute(db)
  return rows
}

type Photos = { before: PhotoRecord[]; after: PhotoRecord[] }

async function readPhotos(ctx: Ctx, orderId: string) {
  const { rows } = await sql<Photos>`
    select ${photosWhere(sql`p.part = 'before'`)} as before, ${photosWhere(sql`p.part = 'after'`)} as after
    from work_order o where o.id = ${orderId}`.execute(ctx.db)
  const { before, after } = one(rows)
  const shown = new Map((await withFiles(ctx, [...before, ...after])).map((photo) => [photo.id, photo]))
  const ofRow = (photos: PhotoRecord[], no: number) =>
    photos.flatMap(({ id, stepNo }) => (stepNo === no ? (shown.get(id) ?? []) : []))
  return { before: (no: number) => ofRow(before, no), after: (no: number) => ofRow(after, no) }
}

/** The last scores of the station, up to the order itself. */
async function readTrend({ db, who }: Ctx, orderId: string): Promise<Sheet['trend']> {
  const { rows } = await sql<Sheet['trend'][number]>`
    select o.id as "orderId", to_char(o.flow_end_time at time zone ${who.timeZone}, 'YYYY-MM') as month, o.score
    from work_order own
    join work_order o on o.tenant_id = own.tenant_id and o.station_id = own.station_id
    where own.id = ${orderId} and o.task_type = 18 and o.flow_sts = 4 and o.score is not null
      and o.flow_end_time <= coalesce(own.flow_end_time, 'infinity')
    order by o.flow_end_time desc, o.id desc limit ${MOST_SCORES}`.execute(db)
  return rows.toReversed()
}

/** The sheet of an order; null if it has none. */
export async function readSheet(ctx: Ctx, orderId: string): Promise<Sheet | null> {
  const rows = await readRows(ctx, orderId)
  if (rows.length === 0) return null
  const { passMark, reworkPercent } = (await readSettings(ctx.db)).business.values.appearance
  const photos = await readPhotos(ctx, orderId)
  const examples = await filesOf(
    ctx,
    rows.flatMap(({ examplePaths }) => examplePaths),
  )
  return {
    orderId,
    passMark,
    reworkPercent,
    self: totalOf(rows, ({ selfScore }) => selfScore),
    review: totalOf(rows, ({ score }) => score),
    passRefusal: passRefusal(rows, passMark),
    rowList: rows.map(({ examplePaths, trail, ...row }) => ({
      ...row,
      exampleFileList: examplePaths.flatMap((path) => examples.get(path) ?? []),
      uploadFileList: photos.before(row.no),
      afterFileList: photos.after(row.no),
      trail: trail.map(({ at, ...each }) => ({ ...each, at: toWireTime(new Date(at), ctx.who.timeZone) })),
    })),
    trend: await readTrend(ctx, orderId),
  }
}

export const showSheet: Handler<Calls['sheet']> = async (ctx, { orderId }): Promise<Output<Calls['sheet']>> =>
  readSheet(ctx, (await readVisible(ctx, orderId)).id)
