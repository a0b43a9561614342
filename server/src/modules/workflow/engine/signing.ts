import { entryOf, present } from '../../../platform/certain.ts'
import { deniedBy, requireAllowed } from './denying.ts'
import type { UserTask } from './process.ts'
import type { Run } from './run.ts'
import { verdictOf, votes, votesOf } from './verdicts.ts'
import {
  WorkflowError,
  type Candidate,
  type Outcome,
  type Signer,
  type Signing,
  type Task,
  type Token,
} from './state.ts'

/** Who acts, and for which absent people. The caller has checked that the business row is within the data of each. */
export type Person = Signatory & { standsInFor?: readonly Signatory[] }
type Signatory = {
  id: string
  roles: readonly string[]
  /** Permissions that are known to be theirs. */
  rights?: readonly string[]
}

/** Opens the step of a token for its signers. */
export function staff(run: Run, tokenId: number, signers: readonly Signer[]): void {
  const token = run.tokenDoing(tokenId, 'demanding')
  const node = run.nodeOf(token.node) as UserTask
  if (signers.length === 0) throw new WorkflowError('nobody', `“${node.name}”没有可办理的人`)
  token.doing = 'waiting'
  token.signing = {
    signers,
    inOrder: node.countersign?.inOrder ?? false,
    done: 0,
    approved: 0,
    rejected: 0,
    needed: neededOf(run, node, signers),
    ...deniedBy(node),
  }
  run.changed.add(token)
  openTasks(run, token, token.signing, token.signing.inOrder ? [0] : [...signers.keys()])
  run.settle()
}

/** Whether a task is the person's, or nobody's yet and they are one of its candidates. */
const isOf = ({ assignee, candidates }: Pick<Task, 'assignee' | 'candidates'>, person: Signatory): boolean =>
  assignee === null
    ? candidates.some(({ kind, ref }) => refsOf[kind](person).includes(ref))
    : assignee === person.id

const refsOf: Record<Candidate['kind'], (person: Signatory) => readonly string[]> = {
  user: ({ id }) => [id],
  role: ({ roles }) => roles,
  right: ({ rights = [] }) => rights,
}

/** By whose right the person may act on a task: their own, else that of somebody they stand in for; null if by none. */
const holderOf = (task: Task, person: Person): string | null =>
  [person, ...(person.standsInFor ?? [])].find((each) => isOf(task, each))?.id ?? null

/** Refuses to give a step to who started the instance, where they may not take it. */
export function requireNotBarred({ options, state }: Run, id: string): void {
  if (options.starterBarred !== undefined && id === state.starter)
    throw new WorkflowError('not allowed', options.starterBarred)
}

/** An open task, and whose it is to the person who acts on it. */
export type Held = {
  task: Task
  holder: string
  /** Who acts, as events name them. */
  signed: { actor: string; behalf?: string }
}

/** The open task, if the person may act on it. */
export function taskFor(run: Run, taskId: number, person: Person): Held {
  if (run.state.status !== 'running') throw new WorkflowError('ended', '流程已结束')
  const task = run.state.tasks.get(taskId)
  if (!task) throw new WorkflowError('task closed', '该环节已由他人办结')
  requireNotBarred(run, person.id)
  const holder = holderOf(task, person)
  if (holder === null) throw new WorkflowError('not allowed', '您不是该环节的办理人')
  if (holder !== person.id) requireAllowed(run, task.node, 'delegate')
  if (task.state === 'held') throw new WorkflowError('task held', '正在等待前加签的人办理')
  const signed = { actor: person.id, ...(holder !== person.id && { behalf: holder }) }
  return { task, holder, signed }
}

export type Completion = {
  outcome: Outcome
  opinion: string
  variables?: Readonly<Record<string, unknown>>
}

/** Signs a task; the token goes on when the step is decided. */
export function complete(
  run: Run,
  taskId: number,
  person: Person,
  { outcome, opinion, variables = {} }: Completion,
): void {
  const { task, holder, signed } = taskFor(run, taskId, person)
  const token = entryOf(run.state.tokens, task.token)
  task.outcome = outcome
  run.close(task, 'done', signed)
  run.note({
    kind: 'complete',
    token: token.id,
    node: task.node,
    task: task.id,
    ...signed,
    outcome,
    opinion,
  })
  run.setVariables(variables)
  if (task.before !== null) return resume(run, task.before)
  const signing = counted(present(token.signing), outcome)
  token.signing = signing
  run.changed.add(token)
  if (!isDecided(run, task.node, signing)) {
    if (signing.inOrder) openTasks(run, token, signing, [signing.done])
    return
  }
  run.dropTasks(token)
  run.setVariables({ [task.node]: { outcome, ...votes(signing) } })
  run.verdict = verdictOf(signing, outcome)
  token.passed = [...token.passed.filter(({ node }) => node !== task.node), { node: task.node, by: holder }]
  run.leave(token)
  run.settle()
}

const counted = (signing: Signing, outcome: Outcome): Signing => ({
  ...signing,
  done: signing.done + 1,
  approved: signing.approved + (outcome === 'approve' ? 1 : 0),
  rejected: signing.rejected + (outcome === 'reject' ? 1 : 0),
})

function isDecided(run: Run, nodeId: string, signing: Signing): boolean {
  if (signing.done === signing.signers.length) return true
  const decided = (run.nodeOf(nodeId) as UserTask).countersign?.decided ?? null
  return decided !== null && run.valueOf(decided, votes(signing)) === true
}

/** The fewest approvals that decide a step; all of them, where one refusal is enough. */
function neededOf(run: Run, { countersign }: UserTask, { length }: readonly Signer[]): number | null {
  const decided = countersign?.decided ?? null
  if (decided === null) return null
  const isEnough = (approved: number, rejected: number) =>
    run.valueOf(decided, votesOf(length, approved, rejected)) === true
  for (let approved = 1; approved <= length; approved++) if (isEnough(approved, 0)) return approved
  return isEnough(0, 1) ? length : null
}

/** Those who were asked before have signed. */
function resume(run: Run, heldId: number): void {
  const held = run.state.tasks.get(heldId)
  if (!held || [...run.state.tasks.values()].some(({ before }) => before === heldId)) return
  held.state = 'open'
  run.tasks.set(held.id, held)
}

function openTasks(run: Run, token: Token, { signers }: Signing, places: readonly number[]): void {
  for (const place of places) openTask(run, token, present(signers[place]), place)
}

function openTask(
  run: Run,
  token: Token,
  { assignee, candidates }: Signer,
  place: number,
  before: number | null = null,
) {
  const node = run.nodeOf(token.node) as UserTask
  const task: Task = {
    id: run.nextId(),
    token: token.id,
    round: token.round,
    node: node.id,
    name: node.name,
    place,
    assignee,
    candidates,
    state: 'open',
    before,
    outcome: null,
    by: null,
    dueAt: node.due && run.options.dueIn(node.due),
  }
  run.state.tasks.set(task.id, task)
  run.tasks.set(task.id, task)
  run.note({
    kind: 'open',
    token: token.id,
    node: node.id,
    task: task.id,
    ...(assignee !== null && { to: assignee }),
  })
}

/** Takes a task that is offered to several people. */
export function claim(run: Run, taskId: number, person: Person): void {
  const { task, holder, signed } = taskFor(run, taskId, person)
  task.assignee = holder
  run.tasks.set(task.id, task)
  run.note({ kind: 'claim', token: task.token, node: task.node, task: task.id, ...signed })
}

/** Gives a task to somebody else (转办). */
export function transfer(run: Run, taskId: number, person: Person, to: string, opinion: string): void {
  const { task, signed } = taskFor(run, taskId, person)
  requireAllowed(run, task.node, 'transfer')
  requireNotBarred(run, to)
  task.assignee = to
  run.tasks.set(task.id, task)
  run.note({
    kind: 'transfer',
    token: task.token,
    node: task.node,
    task: task.id,
    ...signed,
    to,
    opinion,
  })
}

/** Gives an open step to other people, by order of somebody who has not to be one of them. */
export function staffAnew(
  run: Run,
  tokenId: number,
  signers: readonly Signer[],
  { actor, opinion }: { actor: string; opinion: string },
): void {
  const token = run.tokenDoing(tokenId, 'waiting')
  run.note({
    kind: 'transfer',
    token: token.id,
    node: token.node,
    actor,
    ...(signers[0]?.assignee && { to: signers[0].assignee }),
    opinion,
  })
  run.dropTasks(token)
  token.doing = 'demanding'
  staff(run, tokenId, signers)
}

/** When the added person signs: before or after the one who asks, or at the same time. */
export type Added = 'before' | 'after' | 'beside'

/** Adds somebody who has to sign the same step (加签). */
export function addSigner(
  run: Run,
  taskId: number,
  person: Person,
  { to, when, opinion }: { to: string; when: Added; opinion: string },
): void {
  const { task, signed } = taskFor(run, taskId, person)
  requireAllowed(run, task.node, 'addSigner')
  requireNotBarred(run, to)
  const token = entryOf(run.state.tokens, task.token)
  const signing = present(token.signing)
  const added: Signer = { assignee: to, candidates: [] }
  run.note({
    kind: 'add',
    token: token.id,
    node: task.node,
    task: task.id,
    ...signed,
    to,
    outcome: when,
    opinion,
  })
  if (when === 'before') {
    task.state = 'held'
    run.tasks.set(task.id, task)
    openTask(run, token, added, task.place, task.id)
    return
  }
  const inOrder = when === 'after'
  if (signing.signers.length > 1 && signing.inOrder !== inOrder)
    throw new WorkflowError('not allowed', inOrder ? '会签同时进行，不能后加签' : '会签依次进行，不能并加签')
  const place = inOrder ? task.place + 1 : signing.signers.length
  const signers = signing.signers.toSpliced(place, 0, added)
  const needed = neededOf(run, run.nodeOf(task.node) as UserTask, signers)
  token.signing = { ...signing, inOrder, signers, needed }
  run.changed.add(token)
  if (!inOrder) openTask(run, token, added, place)
}
