import { titleOfReason } from '@heliodesk/contract/review-reasons.ts'
import { countedRoles, type ReviewFigures } from '@heliodesk/contract/ticket-reviews.ts'
import type { ReactNode } from 'react'
import { formatNumber } from '../../kit/format.ts'
import { ReadingCard, SkeletonRows, type Reading } from '../../kit/ReadingCard.tsx'
import { rateOfMonth, type ReviewSummary } from './review.ts'
import css from './reviews.module.css'

type CardProps = { reading: Reading<ReviewSummary> }

const Nothing = ({ title, text }: { title: string; text: string }) => (
  <div className="empty">
    <b>{title}</b>
    <span>{text}</span>
  </div>
)

/** The figures behind a rate, in the columns of the tables below. */
const numbers: readonly (readonly [title: string, of: (row: ReviewFigures) => string])[] = [
  ['合格率', rateOfMonth],
  ['已执行', ({ executed }) => formatNumber(executed)],
  ['合格', ({ qualified }) => formatNumber(qualified)],
  ['不合格', ({ unqualified }) => formatNumber(unqualified)],
  ['未评价', ({ unreviewed }) => formatNumber(unreviewed)],
  ['未执行', ({ unused }) => formatNumber(unused)],
  ['作废', (row) => formatNumber(row.void)],
]

type FiguresTableProps<Row> = {
  label: string
  rows: readonly Row[]
  names: readonly (readonly [title: string, of: (row: Row) => ReactNode])[]
  keyOf: (row: Row) => string
}

function FiguresTable<Row extends ReviewFigures>({ label, rows, names, keyOf }: FiguresTableProps<Row>) {
  return (
    <div className={css.scroll} role="region" aria-label={label} tabIndex={0}>
      <table className={css.table}>
        <thead>
          <tr>
            {[...names, ...numbers].map(([title], at) => (
              <th key={title} scope="col" className={at < names.length ? css.word : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {names.map(([title, of], at) =>
                at === 0 ? (
                  <th key={title} scope="row">
                    {of(row)}
                  </th>
                ) : (
                  <td key={title} className={css.word}>
                    {of(row)}
                  </td>
                ),
              )}
              {numbers.map(([title, of]) => (
                <td key={title} className={title === '不合格' && row.unqualified > 0 ? 'err' : undefined}>
                  {of(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The rates by station; those with the most unqualified tickets come first. */
export const StationsCard = ({ reading }: CardProps) => (
  <ReadingCard
    title="按电站"
    className={css.card}
    reading={reading}
    fact={({ stations }) => `${formatNumber(stations.length)} 座`}
    skeleton={<SkeletonRows rows={8} />}
  >
    {({ stations }) =>
      stations.length === 0 ? (
        <Nothing title="这个月没有盖章的票" text="票终结、未执行或作废后会按电站统计" />
      ) : (
        <FiguresTable
          label="各电站合格率"
          rows={stations}
          names={[['电站', ({ psName }) => psName]]}
          keyOf={({ psId }) => psId}
        />
      )
    }
  </ReadingCard>
)

/** The rates by person in each role. */
export const PeopleCard = ({ reading }: CardProps) => (
  <ReadingCard
    title="按人员"
    className={css.card}
    reading={reading}
    fact={({ more }) => (more > 0 ? `另有 ${formatNumber(more)} 人，见导出` : '同一人在不同角色分别统计')}
    skeleton={<SkeletonRows rows={8} />}
  >
    {({ people }) =>
      people.length === 0 ? (
        <Nothing title="这个月没有盖章的票" text="票的负责人、签发人、许可人和操作监护人会统计在这里" />
      ) : (
        <FiguresTable
          label="各人员合格率"
          rows={people}
          names={[
            ['人员', ({ name }) => name],
            ['角色', ({ role }) => countedRoles[role]],
          ]}
          keyOf={({ personId, role }) => `${personId} ${role}`}
        />
      )
    }
  </ReadingCard>
)

/** Why tickets did not qualify, the most frequent first. */
export const ReasonsCard = ({ reading }: CardProps) => (
  <ReadingCard
    title="不合格原因"
    className={css.card}
    reading={reading}
    fact={({ reasons }) =>
      reasons.length === 0
        ? null
        : `${formatNumber(reasons.reduce((sum, { count }) => sum + count, 0))} 次，一张票可有几个原因`
    }
    skeleton={<SkeletonRows rows={6} />}
  >
    {({ reasons }) => {
      const most = Math.max(1, ...reasons.map(({ count }) => count))
      return reasons.length === 0 ? (
        <Nothing title="这个月没有不合格的票" text="评为不合格的票，原因会排在这里" />
      ) : (
        <ol className={css.reasons}>
          {reasons.map(({ reason, count }) => (
            <li key={reason}>
              <span className="ell">{titleOfReason(reason)}</span>
              <span className={css.bar} aria-hidden>
                <i style={{ width: `${(count / most) * 100}%` }} />
              </span>
              <b>
                {formatNumber(count)} <span className="t3">次</span>
              </b>
            </li>
          ))}
        </ol>
      )
    }}
  </ReadingCard>
)
