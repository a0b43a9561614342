import type { TicketDetail } from '@heliodesk/contract/ticket-rows.ts'
import { Legend } from '../../../domain/tickets/drawings/Legend.tsx'
import { MarkedPicture } from '../../../domain/tickets/drawings/MarkedPicture.tsx'
import { markStates } from '../../../domain/tickets/drawings/marks.ts'
import css from './ticket-print.module.css'

type DrawingsOnPaperProps = {
  ticket: TicketDetail
  /** Its number among the appendices. */
  no: number
  onPicture: (path: string) => void
}

/** 附图: each drawing on a page of its own, with what its marks stand for. */
export const DrawingsOnPaper = ({ ticket: { drawings, lineList }, no, onPicture }: DrawingsOnPaperProps) => (
  <section className={css.appendix} aria-label="附图">
    {drawings.map((drawing, at) => (
      <figure key={drawing.path} className={css.drawing}>
        <h2>
          附 {no} 附图{drawings.length > 1 && ` ${at + 1}/${drawings.length}`}：{drawing.title}
        </h2>
        <MarkedPicture
          drawing={drawing}
          stateOf={markStates(lineList)}
          onSettled={() => onPicture(drawing.path)}
        />
        <Legend drawing={drawing} stateOf={markStates(lineList)} />
      </figure>
    ))}
  </section>
)
