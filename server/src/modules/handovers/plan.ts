import type { Input, Output } from '@heliodesk/contract/call.ts'
import {
  HANDOVER_HOUR,
  MOST_DAYS_AHEAD,
  workGroupKeys,
  workGroups,
  type handoverCalls,
} from '@heliodesk/contract/handovers.ts'
import { sql } from 'kysely'
import { DomainError, notFound, type Ctx } from '../../kernel/context.ts'
import { insertRow, updateRow } from '../../kernel/one-row.ts'
import { enqueue } from '../../kernel/queue.ts'
import { requireVersion, stale } from '../../kernel/versioned.ts'
import { onViolation } from '../../kernel/violations.ts'
import { fromWireTime, toWireTime } from '../../kernel/wire-time.ts'
import { openGroupsOf } from '../open-work/index.ts'
import { lockUser, lockUsers, requireNotAbove, usersInScope } from '../users/index.ts'
import { handOver } from './carry-out.ts'
import { readHandover, type Successors } from './rows.ts'

type Calls = typeof handoverCalls

const DAY_MS = 86_400_000
const refusal = (code: string, text: string) => new DomainError(`handover.${code}`, text)
const planned = onViolation(
  'handover_planned',
  refusal('planned', '该用户已有待交接的安排，请先取消或等待其完成'),
)

/** Whom each group goes to: nobody takes over from themself, and all are at work in the caller's departments. */
async function successorsOf(ctx: Ctx, input: Input<Calls['add']>): Promise<Successors> {
  const named = new Map(input.successorList.map(({ group, successorId }) => [group, successorId]))
  const successors: Successors = {}
  for (const group of workGroupKeys) {
    const successorId = named.get(group) ?? input.successorId
    if (successorId !== undefined && !workGroups[group].isEnded) successors[group] = successorId
  }
  const ids = [...new Set(Object.values(successors))]
  if (ids.includes(input.personId)) throw refusal('self', '不能交接给本人')
  const { rows } = await sql<{ id: string }>`
    select u.id ${usersInScope(ctx)} and u.status = '1' and u.id = any(${ids}::bigint[])`.execute(ctx.db)
  if (rows.length < ids.length)
    throw refusal('successor', '接收人（successorId）：不存在、已停用，或不在您的数据范围内')
  return successors
}

/** When it is carried out: now, or in the evening of a later last working day. */
function dueAt({ now, who }: Ctx, lastDay: string | undefined): { lastDay: string; at: Date } {
  const today = toWireTime(now, who.timeZone).slice(0, 10)
  const chosen = lastDay ?? today
  if (chosen < today) throw refusal('past', '最后工作日（lastDay）：不能早于今天')
  const evening = fromWireTime(`${chosen} ${HANDOVER_HOUR}:00:00`, who.timeZone)
  if (evening.getTime() > now.getTime() + MOST_DAYS_AHEAD * DAY_MS)
    throw refusal('far', `最后工作日（lastDay）：最多提前 ${MOST_DAYS_AHEAD} 天安排`)
  return { lastDay: chosen, at: lastDay === undefined || evening <= now ? now : evening }
}

export async function addHandover(ctx: Ctx, input: Input<Calls['add']>): Promise<Output<Calls['add']>> {
  const { personId, reason, freezes } = input
  const person = await lockUser(ctx, 'id', personId)
  requireNotAbove([person])
  if (personId === ctx.who.userId) throw refusal('own', '不能办理自己的离职交接，请由其他管理员办理')
  const successors = await successorsOf(ctx, input)
  const open = (await openGroupsOf(ctx, personId)).filter(({ group }) => !workGroups[group].isEnded)
  const left = open.filter(({ group }) => successors[group] === undefined)
  if (left.length > 0)
    throw refusal(
      'nobody',
      `请选择接收人（successorId）：${left.map(({ group }) => workGroups[group].title).join('、')}`,
    )
  const { lastDay, at } = dueAt(ctx, input.lastDay)
  const id = await insertRow(ctx.db, 'handover', {
    person_id: personId,
    successors: JSON.stringify(successors),
    reason,
    last_day: lastDay,
    due_at: at,
    freezes,
    created_name: ctx.who.realname,
    created_at: ctx.now,
  }).catch(planned)
  await markPerson(ctx, personId, true)
  await enqueue(
    ctx.db,
    handOver,
    { handoverId: id },
    at > ctx.now ? { inMs: at.getTime() - ctx.now.getTime() } : {},
  )
  return readHandover(ctx, id)
}

/** What the shell tells the person, and their requests carry. */
export const markPerson = ({ db }: Pick<Ctx, 'db'>, personId: string, isLeaving: boolean): Promise<void> =>
  updateRow(db, 'app_user', personId, { need_handover: isLeaving })

/** Takes the plan back, as long as nothing was handed over. */
export async function cancelHandover(
  ctx: Ctx,
  { id, version }: Input<Calls['cancel']>,
): Promise<Output<Calls['cancel']>> {
  const found = await ctx.db
    .selectFrom('handover')
    .select('person_id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw notFound()
  requireNotAbove(await lockUsers(ctx, [found.person_id]))
  const row = await ctx.db
    .selectFrom('handover')
    .select(['state', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound)
  if (row.state !== 'planned') throw refusal('over', '交接已完成或已取消，请刷新')
  requireVersion(row, version, stale('handover', '交接'))
  await updateRow(ctx.db, 'handover', id, { state: 'cancelled', ended_at: ctx.now, version: version + 1 })
  await markPerson(ctx, found.person_id, false)
  return readHandover(ctx, id)
}
