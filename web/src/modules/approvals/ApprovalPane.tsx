import { approvalCalls, instanceStates } from '@heliodesk/contract/approvals.ts'
import { oaCalls } from '@heliodesk/contract/oa.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { ArrowLeft, Ban, BellRing, MessageSquare, Printer, Send, Undo2, Workflow } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { ActivityTimeline } from '../../domain/flow-chart/ActivityTimeline.tsx'
import { FlowChartDrawer } from '../../domain/flow-chart/FlowChartDrawer.tsx'
import { RequestLines } from '../../domain/oa-form/RequestLines.tsx'
import { IconButton } from '../../kit/Button.tsx'
import { ButtonGroup } from '../../kit/ButtonGroup.tsx'
import { CopyText } from '../../kit/CopyText.tsx'
import { formatTime } from '../../kit/format.ts'
import { Reading } from '../../kit/Reading.tsx'
import { useUrlQuery } from '../../kit/url-query.ts'
import { useOverlays } from '../../kit/use-overlays.tsx'
import { usePhone } from '../../kit/use-phone.ts'
import { go } from '../../lib/location.ts'
import { useCall, useCommand } from '../../lib/queries.ts'
import { useSession } from '../../lib/session.ts'
import { AmendBar } from './AmendBar.tsx'
import { countersignNote, isAmended, lookOf, orderOf, ownStepOf, placeOf, type Instance } from './approval.ts'
import { DecideBar } from './DecideBar.tsx'
import { ExtensionFacts } from './ExtensionFacts.tsx'
import { VoidDialog, WithdrawDialog } from './EndDialogs.tsx'
import { CommentDialog, CopyDialog, UrgeDialog } from './TogetherDialogs.tsx'
import css from './approvals.module.css'

type ApprovalPaneProps = {
  processInstanceId: string
  /** The user's step is done: another process takes its place. Null where it stays. */
  onDone: (() => void) | null
  onBack: (() => void) | null
}

/** One process: what is asked, where it stands, what happened, and what the user can do about it. */
export function ApprovalPane({ processInstanceId, onDone, onBack }: ApprovalPaneProps) {
  const detail = useCall(approvalCalls.detail, { processInstanceId })
  return (
    <section className={css.pane} aria-label="流程详情">
      {onBack && !detail.data && (
        <div className={`touch ${css.back}`}>
          <BackButton onBack={onBack} />
        </div>
      )}
      <Reading read={detail} name="流程" height={200}>
        {(instance) => <InstanceDetail instance={instance} onDone={onDone} onBack={onBack} />}
      </Reading>
    </section>
  )
}

const BackButton = ({ onBack }: { onBack: () => void }) => (
  <IconButton icon={ArrowLeft} label="返回列表" onClick={onBack} />
)

type DetailProps = Omit<ApprovalPaneProps, 'processInstanceId'> & { instance: Instance }

function InstanceDetail({ instance, onDone, onBack }: DetailProps) {
  const { processInstanceId, processName, steps } = instance
  const phone = usePhone()
  const activities = useCall(approvalCalls.activities, { processInstanceId })
  const user = useSession((session) => session.user)
  const step = ownStepOf(instance)
  const place = placeOf(instance)
  const order = orderOf(instance)
  const { query, change, leave } = useUrlQuery()
  const openFlowChart = () => change({ instance: processInstanceId, chart: '1' }, { push: true })
  useReadMark(instance)
  const { show, shown } = useOverlays({
    urge: (overlay) => <UrgeDialog {...overlay} instance={instance} />,
    copy: (overlay) => <CopyDialog {...overlay} instance={instance} />,
    comment: (overlay) => <CommentDialog {...overlay} instance={instance} />,
    withdraw: (overlay) => <WithdrawDialog {...overlay} instance={instance} />,
    void: (overlay) => <VoidDialog {...overlay} instance={instance} onDone={onDone} />,
  })
  const actions = [
    { key: 'flowChart', title: '流程图', icon: Workflow, run: openFlowChart },
    ...(instance.canUrge ? [{ key: 'urge', title: '催办', icon: BellRing, run: () => show('urge') }] : []),
    { key: 'comment', title: '评论', icon: MessageSquare, run: () => show('comment') },
    ...(instance.canCopy ? [{ key: 'copy', title: '抄送', icon: Send, run: () => show('copy') }] : []),
    ...(instance.isForm && instance.status === 'completed'
      ? [
          {
            key: 'print',
            title: '打印',
            icon: Printer,
            run: () => go(paths.requestPrint.to({ id: instance.businessId })),
          },
        ]
      : []),
    ...(instance.canWithdraw
      ? [{ key: 'withdraw', title: '撤回', icon: Undo2, run: () => show('withdraw') }]
      : []),
    ...(instance.canVoid ? [{ key: 'void', title: '作废', icon: Ban, run: () => show('void') }] : []),
  ]
  return (
    <>
      <Head instance={instance} onBack={onBack} />
      <div className={css.content} tabIndex={0} role="group" aria-label="流程内容">
        <div className={`touch-row ${css.tools}`}>
          <ButtonGroup size="sm" limit={phone ? 3 : 4} actions={actions} label="更多" />
        </div>
        {order !== null && <ExtensionFacts orderId={order} processInstanceId={processInstanceId} />}
        {instance.isForm && <RequestFacts id={instance.businessId} />}
        {steps.length > 0 && <OpenSteps steps={steps} />}
        <section className="sec">
          <h2>办理记录</h2>
          <Reading read={activities} name="办理记录" height={120}>
            {(all) => <ActivityTimeline activities={all} />}
          </Reading>
        </section>
      </div>
      {place !== null && (
        <footer className={css.decide}>
          <a className={step ? 'btn pri' : 'btn'} href={place}>
            {step ? `去办理：${step.name}` : `打开${instance.businessTitle}`}
          </a>
        </footer>
      )}
      {step &&
        place === null &&
        (isAmended(instance, step) ? (
          <AmendBar key={step.taskId} instance={instance} step={step} onDone={onDone} />
        ) : (
          <DecideBar key={step.taskId} instance={instance} step={step} onDone={onDone} />
        ))}
      {shown}
      <FlowChartDrawer
        open={query.has('chart')}
        onClose={() => leave(['chart'])}
        inAddress
        name={processName}
        type={instance.isForm ? '1' : undefined}
        processInstanceId={processInstanceId}
        flowUser={user?.realname}
        pkId={instance.businessId}
        {...instance.externalForm}
      />
    </>
  )
}

/** A copy that is shown has been read. */
function useReadMark({ processInstanceId, isUnread }: Instance): void {
  const read = useCommand(approvalCalls.markRead)
  const mark = useEffectEvent(() => read.mutate({ processInstanceId }))
  useEffect(() => {
    if (isUnread) mark()
  }, [isUnread])
}

function Head({ instance, onBack }: Pick<DetailProps, 'instance' | 'onBack'>) {
  const { processInstanceId, businessTitle, title, status, starter, startTime, endTime } = instance
  const Title = onBack ? 'h1' : 'h2'
  return (
    <header className={css.head}>
      <div className={`touch row ${css.id}`}>
        {onBack && <BackButton onBack={onBack} />}
        <span className="tag ln">{businessTitle}</span>
        <span className={`tag ${lookOf[status]}`}>{instanceStates[status]}</span>
        <span className="row mla t3 s12">
          编号 {processInstanceId}
          <CopyText text={processInstanceId} label="复制流程编号" />
        </span>
      </div>
      <Title>{title}</Title>
      <p className="t2 s13">
        {starter} {formatTime(startTime)} 提交
        {endTime && ` · ${formatTime(endTime)} 结束`}
      </p>
    </header>
  )
}

/** What the applicant filled in. */
function RequestFacts({ id }: { id: string }) {
  const request = useCall(oaCalls.detail, { id })
  return (
    <Reading read={request} name="申请内容" height={120}>
      {(read) => <RequestLines request={read} />}
    </Reading>
  )
}

const OpenSteps = ({ steps }: Pick<Instance, 'steps'>) => (
  <section className="sec">
    <h2>当前环节</h2>
    <ul className={css.steps}>
      {steps.map(
        ({ taskId, name, people, since, dueTime, isHeld, isOffered, behalf, urged, countersign }) => (
          <li key={taskId}>
            <span className="row">
              <b>{name}</b>
              {countersign && <span className="tag proc">{countersignNote(countersign)}</span>}
              {isHeld && <span className="tag">等待加签</span>}
              {isOffered && <span className="tag undo">待签收</span>}
              {urged > 0 && <span className="tag err">催办 {urged} 次</span>}
              {behalf.length > 0 && <span className="tag proc">代{behalf.join('、')}办理</span>}
            </span>
            <span className="t2">{people.join('、') || '无人可办理'}</span>
            <span className="t3 s12">
              {formatTime(since)} 到达{dueTime && ` · ${formatTime(dueTime)} 到期`}
            </span>
          </li>
        ),
      )}
    </ul>
  </section>
)
