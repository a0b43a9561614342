import type { Sent } from '@heliodesk/contract/call.ts'
import { earthCalls } from '@heliodesk/contract/earths.ts'
import { formatNumber } from '../../kit/format.ts'
import { useCall } from '../../lib/queries.ts'
import css from './earths.module.css'

/** How many of the filtered ones are where, and how many have to be tested. */
export function EarthCounts({ query }: { query: Sent<typeof earthCalls.counts> }) {
  const { data } = useCall(earthCalls.counts, query)
  if (!data) return null
  const { byState, over, soon } = data
  const counts = [
    ['在库或在用', byState.stored],
    ['已装设', byState.hanging],
    ['送检', byState.testing],
    ['报废', byState.scrapped],
    ['即将到期', soon],
  ] as const
  return (
    <span className={css.counts} role="status">
      {counts.map(([title, count]) => (
        <span key={title}>
          {title} <b>{formatNumber(count)}</b>
        </span>
      ))}
      <span className={over > 0 ? css.over : undefined}>
        试验超期 <b>{formatNumber(over)}</b>
      </span>
    </span>
  )
}
