import { Figures } from '../../../kit/Figures.tsx'
import { formatNumber } from '../../../kit/format.ts'
import '../../../kit/strip.css'
import { points, type Sheet } from './sheet.ts'
import css from './appearance.module.css'

const part = ({ got, base }: Sheet['self']) => `${points(got)} / ${points(base)}`
const signed = (value: number) =>
  `${value > 0 ? '+' : value < 0 ? '−' : ''}${formatNumber(Math.abs(value), 1)}`

/** The figures of a sheet: the score, what the executors gave themselves, and what is to be put right. */
export function SheetFigures({ sheet, orderId }: { sheet: Sheet; orderId: string }) {
  const { review, self, passMark, rowList, trend } = sheet
  const reworks = rowList.filter(({ rework }) => rework !== 'none')
  const closed = reworks.filter(({ rework }) => rework === 'closed').length
  const former = trend.findLast((each) => each.orderId !== orderId)
  const current = review.score ?? self.score
  const change = former && current !== null ? Math.round((current - former.score) * 10) / 10 : null
  const isReviewed = rowList.some(({ score }) => score !== null)
  return (
    <Figures
      className={css.figures}
      figures={[
        {
          title: '评分',
          value: review.score === null ? null : formatNumber(review.score, 1),
          note: review.score === null ? (isReviewed ? '评审中' : '待评审') : part(review),
          bad: review.score !== null && review.score < passMark,
        },
        {
          title: '自评',
          value: self.score === null ? null : formatNumber(self.score, 1),
          note: self.score === null ? '自评中' : part(self),
        },
        {
          title: '达标线',
          value: points(passMark),
          unit: '分',
          note: review.score === null ? '尚未评审' : review.score >= passMark ? '已达标' : '未达标',
        },
        {
          title: '整改',
          value: formatNumber(reworks.length),
          unit: '项',
          note: reworks.length === 0 ? '没有整改项' : `复检合格 ${closed} 项`,
        },
        {
          title: '较上次',
          value: change === null ? null : signed(change),
          note: former ? `${former.month} ${formatNumber(former.score, 1)} 分` : '本站第一次',
          bad: change !== null && change < 0,
        },
      ]}
    />
  )
}

/** The last scores of the station as bars, from 60 up: lower ones are as high as that. */
export function Trend({ trend, orderId }: { trend: Sheet['trend']; orderId: string }) {
  if (trend.length < 2) return null
  const told = trend.map(({ month, score }) => `${month} ${formatNumber(score, 1)} 分`).join('，')
  return (
    <figure className={css.trend} aria-label={`本站近 ${trend.length} 次得分：${told}`}>
      <figcaption className="t2 s12">本站近 {trend.length} 次得分</figcaption>
      <div aria-hidden>
        {trend.map(({ orderId: of, month, score }) => (
          <span key={of} className={of === orderId ? css.own : undefined}>
            <b>{formatNumber(score, 1)}</b>
            <i style={{ height: `${4 + Math.max(0, score - 60)}px` }} />
            <small>{month.slice(5)} 月</small>
          </span>
        ))}
      </div>
    </figure>
  )
}
