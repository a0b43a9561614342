import { approvalCalls } from '@heliodesk/contract/approvals.ts'
import type { Sent } from '@heliodesk/contract/call.ts'
import { workflowCalls } from '@heliodesk/contract/workflow.ts'
import { DetailDrawer } from '../../kit/Drawers.tsx'
import { DRAWER_WAIT_MS, useLate } from '../../kit/use-late.ts'
import { useSettled } from '../../kit/use-settled.ts'
import { useCall } from '../../lib/queries.ts'
import { ProcessDiagram } from '../process-diagram/ProcessDiagram.tsx'
import { ActivityTimeline } from './ActivityTimeline.tsx'
import css from './flow-chart.module.css'

/** What identifies a flow chart: a process that runs or ran, or only its definition. */
type Asked = Partial<Sent<typeof approvalCalls.diagram> & Sent<typeof workflowCalls.initialDiagram>>

type FlowChartDrawerProps = Asked & {
  open: boolean
  onClose: () => void
  /** Of the process. */
  name: string
}

/** How long its inputs must stay as they are before it reads again (spec 2 §2). */
const RELOAD_MS = 1000

/** 流程图: the picture of a process and, if it was started, what happened in it. Failures are silent (spec 2 §2, §8). */
export function FlowChartDrawer({ open, onClose, name, ...inputs }: FlowChartDrawerProps) {
  const asked = JSON.parse(useSettled(JSON.stringify(inputs), RELOAD_MS)) as Asked
  const { processInstanceId = '', pProcessInstanceId, flowUser } = asked
  const { processDefinitionKey = '', definitionVersion } = asked
  const isStarted = processInstanceId !== ''
  const activities = useCall(
    approvalCalls.activities,
    { processInstanceId },
    { enabled: isStarted, refetchOnMount: 'always' },
  )
  const progress = useCall(
    approvalCalls.diagram,
    { processInstanceId, pProcessInstanceId, flowUser },
    { enabled: isStarted, refetchOnMount: 'always' },
  )
  const definition = useCall(
    workflowCalls.initialDiagram,
    { processDefinitionKey, definitionVersion },
    { enabled: !isStarted && processDefinitionKey !== '' },
  )
  const diagram = isStarted ? progress : definition
  const loading = useLate(diagram.isFetching || (isStarted && activities.isFetching), DRAWER_WAIT_MS)
  return (
    <DetailDrawer
      open={open}
      onClose={onClose}
      top={name}
      title="流程图"
      nav={
        <>
          {loading && <span className="spin" role="status" aria-label="正在加载" />}
          {isStarted && <Legend />}
        </>
      }
    >
      <div className={isStarted ? `${css.flow} ${css.started}` : css.flow}>
        {isStarted && (
          <section className={css.history} aria-label="办理记录">
            {activities.data && <ActivityTimeline activities={activities.data} />}
          </section>
        )}
        <div className={css.picture}>
          {diagram.data !== undefined && <ProcessDiagram image={diagram.data} name={name} />}
        </div>
      </div>
    </DetailDrawer>
  )
}

const Legend = () => (
  <ul className={css.legend} aria-label="图例">
    <li className={css.done}>已完成</li>
    <li className={css.current}>当前</li>
    <li>未到</li>
  </ul>
)
