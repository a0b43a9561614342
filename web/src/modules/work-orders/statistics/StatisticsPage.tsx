import {
  MOST_GROUPS,
  orderStatisticsCalls as calls,
  statisticsGroups,
  type StatisticsGroup,
  USUAL_GROUPS,
} from '@heliodesk/contract/order-statistics.ts'
import type { Span } from '@heliodesk/contract/days.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { useState } from 'react'
import { DepartmentSelect } from '../../../domain/DepartmentSelect.tsx'
import { ExportButton } from '../../../domain/ExportButton.tsx'
import { StationSelect } from '../../../domain/StationSelect.tsx'
import { TaskTypeSelect } from '../../../domain/TaskTypeSelect.tsx'
import { DatesFilter } from '../../../kit/search-bar/DatesFilter.tsx'
import { PageHead } from '../../../kit/PageHead.tsx'
import { Segments } from '../../../kit/Segments.tsx'
import { ErrorStrip } from '../../../kit/States.tsx'
import { useUrlQuery } from '../../../kit/url-query.ts'
import { usePhone } from '../../../kit/use-phone.ts'
import { companyNow } from '../../../lib/company-time.ts'
import { useGrants } from '../../../lib/permission.tsx'
import { useCall } from '../../../lib/queries.ts'
import { CausesCard, type CauseMeasure } from './CausesCard.tsx'
import { GroupsCard, type GroupMeasure } from './GroupsCard.tsx'
import { RecurringCard } from './RecurringCard.tsx'
import { FAULT_TYPES, nameOf, periods, spanIn, spansOf, spanTitle, type GroupRow } from './statistics.ts'
import { StatisticsStrip } from './StatisticsStrip.tsx'
import { TimesCard } from './TimesCard.tsx'
import css from './statistics.module.css'

const isGroup = (text: string | null): text is StatisticsGroup =>
  text !== null && Object.hasOwn(statisticsGroups, text)

/** 工单分析: how fast orders were done in a period, by whom, why they arose, and what fails again. */
export function StatisticsPage() {
  const { query, change } = useUrlQuery()
  const phone = usePhone()
  const today = companyNow().format('YYYY-MM-DD')
  const span = spanIn(query, today)
  const named = nameOf(span, today)
  const [psId, types, depCode] = [query.getAll('psId'), query.getAll('taskType'), query.get('depCode')]
  const narrowed = {
    ...span,
    ...(depCode && { depCode }),
    ...(psId.length > 0 && { psId }),
    ...(types.length > 0 && { taskType: types.map(Number) }),
  }
  const asked = query.get('by')
  const by = isGroup(asked) ? asked : 'department'
  const measure: GroupMeasure = query.get('measure') === 'created' ? 'created' : 'onTime'
  const [size, setSize] = useState(USUAL_GROUPS)
  const cause: CauseMeasure = query.get('cause') === 'lostKwh' ? 'lostKwh' : 'created'
  const faults = { ...narrowed, taskType: types.length > 0 ? types.map(Number) : FAULT_TYPES }
  const overview = useCall(calls.overview, narrowed)
  const groups = useCall(calls.groups, { ...narrowed, by, size })
  const causes = useCall(calls.groups, { ...faults, by: 'subclass' as const })
  const recurring = useCall(calls.recurring, narrowed)
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
            <ExportButton
              code="order:export"
              wanted={{ kind: 'orderStatistics', query: { ...narrowed, by } }}
              name="分组统计"
              unit="组"
              conditions={`${spanTitle(span, today)}，按${statisticsGroups[by]}`}
              total={groups.data ? groups.data.rows.length + groups.data.more : null}
            />
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
            key === '' ? null : orders({ workSubclass: key, taskType: faults.taskType.map(String) })
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
      <p className={css.note}>
        响应为接单减报出，修复为提交减报出，只算走完各步的工单。按期完成率的分母是期间内到期的工单，未完成的超期单留在分母。
        损失电量取工单登记的停机，没有登记的按每小时损失与每天平均 12 小时日照估算；金额按电站电价。不足 5
        单的组只显示数值，不标红。
      </p>
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
