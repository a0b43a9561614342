import { instanceStates, type ApprovalBox } from '@heliodesk/contract/approvals.ts'
import { useEffect, useRef, type MouseEvent } from 'react'
import { formatTime } from '../../kit/format.ts'
import { Marked } from '../../kit/Marked.tsx'
import { companyNow } from '../../lib/company-time.ts'
import { lookOf, whenOf, type Approval } from './approval.ts'
import css from './approvals.module.css'

type ApprovalListProps = {
  box: ApprovalBox
  rows: readonly Approval[]
  /** What was searched for. */
  word: string
  /** The process that is shown beside. */
  chosen: string | null
  hrefOf: (instance: string) => string
  onChoose: (instance: string) => void
}

/** The processes of a list, each a link to itself. */
export function ApprovalList({ box, rows, word, chosen, hrefOf, onChoose }: ApprovalListProps) {
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    if (chosen !== null) list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  const choose = (event: MouseEvent, instance: string) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onChoose(instance)
  }
  return (
    <nav className={css.rows} aria-label="流程" ref={list}>
      <ul>
        {rows.map((row) => {
          const { processInstanceId, taskId, businessTitle, title, starter, step } = row
          return (
            <li key={`${processInstanceId} ${taskId}`}>
              <a
                href={hrefOf(processInstanceId)}
                aria-current={processInstanceId === chosen ? 'true' : undefined}
                onClick={(event) => choose(event, processInstanceId)}
              >
                <span className={css.name}>
                  <span className="tag ln">{businessTitle}</span>
                  <b className="ell" title={title}>
                    <Marked text={title} word={word} />
                  </b>
                </span>
                <span className={`t3 s12 ell ${css.about}`}>
                  <Marked text={starter} word={word} />
                  {step && ` · ${step}`}
                </span>
                <Side box={box} row={row} />
              </a>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** The end of a line: until when it waits, or what became of it. */
function Side({ box, row }: { box: ApprovalBox; row: Approval }) {
  if (box === 'todo') {
    const { text, tone } = whenOf(row, companyNow())
    return <span className={`${css.side} ${tone === 't3' ? tone : `${tone} b`}`}>{text}</span>
  }
  return (
    <span className={css.side}>
      <span className={`tag ${lookOf[row.status]}`}>{instanceStates[row.status]}</span>
      <span className="t3">{formatTime(row.stepTime)}</span>
    </span>
  )
}
