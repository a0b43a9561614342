import { useEffect, useId, useState, useSyncExternalStore } from 'react'
import {
  arcPath,
  DAY,
  haloOf,
  isDaylight,
  layLabels,
  layRows,
  layScene,
  pointAt,
  ticks,
  travelledDash,
  travelledUntil,
} from './sun-path.ts'
import forgotCss from './forgot.module.css'
import signInCss from './sign-in.module.css'

/** The day as an arc with the sun at the current time, above rows of modules that reflect it. */
export function SunScene() {
  const { width, height, compact } = useSceneSize()
  const hour = useHour()
  const id = useId()
  const scene = layScene(width, height, compact)
  const until = travelledUntil(hour)
  const day = isDaylight(hour)
  const sun = pointAt(scene, until)
  const rows = layRows(scene, day ? sun.x : null)
  const { horizon } = scene
  return (
    <div aria-hidden>
      <svg className={signInCss.sunScene} viewBox={`0 0 ${width} ${height}`}>
        <defs>
          <linearGradient id={`${id}sky`} x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stopColor="var(--sky-1)" />
            <stop offset="1" stopColor="var(--sky-2)" />
          </linearGradient>
          <linearGradient id={`${id}face`} x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stopColor="var(--face-1)" />
            <stop offset="1" stopColor="var(--face-2)" />
          </linearGradient>
          <radialGradient
            id={`${id}glow`}
            gradientUnits="userSpaceOnUse"
            cx={sun.x}
            cy={sun.y}
            r={scene.arc.radius * 1.12}
          >
            <stop offset="0" stopColor="var(--glow)" stopOpacity=".5" />
            <stop offset=".35" stopColor="var(--glow)" stopOpacity=".2" />
            <stop offset="1" stopColor="var(--glow)" stopOpacity="0" />
          </radialGradient>
        </defs>
        <rect width={width} height={horizon} fill={`url(#${id}sky)`} />
        {/* Not a circle: the circle of a low sun would extend beyond the scene, over the text there. */}
        {day && <rect width={width} height={height} fill={`url(#${id}glow)`} />}
        <path className={signInCss.hills} d={hills(width, horizon)} />
        <rect className={signInCss.ground} y={horizon} width={width} height={height - horizon} />
        <path className={signInCss.edge} d={`M0 ${horizon}H${width}`} />
        {rows.map((row) => (
          <g key={row.top}>
            <path d={row.face} fill={`url(#${id}face)`} />
            <path className={signInCss.cells} d={row.cells} />
            <path className={signInCss.seams} d={row.seams} />
            {row.glint && <path className={signInCss.glint} d={row.glint} />}
            <path className={signInCss.frameTop} d={`M0 ${row.top}H${width}`} />
          </g>
        ))}
        {/* Complete arcs: the bounding boxes of partial arcs would overlap the hour labels, whose contrast could then not be measured. */}
        <path className={signInCss.ahead} d={arcPath(scene)} />
        <path
          className={signInCss.behind}
          d={arcPath(scene)}
          pathLength={DAY}
          strokeDasharray={travelledDash(until)}
        />
        {ticks(scene).map((tick) => (
          <path
            key={tick.hour}
            className={
              tick.hour <= until ? `${signInCss.tick} ${forgotCss.past} ${signInCss.past}` : signInCss.tick
            }
            d={tick.path}
          />
        ))}
        {day && (
          <g>
            <circle className={signInCss.halo} cx={sun.x} cy={sun.y} r={haloOf(scene)} />
            <circle className={signInCss.disc} cx={sun.x} cy={sun.y} r={compact ? 10 : 17} />
          </g>
        )}
      </svg>
      {layLabels(scene, day ? sun : null).map((label) => (
        <span key={label.hour} className={signInCss.hour} style={{ left: label.x, top: label.y }}>
          {String(label.hour).padStart(2, '0')}:00
        </span>
      ))}
    </div>
  )
}

function hills(width: number, horizon: number): string {
  const x = (part: number) => width * part
  const y = (up: number) => horizon - up
  return (
    `M0 ${y(8)}C${x(0.12)} ${y(36)} ${x(0.27)} ${y(40)} ${x(0.36)} ${y(25)}S${x(0.46)} ${y(12)} ${x(0.55)} ${y(19)}` +
    `S${x(0.85)} ${y(46)} ${width} ${y(25)}V${horizon}H0z`
  )
}

/** The time of day in hours, with a fraction; updated every minute. */
function useHour(): number {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now.getHours() + now.getMinutes() / 60
}

function onResize(listener: () => void): () => void {
  addEventListener('resize', listener)
  return () => removeEventListener('resize', listener)
}

const SIDE_BY_SIDE = 900

/** The scene is the left 54 % of a wide window, or the top of a narrow one; sign-in.module.css has the same values. */
function useSceneSize() {
  const width = useSyncExternalStore(onResize, () => innerWidth)
  const height = useSyncExternalStore(onResize, () => innerHeight)
  if (width >= SIDE_BY_SIDE) {
    return { width: Math.round(width * 0.5417), height: Math.max(height, 560), compact: false }
  }
  return { width, height: Math.min(300, Math.round(height * 0.36)), compact: true }
}
