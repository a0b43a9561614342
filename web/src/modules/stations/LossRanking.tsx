import { useEffect, useRef, type KeyboardEvent } from 'react'
import { Link } from 'react-router'
import { Diamond, Late } from '../../domain/station-map/Marks.tsx'
import { lossOf, perMw, type Figures, type MapStation } from '../../domain/station-map/figures.ts'
import { EMPTY, formatNumber } from '../../kit/format.ts'
import css from './loss-ranking.module.css'

type Row = Omit<Figures, 'stations'> & { key: string; name: string }

/** A station as a row. */
export const rankedStation = (station: MapStation): Row => ({
  ...station,
  key: station.psId,
  name: station.psName,
  outages: station.outage ? 1 : 0,
  lossPerMw: station.capacityKwp ? (station.lossPower / station.capacityKwp) * 1000 : null,
})

type LossRankingProps = {
  /** What the rows are. */
  of: string
  rows: readonly Row[]
  linkTo: (key: string) => string
  /** The highlighted row. */
  pointed: string | null
  onPoint: (key: string | null) => void
  total: Figures
  /** Shows the power of each instead of a bar. */
  withPower?: boolean
}

/** The same figures as the map's, in rows, the highest loss first; the arrow keys move between them. */
export function LossRanking({
  of,
  rows,
  linkTo,
  pointed,
  onPoint,
  total,
  withPower = false,
}: LossRankingProps) {
  const ref = useRef<HTMLTableSectionElement>(null)
  const most = Math.sqrt(Math.max(0, ...rows.map(({ lossPower }) => lossPower)))
  useEffect(() => {
    if (pointed) ref.current?.querySelector('[data-pointed]')?.scrollIntoView({ block: 'nearest' })
  }, [pointed])
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    const links = [...(ref.current?.querySelectorAll('a') ?? [])]
    const next = links[links.findIndex((each) => each === document.activeElement) + step]
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  return (
    <div className={css.scroll} onPointerLeave={() => onPoint(null)}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{of}</th>
            {withPower && <th scope="col">MW</th>}
            <th scope="col">损失 kWh/h</th>
            {!withPower && <th scope="col">每 MW</th>}
          </tr>
        </thead>
        <tbody ref={ref} onKeyDown={onKeyDown}>
          {rows.map((row) => (
            <tr
              key={row.key}
              data-pointed={pointed === row.key ? '' : undefined}
              onPointerEnter={() => onPoint(row.key)}
            >
              <th scope="row">
                <span className={css.name}>
                  <Link
                    title={row.name}
                    to={linkTo(row.key)}
                    state={{ pushed: true }}
                    onFocus={() => onPoint(row.key)}
                    onBlur={() => onPoint(null)}
                  >
                    {row.name}
                  </Link>
                  <Marks {...row} />
                </span>
              </th>
              {withPower && (
                <td className="t2">
                  {row.capacityKwp === null ? EMPTY : formatNumber(row.capacityKwp / 1000, 1)}
                </td>
              )}
              <td>
                <span className={css.loss}>
                  {!withPower && (
                    <span className={css.bar} aria-hidden>
                      <i style={{ width: `${most === 0 ? 0 : (Math.sqrt(row.lossPower) / most) * 100}%` }} />
                    </span>
                  )}
                  <span>{row.lossPower > 0 ? lossOf(row.lossPower) : EMPTY}</span>
                </span>
              </td>
              {!withPower && <td className="t2">{perMw(row.lossPerMw)}</td>}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">
              合计
              {!withPower && <small>条长按平方根</small>}
            </th>
            {withPower && (
              <td>{total.capacityKwp === null ? EMPTY : formatNumber(total.capacityKwp / 1000, 1)}</td>
            )}
            <td>{lossOf(total.lossPower)}</td>
            {!withPower && <td>{perMw(total.lossPerMw)}</td>}
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

const Marks = ({ outages, overdue }: Pick<Row, 'outages' | 'overdue'>) => (
  <>
    {outages > 0 && (
      <span className={css.mark} title="抢修陪停">
        <Diamond />
        <span className="sr">抢修陪停</span>
        {formatNumber(outages)}
      </span>
    )}
    {overdue > 0 && (
      <span className={`${css.mark} err`} title="超时工单">
        <Late />
        <span className="sr">超时</span>
        {formatNumber(overdue)}
      </span>
    )}
  </>
)
