import { useState } from 'react'
import { RealMap } from '../../domain/station-map/RealMap.tsx'
import { TileGrid } from '../../domain/station-map/TileGrid.tsx'
import { TileLegend } from '../../domain/station-map/Marks.tsx'
import {
  lossOf,
  perMw,
  shortMegawatts,
  titleOf,
  type Figures,
  type MapStation,
  type OrderFigures,
  type StationMap,
} from '../../domain/station-map/figures.ts'
import { formatNumber } from '../../kit/format.ts'
import { Segments } from '../../kit/Segments.tsx'
import type { MapLinks } from './map-links.ts'
import { MapRanking, rankedStation } from './MapRanking.tsx'
import { MapTotals } from './MapTotals.tsx'
import css from './stations-map.module.css'

const shades = { loss: '损失', none: '不着色' } as const
const rankings = { provinces: '省份', stations: '电站' } as const

/** Stations named for the province that is pointed at. */
const NAMED = 3

type TileViewProps = {
  map: StationMap
  links: MapLinks
  /** On the operator's tiles instead of the provinces' ones. */
  isReal: boolean
  /** The province that was left. */
  focused: string | null
}

/** All provinces with a ranking beside them. */
export function TileView({ map, links, isReal, focused }: TileViewProps) {
  const { total, provinces, stations, unplaced } = map
  const [shade, setShade] = useState<keyof typeof shades>('loss')
  const [ranking, setRanking] = useState<keyof typeof rankings>('provinces')
  const [pointed, setPointed] = useState<string | null>(null)
  const seesOrders = total.orders !== null
  const told = provinces.find((each) => titleOf(each) === pointed)
  return (
    <>
      <div className={css.barLine}>
        <MapTotals {...total} />
        {unplaced > 0 && <a href={links.unplaced}>{formatNumber(unplaced)} 座未填坐标</a>}
        {!isReal && seesOrders && (
          <span className={`mla row ${css.row}`}>
            <span className="t2">着色</span>
            <Segments label="着色" choices={shades} value={shade} onChange={setShade} />
          </span>
        )}
      </div>
      <div className={css.panes}>
        {isReal ? (
          <div className={css.real}>
            <RealMap label="电站地图" stations={stations} linkTo={links.station} />
          </div>
        ) : (
          <TileGrid
            label="各省电站"
            provinces={provinces}
            coloured={shade === 'loss'}
            pointed={pointed}
            onPoint={setPointed}
            linkTo={links.province}
            focused={focused}
            reading={told ? <Reading figures={told} name={titleOf(told)} stations={stations} /> : <Hint />}
            legend={seesOrders && <TileLegend coloured={shade === 'loss'} />}
          />
        )}
        <section className={`card ${css.beside}`} aria-label={seesOrders ? '损失排行' : '容量'}>
          <header>
            <h2>{seesOrders ? '损失排行' : '容量'}</h2>
            {seesOrders && <span className="t3">此刻</span>}
            <span className="mla">
              <Segments label="排行" choices={rankings} value={ranking} onChange={setRanking} />
            </span>
          </header>
          {ranking === 'provinces' ? (
            <MapRanking
              of="省份"
              columns={seesOrders ? ['bars', 'perMw'] : ['count', 'power']}
              rows={provinces.map((each) => ({ ...each, key: titleOf(each), name: titleOf(each) }))}
              linkTo={links.province}
              pointed={pointed}
              onPoint={setPointed}
              total={total}
            />
          ) : (
            <MapRanking
              of="电站"
              columns={seesOrders ? ['bars', 'perMw'] : ['power']}
              rows={stations.slice(0, 100).map(rankedStation)}
              linkTo={links.station}
              pointed={null}
              onPoint={() => undefined}
              total={total}
            />
          )}
        </section>
      </div>
    </>
  )
}

const Hint = () => <p className={css.hint}>每省一格，位置固定，不绘制行政边界</p>

type ReadingProps = { figures: Figures; name: string; stations: readonly MapStation[] }

/** The province that is pointed at, and what its orders say. */
function Reading({ figures, name, stations }: ReadingProps) {
  return (
    <div className={css.reading} role="status">
      <span className={css.head}>
        <b>{name}</b>
        <span className="t3">
          {formatNumber(figures.stations)} 座 · {shortMegawatts(figures.capacityKwp)}
        </span>
      </span>
      {figures.orders && <OrderReading orders={figures.orders} name={name} stations={stations} />}
    </div>
  )
}

type OrderReadingProps = Omit<ReadingProps, 'figures'> & { orders: OrderFigures }

/** The loss and the orders of a province, and its stations that lose most. */
function OrderReading({ orders, name, stations }: OrderReadingProps) {
  const here = stations.filter((each) => titleOf(each) === name && each.orders && each.orders.lossPower > 0)
  const { lossPower, lossPerMw, overdue, outages } = orders
  return (
    <>
      <dl>
        <div>
          <dt>损失 kWh/h</dt>
          <dd>{lossOf(lossPower)}</dd>
        </div>
        <div>
          <dt>每 MW</dt>
          <dd>{perMw(lossPerMw)}</dd>
        </div>
        <div>
          <dt>抢修陪停</dt>
          <dd>{formatNumber(outages)} 座</dd>
        </div>
        <div>
          <dt>超时</dt>
          <dd className={overdue > 0 ? 'err' : undefined}>{formatNumber(overdue)} 单</dd>
        </div>
      </dl>
      {here.length > 0 && (
        <ul>
          {here.slice(0, NAMED).map(({ psId, psName, orders: each }) => (
            <li key={psId}>
              <span>{psName}</span>
              <b>{each && lossOf(each.lossPower)}</b>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
