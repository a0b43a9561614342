import { sql } from 'kysely'
import { z } from 'zod'
import { calling } from '../../kernel/audit.ts'
import { announcing } from '../../kernel/changes.ts'
import type { Entity } from '@heliodesk/contract/entities.ts'
import type { Ctx, Job, Upkeep } from '../../kernel/context.ts'
import { keepStatistics } from '../../kernel/grown-tables.ts'
import { enqueue } from '../../kernel/queue.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import { inEachCompany } from '../../kernel/each-company.ts'
import { toWireDay } from '../../kernel/wire-time.ts'
import { one } from '../../platform/certain.ts'
import type { Db } from '../../platform/postgres.ts'
import { makeSome } from './generate.ts'

/** After so long, the turn is another company's. */
const TURN_MS = 2000

const changes: readonly Entity[] = ['inspectionPlan', 'inspectionSheet', 'order']

/**
 * Makes the orders that are due in a company. The job only drives: what was made is known by the rows of
 * `inspection_due`, so it may be broken off anywhere, run twice, or run in several processes.
 */
export const making: Job<Record<string, never>> = {
  kind: 'inspection plans',
  payload: z.object({}),
  atOnce: () => 1,
  changes,
  async run({ tenant, finish }, { pool, clock, signal }) {
    const until = Date.now() + TURN_MS
    const statistics = keepStatistics(pool)
    let isLeft = true
    while (isLeft && Date.now() < until && !signal.aborted) {
      const some = await inTransaction(pool, ({ db }) => makeSome({ db, now: clock.now() }), {
        tenant,
        first: calling('job inspection plans', null),
        last: announcing(changes),
      })
      isLeft = some.plans > 0
      await statistics.added(some.orders)
    }
    await finish(async (db) => {
      if (isLeft) await enqueue(db, making, {}, { key: 'make' })
    })
  },
}

/** Lets the orders of the company be made soon after the caller's commit. */
export async function askToMake(db: Db): Promise<void> {
  await enqueue(db, making, {}, { key: 'make' })
}

/** Plans that count the alarms of stations are looked at once some have come, and not only on the next day. */
export async function lookAtAlarms({ db, now, who }: Ctx, stationIds: readonly string[]): Promise<void> {
  const today = toWireDay(now, who.timeZone)
  const { rows } = await sql<{ id: string }>`
    update inspection_plan p set make_on = ${today}::date
    where p.id in (
      select x.id from inspection_plan x
      where x.state = 'effective' and x.make_on > ${today}::date and exists (
        select from inspection_plan_version v
        join inspection_cycle c on c.tenant_id = v.tenant_id and c.id = v.cycle_id
          and c.rule -> 'condition' ->> 'alarms' is not null
        join inspection_plan_leg l on l.tenant_id = v.tenant_id and l.plan_id = v.plan_id and l.version_no = v.no
          and l.station_id = any(${stationIds}::bigint[])
        where v.tenant_id = x.tenant_id and v.plan_id = x.id and v.state = 'effective')
      order by x.id for update) returning p.id`.execute(db)
  if (rows.length > 0) await askToMake(db)
}

/** Whether the company has plans to look at, by its own date, and nobody is going to. */
export async function isAsked(db: Db): Promise<boolean> {
  const { rows } = await sql<{ asked: boolean }>`
    select t.status = 'active' and (
      exists (select from inspection_plan p where p.state = 'effective' and p.make_on <= d.today)
      or exists (select from inspection_plan p where p.state = 'effective' and p.made_on > d.today))
      and not exists (
        select from job j where j.tenant = t.id and j.kind = 'inspection plans' and j.given_up_at is null) as asked
    from tenant t cross join lateral (select (now() at time zone t.time_zone)::date as today) d
    where t.id = app.tenant_id()`.execute(db)
  return one(rows).asked
}

/** Every minute: finds the companies in which a day has begun on which something is due. */
export const looking: Upkeep = {
  name: 'due inspection plans',
  everyMs: 60_000,
  run: (db) =>
    inEachCompany(db, async () => {
      if (await isAsked(db)) await askToMake(db)
    }),
}
