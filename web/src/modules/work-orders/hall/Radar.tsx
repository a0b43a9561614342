import { formatNumber } from '../../../kit/format.ts'
import { Empty } from '../../../kit/States.tsx'
import type { HallRow } from './hall-rows.ts'
import { CENTRE, labelsOf, radiusOf, SIZE, spotsOf } from './radar-spots.ts'
import css from './hall.module.css'

const RINGS_KM = [2, 10, 100]

/** Where the stations of the orders are, as seen from the user: north is up. */
export function Radar({ rows }: { rows: readonly HallRow[] }) {
  const spots = spotsOf(rows)
  if (spots.length === 0) return <Empty title="没有距离" text="这些工单的电站没有登记经纬度" />
  const said = spots.map(({ name, km, orders }) => `${name} ${formatNumber(km, 1)} km ${orders} 单`)
  return (
    <>
      <svg className={css.radar} viewBox={`0 0 ${SIZE} ${SIZE}`} role="img" aria-label={said.join('；')}>
        {RINGS_KM.map((km) => (
          <g key={km}>
            <circle cx={CENTRE} cy={CENTRE} r={radiusOf(km)} />
            <text x={CENTRE} y={CENTRE + radiusOf(km) - 4} textAnchor="middle">
              {`${km} km`}
            </text>
          </g>
        ))}
        <circle className={css.me} cx={CENTRE} cy={CENTRE} r={5} />
        {spots.map(({ name, x, y }, at) => (
          <circle key={name} className={css.spot} cx={x} cy={y} r={4}>
            <title>{said[at]}</title>
          </circle>
        ))}
        {labelsOf(spots).map(({ spot, text, x, y }) => (
          <text key={spot.name} className={css.name} x={x} y={y} textAnchor="middle">
            {text}
          </text>
        ))}
      </svg>
      <p className="t3 s12">上方为北，距离按对数刻度，数字为单数</p>
    </>
  )
}
