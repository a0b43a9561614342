import { approvalCalls } from '@heliodesk/contract/approvals.ts'
import type { Sent } from '@heliodesk/contract/call.ts'
import { workflowCalls } from '@heliodesk/contract/workflow.ts'
import { ExternalLink, History } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../kit/Button.tsx'
import { DetailDrawer } from '../../kit/Drawers.tsx'
import { Segments } from '../../kit/Segments.tsx'
import { DRAWER_WAIT_MS, useLate } from '../../kit/use-late.ts'
import { useSettled } from '../../kit/use-settled.ts'
import { useCall } from '../../lib/queries.ts'
import { ProcessDiagram } from '../process-diagram/ProcessDiagram.tsx'
import { ActivityTimeline, type Activity } from './ActivityTimeline.tsx'
import { openExternalForm } from './external-form.ts'
import { ReplayBar } from './ReplayBar.tsx'
import { useReplay } from './use-replay.ts'
import css from './flow-chart.module.css'

/** What identifies a flow chart: a process that runs or ran, or only its definition (spec 2 §3 "Flow-chart request"). */
type Asked = Partial<Sent<typeof approvalCalls.diagram> & Sent<typeof workflowCalls.initialDiagram>> & {
  /** '1': the history comes from the audit call, otherwise from the process (spec 2 §7). */
  type?: '1' | undefined
}

type FlowChartDrawerProps = Asked & {
  open: boolean
  onClose: () => void
  /** Of the process. */
  name: string
  inAddress?: boolean
  /** What decides about in the ERP, whose form it has there. */
  pkId?: string
}

/** How long its inputs must stay as they are before it reads again (spec 2 §2). */
const RELOAD_MS = 1000

/** 流程图: the picture of a process and, if it was started, what happened in it. Failures are silent (spec 2 §2, §8). */
export function FlowChartDrawer({ open, onClose, name, inAddress, pkId, ...inputs }: FlowChartDrawerProps) {
  const asked = JSON.parse(useSettled(JSON.stringify(inputs), RELOAD_MS)) as Asked
  const { processDefinitionKey = '', definitionVersion, type, processInstanceId = '', ...more } = asked
  const isStarted = processInstanceId !== ''
  const isAsked = open && isStarted
  const activities = useCall(
    type === '1' ? approvalCalls.auditInfo : approvalCalls.activities,
    { processInstanceId },
    { enabled: isAsked, refetchOnMount: 'always' },
  )
  const progress = useCall(
    approvalCalls.diagram,
    { processInstanceId, ...more },
    { enabled: isAsked, refetchOnMount: 'always' },
  )
  const definition = useCall(
    workflowCalls.initialDiagram,
    { processDefinitionKey, definitionVersion },
    { enabled: open && !isStarted && processDefinitionKey !== '' },
  )
  const diagram = isStarted ? progress : definition
  const { replay, isOn, isFetching, begin, end, onKeyDown } = useReplay(isAsked ? processInstanceId : '')
  const isLoading = diagram.isFetching || isFetching || (isStarted && activities.isFetching)
  const loading = useLate(isLoading, DRAWER_WAIT_MS)
  const { formId, app } = inputs
  return (
    <DetailDrawer
      open={open}
      onClose={onClose}
      inAddress={inAddress ?? false}
      top={
        <>
          {name}
          {isOn && <span className="tag proc">回放</span>}
        </>
      }
      title="流程图"
      nav={
        <>
          {loading && <span className="spin" role="status" aria-label="正在加载" />}
          {isStarted && <Legend />}
          {formId !== undefined && pkId !== undefined && (
            <Button
              size="sm"
              icon={ExternalLink}
              onClick={() => void openExternalForm({ pkId, formId, app })}
            >
              业务表单
            </Button>
          )}
          {isStarted && !isOn && (
            <Button size="sm" icon={History} onClick={() => begin()}>
              回放
            </Button>
          )}
        </>
      }
    >
      {/* Keys that no control inside takes move the replay. */}
      {/* eslint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className={isStarted ? `${css.flow} ${css.started}` : css.flow} onKeyDown={onKeyDown}>
        {isStarted && (
          <Activities
            activities={activities.data}
            onChoose={begin}
            chosen={replay?.moments[replay.at]?.specialParameters.seq ?? null}
          />
        )}
        <div className={css.chart}>
          <div className={css.picture}>
            {diagram.data !== undefined && (
              <ProcessDiagram image={diagram.data} name={name} shown={replay?.shown ?? null} />
            )}
          </div>
          {replay && <ReplayBar replay={replay} onEnd={end} />}
        </div>
      </div>
    </DetailDrawer>
  )
}

type ActivitiesProps = {
  activities: readonly Activity[] | undefined
  onChoose: (seq: number) => void
  chosen: number | null
}

const NONE: readonly Activity[] = []

function Activities({ activities = NONE, onChoose, chosen }: ActivitiesProps) {
  const [which, setWhich] = useState<'all' | 'back'>('all')
  const back = activities.filter(({ color }) => color === 'red')
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    const line = chosen === null ? null : list.current?.querySelector('[aria-current]')
    if (!line || !list.current) return
    // On a phone the list does not scroll on its own, and the drawer stays at the picture.
    const [at, within] = [line.getBoundingClientRect(), list.current.getBoundingClientRect()]
    list.current.scrollTop += Math.max(0, at.bottom - within.bottom) - Math.max(0, within.top - at.top)
  }, [chosen])
  return (
    <section ref={list} className={css.history} aria-label="办理记录" tabIndex={0}>
      {activities.length > 0 && (
        <>
          <Segments
            label="办理记录的范围"
            choices={{ all: `全部 ${activities.length}`, back: `只看退回 ${back.length}` }}
            value={which}
            onChange={setWhich}
          />
          <ActivityTimeline
            activities={which === 'all' ? activities : back}
            onChoose={onChoose}
            chosen={chosen}
          />
        </>
      )}
    </section>
  )
}

const Legend = () => (
  <ul className={css.legend} aria-label="图例">
    <li className={css.done}>已完成</li>
    <li className={css.current}>当前</li>
    <li className={css.back}>退回</li>
    <li>未到</li>
  </ul>
)
