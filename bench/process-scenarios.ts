import type { Scenario } from './scenarios.ts'
import { addSteps } from './process-dataset.ts'

const LIST = '/workflow/v1/task/page'
const COMPLETE = '/workflow/v1/task/complete'

const lists = (name: string, who: 'headId' | 'managerId', everyMs?: number): Scenario => ({
  name: `process: ${name}`,
  by: who,
  ...(everyMs !== undefined && { everyMs }),
  prepare: async ({ processes }) => ({ take: () => ({ userId: processes[who], box: 'todo' }) }),
  ours: (feed) => ({ path: LIST, body: feed.take() }),
  floor: (feed) => ({ path: LIST, body: feed.take() }),
})

/** More than are completed in one round. */
const STEPS = 4000

/** Steps of running purchases, and the lists of those who decide about 100,000 of them. */
export const processScenarios: Scenario[] = [
  lists('to-dos of a head', 'headId'),
  lists('to-dos of a role', 'managerId'),
  lists('to-dos each second', 'managerId', 1000),
  {
    name: 'process: counts',
    by: 'headId',
    prepare: async () => ({ take: () => ({}) }),
    ours: (feed) => ({ path: '/workflow/v1/task/count', body: feed.take() }),
  },
  {
    name: 'process: complete a step',
    by: 'busyHeadId',
    async prepare({ url, processes }) {
      const rows = await addSteps(url, processes, STEPS)
      return {
        take() {
          const row = rows.pop()
          const decision = { taskId: 2, outcome: 'approve', userId: processes.busyHeadId }
          return row ? { processInstanceId: row.id, request: row.request, ...decision } : null
        },
      }
    },
    ours(feed) {
      const body = feed.take()
      return body && { path: COMPLETE, body }
    },
    floor(feed) {
      const body = feed.take()
      return body && { path: COMPLETE, body }
    },
  },
]
