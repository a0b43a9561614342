import type { Received } from '@heliodesk/contract/call.ts'
import type { dashboardCalls } from '@heliodesk/contract/dashboard.ts'
import { ZoomOut } from 'lucide-react'
import { useState } from 'react'
import { formatNumber } from '../../kit/format.ts'
import { cameraFor, project, type Camera, type Size } from '../../kit/map/camera.ts'
import { gather, radiusOf, type Cluster as Gathered } from '../../kit/map/clusters.ts'
import { Net } from '../../kit/map/Net.tsx'
import '../../kit/map/map.css'
import { DashCard, type Reading } from './DashCard.tsx'
import { Lead } from './Lead.tsx'
import type { Links } from './links.ts'
import { useSize } from '../../kit/use-size.ts'
import chartsCss from './charts.module.css'
import dashboardCss from './dashboard.module.css'

export type Places = Received<typeof dashboardCalls.places>
type Point = Places['points'][number]
type Amounts = Pick<Point, 'openOrders' | 'overdue' | 'outages' | 'lossPower' | 'capacityKwp'>
type Cluster = Gathered<Point> & Amounts

/** The stations on a map; markers cluster near stations and show overdue orders and outages. */
export function StationMap({ reading, links }: { reading: Reading<Places>; links: Links }) {
  return (
    <DashCard
      className={dashboardCss.map}
      title="电站分布"
      reading={reading}
      fact={({ unplaced }) => unplaced > 0 && `另有 ${formatNumber(unplaced)} 座未填坐标`}
      tools={({ points }) => (
        <span className={chartsCss.legend}>
          <span>
            <svg width="12" height="12" viewBox="-6 -6 12 12" aria-hidden>
              <circle r="4" className={`late ${chartsCss.late}`} />
            </svg>
            超时 {formatNumber(total(points, 'overdue'))}
          </span>
          <span title="有抢修或陪停工单的电站">
            <svg width="12" height="12" viewBox="-6 -6 12 12" aria-hidden>
              <Diamond />
            </svg>
            抢修陪停 {formatNumber(total(points, 'outages'))}
          </span>
        </span>
      )}
      skeleton={<span className={`sk ${chartsCss.chart}`} aria-hidden />}
    >
      {({ points, unplaced }) =>
        points.length === 0 ? (
          <div className="empty">
            <b>{unplaced > 0 ? '电站还没有坐标' : '范围内没有电站'}</b>
            <span>填写经纬度后，电站会出现在地图上</span>
          </div>
        ) : (
          <Sheet points={points} links={links} />
        )
      }
    </DashCard>
  )
}

const total = (points: readonly Point[], name: keyof Amounts) =>
  points.reduce((sum, point) => sum + point[name], 0)

function clustersOf(points: readonly Point[], camera: Camera, size: Size): Cluster[] {
  const place = project(camera, size)
  return gather(points.map((point) => ({ ...place(point), stations: point.stations, points: [point] }))).map(
    (cluster) => ({
      ...cluster,
      openOrders: total(cluster.points, 'openOrders'),
      overdue: total(cluster.points, 'overdue'),
      outages: total(cluster.points, 'outages'),
      lossPower: total(cluster.points, 'lossPower'),
      capacityKwp: total(cluster.points, 'capacityKwp'),
    }),
  )
}

const Diamond = () => <path className={chartsCss.outage} d="M0-4.6 4.6 0 0 4.6-4.6 0z" />

function Sheet({ points, links }: { points: readonly Point[]; links: Links }) {
  const { ref, size } = useSize<HTMLDivElement>()
  const [near, setNear] = useState<readonly Point[] | null>(null)
  const [pointed, setPointed] = useState<Cluster | null>(null)
  const look = (some: readonly Point[] | null) => {
    setNear(some)
    setPointed(null)
  }
  const camera = size && cameraFor(near ?? points, size)
  const clusters =
    size && camera ? clustersOf(points, camera, size).filter((each) => isInside(each, size)) : []
  return (
    <div className="sheet-map" ref={ref} onPointerLeave={() => setPointed(null)}>
      {size && camera && <Net camera={camera} size={size} clusters={clusters} />}
      {clusters.map((cluster) => (
        <Spot
          key={`${cluster.points[0]!.psIds[0]} ${cluster.stations}`}
          cluster={cluster}
          links={links}
          onPoint={setPointed}
          onZoom={() => look(cluster.points)}
        />
      ))}
      {near && (
        <button type="button" className="btn sm out" onClick={() => look(null)}>
          <ZoomOut className="i s" aria-hidden />
          全部电站
        </button>
      )}
      {pointed && size && <PlaceTip cluster={pointed} size={size} />}
    </div>
  )
}

const isInside = ({ x, y }: Cluster, { width, height }: Size) => x > 0 && y > 0 && x < width && y < height

type SpotProps = {
  cluster: Cluster
  links: Links
  onPoint: (cluster: Cluster | null) => void
  onZoom: () => void
}

/** Links to the open orders of the cluster, or zooms in where it has too many stations for one list. */
function Spot({ cluster, links, onPoint, onZoom }: SpotProps) {
  const { x, y, stations, overdue, outages, points } = cluster
  const ids = points.flatMap(({ psIds }) => psIds)
  const radius = radiusOf(stations)
  const style = { left: x, top: y, width: 2 * radius, height: 2 * radius }
  const className = `spot${stations > 1 ? ' many' : ''}${overdue > 0 ? ' late' : ''}`
  const label = `${nameOf(cluster)}：${wordsOf(cluster).join('，')}`
  const inside = (
    <>
      {stations > 1 && <span aria-hidden>{formatNumber(stations)}</span>}
      {outages > 0 && (
        <svg className="badge" width="14" height="14" viewBox="-7 -7 14 14" aria-hidden>
          <Diamond />
        </svg>
      )}
    </>
  )
  const pointing = {
    onPointerEnter: () => onPoint(cluster),
    onFocus: () => onPoint(cluster),
    onBlur: () => onPoint(null),
  }
  if (ids.length < stations && points.length > 1) {
    return (
      <button
        type="button"
        className={className}
        style={style}
        aria-label={label}
        onClick={onZoom}
        {...pointing}
      >
        {inside}
      </button>
    )
  }
  const to = ids.length === stations ? links.orders({ view: 'open', psId: ids }) : null
  return (
    <span {...pointing}>
      <Lead to={to} className={className} style={style} label={label}>
        {inside}
      </Lead>
    </span>
  )
}

const nameOf = ({ points, stations }: Cluster) => {
  const provinces = [...new Set(points.map(({ province }) => province))].filter((each) => each !== null)
  const first = points.toSorted((a, b) => b.lossPower - a.lossPower)[0]!.psName
  return stations === 1 ? first : `${provinces.slice(0, 3).join('、') || first} ${formatNumber(stations)} 座`
}

const wordsOf = ({ capacityKwp, openOrders, overdue, outages, lossPower }: Cluster): string[] => [
  `${formatNumber(capacityKwp / 1000, 1)} MW`,
  `在办 ${formatNumber(openOrders)} 单`,
  ...(overdue > 0 ? [`超时 ${formatNumber(overdue)} 单`] : []),
  ...(outages > 0 ? [`抢修陪停 ${formatNumber(outages)} 座`] : []),
  ...(lossPower > 0 ? [`损失 ${formatNumber(lossPower, 1)} kWh/h`] : []),
]

function PlaceTip({ cluster, size }: { cluster: Cluster; size: Size }) {
  const away = radiusOf(cluster.stations) + 8
  const across =
    cluster.x > size.width / 2 ? { right: size.width - cluster.x + away } : { left: cluster.x + away }
  const down = cluster.y > size.height / 2 ? { bottom: size.height - cluster.y } : { top: cluster.y }
  return (
    <div className="chart-tip" style={{ ...across, ...down }} role="status">
      <b>{nameOf(cluster)}</b>
      {wordsOf(cluster).map((words) => (
        <span key={words}>{words}</span>
      ))}
    </div>
  )
}
