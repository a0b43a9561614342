import { DepartmentSelect } from '../../domain/DepartmentSelect.tsx'
import { StationSelect } from '../../domain/StationSelect.tsx'
import { MonthPicker } from '../../kit/period-picker/PeriodPicker.tsx'
import { Segments } from '../../kit/Segments.tsx'
import { ErrorStrip } from '../../kit/States.tsx'
import type { useUrlQuery } from '../../kit/url-query.ts'
import { usePhone } from '../../kit/use-phone.ts'
import { ReviewStrip } from './ReviewStrip.tsx'
import type { useReviewMonth } from './use-review-month.ts'
import css from './reviews.module.css'

export const reviewTabs = {
  list: '逐票评价',
  station: '按电站',
  person: '按人员',
  reason: '不合格原因',
} as const
export type ReviewTab = keyof typeof reviewTabs

type ReviewBarProps = Pick<ReturnType<typeof useUrlQuery>, 'change'> &
  ReturnType<typeof useReviewMonth> & { tab: ReviewTab }

/** The month, its stations and its figures, above what the page shows of them. */
export function ReviewBar({ change, month, narrowed, summary, tab }: ReviewBarProps) {
  const phone = usePhone()
  return (
    <div className={css.above}>
      <div className={css.filters}>
        <MonthPicker
          aria-label="月份"
          value={month}
          onChange={(chosen) => change({ month: chosen, page: null })}
        />
        {!phone && (
          <DepartmentSelect
            by="orgCode"
            label="部门"
            value={narrowed.depCode}
            onChange={(chosen) => change({ depCode: chosen ?? null, page: null })}
          />
        )}
        <StationSelect
          multiple
          label="电站"
          value={narrowed.psId ?? []}
          onChange={(chosen) => change({ psId: chosen, page: null })}
        />
        <span className={css.tabs}>
          <Segments
            label="内容"
            choices={reviewTabs}
            value={tab}
            onChange={(next) => change({ tab: next === 'list' ? null : next, page: null })}
          />
        </span>
      </div>
      {summary.error && (
        <ErrorStrip title="合格率没有取到" error={summary.error} onRetry={() => void summary.refetch()} />
      )}
      {(summary.data || !summary.error) && (
        <ReviewStrip summary={summary.data} onOnly={(only) => change({ only, tab: null, page: null })} />
      )}
    </div>
  )
}
