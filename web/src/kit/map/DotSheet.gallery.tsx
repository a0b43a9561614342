import { useState } from 'react'
import type { GalleryEntry } from '../../../gallery/entry.ts'
import { DotLegend, DotSheet, type DotPoint } from './DotSheet.tsx'

const point = (
  group: string,
  phase: string,
  longitude: number,
  latitude: number,
  megawatts: number | null,
  mark: DotPoint['mark'] = 'calm',
): DotPoint => ({
  key: group + phase,
  name: group + phase,
  group,
  place: '示例县',
  longitude,
  latitude,
  megawatts,
  mark,
  facts: [megawatts === null ? '容量未填' : `${megawatts} MW`],
  to: `/DotSheet?station=${group}${phase}`,
})

const points = [
  point('红柳沟', '一期', 107.4, 37.79, 50, 'outage'),
  point('红柳沟', '二期', 107.41, 37.8, 80),
  point('红柳沟', '三期', 107.42, 37.79, 40, 'late'),
  point('白芨滩', '', 106.6, 37.98, 100),
  point('东湖屋顶', '', 106.1, 38.5, 1.2, 'off'),
  point('南塬', '', 106.2, 36.2, null),
]

/** Households of one village: more than there is room for names. */
const village = Array.from({ length: 80 }, (_each, at) => point('村', `${at + 1} 户`, 107.4, 37.8, 0.02))

function Shown({ of }: { of: readonly DotPoint[] }) {
  const [pointed, setPointed] = useState<string | null>(null)
  return (
    <div style={{ display: 'flex', flexDirection: 'column', height: 420 }}>
      <DotSheet label="示例省" points={of} pointed={pointed} onPoint={setPointed} />
      <DotLegend fanned withOrders />
    </div>
  )
}

export default {
  title: '电站散点',
  group: '展示',
  states: {
    各期展开: () => <Shown of={points} />,
    一个村的户用: () => <Shown of={village} />,
    一座: () => <Shown of={points.slice(3, 4)} />,
  },
} satisfies GalleryEntry
