import { fieldActs, fieldMarks, type FieldAct } from '@heliodesk/contract/field-conflicts.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/context.ts'
import { mentionHolders } from '../order-comments/index.ts'
import type { Withdrawal } from '../tickets/index.ts'
import type { Phone } from '../work-orders/index.ts'
import { minuteOf } from './past.ts'
import { linesOf, type Content } from './records.ts'

type Done = { act: FieldAct; content: Content; phone: Phone; withdrawal: Withdrawal }

/**
 * Tells those who supervise the two tickets that somebody went on working after the ticket was withdrawn: once for a
 * person and a withdrawal, however many acts come; all of them are among the supplementary records.
 */
export async function tellSupervisors(
  ctx: Ctx,
  orderId: string,
  { act, content, phone, withdrawal }: Done,
): Promise<void> {
  const { rows } = await sql<{ told: number }>`
    select count(*)::int as told from field_record
    where order_id = ${orderId} and author_id = ${ctx.who.userId} and 'afterTicket' = any(marks)
      and at >= ${withdrawal.at}`.execute(ctx.db)
  if ((rows[0]?.told ?? 0) > 1) return
  const what = linesOf(content).map(({ label, text }) => `${label}：${text}`)
  const text = [
    `${fieldMarks.afterTicket}：${minuteOf(ctx, phone.doneAt)} ${what.join('；') || fieldActs[act]}`,
    `票 ${withdrawal.number} 已于 ${minuteOf(ctx, withdrawal.at)} 由 ${withdrawal.by} 收回`,
  ].join('，')
  await mentionHolders(ctx, orderId, text.slice(0, 600), 'ticketReview:edit')
}
