import { approvalCalls } from '@heliodesk/contract/approvals.ts'
import { processRuntimeCalls } from '@heliodesk/contract/process-runtime.ts'
import { Ban, CornerUpLeft, FastForward, RotateCw, UserRoundPen, Workflow } from 'lucide-react'
import { FlowChartDrawer } from '../../../domain/flow-chart/FlowChartDrawer.tsx'
import { Button } from '../../../kit/Button.tsx'
import { ButtonGroup } from '../../../kit/ButtonGroup.tsx'
import { DetailLayout } from '../../../kit/DetailLayout.tsx'
import { DetailDrawer } from '../../../kit/Drawers.tsx'
import { formatMinute } from '../../../kit/format.ts'
import { SendReasonDialog } from '../../../kit/SendReasonDialog.tsx'
import { DetailSkeleton } from '../../../kit/RecordDrawer.tsx'
import { Reading } from '../../../kit/Reading.tsx'
import { Empty } from '../../../kit/States.tsx'
import { useOverlays, type OverlayProps } from '../../../kit/use-overlays.tsx'
import { useCall } from '../../../lib/queries.ts'
import { versionName } from './instance-list.tsx'
import {
  ReassignDialog,
  RetryDialog,
  SendBackDialog,
  SkipDialog,
  type Incident,
  type OpenTask,
} from './WayOutDialogs.tsx'
import css from './instances.module.css'

type InstanceDrawerProps = OverlayProps & { id: string }

/** A running instance with what is open in it, what is wrong, and the ways out. */
export function InstanceDrawer({ open, onClose, id }: InstanceDrawerProps) {
  const detail = useCall(approvalCalls.detail, { processInstanceId: id })
  const problems = useCall(processRuntimeCalls.problems, { processInstanceId: id })
  const { show, shown } = useOverlays({
    chart: (overlay) => (
      <FlowChartDrawer {...overlay} name={detail.data?.title ?? '流程图'} processInstanceId={id} />
    ),
    end: (overlay) => <EndDialog {...overlay} id={id} title={detail.data?.title ?? ''} />,
    retry: (overlay, subject: Incident) => (
      <RetryDialog {...overlay} {...{ subject }} processInstanceId={id} />
    ),
    skip: (overlay, subject: Incident) => <SkipDialog {...overlay} {...{ subject }} processInstanceId={id} />,
    reassign: (overlay, subject: OpenTask) => (
      <ReassignDialog {...overlay} {...{ subject }} processInstanceId={id} />
    ),
    back: (overlay, subject: OpenTask | Incident) => (
      <SendBackDialog {...overlay} {...{ subject }} processInstanceId={id} />
    ),
  })
  const isRunning = detail.data?.status === 'running'
  return (
    <DetailDrawer
      open={open}
      inAddress
      onClose={onClose}
      top={
        <span>
          {detail.data
            ? versionName({ name: detail.data.processName, version: detail.data.version })
            : '流程实例'}
        </span>
      }
      title={detail.data?.title ?? (detail.error ? '流程没有打开' : '…')}
      actions={
        <ButtonGroup
          actions={[
            { key: 'chart', title: '流程图', icon: Workflow, run: () => show('chart') },
            {
              key: 'end',
              title: '作废',
              icon: Ban,
              danger: true,
              refusal: isRunning ? null : '流程已结束',
              run: () => show('end'),
            },
          ]}
        />
      }
    >
      <Reading read={detail} name="流程" skeleton={<DetailSkeleton sections={[4]} />}>
        {({ businessTitle, starter, startTime, status }) => (
          <DetailLayout
            items={[
              { label: '业务', value: businessTitle },
              { label: '发起人', value: starter },
              { label: '发起时间', value: formatMinute(startTime) },
              { label: '状态', value: status === 'running' ? '进行中' : '已结束' },
            ]}
          />
        )}
      </Reading>
      <Reading read={problems} name="环节" skeleton={<DetailSkeleton sections={[3]} />} keepsOld>
        {({ tasks, incidents }) => (
          <section className="sec">
            <h2>当前环节与出路</h2>
            {incidents.map((each) => (
              <IncidentItem
                key={`${each.token} ${each.node}`}
                incident={each}
                onRetry={() => show('retry', each)}
                onSkip={() => show('skip', each)}
                onBack={() => show('back', each)}
              />
            ))}
            {tasks.map((each) => (
              <TaskItem
                key={each.taskId}
                task={each}
                onReassign={() => show('reassign', each)}
                onBack={() => show('back', each)}
              />
            ))}
            {tasks.length + incidents.length === 0 && (
              <Empty
                title={isRunning ? '没有等待人的环节' : '流程已结束'}
                text={isRunning ? '正在等待计时、服务或被调用的流程' : undefined}
              />
            )}
          </section>
        )}
      </Reading>
      {shown}
    </DetailDrawer>
  )
}

const NO_TARGET = '前面没有可退回的环节'

type IncidentItemProps = {
  incident: Incident
  onRetry: () => void
  onSkip: () => void
  onBack: () => void
}

const IncidentItem = ({ incident, onRetry, onSkip, onBack }: IncidentItemProps) => (
  <article className={css.item} aria-label={incident.name}>
    <p>
      <b>{incident.name}</b>
      <span className="tag err">{incident.kind === 'timer' ? '计时' : '服务'}已放弃</span>
    </p>
    <p className={css.why}>
      {formatMinute(incident.time)} 试了 {incident.attempts} 次后放弃：{incident.reason}
    </p>
    <div className={`touch-row ${css.ways}`}>
      <Button size="sm" icon={RotateCw} onClick={onRetry}>
        重试
      </Button>
      {incident.kind === 'service' && (
        <Button size="sm" icon={FastForward} onClick={onSkip}>
          跳过
        </Button>
      )}
      <BackButton to={incident.returnTargets} onBack={onBack} />
    </div>
  </article>
)

type BackButtonProps = { to: OpenTask['returnTargets']; onBack: () => void }

const BackButton = ({ to, onBack }: BackButtonProps) => (
  <Button size="sm" icon={CornerUpLeft} refusal={to.length > 0 ? null : NO_TARGET} onClick={onBack}>
    退回
  </Button>
)

type TaskItemProps = { task: OpenTask; onReassign: () => void; onBack: () => void }

const TaskItem = ({ task, onReassign, onBack }: TaskItemProps) => (
  <article className={css.item} aria-label={task.name}>
    <p>
      <b>{task.name}</b>
      <span className="t2">{task.people.join('、') || '没有办理人'}</span>
      {task.isHeld && <span className="tag ln">等待前加签</span>}
    </p>
    {task.problem && <p className={css.why}>{task.problem}</p>}
    <p className="t3 s12">
      自 {formatMinute(task.since)}
      {task.dueTime && `，时限 ${formatMinute(task.dueTime)}`}
    </p>
    <div className={`touch-row ${css.ways}`}>
      <Button size="sm" icon={UserRoundPen} onClick={onReassign}>
        改派
      </Button>
      <BackButton to={task.returnTargets} onBack={onBack} />
    </div>
  </article>
)

const EndDialog = ({ id, title, ...overlay }: OverlayProps & { id: string; title: string }) => (
  <SendReasonDialog
    {...overlay}
    call={approvalCalls.end}
    inputOf={(auditOpinion) => ({ processInstanceId: id, auditOpinion })}
    said={['已作废', title]}
    type="2"
    text="流程连同其中未办结的环节一起结束，不能恢复。"
  />
)
