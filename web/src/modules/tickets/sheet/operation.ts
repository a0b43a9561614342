import { verbOf } from '@heliodesk/contract/switching-order.ts'
import type { TicketDetail, TicketLine } from '@heliodesk/contract/ticket-rows.ts'
import type { TicketWork } from './use-ticket-work.ts'

/** The parts of a step of switching in their order: who takes each, and what the button says. */
export const stepParts = [
  { part: 'call', title: '唱票', by: 'guard', says: '已唱票' },
  { part: 'repeat', title: '复诵', by: 'operator', says: '已复诵' },
  { part: 'operate', title: '操作', by: 'operator', says: '已操作' },
  { part: 'tick', title: '检查打√', by: 'guard', says: '检查无误，打√' },
] as const
export type StepPart = (typeof stepParts)[number]

const fields = { call: 'called', repeat: 'repeated', operate: 'operated', tick: 'ticked' } as const

/** Who took a part of a step and when; null until then. */
export const takenOf = (line: TicketLine, { part }: StepPart) => line[fields[part]]

/** Whose turn a part is. */
export const turnOf = ({ by }: StepPart, { leaderId, leaderName, guardId, guardName }: TicketDetail) =>
  by === 'guard'
    ? { id: guardId, name: guardName ?? '监护人' }
    : { id: leaderId, name: leaderName ?? '操作人' }

/** Steps done, the one that is open now, and those behind it. Nothing is open unless the switching goes on. */
function splitOf({ state, lineList }: TicketDetail) {
  const done = lineList.filter(({ ticked }) => ticked !== null)
  const left = lineList.filter(({ ticked }) => ticked === null)
  const isOpen = state === 'operating'
  return { done, current: isOpen ? (left[0] ?? null) : null, later: isOpen ? left.slice(1) : left }
}

/** The same of the switching as a person left it: without a view of the other phone, their own next step is open. */
export function doneSplitOf({
  ticket,
  turn,
  isBlind,
  waiting,
}: Pick<TicketWork, 'ticket' | 'turn' | 'isBlind' | 'waiting'>) {
  const seen = splitOf(ticket)
  if (!isBlind || seen.current === null) return seen
  const { lineList } = ticket
  if (turn === null && waiting > 0) {
    const isDone = (line: TicketLine) => lastMark(line).at !== ''
    return {
      done: lineList.filter(isDone),
      current: null,
      later: lineList.filter((line) => !isDone(line)),
    }
  }
  if (turn === null) return seen
  return {
    done: lineList.slice(0, turn.no - 1),
    current: lineList[turn.no - 1] ?? null,
    later: lineList.slice(turn.no),
  }
}

/** The last part of a line that is known here. */
export const lastMark = ({ called, repeated, operated, ticked }: TicketLine): { at: string; name: string } =>
  ticked ?? operated ?? repeated ?? called ?? { at: '', name: '' }

/** Five-prevention in the order of the lines: what has to be done before a later one. */
export function lockReason(lines: readonly TicketLine[], { no, text }: TicketLine): string | null {
  const verb = verbOf(text)
  const before = (wanted: 'test' | 'unearth') =>
    lines.findLast((line) => line.no < no && line.ticked === null && verbOf(line.text) === wanted)
  if (verb === 'earth') {
    const test = before('test')
    return test ? `五防：第 ${test.no} 步验明无电后才能${/接地线/.test(text) ? '装设' : '合上'}` : null
  }
  const earth = verb === 'close' ? before('unearth') : undefined
  return earth ? `五防：第 ${earth.no} 步拆除接地后才能合闸` : null
}
