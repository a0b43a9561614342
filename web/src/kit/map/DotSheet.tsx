import { useMemo, type ReactNode } from 'react'
import { Link } from 'react-router'
import { clientConfig } from '../../lib/client-config.ts'
import { formatNumber } from '../format.ts'
import { PointTip } from '../PointTip.tsx'
import { useSize } from '../use-size.ts'
import { cameraFor, project, type Coordinates } from './camera.ts'
import { dotRadius, fanOut, NOTE_PX, type Box, type Dot, type FanPoint } from './fan.ts'
import { MapTools } from './MapTools.tsx'
import { Net } from './Net.tsx'
import { Tiles } from './Tiles.tsx'
import { useCamera, type Fit } from './use-camera.ts'
import { Word } from './Word.tsx'
import css from './dot-sheet.module.css'
import './map.css'

/** A station of the sheet. */
export type DotPoint = Coordinates &
  Omit<FanPoint, 'x' | 'y'> & {
    mark: 'outage' | 'late' | 'off' | 'calm'
    facts: readonly string[]
    /** Where the dot leads; null for people without access to it. */
    to: string | null
  }

type DotSheetProps = {
  label: string
  points: readonly DotPoint[]
  /** The key of the highlighted station. */
  pointed: string | null
  onPoint: (key: string | null) => void
  /** Shown at the top left, over the map. */
  corner?: ReactNode
}

/** The span in degrees for a single place. */
const LEAST_DEGREES = 0.5

/** Leaves room for names on both sides. */
const withNames: Fit = (points, { width, height }) =>
  cameraFor(points, { width: width * 0.56, height: height * 0.66 }, LEAST_DEGREES)

/** The stations of one region on a graticule, with their names: the area of a dot is its power. */
export function DotSheet({ label, points, pointed, onPoint, corner }: DotSheetProps) {
  const { ref: sheet, size } = useSize<HTMLDivElement>()
  const { ref, camera, area, zoom, isMoved, showAll, lookAt } = useCamera(points, size, withNames)
  const { mapTileUrl: template, mapTileAttribution: attribution } = clientConfig()
  const byKey = useMemo(() => new Map(points.map((point) => [point.key, point])), [points])
  const { ref: cornerRef, size: cornerSize } = useSize<HTMLDivElement>()
  const { ref: toolsRef, size: toolsSize } = useSize<HTMLDivElement>()
  const fans = useMemo(() => {
    if (!camera || !size) return []
    const at = project(camera, size)
    const near = points
      .map((point) => ({ ...point, ...at(point) }))
      .filter(({ x, y }) => x > -40 && y > -40 && x < size.width + 40 && y < size.height + 40)
    const covered: Box[] = []
    if (cornerSize) {
      const { width, height } = cornerSize
      covered.push({ left: 0, top: 0, right: width + CORNER_PX, bottom: height + CORNER_PX })
    }
    if (toolsSize) {
      const left = size.width - toolsSize.width - TOOLS_PX
      covered.push({ left, top: 0, right: size.width, bottom: toolsSize.height + TOOLS_PX })
    }
    return fanOut(near, size, phaseOf, noteOf, covered)
  }, [points, camera, size, cornerSize, toolsSize])
  const dots = fans.flatMap((fan) => (fan.kind === 'fan' ? fan.dots : []))
  const shown = dots.find(({ key }) => key === pointed)
  const told = shown && byKey.get(shown.key)
  return (
    <div className={`sheet-map moves ${css.sheet}`} ref={sheet}>
      <div
        ref={ref}
        className="surface"
        role="region"
        aria-label={`${label}，方向键移动，加减号缩放，0 显示全部`}
        tabIndex={0}
        {...area}
        onPointerLeave={() => onPoint(null)}
      >
        {size && camera && template && (
          <Tiles template={template} attribution={attribution} camera={camera} size={size} />
        )}
        {size && camera && (
          <Net camera={camera} size={size} clusters={[]}>
            {fans.map((fan) =>
              fan.kind === 'fan' && fan.dots.length > 1 ? (
                <g key={fan.dots[0]!.key} className={css.arms}>
                  {fan.dots.map(({ key, x, y }) => (
                    <line key={key} x1={fan.at.x} y1={fan.at.y} x2={x} y2={y} />
                  ))}
                  <path d={`M${fan.at.x - 5} ${fan.at.y}h10m-5-5v10`} />
                </g>
              ) : null,
            )}
          </Net>
        )}
        {fans.map(
          (fan) =>
            fan.kind === 'disc' && (
              <button
                key={fan.keys[0]}
                type="button"
                className={discClass(fan.keys.map((key) => byKey.get(key)!.mark))}
                style={{ left: fan.at.x, top: fan.at.y, width: 2 * fan.radius, height: 2 * fan.radius }}
                aria-label={`${formatNumber(fan.keys.length)} 座：${fan.keys.map((key) => byKey.get(key)!.name).join('、')}`}
                onClick={() => lookAt(fan.keys.map((key) => byKey.get(key)!))}
              >
                {formatNumber(fan.keys.length)}
              </button>
            ),
        )}
        {fans.flatMap(({ titles }) =>
          titles.map(({ text, note, x, y, side }) => (
            <span key={`${text} ${x} ${y}`}>
              <Word x={x} y={y} anchor={side} className={css.title!}>
                {text}
              </Word>
              {note && (
                <Word x={x} y={y + NOTE_PX} anchor={side}>
                  {note}
                </Word>
              )}
            </span>
          )),
        )}
        {dots.map((dot) => (
          <Spot
            key={dot.key}
            dot={dot}
            point={byKey.get(dot.key)!}
            isPointed={dot.key === pointed}
            onPoint={onPoint}
          />
        ))}
      </div>
      <div className="map-corner" ref={cornerRef}>
        {corner}
      </div>
      <MapTools ref={toolsRef} zoom={zoom} isMoved={isMoved} showAll={showAll} />
      {shown && size && told && (
        <PointTip at={shown} size={size} away={shown.radius + 8} title={told.name} lines={told.facts} />
      )}
    </div>
  )
}

/** From the edges of the map to the end of what stands there with its margin (map.css). */
const CORNER_PX = 12
const TOOLS_PX = 14

/** A disc looks as the worst of its stations does, where one is to be noticed. */
function discClass(marks: readonly DotPoint['mark'][]): string {
  if (marks.includes('outage')) return `${css.disc} ${css.outage}`
  return marks.includes('late') ? `${css.disc} ${css.late}` : css.disc!
}

const looks = { outage: css.outage, late: css.late, off: css.off, calm: css.calm }

type SpotProps = { dot: Dot; point: DotPoint; isPointed: boolean; onPoint: (key: string | null) => void }

function Spot({ dot: { key, x, y, radius, label }, point, isPointed, onPoint }: SpotProps) {
  const marker = {
    className: [css.spot, looks[point.mark], isPointed && css.pointed].filter(Boolean).join(' '),
    style: { left: x, top: y, width: 2 * radius, height: 2 * radius },
    'aria-label': [point.name, ...point.facts].join('，'),
    onPointerEnter: () => onPoint(key),
    onFocus: () => onPoint(key),
    onBlur: () => onPoint(null),
    children: point.mark === 'outage' && <i className={css.core} aria-hidden />,
  }
  return (
    <>
      {point.to === null ? (
        <span role="img" {...marker} />
      ) : (
        <Link to={point.to} state={{ pushed: true }} draggable={false} {...marker} />
      )}
      {label && (
        <Word x={label.x} y={label.y} anchor={label.side} className={css.phase!}>
          {label.text}
        </Word>
      )}
    </>
  )
}

const power = (megawatts: number | null) =>
  megawatts === null ? '' : `${formatNumber(megawatts, megawatts < 10 ? 2 : 1)} MW`

/** The power of a station after the rest of its name. */
const phaseOf = (rest: string, { megawatts }: FanPoint): string =>
  [rest, power(megawatts)].filter(Boolean).join(' ')

function noteOf(points: readonly FanPoint[]): string {
  const known = points.flatMap(({ megawatts }) => megawatts ?? [])
  const total = known.length === 0 ? null : known.reduce((sum, each) => sum + each, 0)
  return [points[0]!.place, power(total)].filter(Boolean).join(' · ')
}

/** What the dots mean; `withOrders` if they also tell of orders. */
export const DotLegend = ({ fanned, withOrders }: { fanned: boolean; withOrders: boolean }) => (
  <div className={css.legend}>
    {withOrders && <OrderKeys />}
    <span>
      <i className={`${css.key} ${css.off}`} />
      退场或停用
    </span>
    <span>
      {[5, 20].map((megawatts) => (
        <i
          key={megawatts}
          className={`${css.key} ${css.calm}`}
          style={{ width: 2 * dotRadius(megawatts), height: 2 * dotRadius(megawatts) }}
        />
      ))}
      面积 = MW（5、20）
    </span>
    {fanned && <span>＋ 实际位置，同址各期展开</span>}
  </div>
)

const OrderKeys = () => (
  <>
    <span>
      <i className={`${css.key} ${css.calm}`} />
      正常
    </span>
    <span>
      <i className={`${css.key} ${css.late}`} />
      有超时
    </span>
    <span>
      <i className={`${css.key} ${css.outage}`}>
        <i className={css.core} />
      </i>
      抢修陪停
    </span>
  </>
)
