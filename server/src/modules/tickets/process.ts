import type { TicketKind } from '@heliodesk/contract/ticket-kinds.ts'
import { isEnded, type TicketAct, type TicketState } from '@heliodesk/contract/ticket-states.ts'
import { sql } from 'kysely'
import { DomainError } from '../../kernel/context.ts'
import { one } from '../../platform/certain.ts'
import { complete, planStep, staffAnew, startProcess, type Reached, type Signer } from '../workflow/index.ts'
import type { LockedTicket, TicketCtx } from './lock.ts'

export const TICKET = 'ticket'

/** The process of each kind, as it comes with the product. */
export const processes: Record<TicketKind, string> = {
  first: 'first_work_ticket',
  second: 'second_work_ticket',
  live: 'live_work_ticket',
  low: 'low_voltage_ticket',
  hotFirst: 'first_hot_work_ticket',
  hotSecond: 'second_hot_work_ticket',
  emergency: 'emergency_slip',
  operation: 'operation_ticket',
}

/** What a process reads of its ticket. */
type Facts = Pick<LockedTicket, 'cosignerId' | 'guardId' | 'issuerId' | 'kind' | 'leaderId' | 'outsourced'>
const variablesOf = ({ kind, outsourced, leaderId, issuerId, cosignerId, guardId }: Facts) => ({
  kind,
  outsourced,
  leader: leaderId,
  issuer: issuerId,
  cosigner: cosignerId,
  guard: guardId,
})

const alone = (id: unknown): Signer[] | null =>
  typeof id === 'string' ? [{ assignee: id, candidates: [] }] : null

/** Who takes a step, where the ticket names them; null where its definition says who may. */
export function signersOf(state: string | null, variables: Record<string, unknown>): Signer[] | null {
  const { kind, leader, issuer, cosigner, guard } = variables
  switch (state) {
    case 'draft':
    case 'toConfirm':
    case 'working':
      return alone(leader)
    case 'toIssue':
      return alone(issuer)
    case 'toCosign':
      return alone(cosigner)
    case 'toReview':
      return kind === 'operation' ? alone(guard) : null
    case 'toOperate':
    case 'operating': {
      const pair = [leader, guard].filter((each) => typeof each === 'string')
      return [{ assignee: null, candidates: pair.map((ref) => ({ kind: 'user', ref })) }]
    }
    default:
      return null
  }
}

/** The state of the process that goes with a state of the ticket. */
const processState = (
  { kind }: Pick<LockedTicket, 'kind'>,
  state: TicketState,
  isPermitted: boolean,
): string => {
  if (state === 'paused' || state === 'trial') return kind === 'operation' ? 'operating' : 'working'
  return state === 'toPermit' && isPermitted ? 'toConfirm' : state
}

function requireState(
  { status, businessState }: Reached,
  ticket: LockedTicket,
  state: TicketState,
  isPermitted: boolean,
): void {
  const agrees = isEnded(state)
    ? status !== 'running'
    : businessState === processState(ticket, state, isPermitted)
  if (agrees) return
  throw new DomainError('ticket.process', '两票流程与票面状态不符，请联系管理员检查流程设计')
}

/** What lists of processes call a ticket. */
export const titleOf = ({ number, task }: Pick<LockedTicket, 'number' | 'task'>): string =>
  `${number ?? ''} ${task}`.trim().slice(0, 200)

/** Starts the process of a ticket that has just been given its number. */
export async function begin(ctx: TicketCtx, ticket: LockedTicket, state: TicketState): Promise<void> {
  const { depCode, psaId } = ticket
  await startProcess(ctx, {
    key: processes[ticket.kind],
    businessType: TICKET,
    businessId: ticket.id,
    title: titleOf(ticket),
    depCode,
    psaId,
    starter: ctx.who.userId,
    variables: variablesOf(ticket),
  })
  const { rows } = await sql<Reached>`
    select status, business_state as "businessState" from process_instance
    where business_type = ${TICKET} and business_id = ${ticket.id} and parent_id is null`.execute(ctx.db)
  requireState(one(rows), ticket, state, false)
}

const ways: Partial<Record<TicketAct, 'approve' | 'end' | 'reject'>> = {
  submit: 'approve',
  issue: 'approve',
  cosign: 'approve',
  review: 'approve',
  approve: 'approve',
  receive: 'approve',
  permit: 'approve',
  confirm: 'approve',
  start: 'approve',
  finish: 'approve',
  complete: 'approve',
  close: 'approve',
  sendBack: 'reject',
  deny: 'reject',
  abort: 'reject',
  void: 'end',
  recall: 'end',
}

/** Takes the step of a running process that goes with an act; acts that stay in one of its steps take none. */
export async function advance(
  ctx: TicketCtx,
  ticket: LockedTicket,
  act: TicketAct,
  { state, isPermitted, note }: { state: TicketState; isPermitted: boolean; note: string },
): Promise<void> {
  const way = ways[act]
  if (!way) return
  const subject = { businessType: TICKET, businessId: ticket.id }
  const step = await planStep(ctx, subject, ctx.who.userId, (run) => {
    if (way === 'end') return run.end('voided', note)
    // The leader of a draft that came back may be another one.
    run.setVariables(variablesOf(ticket))
    // Whoever acts has been found to be the one who signs.
    const person = {
      id: ctx.who.userId,
      roles: [],
      rights: ['ticket:sign', 'ticket:review', 'ticket:approve'],
    }
    const [task] = [...run.state.tasks.values()]
    if (!task) throw new DomainError('ticket.process', '两票流程没有可办理的环节，请联系管理员检查流程设计')
    complete(run, task.id, person, { outcome: way, opinion: note })
  })
  requireState(step, ticket, state, isPermitted)
  await sql`with ${step.rows} select`.execute(ctx.db)
  await step.carryOn()
}

/** The open step of the leader is that of another one from here on. */
export async function giveToLeader(ctx: TicketCtx, ticket: LockedTicket): Promise<void> {
  const subject = { businessType: TICKET, businessId: ticket.id }
  const step = await planStep(ctx, subject, ctx.who.userId, (run) => {
    run.setVariables(variablesOf(ticket))
    const [task] = [...run.state.tasks.values()]
    const signers = alone(ticket.leaderId)
    if (task && signers) staffAnew(run, task.token, signers, { actor: ctx.who.userId, opinion: '' })
  })
  await sql`with ${step.rows} select`.execute(ctx.db)
  await step.carryOn()
}
