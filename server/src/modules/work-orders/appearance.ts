import {
  APPEARANCE,
  missingInSheet,
  passRefusal,
  totalOf,
  type Rework,
} from '@heliodesk/contract/appearance-score.ts'
import { MOST_ITEMS } from '@heliodesk/contract/appearance.ts'
import type { Input } from '@heliodesk/contract/call.ts'
import type { Missing } from '@heliodesk/contract/work-order-rules.ts'
import type { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { sql } from 'kysely'
import { DomainError, type Ctx } from '../../kernel/context.ts'
import { hasRow } from '../../kernel/one-row.ts'
import { readSettings } from '../../kernel/settings.ts'

type Insert = (typeof workOrderCalls)['insert']
type Order = { id: string; taskType: number }
type InDb = Pick<Ctx, 'db'>

/** Whether the order needs a ticket (0, or 1 for a 工作票): of an appearance inspection, the company decides. */
export async function ticketOf({ db }: InDb, { taskType, needTicket }: Input<Insert>): Promise<number> {
  if (taskType !== APPEARANCE) return needTicket
  return (await readSettings(db)).business.values.appearance.needTicket ? 1 : needTicket
}

/** Copies the company's items into an order whose work begins; later changes of the items do not reach it. */
export async function beginSheet({ db }: InDb, { id, taskType }: Order): Promise<void> {
  if (taskType !== APPEARANCE) return
  await sql`
    insert into appearance_row (order_id, no, item_id, category, project, content_list, mark, deduct_rule, suggest,
      need_photo, may_not_involve, example_paths)
    select ${id}, row_number() over (order by place, id), id, category, project, content_list, mark, deduct_rule, suggest,
      need_photo, may_not_involve, example_paths
    from appearance_item where is_enabled and deleted_at is null order by place, id limit ${MOST_ITEMS}`.execute(
    db,
  )
}

type SheetRow = {
  project: string
  mark: number
  isNotInvolve: boolean
  needPhoto: boolean
  selfScore: number | null
  score: number | null
  rework: Rework
  photos: number
}

async function rowsOf({ db }: InDb, { id, taskType }: Order): Promise<SheetRow[]> {
  if (taskType !== APPEARANCE) return []
  const { rows } = await sql<SheetRow>`
    select r.project, r.mark, r.is_not_involve as "isNotInvolve", r.need_photo as "needPhoto",
      r.self_score as "selfScore", r.score, r.rework,
      (select count(*)::int from work_order_photo p
        where p.tenant_id = r.tenant_id and p.order_id = r.order_id and p.step_no = r.no and p.part = 'before') as photos
    from appearance_row r where r.order_id = ${id} order by r.no`.execute(db)
  return rows
}

/** What the sheet of an order lacks before it can be submitted. */
export const missingOfSheet = async (ctx: InDb, order: Order): Promise<Missing[]> =>
  missingInSheet(await rowsOf(ctx, order))

/** The items that the reviewer asked to put right are to be put right now that the order comes back. */
export async function openReworks(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { id, taskType }: Order,
): Promise<void> {
  if (taskType !== APPEARANCE) return
  await sql`
    update appearance_row set rework = 'open', rework_from = ${now}, rework_note = '', version = version + 1
    where order_id = ${id} and rework = 'asked'`.execute(db)
}

/** The score of a sheet that passes, null for an order without one; `given` is what the acceptor says it is. */
export async function passSheet(ctx: InDb, order: Order, given: number | undefined): Promise<number | null> {
  const rows = await rowsOf(ctx, order)
  if (rows.length === 0) return null
  const { passMark } = (await readSettings(ctx.db)).business.values.appearance
  const refusal = passRefusal(rows, passMark)
  if (refusal !== null) throw new DomainError('order.appearance', `不能通过：${refusal}`)
  const { score } = totalOf(rows, (row) => row.score)
  if (given !== undefined && given !== score)
    throw new DomainError('order.score', `评分（score）：由检查单计算，为 ${score} 分`)
  return score
}

/** Whether somebody wrote into the sheet what another person has to judge. */
export async function hasFilledSheet(
  { db }: InDb,
  { id, taskType }: Order,
  userId: string,
): Promise<boolean> {
  if (taskType !== APPEARANCE) return false
  return hasRow(
    db
      .selectFrom('appearance_event')
      .where('order_id', '=', id)
      .where('actor_id', '=', userId)
      .where('action', 'in', ['assess', 'rework']),
  )
}
