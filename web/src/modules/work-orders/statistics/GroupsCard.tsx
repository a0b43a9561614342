import {
  ON_TIME_TARGET,
  statisticsGroups,
  type StatisticsGroup,
} from '@heliodesk/contract/order-statistics.ts'
import { Select } from 'antd'
import { Lead } from '../../../kit/Lead.tsx'
import { formatNumber } from '../../../kit/format.ts'
import { ReadingCard, type Reading } from '../../../kit/ReadingCard.tsx'
import { Segments } from '../../../kit/Segments.tsx'
import { byOnTime, isLate, shareOf, type GroupRow, type Groups } from './statistics.ts'
import css from './statistics.module.css'

const TITLE = '按期完成'

type GroupsCardProps = {
  reading: Reading<Groups>
  by: StatisticsGroup
  onBy: (by: StatisticsGroup) => void
  phone: boolean
  /** The orders of a group; null where they cannot be listed. */
  linkOf: (row: GroupRow) => string | null
}

/** Groups by how much of what was due they finished in time; those below the target are marked. */
export const GroupsCard = ({ reading, by, onBy, phone, linkOf }: GroupsCardProps) => (
  <ReadingCard
    className={css.groups}
    title={TITLE}
    reading={reading}
    fact={() => `虚线为 ${ON_TIME_TARGET} %`}
    tools={() => (
      <span className="mla">
        {phone ? (
          <Select
            aria-label="分组"
            value={by}
            onChange={onBy}
            options={Object.entries(statisticsGroups).map(([value, label]) => ({ value, label }))}
          />
        ) : (
          <Segments label="分组" choices={statisticsGroups} value={by} onChange={onBy} />
        )}
      </span>
    )}
    skeleton={<span className={`sk ${css.chart}`} aria-hidden />}
  >
    {(groups) => <Rows groups={groups} linkOf={linkOf} />}
  </ReadingCard>
)

function Rows({ groups: { rows, more }, linkOf }: { groups: Groups } & Pick<GroupsCardProps, 'linkOf'>) {
  const ranked = byOnTime(rows)
  if (ranked.length === 0)
    return (
      <div className="empty">
        <b>这段时间没有到期的工单</b>
        <span>有计划结束时间的工单到期后会排在这里</span>
      </div>
    )
  return (
    <div className={css.ranked} role="region" aria-label="按期完成排行" tabIndex={0}>
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
          {ranked.map((row) => {
            const share = shareOf(row.onTime, row.due) ?? 0
            const late = isLate(row)
            return (
              <tr key={row.key}>
                <th scope="row">
                  <Lead to={linkOf(row)} className="ell" title={row.name}>
                    {row.name}
                  </Lead>
                </th>
                <td aria-hidden>
                  <span className={late ? `${css.bar} ${css.late}` : css.bar}>
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
      {more > 0 && <p className="t3 s12">另有 {formatNumber(more)} 组，导出后查看</p>}
    </div>
  )
}
