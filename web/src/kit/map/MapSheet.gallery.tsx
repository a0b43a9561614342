import type { GalleryEntry } from '../../../gallery/entry.ts'
import { told } from '../../../gallery/told.ts'
import { formatNumber } from '../format.ts'
import { MapSheet, type MapPoint } from './MapSheet.tsx'

type Point = MapPoint & { name: string; megawatts: number; off?: boolean }

const point = (name: string, longitude: number, latitude: number, megawatts: number, off = false): Point => ({
  key: name,
  name,
  longitude,
  latitude,
  megawatts,
  off,
  province: null,
})

const points = [
  point('云岭一期', 100.2, 25.6, 50),
  point('沙坡头一期', 105.1, 37.5, 100),
  point('沙坡头二期', 105.2, 37.5, 60),
  point('沙坡头三期', 105.15, 37.45, 40, true),
  point('青山农光互补电站', 116.4, 30.1, 30),
  point('北塬老站', 87.6, 43.8, 20, true),
]

const onePlace = [
  point('东湖屋顶一期', 114.4, 30.5, 2),
  point('东湖屋顶二期', 114.4, 30.5, 1.5),
  point('滨海一期', 120.2, 26.1, 50),
]

/** Enough points over the whole country to form clusters. */
const many = Array.from({ length: 3000 }, (_each, at) =>
  point(
    `第 ${at + 1} 座`,
    80 + ((at * 7919) % 4500) / 100,
    20 + ((at * 104_729) % 2800) / 100,
    1 + (at % 40),
  ),
)

const nameOf = ([first, ...more]: readonly Point[]) =>
  more.length === 0 ? first!.name : `${formatNumber(more.length + 1)} 座`

const factsOf = (some: readonly Point[]) => [
  `${formatNumber(
    some.reduce((sum, { megawatts }) => sum + megawatts, 0),
    1,
  )} MWp`,
]

type ShownProps = { of: readonly Point[]; still?: boolean }

const Shown = ({ of, ...rest }: ShownProps) => (
  <div style={{ display: 'flex', height: 360 }}>
    <MapSheet
      label="示例地图"
      points={of}
      markOf={(some) => (some.every(({ off }) => off) ? 'off' : '')}
      nameOf={nameOf}
      factsOf={factsOf}
      onOpen={({ name }) => told(name)()}
      {...rest}
    />
  </div>
)

export default {
  title: '地图',
  group: '展示',
  states: {
    聚合与停用的电站: () => <Shown of={points} />,
    '3,000 座': () => <Shown of={many} />,
    '几座在同一位置，列出来选': () => <Shown of={onePlace} />,
    '一座，不能移动': () => <Shown of={points.slice(0, 1)} still />,
  },
} satisfies GalleryEntry
