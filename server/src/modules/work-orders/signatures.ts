import type { OrderSignature } from '@heliodesk/contract/order-signatures.ts'
import { sql } from 'kysely'
import { DomainError, type Ctx } from '../../kernel/context.ts'
import { hasRow } from '../../kernel/one-row.ts'
import { readSettings } from '../../kernel/settings.ts'
import { toWireTime } from '../../kernel/wire-time.ts'
import type { LockedOrder } from './lifecycle.ts'

/** A signature as the database tells it; `doneTime` is an instant as a text with an offset. */
export type SignatureRecord = OrderSignature

/** The signatures of order `o`, as JSON in a statement about it. */
export const signatureColumn = sql`
  (select coalesce(json_agg(json_build_object('id', g.id, 'role', g.role, 'name', g.name, 'title', g.title,
      'strokes', g.strokes, 'doneTime', g.done_at, 'latitude', g.latitude, 'longitude', g.longitude,
      'authorName', g.author_name, 'marks', g.marks) order by g.done_at, g.id), '[]')
    from order_signature g where g.tenant_id = o.tenant_id and g.order_id = o.id) as "signatureList"`

export const signaturesOf = (list: readonly SignatureRecord[], zone: string): OrderSignature[] =>
  list.map((each) => ({ ...each, doneTime: toWireTime(new Date(each.doneTime), zone) }))

/** Throws if the company asks for a signature of who did the work, and there is none since the last submission. */
export async function requireSignature({ db }: Ctx, { id, submit_time: last }: LockedOrder): Promise<void> {
  if (!(await readSettings(db)).business.values.signSubmit) return
  const signed = db
    .selectFrom('order_signature')
    .where('order_id', '=', id)
    .where('role', '=', 'executor')
    .$if(last !== null, (query) => query.where('at', '>', last))
  if (!(await hasRow(signed))) throw new DomainError('order.unsigned', '还不能提交，提交验收须由作业人员签名')
}
