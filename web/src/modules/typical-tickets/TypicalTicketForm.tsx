import { tickedLines } from '@heliodesk/contract/ticket-content.ts'
import { MOST_LINES } from '@heliodesk/contract/ticket-lines.ts'
import {
  groupNames,
  measureGroups,
  ticketKinds,
  type MeasureGroup,
  type TicketKind,
} from '@heliodesk/contract/ticket-kinds.ts'
import {
  hasSteps,
  typicalTicketCalls,
  typicalTitles as titles,
  type TypicalTicket,
} from '@heliodesk/contract/typical-tickets.ts'
import { StationField } from '../../domain/StationField.tsx'
import { DrawingsField } from '../../domain/tickets/drawings/DrawingsField.tsx'
import { followingLines, wholeDrawings } from '../../domain/tickets/drawings/marks.ts'
import { useDrawingFiles } from '../../domain/tickets/drawings/use-drawing-files.ts'
import { OrderWarnings } from '../../domain/tickets/OrderWarnings.tsx'
import { RiskRows } from '../../domain/tickets/RiskRows.tsx'
import { linesOf } from '../../domain/tickets/typical-lines.ts'
import { NoteField } from '../../kit/fields/NoteField.tsx'
import { SelectField } from '../../kit/fields/SelectField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { TextListField } from '../../kit/fields/TextListField.tsx'
import { FieldsDrawer } from '../../kit/FieldsDrawer.tsx'
import { useRecordForm, type RecordFormProps } from '../../kit/use-record-form.ts'
import { useSession } from '../../lib/session.ts'

type TypicalTicketFormProps = RecordFormProps<TypicalTicket, { id: string }> & {
  /** The one whose content a new one begins with. */
  copied?: TypicalTicket
}

/** What a copy begins with. */
const contentOf = (copied: TypicalTicket) => {
  const { kind, psId, remark } = copied
  return { kind, psId, remark, ...linesOf(copied), drawings: wholeDrawings(copied.drawings) }
}

const empty = { isolate: [], earth: [], board: [], care: [], steps: [], risks: [] }

export function TypicalTicketForm({ copied, ...dialog }: TypicalTicketFormProps) {
  const { form, seen, drawer } = useRecordForm(typicalTicketCalls, dialog, {
    noun: '典型票',
    start: copied
      ? { ...contentOf(copied), name: `${copied.name}（副本）` }
      : { kind: 'first' as const, psId: null, ...empty },
    valuesOf: (ticket) => ({ ...contentOf(ticket), name: ticket.name }),
    nameOf: ({ name }) => name,
    faults: {
      'typical_ticket.name_taken': ['name'],
      'typical_ticket.place': ['psId'],
      'typical_ticket.empty': ['steps', 'isolate'],
      'typical_ticket.drawing': ['drawings'],
    },
  })
  const { values, field, set, errorOf } = form
  const seesAll = useSession(({ user }) => user?.hasAllData === '1')
  const kind = values.kind ?? 'first'
  const steps = values.steps ?? []
  const drawings = wholeDrawings(values.drawings)
  const files = useDrawingFiles(seen?.drawings ?? copied?.drawings)
  /** The marks of the drawings follow the lines. */
  const put = (line: MeasureGroup | 'steps', texts: string[]) => {
    set(line, texts)
    set('drawings', followingLines(drawings, line === 'steps' ? 'step' : line, values[line] ?? [], texts))
  }
  return (
    <FieldsDrawer {...drawer} roomy uploading={files.uploading}>
      <SelectField<TicketKind> {...field('kind')} label={titles.kindLabel} required choices={ticketKinds} />
      <TextField
        {...field('name')}
        label={titles.name}
        required
        autoFocus
        placeholder="如 3号箱变由运行转检修"
      />
      <StationField
        {...field('psId')}
        value={values.psId ?? undefined}
        onChange={(psId) => set('psId', psId ?? null)}
        label={titles.psName}
        required={!seesAll}
        onlyOne={!seesAll}
        hint={seesAll ? '不选即所有电站通用' : undefined}
      />
      {hasSteps(kind) ? (
        <>
          <TextListField
            className="wide"
            label={titles.steps}
            required
            error={errorOf('steps')}
            texts={steps}
            most={MOST_LINES}
            onChange={(texts) => put('steps', texts)}
          />
          <OrderWarnings steps={steps} />
        </>
      ) : (
        groupNames.map((group) => (
          <TextListField
            key={group}
            className="wide"
            label={measureGroups[group]}
            error={errorOf(group)}
            texts={values[group] ?? []}
            most={MOST_LINES}
            onChange={(texts) => put(group, texts)}
          />
        ))
      )}
      <RiskRows
        error={errorOf('risks')}
        risks={values.risks ?? []}
        onChange={(risks) => set('risks', risks)}
      />
      <DrawingsField
        files={files}
        drawings={drawings}
        lines={tickedLines({ ...empty, ...values, kind })}
        error={errorOf('drawings')}
        onChange={(each) => set('drawings', each)}
      />
      <NoteField {...field('remark')} label={titles.remark} />
    </FieldsDrawer>
  )
}
