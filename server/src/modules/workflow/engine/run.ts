import { entryOf, present } from '../../../platform/certain.ts'
import {
  boundariesOf,
  type Delay,
  type Expression,
  type Flow,
  type Node,
  type Process,
  type Subprocess,
} from './process.ts'
import { chosenAt, valueIn, verdictAt } from './choosing.ts'
import { arrivedAt, commonOf, joinsOf, parentOf, scopeOf } from './joins.ts'
import {
  WorkflowError,
  type Demand,
  type Event,
  type Outcome,
  type State,
  type Task,
  type Timer,
  type Token,
} from './state.ts'

/** A step may pass this many nodes that nobody works at: more is an endless loop. */
const MOST_MOVES = 1000

export type RunOptions = {
  actor: string
  /** When something is due that begins now. */
  dueIn: (delay: Delay) => Date
  /** Why who started it takes no step of it, for themselves or for others; undefined where they may. */
  starterBarred?: string | undefined
}

/**
 * One step of an instance: moves its tokens until every one of them waits, and notes what changed. Nothing here reads or
 * writes anything else; what only the outside knows is asked for in `demands`.
 */
export class Run {
  readonly process: Process
  readonly state: State
  readonly options: RunOptions
  readonly events: Event[] = []
  /** Answered by `staff`, `copyTo`, `served` or `away`, one after the other. */
  readonly demands: Demand[] = []
  readonly timers: Timer[] = []
  /** Tasks that were opened, changed or closed. */
  readonly tasks = new Map<number, Task>()
  readonly changed = new Set<Token>()
  readonly removed = new Set<number>()
  /** The tokens that began to wait for a service or called process in this step. */
  readonly sent = new Set<number>()
  /** What was decided last in this step: how the instance ends if it ends now. */
  verdict: Outcome | null = null
  #moves = 0

  constructor(process: Process, state: State, options: RunOptions) {
    this.process = process
    this.state = state
    this.options = options
  }

  start(): void {
    this.startAt(entryOf(this.process.starts, null))
  }

  /** Starts in the middle: for what has come there before there was a process. */
  startAt(nodeId: string): void {
    this.enter(this.#create(null, null), nodeId)
    this.settle()
  }

  /** The service has run, the called process has ended, which may have been by a refusal. */
  served(tokenId: number, variables: Readonly<Record<string, unknown>> = {}, isRefused = false): void {
    this.setVariables(variables)
    if (isRefused) this.verdict = 'reject'
    this.leave(this.tokenDoing(tokenId, 'demanding', 'away'))
    this.settle()
  }

  /** `served` comes with a later step. */
  away(tokenId: number): void {
    this.#does(this.tokenDoing(tokenId, 'demanding'), 'away')
    this.sent.add(tokenId)
  }

  /** A timer is due. One of an earlier visit has no effect. */
  timer(tokenId: number, round: number, nodeId: string): void {
    const token = this.state.tokens.get(tokenId)
    if (token?.round !== round) return
    const node = this.nodeOf(nodeId)
    this.note({ kind: 'timer', token: token.id, node: nodeId })
    if (node.kind !== 'boundary') this.leave(token)
    else if (node.interrupts) {
      this.#empty(token)
      token.node = nodeId
      this.leave(token)
    } else {
      const beside = this.#create(token.parent, null)
      beside.node = nodeId
      this.leave(beside)
    }
    this.settle()
  }

  /** Ends the instance with everything that is open in it. */
  end(status: 'voided' | 'withdrawn', opinion: string): void {
    if (this.state.status !== 'running') throw new WorkflowError('ended', '流程已结束')
    for (const token of this.state.tokens.values()) this.kill(token)
    this.state.status = status
    this.note({ kind: status, actor: this.options.actor, opinion })
  }

  nodeOf(id: string): Node {
    const node = this.process.nodes.get(id)
    if (!node) throw new WorkflowError('no such step', `流程定义中没有节点“${id}”`)
    return node
  }

  tokenDoing(id: number, ...doing: Token['doing'][]): Token {
    const token = this.state.tokens.get(id)
    if (!token || !doing.includes(token.doing)) throw new WorkflowError('task closed', '该环节已办结')
    return token
  }

  note(event: Event): void {
    this.events.push(event)
  }

  setVariables(variables: Readonly<Record<string, unknown>>): void {
    if (Object.keys(variables).length > 0) this.state.variables = { ...this.state.variables, ...variables }
  }

  nextId(): number {
    this.state.lastId += 1
    return this.state.lastId
  }

  childrenOf(id: number): Token[] {
    return [...this.state.tokens.values()].filter(({ parent }) => parent === id)
  }

  /** Moves a token to a node and on, until it waits. */
  enter(token: Token, nodeId: string, previous: string | null = null): void {
    this.#moves += 1
    if (this.#moves > MOST_MOVES) throw new WorkflowError('endless', '流程定义有不停的循环')
    const node = this.nodeOf(nodeId)
    token.node = node.id
    token.round += 1
    token.signing = null
    this.#does(token, 'waiting')
    this.note({ kind: 'enter', token: token.id, node: node.id })
    for (const { id, delay } of boundariesOf(node)) this.#setTimer(token, id, delay)
    switch (node.kind) {
      case 'end':
        this.verdict = node.outcome ?? this.verdict
        return node.terminates ? this.#terminate(token) : this.#ended(token)
      case 'user':
      case 'copy':
      case 'service':
      case 'call':
        this.#does(token, 'demanding')
        this.demands.push({ token: token.id, node: node.id, previous })
        return
      case 'catch':
        return this.#setTimer(token, node.id, node.delay)
      case 'subprocess':
        return this.#goInside(token, node)
      case 'inclusive':
      case 'parallel':
        if (node.incoming.length > 1) return this.#does(token, 'joining')
        return this.leave(token)
      default:
        return this.leave(token)
    }
  }

  leave(token: Token): void {
    const node = this.nodeOf(token.node)
    this.note({ kind: 'leave', token: token.id, node: node.id })
    const flows = chosenAt(this.state, node)
    this.verdict = verdictAt(this.state, node, flows) ?? this.verdict
    const [first, ...others] = flows
    if (!first) return this.#ended(token)
    if (others.length === 0) return this.#take(token, first)
    this.#does(token, 'forked')
    // What was set for the node has no effect any more.
    token.round += 1
    const branches = flows.map((flow) => [this.#create(token.id, null), flow] as const)
    // A branch that comes to a terminating end ends those after it.
    for (const [branch, flow] of branches) if (this.state.tokens.has(branch.id)) this.#take(branch, flow)
  }

  /** Lets branches go on together that have come to a gateway, and refuses a step after which nothing could go on. */
  settle(): void {
    for (let join = joinsOf(this.process, this.state)[0]; join; join = joinsOf(this.process, this.state)[0]) {
      this.leave(this.#united(arrivedAt(join)))
    }
    const tokens = [...this.state.tokens.values()]
    if (tokens.length === 0 || tokens.some(({ doing }) => !['joining', 'forked', 'inside'].includes(doing)))
      return
    const gateway = this.nodeOf(present(tokens.find(({ doing }) => doing === 'joining')).node)
    throw new WorkflowError('stuck', `流程会停在网关“${gateway.name || gateway.id}”：其他分支已结束`)
  }

  /** Removes a token with everything below it. */
  kill(token: Token): void {
    this.#empty(token)
    this.#remove(token)
  }

  dropTasks(token: Token): void {
    for (const task of this.state.tasks.values()) if (task.token === token.id) this.close(task, 'dropped')
  }

  close(task: Task, state: 'done' | 'dropped', by: { actor: string; behalf?: string } | null = null): void {
    task.state = state
    task.by = by?.actor ?? null
    task.behalf = by?.behalf ?? null
    this.tasks.set(task.id, task)
    this.state.tasks.delete(task.id)
    if (state === 'dropped') this.note({ kind: 'drop', token: task.token, node: task.node, task: task.id })
  }

  /** Ends what goes on below a token and in its step. */
  #empty(token: Token): void {
    for (const child of this.childrenOf(token.id)) this.kill(child)
    this.dropTasks(token)
    token.signing = null
    this.changed.add(token)
  }

  #does(token: Token, doing: Token['doing']): void {
    token.doing = doing
    this.changed.add(token)
  }

  #create(parent: number | null, via: string | null): Token {
    const token: Token = {
      id: this.nextId(),
      parent,
      node: '',
      via,
      doing: 'waiting',
      round: 0,
      passed: [],
      signing: null,
    }
    this.state.tokens.set(token.id, token)
    this.changed.add(token)
    return token
  }

  #remove(token: Token): void {
    this.state.tokens.delete(token.id)
    this.changed.delete(token)
    this.removed.add(token.id)
  }

  #setTimer(token: Token, node: string, delay: Delay): void {
    this.timers.push({ token: token.id, round: token.round, node, dueAt: this.options.dueIn(delay) })
  }

  #take(token: Token, flow: Flow): void {
    this.note({ kind: 'flow', token: token.id, flow: flow.id })
    token.via = flow.id
    this.enter(token, flow.to)
  }

  valueOf(expression: Expression, more: Readonly<Record<string, unknown>> = {}): unknown {
    return valueIn(this.state, expression, more)
  }

  #goInside(token: Token, node: Subprocess): void {
    this.#does(token, 'inside')
    this.enter(this.#create(token.id, null), entryOf(this.process.starts, node.id))
  }

  #ended(token: Token): void {
    const parent = parentOf(this.state, token)
    this.#remove(token)
    if (parent && this.childrenOf(parent.id).length === 0) {
      if (parent.doing === 'inside') this.leave(parent)
      else this.#ended(parent)
    } else if (this.state.tokens.size === 0) this.#complete()
  }

  #complete(): void {
    const isRefused = this.verdict === 'reject'
    this.state.status = isRefused ? 'refused' : 'completed'
    this.note({ kind: 'end', actor: this.options.actor, ...(isRefused && { outcome: 'reject' }) })
  }

  /** Ends everything in the subprocess or process of this end event. */
  #terminate(token: Token): void {
    const scope = scopeOf(this.state, token)
    for (const each of scope ? this.childrenOf(scope.id) : [...this.state.tokens.values()]) this.kill(each)
    if (scope) this.leave(scope)
    else this.#complete()
  }

  /** The token that goes on after these have come together: the one they were forked from, if nothing else is left of it. */
  #united(arrived: readonly Token[]): Token {
    const [first, ...others] = arrived
    if (!first) throw new Error('no branch has come')
    if (others.length === 0) return first
    const common = commonOf(this.state, arrived)
    for (const token of arrived) {
      let above = parentOf(this.state, token)
      this.#remove(token)
      while (above && above !== common && this.childrenOf(above.id).length === 0) {
        const next: Token | null = parentOf(this.state, above)
        this.#remove(above)
        above = next
      }
    }
    const revived = common?.doing === 'forked' && this.childrenOf(common.id).length === 0 ? common : null
    const token = revived ?? this.#create(common?.id ?? null, null)
    token.node = first.node
    token.round += 1
    this.#does(token, 'waiting')
    return token
  }
}
