import type { TicketDetail } from '@heliodesk/contract/ticket-rows.ts'
import { ticketCalls } from '@heliodesk/contract/tickets.ts'
import { LongTextField } from '../../../kit/fields/LongTextField.tsx'
import { SelectField } from '../../../kit/fields/SelectField.tsx'
import { TextField } from '../../../kit/fields/TextField.tsx'
import { nothingFound, notedOption } from '../../../kit/searching.tsx'
import type { Found } from '../../../kit/SearchSelect.tsx'
import { useCall } from '../../../lib/queries.ts'
import type { TicketDraft } from './ticket-draft.ts'
import { At, type TicketFormState } from './At.tsx'

type HotFieldsProps = { form: TicketFormState; seen: TicketDetail | null }

/** What a ticket for work with fire has besides: the ticket that it belongs to, and how fire is met. */
export function HotFields({ form, seen }: HotFieldsProps) {
  const { psId, mainId, hotWork }: TicketDraft = form.values
  const read = useCall(ticketCalls.openAt, { psId: psId ?? '' }, { enabled: Boolean(psId) })
  const found = (psId ? (read.data ?? []) : []).map(({ id, ticketNo, kindLabel, task }): Found => ({
    value: id,
    label: ticketNo,
    note: `${kindLabel} · ${task}`,
  }))
  const known = seen?.main
  const isListed = !known || known.id !== mainId || found.some(({ value }) => value === known.id)
  const change = (part: Partial<NonNullable<typeof hotWork>>) => {
    const next = { method: '', plantMeasures: '', workMeasures: '', ...hotWork, ...part }
    form.set('hotWork', Object.values(next).every((text) => text === '') ? null : next)
  }
  return (
    <>
      <h2>动火</h2>
      <At of="mainId">
        <SelectField
          {...form.field('mainId')}
          label="主票"
          allowClear
          placeholder={psId ? '本站在办的工作票' : '先选择电站'}
          loading={Boolean(psId) && read.isPending}
          notFoundContent={nothingFound('在办票', { isBusy: read.isPending, error: read.error })}
          optionRender={notedOption}
          choices={isListed ? found : [{ value: known.id, label: known.ticketNo }, ...found]}
        />
      </At>
      <At of="hotWork">
        <TextField
          label="动火方式"
          placeholder="如 电焊、切割、打磨"
          maxLength={60}
          error={form.errorOf('hotWork')}
          value={hotWork?.method}
          onChange={(method) => change({ method: method ?? '' })}
          onBlur={() => form.leave('hotWork')}
        />
      </At>
      <LongTextField
        label="运行侧措施"
        max={500}
        rows={2}
        value={hotWork?.plantMeasures}
        onChange={(plantMeasures) => change({ plantMeasures: plantMeasures ?? '' })}
      />
      <LongTextField
        label="作业侧措施"
        max={500}
        rows={2}
        value={hotWork?.workMeasures}
        onChange={(workMeasures) => change({ workMeasures: workMeasures ?? '' })}
      />
    </>
  )
}
