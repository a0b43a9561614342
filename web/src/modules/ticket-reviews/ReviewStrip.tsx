import { titleOfReason } from '@heliodesk/contract/review-reasons.ts'
import { formatNumber } from '../../kit/format.ts'
import { StripSkeleton } from '../../kit/StripSkeleton.tsx'
import '../../kit/strip.css'
import { useLate } from '../../kit/use-late.ts'
import { isOpen, rateFact, rateOfMonth, together, type ReviewSummary } from './review.ts'
import css from './reviews.module.css'

type ReviewStripProps = {
  summary: ReviewSummary | undefined
  /** Narrows the list to what a figure counts. */
  onOnly: (only: 'qualified' | 'sampled' | 'unqualified' | 'unreviewed') => void
}

/** The figures of the month: both rates apart, and what they are made of. */
export function ReviewStrip({ summary, onOnly }: ReviewStripProps) {
  const late = useLate(summary === undefined)
  if (!summary) return <StripSkeleton cells={6} shown={late} />
  const { work, operation, sampled, sampledOpen, reasons } = summary
  const all = together(summary)
  return (
    <dl className={`strip ${css.strip}`} data-threes="">
      {(
        [
          ['工作票合格率', work],
          ['操作票合格率', operation],
        ] as const
      ).map(([title, figures]) => (
        <div key={title}>
          <dt>
            {title}
            {isOpen(figures) && <em className={css.open}>暂定</em>}
          </dt>
          <dd>
            <Rate text={rateOfMonth(figures)} />
            <small>{rateFact(figures)}</small>
          </dd>
        </div>
      ))}
      <div>
        <dt>已执行</dt>
        <dd>
          {formatNumber(all.executed)}
          <span className="unit">张</span>
          <small>
            未执行 {formatNumber(all.unused)}，作废 {formatNumber(all.void)}
          </small>
        </dd>
      </div>
      <Count
        title="合格"
        count={all.qualified}
        fact={`已评价 ${formatNumber(all.qualified + all.unqualified)} 张`}
        onClick={() => onOnly('qualified')}
      />
      <Count
        title="不合格"
        count={all.unqualified}
        fact={reasons[0] ? `多为${titleOfReason(reasons[0].reason)}` : '没有不合格原因'}
        isBad={all.unqualified > 0}
        onClick={() => onOnly('unqualified')}
      />
      <Count
        title="未评价"
        count={all.unreviewed}
        fact={
          sampled > 0 ? `抽查 ${formatNumber(sampled)} 张，待评 ${formatNumber(sampledOpen)}` : '没有抽查'
        }
        onClick={() => onOnly('unreviewed')}
      />
    </dl>
  )
}

/** The unit is smaller than the number. */
function Rate({ text }: { text: string }) {
  const [number, unit] = text.split(' ')
  return (
    <>
      {number}
      {unit ? <span className="unit"> {unit}</span> : <span className="unit" />}
    </>
  )
}

type CountProps = { title: string; count: number; fact: string; isBad?: boolean; onClick: () => void }

const Count = ({ title, count, fact, isBad = false, onClick }: CountProps) => (
  <div>
    <dt>{title}</dt>
    <dd>
      <button type="button" className={isBad ? `${css.count} err` : css.count} onClick={onClick}>
        {formatNumber(count)}
        <span className="unit">张</span>
        <span className="sr">，列出{title}的票</span>
      </button>
      <small>{fact}</small>
    </dd>
  </div>
)
