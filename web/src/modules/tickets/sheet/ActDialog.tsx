import { ticketCalls } from '@heliodesk/contract/tickets.ts'
import type { TicketAct } from '@heliodesk/contract/ticket-states.ts'
import type { z } from 'zod'
import { CommandDialog } from '../../../kit/CommandDialog.tsx'
import { useRecordForm } from '../../../kit/use-record-form.ts'
import { calls, questionOf, recordOf, type ActDialogProps } from './act-dialog.ts'
import { ConfirmWork, FinishWork, IssueTicket, PermitWork } from './WorkActs.tsx'
import { SilentWorkers } from './SilentWorkers.tsx'
import { Words } from './Words.tsx'

/** Takes a step of the ticket; each asks for what it has to say. */
export function ActDialog(props: ActDialogProps) {
  switch (props.act) {
    case 'issue':
      return <IssueTicket {...props} />
    case 'permit':
      return <PermitWork {...props} />
    case 'confirm':
      return <ConfirmWork {...props} />
    case 'finish':
      return <FinishWork {...props} />
    case 'sendBack':
    case 'deny':
    case 'abort':
    case 'void':
    case 'recall':
      return <ReasonedAct {...props} />
    default:
      return <NotedAct {...props} />
  }
}

const { options } = ticketCalls.act.input.def.right

/** What an act says. */
const fieldsOf = (act: TicketAct) =>
  options.find(({ shape }) => shape.act.safeParse(act).success) as z.ZodType | undefined

type Noted = z.ZodType<
  unknown,
  { act: Exclude<TicketAct, 'finish' | 'sendBack' | 'deny' | 'abort' | 'void' | 'recall'>; note?: string }
>

function NotedAct({ ticket, act, title, ...overlay }: ActDialogProps) {
  const { form, dialog } = useRecordForm(
    calls,
    { ...overlay, opened: ticket },
    { ...recordOf(title), fields: fieldsOf(act) as Noted, valuesOf: () => ({ act }) as z.input<Noted> },
  )
  return (
    <CommandDialog {...dialog} {...questionOf(act, title)}>
      <SilentWorkers ticket={ticket} act={act} />
      <Words {...form.field('note')} label="说明" />
    </CommandDialog>
  )
}

type Reasoned = z.ZodType<unknown, { act: 'sendBack' | 'deny' | 'abort' | 'void' | 'recall'; reason: string }>

function ReasonedAct({ ticket, act, title, ...overlay }: ActDialogProps) {
  const { form, dialog } = useRecordForm(
    calls,
    { ...overlay, opened: ticket },
    {
      ...recordOf(title),
      fields: fieldsOf(act) as Reasoned,
      valuesOf: () => ({ act }) as Partial<z.input<Reasoned>>,
    },
  )
  return (
    <CommandDialog {...dialog} {...questionOf(act, title)}>
      <SilentWorkers ticket={ticket} act={act} />
      <Words {...form.field('reason')} label="原因" required rows={3} mostRows={6} autoFocus />
    </CommandDialog>
  )
}
