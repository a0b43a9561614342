import { handoverCalls, handoverStates, workGroups, type Handover } from '@heliodesk/contract/handovers.ts'
import { ArrowRightLeft } from 'lucide-react'
import { Button } from '../../kit/Button.tsx'
import { formatTime } from '../../kit/format.ts'
import { PanelDrawer } from '../../kit/PanelDrawer.tsx'
import { Reading } from '../../kit/Reading.tsx'
import { SendDialog } from '../../kit/SendDialog.tsx'
import { Empty } from '../../kit/States.tsx'
import { useOverlays, type OverlayProps } from '../../kit/use-overlays.tsx'
import { useCall } from '../../lib/queries.ts'
import { HandoverForm } from './HandoverForm.tsx'
import { OpenWork, Thing } from './OpenWork.tsx'
import type { User } from './user.ts'
import css from './handover.module.css'

const looks = { planned: 'proc', done: 'ok', cancelled: '', failed: 'err' } as const

/** 离职交接: what a person still has open, who takes it over, and what became of it. */
export function HandoverDrawer({
  user,
  refusal,
  open,
  onClose,
}: OverlayProps & { user: User; refusal: string | null }) {
  const { id: personId, realname } = user
  const work = useCall(handoverCalls.openWork, { personId }, { refetchOnMount: 'always' })
  const list = useCall(handoverCalls.list, { personId }, { refetchOnMount: 'always' })
  const planned = list.data?.find(({ state }) => state === 'planned')
  const { show, shown } = useOverlays({
    hand: (overlay) => <HandoverForm {...overlay} user={user} groups={work.data ?? []} />,
    cancel: (overlay, plan: Handover) => <CancelDialog {...overlay} plan={plan} realname={realname} />,
  })
  if (!open) return null
  return (
    <PanelDrawer title={`${realname}的离职交接`} size={640} maxWidth="100vw" onClose={onClose}>
      <div className={css.drawer}>
        <div className="row">
          <Button
            kind="pri"
            icon={ArrowRightLeft}
            refusal={refusal ?? (planned ? '已安排交接，请先取消' : null)}
            onClick={() => show('hand')}
          >
            办理交接
          </Button>
        </div>
        <h2>未交接的工作</h2>
        <Reading
          read={work}
          name="未交接的工作"
          height={160}
          empty={<Empty title="没有未交接的工作" text="可以直接停用账号" />}
        >
          {(groups) => <OpenWork groups={groups} />}
        </Reading>
        <h2>交接记录</h2>
        <Reading read={list} name="交接记录" height={80} empty={<p className="t3">还没有办理过交接</p>}>
          {(all) => (
            <ul className={css.records}>
              {all.map((each) => (
                <Record
                  key={each.id}
                  handover={each}
                  onCancel={refusal ? null : () => show('cancel', each)}
                />
              ))}
            </ul>
          )}
        </Reading>
      </div>
      {shown}
    </PanelDrawer>
  )
}

/** Who takes over, each named once with the groups that go to them. */
function takersOf({ successorList }: Handover): string {
  const names = [...new Set(successorList.map(({ successorName }) => successorName))]
  if (names.length === 1) return names.join('')
  return names
    .map((name) => {
      const groups = successorList.filter(({ successorName }) => successorName === name)
      return `${name}（${groups.map(({ group }) => workGroups[group].title).join('、')}）`
    })
    .join('；')
}

function Record({ handover, onCancel }: { handover: Handover; onCancel: (() => void) | null }) {
  const { state, createdBy, createTime, dueTime, reason, freezes, fault, given, ended, refused } = handover
  const [refusals, others] = [true, false].map((isRefused) =>
    handover.resultList.filter(({ outcome }) => (outcome === 'refused') === isRefused),
  )
  return (
    <li className={css.record}>
      <span className="row">
        <span className={`tag ${looks[state]}`}>{handoverStates[state]}</span>
        <b>{takersOf(handover) || '没有接收人'}</b>
        {state === 'planned' && onCancel && (
          <Button size="sm" kind="txt" className="mla" onClick={onCancel}>
            取消交接
          </Button>
        )}
      </span>
      <span className="t2 s13">
        {state === 'planned'
          ? `${formatTime(dueTime)} 交接`
          : `${formatTime(handover.endTime ?? dueTime)} 结束`}
        {freezes && state === 'planned' ? '，之后停用账号' : ''} · {reason}
      </span>
      <span className="t3 s12">
        {createdBy} {formatTime(createTime)} 办理
      </span>
      {fault && <span className={css.told}>{fault}</span>}
      {given + ended + refused > 0 && (
        <span className="s13">
          已交接 {given} 项{ended > 0 && `，停用 ${ended} 项`}
          {refused > 0 && `，未交接 ${refused} 项`}
        </span>
      )}
      <Results list={refusals ?? []} />
      {others && others.length > 0 && (
        <details>
          <summary>已交接的工作</summary>
          <Results list={others} />
        </details>
      )}
    </li>
  )
}

const Results = ({ list }: { list: Handover['resultList'] }) => (
  <div className={css.groups}>
    <ul>
      {list.map(({ group, record, name, successorName, told }) => (
        <li key={`${group} ${record}`}>
          <span className="tag">{workGroups[group].title}</span>
          <Thing group={group} record={record} name={name} />
          {successorName && <span className="t3 s12">→ {successorName}</span>}
          {told && <span className={css.told}>{told}</span>}
        </li>
      ))}
    </ul>
  </div>
)

const CancelDialog = ({
  plan,
  realname,
  ...overlay
}: OverlayProps & { plan: Handover; realname: string }) => (
  <SendDialog
    {...overlay}
    call={handoverCalls.cancel}
    input={{ id: plan.id, version: plan.version }}
    said={() => ['交接已取消', `${realname}的工作没有变动`]}
    title={`取消${realname}的离职交接？`}
    text="到时不再交接，也不停用账号；可以重新办理。"
    verb="取消交接"
  />
)
