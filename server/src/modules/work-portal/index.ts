import { workPortalCalls } from '@heliodesk/contract/work-portal.ts'
import { defineModule } from '../../kernel/context.ts'
import { listQueue } from './queue.ts'
import { rankPeople } from './ranking.ts'
import { getStatistics } from './statistics.ts'

export const workPortal = defineModule(workPortalCalls, {
  statistics: getStatistics,
  queue: listQueue,
  ranking: rankPeople,
})
