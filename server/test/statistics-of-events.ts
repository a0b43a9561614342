import {
  MOST_GROUPS,
  orderStatisticsCalls,
  type StatisticsGroup,
} from '@heliodesk/contract/order-statistics.ts'
import type { EventCounts } from './count-events.ts'
import type { Harness } from './harness.ts'

/** The years of the pvOps events. */
const span = { begin: '2011-01-01', end: '2020-12-31' }

/** What the screen of statistics says of imported events, in the shape of an independent count. */
export async function statisticsOfEvents(harness: Harness, token: string): Promise<EventCounts> {
  const countBy = async (by: StatisticsGroup) => {
    const { rows } = await harness.call(token, orderStatisticsCalls.groups, {
      ...span,
      by,
      size: MOST_GROUPS,
    })
    return Object.fromEntries(rows.map(({ name, created }) => [name, created]))
  }
  return {
    asset: await countBy('deviceType'),
    site: await countBy('station'),
    year: await countBy('year'),
  }
}
