import { extensionStates, type ExtensionState } from '@heliodesk/contract/extension-rules.ts'
import { Workflow } from 'lucide-react'
import { Button } from '../../../kit/Button.tsx'
import { formatTime } from '../../../kit/format.ts'
import { lazily } from '../../../kit/lazily.tsx'
import { useOverlays } from '../../../kit/use-overlays.tsx'
import type { OrderDetail } from '../order.ts'
import css from './order-detail.module.css'

const FlowChartDrawer = lazily(
  async () => (await import('../../../domain/flow-chart/FlowChartDrawer.tsx')).FlowChartDrawer,
)

type Extension = OrderDetail['extensionList'][number]

const looks: Record<ExtensionState, string> = {
  running: 'undo',
  completed: 'ok',
  refused: 'err',
  withdrawn: '',
  voided: '',
}

type ExtensionsProps = { id: string; title: string; rows: readonly Extension[] }

/** The requests to extend the order, the latest first, each with what became of it. */
export function Extensions({ id, title, rows }: ExtensionsProps) {
  const { show, shown } = useOverlays({
    flowChart: (overlay, { processInstanceId, applyUserName }: Extension) => (
      <FlowChartDrawer
        {...overlay}
        processInstanceId={processInstanceId}
        name={`${applyUserName}的延期申请`}
      />
    ),
  })
  return (
    <section className="sec" id={id}>
      <h2>{title}</h2>
      <ul className={css.extensions}>
        {rows.map((row) => (
          <li key={row.id}>
            <p className="row s13">
              <span className="grow">
                {formatTime(row.oldPlanEndTime)} → <b>{formatTime(row.planEndTime)}</b>{' '}
                <span className={`tag ${looks[row.status]}`}>{extensionStates[row.status]}</span>
              </span>
              <Button size="sm" kind="txt" icon={Workflow} onClick={() => show('flowChart', row)}>
                流程图
              </Button>
            </p>
            <p className="t2 s13">
              {row.applyUserName} {formatTime(row.applyTime)} 申请：{row.reason}
            </p>
            {row.auditTime && (
              <p className="t2 s13">
                {row.auditUserName} {formatTime(row.auditTime)} {endings[row.status]}
                {row.auditOpinion && `：${row.auditOpinion}`}
              </p>
            )}
          </li>
        ))}
      </ul>
      {shown}
    </section>
  )
}

const endings: Record<ExtensionState, string> = {
  running: '',
  completed: '同意',
  refused: '不同意',
  withdrawn: '撤回',
  voided: '结束',
}
