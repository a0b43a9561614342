import { instanceStates, type ApprovalBox } from '@heliodesk/contract/approvals.ts'
import { useEffect, useRef, type MouseEvent } from 'react'
import { formatTime } from '../../kit/format.ts'
import { Marked } from '../../kit/Marked.tsx'
import { useListKeys } from '../../kit/use-list-keys.ts'
import { companyNow } from '../../lib/company-time.ts'
import { countersignNote, countersignText, lookOf, whenOf, type Approval } from './approval.ts'
import type { Batch, Line } from './use-batch.ts'
import css from './approvals.module.css'

type ApprovalListProps = {
  box: ApprovalBox
  rows: readonly Line[]
  /** Where several are decided at once. */
  batch: Batch | null
  /** What was searched for. */
  word: string
  /** The process that is shown beside. */
  chosen: string | null
  hrefOf: (instance: string) => string
  onChoose: (instance: string) => void
}

/** The processes of a list, each a link to itself. */
export function ApprovalList({ box, rows, batch, word, chosen, hrefOf, onChoose }: ApprovalListProps) {
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    if (chosen !== null) list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  const ids = rows.map(({ processInstanceId }) => processInstanceId)
  useListKeys(list, ids, chosen, onChoose)
  const choose = (event: MouseEvent, instance: string) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onChoose(instance)
  }
  return (
    <nav className={css.rows} aria-label="流程" ref={list}>
      <ul>
        {rows.map((row) => {
          const { id, processInstanceId, businessTitle, title, starter, place, step } = row
          const fault = batch?.faults.find((each) => each.id === id)
          return (
            <li key={id} className={batch?.choice.isChosen(row) ? css.chosen : undefined}>
              {batch && <RowBox row={row} batch={batch} />}
              <a
                href={hrefOf(processInstanceId)}
                aria-current={processInstanceId === chosen ? 'true' : undefined}
                onClick={(event) => choose(event, processInstanceId)}
              >
                <span className={css.name}>
                  {row.isUnread && <i className={css.unread} role="img" aria-label="未读" />}
                  <span className="tag ln">{businessTitle}</span>
                  <b className="ell" title={title}>
                    <Marked text={title} word={word} />
                  </b>
                  {row.countersigns.map((each) => (
                    <span
                      className="tag proc"
                      key={each.step}
                      title={`${each.step}：${countersignNote(each)}`}
                    >
                      {countersignText(each)}
                    </span>
                  ))}
                  {row.urged > 0 && <span className="tag err">催办 {row.urged}</span>}
                </span>
                <span className={`t3 s12 ell ${css.about}`}>
                  {doneFor(box, row)}
                  <Marked text={starter} word={word} />
                  {[place, step].filter(Boolean).map((each) => ` · ${each}`)}
                </span>
                {fault && <span className={`err s12 ${css.fault}`}>{fault.reason}</span>}
                <Side box={box} row={row} />
              </a>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** Who acts for whom, where somebody is absent; before everything that a narrow line may cut. */
function doneFor(box: ApprovalBox, { behalf }: Approval): string {
  if (behalf === '') return ''
  return box === 'delegated' ? `代${behalf}办理 · ` : `与${behalf}有委托 · `
}

/** Chooses the step to be decided with others. */
function RowBox({ row, batch: { choice, progress } }: { row: Line; batch: Batch }) {
  const { title, alone } = row
  return (
    <input
      type="checkbox"
      className="choose"
      aria-label={`选择 ${title}`}
      title={alone ? `须单独办理：${alone}` : undefined}
      disabled={alone !== null || progress !== null}
      checked={choice.isChosen(row)}
      onChange={({ target }) => choice.onChoose([row], target.checked)}
    />
  )
}

/** The end of a line: until when it waits, or what became of it. */
function Side({ box, row }: { box: ApprovalBox; row: Approval }) {
  if (box === 'todo' || box === 'delegated') {
    const { text, tone } = whenOf(row, companyNow())
    return (
      <span className={`${css.side} ${tone === 't3' ? tone : `${tone} b`}`} title={row.dueTime ?? undefined}>
        {text}
      </span>
    )
  }
  return (
    <span className={css.side}>
      <span className={`tag ${lookOf[row.status]}`}>{instanceStates[row.status]}</span>
      <span className="t3">{formatTime(row.stepTime)}</span>
    </span>
  )
}
