import { ticketChanges, type TicketChange } from '@heliodesk/contract/ticket-changes.ts'
import type { BoardTicket } from '@heliodesk/contract/ticket-board.ts'
import type { TicketRow } from '@heliodesk/contract/ticket-rows.ts'
import { stepOf, titleOfAct } from '@heliodesk/contract/ticket-states.ts'
import { nextStep } from './bays.ts'
import type { BoardRow } from './rows.ts'

/** What a ticket waits for, in a word; null where it simply goes on. */
export function waitingOf(row: BoardRow, shown: TicketRow): BoardTicket['waiting'] {
  const { state, stamp, kind, ticked, lines, hanging, isTodo, isLate, flowUser } = shown
  if (stamp !== null) return null
  if (isLate) return { text: '有效期已过', tone: 'bad' }
  if (row.openChange) {
    const { title } = ticketChanges[row.openChange as TicketChange]
    return isTodo ? { text: `等您答复：${title}`, tone: 'todo' } : { text: `${title}待同意`, tone: 'plain' }
  }
  if (state === 'toClose' && hanging > 0) return { text: `接地 ${hanging} 组未拆`, tone: 'bad' }
  if (state === 'operating') {
    const next = nextStep(row)
    if (next) return { text: `第 ${next.no} 步 ${next.text}`, tone: isTodo ? 'todo' : 'plain' }
  }
  if (state === 'toPermit' && row.permittedAt === null && ticked < lines)
    return { text: `安全措施还有 ${lines - ticked} 项未执行`, tone: isTodo ? 'todo' : 'plain' }
  const step = stepOf(kind, state, row.permittedAt !== null)
  if (!step || state === 'working' || state === 'paused' || state === 'trial') return null
  const title = titleOfAct(kind, step.act)
  return isTodo ? { text: `等您${title}`, tone: 'todo' } : { text: `等${flowUser}${title}`, tone: 'plain' }
}

/** Why a ticket cannot be permitted yet, though its own signatures are not what is missing. */
export function holdsOf({
  kind,
  stamp,
  permittedAt,
  switchingBy,
  leaderIn,
  leaderName,
  taken,
}: BoardRow): string[] {
  if (kind === 'operation' || stamp !== null || permittedAt !== null) return []
  const byTicket = Map.groupBy(taken, ({ number }) => number)
  return [
    ...(switchingBy.length > 0 ? [`操作票 ${switchingBy.join('、')} 正在操作`] : []),
    ...(leaderIn === null ? [] : [`${leaderName ?? '负责人'}仍在 ${leaderIn} 下作业`]),
    ...[...byTicket].map(
      ([number, points]) => `${points.map(({ point }) => point).join('、')} 已由 ${number} 隔离`,
    ),
  ]
}

/** Who a card names. */
export function namesOf({
  kind,
  leaderName,
  issuerName,
  permitterName,
  guardName,
}: BoardRow): BoardTicket['people'] {
  const of = (role: string, name: string | null) => (name === null ? [] : [{ role, name }])
  return kind === 'operation'
    ? [...of('操作', leaderName), ...of('监护', guardName)]
    : [
        ...of('负责人', leaderName),
        ...(permitterName === null ? of('签发人', issuerName) : of('许可人', permitterName)),
      ]
}
