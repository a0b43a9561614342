import { formatNumber } from '../../kit/format.ts'
import type { WorkMap } from '../../domain/station-map/figures.ts'
import { ReadingCard } from '../../kit/ReadingCard.tsx'
import type { CardProps } from './links.ts'
import chartsCss from './charts.module.css'
import dashboardCss from './dashboard.module.css'
import { lazily } from '../../kit/lazily.tsx'

const Skeleton = () => <span className={`sk ${chartsCss.chart}`} aria-hidden />

const HomeMap = lazily(async () => (await import('./HomeMap.tsx')).HomeMap, Skeleton)

/** The person's stations on the map. */
export function StationMap({ reading, links }: CardProps<WorkMap>) {
  return (
    <ReadingCard
      className={dashboardCss.map}
      title="电站分布"
      reading={reading}
      fact={({ total }) =>
        total.stations > 0 &&
        [
          `${formatNumber(total.stations)} 座`,
          ...(total.capacityKwp === null ? [] : [`${formatNumber(total.capacityKwp / 1000, 1)} MW`]),
        ].join(' · ')
      }
      more={{ title: '地图', to: links.stations({ view: 'map', maintenanceStatus: '1' }) }}
      skeleton={<Skeleton />}
    >
      {(map) =>
        map.total.stations === 0 ? (
          <div className="empty">
            <b>范围内没有在维的电站</b>
            <span>电站建档后会出现在这里</span>
          </div>
        ) : (
          <HomeMap map={map} links={links} />
        )
      }
    </ReadingCard>
  )
}
