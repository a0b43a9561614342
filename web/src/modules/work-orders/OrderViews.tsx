import { allStatuses, type FlowStatus } from '@heliodesk/contract/work-order-rules.ts'
import type { ReactNode } from 'react'
import { SavedViewRow } from '../../domain/saved-views/SavedViewRow.tsx'
import type { SavedViews } from '../../domain/saved-views/use-saved-views.ts'
import { Chip } from '../../kit/Chip.tsx'
import { formatNumber } from '../../kit/format.ts'
import { StatusGlyph } from '../../kit/Status.tsx'
import type { OrderView } from './order-list.tsx'
import css from './order-list.module.css'

/** The last three are those of the user; lists without them have only the states. */
type OrderCounts = { byStatus: Record<FlowStatus, number>; todo?: number; mine?: number; overdue?: number }

type OrderViewsProps = {
  counts: OrderCounts | undefined
  view: OrderView
  onView: (view: OrderView) => void
  /** Only the states. */
  plain?: boolean
  saved: SavedViews
}

export const openOrders = ({ byStatus }: Pick<OrderCounts, 'byStatus'>): number =>
  byStatus[1] + byStatus[2] + byStatus[3]

/** The chips above the list, and the saved views; a count of zero shows too. */
export function OrderViews({ counts, view, onView, plain = false, saved }: OrderViewsProps) {
  // The chip of a saved view stands for it, until other conditions are added.
  const current = saved.chosen && !saved.isChanged ? null : view
  const chip = (value: OrderView, content: ReactNode, count: number | undefined, hot = false) => (
    <Chip key={value} chosen={current === value} onChoose={() => onView(value)}>
      {content}
      {count !== undefined && <em className={hot && count > 0 ? 'err' : undefined}>{formatNumber(count)}</em>}
    </Chip>
  )
  const total = counts && Object.values(counts.byStatus).reduce((sum, each) => sum + each, 0)
  return (
    <SavedViewRow
      saved={saved}
      ready={counts !== undefined}
      chosen={counts && view}
      className={css.orderViews}
    >
      {chip('all', '全部', total)}
      {chip('open', '在办', counts && openOrders(counts))}
      {allStatuses.map((status) =>
        chip(`${status}`, <StatusGlyph status={status} />, counts?.byStatus[status]),
      )}
      {!plain && (
        <>
          <i className={css.rule} aria-hidden />
          {chip('todo', '待我处理', counts?.todo)}
          {chip('mine', '我负责的', counts?.mine)}
          {chip('overdue', '超时', counts?.overdue, true)}
        </>
      )}
    </SavedViewRow>
  )
}
