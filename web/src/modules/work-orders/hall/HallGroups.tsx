import type { Received } from '@heliodesk/contract/call.ts'
import { NEARBY_KM, type orderHallCalls } from '@heliodesk/contract/order-hall.ts'
import { Chip } from '../../../kit/Chip.tsx'
import { formatNumber } from '../../../kit/format.ts'
import { SideScroll } from '../../../kit/SideScroll.tsx'
import { countIn, typeGroups, type TypeGroup } from './hall-rows.ts'
import css from './hall.module.css'

export type HallCounts = Received<typeof orderHallCalls.count>
type Group = TypeGroup | 'all' | 'nearby'

type HallGroupsProps = {
  counts: HallCounts | undefined
  value: Group
  onChange: (group: Group) => void
}

/** The chips above the hall, with how many wait of each. */
export function HallGroups({ counts, value, onChange }: HallGroupsProps) {
  const chip = (group: Group, title: string, count: number | undefined) => (
    <Chip key={group} chosen={value === group} onChoose={() => onChange(group)}>
      {title}
      {count !== undefined && <em>{formatNumber(count)}</em>}
    </Chip>
  )
  return (
    <SideScroll chosen={counts && value} className={css.groups} role="group" aria-label="类型">
      {chip('all', '全部', counts?.total)}
      {typeof counts?.nearby === 'number' && chip('nearby', `${NEARBY_KM} km 内`, counts.nearby)}
      {(Object.keys(typeGroups) as TypeGroup[]).map((group) =>
        chip(group, typeGroups[group].title, counts && countIn(group, counts)),
      )}
    </SideScroll>
  )
}
