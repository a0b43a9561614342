import type { Received } from '@heliodesk/contract/call.ts'
import { siteTypes, stationCalls } from '@heliodesk/contract/stations.ts'
import { useMemo, useState, type ReactNode } from 'react'
import { formatNumber } from '../../kit/format.ts'
import { MapSheet, type MapPoint } from '../../kit/map/MapSheet.tsx'
import type { Sun } from '../../kit/map/Paper.tsx'
import { Segments } from '../../kit/Segments.tsx'
import { Empty, ErrorCard, ErrorStrip, NoMatch } from '../../kit/States.tsx'
import { useLate } from '../../kit/use-late.ts'
import { useCall } from '../../lib/queries.ts'
import { kwp, stateOf } from './station.ts'
import type { StationNarrowing } from './station-list.tsx'
import css from './stations-map.module.css'

type Point = Received<typeof stationCalls.map>['points'][number] & MapPoint

const suns = { year: '年总量', now: '此刻', none: '不显示' } as const satisfies Record<Sun, string>
const units: Record<Sun, string> = {
  year: '晴空年辐照量 kWh/m²',
  now: '此刻晴空辐照度 W/m²',
  none: '',
}

type StationsMapProps = {
  narrowing: StationNarrowing
  filtered: { text: string; onClear: () => void } | null
  /** The address of the list of stations without coordinates. */
  unplacedHref: string
  onOpen: (psId: string) => void
  /** The first action for a company without stations. */
  add: ReactNode
}

/** 电站地图: the filtered stations on our own map. */
export function StationsMap({ narrowing, filtered, unplacedHref, onOpen, add }: StationsMapProps) {
  const read = useCall(stationCalls.map, narrowing)
  const [sun, setSun] = useState<Sun>('year')
  const points = useMemo(
    () => (read.data?.points ?? []).map((point): Point => ({ ...point, key: point.psId })),
    [read.data],
  )
  const late = useLate(read.isPending)
  const retry = () => void read.refetch()
  if (!read.data) {
    if (read.error) return <ErrorCard title="地图没有取到" error={read.error} onRetry={retry} />
    return late ? <i className={`sk ${css.mapSkeleton}`} role="status" aria-label="正在加载" /> : null
  }
  const { total, unplaced } = read.data
  const left = total - unplaced - points.length
  const capacity = points.reduce((sum, { capacityKwp }) => sum + (capacityKwp ?? 0), 0)
  return (
    <section className={css.stationsMap} aria-label="电站地图">
      {read.error && <ErrorStrip title="地图没有更新" error={read.error} onRetry={retry} />}
      <div className={`row ${css.barLine}`}>
        <span>
          地图上 {formatNumber(points.length)} 座，{formatNumber(capacity / 1000, 1)} MWp
        </span>
        {unplaced > 0 && <a href={unplacedHref}>另有 {formatNumber(unplaced)} 座未填坐标</a>}
        {left > 0 && <span>还有 {formatNumber(left)} 座没有显示，请用筛选缩小范围</span>}
        {points.length > 0 && (
          <span className={`mla row ${css.row}`}>
            <span className="t2">辐照</span>
            <Segments label="辐照" choices={suns} value={sun} onChange={setSun} />
          </span>
        )}
      </div>
      {points.length === 0 ? (
        <Missing unplaced={unplaced} unplacedHref={unplacedHref} filtered={filtered} add={add} />
      ) : (
        <MapSheet
          label="电站地图"
          points={points}
          sun={sun}
          markOf={markOf}
          nameOf={nameOf}
          factsOf={factsOf}
          onOpen={({ psId }) => onOpen(psId)}
        >
          <div className={css.mapLegend}>
            <span>
              <i className={css.dot} />
              在维
            </span>
            <span>
              <i className={`${css.dot} off`} />
              退场或停用
            </span>
            <span>
              <i className={css.discMark}>n</i>多座
            </span>
            {sun !== 'none' && (
              <span title="Haurwitz 晴空模型，按太阳高度计算，不含云和地形">
                <i className={css.sunMark} />
                {units[sun]}
              </span>
            )}
          </div>
        </MapSheet>
      )}
    </section>
  )
}

const isOff = (point: Point) => !stateOf(point).on

const markOf = (points: readonly Point[]) => (points.every(isOff) ? 'off' : '')

function nameOf(points: readonly Point[]): string {
  const [first] = points
  if (points.length === 1) return first!.psName
  const provinces = [...new Set(points.map(({ province }) => province))].filter((each) => each !== null)
  return `${provinces.slice(0, 3).join('、') || first!.psName} ${formatNumber(points.length)} 座`
}

function factsOf(points: readonly Point[]): string[] {
  const [first] = points
  if (points.length === 1) {
    const { siteType, capacityKwp, latitude, longitude } = first!
    const facts = [siteTypes[siteType], kwp(capacityKwp), stateOf(first!).text, `${latitude}, ${longitude}`]
    return facts.filter((each) => each !== null)
  }
  const capacity = points.reduce((sum, { capacityKwp }) => sum + (capacityKwp ?? 0), 0)
  const off = points.filter(isOff).length
  return [
    `${formatNumber(capacity / 1000, 1)} MWp`,
    ...(off > 0 ? [`退场或停用 ${formatNumber(off)} 座`] : []),
  ]
}

type MissingProps = Pick<StationsMapProps, 'filtered' | 'unplacedHref' | 'add'> & { unplaced: number }

function Missing({ unplaced, unplacedHref, filtered, add }: MissingProps) {
  if (unplaced > 0) {
    return (
      <Empty
        title="电站还没有坐标"
        text="填写经纬度后，电站会出现在地图上"
        action={
          <a className="btn" href={unplacedHref}>
            查看这些电站
          </a>
        }
      />
    )
  }
  if (filtered) return <NoMatch title="没有符合条件的电站" text={filtered.text} onClear={filtered.onClear} />
  return <Empty title="还没有电站" text="数据范围内填写了经纬度的电站会出现在这里" action={add} />
}
