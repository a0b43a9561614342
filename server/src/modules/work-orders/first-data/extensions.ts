import { sql } from 'kysely'
import { z } from 'zod'
import { DAY, earlierAtWork } from '../../../kernel/first-data/calendar.ts'
import { readTable } from '../../../kernel/first-data/data-file.ts'
import type { DemoCompany } from '../../../kernel/first-data/offer.ts'
import { present } from '../../../platform/certain.ts'
import type { Db } from '../../../platform/postgres.ts'
import { act, complete } from '../../workflow/index.ts'
import { addRequest } from '../extend.ts'
import { joinMaster } from './masters.ts'

/** One for each; without an outcome it still waits. */
const requests = readTable(new URL('./extensions.csv', import.meta.url), {
  days: z.coerce.number(),
  reason: z.string(),
  outcome: z.enum(['approve', 'reject']).optional(),
  opinion: z.string().optional(),
})

type Order = {
  id: string
  begin: Date
  before: Date
  since: Date
  askerId: string
  asker: string
  decider: { userId: string; orgCode: string }
  timeZone: string
}

/** Orders in progress that are not due yet, each with the station master who decides about it. */
async function candidates(db: Db, now: Date): Promise<Order[]> {
  const { rows } = await sql<Order>`
    select o.id, coalesce(o.plan_start_time, o.created_at) as begin, coalesce(o.plan_end_time, o.created_at) as before, o.updated_at as since,
      a.id as "askerId", a.realname as asker, t.time_zone as "timeZone",
      jsonb_build_object('userId', m.id::text, 'orgCode', m.org_code) as decider
    from work_order o
    join app_user a on a.tenant_id = o.tenant_id and a.id = o.liable_user_id
    join tenant t on t.id = o.tenant_id
    ${joinMaster}
    where o.flow_sts = 2 and o.plan_end_time > ${new Date(now.getTime() + DAY / 4)}
      and o.plan_end_time - o.plan_start_time > interval '6 hours' and o.updated_at < ${now}
    order by o.id limit ${requests.length}`.execute(db)
  return rows
}

/** Requests for a later end in every state. */
export async function addExtensions({ db, now }: Pick<DemoCompany, 'db' | 'now'>): Promise<void> {
  for (const [index, order] of (await candidates(db, now)).entries()) {
    const { days, reason, outcome, opinion } = present(requests[index])
    const { before, begin, since, decider, timeZone } = order
    const at = (minutesAgo: number) =>
      new Date(Math.max(since.getTime(), earlierAtWork(now.getTime(), minutesAgo)))
    const most = before.getTime() - begin.getTime()
    const end = new Date(before.getTime() + Math.min(days * DAY, most))
    const asker = { userId: order.askerId, realname: order.asker, timeZone }
    const processInstanceId = await addRequest(
      { db, now: at(150), who: asker },
      { id: order.id, before, end, reason },
    )
    if (!outcome) continue
    const who = { ...decider, hasAllData: false, relatedPsas: [], moves: [] }
    await act({ db, now: at(40), who }, processInstanceId, (run, person) => {
      const [taskId] = run.state.tasks.keys()
      complete(run, present(taskId), person, { outcome, opinion: opinion ?? '' })
    })
  }
}
