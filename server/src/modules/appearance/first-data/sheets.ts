import { isBelow, totalOf, usualAppearance, type Rework } from '@heliodesk/contract/appearance-score.ts'
import { sql } from 'kysely'
import type { DemoCompany } from '../../../kernel/first-data/offer.ts'
import { createRandom, type Random } from '../../../kernel/first-data/random.ts'
import { insertRows } from '../../../platform/insert-rows.ts'
import type { Db } from '../../../platform/postgres.ts'

type Order = {
  id: string
  otherSts: number
  score: number | null
  liableId: string
  liable: string | null
  masterId: string | null
  master: string | null
  startedAt: Date
  submittedAt: Date | null
  returnedAt: Date | null
  /** Why it came back: the item by its name, and what is to be done. */
  returnNote: string | null
  closedAt: Date | null
}
type Item = Awaited<ReturnType<typeof itemsOf>>[number]

const itemsOf = (db: Db) => db.selectFrom('appearance_item').selectAll().orderBy('place').execute()

/** Executor's words about an item that was put right, and the reviewer's about one that was not good. */
const DONE = ['已整改，现场复拍', '已补齐并加固', '已清理，安排专人每周检查']

/** The sheets of all orders whose work began, as far as they have come. */
export async function addSheets({ db, name }: DemoCompany): Promise<void> {
  const items = await itemsOf(db)
  const { rows: orders } = await sql<Order>`
    select o.id, o.other_sts as "otherSts", o.score, o.liable_user_id as "liableId", o.liable_person as liable,
      m.actor_id as "masterId", m.actor_name as master,
      o.work_start_time as "startedAt", o.submit_time as "submittedAt", o.flow_end_time as "closedAt",
      r.at as "returnedAt", r.note as "returnNote"
    from work_order o
    left join lateral (select e.at, e.note from work_order_event e
      where e.tenant_id = o.tenant_id and e.order_id = o.id and e.action = 'reject'
      order by e.at desc limit 1) r on true
    left join lateral (select e.actor_id, e.actor_name from work_order_event e
      where e.tenant_id = o.tenant_id and e.order_id = o.id and e.action in ('reject', 'pass')
      order by e.at desc limit 1) m on true
    where o.task_type = 18 and o.other_sts in (3, 4, 5, 6) and o.work_start_time is not null
      and o.liable_user_id is not null
    order by o.id`.execute(db)
  const random = createRandom(`appearance ${name}`)
  const sheets = orders.map((order) => ({
    order,
    rows: items.map((item, at) => rowOf(order, item, at + 1, random)),
  }))
  if (items.length === 0 || sheets.length === 0) return
  await insertRows(
    db,
    'appearance_row',
    sheets.flatMap(({ rows }) => rows),
  )
  await insertRows(
    db,
    'appearance_event',
    sheets.flatMap(({ order, rows }) => rows.flatMap((row) => eventsOf(order, row))),
  )
  const scores = sheets.flatMap(({ order, rows }) =>
    order.otherSts === 5 ? [{ id: order.id, score: scoreOf(rows) }] : [],
  )
  await sql`
    update work_order o set score = s.score
    from jsonb_to_recordset(${JSON.stringify(scores)}::jsonb) as s (id bigint, score numeric)
    where o.id = s.id and o.score is not null`.execute(db)
}

type Row = ReturnType<typeof rowOf>

const scoreOf = (rows: readonly Row[]) =>
  totalOf(
    rows.map(({ mark, is_not_involve: isNotInvolve, score }) => ({ mark, isNotInvolve, score })),
    ({ score }) => score,
  ).score

/** What the note of the return says of an item; null for the others. */
function reasonFor({ project }: Item, note: string | null): string | null {
  const [, named, reason] = /^“(.+)”：(.+)。$/.exec(note ?? '') ?? []
  return named === project && reason ? reason : null
}

/** Half a sheet is filled in while its order is worked on; every ninth item or so is not in order. */
function rowOf(order: Order, item: Item, no: number, random: Random) {
  const { otherSts } = order
  const { mark } = item
  const reason = reasonFor(item, order.returnNote)
  const skipped = item.may_not_involve && reason === null && random.chance(0.03)
  const lost = random.weighted([
    [0, 70],
    [0.5, 20],
    [1, 10],
  ])
  const bad = !skipped && (random.chance(0.05) || reason !== null)
  const note = random.pick(DONE)
  const filled = otherSts !== 3 || no <= 11
  const reviewed = otherSts === 5 || otherSts === 6 || (otherSts === 4 && order.returnedAt !== null)
  const self = Math.max(0, mark - lost)
  const low = Math.round(mark * 6) / 10
  const rework: Rework =
    !bad || !reviewed ? 'none' : otherSts === 5 ? 'closed' : otherSts === 4 ? 'done' : 'open'
  const first = bad ? low : self
  return {
    order_id: order.id,
    no,
    item_id: item.id,
    category: item.category,
    project: item.project,
    content_list: item.content_list,
    mark,
    deduct_rule: item.deduct_rule,
    suggest: item.suggest,
    need_photo: item.need_photo,
    may_not_involve: item.may_not_involve,
    example_paths: item.example_paths,
    is_not_involve: filled && skipped,
    not_involve_reason: filled && skipped ? '本站无此设施' : '',
    self_score: filled && !skipped ? self : null,
    improvement_suggest: filled && !skipped && lost > 0 ? item.suggest : '',
    assessed_by: filled ? order.liableId : null,
    first_score: reviewed && !skipped ? first : null,
    score: reviewed && !skipped ? (rework === 'closed' ? mark : first) : null,
    examine_suggest:
      reviewed && bad && isBelow(low, mark, usualAppearance.reworkPercent) ? (reason ?? item.suggest) : '',
    rework,
    rework_from: rework === 'none' ? null : (order.returnedAt ?? order.submittedAt)?.toISOString(),
    rework_note: rework === 'done' || rework === 'closed' ? note : '',
  }
}

/** How a row came to be as it is. */
function eventsOf(order: Order, row: Row) {
  const event = (
    at: Date | null,
    action: string,
    who: [string | null, string | null],
    score: number | null,
    note = '',
  ) => {
    const [actorId, actorName] = who
    if (at === null || actorId === null || actorName === null) return []
    const { order_id, no } = row
    return [
      { order_id, no, at: at.toISOString(), actor_id: actorId, actor_name: actorName, action, score, note },
    ]
  }
  const liable: [string, string | null] = [order.liableId, order.liable]
  const master: [string | null, string | null] = [order.masterId, order.master]
  const reviewedAt = order.returnedAt ?? order.closedAt
  return [
    ...(row.assessed_by === null
      ? []
      : event(
          order.startedAt,
          'assess',
          liable,
          row.self_score,
          row.not_involve_reason || row.improvement_suggest,
        )),
    ...(row.first_score === null
      ? []
      : event(
          reviewedAt,
          'review',
          master,
          row.first_score,
          row.rework === 'none' ? '' : row.examine_suggest,
        )),
    ...(row.rework === 'done' || row.rework === 'closed'
      ? event(order.submittedAt, 'rework', liable, null, row.rework_note)
      : []),
    ...(row.rework === 'closed' ? event(order.closedAt, 'recheck', master, row.score) : []),
  ]
}
