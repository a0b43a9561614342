import { lossOf, megawatts, type Figures, type OrderFigures } from '../../domain/station-map/figures.ts'
import { formatNumber } from '../../kit/format.ts'
import css from './stations-map.module.css'

/** The figures of all stations on the map, in one line. */
export const MapTotals = ({ stations, capacityKwp, orders }: Figures) => (
  <>
    <span>
      <b>{formatNumber(stations)}</b> 座
    </span>
    <span>
      <b>{megawatts(capacityKwp)}</b>
    </span>
    {orders && <OrderTotals {...orders} />}
  </>
)

const OrderTotals = ({ lossPower, open, outages, overdue }: OrderFigures) => (
  <>
    <span>
      损失 <b>{lossOf(lossPower)}</b> kWh/h
    </span>
    <span>
      在办 <b>{formatNumber(open)}</b> 单
    </span>
    <span className={overdue > 0 ? css.bad : undefined}>
      超时 <b>{formatNumber(overdue)}</b> 单
    </span>
    <span>
      抢修陪停 <b>{formatNumber(outages)}</b> 座
    </span>
  </>
)
