import type { Received, Sent } from '@heliodesk/contract/call.ts'
import {
  faultsOf,
  ticketContent,
  ticketParts,
  type ContentFault,
  type TicketContent,
  type TicketPart,
} from '@heliodesk/contract/ticket-content.ts'
import { groupNames, type TicketKind } from '@heliodesk/contract/ticket-kinds.ts'
import { isHot } from '@heliodesk/contract/ticket-states.ts'
import type { ticketCalls } from '@heliodesk/contract/tickets.ts'
import type { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { wholeDrawings } from '../../../domain/tickets/drawings/marks.ts'

/** What the form holds while it is filled in. */
export type TicketDraft = Partial<Sent<typeof ticketCalls.add>>
/** The order that a new ticket is for. */
export type OrderDetail = Received<typeof workOrderCalls.detail>
export type DraftPerson = NonNullable<TicketDraft['people']>[number]

/** Which fields a ticket of a kind has. */
export function fieldsOf(kind: TicketKind) {
  const isOperation = kind === 'operation'
  const isRegular = !isOperation && kind !== 'emergency' && !isHot(kind)
  return {
    isOperation,
    isHot: isHot(kind),
    /** Signed by an issuer before the permit. */
    isIssued: !isOperation && kind !== 'emergency',
    /** May be for people of another company, whose issuer signs too. */
    mayBeOutsourced: isRegular,
    hasConditions: isRegular && kind !== 'first',
    parts: (Object.keys(ticketParts) as TicketPart[]).filter(
      (part) => isHot(kind) || part === 'crew' || part === 'guard',
    ),
  }
}

const noLines = { isolate: [], earth: [], board: [], care: [], steps: [] }

const wholePerson = ({ part, name = '', personId = null, watch = '', certificate = '' }: DraftPerson) => ({
  part,
  name,
  personId,
  // What belongs to another part may have been typed before the part was changed.
  watch: part === 'guard' ? watch : '',
  certificate,
})

/** The content of a ticket as far as it is written, without fields that its kind does not have. */
export function contentOf(draft: TicketDraft): TicketContent {
  const { kind = 'first', psId = '', voltage = '35', task = '' } = draft
  const has = fieldsOf(kind)
  const work = !has.isOperation
  const isOutsourced = has.mayBeOutsourced && (draft.isOutsourced ?? false)
  const lines = has.isOperation
    ? { ...noLines, steps: draft.steps ?? [] }
    : { ...noLines, ...Object.fromEntries(groupNames.map((group) => [group, draft[group] ?? []])) }
  const people = (draft.people ?? []).map(wholePerson).filter(({ part }) => has.parts.includes(part))
  const { method = '', plantMeasures = '', workMeasures = '' } = draft.hotWork ?? {}
  return {
    kind,
    psId,
    voltage,
    task,
    ...lines,
    unit: draft.unit ?? '',
    places: work ? (draft.places ?? []) : [],
    planStartTime: draft.planStartTime ?? null,
    planEndTime: draft.planEndTime ?? null,
    conditions: has.hasConditions ? (draft.conditions ?? '') : '',
    risks: draft.risks ?? [],
    isOutsourced,
    leaderId: draft.leaderId ?? null,
    issuerId: has.isIssued ? (draft.issuerId ?? null) : null,
    cosignerId: isOutsourced ? (draft.cosignerId ?? null) : null,
    guardId: has.isOperation ? (draft.guardId ?? null) : null,
    people: work ? people : [],
    mainId: has.isHot ? (draft.mainId ?? null) : null,
    hotWork: has.isHot && draft.hotWork ? { method, plantMeasures, workMeasures } : null,
    orderedBy: has.isOperation ? (draft.orderedBy ?? '') : '',
    drawings: wholeDrawings(draft.drawings),
    remark: draft.remark ?? '',
  }
}

const rowFields = ['places', 'isolate', 'earth', 'board', 'care', 'steps', 'risks', 'people'] as const

/** What stays when the kind changes: rows that are begun only could not be mended where their field shows no more. */
export function wholeRowsOf(draft: TicketDraft): TicketDraft {
  const rows = rowFields.map((name) => [
    name,
    (draft[name] ?? []).filter((row) => ticketContent[name].safeParse([row]).success),
  ])
  const hotWork = ticketContent.hotWork.safeParse(draft.hotWork).success ? draft.hotWork : null
  return { ...Object.fromEntries(rows), hotWork }
}

const needed = [
  ['kind', '请选择票种'],
  ['psId', '请选择电站'],
  ['voltage', '请选择电压等级'],
  ['task', '请填写工作任务'],
] as const

/** What is missing before the draft can be saved. */
export const missingToSave = (draft: TicketDraft): ContentFault[] =>
  needed.flatMap(([field, text]) => (draft[field]?.trim() ? [] : [{ field, text }]))

/** What is missing or wrong besides before the ticket can be submitted. */
export const missingToSubmit = (draft: TicketDraft): ContentFault[] => faultsOf(contentOf(draft))

/** How many lines a typical ticket would replace. */
export const writtenLines = (draft: TicketDraft): number =>
  [draft.isolate, draft.earth, draft.board, draft.care, draft.steps, draft.risks]
    .map((lines) => lines?.length ?? 0)
    .reduce((sum, each) => sum + each, 0)

/** What a ticket for an order begins with. */
export const startOf = ({
  id,
  psId,
  needTicket,
  taskDescription,
  planStartTime,
  planEndTime,
}: OrderDetail): TicketDraft => ({
  kind: needTicket === 2 ? 'operation' : 'first',
  psId,
  voltage: '35',
  task: taskDescription.slice(0, 200),
  planStartTime,
  planEndTime,
  orderIds: [id],
})
