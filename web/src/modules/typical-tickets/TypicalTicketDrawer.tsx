import { groupNames, measureGroups } from '@heliodesk/contract/ticket-kinds.ts'
import {
  hasSteps,
  typicalTicketCalls,
  typicalTitles as titles,
  type TypicalTicket,
} from '@heliodesk/contract/typical-tickets.ts'
import { Copy, Pencil } from 'lucide-react'
import { Drawings } from '../../domain/tickets/drawings/Drawings.tsx'
import { OrderWarnings } from '../../domain/tickets/OrderWarnings.tsx'
import { Button } from '../../kit/Button.tsx'
import { DetailLayout } from '../../kit/DetailLayout.tsx'
import { formatMinute } from '../../kit/format.ts'
import { RecordDrawer } from '../../kit/RecordDrawer.tsx'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import { useCall } from '../../lib/queries.ts'
import { placeOf, sourceOf, typicalHead } from './typical-list.tsx'
import css from './typical-tickets.module.css'

type TypicalTicketDrawerProps = OverlayProps & {
  id: string
  /** The one in the list behind, if it is there. */
  row: TypicalTicket | null
  /** Why the user may not change it. */
  refusalOf: (ticket: TypicalTicket) => string | null
  onEdit: (ticket: TypicalTicket) => void
  onCopy: (ticket: TypicalTicket) => void
}

/** A typical ticket as it would be copied: its measures or steps, and its dangers. */
export function TypicalTicketDrawer(props: TypicalTicketDrawerProps) {
  const { id, row, refusalOf, onEdit, onCopy, ...overlay } = props
  const read = useCall(typicalTicketCalls.detail, { id })
  const ticket = read.data?.id === id ? read.data : null
  return (
    <RecordDrawer
      {...overlay}
      call={typicalTicketCalls.detail}
      id={id}
      noun="典型票"
      read={read}
      record={ticket}
      row={row}
    >
      {(known) => ({
        ...typicalHead(known),
        actions: (
          <>
            <Button code="typicalTicket:edit" icon={Copy} onClick={() => onCopy(known)}>
              复制
            </Button>
            <Button
              code="typicalTicket:edit"
              icon={Pencil}
              refusal={refusalOf(known)}
              onClick={() => onEdit(known)}
            >
              编辑
            </Button>
          </>
        ),
        sections: (
          <>
            <DetailLayout
              items={[
                { label: titles.psName, value: placeOf(known) },
                { label: titles.updatedBy, value: sourceOf(known) },
                { label: titles.updateTime, value: formatMinute(known.updateTime) },
                { label: titles.remark, value: known.remark, span: 3 },
              ]}
            />
            <section className="sec" aria-label={hasSteps(known.kind) ? titles.steps : '安全措施'}>
              <h2>{hasSteps(known.kind) ? titles.steps : '安全措施'}</h2>
              <div className={css.content}>
                {hasSteps(known.kind) ? (
                  <>
                    <Lines lines={known.steps} />
                    <OrderWarnings steps={known.steps} />
                  </>
                ) : (
                  groupNames
                    .filter((group) => known[group].length > 0)
                    .map((group) => (
                      <section key={group} aria-label={measureGroups[group]}>
                        <h3>{measureGroups[group]}</h3>
                        <Lines lines={known[group]} />
                      </section>
                    ))
                )}
              </div>
            </section>
            {known.risks.length > 0 && (
              <section className="sec" aria-label={titles.risks}>
                <h2>{titles.risks}</h2>
                <div className={css.content}>
                  <Lines lines={known.risks.map(({ risk, control }) => `${risk}：${control}`)} />
                </div>
              </section>
            )}
            {known.drawings.length > 0 && (
              <section className="sec" aria-label="附图">
                <h2>附图</h2>
                <Drawings drawings={known.drawings} />
              </section>
            )}
          </>
        ),
      })}
    </RecordDrawer>
  )
}

const Lines = ({ lines }: { lines: readonly string[] }) => (
  <ol>
    {lines.map((line, at) => (
      <li key={at}>{line}</li>
    ))}
  </ol>
)
