import { otherStatuses } from '@heliodesk/contract/work-order-rules.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import dayjs from 'dayjs'
import { History, Undo2, WifiOff } from 'lucide-react'
import { Button } from '../../../kit/Button.tsx'
import { useOnline } from '../../../kit/use-online.ts'
import { useCall } from '../../../lib/queries.ts'
import type { OrderDetail } from '../order.ts'
import type { KeptDraft } from './kept-draft.ts'
import css from './order-forms.module.css'

type ExecutionNoticesProps = {
  order: OrderDetail
  /** The stored entries of this device that the form started with. */
  kept: KeptDraft | null
  storageFull: boolean
  /** What becomes of the entries when there is a signal again. */
  whenOnline?: string
  onDiscard: () => void
}

/** Notices for the executor before continuing. */
export function ExecutionNotices({ order, kept, storageFull, whenOnline, onDiscard }: ExecutionNoticesProps) {
  const online = useOnline()
  return (
    <div className={css.executionNotices}>
      {!online && (
        <div className="alert undo" role="status">
          <WifiOff className="i" aria-hidden />
          <span>
            <b>当前离线，填写照常保存在本机</b>
            <br />
            {whenOnline ?? '联网后请再保存或提交。'}
          </span>
        </div>
      )}
      {storageFull && (
        <div className="alert err" role="alert">
          本机存储已满，填写没有存到本机，请尽快保存。
        </div>
      )}
      {kept && (
        <div className="alert proc" role="status">
          <History className="i" aria-hidden />
          <span className="grow">
            已恢复本机 {dayjs(kept.savedAt).format('MM-DD HH:mm')} 的填写，尚未保存到服务器
            {kept.version < order.version && '；之后工单有过更新，请核对'}。
          </span>
          <Button size="sm" onClick={onDiscard}>
            放弃
          </Button>
        </div>
      )}
      {order.otherSts === otherStatuses.returned && <ReturnReason id={order.id} />}
    </div>
  )
}

function ReturnReason({ id }: { id: string }) {
  const history = useCall(workOrderCalls.history, { id })
  const returned = history.data?.find(({ action }) => action === 'reject')
  if (!returned) return null
  return (
    <div className="alert undo" role="status">
      <Undo2 className="i" aria-hidden />
      <span>
        <b>退回意见</b>：{returned.note}
        <span className="t2">
          （{returned.actorName} {returned.at.slice(5, 16)}）
        </span>
      </span>
    </div>
  )
}
