import { ticketParts, type TicketPart } from '@heliodesk/contract/ticket-content.ts'
import type { TicketDetail, TicketPerson } from '@heliodesk/contract/ticket-rows.ts'
import { ticketCalls } from '@heliodesk/contract/tickets.ts'
import { useState } from 'react'
import { askFields } from '../../../kit/ask-fields.ts'
import { CommandDialog } from '../../../kit/CommandDialog.tsx'
import { SelectField } from '../../../kit/fields/SelectField.tsx'
import { TextField } from '../../../kit/fields/TextField.tsx'
import { useForm } from '../../../kit/use-form.ts'
import type { OverlayProps } from '../../../kit/use-overlays.tsx'
import { useSaving } from '../../../kit/use-saving.ts'
import { PersonField } from '../PersonField.tsx'
import { siteOf } from '../use-ticket-people.tsx'
import { Words } from './Words.tsx'
import { SegmentsField } from './SegmentsField.tsx'

type CrewDialogProps = OverlayProps & { ticket: TicketDetail }

const from = { own: '本单位', other: '外单位' } as const

/** The leader takes somebody on while the work goes on. */
export function AddPerson({ ticket, ...overlay }: CrewDialogProps) {
  const [whose, setWhose] = useState<keyof typeof from>('own')
  const form = useForm(ticketCalls.addPerson.input, { id: ticket.id, part: 'crew' })
  const saving = useSaving(ticketCalls.addPerson, {
    said: () => ['人员已增加', '交底签名后才能进场'],
    form,
    onClose: overlay.onClose,
  })
  const { values, field, set } = form
  const part = values.part ?? 'crew'
  const present = ticket.people.filter(({ isRemoved }) => !isRemoved).map(({ personId }) => personId)
  return (
    <CommandDialog
      {...askFields(overlay, form, saving, saving.send)}
      title="增加人员"
      text="由工作负责人决定；交底签名后才能进场工作。"
      verb="增加"
      refusal={faultOf(whose, part, values)}
    >
      <SelectField<TicketPart> {...field('part')} label="分工" required choices={ticketParts} />
      <SegmentsField
        label="来自"
        choices={from}
        value={whose}
        onChange={(chosen) => {
          setWhose(chosen)
          set('personId', undefined)
          set('name', undefined)
        }}
      />
      {whose === 'own' ? (
        <PersonField
          {...field('personId')}
          site={siteOf(ticket)}
          role={part === 'crew' ? undefined : part}
          except={present}
          label="人员"
          required
        />
      ) : (
        <TextField {...field('name')} label="姓名" required />
      )}
      {part === 'guard' && (
        <TextField {...field('watch')} label="监护范围" required placeholder="如：7 号箱变高压室内作业" />
      )}
      {part === 'hotWorker' && <TextField {...field('certificate')} label="证书编号" required />}
      <Words {...field('reason')} label="原因" required />
    </CommandDialog>
  )
}

type Values = { personId?: string | null; name?: string; watch?: string; certificate?: string }

/** What the contract leaves open: it depends on where the person is from, and what they do. */
function faultOf(whose: keyof typeof from, part: TicketPart, values: Values): string | null {
  if (whose === 'own' && !values.personId) return '请选择人员'
  if (whose === 'other' && !values.name?.trim()) return '请填写姓名'
  if (part === 'guard' && !values.watch?.trim()) return '请填写监护范围'
  if (part === 'hotWorker' && !values.certificate?.trim()) return '请填写证书编号'
  return null
}

export function RemovePerson({ ticket, person, ...overlay }: CrewDialogProps & { person: TicketPerson }) {
  const form = useForm(ticketCalls.removePerson.input, { id: ticket.id, no: person.no })
  const saving = useSaving(ticketCalls.removePerson, {
    said: () => ['人员已减少', person.name],
    form,
    onClose: overlay.onClose,
  })
  return (
    <CommandDialog
      {...askFields(overlay, form, saving, saving.send)}
      title={`减少“${person.name}”？`}
      text="离场后不再参加这张票的工作，记录保留。"
      verb="减少"
      danger
    >
      <Words {...form.field('reason')} label="原因" required autoFocus />
    </CommandDialog>
  )
}
