import {
  linePartNames,
  lineParts,
  nameOfPart,
  type FieldPart,
  type LinePart,
} from '@heliodesk/contract/field-tickets.ts'
import type { TicketDetail } from '@heliodesk/contract/ticket-rows.ts'
import { stepParts, turnOf } from './operation.ts'

export type SiteLine = { parts: FieldPart[]; text: string }

/** What phones did and the ticket does not have: one line for each person's that wait, and for records alike. */
export function siteLines(ticket: TicketDetail, parts: readonly FieldPart[]): SiteLine[] {
  const groups = groupsOf(parts, ({ authorName, outcome, marks, why }) =>
    [authorName, outcome, ...(outcome === 'waits' ? [] : [why, ...marks])].join('\n'),
  )
  return groups.map((group) => ({ parts: group, text: wordsOf(ticket, group) }))
}

function wordsOf(ticket: TicketDetail, group: readonly FieldPart[]): string {
  const [first] = group
  if (!first) return ''
  const { authorName, outcome, why } = first
  const done = `${authorName}的手机已做${namesOf(group)}`
  const waits = outcome === 'waits' && ticket.kind === 'operation' && ticket.state === 'operating'
  return `${done}，${waits ? `等待${missingOf(ticket, first)}送达` : why}`
}

/** 第 1 步复诵、操作，第 2 步复诵. */
function namesOf(group: readonly FieldPart[]): string {
  return groupsOf(group, ({ no }) => String(no))
    .map((parts) => `第 ${parts[0]?.no} 步${parts.map(({ part }) => linePartNames[part]).join('、')}`)
    .join('，')
}

function groupsOf(parts: readonly FieldPart[], keyOf: (part: FieldPart) => string): FieldPart[][] {
  const groups = new Map<string, FieldPart[]>()
  for (const part of parts) groups.set(keyOf(part), [...(groups.get(keyOf(part)) ?? []), part])
  return [...groups.values()]
}

/** The part before one, with whose it is: 王景行的第 7 步唱票. */
function missingOf(ticket: TicketDetail, { no, part }: { no: number; part: LinePart }): string {
  const before = lineParts[lineParts.indexOf(part) - 1]
  const missing = before ? { no, part: before } : { no: no - 1, part: 'tick' as const }
  const step = stepParts.find((each) => each.part === missing.part)!
  return `${turnOf(step, ticket).name}的${nameOfPart(missing)}`
}
