import {
  Ban,
  CalendarCheck,
  CalendarPlus,
  CalendarClock,
  CircleCheck,
  ClipboardPen,
  Hand,
  Play,
  ShieldCheck,
  Undo2,
  UserPen,
  UserPlus,
  type LucideIcon,
} from 'lucide-react'
import type { RowAction } from '../../kit/page-table/RowActions.tsx'
import type { OrderStep, StepAction } from './order-steps.ts'

export const stepIcons: Record<StepAction, LucideIcon> = {
  assign: UserPlus,
  claim: Hand,
  reassign: UserPen,
  reschedule: CalendarClock,
  start: Play,
  execute: ClipboardPen,
  pass: CircleCheck,
  reject: Undo2,
  extend: CalendarPlus,
  audit: CalendarCheck,
  insure: ShieldCheck,
  terminate: Ban,
}

/** A step as an action of a row or a menu. */
export const stepAsAction = ({ action, title, refusal }: OrderStep, run: () => void): RowAction => ({
  key: action,
  title,
  refusal,
  icon: stepIcons[action],
  danger: action === 'terminate',
  run,
})
