import type { approvalCalls } from '@heliodesk/contract/approvals.ts'
import type { Output } from '@heliodesk/contract/call.ts'
import type { Ctx } from '../../kernel/context.ts'
import { toWireTime } from '../../kernel/wire-time.ts'
import { compiledById } from '../workflow/index.ts'
import { filesByEvent } from './attachments.ts'
import { activityOf, eventsOf, isTold } from './events.ts'
import { openStepsOf, readInstance } from './views.ts'

type Activities = Output<typeof approvalCalls.activities>

/** The first line of every history. */
export const submitted = (starter: string, timestamp: string): Activities[number] => ({
  color: 'limegreen',
  content: `提交 · ${starter}`,
  timestamp,
  message: '',
  specialParameters: { node: '', person: starter, kind: 'start', seq: 0 },
  files: [],
})

/** What happened, the latest first, after the steps that are still open. */
export async function listActivities(ctx: Ctx, id: string): Promise<Activities> {
  const instance = await readInstance(ctx, id)
  const { timeZone } = ctx.who
  const { process } = await compiledById(ctx.db, instance.definition_id)
  const events = await eventsOf(ctx, id, process)
  const filesAt = await filesByEvent(ctx, id)
  const steps = instance.status === 'running' ? await openStepsOf(ctx, id) : []
  return [
    ...steps.map(({ name, node, people, since }) => ({
      color: '',
      content: `${name} · ${people.join('、')} · 待办理`,
      timestamp: since,
      message: '',
      specialParameters: { node, person: people.join('、'), kind: 'open', seq: null },
      files: [],
    })),
    ...events
      .filter(isTold)
      .toReversed()
      .map((event) => activityOf(event, timeZone, filesAt(event.seq))),
    submitted(instance.starter, toWireTime(instance.startTime, timeZone)),
  ]
}
