import type { TicketKind } from './ticket-kinds.ts'
import type { TicketRole } from './ticket-roles.ts'

/** The states of a ticket (domain.md §1.3, §1.6). */
export const ticketStates = {
  draft: '草稿',
  toIssue: '待签发',
  toCosign: '待会签',
  toReview: '待审核',
  toApprove: '待批准',
  toReceive: '待接票',
  toPermit: '待许可',
  working: '执行中',
  paused: '间断',
  trial: '试运',
  toOperate: '待执行',
  operating: '执行中',
  toClose: '待终结',
  closed: '已终结',
  unused: '未执行',
  void: '作废',
} as const
export type TicketState = keyof typeof ticketStates

const ofOperation: Partial<Record<TicketState, string>> = {
  paused: '暂停',
  toClose: '待归档',
  closed: '已执行',
}

export const titleOfTicketState = (kind: TicketKind, state: TicketState): string =>
  (kind === 'operation' && ofOperation[state]) || ticketStates[state]

export const endedStates = ['closed', 'unused', 'void'] as const satisfies readonly TicketState[]
export const isEnded = (state: TicketState): boolean =>
  (endedStates as readonly TicketState[]).includes(state)

/** From the first work until everything is restored: what is isolated stays isolated. */
export const runningStates = [
  'working',
  'paused',
  'trial',
  'toClose',
] as const satisfies readonly TicketState[]
export const isRunning = (state: TicketState): boolean =>
  (runningStates as readonly TicketState[]).includes(state)

/** Whether earths may be put up under it now; those of work with fire belong to the ticket that it is under. */
export const isEarthing = (kind: TicketKind, state: TicketState): boolean =>
  kind === 'operation' ? state === 'operating' : !isHot(kind) && (state === 'toPermit' || isRunning(state))

/** Whether work may go on under it now, its time apart. */
export const isInForce = (kind: TicketKind, state: TicketState): boolean =>
  kind === 'operation' ? state === 'toOperate' || state === 'operating' : state === 'working'

const worked = ['toReceive', 'toPermit', 'working', 'toClose', 'closed'] as const

const paths: Record<TicketKind, readonly TicketState[]> = {
  first: ['draft', 'toIssue', 'toCosign', ...worked],
  second: ['draft', 'toIssue', 'toCosign', ...worked],
  live: ['draft', 'toIssue', 'toCosign', ...worked],
  low: ['draft', 'toIssue', 'toCosign', ...worked],
  hotFirst: ['draft', 'toIssue', 'toReview', 'toApprove', 'toPermit', 'working', 'toClose', 'closed'],
  hotSecond: ['draft', 'toIssue', 'toReview', 'toPermit', 'working', 'toClose', 'closed'],
  emergency: ['draft', 'toPermit', 'working', 'toClose', 'closed'],
  operation: ['draft', 'toReview', 'toApprove', 'toOperate', 'operating', 'toClose', 'closed'],
}

/** The states of a ticket in the order of its regular life. Only work by others is signed by their issuer as well. */
export const pathOf = (kind: TicketKind, isOutsourced: boolean): TicketState[] =>
  paths[kind].filter((state) => state !== 'toCosign' || isOutsourced)

/** What ends on the printed form (domain.md §1.3). */
export const ticketStamps = { executed: '已执行', unused: '未执行', void: '作废' } as const
export type TicketStamp = keyof typeof ticketStamps

/** Who signs something: a person whom the ticket names, either of the pair that switches, or whoever has the qualification
 * or the permission. */
export type Signer =
  | 'leader'
  | 'issuer'
  | 'coIssuer'
  | 'guard'
  | 'permitter'
  | 'shiftLeader'
  | 'reviewer'
  | 'approver'
  | 'pair'

/** The published qualification that a signer needs; null where a permission says who it is. */
export function roleOfSigner(kind: TicketKind, signer: Signer): TicketRole | null {
  if (signer === 'reviewer' || signer === 'approver' || signer === 'pair') return null
  if (signer === 'leader') return kind === 'operation' ? 'operator' : 'leader'
  return signer === 'guard' ? 'operationGuard' : signer
}

export const ticketActs = {
  submit: '提交',
  issue: '签发',
  cosign: '会签',
  review: '审核',
  approve: '批准',
  receive: '接票',
  sendBack: '退回',
  permit: '许可',
  deny: '不许可',
  confirm: '确认开工',
  pause: '间断',
  resume: '复工',
  finish: '工作终结',
  close: '终结',
  start: '预演并开始操作',
  complete: '操作完毕',
  abort: '中止操作',
  void: '作废',
  recall: '收回',
} as const
export type TicketAct = keyof typeof ticketActs

const ofOperationActs: Partial<Record<TicketAct, string>> = {
  close: '归档',
  pause: '有疑问，暂停',
  resume: '继续操作',
}
export const titleOfAct = (kind: TicketKind, act: TicketAct): string =>
  (kind === 'operation' && ofOperationActs[act]) || ticketActs[act]

/** The regular step out of a state, and who signs it. */
type Step = { act: TicketAct; signer: Signer }

/** `isPermitted`: the permit has been signed, and the leader has yet to confirm it. */
export function stepOf(kind: TicketKind, state: TicketState, isPermitted: boolean): Step | null {
  const isOperation = kind === 'operation'
  switch (state) {
    case 'draft':
      return { act: 'submit', signer: 'leader' }
    case 'toIssue':
      return { act: 'issue', signer: 'issuer' }
    case 'toCosign':
      return { act: 'cosign', signer: 'coIssuer' }
    case 'toReview':
      return { act: 'review', signer: isOperation ? 'guard' : 'reviewer' }
    case 'toApprove':
      return { act: 'approve', signer: isOperation ? 'shiftLeader' : 'approver' }
    case 'toReceive':
      return { act: 'receive', signer: 'shiftLeader' }
    case 'toPermit':
      return isPermitted ? { act: 'confirm', signer: 'leader' } : { act: 'permit', signer: 'permitter' }
    case 'toOperate':
      return { act: 'start', signer: 'leader' }
    case 'working':
      return { act: 'finish', signer: 'leader' }
    case 'operating':
      return { act: 'complete', signer: 'guard' }
    case 'toClose':
      return { act: 'close', signer: isOperation ? 'shiftLeader' : 'permitter' }
    case 'paused':
      return { act: 'resume', signer: isOperation ? 'guard' : 'leader' }
    default:
      return null
  }
}

/** The states that send a ticket back to its leader. */
const returning: ReadonlySet<TicketState> = new Set([
  'toIssue',
  'toCosign',
  'toReview',
  'toApprove',
  'toReceive',
])

/** The acts beside the regular step that a state knows, each with who signs it. */
function asidesOf(kind: TicketKind, state: TicketState, isPermitted: boolean): Step[] {
  const step = stepOf(kind, state, isPermitted)
  const found: Step[] = []
  if (step && returning.has(state)) found.push({ act: 'sendBack', signer: step.signer })
  // What was permitted is not unused (domain.md §1.3): before the work begins it can only be voided.
  if (state === 'toPermit' && !isPermitted) found.push({ act: 'deny', signer: 'permitter' })
  if (state === 'working') found.push({ act: 'pause', signer: 'leader' })
  if (state === 'operating' || (state === 'paused' && kind === 'operation'))
    found.push({ act: 'abort', signer: 'guard' })
  if (state === 'operating') found.push({ act: 'pause', signer: 'pair' })
  if (!isEnded(state) && !isRunning(state) && state !== 'operating')
    found.push({ act: 'void', signer: 'leader' })
  if (isRunning(state) && kind !== 'operation') found.push({ act: 'recall', signer: 'shiftLeader' })
  return found
}

/** Everything that a state knows, the regular step first. */
export function actsOf(kind: TicketKind, state: TicketState, isPermitted: boolean): Step[] {
  const step = stepOf(kind, state, isPermitted)
  return [...(step ? [step] : []), ...asidesOf(kind, state, isPermitted)]
}

/** The state that an act leads to. */
export function stateAfterAct(
  act: TicketAct,
  {
    kind,
    state,
    isPermitted,
    isOutsourced,
  }: { kind: TicketKind; state: TicketState; isPermitted: boolean; isOutsourced: boolean },
): TicketState {
  switch (act) {
    case 'sendBack':
      return 'draft'
    case 'deny':
      return 'unused'
    case 'pause':
      return 'paused'
    case 'resume':
      return kind === 'operation' ? 'operating' : 'working'
    case 'permit':
      return 'toPermit'
    case 'abort':
      return 'closed'
    case 'void':
    case 'recall':
      return 'void'
    default: {
      const path = pathOf(kind, isOutsourced)
      const next = path[path.indexOf(state) + 1]
      if (next === undefined || stepOf(kind, state, isPermitted)?.act !== act)
        throw new Error(`no ${act} from ${state}`)
      return next
    }
  }
}

/** The kinds of tickets that stock clients tell apart, above `ticketKinds` (spec 2 §3: ticketTypeLabel). */
export const ticketTypeOf = (kind: TicketKind): string =>
  kind === 'operation'
    ? '操作票'
    : kind === 'emergency'
      ? '事故抢修单'
      : kind.startsWith('hot')
        ? '动火票'
        : '工作票'

/** Whether a ticket of this kind lets an order begin that needs work tickets (1) or operation tickets (2). */
export const governs = (kind: TicketKind, needTicket: number): boolean =>
  needTicket === 2 ? kind === 'operation' : kind !== 'operation' && !kind.startsWith('hot')

export const isHot = (kind: TicketKind): boolean => kind === 'hotFirst' || kind === 'hotSecond'
