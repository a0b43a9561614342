import { delegationCalls, delegationStates } from '@heliodesk/contract/delegations.ts'
import type { Received } from '@heliodesk/contract/call.ts'
import { Plus } from 'lucide-react'
import { Button } from '../../kit/Button.tsx'
import { formatTime } from '../../kit/format.ts'
import { PanelDrawer } from '../../kit/PanelDrawer.tsx'
import { Reading } from '../../kit/Reading.tsx'
import type { Choice } from '../../kit/search-bar/filters.ts'
import { SendDialog } from '../../kit/SendDialog.tsx'
import { Empty } from '../../kit/States.tsx'
import { useOverlays, type OverlayProps } from '../../kit/use-overlays.tsx'
import { useCall } from '../../lib/queries.ts'
import { DelegationForm } from './DelegationForm.tsx'
import css from './approvals.module.css'

type Delegation = Received<typeof delegationCalls.list>[number]

const looks = { coming: 'proc', running: 'ok', over: '', ended: '' } as const

/** 委托设置: who does the user's steps while they are absent, and for whom the user does. */
export function DelegationsDrawer({ open, onClose, types }: OverlayProps & { types: readonly Choice[] }) {
  const read = useCall(delegationCalls.list, {})
  const { show, shown } = useOverlays({
    add: (overlay) => <DelegationForm {...overlay} types={types} />,
    end: (overlay, delegation: Delegation) => <EndDialog {...overlay} delegation={delegation} />,
  })
  if (!open) return null
  const add = (
    <Button kind="pri" icon={Plus} onClick={() => show('add')}>
      新建委托
    </Button>
  )
  const nothing = (
    <Empty title="没有委托" text="外出前新建一个，待办会同时出现在对方的“委托给我”里" action={add} />
  )
  return (
    <PanelDrawer title="委托设置" size={440} maxWidth="100vw" onClose={onClose}>
      <div className={css.delegations}>
        <p className="t2 s13">外出期间由同事代您办理待办；期间您自己仍可办理，办理记录会写明由谁代办。</p>
        <Reading read={read} name="委托" height={120} empty={nothing}>
          {(all) => (
            <>
              <div className="row">{add}</div>
              <ul>
                {all.map((delegation) => (
                  <Line
                    key={delegation.id}
                    delegation={delegation}
                    types={types}
                    onEnd={() => show('end', delegation)}
                  />
                ))}
              </ul>
            </>
          )}
        </Reading>
      </div>
      {shown}
    </PanelDrawer>
  )
}

type LineProps = { delegation: Delegation; types: readonly Choice[]; onEnd: () => void }

function Line({ delegation, types, onEnd }: LineProps) {
  const { isOwn, from, to, startTime, endTime, reason, state, endedBy, endedTime } = delegation
  const named = delegation.types.map((type) => types.find(({ value }) => value === type)?.label ?? type)
  return (
    <li>
      <span className="row">
        <b>{isOwn ? `委托给 ${to}` : `代 ${from} 办理`}</b>
        <span className={`tag ${looks[state]}`}>{delegationStates[state]}</span>
        {(state === 'coming' || state === 'running') && (
          <Button size="sm" kind="txt" className="mla" onClick={onEnd}>
            结束委托
          </Button>
        )}
      </span>
      <span className="t2 s13">
        {formatTime(startTime)} 至 {formatTime(endTime)} · {named.join('、') || '全部流程'}
      </span>
      {reason && <span className="t3 s12">{reason}</span>}
      {endedTime && (
        <span className="t3 s12">
          {endedBy} {formatTime(endedTime)} 提前结束
        </span>
      )}
    </li>
  )
}

function EndDialog({ delegation, ...overlay }: OverlayProps & { delegation: Delegation }) {
  const { id, isOwn, from, to } = delegation
  return (
    <SendDialog
      {...overlay}
      call={delegationCalls.end}
      input={{ id }}
      said={() => ['委托已结束', isOwn ? `不再由${to}代办` : `不再代${from}办理`]}
      title="结束这个委托？"
      text={isOwn ? `${to}不再能代您办理。` : `您不再代${from}办理，未办的待办由对方自己办理。`}
      verb="结束委托"
    />
  )
}
