import {
  estimatedTime,
  fieldMarks,
  wordsOfMarks,
  type FieldMark,
} from '@heliodesk/contract/field-conflicts.ts'
import type { fieldWorkCalls } from '@heliodesk/contract/field-work.ts'
import { sql } from 'kysely'
import { notFound, type Ctx, type Handler } from '../../kernel/context.ts'
import { hasRow } from '../../kernel/one-row.ts'
import { visibleOrders } from '../../kernel/scope.ts'
import { mentionMasters } from '../order-comments/index.ts'
import { keepRecord, linesOf } from './records.ts'

type Call = (typeof fieldWorkCalls)['handOver']

/** What a message shows of an act; all of it is in the record. */
const SHOWN = 300

/** Keeps an act that was refused for the station's master, who is told of it. */
export const handOver: Handler<Call> = async (ctx, { id, at, skew, key, act, words, lines, reason }) => {
  await lockConcerned(ctx, id)
  const handed = ctx.db
    .selectFrom('field_record')
    .where('author_id', '=', ctx.who.userId)
    .where('handed_key', '=', key)
  if (await hasRow(handed)) return { outcome: 'same', marks: [], message: '此前已交给站长' }
  const { doneAt, marks: ofTime } = estimatedTime({ at, skew }, ctx.now.getTime())
  const marks: FieldMark[] = ['handedOver', ...ofTime]
  const content = { of: 'told' as const, lines: [{ label: '所做操作', text: words }, ...lines] }
  await keepRecord(ctx, id, {
    act,
    outcome: 'record',
    marks,
    phone: { at: new Date(at), skew, doneAt: new Date(doneAt) },
    content,
    why: `未被接受：${reason}`,
    handedKey: key,
  })
  const told = linesOf(content).map(({ label, text }) => `${label}：${text}`)
  await mentionMasters(
    ctx,
    id,
    `${fieldMarks.handedOver}：${told.join('；').slice(0, SHOWN)}。未被接受：${reason}`,
  )
  return { outcome: 'record', marks, message: `已交给站长，作为补充记录保留${wordsOfMarks(ofTime)}` }
}

/** Locks an order that the caller sees, or had to do with before it was taken from them. */
async function lockConcerned({ db, who }: Ctx, id: string): Promise<void> {
  const { rows } = await sql`
    select from work_order o where o.id = ${id} and (${visibleOrders(who, 'o')}
      or o.liable_user_id = ${who.userId} or ${who.userId}::bigint = any(o.assist_user_ids)
      or exists (select from work_order_event e where e.tenant_id = o.tenant_id and e.order_id = o.id
        and (e.actor_id = ${who.userId} or ${who.userId}::bigint = any(e.former_executors))))
    for update of o`.execute(db)
  if (rows.length === 0) throw notFound()
}
