import { useState } from 'react'
import { StationDots } from '../../domain/station-map/StationDots.tsx'
import { RealMap } from '../../domain/station-map/RealMap.tsx'
import { TileGrid } from '../../domain/station-map/TileGrid.tsx'
import { Diamond, Late, ShortLegend } from '../../domain/station-map/Marks.tsx'
import { lossOf, type WorkMap } from '../../domain/station-map/figures.ts'
import { formatNumber } from '../../kit/format.ts'
import { clientConfig } from '../../lib/client-config.ts'
import type { Links } from './links.ts'
import { StationCells } from './StationCells.tsx'
import css from './home-map.module.css'

/** Up to this many stations have a cell each. */
const CELLS = 12

type HomeMapProps = { map: WorkMap; links: Links }

/** The person's stations, as near as their number allows: each one, one province, or the provinces. */
export function HomeMap({ map, links }: HomeMapProps) {
  const { total, provinces, stations } = map
  const [pointed, setPointed] = useState<string | null>(null)
  const linkTo = (psId: string) => links.orders({ view: 'open', psId: [psId] })
  if (total.stations <= CELLS) return <StationCells stations={stations} linkTo={linkTo} />
  const placed = stations.filter(({ longitude, latitude }) => longitude !== null && latitude !== null)
  const isWhole = stations.length === total.stations && placed.length > 0
  if (isWhole && provinces.length === 1)
    return (
      <StationDots
        label="电站分布图"
        stations={placed}
        pointed={pointed}
        onPoint={setPointed}
        linkTo={linkTo}
      />
    )
  if (isWhole && clientConfig().mapTileUrl)
    return <RealMap label="电站分布图" stations={placed} linkTo={linkTo} />
  const { overdue, outages, lossPower } = total.orders
  return (
    <div className={css.grid}>
      <TileGrid
        label="各省电站"
        provinces={provinces}
        linkTo={(province) => links.stations({ view: 'map', province, maintenanceStatus: '1' })}
        reading={
          <>
            <span className={css.line}>
              <Late />
              <b className={overdue > 0 ? 'err' : undefined}>{formatNumber(overdue)}</b> 单超时
            </span>
            <span className={css.line}>
              <b>{lossOf(lossPower)}</b> kWh/h
            </span>
            <span className={css.line}>
              <Diamond />
              <b>{formatNumber(outages)}</b> 座抢修陪停
            </span>
          </>
        }
        legend={<ShortLegend />}
      />
    </div>
  )
}
