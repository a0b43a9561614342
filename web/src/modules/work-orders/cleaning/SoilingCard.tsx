import { benefitSources } from '@heliodesk/contract/cleaning-benefit.ts'
import type { SoilingCourse } from '@heliodesk/contract/cleaning-rounds.ts'
import { Chart } from '../../../kit/chart/Chart.tsx'
import { ChartCard } from './BenefitCharts.tsx'
import { soilingChart } from './charts.ts'

/** The soiling of the station around the cleaning, and where its figures come from. */
export function SoilingCard({ course }: { course: SoilingCourse }) {
  const { days, rate, rateSource, rainDays } = course
  const isKnown = days.some(({ loss, before }) => loss !== null || before !== null)
  return (
    <ChartCard
      wide
      title="积灰损失"
      fact={[
        `近 ${days.length} 天，全站按容量加权`,
        '实测：清洗记录的 SR',
        `推算：每天增 ${rate} %（${benefitSources[rateSource]}）`,
        rainDays > 0 ? `降雨：发电日报，${rainDays} 天有数据` : '降雨：没有数据',
      ].join(' · ')}
    >
      {isKnown ? (
        <Chart {...soilingChart(course)} />
      ) : (
        <p className="t3 s13">登记清洗前后的 SR 后，积灰损失会画在这里</p>
      )}
    </ChartCard>
  )
}
