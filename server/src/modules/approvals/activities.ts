import type { approvalCalls } from '@heliodesk/contract/approvals.ts'
import type { Output } from '@heliodesk/contract/call.ts'
import { toWireTime } from '../../kernel/wire-time.ts'
import { activityOf, eventsOf, isTold } from './events.ts'
import { openStepsOf, readInstance, type Asker } from './views.ts'

type Activities = Output<typeof approvalCalls.activities>

/** The first line of every history. */
export const submitted = (starter: string, timestamp: string): Activities[number] => ({
  color: 'limegreen',
  content: `提交 · ${starter}`,
  timestamp,
  message: '',
  specialParameters: { node: '', person: starter, kind: 'start', seq: 0 },
})

/** What happened, the latest first, after the steps that are still open. */
export async function listActivities(asker: Asker, id: string): Promise<Activities> {
  const instance = await readInstance(asker, id)
  const { timeZone } = asker.who
  const events = await eventsOf(asker, id)
  const steps = instance.status === 'running' ? await openStepsOf(asker, id) : []
  return [
    ...steps.map(({ name, node, people, since }) => ({
      color: '',
      content: `${name} · ${people.join('、')} · 待办理`,
      timestamp: since,
      message: '',
      specialParameters: { node, person: people.join('、'), kind: 'open', seq: null },
    })),
    ...events
      .filter(({ kind }) => isTold(kind))
      .toReversed()
      .map((event) => activityOf(event, timeZone)),
    submitted(instance.starter, toWireTime(instance.startTime, timeZone)),
  ]
}
