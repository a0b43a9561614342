import { own } from '@heliodesk/contract/own.ts'
import { MAP_STATIONS, stationMapCalls } from '@heliodesk/contract/station-map.ts'
import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { neighboursOf } from '../../domain/station-map/cells.ts'
import { titleOf } from '../../domain/station-map/figures.ts'
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
  /** From a province to another one. */
  onMove: (province: string) => void
  /** Back to all provinces. */
  onLeave: () => void
  /** The first action for a company without stations. */
  add: ReactNode
}

/** 电站地图: the filtered stations by province, and those of one province each at its place. */
export function StationsMap({ narrowing, filtered, links, onMove, onLeave, add }: StationsMapProps) {
  const { province } = narrowing
  const isReal = clientConfig().mapTileUrl !== '' && province === undefined
  const read = useCall(
    stationMapCalls.archive,
    { ...narrowing, ...(isReal ? { most: MAP_STATIONS } : {}) },
    AGAIN,
  )
  // What the tiles show, for the way from one province to the next.
  const everywhere = { ...narrowing, province: undefined }
  const tiles = useCall(stationMapCalls.archive, everywhere, { ...AGAIN, enabled: province !== undefined })
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
  const provinces = tiles.data?.provinces ?? null
  const neighbours = neighboursOf(province ?? '', (province && provinces?.map(titleOf)) || [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (province === undefined || event.defaultPrevented) return
    const next = own({ '[': neighbours.before, ']': neighbours.after }, event.key)
    if (event.key === 'Escape') leave()
    else if (next) onMove(next)
    else return
    event.preventDefault()
  }
  // The answer before stays until that of the province is read: all provinces, or one of them.
  const [only, ...more] = read.data.provinces
  const shown = read.isPlaceholderData ? (more.length === 0 && only ? titleOf(only) : undefined) : province
  return (
    <section className={css.stationsMap} aria-label="电站地图" onKeyDown={onKeyDown}>
      {read.error && <ErrorStrip title="地图没有更新" error={read.error} onRetry={retry} />}
      {read.data.total.stations === 0 ? (
        <Missing filtered={filtered} add={add} />
      ) : province !== undefined && shown !== undefined ? (
        <ProvinceView
          province={shown}
          map={read.data}
          provinces={provinces}
          neighbours={neighbours}
          links={links}
          onMove={onMove}
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
