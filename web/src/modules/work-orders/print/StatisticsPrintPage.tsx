import { MOST_GROUPS } from '@heliodesk/contract/order-statistics.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { PrintDesk } from '../../../kit/Paper.tsx'
import { Reading } from '../../../kit/Reading.tsx'
import { go } from '../../../lib/location.ts'
import { useStatistics } from '../statistics/use-statistics.ts'
import { StatisticsPaper } from './StatisticsPaper.tsx'
import { useScopeNames } from '../../../domain/use-scope-names.ts'

/** The statistics of a period as they are filed: on A4, with all groups. The browser prints them (decision 0073). */
export function StatisticsPrintPage() {
  const asked = useStatistics(MOST_GROUPS)
  const { overview, groups, causes, recurring, narrowed, by, measure, cause } = asked
  const scope = useScopeNames(narrowed)
  const reads = [overview, groups, causes, recurring, ...scope.reads]
  const failed = reads.filter(({ error }) => error !== null)
  const { names } = scope
  const isThere = overview.data && groups.data && causes.data && recurring.data && names
  const read = {
    data: isThere
      ? {
          overview: overview.data,
          groups: groups.data,
          causes: causes.data,
          recurring: recurring.data,
          scope: names,
        }
      : undefined,
    error: failed[0]?.error ?? null,
    isPlaceholderData: reads.some(({ isPlaceholderData }) => isPlaceholderData),
    refetch: () => Promise.all(failed.map((each) => each.refetch())),
  }
  return (
    <PrintDesk
      onBack={() => go(paths.orderStatistics.to({ ...narrowed, by, measure, cause }))}
      refusal={read.data && !read.isPlaceholderData ? null : '统计还没有取到'}
    >
      <Reading read={read} name="统计" height={320}>
        {(data) => <StatisticsPaper {...asked} {...data} />}
      </Reading>
    </PrintDesk>
  )
}
