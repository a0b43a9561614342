import { dayAfter, type Span } from '@heliodesk/contract/days.ts'
import { Chart } from '../../../kit/chart/Chart.tsx'
import { ReadingCard, type Reading } from '../../../kit/ReadingCard.tsx'
import type { Overview } from './statistics.ts'
import css from './statistics.module.css'

const TITLE = '响应与修复'

/** The course of the two means over the last weeks, each on a scale of its own. */
export const TimesCard = ({ reading, span }: { reading: Reading<Overview>; span: Span }) => (
  <ReadingCard
    title={TITLE}
    reading={reading}
    fact={() => '每周均值，底色为所选范围'}
    skeleton={<span className={`sk ${css.chart}`} aria-hidden />}
  >
    {({ weeks }) => {
      const points = {
        title: '周',
        names: weeks.map(({ begin }) => begin),
        short: (week: string) => week.slice(5),
      }
      if (weeks.every(({ timed }) => timed === 0))
        return (
          <div className="empty">
            <b>这些周没有走完各步的工单</b>
            <span>验收通过后，响应与修复时间会画在这里</span>
          </div>
        )
      const isShaded = (week: string) => dayAfter(week, 6) >= span.begin && week <= span.end
      return (
        <div className={css.charts}>
          <Chart
            label="每周修复时间"
            points={points}
            unit="h"
            digits={1}
            isShaded={isShaded}
            series={[
              {
                name: '修复',
                kind: 'line',
                tone: 'own',
                values: weeks.map(({ repairHours }) => repairHours),
              },
            ]}
          />
          <Chart
            label="每周响应时间"
            points={points}
            unit="min"
            isShaded={isShaded}
            series={[
              {
                name: '响应',
                kind: 'bar',
                tone: 'expected',
                values: weeks.map(({ respondMinutes }) => respondMinutes),
              },
            ]}
          />
        </div>
      )
    }}
  </ReadingCard>
)
