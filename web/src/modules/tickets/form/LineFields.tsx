import { isolationPoints } from '@heliodesk/contract/ticket-content.ts'
import { groupNames, measureGroups, type MeasureGroup } from '@heliodesk/contract/ticket-kinds.ts'
import { MOST_LINES } from '@heliodesk/contract/ticket-lines.ts'
import { BookCopy } from 'lucide-react'
import { followingLines, wholeDrawings } from '../../../domain/tickets/drawings/marks.ts'
import type { DrawingFiles } from '../../../domain/tickets/drawings/use-drawing-files.ts'
import { OrderWarnings } from '../../../domain/tickets/OrderWarnings.tsx'
import { RiskRows } from '../../../domain/tickets/RiskRows.tsx'
import { linesOf } from '../../../domain/tickets/typical-lines.ts'
import { Button } from '../../../kit/Button.tsx'
import { TextListField } from '../../../kit/fields/TextListField.tsx'
import { useOverlays } from '../../../kit/use-overlays.tsx'
import { CopyTypical } from './CopyTypical.tsx'
import { fieldsOf, writtenLines, type TicketDraft } from './ticket-draft.ts'
import { At, fillIn, type TicketFormState } from './At.tsx'
import css from './ticket-form.module.css'

type LineFieldsProps = { form: TicketFormState; files: DrawingFiles }

/** The measures or the steps, and the dangers; a typical ticket fills them in. */
export function LineFields({ form, files }: LineFieldsProps) {
  const { set, errorOf } = form
  const draft: TicketDraft = form.values
  const kind = draft.kind ?? 'first'
  const has = fieldsOf(kind)
  const { show, shown } = useOverlays({
    copy: (overlay) => (
      <CopyTypical
        {...overlay}
        kind={kind}
        psId={draft.psId}
        written={writtenLines(draft)}
        drawn={draft.drawings?.length ?? 0}
        onCopy={(typical) => {
          files.learn(typical.drawings.map(({ file }) => file))
          // Without drawings of its own it leaves those that are there, whose marks are chosen again.
          const drawings = typical.drawings.length > 0 ? { drawings: wholeDrawings(typical.drawings) } : {}
          fillIn(form, { ...linesOf(typical), ...drawings })
        }}
      />
    ),
  })
  /** The marks of the drawings follow the lines. */
  const put = (name: MeasureGroup | 'steps', texts: string[]) => {
    const group = name === 'steps' ? 'step' : name
    const drawings = wholeDrawings(draft.drawings)
    set(name, texts)
    set('drawings', followingLines(drawings, group, draft[name] ?? [], texts))
  }
  const steps = draft.steps ?? []
  const points = isolationPoints({ kind, isolate: draft.isolate ?? [] })
  return (
    <>
      <h2 className={css.head}>
        {has.isOperation ? '操作项目' : '安全措施'}
        <Button size="sm" icon={BookCopy} code="typicalTicket:list" onClick={() => show('copy')}>
          套用典型票
        </Button>
      </h2>
      {shown}
      {has.isOperation ? (
        <>
          <At of="steps" wide>
            <TextListField
              label="操作项目"
              error={errorOf('steps')}
              texts={steps}
              most={MOST_LINES}
              onChange={(texts) => put('steps', texts)}
            />
          </At>
          <OrderWarnings steps={steps} />
        </>
      ) : (
        groupNames.map((group) => (
          <At key={group} of={group} wide>
            <TextListField
              label={measureGroups[group]}
              error={errorOf(group)}
              hint={group === 'isolate' && points.length > 0 && <Points points={points} />}
              texts={draft[group] ?? []}
              most={MOST_LINES}
              onChange={(texts) => put(group, texts)}
            />
          </At>
        ))
      )}
      <At of="risks" wide>
        <RiskRows
          error={errorOf('risks')}
          risks={draft.risks ?? []}
          onChange={(risks) => set('risks', risks)}
        />
      </At>
    </>
  )
}

/** The devices that are isolated, as they were found in the lines. */
const Points = ({ points }: { points: readonly string[] }) => (
  <span className={css.points}>
    隔离点
    {points.map((point) => (
      <span key={point} className="tag">
        {point}
      </span>
    ))}
  </span>
)
