import { formatNumber } from '../../../kit/format.ts'
import { Empty } from '../../../kit/States.tsx'
import type { HallRow } from './hall-rows.ts'
import css from './hall.module.css'

const SIZE = 240
const CENTRE = SIZE / 2
const REACH = 104
const RINGS_KM = [2, 10, 100]
/** Names of more stations would hide each other. */
const MOST_NAMES = 4

/** How far from the centre a distance is drawn: by its logarithm, so that what is near can be told apart. */
const radiusOf = (km: number) => Math.min(1, Math.log10(1 + km) / Math.log10(101)) * REACH

type Spot = { psId: string; psName: string; km: number; bearing: number; orders: number }

/** The stations of the orders, each once, the nearest first. */
export function spotsOf(rows: readonly HallRow[]): Spot[] {
  const spots = new Map<string, Spot>()
  for (const { psId, psName, distanceKm, bearing } of rows) {
    if (distanceKm === null || bearing === null) continue
    const known = spots.get(psId)
    spots.set(psId, { psId, psName, km: distanceKm, bearing, orders: (known?.orders ?? 0) + 1 })
  }
  return [...spots.values()].toSorted((a, b) => a.km - b.km)
}

/** Where the stations of the orders are, as seen from the user: north is up. */
export function Radar({ rows }: { rows: readonly HallRow[] }) {
  const spots = spotsOf(rows)
  if (spots.length === 0) return <Empty title="没有距离" text="这些电站没有登记经纬度" />
  const said = spots.map(({ psName, km, orders }) => `${psName} ${formatNumber(km, 1)} km ${orders} 单`)
  return (
    <>
      <svg className={css.radar} viewBox={`0 0 ${SIZE} ${SIZE}`} role="img" aria-label={said.join('；')}>
        {RINGS_KM.map((km) => (
          <g key={km}>
            <circle cx={CENTRE} cy={CENTRE} r={radiusOf(km)} />
            <text x={CENTRE} y={CENTRE + radiusOf(km) - 4} textAnchor="middle">
              {km} km
            </text>
          </g>
        ))}
        <circle className={css.me} cx={CENTRE} cy={CENTRE} r={5} />
        {spots.map(({ psId, psName, km, bearing, orders }, at) => {
          const angle = (bearing / 180) * Math.PI
          const x = CENTRE + Math.sin(angle) * radiusOf(km)
          const y = CENTRE - Math.cos(angle) * radiusOf(km)
          const toLeft = x > CENTRE
          return (
            <g key={psId} className={css.spot}>
              <title>{said[at]}</title>
              <circle cx={x} cy={y} r={4} />
              {at < MOST_NAMES && (
                <text x={toLeft ? x - 8 : x + 8} y={y + 4} textAnchor={toLeft ? 'end' : 'start'}>
                  {psName.slice(-6)} {orders}
                </text>
              )}
            </g>
          )
        })}
      </svg>
      <p className="t3 s12">上方为北，距离按对数刻度，数字为单数</p>
    </>
  )
}
