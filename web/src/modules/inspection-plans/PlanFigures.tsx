import { inspectionPlanCalls } from '@heliodesk/contract/inspection-plans.ts'
import { ordersBehind } from '@heliodesk/contract/inspection-outcomes.ts'
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
    from,
    until,
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
  const percent = (value: number | null) => (value === null ? '--' : `${value} %`)
  const ordersOf = (of: Omit<Parameters<typeof ordersBehind>[0], 'from' | 'until'>) =>
    paths.orders.href(ordersBehind({ from, until, ...of }))
  return (
    <Figures
      className={css.strip}
      figures={[
        {
          title: '本月应检',
          value: formatNumber(due),
          unit: '次',
          note: due === 0 ? '到今天为止' : <a href={ordersOf({})}>到今天为止</a>,
        },
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
          note: late === 0 ? '没有' : <a href={ordersOf({ outcome: 'late' })}>平均晚 {lateHours ?? 0} h</a>,
        },
        {
          title: '漏检',
          value: formatNumber(missed),
          unit: '次',
          bad: missed > 0,
          note:
            missed === 0 ? (
              '没有'
            ) : (
              <>
                <a className={css.missed} href={ordersOf({ outcome: 'missed' })}>
                  全部
                </a>
                {missedAt.map(({ psId, psName, count }) => (
                  <a key={psId} className={css.missed} href={ordersOf({ outcome: 'missed', psId })}>
                    {psName} {count}
                  </a>
                ))}
              </>
            ),
        },
        { title: '进行中', value: formatNumber(running), unit: '次', note: '还没完成，也未漏检' },
        {
          title: '异常读数',
          value: formatNumber(abnormal),
          unit: '项',
          note: `已转缺陷 ${defects} · 说明免转 ${exempt}`,
        },
      ]}
    />
  )
}
