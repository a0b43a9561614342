import {
  grantKinds,
  grantReviewCalls,
  grantStates,
  type GrantReview,
} from '@heliodesk/contract/grant-reviews.ts'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../kit/Button.tsx'
import { CommandDialog } from '../../kit/CommandDialog.tsx'
import { LongTextField } from '../../kit/fields/LongTextField.tsx'
import { formatTime } from '../../kit/format.ts'
import { PanelDrawer } from '../../kit/PanelDrawer.tsx'
import { Reading } from '../../kit/Reading.tsx'
import { Segments } from '../../kit/Segments.tsx'
import { SendDialog } from '../../kit/SendDialog.tsx'
import { Empty } from '../../kit/States.tsx'
import { useOverlays, type OverlayProps } from '../../kit/use-overlays.tsx'
import { useSaving } from '../../kit/use-saving.ts'
import { useCall } from '../../lib/queries.ts'
import css from './grant-reviews.module.css'

const looks = {
  waiting: 'proc',
  confirmed: 'ok',
  refused: 'err',
  withdrawn: '',
  outdated: 'undo',
  expired: 'undo',
} as const

const MOST = 50
const VIEWS = { waiting: '待复核', past: '历史' } as const

/** What changes, and whose. */
const named = {
  permissions: ({ roleName }) => `角色“${roleName}”的权限`,
  roles: ({ people }) => `${people.join('、')}的角色`,
  machine: ({ people }) => `机器账号“${people.join('、')}”的角色`,
  scope: ({ people }) => `${people.join('、')}的数据范围`,
  dataRole: ({ roleName }) => `数据角色“${roleName}”`,
} satisfies Record<GrantReview['kind'], (review: GrantReview) => string>

const nameOf = (review: GrantReview) => named[review.kind](review)

type ReviewsDrawerProps = OverlayProps & {
  /** The one that a message is about. */
  chosen?: string | null
}

/** 待复核: who asks for which change of rights, for whom and why; and what became of earlier ones. */
export function ReviewsDrawer({ open, chosen = null, onClose }: ReviewsDrawerProps) {
  const [asked, setView] = useState<keyof typeof VIEWS | null>(null)
  const waiting = useCall(grantReviewCalls.list, { open: '1', pageSize: MOST }, { enabled: chosen !== null })
  const isPast = chosen !== null && waiting.data && !waiting.data.records.some(({ id }) => id === chosen)
  const view = asked ?? (isPast ? 'past' : 'waiting')
  const list = useCall(
    grantReviewCalls.list,
    { open: view === 'waiting' ? '1' : '0', pageSize: MOST },
    { refetchOnMount: 'always' },
  )
  const { show, shown } = useOverlays({
    confirm: (overlay, review: GrantReview) => <ConfirmReview {...overlay} review={review} />,
    refuse: (overlay, review: GrantReview) => <RefuseReview {...overlay} review={review} />,
    withdraw: (overlay, review: GrantReview) => <WithdrawReview {...overlay} review={review} />,
  })
  if (!open) return null
  return (
    <PanelDrawer title="权限变更复核" size={560} maxWidth="100vw" onClose={onClose}>
      <div className={css.drawer}>
        <Segments label="复核状态" choices={VIEWS} value={view} onChange={setView} />
        <Reading read={list} name="权限变更" height={160}>
          {({ records, total }) =>
            records.length === 0 ? (
              <Empty
                title={view === 'waiting' ? '没有待复核的变更' : '还没有复核过的变更'}
                text="他人提交的权限变更，由有同样权限的第二人在这里复核"
              />
            ) : (
              <>
                <ul className={css.list}>
                  {records.map((review) => (
                    <Review
                      key={review.id}
                      review={review}
                      isChosen={review.id === chosen}
                      onConfirm={() => show('confirm', review)}
                      onRefuse={() => show('refuse', review)}
                      onWithdraw={() => show('withdraw', review)}
                    />
                  ))}
                </ul>
                {total > records.length && (
                  <p className="t3 s12">
                    只列出最近 {MOST} 项，共 {total} 项
                  </p>
                )}
              </>
            )
          }
        </Reading>
      </div>
      {shown}
    </PanelDrawer>
  )
}

type ReviewProps = {
  review: GrantReview
  isChosen: boolean
  onConfirm: () => void
  onRefuse: () => void
  onWithdraw: () => void
}

function Review({ review, isChosen, onConfirm, onRefuse, onWithdraw }: ReviewProps) {
  const { kind, state, added, removed, reason, note, refusal, isOwn } = review
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isChosen) item.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  return (
    <li
      ref={item}
      className={css.review}
      aria-label={nameOf(review)}
      aria-current={isChosen ? 'true' : undefined}
    >
      <span className="row">
        <span className={`tag ${looks[state]}`}>{grantStates[state]}</span>
        <span className="tag ln">{grantKinds[kind]}</span>
        <b>{nameOf(review)}</b>
      </span>
      <dl className="s13">
        {added.length > 0 && <Fact name={kind === 'dataRole' ? '改为' : '新增'} text={added.join('、')} />}
        {removed.length > 0 && (
          <Fact name={kind === 'dataRole' ? '原为' : '收回'} text={removed.join('、')} />
        )}
        <Fact name="原因" text={reason || '未填写'} />
        <Fact name="提交" text={`${review.askedBy} ${formatTime(review.askedTime)}`} />
        {state === 'waiting' && <Fact name="截止" text={formatTime(review.expiryTime)} />}
        {review.decidedTime && (
          <Fact
            name="处理"
            text={[review.decidedBy, formatTime(review.decidedTime), note].filter(Boolean).join(' ')}
          />
        )}
      </dl>
      {state === 'waiting' && (
        <div className={css.acts}>
          {isOwn && <Button onClick={onWithdraw}>撤回</Button>}
          <Button refusal={refusal} onClick={onRefuse}>
            驳回
          </Button>
          <Button kind="pri" refusal={refusal} onClick={onConfirm}>
            通过
          </Button>
        </div>
      )}
    </li>
  )
}

const Fact = ({ name, text }: { name: string; text: string }) => (
  <>
    <dt>{name}</dt>
    <dd>{text}</dd>
  </>
)

type DecisionProps = OverlayProps & { review: GrantReview }

const ConfirmReview = ({ review, ...overlay }: DecisionProps) => (
  <SendDialog
    {...overlay}
    call={grantReviewCalls.confirm}
    input={{ id: review.id }}
    title={`通过${nameOf(review)}变更？`}
    text="以您的权限执行，从相关人员的下一次操作起生效；记录提交人和复核人。"
    verb="通过"
    said={() => ['权限变更已生效', nameOf(review)]}
  />
)

const WithdrawReview = ({ review, ...overlay }: DecisionProps) => (
  <SendDialog
    {...overlay}
    call={grantReviewCalls.withdraw}
    input={{ id: review.id }}
    title={`撤回${nameOf(review)}变更？`}
    text="撤回后不再等待复核，权限没有变动；可以重新提交。"
    verb="撤回"
    said={() => ['权限变更已撤回', nameOf(review)]}
  />
)

function RefuseReview({ review, ...overlay }: DecisionProps) {
  const [reason, setReason] = useState('')
  const saving = useSaving(grantReviewCalls.refuse, {
    said: () => ['权限变更已驳回', nameOf(review)],
    onClose: overlay.onClose,
  })
  return (
    <CommandDialog
      {...overlay}
      wide
      title={`驳回${nameOf(review)}变更？`}
      text="权限没有变动；提交人在历史中看到原因。"
      verb="驳回"
      danger
      refusal={reason.trim() === '' ? '请填写驳回原因' : null}
      saving={saving}
      onConfirm={() => saving.send({ id: review.id, reason })}
    >
      <LongTextField label="驳回原因" required autoFocus value={reason} onChange={setReason} />
    </CommandDialog>
  )
}
