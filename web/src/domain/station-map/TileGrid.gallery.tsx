import { provinces } from '@heliodesk/contract/provinces.ts'
import { useState } from 'react'
import type { GalleryEntry } from '../../../gallery/entry.ts'
import type { ProvinceFigures } from './figures.ts'
import { TileLegend } from './Marks.tsx'
import { TileGrid } from './TileGrid.tsx'
import { TileInset } from './TileInset.tsx'

const figures = (province: string | null, at: number): ProvinceFigures => ({
  province,
  stations: 3 + (at % 15),
  capacityKwp: at % 11 === 0 ? null : 20_000 * (1 + (at % 9)),
  orders: {
    open: at % 7,
    overdue: at % 3,
    outages: at % 4 === 0 ? 1 : 0,
    lossPower: at * 31,
    lossPerMw: at % 11 === 0 ? null : (at * 7) % 13,
  },
})

const many = [...provinces.filter((_each, at) => at % 5 !== 4).map(({ name }) => name), null].map(figures)

type ShownProps = { of: readonly ProvinceFigures[]; width: number; coloured?: boolean }

function Shown({ of, width, coloured = true }: ShownProps) {
  const [pointed, setPointed] = useState<string | null>(null)
  return (
    <div style={{ display: 'flex', width, maxWidth: '100%' }}>
      <TileGrid
        label="示例"
        provinces={of}
        coloured={coloured}
        pointed={pointed}
        onPoint={setPointed}
        linkTo={(name) => `/TileGrid?province=${name}`}
        reading={<span className="t3">{pointed ?? '每省一格'}</span>}
        legend={of.some(({ orders }) => orders) && <TileLegend coloured={coloured} />}
      />
    </div>
  )
}

export default {
  title: '各省电站',
  group: '展示',
  states: {
    多数省份: () => <Shown of={many} width={960} />,
    窄: () => <Shown of={many} width={340} />,
    不着色: () => <Shown of={many} width={960} coloured={false} />,
    没有工单权限: () => <Shown of={many.map((each) => ({ ...each, orders: null }))} width={960} />,
    小图: () => <TileInset provinces={many} current="山东" onMove={() => undefined} />,
    两个省份: () => <Shown of={['宁夏', '山东'].map(figures)} width={960} />,
  },
} satisfies GalleryEntry
