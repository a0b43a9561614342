import type { TicketDetail, TicketLine } from '@heliodesk/contract/ticket-rows.ts'

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
export function splitOf({ state, lineList }: TicketDetail) {
  const done = lineList.filter(({ ticked }) => ticked !== null)
  const left = lineList.filter(({ ticked }) => ticked === null)
  const isOpen = state === 'operating'
  return { done, current: isOpen ? (left[0] ?? null) : null, later: isOpen ? left.slice(1) : left }
}
