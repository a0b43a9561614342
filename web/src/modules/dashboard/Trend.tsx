import { Chart } from '../../kit/chart/Chart.tsx'
import { formatNumber } from '../../kit/format.ts'
import { ReadingCard } from '../../kit/ReadingCard.tsx'
import type { CardProps } from './links.ts'
import type { Overview } from './Strip.tsx'
import chartsCss from './charts.module.css'
import dashboardCss from './dashboard.module.css'

const TITLE = '近 30 天流转'

/** The number of orders created and accepted per day; a day leads to the orders created on it. */
export const Trend = ({ reading, links }: CardProps<Overview>) => (
  <ReadingCard
    className={dashboardCss.trend}
    title={TITLE}
    reading={reading}
    skeleton={<span className={`sk ${chartsCss.chart}`} aria-hidden />}
  >
    {({ days }) => (
      <Chart
        label={TITLE}
        points={{
          title: '日期',
          names: days.map(({ day }) => day),
          short: (day, at) => (at === days.length - 1 ? '今天' : day.slice(5)),
        }}
        unit="单"
        series={[
          { name: '新建', kind: 'bar', tone: 'expected', ...countsOf(days, 'created') },
          { name: '完成', kind: 'line', tone: 'own', filled: true, ...countsOf(days, 'finished') },
        ]}
        breaksOutliers
        unfinished
        isShaded={isWeekend}
        linkAt={(at) => {
          const { day } = days[at]!
          const to = links.orders({ createTime: [day, day] })
          return to === null ? null : { to, label: `${day} 新建的工单` }
        }}
      />
    )}
  </ReadingCard>
)

function countsOf(days: Overview['days'], name: 'created' | 'finished') {
  const values = days.map((day) => day[name])
  return { values, note: formatNumber(values.reduce((sum, value) => sum + value, 0)) }
}

const isWeekend = (day: string) => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())
