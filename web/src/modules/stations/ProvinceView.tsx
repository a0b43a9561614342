import { OTHER_PROVINCE } from '@heliodesk/contract/provinces.ts'
import { ArrowLeft, ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { StationDots } from '../../domain/station-map/StationDots.tsx'
import type { Neighbours } from '../../domain/station-map/cells.ts'
import type { ProvinceFigures, StationMap } from '../../domain/station-map/figures.ts'
import { TileInset } from '../../domain/station-map/TileInset.tsx'
import { Button } from '../../kit/Button.tsx'
import { formatNumber } from '../../kit/format.ts'
import { DotLegend } from '../../kit/map/DotSheet.tsx'
import { Empty } from '../../kit/States.tsx'
import { MapRanking, rankedStation } from './MapRanking.tsx'
import type { MapLinks } from './map-links.ts'
import { MapTotals } from './MapTotals.tsx'
import css from './stations-map.module.css'

type ProvinceViewProps = {
  province: string
  map: StationMap
  /** All provinces with stations; null until they are known. */
  provinces: readonly ProvinceFigures[] | null
  neighbours: Neighbours
  links: MapLinks
  onMove: (province: string) => void
  onLeave: () => void
}

const nameOf = (province: string) => (province === OTHER_PROVINCE ? '未填省份' : province)

/** The stations of one province, at their places and in a list. */
export function ProvinceView({ province, map, provinces, links, onLeave, ...moves }: ProvinceViewProps) {
  const name = nameOf(province)
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
        {provinces && provinces.length > 1 && <Moves {...moves} />}
      </div>
      <div className={css.panes} key={province}>
        <div className={css.sheet}>
          {isPlaced ? (
            <>
              <StationDots
                label={`${name}的电站`}
                stations={stations}
                pointed={pointed}
                onPoint={setPointed}
                linkTo={links.station}
                corner={
                  provinces && <TileInset provinces={provinces} current={province} onMove={moves.onMove} />
                }
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

/** To the provinces before and after, by buttons that say which. */
function Moves({ neighbours: { before, after }, onMove }: Pick<ProvinceViewProps, 'neighbours' | 'onMove'>) {
  return (
    <span className="mla row" title="按 [ 和 ] 切换省份">
      <Button
        size="sm"
        repeatMs={0}
        refusal={before === null ? '已是第一个有电站的省份' : null}
        onClick={() => before !== null && onMove(before)}
      >
        <ChevronLeft className="i s" aria-hidden />
        <span className="sr">上一省</span>
        {before === null ? '--' : nameOf(before)}
      </Button>
      <Button
        size="sm"
        repeatMs={0}
        refusal={after === null ? '已是最后一个有电站的省份' : null}
        onClick={() => after !== null && onMove(after)}
      >
        <span className="sr">下一省</span>
        {after === null ? '--' : nameOf(after)}
        <ChevronRight className="i s" aria-hidden />
      </Button>
    </span>
  )
}
