import { ON_TIME_TARGET, RECURRING_FAULT, statisticsGroups } from '@heliodesk/contract/order-statistics.ts'
import type { DetailField } from '../../../kit/DetailLayout.tsx'
import { EMPTY, formatDay, formatNumber } from '../../../kit/format.ts'
import { Paper } from '../../../kit/Paper.tsx'
import { companyNow } from '../../../lib/company-time.ts'
import { useSession } from '../../../lib/session.ts'
import {
  amountOf,
  byNumber,
  byOnTime,
  causeMeasures,
  causesOf,
  isLate,
  isVital,
  shareOf,
  STATISTICS_NOTE,
  type Groups,
  type Overview,
  type Recurring,
} from '../statistics/statistics.ts'
import type { useStatistics } from '../statistics/use-statistics.ts'
import { BarsOnPaper } from './BarsOnPaper.tsx'
import { figuresOf } from './figures.ts'
import { PaperFacts } from '../../../kit/PaperFacts.tsx'
import { PaperTable } from '../../../kit/PaperTable.tsx'
import css from './print.module.css'

/** The most bars of a chart; the table below has all rows. */
const MOST_BARS = 12

type StatisticsPaperProps = Pick<ReturnType<typeof useStatistics>, 'span' | 'by' | 'measure' | 'cause'> & {
  overview: Overview
  groups: Groups
  causes: Groups
  recurring: Recurring
  scope: readonly DetailField[]
}

const number = (value: number | null, digits: 0 | 1 = 0) =>
  value === null ? EMPTY : formatNumber(value, digits)

/** What the page shows, with the tables behind its charts. */
export function StatisticsPaper({ span, scope, overview, ...rest }: StatisticsPaperProps) {
  const user = useSession((session) => session.user)
  const { before } = overview
  return (
    <Paper
      company={user?.tenantName ?? ''}
      title="工单分析"
      lead={`期间 ${span.begin} 至 ${span.end}`}
      state={`前期 ${before.begin} 至 ${before.end}`}
      mark={null}
    >
      <PaperFacts title="范围" facts={scope} />
      <PaperTable
        title="指标"
        rows={figuresOf(overview)}
        columns={[
          { title: '指标', isName: true, of: ({ name }) => name },
          { title: '本期', isNumber: true, of: ({ now }) => now },
          { title: '前期', isNumber: true, of: ({ before: earlier }) => earlier },
          { title: '变化', isNumber: true, of: ({ change }) => change },
          { title: '构成', of: ({ fact }) => fact },
        ]}
      />
      <WeeksOnPaper weeks={overview.weeks} />
      <GroupsOnPaper {...rest} />
      <CausesOnPaper {...rest} />
      <RecurringOnPaper recurring={rest.recurring} />
      <p className={css.note}>{STATISTICS_NOTE}</p>
      <p className={css.printed}>
        {user?.realname} 打印于 {companyNow().format('YYYY-MM-DD HH:mm')}
      </p>
    </Paper>
  )
}

function WeeksOnPaper({ weeks }: Pick<Overview, 'weeks'>) {
  const barsOf = (valueOf: (week: Overview['weeks'][number]) => number | null, digits: 0 | 1) =>
    weeks.map((week) => ({
      name: week.begin.slice(5),
      value: valueOf(week),
      said: valueOf(week) === null ? '' : number(valueOf(week), digits),
    }))
  return (
    <>
      {weeks.some(({ timed }) => timed > 0) && (
        <>
          <h2>响应与修复</h2>
          <BarsOnPaper label="每周修复时间（h）" bars={barsOf(({ repairHours }) => repairHours, 1)} />
          <BarsOnPaper label="每周响应时间（min）" bars={barsOf(({ respondMinutes }) => respondMinutes, 0)} />
        </>
      )}
      <PaperTable
        title="每周均值"
        rows={weeks}
        columns={[
          { title: '周（周一）', isShort: true, of: ({ begin }) => formatDay(begin) },
          { title: '走完各步 单', isNumber: true, of: ({ timed }) => number(timed) },
          { title: '响应 min', isNumber: true, of: ({ respondMinutes }) => number(respondMinutes) },
          { title: '修复 h', isNumber: true, of: ({ repairHours }) => number(repairHours, 1) },
        ]}
      />
    </>
  )
}

type RestProps = Omit<StatisticsPaperProps, 'span' | 'scope' | 'overview'>

function GroupsOnPaper({ groups: { rows, more }, by, measure }: RestProps) {
  const isOnTime = measure === 'onTime'
  const ranked = isOnTime ? byOnTime(rows) : byNumber(rows, by)
  const shown = ranked.slice(0, MOST_BARS)
  const part = ranked.length > shown.length ? `，前 ${shown.length} 组` : ''
  const others = rows.filter((row) => !ranked.includes(row))
  return (
    <>
      {shown.length > 0 && (
        <>
          <h2>按{statisticsGroups[by]}</h2>
          <BarsOnPaper
            label={isOnTime ? `按期完成率（%），虚线为 ${ON_TIME_TARGET} %${part}` : `新建工单（单）${part}`}
            {...(isOnTime && { top: 100, target: ON_TIME_TARGET })}
            bars={shown.map((row) => {
              const value = isOnTime ? (shareOf(row.onTime, row.due) ?? 0) : row.created
              return {
                name: row.name,
                value,
                said: number(value, isOnTime ? 1 : 0),
                tone: isOnTime && isLate(row) ? 'late' : 'plain',
              }
            })}
          />
        </>
      )}
      <PaperTable
        title="分组统计"
        fact={more > 0 ? `另有 ${formatNumber(more)} 组，见导出` : undefined}
        rows={[...ranked, ...others]}
        columns={[
          { title: '名称', isName: true, of: ({ name }) => name },
          { title: '新建', isNumber: true, of: ({ created }) => number(created) },
          { title: '完成', isNumber: true, of: ({ finished }) => number(finished) },
          { title: '响应 min', isNumber: true, of: ({ respondMinutes }) => number(respondMinutes) },
          { title: '修复 h', isNumber: true, of: ({ repairHours }) => number(repairHours, 1) },
          { title: '按期/到期', isNumber: true, of: ({ onTime, due }) => `${number(onTime)}/${number(due)}` },
          { title: '按期 %', isNumber: true, of: ({ onTime, due }) => number(shareOf(onTime, due), 1) },
          { title: '重开', isNumber: true, of: ({ reopened }) => number(reopened) },
          { title: '损失 kWh', isNumber: true, of: ({ lostKwh }) => number(lostKwh) },
        ]}
      />
    </>
  )
}

function CausesOnPaper({ causes: { rows }, cause }: RestProps) {
  const all = causesOf(rows, cause, Infinity)
  const shown = causesOf(rows, cause, MOST_BARS)
  const top = Math.max(1, ...shown.map(({ value }) => value))
  const { unit, digits, value: most } = amountOf(top, cause)
  const said = (value: number) => formatNumber((value / top) * most, digits)
  return (
    <>
      {shown.length > 0 && (
        <>
          <h2>原因排列</h2>
          <BarsOnPaper
            label={`故障、缺陷与抢修按${causeMeasures[cause]}（${unit}），折线为累计占比`}
            bars={shown.map(({ name, value }, at) => ({
              name,
              value,
              said: said(value),
              tone: isVital(shown, at) ? 'plain' : 'weak',
            }))}
            running={shown.map(({ running }) => running)}
          />
        </>
      )}
      <PaperTable
        title="各子类"
        rows={all}
        columns={[
          { title: '子类', isName: true, of: ({ name }) => name },
          { title: `${causeMeasures[cause]} ${unit}`, isNumber: true, of: ({ value }) => said(value) },
          { title: '累计 %', isNumber: true, of: ({ running }) => number(running, 1) },
        ]}
      />
    </>
  )
}

const RecurringOnPaper = ({ recurring: { rows, total } }: Pick<RestProps, 'recurring'>) => (
  <PaperTable
    title="重复故障"
    fact={[
      `同一设备 ${RECURRING_FAULT.days} 天内同一子类 ≥ ${RECURRING_FAULT.orders} 次`,
      total > rows.length ? `共 ${formatNumber(total)} 台，列出次数最多的 ${rows.length} 台` : '',
    ]
      .filter(Boolean)
      .join('；')}
    rows={rows}
    columns={[
      { title: '设备', isName: true, of: ({ deviceName }) => deviceName },
      { title: '电站', of: ({ psName }) => psName },
      { title: '子类', of: ({ subclass }) => subclass ?? EMPTY },
      { title: '次数', isNumber: true, of: ({ times }) => times.length },
      { title: '报出日期', of: ({ times }) => times.map((at) => at.slice(5, 10)).join('、') },
      { title: '损失 kWh', isNumber: true, of: ({ lostKwh }) => (lostKwh > 0 ? number(lostKwh) : EMPTY) },
    ]}
  />
)
