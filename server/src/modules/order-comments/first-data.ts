import { sql } from 'kysely'
import { z } from 'zod'
import { earlierAtWork } from '../../kernel/first-data/calendar.ts'
import { readTable } from '../../kernel/first-data/data-file.ts'
import { offerFirstData, type DemoCompany } from '../../kernel/first-data/offer.ts'
import { insertRow } from '../../kernel/one-row.ts'
import { joinMaster } from '../work-orders/index.ts'

const lines = readTable(new URL('./first-data/threads.csv', import.meta.url), {
  thread: z.coerce.number(),
  by: z.enum(['master', 'worker']),
  minutesAgo: z.coerce.number(),
  /** The line of the thread that it answers, from 1. */
  answers: z.coerce.number().optional(),
  text: z.string(),
})
/** Between two lines of a conversation that began after its time. */
const PAUSE_MS = 4 * 60_000
const threads = [...Map.groupBy(lines, ({ thread }) => thread).values()]

type Order = {
  id: string
  since: Date
  workerId: string
  worker: string
  masterId: string
  master: string
}

/** The faults in hand, two of a person, and the station masters who direct them. */
async function candidates({ db, now }: DemoCompany): Promise<Order[]> {
  const { rows } = await sql<Order>`
    select o.id, o.real_start_time as since, w.id as "workerId", w.realname as worker, m.id as "masterId",
      m.realname as master
    from (
      select o.*, row_number() over (partition by o.liable_user_id order by o.real_start_time desc, o.id) as place
      from work_order o
      where o.flow_sts = 2 and o.task_type in (7, 8) and o.real_start_time < ${now}
    ) o
    join app_user w on w.tenant_id = o.tenant_id and w.id = o.liable_user_id
    ${joinMaster}
    where o.place <= 2 order by o.dep_code, o.liable_user_id, o.place`.execute(db)
  return rows
}

/** A conversation in each: whoever answers has seen what mentions them, the rest waits. */
async function addComments(company: DemoCompany): Promise<void> {
  const { db, now } = company
  for (const [nth, order] of (await candidates(company)).entries()) {
    const people = {
      master: { id: order.masterId, name: order.master },
      worker: { id: order.workerId, name: order.worker },
    }
    const thread = threads[nth % threads.length] ?? []
    const added: string[] = []
    for (const [place, { by, minutesAgo, answers, text }] of thread.entries()) {
      const first = order.since.getTime() + (place + 1) * PAUSE_MS
      const at = new Date(Math.min(now.getTime(), Math.max(first, earlierAtWork(now.getTime(), minutesAgo))))
      const id = await insertRow(db, 'order_comment', {
        order_id: order.id,
        author_id: people[by].id,
        author_name: people[by].name,
        text: text.replaceAll('@master', `@${order.master}`).replaceAll('@worker', `@${order.worker}`),
        quoted_id: answers === undefined ? null : (added[answers - 1] ?? null),
        added_at: at,
      })
      added.push(id)
      const other = by === 'master' ? 'worker' : 'master'
      if (!text.includes(`@${other}`)) continue
      const hasAnswered = thread.slice(place + 1).some((later) => later.by === other)
      await db
        .insertInto('order_comment_mention')
        .values({
          comment_id: id,
          user_id: people[other].id,
          name: people[other].name,
          seen_at: hasAnswered ? at : null,
        })
        .execute()
    }
  }
}

offerFirstData('order-comments', { after: ['work-orders'], demo: addComments })
