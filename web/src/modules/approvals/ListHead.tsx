import { approvalOrders, type ApprovalOrder } from '@heliodesk/contract/approvals.ts'
import { ArrowDownWideNarrow, ArrowUpNarrowWide } from 'lucide-react'
import { Button } from '../../kit/Button.tsx'
import { ChoiceBox } from '../../kit/page-table/ChoiceBox.tsx'
import type { Batch, Line } from './use-batch.ts'
import css from './approvals.module.css'

type ListHeadProps = {
  rows: readonly Line[]
  batch: Batch
  order: ApprovalOrder
  onOrder: (order: ApprovalOrder) => void
}

/** Above 待办: chooses what can be decided together, and the order. */
export function ListHead({ rows, batch, order, onOrder }: ListHeadProps) {
  const together = rows.filter(({ alone }) => alone === null)
  const others = rows.length - together.length
  return (
    <div className={css.listHead}>
      {together.length > 0 && <ChoiceBox choice={{ ...batch.choice, bar: null }} rows={together} />}
      <span className="t2 s13">{batch.bar.count > 0 ? `已选 ${batch.bar.count} 项` : '批量办理'}</span>
      <span className={`t3 s12 ell ${css.hint}`}>
        {batch.bar.count > 0
          ? '逐项校验，失败的留在列表并说明原因'
          : others > 0 && `${others} 项需填表，须单独办理`}
      </span>
      <Button
        size="sm"
        kind="txt"
        repeatMs={0}
        icon={order === 'due' ? ArrowUpNarrowWide : ArrowDownWideNarrow}
        onClick={() => onOrder(order === 'due' ? 'latest' : 'due')}
      >
        {approvalOrders[order]}
      </Button>
    </div>
  )
}
