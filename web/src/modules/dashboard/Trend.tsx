import { useState } from 'react'
import { formatDay, formatNumber } from '../../kit/format.ts'
import type { Size } from '../../kit/map/camera.ts'
import { DashCard, type Reading } from './DashCard.tsx'
import { Lead } from './Lead.tsx'
import type { Links } from './links.ts'
import type { Overview } from './Strip.tsx'
import { frame, TrendDrawing } from './TrendDrawing.tsx'
import { useSize } from '../../kit/use-size.ts'
import chartsCss from './charts.module.css'
import dashboardCss from './dashboard.module.css'

type Days = Overview['days']

/** The number of orders created and accepted per day. */
export function Trend({ reading, links }: { reading: Reading<Overview>; links: Links }) {
  return (
    <DashCard
      className={dashboardCss.trend}
      title="近 30 天流转"
      reading={reading}
      tools={({ days }) => (
        <span className={chartsCss.legend}>
          <span>
            <i className={chartsCss.made} />
            新建 {formatNumber(sum(days, 'created'))}
          </span>
          <span>
            <i className={chartsCss.done} />
            完成 {formatNumber(sum(days, 'finished'))}
          </span>
        </span>
      )}
      skeleton={<span className={`sk ${chartsCss.chart}`} aria-hidden />}
    >
      {({ days }) => <Chart days={days} links={links} />}
    </DashCard>
  )
}

const sum = (days: Days, name: 'created' | 'finished') => days.reduce((total, day) => total + day[name], 0)

function Chart({ days, links }: { days: Days; links: Links }) {
  const { ref, size } = useSize<HTMLDivElement>()
  const [pointed, setPointed] = useState<number | null>(null)
  return (
    <div className={chartsCss.chart} ref={ref} onPointerLeave={() => setPointed(null)}>
      {size && <TrendDrawing days={days} size={size} pointed={pointed} />}
      <div
        className={chartsCss.days}
        style={{ inset: `${frame.top + frame.head}px ${frame.right}px ${frame.bottom}px ${frame.left}px` }}
      >
        {days.map(({ day }, at) => (
          <Lead
            key={day}
            to={links.orders({ createTime: [day, day] })}
            label={`${day} 新建的工单`}
            pointerOnly
            className={chartsCss.day}
            {...(at === pointed ? { title: '' } : {})}
          >
            <span className={chartsCss.catch} onPointerEnter={() => setPointed(at)} />
          </Lead>
        ))}
      </div>
      {size && pointed !== null && <Tip day={days[pointed]!} at={pointed / days.length} size={size} />}
      <table className="sr">
        <caption>近 30 天流转</caption>
        <tbody>
          {days.map(({ day, created, finished }) => (
            <tr key={day}>
              <th scope="row">{day}</th>
              <td>新建 {created}</td>
              <td>完成 {finished}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Tip({ day, at, size }: { day: Days[number]; at: number; size: Size }) {
  const left = frame.left + at * (size.width - frame.left - frame.right)
  const beside = left > size.width / 2 ? { right: size.width - left + 8 } : { left: left + 24 }
  return (
    <div className="chart-tip" style={beside} role="status">
      <b>{formatDay(day.day)}</b>
      <span>新建 {formatNumber(day.created)}</span>
      <span>完成 {formatNumber(day.finished)}</span>
    </div>
  )
}
