import type { FlowStatus } from '@heliodesk/contract/work-order-rules.ts'
import { present } from '../../platform/certain.ts'
import { Run, WorkflowError, complete, staff } from '../workflow/index.ts'
import type {
  GrownInstance,
  GrownTask,
  Happened,
  Process,
  ProcessNode,
  Signer,
  State,
} from '../workflow/index.ts'
import type { EventAction } from './events.ts'
import { executorsAsSigner } from './signer.ts'

/** A line of an order's history. */
export type Recorded = { at: Date; actor: string | null; action: EventAction; toSts: number; note: string }

export type Past = {
  flowSts: FlowStatus
  taskType: number
  executors: readonly string[]
  starter: string | null
}

/**
 * The instance of an order that is older than its process, by the order's history. A history that does not lead to the
 * order's state is not known in full: the instance begins where the order is.
 */
export function replay(process: Process, order: Past, recorded: readonly Recorded[]): GrownInstance {
  const played = new Replay(process, order)
  const [first] = recorded
  if (recorded.every((line) => played.take(line)) && played.flowSts === order.flowSts) return played.grown()
  const last = recorded.at(-1)
  return new Replay(process, order).begin(first?.at ?? new Date(0), last ?? first).grown()
}

const CLOSED = { completed: 4, refused: 5, voided: 5, withdrawn: 5 } as const

class Replay {
  readonly tasks = new Map<number, GrownTask>()
  readonly state: State
  readonly #process: Process
  readonly #order: Past
  readonly #events: Happened[] = []

  constructor(process: Process, order: Past) {
    this.#process = process
    this.#order = order
    this.state = {
      status: 'running',
      starter: order.starter ?? '',
      variables: { taskType: order.taskType, executors: order.executors },
      lastId: 0,
      tokens: new Map(),
      tasks: new Map(),
    }
  }

  grown(): GrownInstance {
    const { state, tasks } = this
    // Who was to take a step that has been taken is not known.
    const events = this.#events.map((event) => {
      const assignee = event.kind === 'open' ? state.tasks.get(event.task ?? 0)?.assignee : null
      return assignee ? { ...event, to: assignee } : event
    })
    return { state, tasks, events }
  }

  get flowSts(): number {
    if (this.state.status !== 'running') return CLOSED[this.state.status]
    const [token] = this.state.tokens.values()
    const node = token && this.#process.nodes.get(token.node)
    return node?.kind === 'user' ? Number(node.businessState) : 0
  }

  /** Whether the process can go on as the order did. */
  take(line: Recorded): boolean {
    const act = commands[line.action]
    try {
      this.#step(line, act)
    } catch (error) {
      if (error instanceof WorkflowError) return false
      throw error
    }
    return this.flowSts === line.toSts
  }

  /** Begins in the state of the order, without a way that led there. */
  begin(at: Date, last: Pick<Recorded, 'actor' | 'note'> | undefined): this {
    const line = { at, actor: last?.actor ?? null, note: last?.note ?? '' }
    const state = String(this.#order.flowSts)
    const nodes = [...this.#process.nodes.values()]
    const node =
      this.#order.flowSts === 4
        ? nodes.find(({ kind }) => kind === 'end')
        : nodes.find((each) => each.kind === 'user' && each.businessState === state)
    this.#step(line, (run) => {
      const start = present(this.#process.starts.get(null))
      run.note({ kind: 'enter', node: start })
      run.note({ kind: 'leave', node: start })
      if (node) run.startAt(node.id)
      else run.end('voided', line.note)
    })
    return this
  }

  #step(line: Pick<Recorded, 'at' | 'actor' | 'note'>, take: Command): void {
    const { at, actor } = line
    const run = new Run(this.#process, this.state, { actor: actor ?? '', dueIn: () => at })
    take(run, line)
    for (let demand = run.demands.shift(); demand; demand = run.demands.shift()) {
      const node = run.nodeOf(demand.node)
      if (node.kind === 'user') staff(run, demand.token, [signerOf(node, this.#order.executors)])
      else run.served(demand.token)
    }
    this.#events.push(...run.events.map(({ to: _to, ...event }) => ({ ...event, at })))
    for (const task of run.tasks.values())
      this.tasks.set(task.id, {
        ...task,
        openedAt: this.tasks.get(task.id)?.openedAt ?? at,
        closedAt: task.state === 'done' || task.state === 'dropped' ? at : null,
      })
  }
}

type Command = (run: Run, line: Pick<Recorded, 'actor' | 'note'>) => void

const completed =
  (outcome: 'approve' | 'reject'): Command =>
  (run, { actor, note }) => {
    const [task] = run.state.tasks.values()
    if (!task) throw new WorkflowError('task closed', 'no step is open')
    const id = actor ?? ''
    task.assignee = null
    task.candidates = [{ kind: 'user', ref: id }]
    complete(run, task.id, { id, roles: [] }, { outcome, opinion: note })
  }

const commands: Record<EventAction, Command> = {
  create: (run) => run.start(),
  import: () => {},
  extend: () => {},
  extensionAgree: () => {},
  extensionRefuse: () => {},
  extensionEnd: () => {},
  insurance: () => {},
  cleaning: () => {},
  outage: () => {},
  hours: () => {},
  choose: () => {},
  assign: completed('approve'),
  claim: completed('approve'),
  reassign(run, { actor, note }) {
    const [token] = run.state.tokens.values()
    if (token)
      run.note({ kind: 'transfer', token: token.id, node: token.node, actor: actor ?? '', opinion: note })
  },
  reschedule: () => {},
  start: () => {},
  save: () => {},
  submit: completed('approve'),
  pass: completed('approve'),
  reject: completed('reject'),
  terminate: (run, { note }) => run.end('voided', note),
}

/** Who the open step of an order waits for. */
function signerOf(node: ProcessNode & { kind: 'user' }, executors: readonly string[]): Signer {
  if (node.businessState === '2') return executorsAsSigner(executors)
  const { roles, rights } = node.actors
  const candidates = [
    ...roles.map((ref) => ({ kind: 'role' as const, ref })),
    ...rights.map((ref) => ({ kind: 'right' as const, ref })),
  ]
  const fallback = node.businessState === '3' ? 'order:check' : 'order:assign'
  return {
    assignee: null,
    candidates: candidates.length > 0 ? candidates : [{ kind: 'right', ref: fallback }],
  }
}
