import type { Output } from '@heliodesk/contract/call.ts'
import type { Message, messageCalls } from '@heliodesk/contract/messages.ts'
import { sql } from 'kysely'
import { DomainError, notFound, type Ctx, type Handler } from '../../kernel/context.ts'
import { mayDo } from '../../kernel/rights.ts'
import { visibleOrders } from '../../kernel/scope.ts'
import { readSettings } from '../../kernel/settings.ts'
import { toWireTime } from '../../kernel/wire-time.ts'
import { one } from '../../platform/certain.ts'
import { readMessage } from './rows.ts'
import { tell } from './tell.ts'

const MINUTE_MS = 60_000

export type ActRow = {
  mayAssign: boolean
  mayUrge: boolean
  /** The last urge of its order. */
  urged: { name: string; by: string; at: string } | null
}

const urgesOf = (order: string) => sql`
  from message x where x.tenant_id = m.tenant_id and x.about = 'order' and x.about_id = ${sql.raw(order)}
    and x.kind = 'orderUrged' and x.done_at is null`

/** What the reader may do about the order of a message; who carries it out does not urge themselves. */
export const actColumns = ({ who }: Pick<Ctx, 'who'>) => sql`
  m.kind = 'orderToAssign' and ${mayDo(who.userId, 'order:assign')} as "mayAssign",
  m.kind = 'orderOverdue' and ${mayDo(who.userId, 'order:assign')} and exists (select from work_order o
    where o.tenant_id = m.tenant_id and o.id = m.about_id and o.flow_sts = 2
      and o.liable_user_id is distinct from ${who.userId}::bigint and ${who.userId}::bigint <> all(o.assist_user_ids))
    as "mayUrge",
  case when m.kind = 'orderOverdue' then (
    select jsonb_build_object('name', x.words ->> 'user', 'by', x.actor_id::text, 'at', x.at)
    ${urgesOf('m.about_id')} order by x.id desc limit 1) end as urged`

/** How many minutes have to pass until the order can be urged again; 0 if it can be. */
const waitOf = (at: string, now: Date, minutes: number) =>
  Math.max(0, Math.ceil(minutes - (now.getTime() - new Date(at).getTime()) / MINUTE_MS))

/** What can be done, and what became of it: an urge is an outcome until the next one is possible. */
export async function actsOf<R extends ActRow>(
  { db, who, now }: Ctx,
  rows: readonly R[],
): Promise<(row: R) => Pick<Message, 'act' | 'done'>> {
  const minutes = rows.some(({ urged }) => urged) ? (await readSettings(db)).business.values.urgeMinutes : 0
  return ({ mayAssign, mayUrge, urged }) => {
    if (mayAssign) return { act: 'assign', done: null }
    if (!mayUrge) return { act: null, done: null }
    if (!urged || waitOf(urged.at, now, minutes) === 0) return { act: 'urge', done: null }
    const { name, by, at } = urged
    const time = toWireTime(new Date(at), who.timeZone)
    return { act: null, done: { name, time, outcome: '已催办', isOwn: by === who.userId } }
  }
}

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
export const urge: Handler<(typeof messageCalls)['urge']> = async (
  ctx,
  { id },
): Promise<Output<(typeof messageCalls)['urge']>> => {
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
