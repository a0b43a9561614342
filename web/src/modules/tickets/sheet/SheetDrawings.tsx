import type { TicketDetail } from '@heliodesk/contract/ticket-rows.ts'
import { Drawings } from '../../../domain/tickets/drawings/Drawings.tsx'
import { markStates } from '../../../domain/tickets/drawings/marks.ts'
import { SheetCard } from './SheetCard.tsx'
import css from './ticket-parts.module.css'

/** 附图: drawings whose marks are filled once their measure is done. */
export function SheetDrawings({ ticket: { drawings, lineList } }: { ticket: TicketDetail }) {
  if (drawings.length === 0) return null
  return (
    <SheetCard title="附图" fact={`${drawings.length} 张`}>
      <div className={css.drawn}>
        <Drawings drawings={drawings} stateOf={markStates(lineList)} />
      </div>
    </SheetCard>
  )
}
