import type { Message } from '@heliodesk/contract/messages.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/context.ts'
import { mayDo } from '../../kernel/rights.ts'
import { readSettings } from '../../kernel/settings.ts'
import { toWireTime } from '../../kernel/wire-time.ts'

const MINUTE_MS = 60_000

export type ActRow = {
  mayAssign: boolean
  mayUrge: boolean
  /** The last urge of its order. */
  urged: { name: string; by: string; at: string } | null
}

/** The urges of an order that `m` names in this column. */
export const urgesOf = (order: string) => sql`
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
export const waitOf = (at: string, now: Date, minutes: number) =>
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
