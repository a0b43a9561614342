import type { Received } from '@heliodesk/contract/call.ts'
import type { dashboardCalls } from '@heliodesk/contract/dashboard.ts'
import { formatNumber } from '../../kit/format.ts'
import { MapSheet, type MapPoint, type MarkerLink } from '../../kit/map/MapSheet.tsx'
import { DashCard, type CardProps } from './DashCard.tsx'
import type { Links } from './links.ts'
import chartsCss from './charts.module.css'
import dashboardCss from './dashboard.module.css'

export type Places = Received<typeof dashboardCalls.places>
type Place = Places['points'][number]
type Point = Place & MapPoint

/** The stations on a map; markers cluster near stations and show overdue orders and outages. */
export const StationMap = ({ reading, links }: CardProps<Places>) => (
  <DashCard
    className={dashboardCss.map}
    title="电站分布"
    reading={reading}
    fact={({ unplaced }) => unplaced > 0 && `另有 ${formatNumber(unplaced)} 座未填坐标`}
    tools={({ points }) => (
      <span className={chartsCss.legend}>
        <span>
          <svg width="12" height="12" viewBox="-6 -6 12 12" aria-hidden>
            <circle r="4" className={`late ${chartsCss.late}`} />
          </svg>
          超时 {formatNumber(sum(points, 'overdue'))}
        </span>
        <span title="有抢修或陪停工单的电站">
          <svg width="12" height="12" viewBox="-6 -6 12 12" aria-hidden>
            <Diamond />
          </svg>
          抢修陪停 {formatNumber(sum(points, 'outages'))}
        </span>
      </span>
    )}
    skeleton={<span className={`sk ${chartsCss.chart}`} aria-hidden />}
  >
    {({ points, unplaced }) =>
      points.length === 0 ? (
        <div className="empty">
          <b>{unplaced > 0 ? '电站还没有坐标' : '范围内没有电站'}</b>
          <span>填写经纬度后，电站会出现在地图上</span>
        </div>
      ) : (
        <MapSheet
          label="电站分布图"
          points={points.map((point): Point => ({ ...point, key: point.psIds[0]! }))}
          markOf={(some) => (sum(some, 'overdue') > 0 ? 'late' : '')}
          badgeOf={(some) =>
            sum(some, 'outages') > 0 && (
              <svg className="badge" width="14" height="14" viewBox="-7 -7 14 14" aria-hidden>
                <Diamond />
              </svg>
            )
          }
          nameOf={nameOf}
          factsOf={factsOf}
          linkOf={(some) => linkOf(some, links)}
        />
      )
    }
  </DashCard>
)

const Diamond = () => <path className={chartsCss.outage} d="M0-4.6 4.6 0 0 4.6-4.6 0z" />

type Amount = 'stations' | 'openOrders' | 'overdue' | 'outages' | 'lossPower' | 'capacityKwp'

const sum = (points: readonly Place[], name: Amount) =>
  points.reduce((total, point) => total + point[name], 0)

/** The open orders of the stations; places with too many stations for one list are opened instead. */
function linkOf(points: readonly Place[], links: Links): MarkerLink | null {
  const ids = points.flatMap(({ psIds }) => psIds)
  const isWhole = ids.length === sum(points, 'stations')
  if (!isWhole && points.length > 1) return null
  return { to: isWhole ? links.orders({ view: 'open', psId: ids }) : null }
}

function nameOf(points: readonly Place[]): string {
  const stations = sum(points, 'stations')
  const provinces = [...new Set(points.map(({ province }) => province))].filter((each) => each !== null)
  const first = points.toSorted((a, b) => b.lossPower - a.lossPower)[0]!.psName
  return stations === 1 ? first : `${provinces.slice(0, 3).join('、') || first} ${formatNumber(stations)} 座`
}

function factsOf(points: readonly Place[]): string[] {
  const [overdue, outages] = [sum(points, 'overdue'), sum(points, 'outages')]
  const lossPower = sum(points, 'lossPower')
  return [
    `${formatNumber(sum(points, 'capacityKwp') / 1000, 1)} MW`,
    `在办 ${formatNumber(sum(points, 'openOrders'))} 单`,
    ...(overdue > 0 ? [`超时 ${formatNumber(overdue)} 单`] : []),
    ...(outages > 0 ? [`抢修陪停 ${formatNumber(outages)} 座`] : []),
    ...(lossPower > 0 ? [`损失 ${formatNumber(lossPower, 1)} kWh/h`] : []),
  ]
}
