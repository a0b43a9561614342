import {
  groupOf,
  isMessageKind,
  type MessageGroup,
  type PdcaLabel,
} from '@heliodesk/contract/message-kinds.ts'
import { createElement } from 'react'
import {
  AtSign,
  Bell,
  CalendarX,
  CircleCheck,
  ClipboardCheck,
  ClipboardList,
  Clock,
  FilePen,
  KeyRound,
  Megaphone,
  TimerOff,
  UserRoundCheck,
  Undo2,
  type LucideIcon,
} from 'lucide-react'

/** The look of the labels' tags. */
export const lookOfLabel: Record<PdcaLabel, string> = { P: 'proc', D: 'undo', C: 'check', A: 'ok' }

const icons: Record<MessageGroup, LucideIcon> = {
  approval: ClipboardCheck,
  rights: KeyRound,
  order: ClipboardList,
  extension: Clock,
  overdue: TimerOff,
  ticket: FilePen,
  mention: AtSign,
  handover: UserRoundCheck,
  announcement: Megaphone,
  acceptance: CircleCheck,
  inspection: CalendarX,
  returned: Undo2,
}

/** The icon of a kind of messages. */
export const KindIcon = ({ kind }: { kind: string }) =>
  createElement(isMessageKind(kind) ? icons[groupOf(kind)] : Bell, { className: 'i', 'aria-hidden': true })
