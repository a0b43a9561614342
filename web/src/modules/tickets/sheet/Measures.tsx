import { measureGroups } from '@heliodesk/contract/ticket-kinds.ts'
import type { TicketDetail, TicketLine } from '@heliodesk/contract/ticket-rows.ts'
import { Check } from 'lucide-react'
import { Button } from '../../../kit/Button.tsx'
import { DoneMark } from '../../../kit/Status.tsx'
import { SheetCard } from './SheetCard.tsx'
import { anchors, whenOf } from './ticket.ts'
import { useTicketWork } from './use-ticket-work.ts'
import css from './ticket-parts.module.css'

/** 安全措施: done one after the other by the permitter, each with who and when. */
export function Measures({ ticket }: { ticket: TicketDetail }) {
  const { mayTick } = ticket
  const work = useTicketWork(ticket)
  const { lineList } = work.ticket
  if (lineList.length === 0) return null
  const next = lineList.find(({ ticked }) => ticked === null)
  const done = lineList.filter(({ ticked }) => ticked !== null).length
  return (
    <SheetCard
      id={anchors.measures}
      title="安全措施"
      fact={`${done} / ${lineList.length} 已执行，逐条打勾，不可跳项`}
      tools={<span className="t3 s12">执行人　时间</span>}
    >
      <ol>
        {lineList.map((line, at) => (
          <li key={line.no} className={css.line} aria-current={line === next ? 'step' : undefined}>
            {line.group !== lineList[at - 1]?.group && line.group !== 'step' && (
              <h3 className={css.group}>{measureGroups[line.group]}</h3>
            )}
            <span className={css.no}>{line.no}</span>
            <DoneMark done={line.ticked !== null} current={mayTick && line === next} />
            <span className={css.text}>{line.text}</span>
            <Ticked
              line={line}
              isNext={mayTick && line === next}
              isBusy={work.busy}
              onTick={() => work.take(line.no, 'tick')}
            />
          </li>
        ))}
      </ol>
    </SheetCard>
  )
}

type TickedProps = { line: TicketLine; isNext: boolean; isBusy: boolean; onTick: () => void }

function Ticked({ line: { ticked, no }, isNext, isBusy, onTick }: TickedProps) {
  if (ticked)
    return (
      <span className={css.signed}>
        {ticked.name} <time>{whenOf(ticked.at)}</time>
      </span>
    )
  if (!isNext) return null
  return (
    <Button size="sm" icon={Check} busy={isBusy} onClick={onTick}>
      已执行<span className="sr">第 {no} 条</span>
    </Button>
  )
}

/** 注意事项, and 危险点 with what controls them. */
export function Care({ ticket: { content } }: { ticket: TicketDetail }) {
  return (
    <>
      {content.care.length > 0 && (
        <SheetCard title={measureGroups.care}>
          <ol>
            {content.care.map((text, at) => (
              <li key={at} className={css.line}>
                <span className={css.no}>{at + 1}</span>
                <span className={css.text}>{text}</span>
              </li>
            ))}
          </ol>
        </SheetCard>
      )}
      {content.risks.length > 0 && (
        <SheetCard title="危险点与控制措施">
          <ol>
            {content.risks.map(({ risk, control }, at) => (
              <li key={at} className={css.line}>
                <span className={css.no}>{at + 1}</span>
                <span className={css.text}>
                  <b>{risk}</b>
                  <br />
                  <span className="t2">{control}</span>
                </span>
              </li>
            ))}
          </ol>
        </SheetCard>
      )}
    </>
  )
}
