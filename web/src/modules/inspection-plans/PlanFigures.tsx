import { inspectionPlanCalls } from '@heliodesk/contract/inspection-plans.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { Figures } from '../../kit/Figures.tsx'
import { formatNumber } from '../../kit/format.ts'
import { useCall } from '../../lib/queries.ts'
import '../../kit/strip.css'
import css from './plans.module.css'

/** What was due this month, and what became of it. */
export function PlanFigures() {
  const { data } = useCall(inspectionPlanCalls.figures, {})
  if (!data) return null
  const {
    due,
    onTime,
    rate,
    lastRate,
    late,
    lateHours,
    missed,
    missedAt,
    running,
    abnormal,
    defects,
    exempt,
  } = data
  const orders = paths.orders.href({ taskType: '100' })
  const percent = (value: number | null) => (value === null ? '--' : `${value} %`)
  return (
    <Figures
      className={css.strip}
      figures={[
        { title: '本月应检', value: formatNumber(due), unit: '次', note: <a href={orders}>到今天为止</a> },
        {
          title: '按期完成',
          value: formatNumber(onTime),
          unit: '次',
          note: `${percent(rate)} · 上月 ${percent(lastRate)}`,
        },
        {
          title: '迟检',
          value: formatNumber(late),
          unit: '次',
          note: lateHours === null ? '没有' : `平均晚 ${lateHours} h`,
        },
        {
          title: '漏检',
          value: formatNumber(missed),
          unit: '次',
          bad: missed > 0,
          note:
            missedAt.length === 0
              ? '没有'
              : missedAt.map(({ psId, psName, count }) => (
                  <a key={psId} className={css.missed} href={paths.orders.href({ taskType: '100', psId })}>
                    {psName} {count}
                  </a>
                )),
        },
        { title: '进行中', value: formatNumber(running), unit: '次', note: '未到计划结束时间' },
        {
          title: '异常读数',
          value: abnormal === null ? null : formatNumber(abnormal),
          unit: '项',
          note: `已转缺陷 ${defects ?? 0} · 说明免转 ${exempt ?? 0}`,
        },
      ]}
    />
  )
}
