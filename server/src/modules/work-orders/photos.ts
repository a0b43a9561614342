import type { Output } from '@heliodesk/contract/call.ts'
import { own } from '@heliodesk/contract/own.ts'
import { mostOf, photoRefusal, type PhotoPart, type StepPhoto } from '@heliodesk/contract/order-photos.ts'
import { tooManyFiles } from '@heliodesk/contract/stored-file.ts'
import type { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { sql, type RawBuilder } from 'kysely'
import { DomainError, notFound, type Ctx, type Handler } from '../../kernel/context.ts'
import { hasRow } from '../../kernel/one-row.ts'
import { visibleOrders } from '../../kernel/scope.ts'
import { readSettings } from '../../kernel/settings.ts'
import { toWireTime } from '../../kernel/wire-time.ts'
import { one } from '../../platform/certain.ts'
import { onKey } from '../../platform/on-key.ts'
import { admitReaders, filesOf, keepFile, releaseFile } from '../files/index.ts'
import { readVisible, refusalFor } from './lifecycle.ts'

type Calls = typeof workOrderCalls

/** A photo as the database tells it; `addTime` is an instant as a text with an offset. */
export type PhotoRecord = Omit<StepPhoto, 'file'> & { path: string }

/** The photos `p` of order `o` that meet a condition, as JSON in a statement about it. */
export const photosWhere = (condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  (select coalesce(json_agg(json_build_object('id', p.id::text, 'stepNo', p.step_no, 'path', p.path,
      'uploaderId', p.added_by::text, 'uploaderName', u.realname, 'addTime', p.added_at,
      'takenTime', to_char(f.taken_time, 'YYYY-MM-DD HH24:MI:SS'), 'latitude', f.latitude, 'longitude', f.longitude,
      'marks', coalesce(to_json(sent.marks), '[]'),
      'originalSha256', encode(sent.original_sha256, 'hex'),
      'film', case when f.purpose = 'film' then json_build_object('seconds', sent.film_seconds) end) order by p.step_no, p.id), '[]')
    from work_order_photo p
    join app_user u on u.tenant_id = p.tenant_id and u.id = p.added_by
    join stored_file f on f.tenant_id = p.tenant_id and f.path = p.path
    left join field_photo sent on sent.tenant_id = p.tenant_id and sent.path = p.path
    where p.tenant_id = o.tenant_id and p.order_id = o.id and ${condition})`

/** The photos of the steps of order `o`. */
export const photoColumn = sql`${photosWhere(sql`p.part = 'step'`)} as "photoList"`
export const filmColumn = sql`${photosWhere(sql`p.part = 'film'`)} as "filmList"`

/** Photos and films of an order beyond the limit of their step, by the ids of their phones. */
export async function extraPhotos(ctx: Ctx, orderId: string): Promise<Map<string, StepPhoto>> {
  const { rows } = await sql<{ list: PhotoRecord[]; ids: Record<string, string> }>`
    select ${photosWhere(sql`p.part = 'extra'`)} as list,
      (select coalesce(json_object_agg(sent.path, sent.id), '{}') from field_photo sent
        where sent.order_id = o.id and sent.is_extra and sent.path is not null) as ids
    from work_order o where o.id = ${orderId}`.execute(ctx.db)
  const { list, ids } = one(rows)
  const photos = await withFiles(ctx, list)
  return new Map(
    photos.flatMap((photo) => {
      const sentAs = own(ids, photo.file.path)
      return sentAs === undefined ? [] : [[sentAs, photo]]
    }),
  )
}

/** The photos with links to their files. */
export async function withFiles(ctx: Ctx, photos: readonly PhotoRecord[]): Promise<StepPhoto[]> {
  const files = await filesOf(
    ctx,
    photos.map(({ path }) => path),
  )
  return photos.flatMap(({ path, ...photo }) => {
    const file = files.get(path)
    return file ? [{ ...photo, file, addTime: toWireTime(new Date(photo.addTime), ctx.who.timeZone) }] : []
  })
}

async function photosOf(ctx: Ctx, orderId: string): Promise<Output<Calls['addPhoto']>> {
  const { rows } = await sql<{ photoList: PhotoRecord[] }>`
    select ${photoColumn} from work_order o where o.id = ${orderId}`.execute(ctx.db)
  return { photoList: await withFiles(ctx, one(rows).photoList) }
}

/** The steps that have photos; one that has several occurs several times. */
export const stepsWithPhotos = ({ db }: Ctx, orderId: string): Promise<{ stepNo: number }[]> =>
  db
    .selectFrom('work_order_photo')
    .select('step_no as stepNo')
    .where('order_id', '=', orderId)
    .where('part', '=', 'step')
    .execute()

/** Locks the order, so that it is not submitted meanwhile; only who may save its work may change its photos. */
export async function lockForPhotos(ctx: Ctx, id: string) {
  const order = await readVisible(ctx, id, true)
  const refusal = await refusalFor(ctx, 'save', order, ctx.who.userId)
  if (refusal) throw refusal
  return order
}

export const addPhoto: Handler<Calls['addPhoto']> = async (ctx, { id, stepNo, path }) => {
  const order = await lockForPhotos(ctx, id)
  await requireStep(ctx, order.id, stepNo)
  await attachPhoto(ctx, { orderId: order.id, stepNo, part: 'step', path })
  return photosOf(ctx, order.id)
}

type PhotoPlace = { orderId: string; stepNo: number; part: PhotoPart }
type NewPhoto = Omit<PhotoPlace, 'part'> & { part: PhotoPart | 'extra'; path: string }

/** Adds an upload of the caller to an order that is locked for photos. */
export async function attachPhoto(ctx: Ctx, photo: PhotoPlace & { path: string }): Promise<void> {
  await requirePhotoRoom(ctx, photo)
  await placePhoto(ctx, photo)
}

/** Throws if the place may not have another photo. */
export async function requirePhotoRoom(ctx: Ctx, place: PhotoPlace): Promise<void> {
  const crowd = await photoCrowd(ctx, place)
  if (!crowd) return
  const { here, awaited, most } = crowd
  const meanwhile = awaited > 0 ? `（已有 ${here} 张，还有 ${awaited} 张等待上传）` : ''
  throw new DomainError('file.too_many', `${tooManyFiles(most)}${meanwhile}`)
}

type Crowd = { here: number; awaited: number; most: number }

/** How many photos the place has, with those that were announced for it, if it may not have more; else null. */
export async function photoCrowd({ db }: Ctx, { orderId, stepNo, part }: PhotoPlace): Promise<Crowd | null> {
  const { rows } = await sql<{ here: number; awaited: number }>`
    select
      (select count(*)::int from work_order_photo
        where order_id = ${orderId} and step_no = ${stepNo} and part = ${part}) as here,
      (select count(*)::int from field_photo
        where order_id = ${orderId} and step_no = ${stepNo} and part = ${part} and state = 'waiting'
          and not is_extra) as awaited`.execute(db)
  const { here, awaited } = one(rows)
  const { uploadMaxCount } = (await readSettings(db)).business.values
  const most = Math.min(mostOf(part), uploadMaxCount)
  return here + awaited < most ? null : { here, awaited, most }
}

/** Adds an upload of the caller to a place that was kept for it. */
export async function placePhoto(
  ctx: Ctx,
  { orderId, stepNo, part, path }: NewPhoto,
  film = part === 'film',
): Promise<void> {
  await keepFile(ctx, path, film ? 'film' : 'step')
  // Keeping the file locked it, so nobody adds it elsewhere meanwhile.
  if (await hasRow(ctx.db.selectFrom('work_order_photo').where('path', '=', path)))
    throw new DomainError('order.photo_used', '照片（path）：已在工单的步骤中，请重新上传')
  await ctx.db
    .insertInto('work_order_photo')
    .values({ order_id: orderId, step_no: stepNo, part, path, added_at: ctx.now })
    .execute()
}

/** Throws if the work of an order has no such step. */
export async function requireStep({ db }: Ctx, orderId: string, stepNo: number): Promise<void> {
  const { rows } = await sql<{ steps: number }>`
    select jsonb_array_length(steps) as steps from work_order_execution where order_id = ${orderId}`.execute(
    db,
  )
  if (stepNo > (rows[0]?.steps ?? 0))
    throw new DomainError('order.step', `作业步骤（stepNo）：工单没有第 ${stepNo} 步`)
}

export const removePhoto: Handler<Calls['removePhoto']> = async (ctx, { id, photoId }) => {
  await detachPhoto(ctx, await lockForPhotos(ctx, id), photoId, ['step'])
  return photosOf(ctx, id)
}

type Locked = Awaited<ReturnType<typeof lockForPhotos>>

/** Removes a photo of the caller from an order that is locked for photos. */
export async function detachPhoto(
  ctx: Ctx,
  order: Locked,
  photoId: string,
  parts: readonly PhotoPart[],
): Promise<void> {
  const photo = await ctx.db
    .selectFrom('work_order_photo as p')
    .innerJoin('app_user as u', onKey('u.id', 'p.added_by'))
    .select(['p.path', 'p.added_at', 'p.added_by as uploaderId', 'u.realname as uploaderName'])
    .where('p.id', '=', photoId)
    .where('p.order_id', '=', order.id)
    .where('p.part', 'in', parts)
    .executeTakeFirstOrThrow(notFound)
  const times = { addTime: photo.added_at, submitTime: order.submit_time }
  const refusal = photoRefusal(photo, times, ctx.who.userId)
  if (refusal) throw new DomainError('order.photo_refused', refusal)
  await ctx.db.deleteFrom('work_order_photo').where('id', '=', photoId).execute()
  await releaseFile(ctx, photo.path)
}

/** Who sees the order sees its photos and films. */
const readsWithOrder = (ctx: Ctx, path: string) =>
  hasRow(
    ctx.db
      .selectFrom('work_order_photo as p')
      .innerJoin('work_order as o', onKey('o.id', 'p.order_id'))
      .where('p.path', '=', path)
      .where(visibleOrders(ctx.who, 'o')),
  )
admitReaders('step', readsWithOrder)
admitReaders('film', readsWithOrder)
