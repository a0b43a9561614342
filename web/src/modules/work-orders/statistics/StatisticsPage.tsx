import {
  MOST_GROUPS,
  statisticsGroups,
  USUAL_GROUPS,
  type StatisticsGroup,
} from '@heliodesk/contract/order-statistics.ts'
import type { Span } from '@heliodesk/contract/days.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { INSPECTION } from '@heliodesk/contract/work-order-rules.ts'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { DepartmentSelect } from '../../../domain/DepartmentSelect.tsx'
import { ExportButton } from '../../../domain/ExportButton.tsx'
import { StationSelect } from '../../../domain/StationSelect.tsx'
import { TaskTypeSelect } from '../../../domain/TaskTypeSelect.tsx'
import { Completion } from '../../../domain/inspection/Completion.tsx'
import { Button } from '../../../kit/Button.tsx'
import { DatesFilter } from '../../../kit/search-bar/DatesFilter.tsx'
import { PageHead } from '../../../kit/PageHead.tsx'
import { Segments } from '../../../kit/Segments.tsx'
import { ErrorStrip } from '../../../kit/States.tsx'
import { usePhone } from '../../../kit/use-phone.ts'
import { go } from '../../../lib/location.ts'
import { useGrants } from '../../../lib/permission.tsx'
import { CausesCard } from './CausesCard.tsx'
import { GroupsCard } from './GroupsCard.tsx'
import { RecurringCard } from './RecurringCard.tsx'
import { nameOf, periods, spansOf, spanTitle, STATISTICS_NOTE, type GroupRow } from './statistics.ts'
import { StatisticsStrip } from './StatisticsStrip.tsx'
import { TimesCard } from './TimesCard.tsx'
import { useStatistics } from './use-statistics.ts'
import css from './statistics.module.css'

/** 工单分析: how fast orders were done in a period, by whom, why they arose, and what fails again. */
export function StatisticsPage() {
  const [size, setSize] = useState(USUAL_GROUPS)
  const {
    change,
    today,
    span,
    narrowed,
    faultTypes,
    by,
    measure,
    cause,
    overview,
    groups,
    causes,
    recurring,
  } = useStatistics(size)
  const { depCode, psId = [], taskType = [] } = narrowed
  const types = taskType.map(String)
  const phone = usePhone()
  const named = nameOf(span, today)
  const pages = useGrants((grants) => grants.pages)
  const orders = (of: Parameters<typeof paths.orders.to>[0]) =>
    pages.includes(paths.orders.path)
      ? paths.orders.to({
          createTime: [span.begin, span.end],
          psId,
          taskType: types,
          ...(depCode && { depCode }),
          ...of,
        })
      : null
  const toGroup = ({ key }: GroupRow) => {
    if (by === 'year') return orders({ createTime: daysOfYear(key, span) })
    return key === '' || !linkNames[by] ? null : orders({ [linkNames[by]]: key })
  }
  const title = `${spanTitle(span, today)}${overview.data ? `，与 ${spanTitle(overview.data.before, today)} 比较` : ''}`

  return (
    <div className={css.statistics}>
      <PageHead
        title="工单分析"
        facts={title}
        actions={
          !phone && (
            <>
              <Button
                icon={Printer}
                onClick={() => go(paths.statisticsPrint.to({ ...narrowed, by, measure, cause }))}
              >
                打印
              </Button>
              <ExportButton
                code="order:export"
                wanted={{ kind: 'orderStatistics', query: { ...narrowed, by } }}
                name="分组统计"
                unit="组"
                conditions={`${spanTitle(span, today)}，按${statisticsGroups[by]}`}
                total={groups.data ? groups.data.rows.length + groups.data.more : null}
              />
            </>
          )
        }
      />
      <div className={css.filters}>
        {!phone && (
          <Segments
            label="期间"
            choices={periods}
            value={named ?? ('' as keyof typeof periods)}
            onChange={(name) => change({ ...spansOf(today)[name] })}
          />
        )}
        <DatesFilter
          label="期间"
          value={[span.begin, span.end]}
          onChange={([begin, end]) => change({ begin: begin ?? null, end: end ?? null })}
        />
        {!phone && (
          <DepartmentSelect
            by="orgCode"
            label="部门"
            value={depCode ?? undefined}
            onChange={(chosen) => change({ depCode: chosen ?? null })}
          />
        )}
        <StationSelect multiple label="电站" value={psId} onChange={(chosen) => change({ psId: chosen })} />
        <TaskTypeSelect label="类型" value={types} onChange={(chosen) => change({ taskType: [...chosen] })} />
      </div>
      {overview.error && (
        <ErrorStrip title="统计没有取到" error={overview.error} onRetry={() => void overview.refetch()} />
      )}
      {(overview.data || !overview.error) && <StatisticsStrip overview={overview.data} />}
      <div className={css.cards}>
        <TimesCard reading={overview} span={span} />
        <GroupsCard
          reading={groups}
          by={by}
          onBy={(next) => change({ by: next === 'department' ? null : next })}
          measure={measure}
          onMeasure={(next) => change({ measure: next === 'onTime' ? null : next })}
          onMore={() => setSize(Math.min(size + USUAL_GROUPS, MOST_GROUPS))}
          linkOf={toGroup}
        />
        <CausesCard
          reading={causes}
          by={cause}
          onBy={(next) => change({ cause: next === 'created' ? null : next })}
          most={phone ? 5 : 9}
          linkOf={({ key }) =>
            key === '' ? null : orders({ workSubclass: key, taskType: faultTypes.map(String) })
          }
        />
        <RecurringCard
          reading={recurring}
          span={span}
          today={today}
          linkOf={({ deviceId }) =>
            pages.includes(paths.devices.path) ? paths.devices.to({ device: deviceId }) : null
          }
        />
      </div>
      {taskType.includes(INSPECTION) && <Completion begin={span.begin} end={span.end} />}
      <p className={css.note}>{STATISTICS_NOTE}</p>
    </div>
  )
}

/** The days of a year that lie in the span. */
const daysOfYear = (year: string, { begin, end }: Span): [string, string] => [
  begin > `${year}-01-01` ? begin : `${year}-01-01`,
  end < `${year}-12-31` ? end : `${year}-12-31`,
]

/** The filter of the list of orders that takes the key of a group. */
const linkNames: Partial<
  Record<StatisticsGroup, 'depCode' | 'liableUserId' | 'psId' | 'taskType' | 'workSubclass'>
> = {
  department: 'depCode',
  station: 'psId',
  person: 'liableUserId',
  type: 'taskType',
  subclass: 'workSubclass',
}
