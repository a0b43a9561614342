import { expect } from 'vitest'
import type { Delay, Process, UserTask, Variables } from './process.ts'
import { Run } from './run.ts'
import { staff } from './signing.ts'
import type { Event, Signer, State, Task, Timer } from './state.ts'

const NOW = new Date('2026-05-04T08:00:00Z')

const dueIn = (delay: Delay): Date =>
  new Date(NOW.getTime() + ('ms' in delay ? delay.ms : delay.workingDays * 86_400_000))

const person = (id: unknown): Signer => ({ assignee: String(id), candidates: [] })

/** The people that a definition names directly: one person, the candidates, or the signers of a list. */
function signersOf(run: Run, { actors, countersign }: UserTask): Signer[] {
  const named = (variables: Variables = {}) => actors.assignee && run.valueOf(actors.assignee, variables)
  if (countersign) {
    const list = run.valueOf(countersign.signers) as unknown[]
    return list.map((each) => person(named({ [countersign.signerVariable]: each }) ?? each))
  }
  if (actors.assignee) return [person(named())]
  const users = ((actors.users && run.valueOf(actors.users)) ?? []) as string[]
  return [
    {
      assignee: null,
      candidates: [
        ...users.map((ref) => ({ kind: 'user' as const, ref })),
        ...actors.heads.map((head) => ({
          kind: 'user' as const,
          ref: `head of ${String(run.valueOf(head))}`,
        })),
        ...actors.roles.map((ref) => ({ kind: 'role' as const, ref })),
      ],
    },
  ]
}

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

  /** One step. As with a rolled back transaction, a step that throws leaves no trace. */
  act<T>(step: (run: Run) => T, actor = 'starter'): T {
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
      } else run.served(demand.token)
    }
    this.state = state
    this.history.push(...run.events)
    this.closed.push(
      ...[...run.tasks.values()].filter(({ state: each }) => each === 'done' || each === 'dropped'),
    )
    this.timers = [...this.timers, ...run.timers].filter(
      ({ token, round }) => state.tokens.get(token)?.round === round,
    )
    return result
  }

  get tasks(): Task[] {
    return [...this.state.tasks.values()]
  }

  get open(): Task[] {
    return this.tasks.filter(({ state }) => state === 'open')
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

/** What holds between any two steps of any instance. */
export function expectSound({ state, timers, process, history }: Play): void {
  const tokens = [...state.tokens.values()]
  const tasks = [...state.tasks.values()]
  if (state.status !== 'running') {
    expect([tokens, tasks, timers]).toEqual([[], [], []])
    return
  }
  expect(
    tasks.some((task) => task.state === 'open') || timers.length > 0,
    'somebody or something goes on',
  ).toBe(true)
  for (const task of tasks) {
    const token = state.tokens.get(task.token)!
    expect([token.node, token.round, token.doing]).toEqual([task.node, task.round, 'waiting'])
    if (task.state === 'held') expect(tasks.some(({ before }) => before === task.id)).toBe(true)
  }
  for (const token of tokens) {
    const children = tokens.filter(({ parent }) => parent === token.id)
    expect(children.length > 0).toBe(token.doing === 'forked' || token.doing === 'inside')
    if (token.parent !== null) expect(['forked', 'inside']).toContain(state.tokens.get(token.parent)?.doing)
    if (token.doing === 'waiting') {
      const works = tasks.some((task) => task.token === token.id && task.state === 'open')
      expect(works || timers.some((timer) => timer.token === token.id), `${token.node} waits`).toBe(true)
    }
  }
  for (const { flow } of history) if (flow !== undefined) expect(process.flows.has(flow)).toBe(true)
}
