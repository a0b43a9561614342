import type { approvalCalls } from '@heliodesk/contract/approvals.ts'
import type { Output } from '@heliodesk/contract/call.ts'
import { sql, type SqlBool } from 'kysely'
import type { Ctx } from '../../kernel/context.ts'
import { toWireTime } from '../../kernel/wire-time.ts'
import { filesByEvent } from './attachments.ts'
import { openStepsOf, readInstance } from './views.ts'

type Calls = typeof approvalCalls

const said = new Map([
  ['claim', '签收'],
  ['transfer', '转办给'],
  ['add', '加签'],
  ['return', '退回到'],
  ['timer', '到期'],
  ['voided', '作废'],
  ['withdrawn', '撤回'],
  ['comment', '评论'],
  ['copy', '抄送给'],
  ['urge', '催办'],
  ['end', '流程结束'],
])
const RED = new Set(['return', 'voided', 'withdrawn'])

/** What happened, the latest first, after the steps that are still open. */
export async function listActivities(ctx: Ctx, id: string): Promise<Output<Calls['activities']>> {
  const instance = await readInstance(ctx, id)
  const { db, who } = ctx
  const time = (at: Date) => toWireTime(at, who.timeZone)
  const events = await db
    .selectFrom('process_event as e')
    .leftJoin('app_user as u', (join) =>
      join.onRef('u.tenant_id', '=', 'e.tenant_id').onRef('u.id', '=', 'e.actor_id'),
    )
    .leftJoin('app_user as absent', (join) =>
      join.onRef('absent.tenant_id', '=', 'e.tenant_id').onRef('absent.id', '=', 'e.behalf_id'),
    )
    .leftJoin('process_task as t', (join) =>
      join
        .onRef('t.tenant_id', '=', 'e.tenant_id')
        .onRef('t.instance_id', '=', 'e.instance_id')
        .onRef('t.id', '=', 'e.task_id'),
    )
    .leftJoin('app_user as other', (join) =>
      join
        .onRef('other.tenant_id', '=', 'e.tenant_id')
        // Of other events the target is a step.
        .on(
          sql<SqlBool>`other.id = case when e.kind in ('transfer', 'add', 'copy') then e.target::bigint end`,
        ),
    )
    .leftJoin('process_task as earlier', (join) =>
      join.onRef('earlier.tenant_id', '=', 'e.tenant_id').onRef('earlier.instance_id', '=', 'e.instance_id')
        .on(sql<SqlBool>`e.kind = 'return' and earlier.id = (
          select min(x.id) from process_task x
          where x.tenant_id = e.tenant_id and x.instance_id = e.instance_id and x.node = e.target)`),
    )
    .select(['e.seq', 'e.kind', 'e.at', 'e.outcome', 'e.opinion', 'e.node', 'u.realname', 't.name as step'])
    .select(['other.realname as other', 'earlier.name as target', 'absent.realname as behalf'])
    .where('e.instance_id', '=', id)
    .where('e.kind', 'in', ['complete', ...said.keys()])
    .orderBy('e.seq', 'desc')
    .execute()
  const steps = instance.status === 'running' ? await openStepsOf(ctx, id) : []
  const filesAt = await filesByEvent(ctx, id)
  const happened = events.map((event) => {
    const { seq, kind, at, outcome, opinion, node, realname, behalf, step, other, target } = event
    const verdict = outcome === 'reject' ? '不同意' : '同意'
    const what = kind === 'complete' ? verdict : `${said.get(kind)}${other ?? target ?? ''}`
    // The end is nobody's.
    const person = kind === 'end' ? null : [realname, behalf].filter(Boolean).join(' 代 ')
    return {
      color: RED.has(kind) || outcome === 'reject' ? 'red' : 'limegreen',
      content: [step, person, what].filter(Boolean).join(' · '),
      timestamp: time(at),
      message: opinion ?? '',
      specialParameters: { node: node ?? '', person: person ?? '', kind },
      files: filesAt(seq),
    }
  })
  return [
    ...steps.map(({ name, node, people, since }) => ({
      color: '',
      content: `${name} · ${people.join('、')} · 待办理`,
      timestamp: since,
      message: '',
      specialParameters: { node, person: people.join('、'), kind: 'open' },
      files: [],
    })),
    ...happened,
    {
      color: 'limegreen',
      content: `提交 · ${instance.starter}`,
      timestamp: time(instance.startTime),
      message: '',
      specialParameters: { node: '', person: instance.starter, kind: 'start' },
      files: [],
    },
  ]
}
