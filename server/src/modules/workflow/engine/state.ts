import type { StepOperation } from '@heliodesk/contract/process-file.ts'
import type { Variables } from './process.ts'

/** One line of work in an instance. A fork leaves its token in place and gives every branch a child. */
export type Token = {
  id: number
  parent: number | null
  node: string
  /** The flow by which it came to its node. */
  via: string | null
  doing: Doing
  /** Counts the nodes that it came to; what belongs to an earlier visit of the same node has another number. */
  round: number
  /** The steps that were completed on it, the oldest first: where a return may lead. */
  passed: readonly Passed[]
  signing: Signing | null
}

export type Doing =
  /** A step is open, or a timer runs. */
  | 'waiting'
  /** Waits at a gateway for the other branches. */
  | 'joining'
  /** Its children are the branches. */
  | 'forked'
  /** Its children are inside the subprocess. */
  | 'inside'
  /** The caller has to find the people of the step, run the service, or start the called process. */
  | 'demanding'
  /** The called process, or a service that takes its time, has not ended. */
  | 'away'

export type Passed = { node: string; by: string }

/** Someone who signs a step: one person, or whoever of the candidates acts first. */
export type Signer = { assignee: string | null; candidates: readonly Candidate[] }

/** `right`: whoever holds a permission. */
export type Candidate = { kind: 'user' | 'role' | 'right'; ref: string }

/** The people of an open step, as they were when it was opened, with those added since. */
export type Signing = {
  signers: readonly Signer[]
  /** Whether one signs after the other. */
  inOrder: boolean
  done: number
  approved: number
  rejected: number
  /**
   * How many approvals decide it; null where only the last signer does. Steps that were opened by an earlier release do
   * not say it.
   */
  needed?: number | null
  /** What the step forbids; left out where it forbids nothing. */
  denied?: readonly StepOperation[]
}

export type Outcome = 'approve' | 'reject'

export type Task = {
  id: number
  token: number
  round: number
  node: string
  name: string
  /** Its place among the signers. */
  place: number
  assignee: string | null
  candidates: readonly Candidate[]
  /** `held`: somebody who was asked to sign before has not done so. */
  state: 'open' | 'held' | 'done' | 'dropped'
  /** The task of the person who asked this one to sign before. */
  before: number | null
  outcome: Outcome | null
  /** Who completed it. */
  by: string | null
  /** For whom, where somebody stood in for an absent person. */
  behalf?: string | null
  dueAt: Date | null
}

/** `refused`: a refusal ended it; `completed`: everything else that comes to an end event. */
export type Status = 'running' | 'completed' | 'refused' | 'voided' | 'withdrawn'

/** A running instance without its past: only what its next steps depend on. */
export type State = {
  status: Status
  starter: string
  variables: Variables
  /** The last id that was given to a token or task. */
  lastId: number
  tokens: Map<number, Token>
  /** Open and held tasks. */
  tasks: Map<number, Task>
}

export type EventKind =
  | 'enter'
  | 'leave'
  | 'flow'
  | 'open'
  | 'complete'
  | 'drop'
  | 'return'
  | 'claim'
  | 'transfer'
  | 'add'
  | 'timer'
  // By those who keep the processes, and the end of all attempts at a timer or service.
  | 'fail'
  | 'retry'
  | 'skip'
  | 'reassign'
  | 'migrate'
  // What people say to each other beside the steps.
  | 'comment'
  | 'copy'
  | 'urge'
  | 'end'
  | 'voided'
  | 'withdrawn'

/** One line of the history, from which the diagram and the activities are drawn. */
export type Event = {
  kind: EventKind
  token?: number
  node?: string
  flow?: string
  task?: number
  actor?: string
  /** The absent person that the actor stood in for. */
  behalf?: string
  outcome?: string
  opinion?: string
  /** The person that a task is given to, or that gets a copy; the step of a return, failure, retry or skip; the version of a migration. */
  to?: string
}

/** An event with its time. */
export type Happened = Event & { at: Date }

/** What the caller has to find out or do before the token goes on. */
export type Demand = {
  token: number
  node: string
  /** Who completed the step before it was returned to. */
  previous: string | null
}

export type Timer = { token: number; round: number; node: string; dueAt: Date }

export class WorkflowError extends Error {
  readonly code: WorkflowErrorCode
  constructor(code: WorkflowErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

export type WorkflowErrorCode =
  | 'ended'
  | 'task closed'
  | 'task held'
  | 'no flow'
  | 'endless'
  | 'stuck'
  | 'no such step'
  | 'nobody'
  | 'not allowed'
  /** The step forbids it. */
  | 'denied'
