import type { BenefitInputs, BenefitOutcome } from '@heliodesk/contract/cleaning-benefit.ts'
import type { ReactNode } from 'react'
import { Chart } from '../../../kit/chart/Chart.tsx'
import { formatNumber } from '../../../kit/format.ts'
import { breakEvenChart, intervalChart } from './charts.ts'
import type { Benefit } from './round.ts'
import css from './cleaning.module.css'

type BenefitChartsProps = {
  inputs: BenefitInputs
  outcome: BenefitOutcome
  cleanedOn: string | null
  rain: Benefit['rain']
  /** Stands before these charts. */
  first: ReactNode
}

/** When the cost comes back, and how often it is worth cleaning. */
export function BenefitCharts(known: BenefitChartsProps) {
  const { inputs, outcome } = known
  const interval = intervalChart(inputs, outcome.bestIntervalDays)
  return (
    <div className={css.charts}>
      {known.first}
      <ChartCard
        title="回本"
        fact={`日增 ${formatNumber(outcome.dailyKwh)} kWh × ${inputs.price} 元，收益计 ${inputs.days} 天`}
      >
        <Chart {...breakEvenChart(known)} />
      </ChartCard>
      <ChartCard title="最佳间隔" fact="清洗费用摊到每天，加两次清洗之间的积灰损失">
        {interval ? <Chart {...interval} /> : <p className="t3 s13">没有费用或不积灰，间隔没有最佳值</p>}
      </ChartCard>
    </div>
  )
}

type ChartCardProps = { title: string; fact: string; wide?: boolean; children: ReactNode }

export const ChartCard = ({ title, fact, wide, children }: ChartCardProps) => (
  <section className={wide ? `${css.chart} ${css.wide}` : css.chart} aria-label={title}>
    <h4>{title}</h4>
    <p className="t3 s12">{fact}</p>
    {children}
  </section>
)
