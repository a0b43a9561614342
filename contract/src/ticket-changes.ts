import { z } from 'zod'
import { id, named, requiredText, text, time } from './fields.ts'
import type { TicketKind } from './ticket-kinds.ts'
import type { TicketSettings } from './ticket-settings.ts'
import { isHot, titleOfTicketState, type Signer, type TicketState } from './ticket-states.ts'

type Change = {
  title: string
  from: readonly TicketState[]
  /** Who agrees, one after the other; `newLeader` is who takes over. */
  agree: readonly (Signer | 'newLeader')[]
}

/** What the leader asks for while the work goes on, and who has to agree (domain.md §1.3, mid-work rules). */
export const ticketChanges = {
  resume: { title: '隔日复工', from: ['paused'], agree: ['permitter'] },
  transfer: { title: '工作转移', from: ['working'], agree: ['permitter'] },
  extend: { title: '延期', from: ['working', 'paused'], agree: ['permitter'] },
  leader: { title: '负责人变更', from: ['paused'], agree: ['issuer', 'newLeader'] },
  task: { title: '增加任务', from: ['working'], agree: ['issuer', 'permitter'] },
  trial: { title: '试运', from: ['working'], agree: ['permitter'] },
  endTrial: { title: '试运结束', from: ['trial'], agree: ['permitter'] },
} as const satisfies Record<string, Change>
export type TicketChange = keyof typeof ticketChanges

export const changeStates = {
  open: '待同意',
  done: '已办理',
  refused: '不同意',
  withdrawn: '已撤回',
} as const
export type ChangeState = keyof typeof changeStates

const reason = named('原因', requiredText(100))

/** What is asked for, by the kind of change. */
export const wantedChange = z.discriminatedUnion('change', [
  z.object({ change: z.literal('resume'), reason: named('检查情况', requiredText(100)) }),
  z.object({ change: z.literal('transfer'), place: named('转移到', requiredText(100)), reason }),
  z.object({ change: z.literal('extend'), until: named('延期至', time), reason }),
  z.object({ change: z.literal('leader'), personId: named('新工作负责人', id), reason }),
  z.object({
    change: z.literal('task'),
    place: named('工作地点', requiredText(100)),
    work: named('工作内容', requiredText(200)),
    reason: named('说明', text(100).default('')),
  }),
  z.object({ change: z.literal('trial'), reason }),
  z.object({ change: z.literal('endTrial'), reason: named('试运情况', requiredText(100)) }),
])
export type WantedChange = z.output<typeof wantedChange>

/** How often tickets of a kind may be extended. */
export const extensionsOf = (kind: TicketKind, settings: TicketSettings): number => {
  if (kind === 'live' || kind === 'emergency' || isHot(kind)) return 0
  return kind === 'first' ? settings.firstExtensions : settings.secondExtensions
}

export type ChangeFacts = {
  kind: TicketKind
  state: TicketState
  /** How often it has been extended, and whether it has another leader than at first. */
  extensions: number
  leaderChanged: boolean
  /** The title of the change that waits for somebody to agree. */
  openChange: string | null
}

/** Why the leader cannot ask for a change as things stand, as a sentence; null if they can. */
export function changeRefusal(
  change: TicketChange,
  { kind, state, extensions, leaderChanged, openChange }: ChangeFacts,
  settings: TicketSettings,
): string | null {
  const { title, from } = ticketChanges[change]
  if (kind === 'operation') return '操作票没有此项'
  if (!(from as readonly TicketState[]).includes(state))
    return change === 'leader' && state === 'working'
      ? '请先间断工作，再变更负责人'
      : `现为“${titleOfTicketState(kind, state)}”，不能办理${title}`
  if (openChange !== null) return `${openChange}正在等待同意`
  if (change === 'extend') {
    const most = extensionsOf(kind, settings)
    if (most === 0) return '这种票不延期，请重新办票'
    if (extensions >= most) return `只能延期 ${most} 次，请重新办票`
  }
  if (change === 'leader') {
    if (kind === 'low' || kind === 'emergency') return '这种票不变更负责人，请重新办票'
    if (leaderChanged) return '负责人只能变更一次，请重新办票'
  }
  if (change === 'trial' && isHot(kind)) return '动火票没有试运'
  return null
}
