import type { TicketDetail } from '@heliodesk/contract/ticket-rows.ts'
import { ticketCalls } from '@heliodesk/contract/tickets.ts'
import { askFields } from '../../../kit/ask-fields.ts'
import { CommandDialog } from '../../../kit/CommandDialog.tsx'
import { SelectField } from '../../../kit/fields/SelectField.tsx'
import { TextField } from '../../../kit/fields/TextField.tsx'
import { useForm } from '../../../kit/use-form.ts'
import type { OverlayProps } from '../../../kit/use-overlays.tsx'
import { useSaving } from '../../../kit/use-saving.ts'

const results = { safe: '合格', unsafe: '不合格' } as const

/** 登记气体测定: what was measured where there will be fire. */
export function GasDialog({ ticket, ...overlay }: OverlayProps & { ticket: TicketDetail }) {
  const form = useForm(ticketCalls.measure.input, { id: ticket.id, gas: ticket.readings.at(-1)?.gas })
  const saving = useSaving(ticketCalls.measure, {
    said: () => ['气体测定已登记', `${form.values.gas} ${form.values.value}`],
    form,
    onClose: overlay.onClose,
  })
  const { isSafe } = form.values
  return (
    <CommandDialog
      {...askFields(overlay, form, saving, saving.send)}
      title="登记气体测定"
      text="不合格时立即停止动火。"
      verb="登记"
    >
      <TextField {...form.field('gas')} label="测定项目" required placeholder="如：可燃气体、粉尘" />
      <TextField {...form.field('value')} label="测定值" required placeholder="如：0.2 %LEL" />
      <SelectField<keyof typeof results>
        label="结果"
        required
        choices={results}
        value={isSafe === undefined ? undefined : isSafe ? 'safe' : 'unsafe'}
        error={form.errorOf('isSafe')}
        onChange={(chosen) => form.set('isSafe', chosen && chosen === 'safe')}
      />
    </CommandDialog>
  )
}
