import type { fieldPhotoCalls } from '@heliodesk/contract/field-photos.ts'
import { sql } from 'kysely'
import { notFound, type Handler } from '../../kernel/context.ts'
import { visibleOrders } from '../../kernel/scope.ts'

/** Says again what was said before; what has arrived meanwhile stays. */
export const forgetPhoto: Handler<(typeof fieldPhotoCalls)['forget']> = async (
  { db, now, who },
  { photoId },
) => {
  const { rows } = await sql<{ id: string }>`
    select p.id from field_photo p join work_order o on o.tenant_id = p.tenant_id and o.id = p.order_id
    where p.id = ${photoId} and (p.announced_by = ${who.userId}
      or (o.liable_user_id = ${who.userId} or ${who.userId} = any(o.assist_user_ids)) and ${visibleOrders(who, 'o')})
    for update of p`.execute(db)
  if (rows.length === 0) throw notFound()
  await db
    .updateTable('field_photo')
    .set({ state: 'forgone', state_at: now, state_by: who.userId })
    .where('id', '=', photoId)
    .where('state', 'in', ['waiting', 'undelivered'])
    .execute()
  return {}
}
