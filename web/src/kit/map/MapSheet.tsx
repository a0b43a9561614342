import { useMemo, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { clientConfig } from '../../lib/client-config.ts'
import { formatNumber } from '../format.ts'
import { PointTip } from '../PointTip.tsx'
import { PopoverBox } from '../PopoverBox.tsx'
import { useSize } from '../use-size.ts'
import {
  placer,
  scaleOf,
  unitOf,
  ZOOM,
  type Camera,
  type Coordinates,
  type Pixel,
  type Size,
} from './camera.ts'
import { binned, gather, radiusOf, type Cluster } from './clusters.ts'
import { MapTools } from './MapTools.tsx'
import { Net } from './Net.tsx'
import { Tiles } from './Tiles.tsx'
import { useCamera } from './use-camera.ts'
import './map.css'

/** A point on the map: a station, or several of one place. */
export type MapPoint = Coordinates & { key: string; province: string | null; stations?: number }

type MapSheetProps<P extends MapPoint> = {
  label: string
  points: readonly P[]
  /** A static map that cannot be moved. */
  still?: boolean
  /** Additional classes of a marker. */
  markOf?: (points: readonly P[]) => string
  /** The name of a marker; also its tooltip. */
  nameOf: (points: readonly P[]) => string
  factsOf: (points: readonly P[]) => readonly string[]
  /** Drawn at the corner of a marker. */
  badgeOf?: (points: readonly P[]) => ReactNode
  /** Where a marker leads; without a link it opens its stations. */
  linkOf?: (points: readonly P[]) => MarkerLink | null
  onOpen?: (point: P) => void
  children?: ReactNode
}

/** The target is null for users without access. */
type MarkerLink = { to: string | null }

/**
 * Points within this many pixels are merged before clusters are compared. The grid is fixed, so every pan merges the
 * same points.
 */
const BIN_PX = 32
/** Clusters are recomputed only at every half zoom step, so that they do not jump while the user zooms. */
const zoomStep = (zoom: number) => Math.round(zoom * 2) / 2
/** At most this many stations of one place are listed. */
const LISTED = 20

/**
 * Points on a map with a graticule. Near points form clusters, and a press opens one. It is moved by mouse, wheel,
 * touch and keyboard (arrows, + and -, 0 for all).
 */
export function MapSheet<P extends MapPoint>(props: MapSheetProps<P>) {
  const { label, points, still = false, children } = props
  const { ref: sheet, size } = useSize<HTMLDivElement>()
  const { ref, camera, area, zoom, isMoved, showAll, lookAt } = useCamera(points, size)
  const [pointed, setPointed] = useState<string | null>(null)
  const [listed, setListed] = useState<readonly P[] | null>(null)
  const clusters = useClusters(points, camera, size)
  const shown = clusters.find(({ points: [first] }) => first!.key === pointed)
  const { mapTileUrl: template, mapTileAttribution: attribution } = clientConfig()
  const press = (cluster: Cluster<P>) => {
    const [first, second] = cluster.points
    if (!second) props.onOpen?.(first!)
    else if (camera!.zoom >= ZOOM.most || isOnePlace(cluster.points)) setListed(cluster.points)
    else lookAt(cluster.points)
  }
  return (
    <div className={still ? 'sheet-map' : 'sheet-map moves'} ref={sheet}>
      <div
        ref={ref}
        className="surface"
        role={still ? 'img' : 'region'}
        aria-label={still ? label : `${label}，方向键移动，加减号缩放，0 显示全部`}
        {...(still ? {} : { tabIndex: 0, ...area })}
        onPointerLeave={() => setPointed(null)}
      >
        {size && camera && template && (
          <Tiles template={template} attribution={attribution} camera={camera} size={size} />
        )}
        {size && camera && <Net camera={camera} size={size} clusters={clusters} />}
        {clusters.map((cluster) => (
          <Spot
            key={cluster.points[0]!.key}
            cluster={cluster}
            still={still}
            {...props}
            onPoint={(on) => setPointed(on ? cluster.points[0]!.key : null)}
            onPress={() => press(cluster)}
          />
        ))}
      </div>
      {!still && <MapTools zoom={zoom} isMoved={isMoved} showAll={showAll} />}
      {children}
      {shown && size && !listed && (
        <PointTip
          at={shown}
          size={size}
          away={radiusOf(shown.stations) + 8}
          title={props.nameOf(shown.points)}
          lines={props.factsOf(shown.points)}
        />
      )}
      {listed && <Listed {...props} points={listed} onClose={() => setListed(null)} />}
    </div>
  )
}

const isOnePlace = (points: readonly MapPoint[]) =>
  points.every(
    ({ longitude, latitude }) =>
      Math.abs(longitude - points[0]!.longitude) < 1e-5 && Math.abs(latitude - points[0]!.latitude) < 1e-5,
  )

/** The markers in and around the viewport; recomputed at a new zoom step or after a pan by half the viewport. */
function useClusters<P extends MapPoint>(
  points: readonly P[],
  camera: Camera | null,
  size: Size | null,
): Cluster<P>[] {
  const units = useMemo(() => points.map((point) => ({ point, unit: unitOf(point) })), [points])
  const step = camera ? zoomStep(camera.zoom) : 0
  const scale = scaleOf(step)
  const middle = camera && unitOf(camera)
  const half = { x: (size?.width ?? 1) / 2, y: (size?.height ?? 1) / 2 }
  const column = middle ? Math.round((middle.x * scale) / half.x) : 0
  const row = middle ? Math.round((middle.y * scale) / half.y) : 0
  const gathered = useMemo(() => {
    const isNear = ({ x, y }: Pixel) =>
      Math.abs(x * scale - column * half.x) < 3 * half.x && Math.abs(y * scale - row * half.y) < 3 * half.y
    const near = units
      .filter(({ unit }) => isNear(unit))
      .map(({ point, unit }) => ({
        x: unit.x * scale,
        y: unit.y * scale,
        stations: point.stations ?? 1,
        points: [point],
      }))
    return gather(near.length > 400 ? binned(near, BIN_PX) : near)
  }, [units, scale, column, row, half.x, half.y])
  if (!camera || !size) return []
  const place = placer(camera, size)
  return gathered
    .map((cluster) => ({ ...cluster, ...place({ x: cluster.x / scale, y: cluster.y / scale }) }))
    .filter(({ x, y }) => x > 0 && y > 0 && x < size.width && y < size.height)
}

type SpotProps<P extends MapPoint> = Pick<
  MapSheetProps<P>,
  'markOf' | 'nameOf' | 'factsOf' | 'badgeOf' | 'linkOf'
> & {
  cluster: Cluster<P>
  still: boolean
  onPoint: (on: boolean) => void
  onPress: () => void
}

function Spot<P extends MapPoint>({
  cluster,
  still,
  markOf,
  nameOf,
  factsOf,
  badgeOf,
  linkOf,
  onPoint,
  onPress,
}: SpotProps<P>) {
  const { x, y, stations, points } = cluster
  const radius = radiusOf(stations)
  const className = ['spot', stations > 1 && 'many', markOf?.(points)].filter(Boolean).join(' ')
  const style = { left: x, top: y, width: 2 * radius, height: 2 * radius }
  if (still) return <span className={className} style={style} aria-hidden />
  const link = linkOf?.(points)
  const marker = {
    className,
    style,
    'aria-label': [nameOf(points), ...factsOf(points)].join('，'),
    onPointerEnter: () => onPoint(true),
    onPointerLeave: () => onPoint(false),
    onFocus: () => onPoint(true),
    onBlur: () => onPoint(false),
    children: (
      <>
        {stations > 1 && <span aria-hidden>{formatNumber(stations)}</span>}
        {badgeOf?.(points)}
      </>
    ),
  }
  if (!link) return <button type="button" {...marker} onClick={onPress} />
  return link.to === null ? (
    <span role="img" {...marker} />
  ) : (
    <Link to={link.to} draggable={false} {...marker} />
  )
}

type ListedProps<P extends MapPoint> = Pick<MapSheetProps<P>, 'nameOf' | 'points' | 'onOpen'> & {
  onClose: () => void
}

/** Stations of one place, which zooming cannot separate. */
function Listed<P extends MapPoint>({ points, nameOf, onOpen, onClose }: ListedProps<P>) {
  const [before] = useState(() => document.activeElement)
  const opener = before instanceof HTMLElement ? before : null
  const close = () => {
    onClose()
    opener?.focus({ preventScroll: true })
  }
  return (
    <PopoverBox label="同一位置的电站" className="map-list" onClose={onClose} opener={() => opener}>
      <ul>
        {points.slice(0, LISTED).map((point) => (
          <li key={point.key}>
            <button type="button" className="btn txt" onClick={() => onOpen?.(point)}>
              {nameOf([point])}
            </button>
          </li>
        ))}
      </ul>
      {points.length > LISTED && (
        <p className="t3">另有 {formatNumber(points.length - LISTED)} 座，请用筛选缩小范围</p>
      )}
      <button type="button" className="btn sm" onClick={close}>
        关闭
      </button>
    </PopoverBox>
  )
}
