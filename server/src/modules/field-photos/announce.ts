import { ANNOUNCED_BYTES, type fieldPhotoCalls } from '@heliodesk/contract/field-photos.ts'
import type { Input } from '@heliodesk/contract/call.ts'
import type { PhotoPart } from '@heliodesk/contract/order-photos.ts'
import { sql } from 'kysely'
import { DomainError, notFound, type Ctx, type Handler } from '../../kernel/context.ts'
import { tooLarge } from '../../kernel/receive.ts'
import { hasRow } from '../../kernel/one-row.ts'
import { maxBytesFor } from '../files/index.ts'
import { readVisible, requirePhotoRoom, requireStep } from '../work-orders/index.ts'

type Calls = typeof fieldPhotoCalls
type Announced = Input<Calls['photo']>
type Order = Awaited<ReturnType<typeof readVisible>>

const GB = 1024 * 1024 * 1024
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** How far clocks may differ, and how long a phone may be without a signal, before the acceptor is told. */
const FUTURE_MS = 5 * MINUTE_MS
const LATE_MS = 7 * DAY_MS

/** A photo and its place on an order that is locked, which makes sure that it is not submitted meanwhile. */
type Announcement = Pick<Announced, 'at' | 'skew' | 'photo' | 'stepNo'> & { orderId: string; part: PhotoPart }

export const announcePhoto: Handler<Calls['photo']> = async (ctx, { id, ...input }) => {
  const order = await readVisible(ctx, id, true)
  return announce(ctx, { orderId: order.id, ...input }, async () => {
    await requirePlace(ctx, order.id, input)
    return verdictOn(ctx, order, input)
  })
}

/** The same of a photo of the report that an order began with, also for who does not see the order any more. */
export const announceReported = (
  ctx: Ctx,
  orderId: string,
  input: Pick<Announced, 'at' | 'skew' | 'photo'>,
): Promise<Told> =>
  announce(ctx, { orderId, stepNo: 1, part: 'report', ...input }, async () => ({
    // Nobody's work waits for it.
    outcome: 'record',
    marks: oddTime(aheadOf(ctx, input)),
    message: '照片已登记，传完后显示在工单中',
  }))

async function announce(ctx: Ctx, announcement: Announcement, judge: () => Promise<Verdict>): Promise<Told> {
  const { orderId, stepNo, part, photo, at, skew } = announcement
  const known = await knownMarks(ctx, announcement)
  if (known) return { outcome: 'same', marks: known, message: '照片已经登记过' }
  const verdict = await judge()
  const most = await maxBytesFor(ctx, 'step')
  if (photo.size > most) throw tooLarge(most)
  await requireFewBytes(ctx, photo.size)
  await requirePhotoRoom(ctx, { orderId, stepNo, part })
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
      device_at: new Date(at),
      skew_ms: skew === null ? null : String(skew),
      marks: verdict.marks,
      is_record: verdict.outcome === 'record',
      announced_at: ctx.now,
      state_at: ctx.now,
      received_at: ctx.now,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'id']).doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) throw USED
  return verdict
}

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

async function requirePlace(
  ctx: Ctx,
  orderId: string,
  { stepNo, part }: Pick<Announced, 'stepNo' | 'part'>,
): Promise<void> {
  if (part === 'step') return requireStep(ctx, orderId, stepNo)
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

type Told = { outcome: 'done' | 'record' | 'same'; marks: string[]; message: string }
type Verdict = Told & { outcome: 'done' | 'record' }

/** What becomes of a photo of an order as it stands now: it is kept in every case. */
function verdictOn(ctx: Ctx, order: Order, clock: Clock): Verdict {
  const { who } = ctx
  const isMine = order.liableUserId === who.userId || order.assistUserIds.map(String).includes(who.userId)
  const late = whenLate(order, isMine)
  const marks = [...(late ? [late] : []), ...oddTime(aheadOf(ctx, clock))]
  const isWork = isMine && (order.flowSts === 2 || order.flowSts === 3)
  return {
    outcome: isWork ? 'done' : 'record',
    marks,
    message: late ? `照片会保留在工单中，标为“${late}”` : '照片已登记，传完后显示在工单中',
  }
}

function whenLate({ flowSts }: Order, isMine: boolean): string | null {
  switch (flowSts) {
    case 3:
      return '提交后补交'
    case 4:
      return '关闭后补交'
    case 5:
      return '终止后补交'
    default:
      return isMine ? null : '非执行人补交'
  }
}

type Clock = Pick<Announced, 'at' | 'skew'>

const aheadOf = ({ now }: Pick<Ctx, 'now'>, { at, skew }: Clock): number => at - (skew ?? 0) - now.getTime()

const oddTime = (aheadMs: number): string[] => [
  ...(aheadMs > FUTURE_MS ? ['设备时间晚于收到时间'] : []),
  ...(aheadMs < -LATE_MS ? ['7 天以后才送达'] : []),
]
