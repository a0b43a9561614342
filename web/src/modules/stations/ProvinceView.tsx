import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { StationDots } from '../../domain/station-map/StationDots.tsx'
import { type StationMap } from '../../domain/station-map/figures.ts'
import { formatNumber } from '../../kit/format.ts'
import { DotLegend } from '../../kit/map/DotSheet.tsx'
import { Empty } from '../../kit/States.tsx'
import { MapRanking, rankedStation } from './MapRanking.tsx'
import type { MapLinks } from './map-links.ts'
import { MapTotals } from './MapTotals.tsx'
import css from './stations-map.module.css'

type ProvinceViewProps = { name: string; map: StationMap; links: MapLinks; onLeave: () => void }

/** The stations of one province, at their places and in a list. */
export function ProvinceView({ name, map, links, onLeave }: ProvinceViewProps) {
  const { total, stations, unplaced } = map
  const [pointed, setPointed] = useState<string | null>(null)
  const back = useRef<HTMLButtonElement>(null)
  // The tile that had the focus is gone.
  useEffect(() => {
    if (document.activeElement === document.body) back.current?.focus()
  }, [])
  const seesOrders = total.orders !== null
  const hidden = total.stations - stations.length
  const isPlaced = stations.some(({ longitude, latitude }) => longitude !== null && latitude !== null)
  return (
    <>
      <div className={css.barLine}>
        <button ref={back} type="button" className="btn sm" onClick={onLeave} title="Esc">
          <ArrowLeft className="i s" aria-hidden />
          全国
        </button>
        <h2 className={css.province}>{name}</h2>
        <MapTotals {...total} />
        {unplaced > 0 && <a href={links.unplaced}>{formatNumber(unplaced)} 座未填坐标</a>}
        {hidden > 0 && (
          <span>
            只有{seesOrders ? '损失和容量' : '容量'}最大的 {formatNumber(stations.length)} 座，另有{' '}
            {formatNumber(hidden)} 座，请用筛选缩小范围
          </span>
        )}
      </div>
      <div className={css.panes}>
        <div className={css.sheet}>
          {isPlaced ? (
            <>
              <StationDots
                label={`${name}的电站`}
                stations={stations}
                pointed={pointed}
                onPoint={setPointed}
                linkTo={links.station}
              />
              <DotLegend fanned withOrders={seesOrders} />
            </>
          ) : (
            <Empty
              title="电站还没有坐标"
              text="填写经纬度后，电站会出现在这里"
              action={
                <a className="btn" href={links.unplaced}>
                  查看这些电站
                </a>
              }
            />
          )}
        </div>
        <section className={`card ${css.beside}`} aria-label={`${name}的电站`}>
          <header>
            <h2>电站</h2>
            <span className="t3">
              {formatNumber(total.stations)} 座，按{seesOrders ? '损失' : '容量'}
            </span>
          </header>
          <MapRanking
            of="名称"
            columns={seesOrders ? ['power', 'loss'] : ['power']}
            rows={stations.map(rankedStation)}
            linkTo={links.station}
            pointed={pointed}
            onPoint={setPointed}
            total={total}
          />
        </section>
      </div>
    </>
  )
}
