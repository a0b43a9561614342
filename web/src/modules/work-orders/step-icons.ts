import {
  Ban,
  CircleCheck,
  ClipboardPen,
  Hand,
  Play,
  Undo2,
  UserPen,
  UserPlus,
  type LucideIcon,
} from 'lucide-react'
import type { StepAction } from './order-steps.ts'

export const stepIcons: Record<StepAction, LucideIcon> = {
  assign: UserPlus,
  claim: Hand,
  reassign: UserPen,
  start: Play,
  execute: ClipboardPen,
  pass: CircleCheck,
  reject: Undo2,
  terminate: Ban,
}
