import { partMarks, stopActs, type FieldPart } from '@heliodesk/contract/field-tickets.ts'
import type { TicketDetail } from '@heliodesk/contract/ticket-rows.ts'
import { CircleCheck, Clock3, Hourglass, Phone, TriangleAlert } from 'lucide-react'
import { SheetCard } from './SheetCard.tsx'
import { whenOf } from './ticket.ts'
import { siteLines } from './site-words.ts'
import { useSite } from './use-ticket-work.ts'
import css from './site.module.css'

/** 现场手机: what came from phones and waits or has no effect, and who knows that the work is stopped. */
export function Site({ ticket }: { ticket: TicketDetail }) {
  const site = useSite(ticket)
  if (!site || (site.parts.length === 0 && site.stop === null)) return null
  const { parts, stop, workers } = site
  return (
    <SheetCard title="现场手机">
      {stop && (
        <>
          <p className={css.head}>
            {whenOf(stop.at)} 由 {stop.byName} {stopActs[stop.act]}，停止作业
          </p>
          <ul className={css.list} aria-label="停止作业通知">
            {workers.map(({ id, name, phone, seenTime, lastSeenTime, isSilent }) => (
              <li key={id}>
                {seenTime ? (
                  <CircleCheck className="i ok" aria-hidden />
                ) : (
                  <Clock3 className="i err" aria-hidden />
                )}
                <span className={css.text}>
                  <b>{name}</b>
                  <small>
                    {seenTime ? `已知悉 ${whenOf(seenTime)}` : '尚未知悉'}
                    {!seenTime &&
                      isSilent &&
                      ` · ${lastSeenTime ? `最后联网 ${whenOf(lastSeenTime)}` : '手机没有联网记录'}`}
                  </small>
                </span>
                {!seenTime && phone && (
                  <a className="btn" href={`tel:${phone}`} aria-label={`电话通知${name}`}>
                    <Phone className="i" aria-hidden />
                    {phone}
                  </a>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      {parts.length > 0 && (
        <ul className={css.list} aria-label="手机送达的环节">
          {siteLines(ticket, parts).map(({ parts: group, text }) => (
            <SiteRow key={group[0]!.id} group={group} text={text} />
          ))}
        </ul>
      )}
    </SheetCard>
  )
}

function SiteRow({ group, text }: { group: readonly FieldPart[]; text: string }) {
  const [first, last] = [group[0]!, group.at(-1)!]
  const marks = [...new Set(group.flatMap((part) => part.marks))]
  return (
    <li>
      {first.outcome === 'waits' ? (
        <Hourglass className="i undo" aria-hidden />
      ) : (
        <TriangleAlert className="i err" aria-hidden />
      )}
      <span className={css.text}>
        {text}
        <small>
          {whenOf(first.doneTime)}
          {group.length > 1 && ` – ${whenOf(last.doneTime)}`} 所做，{whenOf(last.arrivalTime)} 送达
        </small>
        {marks.length > 0 && (
          <small className="err">
            {marks.map((mark) => partMarks[mark]).join('、')}，请签发人、许可人核对
          </small>
        )}
      </span>
    </li>
  )
}
