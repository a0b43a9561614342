import { useEffect, useRef, type KeyboardEvent } from 'react'
import { Link } from 'react-router'
import { Diamond, Late } from '../../domain/station-map/Marks.tsx'
import {
  lossOf,
  perMw,
  type Figures,
  type MapStation,
  type OrderFigures,
} from '../../domain/station-map/figures.ts'
import { EMPTY, formatNumber } from '../../kit/format.ts'
import { HeadRow } from '../../kit/HeadRow.tsx'
import css from './map-ranking.module.css'

type Row = Figures & { key: string; name: string }

/** A station as a row. */
export const rankedStation = ({ psId, psName, capacityKwp, orders }: MapStation): Row => ({
  key: psId,
  name: psName,
  stations: 1,
  capacityKwp,
  orders: orders && {
    ...orders,
    outages: orders.outage ? 1 : 0,
    lossPerMw: capacityKwp ? (orders.lossPower / capacityKwp) * 1000 : null,
  },
})

/** The columns after the name; `bars` shows the loss with a bar. */
type Column = 'count' | 'power' | 'loss' | 'bars' | 'perMw'

const titles: Record<Column, string> = {
  count: '座',
  power: 'MW',
  loss: '损失 kWh/h',
  bars: '损失 kWh/h',
  perMw: '每 MW',
}

function figureOf(column: Column, { stations, capacityKwp, orders }: Figures): string {
  if (column === 'count') return formatNumber(stations)
  if (column === 'power') return capacityKwp === null ? EMPTY : formatNumber(capacityKwp / 1000, 1)
  if (orders === null) return EMPTY
  return column === 'perMw' ? perMw(orders.lossPerMw) : lossOf(orders.lossPower)
}

type MapRankingProps = {
  /** What the rows are. */
  of: string
  columns: readonly Column[]
  rows: readonly Row[]
  linkTo: (key: string) => string
  /** The highlighted row. */
  pointed: string | null
  onPoint: (key: string | null) => void
  total: Figures
}

/** The same figures as the map's, in rows in the order of the answer; the arrow keys move between them. */
export function MapRanking({ of, columns, rows, linkTo, pointed, onPoint, total }: MapRankingProps) {
  const ref = useRef<HTMLTableSectionElement>(null)
  const most = Math.sqrt(Math.max(0, ...rows.map(lossIn)))
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
        <HeadRow titles={[of, ...columns.map((column) => titles[column])]} />
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
                  {row.orders && <Marks {...row.orders} />}
                </span>
              </th>
              {columns.map((column) => {
                const isLoss = column === 'loss' || column === 'bars'
                if (!isLoss)
                  return (
                    <td key={column} className="t2">
                      {figureOf(column, row)}
                    </td>
                  )
                return (
                  <td key={column}>
                    <span className={css.loss}>
                      {column === 'bars' && <Bar share={most === 0 ? 0 : Math.sqrt(lossIn(row)) / most} />}
                      <span>{lossIn(row) > 0 ? figureOf(column, row) : EMPTY}</span>
                    </span>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">
              合计
              {columns.includes('bars') && <small>条长按平方根</small>}
            </th>
            {columns.map((column) => (
              <td key={column}>{figureOf(column, total)}</td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

const lossIn = ({ orders }: Row): number => orders?.lossPower ?? 0

const Bar = ({ share }: { share: number }) => (
  <span className={css.bar} aria-hidden>
    <i style={{ width: `${share * 100}%` }} />
  </span>
)

const Marks = ({ outages, overdue }: OrderFigures) => (
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
