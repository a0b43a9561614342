import type { Received } from '@heliodesk/contract/call.ts'
import type { taskViewCalls } from '@heliodesk/contract/task-view.ts'
import { ListChecks, Zap } from 'lucide-react'
import { formatNumber, formatTime } from '../../../kit/format.ts'
import { ActionMenu } from '../../../kit/page-table/RowActions.tsx'
import { useOrderSteps } from '../order-steps.ts'
import { stepAsAction } from '../step-icons.ts'
import type { ViewProps } from './PlannedView.tsx'
import css from './board.module.css'

type BoardOrder = Received<typeof taskViewCalls.page>['pageList'][number]

type BoardCardProps = { order: BoardOrder } & Pick<ViewProps, 'onOpen' | 'onStep'>

/** An order on the board: where, what, by whom, how far, until when and what it costs meanwhile. */
export function BoardCard({ order, onOpen, onStep }: BoardCardProps) {
  const stepsOf = useOrderSteps()
  const steps = stepsOf(order)
  const isLosing = order.flowSts < 4 && order.lossPower > 0
  return (
    <article className={css.card}>
      <button type="button" className={css.open} onClick={() => onOpen(order.id)}>
        <span className={css.line}>
          <span className="t2 ell">{order.psName}</span>
          <span className="tag ln mla">{order.taskTypeLabel}</span>
        </span>
        <b>{order.taskDescription}</b>
        <span className={css.line}>
          <span className="av" aria-hidden>
            {order.liablePerson?.slice(-1) ?? '+'}
          </span>
          <span className={order.liablePerson ? 'ell' : 't3'}>{order.liablePerson ?? '未指派'}</span>
          {order.stepCount > 0 && (
            <span className={`t2 ${css.fact}`} title="已完成的作业步骤">
              <ListChecks className="i s" aria-hidden />
              {order.doneCount}/{order.stepCount}
            </span>
          )}
          <Due order={order} />
        </span>
        {isLosing && (
          <span className={`t2 ${css.fact} ${css.loss}`}>
            <Zap className="i s" aria-hidden />
            损失 {formatNumber(order.lossPower, 1)} kWh/h
          </span>
        )}
      </button>
      {steps.length > 0 && (
        <span className={css.menu}>
          <ActionMenu
            small
            label={`${order.workCode}的操作`}
            actions={steps.map((step) => stepAsAction(step, () => onStep(step.action, order)))}
          />
        </span>
      )}
    </article>
  )
}

function Due({ order }: { order: BoardOrder }) {
  if (order.flowSts >= 4)
    return <span className="t3 mla">{formatTime(order.flowEndTime)?.slice(0, 5)} 关闭</span>
  if (order.overHours !== null) return <b className="err mla">超 {formatNumber(order.overHours, 1)} h</b>
  return order.planEndTime && <span className="t3 mla">{formatTime(order.planEndTime).slice(0, 5)} 止</span>
}
