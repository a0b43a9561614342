import { paths } from '@heliodesk/contract/paths.ts'
import { queueActions, queueRules } from '@heliodesk/contract/work-portal.ts'
import { useRef, useState } from 'react'
import { Button } from '../../../kit/Button.tsx'
import { EMPTY, formatNumber } from '../../../kit/format.ts'
import { NoticeDialog } from '../../../kit/NoticeDialog.tsx'
import { openHere } from '../../../kit/page-table/RowCard.tsx'
import { Empty, ErrorCard } from '../../../kit/States.tsx'
import { useListKeys } from '../../../kit/use-list-keys.ts'
import { useLate } from '../../../kit/use-late.ts'
import { useOverlays } from '../../../kit/use-overlays.tsx'
import type { CallError } from '../../../lib/call.ts'
import { companyNow } from '../../../lib/company-time.ts'
import { useGrants } from '../../../lib/permission.tsx'
import { formatDue } from '../hall/hall-rows.ts'
import { formatLate } from './PortalStrip.tsx'
import { dueOf, stepOf, type Queue, type QueueRow } from './portal.ts'
import css from './portal.module.css'

type QueueCardProps = {
  reading: {
    data: Queue | undefined
    error: CallError | null
    refetch: () => unknown
    isPlaceholderData: boolean
  }
  team: boolean
  onOpen: (id: string) => void
  onAct: (row: QueueRow) => void
}

/** 接下来做什么: the orders in the order in which to do them, each with its reasons. The first has the filled button. */
export function QueueCard({ reading, team, onOpen, onAct }: QueueCardProps) {
  const { data, error, refetch, isPlaceholderData } = reading
  const { show, shown } = useOverlays({ rules: (overlay) => <Rules {...overlay} /> })
  const late = useLate(data === undefined && error === null)
  return (
    <section className={`card ${css.queue}`} aria-label="接下来做什么">
      <header>
        <h2>接下来做什么</h2>
        {data && data.total > 0 && (
          <span className="t3 s12">
            {data.rows.length} / {formatNumber(data.total)}
          </span>
        )}
        <Button kind="txt" size="sm" className="mla" onClick={() => show('rules')}>
          排序规则
        </Button>
      </header>
      {data ? (
        data.rows.length === 0 ? (
          <NothingToDo team={team} />
        ) : (
          <QueueList rows={data.rows} isOld={isPlaceholderData} onOpen={onOpen} onAct={onAct} />
        )
      ) : error ? (
        <ErrorCard title="待办没有取到" error={error} onRetry={() => void refetch()} />
      ) : (
        late && <QueueSkeleton />
      )}
      {shown}
    </section>
  )
}

type QueueListProps = Pick<QueueCardProps, 'onOpen' | 'onAct'> & {
  rows: readonly QueueRow[]
  isOld: boolean
}

function QueueList({ rows, isOld, onOpen, onAct }: QueueListProps) {
  const list = useRef<HTMLOListElement>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const ids = rows.map(({ id }) => id)
  const today = companyNow().format('YYYY-MM-DD')
  const current = chosen !== null && ids.includes(chosen) ? chosen : null
  useListKeys(
    list,
    ids,
    current,
    (id) => {
      setChosen(id)
      list.current?.children[ids.indexOf(id)]?.scrollIntoView({ block: 'nearest' })
    },
    (id) => {
      const row = rows.find((each) => each.id === id)
      if (row) onAct(row)
    },
  )
  return (
    <>
      <div className={`${css.row} ${css.head}`} aria-hidden>
        <span>#</span>
        <span>动作</span>
        <span>事项与原因</span>
        <span>损失 kWh/h</span>
        <span>到期</span>
        <span />
      </div>
      <ol ref={list} className={isOld ? css.old : undefined} aria-label="待办">
        {rows.map((row, at) => (
          <li key={row.id} className={row.id === current ? `${css.row} ${css.current}` : css.row}>
            <span className="t3">{at + 1}</span>
            <span className="t2">{queueActions[row.action]}</span>
            <span className={css.what}>
              <span className="ell">
                <a
                  className={css.cover}
                  href={paths.workPortal.href({ order: row.id })}
                  aria-current={row.id === current ? 'true' : undefined}
                  title={row.taskDescription}
                  onClick={openHere(() => onOpen(row.id))}
                >
                  {row.taskDescription}
                </a>
                <span className="t3"> · {row.psName}</span>
              </span>
              <small className="ell">
                {row.reasons.length > 0
                  ? row.reasons.map(({ text }) => text).join('；')
                  : `${row.taskTypeLabel} · ${row.workCode}`}
              </small>
            </span>
            <b className={row.lossPower > 0 ? css.figure : `${css.figure} ${css.none}`}>
              <span className={css.label}>损失 kWh/h </span>
              {row.lossPower > 0 ? formatNumber(row.lossPower, 1) : <span className="t3">{EMPTY}</span>}
            </b>
            <span className={row.planEndTime === null ? `${css.figure} ${css.none}` : css.figure}>
              <span className={css.label}>到期 </span>
              <Due row={row} today={today} />
            </span>
            <span className={css.act}>
              <Button
                size="sm"
                kind={at === 0 && stepOf[row.action] !== null ? 'pri' : undefined}
                onClick={() => onAct(row)}
              >
                {queueActions[row.action]}
                <span className="sr"> {row.workCode}</span>
              </Button>
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}

function Due({ row, today }: { row: QueueRow; today: string }) {
  const { planEndTime, overHours, hoursLeft } = row
  if (planEndTime === null) return <span className="t3">{EMPTY}</span>
  switch (dueOf(row)) {
    case 'late':
      return <b className="err">超时 {formatLate(overHours ?? 0)}</b>
    case 'soon':
      return <b className="undo">剩 {formatNumber(hoursLeft ?? 0, 1)} 时</b>
    case 'later':
      return <>{formatDue(planEndTime, today)}</>
  }
}

function NothingToDo({ team }: { team: boolean }) {
  const hasHall = useGrants(({ pages }) => pages.includes(paths.orderHall.path))
  return (
    <Empty
      title={team ? '班组没有在办的工单' : '今天没有待办'}
      text={team ? '数据范围内的工单都已办结' : '要由您指派、执行或验收的工单会按损失和到期排在这里'}
      action={
        hasHall && (
          <a className="btn" href={paths.orderHall.href()}>
            去接单大厅
          </a>
        )
      }
    />
  )
}

/** The rules in the open: by what the list is ordered, and what a row's reasons mean. */
const Rules = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <NoticeDialog open={open} title="排序规则" onClose={onClose}>
    <dl className={css.rules}>
      {Object.entries(queueRules).map(([rule, { title, text }]) => (
        <div key={rule}>
          <dt>{title}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
    <p className="t3 s12">J、K 上下移动，Enter 办理当前一项。</p>
  </NoticeDialog>
)

const QueueSkeleton = () => (
  <div aria-hidden>
    {Array.from({ length: 6 }, (_row, at) => (
      <div key={at} className={css.row} style={{ opacity: 1 - at / 7 }}>
        <span />
        <span className="sk" />
        <span className="sk" style={{ width: `${70 - ((at * 11) % 30)}%` }} />
        <span className="sk" />
        <span className="sk" />
        <span />
      </div>
    ))}
  </div>
)
