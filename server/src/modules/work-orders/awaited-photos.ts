import type { AwaitedPhoto } from '@heliodesk/contract/order-photos.ts'
import { sql } from 'kysely'
import { DomainError, type Ctx } from '../../kernel/context.ts'
import { toWireTime } from '../../kernel/wire-time.ts'

/** The photos of order `o` that were announced and have not arrived, as JSON in a statement about it. */
export const awaitedColumn = sql`
  (select coalesce(json_agg(json_build_object('id', w.id, 'stepNo', w.step_no, 'part', w.part, 'name', w.name,
      'film', case when w.part = 'film' then json_build_object('seconds', w.film_seconds,
        'poster', 'data:image/jpeg;base64,' || translate(encode(w.poster, 'base64'), e'\\n', '')) end,
      'size', w.size, 'received', w.received, 'state', w.state,  'reason', w.reason, 'holdsUp', w.state = 'waiting' and not w.is_record,
      'holderId', w.announced_by::text,
      'holderName', u.realname, 'since', w.announced_at) order by w.step_no, w.announced_at, w.id), '[]')
    from field_photo w join app_user u on u.tenant_id = w.tenant_id and u.id = w.announced_by
    where w.tenant_id = o.tenant_id and w.order_id = o.id and w.state <> 'arrived') as "awaitedPhotoList"`

/** In the database, `since` is an instant as a text with an offset. */
export const awaitedOf = (list: readonly AwaitedPhoto[], zone: string): AwaitedPhoto[] =>
  list.map((photo) => ({ ...photo, since: toWireTime(new Date(photo.since), zone) }))

/** Throws while photos that belong to the work of an order that is locked are still on a phone. */
export async function requireArrived({ db }: Pick<Ctx, 'db'>, orderId: string): Promise<void> {
  const { rows } = await sql<{ holder: string; count: number }>`
    select u.realname as holder, count(*)::int as count
    from field_photo w join app_user u on u.tenant_id = w.tenant_id and u.id = w.announced_by
    where w.order_id = ${orderId} and w.state = 'waiting' and not w.is_record
    group by u.id, u.realname, u.name_place order by u.name_place, u.id`.execute(db)
  if (rows.length === 0) return
  const where = rows.map(({ holder, count }) => `${count} 张在 ${holder} 的手机上`).join('，')
  throw new DomainError(
    'order.photos_awaited',
    `还不能提交，有照片没有传完：${where}；请等待上传，或在工单中选择不再等待`,
  )
}
