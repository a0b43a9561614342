import {
  ON_TIME_TARGET,
  statisticsGroups,
  type StatisticsGroup,
} from '@heliodesk/contract/order-statistics.ts'
import { Select } from 'antd'
import type { ReactNode } from 'react'
import { Button } from '../../../kit/Button.tsx'
import { formatNumber } from '../../../kit/format.ts'
import { Lead } from '../../../kit/Lead.tsx'
import { ReadingCard, type Reading } from '../../../kit/ReadingCard.tsx'
import { Segments } from '../../../kit/Segments.tsx'
import {
  byNumber,
  byOnTime,
  groupMeasures,
  isLate,
  shareOf,
  type GroupMeasure,
  type GroupRow,
  type Groups,
} from './statistics.ts'
import css from './statistics.module.css'

const titles = { onTime: '按期完成', created: '新建工单' } as const

type GroupsCardProps = {
  reading: Reading<Groups>
  by: StatisticsGroup
  onBy: (by: StatisticsGroup) => void
  measure: GroupMeasure
  onMeasure: (measure: GroupMeasure) => void
  onMore: () => void
  /** The orders of a group; null where they cannot be listed. */
  linkOf: (row: GroupRow) => string | null
}

/**
 * Groups by how much of what was due they finished in time, where those below the target are marked, or by how many
 * orders they had, which counts those without a plan too.
 */
export const GroupsCard = ({ reading, by, onBy, measure, onMeasure, onMore, linkOf }: GroupsCardProps) => (
  <ReadingCard
    className={css.groups}
    title={titles[measure]}
    reading={reading}
    fact={(groups) => (measure === 'onTime' ? `虚线为 ${ON_TIME_TARGET} %` : numberFact(groups))}
    tools={() => (
      <span className={css.tools}>
        <Segments label="排列" choices={groupMeasures} value={measure} onChange={onMeasure} />
        <Select
          aria-label="分组"
          value={by}
          onChange={onBy}
          options={Object.entries(statisticsGroups).map(([value, label]) => ({ value, label }))}
        />
      </span>
    )}
    skeleton={<span className={`sk ${css.chart}`} aria-hidden />}
  >
    {(groups) => {
      const ranked = measure === 'onTime' ? byOnTime(groups.rows) : byNumber(groups.rows, by)
      if (ranked.length === 0)
        return measure === 'created' ? (
          <Nothing title="这段时间没有新建的工单" text="各组的工单数会排在这里" />
        ) : (
          <Nothing title="这段时间没有到期的工单" text="有计划结束时间的工单到期后会排在这里">
            {groups.rows.some(({ created }) => created > 0) && (
              <Button size="sm" onClick={() => onMeasure('created')}>
                看各组单数
              </Button>
            )}
          </Nothing>
        )
      return (
        <div className={css.ranked} role="region" aria-label={`${titles[measure]}排行`} tabIndex={0}>
          {measure === 'onTime' ? (
            <OnTimeTable rows={ranked} linkOf={linkOf} />
          ) : (
            <NumberTable rows={ranked} linkOf={linkOf} />
          )}
          {groups.more > 0 && (
            <p className="t3 s12">
              另有 {formatNumber(groups.more)} 组
              <Button kind="txt" size="sm" onClick={onMore}>
                显示更多
              </Button>
            </p>
          )}
        </div>
      )
    }}
  </ReadingCard>
)

const numberFact = ({ rows, more }: Groups) =>
  `${formatNumber(rows.filter(({ created }) => created > 0).length + more)} 组`

type NothingProps = { title: string; text: string; children?: ReactNode }

const Nothing = ({ title, text, children }: NothingProps) => (
  <div className="empty">
    <b>{title}</b>
    <span>{text}</span>
    {children}
  </div>
)

type TableProps = Pick<GroupsCardProps, 'linkOf'> & { rows: readonly GroupRow[] }

const OnTimeTable = ({ rows, linkOf }: TableProps) => (
  <table>
    <thead className="sr">
      <tr>
        <th scope="col">名称</th>
        <th scope="col">占比</th>
        <th scope="col">按期完成率</th>
        <th scope="col">按期 / 到期</th>
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => {
        const share = shareOf(row.onTime, row.due) ?? 0
        const late = isLate(row)
        return (
          <tr key={row.key}>
            <Name row={row} linkOf={linkOf} />
            <td aria-hidden>
              <span className={`${css.bar} ${css.target}${late ? ` ${css.late}` : ''}`}>
                <i style={{ width: `${share}%` }} />
              </span>
            </td>
            <td className={late ? 'err' : undefined}>
              <b>{formatNumber(share, 1)} %</b>
            </td>
            <td className="t3">
              {formatNumber(row.onTime)} / {formatNumber(row.due)}
            </td>
          </tr>
        )
      })}
    </tbody>
  </table>
)

function NumberTable({ rows, linkOf }: TableProps) {
  const most = Math.max(...rows.map(({ created }) => created))
  const total = rows.reduce((sum, { created }) => sum + created, 0)
  return (
    <table>
      <thead className="sr">
        <tr>
          <th scope="col">名称</th>
          <th scope="col">多少</th>
          <th scope="col">新建单数</th>
          <th scope="col">占所列</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <Name row={row} linkOf={linkOf} />
            <td aria-hidden>
              <span className={css.bar}>
                <i style={{ width: `${(row.created / most) * 100}%` }} />
              </span>
            </td>
            <td>
              <b>{formatNumber(row.created)}</b>
            </td>
            <td className="t3">{formatNumber(shareOf(row.created, total) ?? 0, 1)} %</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Name = ({ row, linkOf }: { row: GroupRow } & Pick<GroupsCardProps, 'linkOf'>) => (
  <th scope="row">
    <Lead to={linkOf(row)} className="ell" title={row.name}>
      {row.name}
    </Lead>
  </th>
)
