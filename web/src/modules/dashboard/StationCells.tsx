import { sharesOf } from '../../kit/chart/scale.ts'
import { formatNumber } from '../../kit/format.ts'
import { lossOf, markOf, megawatts, stationFacts, type WorkMap } from '../../domain/station-map/figures.ts'
import { Diamond, Late } from '../../domain/station-map/Marks.tsx'
import { Bar } from './Bar.tsx'
import { Lead } from '../../kit/Lead.tsx'
import css from './home-map.module.css'

type StationCellsProps = { stations: WorkMap['stations']; linkTo: (psId: string) => string | null }

/** A few stations, each in a cell, the highest loss first. */
export function StationCells({ stations, linkTo }: StationCellsProps) {
  const shares = sharesOf(stations.map(({ orders }) => orders.lossPower))
  return (
    <ul className={css.cells}>
      {stations.map((station, at) => {
        const { psId, psName, capacityKwp } = station
        const { open, overdue, lossPower } = station.orders
        const mark = markOf(station)
        return (
          <li key={psId}>
            <Lead to={linkTo(psId)} className={mark === 'outage' ? `${css.cell} ${css.bad}` : css.cell}>
              <span className="sr">{[psName, ...stationFacts(station)].join('，')}</span>
              <span className={css.name} aria-hidden>
                {mark === 'outage' ? <Diamond /> : <i className={mark === 'late' ? css.late : css.calm} />}
                <b className="nw" title={psName}>
                  {psName}
                </b>
              </span>
              <Bar {...shares[at]!} tone={mark === 'outage' ? 'err' : ''} />
              <span className={css.facts} aria-hidden>
                <span>{megawatts(capacityKwp)}</span>
                <span>在办 {formatNumber(open)} 单</span>
              </span>
              <span className={css.facts} aria-hidden>
                <span>{lossPower > 0 ? `损失 ${lossOf(lossPower)} kWh/h` : '没有损失'}</span>
                {overdue > 0 && (
                  <span className={`err ${css.overdue}`} title="超时工单">
                    <Late />
                    <b>{formatNumber(overdue)}</b>
                  </span>
                )}
              </span>
            </Lead>
          </li>
        )
      })}
    </ul>
  )
}
