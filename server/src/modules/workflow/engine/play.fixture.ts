import { expect } from 'vitest'
import { copyTo } from './copying.ts'
import type { Actors, Delay, Process, UserTask, Variables } from './process.ts'
import { Run } from './run.ts'
import { staff } from './signing.ts'
import type { Event, Signer, State, Task, Timer, Token } from './state.ts'

export const NOW = new Date('2026-05-04T08:00:00Z')

const dueIn = (delay: Delay): Date =>
  new Date(NOW.getTime() + ('ms' in delay ? delay.ms : delay.workingDays * 86_400_000))

const person = (id: unknown): Signer => ({ assignee: String(id), candidates: [] })

/** Whom a definition names: one person, the candidates, or the signers of a list with one for each role and head. */
function signersOf(run: Run, { actors, countersign }: UserTask): Signer[] {
  const named = (variables: Variables = {}) => actors.assignee && run.valueOf(actors.assignee, variables)
  if (countersign) {
    const list = run.valueOf(countersign.signers) as unknown[]
    return [
      ...list.map((each) => person(named({ [countersign.signerVariable]: each }) ?? each)),
      ...actors.heads.map((head) => person(`head of ${String(run.valueOf(head))}`)),
      ...[...actors.roles, ...actors.rights].map((code) => person(`holder of ${code}`)),
    ]
  }
  if (actors.assignee) return [person(named())]
  return [
    {
      assignee: null,
      candidates: [
        ...usersOf(run, actors).map((ref) => ({ kind: 'user' as const, ref })),
        ...actors.heads.map((head) => ({
          kind: 'user' as const,
          ref: `head of ${String(run.valueOf(head))}`,
        })),
        ...actors.roles.map((ref) => ({ kind: 'role' as const, ref })),
        ...actors.rights.map((ref) => ({ kind: 'right' as const, ref })),
      ],
    },
  ]
}

const usersOf = (run: Run, { users }: Actors) => [(users && run.valueOf(users)) ?? []].flat().map(String)

/** An instance in memory, whose demands are met at once. */
export class Play {
  readonly process: Process
  state: State
  readonly history: Event[] = []
  readonly closed: Task[] = []
  timers: Timer[] = []
  constructor(process: Process, variables: Variables = {}, starter = 'starter') {
    this.process = process
    this.state = { status: 'running', starter, variables, lastId: 0, tokens: new Map(), tasks: new Map() }
    this.act((run) => run.start())
  }

  /** One step. As with a rolled back transaction, a step that throws leaves no trace. `fired` is the timer that is due. */
  act<T>(step: (run: Run) => T, actor = 'starter', fired?: Timer): T {
    const state = structuredClone(this.state)
    const run = new Run(this.process, state, { actor, dueIn })
    const result = step(run)
    for (let demand = run.demands.shift(); demand; demand = run.demands.shift()) {
      const token = state.tokens.get(demand.token)
      // A later move of the same step may have ended it.
      if (token?.doing !== 'demanding' || token.node !== demand.node) continue
      const node = this.process.nodes.get(demand.node)!
      if (node.kind === 'user') {
        const signers =
          demand.previous && !node.countersign ? [person(demand.previous)] : signersOf(run, node)
        staff(run, demand.token, signers)
      } else if (node.kind === 'copy') {
        const [only] = node.actors.assignee ? [String(run.valueOf(node.actors.assignee))] : []
        copyTo(
          run,
          demand.token,
          [...(only ? [only] : []), ...usersOf(run, node.actors)],
          new Set(this.copied),
        )
      } else if (node.kind === 'call') run.away(demand.token)
      else run.served(demand.token)
    }
    this.state = state
    this.history.push(...run.events)
    this.closed.push(
      ...[...run.tasks.values()].filter(({ state: each }) => each === 'done' || each === 'dropped'),
    )
    this.timers = [...this.timers, ...run.timers].filter(
      (timer) => timer !== fired && state.tokens.get(timer.token)?.round === timer.round,
    )
    return result
  }

  /** Who has a copy, in the order of the history. */
  get copied(): string[] {
    return this.history.flatMap(({ kind, to }) => (kind === 'copy' && to !== undefined ? to : []))
  }

  get tasks(): Task[] {
    return [...this.state.tasks.values()]
  }

  get open(): Task[] {
    return this.tasks.filter(({ state }) => state === 'open')
  }

  /** The tokens that wait for a called process. */
  get away(): Token[] {
    return [...this.state.tokens.values()].filter(({ doing }) => doing === 'away')
  }

  /** The open steps by id, sorted. */
  get steps(): string[] {
    return this.open.map(({ node }) => node).toSorted()
  }

  taskAt(node: string, assignee?: string): Task {
    const found = this.open.find(
      (task) => task.node === node && (assignee ?? task.assignee) === task.assignee,
    )
    expect(found, `an open task at ${node}`).toBeDefined()
    return found!
  }
}

/** What is wrong with an instance between two steps. */
function faultsIn({ state, timers, away }: Play): string[] {
  const tokens = [...state.tokens.values()]
  const tasks = [...state.tasks.values()]
  if (state.status !== 'running')
    return [...tokens, ...tasks, ...timers].map(({ node }) => `${node} is left of an instance that has ended`)
  const faults: string[] = []
  const check = (holds: boolean, fault: string) => holds || faults.push(fault)
  const isOpen = (task: Task) => task.state === 'open'
  check(tasks.some(isOpen) || timers.length > 0 || away.length > 0, 'nobody and nothing goes on')
  for (const task of tasks) {
    const token = state.tokens.get(task.token)
    const isThere = token?.node === task.node && token.round === task.round && token.doing === 'waiting'
    check(isThere, `task ${task.id} at ${task.node} is an orphan`)
    if (task.state === 'held')
      check(
        tasks.some(({ before }) => before === task.id),
        `task ${task.id} waits for nobody`,
      )
  }
  for (const { id, node, parent, doing } of tokens) {
    const isParent = doing === 'forked' || doing === 'inside'
    check(tokens.some((each) => each.parent === id) === isParent, `token ${id} at ${node} is ${doing}`)
    const above = parent === null ? 'forked' : state.tokens.get(parent)?.doing
    check(above === 'forked' || above === 'inside', `token ${id} at ${node} has a dead parent`)
    const goesOn =
      tasks.some((task) => task.token === id && isOpen(task)) || timers.some(({ token }) => token === id)
    check(doing !== 'waiting' || goesOn, `token ${id} at ${node} waits for nothing`)
    check(doing !== 'demanding', `token ${id} at ${node} was not answered`)
  }
  return faults
}

/** What holds between any two steps of any instance. */
export function expectSound(play: Play): void {
  expect(faultsIn(play)).toEqual([])
}
