import {
  estimatedTime,
  fieldMarks,
  judge,
  type FieldMark,
  type Meanwhile,
} from '@heliodesk/contract/field-conflicts.ts'
import { ANNOUNCED_BYTES, type fieldPhotoCalls } from '@heliodesk/contract/field-photos.ts'
import type { Input } from '@heliodesk/contract/call.ts'
import type { PhotoPart } from '@heliodesk/contract/order-photos.ts'
import { sql } from 'kysely'
import { DomainError, notFound, type Ctx, type Handler } from '../../kernel/context.ts'
import { tooLarge } from '../../kernel/receive.ts'
import { hasRow } from '../../kernel/one-row.ts'
import { maxBytesFor } from '../files/index.ts'
import { keepRecord, meanwhile, readPast } from '../field-work/index.ts'
import { photoCrowd, readVisible, requirePhotoRoom, requireStep } from '../work-orders/index.ts'
import { uploadOf } from './pieces.ts'

type Calls = typeof fieldPhotoCalls
type Announced = Input<Calls['photo']>

const GB = 1024 * 1024 * 1024

/** A photo and its place on an order that is locked, which makes sure that it is not submitted meanwhile. */
type Announcement = Pick<Announced, 'at' | 'skew' | 'photo' | 'stepNo'> & { orderId: string; part: PhotoPart }
/** When it was taken, with what is odd about that. */
type Taken = { at: Date; skew: number | null; doneAt: Date; odd: FieldMark[] }
type Told = { outcome: 'done' | 'record' | 'same'; marks: string[]; message: string }
/** `isExtra`: it is more than its place may have. */
type Verdict = { isRecord: boolean; isExtra: boolean; marks: FieldMark[] }

export const announcePhoto: Handler<Calls['photo']> = async (ctx, { id, ...input }) => {
  const order = await readVisible(ctx, id, true)
  const announcement = { orderId: order.id, ...input }
  return announce(ctx, announcement, async (taken) => {
    await requirePlace(ctx, announcement)
    return judged(ctx, announcement, taken, meanwhile(ctx, await readPast(ctx, order), 'photo', taken.doneAt))
  })
}

/** The same of a photo of the report that an order began with, also for who does not see the order any more. */
export const announceReported = (
  ctx: Ctx,
  orderId: string,
  input: Pick<Announced, 'at' | 'skew' | 'photo'>,
): Promise<Told> => {
  const announcement = { orderId, stepNo: 1, part: 'report' as const, ...input }
  return announce(ctx, announcement, async ({ odd }) => {
    await requirePhotoRoom(ctx, announcement)
    // Nobody's work waits for it.
    return { isRecord: true, isExtra: false, marks: odd }
  })
}

async function announce(
  ctx: Ctx,
  announcement: Announcement,
  verdictOn: (taken: Taken) => Promise<Verdict>,
): Promise<Told> {
  const { orderId, stepNo, part, photo } = announcement
  if ((part === 'film') !== (photo.film !== undefined))
    throw new DomainError('photo.film', '视频（photo.film）：视频应说明时长，照片不应')
  const known = await knownMarks(ctx, announcement)
  if (known) return { outcome: 'same', marks: known, message: '照片已经登记过' }
  const most = await maxBytesFor(ctx, uploadOf({ part }).purpose)
  if (photo.size > most) throw tooLarge(most)
  await requireFewBytes(ctx, photo.size)
  const { doneAt, marks: odd } = estimatedTime(announcement, ctx.now.getTime())
  const taken = { at: new Date(announcement.at), skew: announcement.skew, doneAt: new Date(doneAt), odd }
  const { isRecord, isExtra, marks } = await verdictOn(taken)
  const words = marks.map((mark) => fieldMarks[mark])
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('field_photo')
    .values({
      id: photo.id,
      order_id: orderId,
      step_no: stepNo,
      part,
      name: photo.name,
      size: photo.size,
      sha256: Buffer.from(photo.sha256, 'hex'),
      original_sha256: photo.originalSha256 === undefined ? null : Buffer.from(photo.originalSha256, 'hex'),
      taken_time: photo.takenTime,
      latitude: photo.latitude,
      longitude: photo.longitude,
      film_seconds: photo.film?.seconds ?? null,
      poster: photo.film?.poster ? Buffer.from(photo.film.poster, 'base64') : null,
      device_at: taken.at,
      skew_ms: taken.skew === null ? null : String(taken.skew),
      marks: words,
      is_record: isRecord,
      is_extra: isExtra,
      announced_at: ctx.now,
      state_at: ctx.now,
      received_at: ctx.now,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'id']).doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) throw USED
  const told = marks.filter((mark) => !odd.includes(mark)).map((mark) => fieldMarks[mark])
  return {
    outcome: isRecord ? 'record' : 'done',
    marks: words,
    message:
      told.length > 0
        ? `${part === 'film' ? '视频' : '照片'}会保留在工单中，标为“${told.join('、')}”`
        : '照片已登记，传完后显示在工单中',
  }
}

/** What becomes of a photo of the work: it is kept in every case, one too many as a supplementary record. */
async function judged(
  ctx: Ctx,
  { orderId, stepNo, part, photo }: Announcement,
  { odd, ...phone }: Taken,
  happened: readonly Meanwhile[],
): Promise<Verdict> {
  const crowd = await photoCrowd(ctx, { orderId, stepNo, part })
  const crowded = crowd && `每${placeOf(part)}最多 ${crowd.most} ${kindOf(part)}`
  const found = [...happened, ...(crowded === null ? [] : [{ situation: 'crowded' as const, what: crowded }])]
  const judgement = judge('photo', found, { known: odd })
  if (crowded !== null)
    await keepRecord(ctx, orderId, {
      act: 'photo',
      outcome: 'record',
      marks: judgement.marks,
      phone,
      content: { of: 'photo', photo: photo.id, stepNo, part, name: photo.name },
      why: judgement.by === 'crowded' ? judgement.message : crowded,
    })
  return {
    isRecord: judgement.outcome === 'record',
    isExtra: crowded !== null,
    marks: judgement.marks,
  }
}

const placeOf = (part: PhotoPart) => (part === 'step' || part === 'film' || part === 'report' ? '步' : '项')
const kindOf = (part: PhotoPart) => (part === 'film' ? '段视频' : '张照片')

const USED = new DomainError('photo.used', '照片编号已用于另一张照片，请重新拍照')

/** Null unless the caller announced this very photo before, with another key; throws if the id is another photo's. */
async function knownMarks(
  { db, who }: Ctx,
  { orderId, stepNo, part, photo }: Announcement,
): Promise<string[] | null> {
  const known = await db
    .selectFrom('field_photo')
    .select(['order_id', 'step_no', 'part', 'size', 'sha256', 'marks', 'announced_by'])
    .where('id', '=', photo.id)
    .executeTakeFirst()
  if (!known) return null
  const isSame =
    known.announced_by === who.userId &&
    known.order_id === orderId &&
    known.step_no === stepNo &&
    known.part === part &&
    known.size === photo.size &&
    known.sha256.toString('hex') === photo.sha256
  if (!isSame) throw USED
  return known.marks
}

async function requirePlace(ctx: Ctx, { orderId, stepNo, part }: Announcement): Promise<void> {
  if (part === 'step' || part === 'film') return requireStep(ctx, orderId, stepNo)
  if (part === 'reading') {
    const line = ctx.db
      .selectFrom('inspection_sheet_line')
      .where('order_id', '=', orderId)
      .where('no', '=', stepNo)
    if (await hasRow(line)) return
    throw new DomainError('order.step', `记录行（stepNo）：工单的巡检记录单没有第 ${stepNo} 行`)
  }
  const row = ctx.db.selectFrom('appearance_row').where('order_id', '=', orderId).where('no', '=', stepNo)
  if (!(await hasRow(row)))
    throw new DomainError('order.step', `检查项（stepNo）：工单的检查单没有第 ${stepNo} 项`)
}

async function requireFewBytes({ db, who }: Ctx, size: number): Promise<void> {
  const { bytes } = await db
    .selectFrom('field_photo')
    .select(sql<number>`coalesce(sum(size), 0)::float8`.as('bytes'))
    .where('announced_by', '=', who.userId)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow(notFound)
  if (bytes + size > ANNOUNCED_BYTES)
    throw new DomainError(
      'photo.announced',
      `等待上传的照片超过 ${ANNOUNCED_BYTES / GB} GB，请先连上网络传完`,
    )
}
