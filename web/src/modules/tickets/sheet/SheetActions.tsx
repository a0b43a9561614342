import { paths } from '@heliodesk/contract/paths.ts'
import type { TicketDetail } from '@heliodesk/contract/ticket-rows.ts'
import { stepOf, type TicketAct } from '@heliodesk/contract/ticket-states.ts'
import {
  Ban,
  CircleCheck,
  CircleX,
  Pause,
  Pencil,
  Play,
  Printer,
  Send,
  Signature,
  Trash2,
  Undo2,
  Workflow,
  type LucideIcon,
} from 'lucide-react'
import { Button } from '../../../kit/Button.tsx'
import { ActionMenu, type MenuAction } from '../../../kit/page-table/RowActions.tsx'
import { usePhone } from '../../../kit/use-phone.ts'
import { go } from '../../../lib/location.ts'
import { useCan } from '../../../lib/permission.tsx'
import { useSession } from '../../../lib/session.ts'
import { dangerous } from './act-dialog.ts'
import type { TicketShow } from './use-ticket-overlays.tsx'

const icons: Record<TicketAct, LucideIcon> = {
  submit: Send,
  issue: Signature,
  cosign: Signature,
  review: Signature,
  approve: Signature,
  receive: Signature,
  sendBack: Undo2,
  permit: Signature,
  deny: CircleX,
  confirm: Play,
  pause: Pause,
  resume: Play,
  finish: CircleCheck,
  close: CircleCheck,
  start: Play,
  complete: CircleCheck,
  abort: CircleX,
  void: Ban,
  recall: Ban,
}

type SheetActionsProps = { ticket: TicketDetail; show: TicketShow }

/** How many acts are buttons; the others are behind “…”. */
const IN_ROW = 2

/** The regular step is the filled button, at the end; what cannot be done yet says why. */
export function SheetActions({ ticket, show }: SheetActionsProps) {
  const { askable } = ticket
  const phone = usePhone()
  const acts = phone ? atTheThumb(ticket) : ticket.acts
  const others = useOtherActions({ ticket, show })
  const regular = stepOf(ticket.kind, ticket.state, ticket.permittedTime !== null)?.act
  const rest: MenuAction[] = acts.slice(IN_ROW).map(({ act, title, refusal }) => ({
    key: act,
    title,
    icon: icons[act],
    refusal,
    danger: dangerous.includes(act),
    run: () => show('act', act),
  }))
  const changes: MenuAction[] = askable.map(({ change, title, refusal }) => ({
    key: change,
    title: phone ? `申请${title}` : title,
    refusal,
    run: () => show('ask', change),
  }))
  // A phone's bar has room for what there is to do, or else for the rest.
  const isFolded = phone && (acts.length > 0 || changes.length > 0)
  const inMenu = isFolded ? [...rest, ...changes, ...others] : rest
  return (
    <>
      {inMenu.length > 0 && <ActionMenu label="更多" actions={inMenu} />}
      {!isFolded &&
        others.map(({ key, title, icon, danger, run }) => (
          <Button key={key} icon={icon} kind={danger ? 'dng' : undefined} onClick={run}>
            {title}
          </Button>
        ))}
      {!phone && changes.length > 0 && <ActionMenu label="变更" actions={changes} named />}
      {acts
        .slice(0, IN_ROW)
        .toReversed()
        .map(({ act, title, refusal }) => (
          <Button
            key={act}
            icon={icons[act]}
            kind={act === regular ? 'pri' : dangerous.includes(act) ? 'dng' : undefined}
            refusal={refusal}
            onClick={() => show('act', act)}
          >
            {title}
          </Button>
        ))}
    </>
  )
}

/** While switching, to pause in doubt and to stop are under the thumb, until all is done. */
function atTheThumb({ acts, kind, state, ticked, lines }: TicketDetail): TicketDetail['acts'] {
  if (kind !== 'operation' || state !== 'operating' || ticked === lines) return acts
  const place = ({ act }: (typeof acts)[number]) => (act === 'complete' ? 2 : act === 'pause' ? 1 : 0)
  return acts.toSorted((one, other) => place(one) - place(other))
}

/** What is done with the form rather than with the work. */
function useOtherActions({ ticket, show }: SheetActionsProps): MenuAction[] {
  const { id, state, ticketNo, authorId, isLeader, processInstanceId } = ticket
  const mayCreate = useCan('ticket:create')
  const userId = useSession(({ user }) => user?.id)
  const isOwn = mayCreate && state === 'draft' && (isLeader || authorId === userId)
  return [
    ...(isOwn && !ticketNo
      ? [{ key: 'remove', title: '删除草稿', icon: Trash2, danger: true, run: () => show('remove') }]
      : []),
    ...(processInstanceId
      ? [
          {
            key: 'flowChart',
            title: '流程图',
            icon: Workflow,
            run: () => show('flowChart', processInstanceId),
          },
        ]
      : []),
    { key: 'print', title: '打印', icon: Printer, run: () => go(paths.ticketPrint.to({ id })) },
    ...(isOwn
      ? [
          {
            key: 'edit',
            title: '修改',
            icon: Pencil,
            run: () => go(paths.tickets.to({ ticket: id, act: 'edit' })),
          },
        ]
      : []),
  ]
}
