import type { TicketDetail, TicketLine } from '@heliodesk/contract/ticket-rows.ts'
import { isEnded, titleOfAct } from '@heliodesk/contract/ticket-states.ts'
import { formatMinute } from '../../../kit/format.ts'
import { lastRound } from '../sheet/ticket.ts'
import { Blank, Lines, Signature, Signatures, When } from './pieces.tsx'
import { signed } from './signatures.ts'
import css from './ticket-print.module.css'

/** The form of switching. All of its head is on every page, as every page of it is a form on paper. */
export const OperationForm = ({ ticket }: { ticket: TicketDetail }) => (
  <>
    <table className={css.operation} aria-label="操作项目">
      <colgroup>
        <col className={css.order} />
        <col />
        <col className={css.tick} />
        <col className={css.clock} />
      </colgroup>
      <thead>
        <Orders ticket={ticket} />
        <tr>
          <th scope="col">顺序</th>
          <th scope="col">操作项目</th>
          <th scope="col">√</th>
          <th scope="col">时间</th>
        </tr>
      </thead>
      <tbody>
        {ticket.lineList.map((line) => (
          <Step key={line.no} line={line} ticket={ticket} />
        ))}
        <tr>
          <td />
          <td className={css.centred}>（以下空白）</td>
          <td />
          <td />
        </tr>
      </tbody>
    </table>
    <div className={`${css.form} ${css.foot}`}>
      <section className={css.rubric} aria-label="备注">
        <h2>备注：</h2>
        <Lines texts={remarksOf(ticket)} open />
      </section>
      <section className={css.rubric} aria-label="签名">
        <Signatures>
          <Signature title="操作人（填票）" by={signed(ticket, 'submit')} />
          <Signature title="监护人（审核）" by={signed(ticket, 'review')} />
          <Signature title="值班负责人（批准）" by={signed(ticket, 'approve')} />
        </Signatures>
      </section>
    </div>
  </>
)

/** Who received the order and when is written by hand, where the order is given. */
function Orders({ ticket }: { ticket: TicketDetail }) {
  const { content, workContent, startedTime, finishedTime, stampedTime } = ticket
  const endedTime = isAborted(ticket) ? stampedTime : finishedTime
  return (
    <>
      <tr>
        <td colSpan={4} className={css.line}>
          <span>
            发令单位：
            <Blank />
          </span>
          <span>
            发令人：
            {content.orderedBy ? <span className={css.filled}>{content.orderedBy}</span> : <Blank />}
          </span>
          <span>
            受令人：
            <Blank />
          </span>
          <span>
            发令时间：
            <When at={null} />
          </span>
        </td>
      </tr>
      <tr>
        <td colSpan={4} className={css.line}>
          <span>
            操作开始时间：
            <When at={startedTime} />
          </span>
          <span>
            操作结束时间：
            <When at={endedTime} />
          </span>
        </td>
      </tr>
      <tr>
        <td colSpan={4} className={css.line}>
          <span>（√）监护下操作</span>
          <span>（&emsp;）单人操作</span>
          <span>（&emsp;）检修人员操作</span>
        </td>
      </tr>
      <tr>
        <td colSpan={4} className={css.text}>
          操作任务：{workContent}
        </td>
      </tr>
    </>
  )
}

/** It was begun and ended before all steps were done. */
const isAborted = ({ state, startedTime, lineList }: TicketDetail): boolean =>
  isEnded(state) && startedTime !== null && lineList.some(({ ticked }) => ticked === null)

type StepProps = { line: TicketLine; ticket: TicketDetail }

function Step({ line: { no, text, ticked }, ticket }: StepProps) {
  const isStruck = ticked === null && isAborted(ticket)
  return (
    <tr>
      <td className={css.centred}>{no}</td>
      <td className={css.text}>{isStruck ? <s>{text}</s> : text}</td>
      <td className={css.centred}>{ticked ? '√' : isStruck ? '—' : ''}</td>
      <td className={css.centred}>{ticked && clockOf(ticked.at, ticket.startedTime)}</td>
    </tr>
  )
}

/** With the day where it is not the one on which the switching began. */
const clockOf = (at: string, from: string | null): string =>
  at.slice(0, 10) === from?.slice(0, 10) ? at.slice(11, 16) : at.slice(5, 16)

/** Why it was stopped, and each doubt in which it was held. */
function remarksOf(ticket: TicketDetail): string[] {
  const { kind, lineList, stampReason, content } = ticket
  const held = new Set([titleOfAct(kind, 'pause'), titleOfAct(kind, 'resume')])
  const left = lineList.filter(({ ticked }) => ticked === null)
  const stopped = isAborted(ticket) ? [`第 ${rangeOf(left)} 项未操作，中止原因：${stampReason}`] : []
  return [
    ...stopped,
    ...lastRound(ticket)
      .filter(({ actionName }) => held.has(actionName))
      .map(({ at, actorName, actionName, note }) =>
        [`${formatMinute(at)} ${actorName} ${actionName}`, note].filter(Boolean).join('：'),
      ),
    content.remark,
  ].filter(Boolean)
}

const rangeOf = (lines: readonly TicketLine[]): string => {
  const [first, last] = [lines[0], lines.at(-1)]
  return first && last && last.no > first.no ? `${first.no}～${last.no}` : String(first?.no ?? '')
}
