import { handoverCalls } from '@heliodesk/contract/handovers.ts'
import { sql } from 'kysely'
import { mentions } from '../../kernel/conditions.ts'
import { defineModule, notFound, type Ctx } from '../../kernel/context.ts'
import { openGroupsOf } from '../open-work/index.ts'
import { usersInScope } from '../users/index.ts'
import { handOver } from './carry-out.ts'
import { addHandover, cancelHandover } from './plan.ts'
import { listHandovers } from './rows.ts'

/** How many people a choice offers at a time. */
const MOST_CHOICES = 50

async function requireInScope(ctx: Ctx, personId: string): Promise<void> {
  const { rows } = await sql`select ${usersInScope(ctx)} and u.id = ${personId}`.execute(ctx.db)
  if (rows.length === 0) throw notFound()
}

/** The open work of people who leave, and who takes it over (docs/decisions/0094-handovers.md). */
export const handovers = defineModule(
  handoverCalls,
  {
    async openWork(ctx, { personId }) {
      await requireInScope(ctx, personId)
      return openGroupsOf(ctx, personId)
    },

    async list(ctx, { personId }) {
      await requireInScope(ctx, personId)
      return listHandovers(ctx, personId)
    },

    async successors(ctx, { personId, keyword }) {
      await requireInScope(ctx, personId)
      const { rows } = await sql<{ id: string; realname: string; departName: string }>`
        select u.id, u.realname, d.name as "departName" ${usersInScope(ctx)} and u.status = '1' and u.id <> ${personId}
          and ${mentions(sql`concat_ws(' ', u.username, u.realname)`, keyword, 'u') ?? sql`true`}
        order by d.id = (select department_id from app_user where id = ${personId}) desc, d.org_code, u.name_place, u.id
        limit ${MOST_CHOICES}`.execute(ctx.db)
      return rows
    },

    add: addHandover,
    cancel: cancelHandover,

    async own(ctx) {
      const { rows } = await sql<{ lastDay: string; successorNames: string[] }>`
        select h.last_day::text as "lastDay", array(
          select s.realname from app_user s where s.tenant_id = h.tenant_id
            and s.id::text in (select value from jsonb_each_text(h.successors)) order by s.id) as "successorNames"
        from handover h where h.person_id = ${ctx.who.userId} and h.state = 'planned'`.execute(ctx.db)
      const [plan] = rows
      return plan ? { ...plan, groupList: await openGroupsOf(ctx, ctx.who.userId) } : null
    },
  },
  [],
  [handOver],
)
