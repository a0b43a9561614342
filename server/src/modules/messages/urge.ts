import type { messageCalls } from '@heliodesk/contract/messages.ts'
import { sql } from 'kysely'
import { DomainError, notFound, type Ctx, type Handler } from '../../kernel/context.ts'
import { visibleOrders } from '../../kernel/scope.ts'
import { readSettings } from '../../kernel/settings.ts'
import { one } from '../../platform/certain.ts'
import { urgesOf, waitOf } from './acts.ts'
import { readMessage } from './rows.ts'
import { tell } from './tell.ts'

type Late = {
  id: string
  code: string
  stationId: string
  station: string
  task: string
  flowSts: number
  team: string[]
  hours: number
}

/** The order of a message, locked, so that of two urges at once the later one finds the earlier. */
async function lockOrder({ db, who, now }: Ctx, id: string): Promise<Late> {
  const { rows } = await sql<Late>`
    select o.id, o.work_code as code, o.station_id as "stationId", s.name as station, o.task_description as task,
      o.flow_sts as "flowSts", (array_remove(array[o.liable_user_id], null) || o.assist_user_ids)::text[] as team,
      greatest(0, floor(extract(epoch from ${now}::timestamptz - o.plan_end_time) / 3600))::int as hours
    from work_order o join station s on s.tenant_id = o.tenant_id and s.id = o.station_id
    where o.id = ${id} and ${visibleOrders(who, 'o')} for no key update of o`.execute(db)
  const [order] = rows
  if (!order) throw notFound()
  return order
}

async function lastUrge({ db }: Ctx, orderId: string): Promise<{ n: number; at: string | null }> {
  const { rows } = await sql<{ n: number; at: string | null }>`
    select count(*)::int as n, max(x.at)::text as at
    from (select app.tenant_id() as tenant_id, ${orderId}::bigint as order_id) m
      cross join lateral (select x.at ${urgesOf('m.order_id')}) x`.execute(db)
  return one(rows)
}

/** Reminds those who carry out the order. */
export const urge: Handler<(typeof messageCalls)['urge']> = async (ctx, { id }) => {
  const { db, who, now } = ctx
  const { kind, about } = await readMessage(ctx, id)
  if (kind !== 'orderOverdue' || about.id === null)
    throw new DomainError('message.not_urged', '只有超期工单的消息可以催办')
  const order = await lockOrder(ctx, about.id)
  if (order.flowSts !== 2) throw new DomainError('message.not_urged', '工单已不在执行中，不用催办')
  if (order.team.includes(who.userId))
    throw new DomainError('message.not_urged', '这张工单由您执行，不用催办')
  const last = await lastUrge(ctx, order.id)
  const { urgeMinutes } = (await readSettings(db)).business.values
  const wait = last.at === null ? 0 : waitOf(last.at, now, urgeMinutes)
  if (wait > 0) throw new DomainError('message.urged', `刚催办过，${wait} 分钟后可以再次催办`)
  const told = await tell(ctx, {
    kind: 'orderUrged',
    about: { kind: 'order', id: order.id, code: order.code, stationId: order.stationId },
    to: { people: order.team },
    values: {
      code: order.code,
      station: order.station,
      task: order.task,
      user: who.realname,
      h: String(order.hours),
    },
    key: `${order.id} ${last.n + 1}`,
  })
  if (told === null) throw new DomainError('message.nobody', '执行人已停用或看不到这张工单，请改派')
  await sql`
    update message_to set read_at = ${now}::timestamptz
    where user_id = ${who.userId} and message_id = ${id} and read_at is null`.execute(db)
  await sql`
    select app.announce_to('message', array_agg(user_id)) from message_to where message_id = ${id}`.execute(
    db,
  )
  return readMessage(ctx, id)
}
