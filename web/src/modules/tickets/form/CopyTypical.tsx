import { ticketKinds, type TicketKind } from '@heliodesk/contract/ticket-kinds.ts'
import { lineCount, typicalTicketCalls, type TypicalTicket } from '@heliodesk/contract/typical-tickets.ts'
import { useState } from 'react'
import { ConfirmDialog } from '../../../kit/ConfirmDialog.tsx'
import { SelectField } from '../../../kit/fields/SelectField.tsx'
import { nothingFound, notedOption } from '../../../kit/searching.tsx'
import type { Found } from '../../../kit/SearchSelect.tsx'
import type { OverlayProps } from '../../../kit/use-overlays.tsx'
import { useSearchBy } from '../../../lib/pinyin.ts'
import { useCall } from '../../../lib/queries.ts'

type CopyTypicalProps = OverlayProps & {
  kind: TicketKind
  psId: string | null | undefined
  /** How many lines are written already. */
  written: number
  /** How many drawings there are. */
  drawn: number
  onCopy: (typical: TypicalTicket) => void
}

/** As many as a company has of a kind. */
const MOST = 500

/** Takes the lines of a typical ticket over; what is written already is replaced. */
export function CopyTypical({ kind, psId, written, drawn, onCopy, open, onClose }: CopyTypicalProps) {
  const [id, setId] = useState<string>()
  const read = useCall(typicalTicketCalls.page, { kind, psIds: psId ?? undefined, curPage: 1, size: MOST })
  const typicals = read.data?.pageList ?? []
  const chosen = typicals.find((each) => each.id === id)
  const redraws = drawn > 0 && (chosen?.drawings.length ?? 0) > 0
  const replaces = written > 0 || redraws
  const choices = typicals.map((typical): Found => ({
    value: typical.id,
    label: typical.name,
    note: `${lineCount(typical)} 项${typical.drawings.length > 0 ? ` · 附图 ${typical.drawings.length} 张` : ''} · ${typical.psName ?? '所有电站'}`,
  }))
  return (
    <ConfirmDialog
      open={open}
      title="套用典型票"
      text={
        replaces
          ? `已填写的 ${written} 条措施、操作和危险点${redraws ? `，以及 ${drawn} 张附图，` : ''}会被替换。`
          : `填入${ticketKinds[kind]}的措施、操作和危险点，之后可以修改。`
      }
      verb={replaces ? '替换' : '套用'}
      danger={replaces}
      wide
      refusal={chosen ? null : '请选择典型票'}
      onConfirm={() => {
        if (chosen) onCopy(chosen)
        onClose()
      }}
      onCancel={onClose}
    >
      <SelectField
        label="典型票"
        required
        showSearch={useSearchBy('label')}
        loading={read.isPending}
        notFoundContent={nothingFound('典型票', { isBusy: read.isPending, error: read.error })}
        optionRender={notedOption}
        choices={choices}
        value={id}
        onChange={setId}
      />
    </ConfirmDialog>
  )
}
