import { ticketChanges, wantedChange, type TicketChange } from '@heliodesk/contract/ticket-changes.ts'
import type { TicketChangeRow, TicketDetail } from '@heliodesk/contract/ticket-rows.ts'
import { ticketCalls } from '@heliodesk/contract/tickets.ts'
import { CommandDialog } from '../../../kit/CommandDialog.tsx'
import { TextField } from '../../../kit/fields/TextField.tsx'
import { TimeField } from '../../../kit/fields/TimeField.tsx'
import type { OverlayProps } from '../../../kit/use-overlays.tsx'
import { useRecordForm } from '../../../kit/use-record-form.ts'
import { PersonField } from '../PersonField.tsx'
import { siteOf } from '../use-ticket-people.tsx'
import { nameOf } from './ticket.ts'
import { Words } from './Words.tsx'

const calls = { edit: ticketCalls.ask, detail: ticketCalls.detail }

const [resume, transfer, extend, leader, task, trial, endTrial] = wantedChange.options

const recordOf = (title: string) => ({
  noun: '两票',
  nameOf,
  said: ({ changes }: TicketDetail) =>
    [`已申请${title}`, changes.find(({ state }) => state === 'open')?.waitsFor ?? ''] as const,
})

type AskProps = OverlayProps & { ticket: TicketDetail; change: TicketChange }

/** Asks for a change while the work goes on. */
export function AskChange(props: AskProps) {
  switch (props.change) {
    case 'resume':
    case 'trial':
    case 'endTrial':
      return <AskPlain {...props} change={props.change} />
    case 'transfer':
      return <AskTransfer {...props} />
    case 'extend':
      return <AskExtension {...props} />
    case 'leader':
      return <AskLeader {...props} />
    case 'task':
      return <AskTask {...props} />
  }
}

const plain = { resume, trial, endTrial } as const
const plainTexts = {
  resume: ['检查情况', '隔日复工前检查安全措施没有变动，由许可人重新许可。'],
  trial: ['原因', '同一设备上的票都已交回，人员全部撤离后才能试运。'],
  endTrial: ['试运情况', '试运后由许可人重新许可，恢复安全措施再工作。'],
} as const

function AskPlain({ ticket, change, ...overlay }: AskProps & { change: keyof typeof plain }) {
  const [label, text] = plainTexts[change]
  const { title } = ticketChanges[change]
  const { form, dialog } = useRecordForm(
    calls,
    { ...overlay, opened: ticket },
    { ...recordOf(title), fields: plain[change], valuesOf: () => ({ change }) },
  )
  return (
    <CommandDialog {...dialog} title={`申请${title}？`} text={text} verb="申请">
      <Words {...form.field('reason')} required label={label} autoFocus />
    </CommandDialog>
  )
}

function AskTransfer({ ticket, change, ...overlay }: AskProps) {
  const { title } = ticketChanges[change]
  const { form, dialog } = useRecordForm(
    calls,
    { ...overlay, opened: ticket },
    { ...recordOf(title), fields: transfer, valuesOf: () => ({ change: 'transfer' as const }) },
  )
  return (
    <CommandDialog
      {...dialog}
      title={`申请${title}？`}
      text="同一停电范围内转移到下一处；负责人在新地点重新交底。"
      verb="申请"
    >
      <TextField {...form.field('place')} label="转移到" required placeholder="双重名称，如：8 号箱变" />
      <Words {...form.field('reason')} required label="原因" />
    </CommandDialog>
  )
}

function AskExtension({ ticket, change, ...overlay }: AskProps) {
  const { title } = ticketChanges[change]
  const { form, dialog } = useRecordForm(
    calls,
    { ...overlay, opened: ticket },
    { ...recordOf(title), fields: extend, valuesOf: () => ({ change: 'extend' as const }) },
  )
  return (
    <CommandDialog
      {...dialog}
      title={`申请${title}？`}
      text={ticket.validUntil ? `现有效期至 ${ticket.validUntil.slice(0, 16)}。` : undefined}
      verb="申请"
    >
      <TimeField {...form.field('until')} label="延期至" required after={ticket.validUntil} />
      <Words {...form.field('reason')} required label="原因" />
    </CommandDialog>
  )
}

function AskLeader({ ticket, change, ...overlay }: AskProps) {
  const { title } = ticketChanges[change]
  const { form, dialog } = useRecordForm(
    calls,
    { ...overlay, opened: ticket },
    { ...recordOf(title), fields: leader, valuesOf: () => ({ change: 'leader' as const }) },
  )
  return (
    <CommandDialog
      {...dialog}
      title={`申请${title}？`}
      text="只能变更一次；签发人同意，新负责人接手后，再向工作班交底。"
      verb="申请"
    >
      <PersonField
        {...form.field('personId')}
        site={siteOf(ticket)}
        role="leader"
        except={[ticket.leaderId]}
        label="新工作负责人"
        required
      />
      <Words {...form.field('reason')} required label="原因" />
    </CommandDialog>
  )
}

function AskTask({ ticket, change, ...overlay }: AskProps) {
  const { title } = ticketChanges[change]
  const { form, dialog } = useRecordForm(
    calls,
    { ...overlay, opened: ticket },
    { ...recordOf(title), fields: task, valuesOf: () => ({ change: 'task' as const }) },
  )
  return (
    <CommandDialog
      {...dialog}
      title={`申请${title}？`}
      text="只在停电范围内、安全措施不变时增加；措施有变动请另外办票。"
      verb="申请"
    >
      <TextField
        {...form.field('place')}
        label="工作地点"
        required
        placeholder="双重名称，如：7 号箱变低压侧"
      />
      <Words {...form.field('work')} required label="工作内容" max={200} />
      <Words {...form.field('reason')} label="说明" />
    </CommandDialog>
  )
}

const answers = { agree: '同意', refuse: '不同意', withdraw: '撤回' } as const
export type ChangeAnswer = keyof typeof answers

type AnswerProps = OverlayProps & { ticket: TicketDetail; change: TicketChangeRow; answer: ChangeAnswer }

/** Agrees to a change, refuses it, or takes one's own back. */
export function AnswerChange({ ticket, change, answer, ...overlay }: AnswerProps) {
  const verb = answers[answer]
  const { form, dialog } = useRecordForm(
    { edit: ticketCalls.answer, detail: ticketCalls.detail },
    { ...overlay, opened: ticket },
    {
      noun: '两票',
      nameOf,
      said: () => [`已${verb}${change.title}`, change.says] as const,
      fields: ticketCalls.answer.input.pick({ changeId: true, answer: true, note: true }),
      valuesOf: () => ({ changeId: change.id, answer }),
    },
  )
  return (
    <CommandDialog
      {...dialog}
      title={`${verb}${change.title}？`}
      text={[change.says, change.reason].filter(Boolean).join('；')}
      verb={verb}
      danger={answer === 'refuse'}
    >
      <Words {...form.field('note')} label="说明" />
    </CommandDialog>
  )
}
