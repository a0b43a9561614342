import type { Input } from '@heliodesk/contract/call.ts'
import { estimatedTime, fieldMarks, judge, wordsOfMarks } from '@heliodesk/contract/field-conflicts.ts'
import { SIGNATURES_AN_ORDER, fieldSignatureCalls } from '@heliodesk/contract/field-signatures.ts'
import { sql } from 'kysely'
import { defineModule, DomainError, type Ctx, type Handler } from '../../kernel/context.ts'
import { meanwhile, readPast } from '../field-work/index.ts'
import { readVisible } from '../work-orders/index.ts'

type Calls = typeof fieldSignatureCalls
type Sent = Input<Calls['signature']>

/** The lock of the order keeps two announcements of the same signature apart. */
const sign: Handler<Calls['signature']> = async (ctx, input) => {
  const { at, skew, signature } = input
  const order = await readVisible(ctx, input.id, true)
  if (await isKnown(ctx, input)) return { outcome: 'same', marks: [], message: '签名已在工单中' }
  const { doneAt, marks: known } = estimatedTime({ at, skew }, ctx.now.getTime())
  const past = await readPast(ctx, order)
  const { outcome, by, marks, message } = judge(
    'signature',
    meanwhile(ctx, past, 'signature', new Date(doneAt)),
    { known },
  )
  if (outcome === 'refused') throw new DomainError(`field.${by}`, message)
  await requireRoom(ctx, order.id)
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('order_signature')
    .values({
      id: signature.id,
      order_id: order.id,
      role: signature.role,
      name: signature.name,
      title: signature.title,
      strokes: signature.strokes,
      latitude: signature.latitude,
      longitude: signature.longitude,
      author_name: ctx.who.realname,
      device_at: new Date(at),
      device_skew: skew,
      done_at: new Date(doneAt),
      at: ctx.now,
      marks: marks.map((mark) => fieldMarks[mark]),
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'id']).doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) throw USED
  return {
    outcome: outcome === 'record' ? 'record' : 'done',
    marks,
    message: outcome === 'record' ? message : `签名已保存${wordsOfMarks(marks)}`,
  }
}

const USED = new DomainError('signature.used', '签名编号已用于另一个签名，请重新签名')

/** Whether the caller gave this very signature before, with another key; throws if the id is another one's. */
async function isKnown({ db, who }: Ctx, { id, signature }: Sent): Promise<boolean> {
  const { rows } = await sql<{ isSame: boolean }>`
    select order_id = ${id} and author_id = ${who.userId} and role = ${signature.role} and name = ${signature.name}
      and strokes = ${signature.strokes} as "isSame"
    from order_signature where id = ${signature.id}`.execute(db)
  const [known] = rows
  if (known && !known.isSame) throw USED
  return known !== undefined
}

async function requireRoom({ db }: Ctx, orderId: string): Promise<void> {
  const { count } = await db
    .selectFrom('order_signature')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  if (count >= SIGNATURES_AN_ORDER)
    throw new DomainError('signature.too_many', `工单已有 ${SIGNATURES_AN_ORDER} 个签名，不能再加`)
}

/** Signatures that were given on phones: kept once, and never changed. */
export const fieldSignatures = defineModule(fieldSignatureCalls, { signature: sign })
