import { OTHER_PROVINCE } from '@heliodesk/contract/provinces.ts'
import { MAP_STATIONS, stationMapCalls } from '@heliodesk/contract/station-map.ts'
import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { Empty, ErrorCard, ErrorStrip, NoMatch } from '../../kit/States.tsx'
import { useLate } from '../../kit/use-late.ts'
import { clientConfig } from '../../lib/client-config.ts'
import { useCall } from '../../lib/queries.ts'
import type { MapLinks } from './map-links.ts'
import { ProvinceView } from './ProvinceView.tsx'
import type { StationNarrowing } from './station-list.tsx'
import { TileView } from './TileView.tsx'
import css from './stations-map.module.css'

/** The polling interval while the window is visible. */
const AGAIN = { refetchInterval: 60_000 }

type StationsMapProps = {
  narrowing: StationNarrowing
  filtered: { text: string; onClear: () => void } | null
  links: MapLinks
  /** Back to all provinces. */
  onLeave: () => void
  /** The first action for a company without stations. */
  add: ReactNode
}

/** 电站地图: the filtered stations by province, and those of one province each at its place. */
export function StationsMap({ narrowing, filtered, links, onLeave, add }: StationsMapProps) {
  const { province } = narrowing
  const isReal = clientConfig().mapTileUrl !== '' && province === undefined
  const read = useCall(
    stationMapCalls.archive,
    { ...narrowing, ...(isReal ? { most: MAP_STATIONS } : {}) },
    AGAIN,
  )
  const [left, setLeft] = useState<string | null>(null)
  const late = useLate(read.isPending)
  const retry = () => void read.refetch()
  if (!read.data) {
    if (read.error) return <ErrorCard title="地图没有取到" error={read.error} onRetry={retry} />
    return late ? <i className={`sk ${css.mapSkeleton}`} role="status" aria-label="正在加载" /> : null
  }
  const leave = () => {
    setLeft(province ?? null)
    onLeave()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || province === undefined || event.defaultPrevented) return
    event.preventDefault()
    leave()
  }
  // The answer for all provinces stays while that of one is read.
  const isOne = province !== undefined && !read.isPlaceholderData
  return (
    <section className={css.stationsMap} aria-label="电站地图" onKeyDown={onKeyDown}>
      {read.error && <ErrorStrip title="地图没有更新" error={read.error} onRetry={retry} />}
      {read.data.total.stations === 0 ? (
        <Missing filtered={filtered} add={add} />
      ) : isOne ? (
        <ProvinceView
          key={province}
          name={province === OTHER_PROVINCE ? '未填省份' : province}
          map={read.data}
          links={links}
          onLeave={leave}
        />
      ) : (
        <TileView map={read.data} links={links} isReal={isReal} focused={left} />
      )}
    </section>
  )
}

function Missing({ filtered, add }: Pick<StationsMapProps, 'filtered' | 'add'>) {
  if (filtered) return <NoMatch title="没有符合条件的电站" text={filtered.text} onClear={filtered.onClear} />
  return <Empty title="还没有电站" text="数据范围内的电站会按省份出现在这里" action={add} />
}
