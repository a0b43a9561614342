import { entryOf } from '../../platform/certain.ts'
import { reachableFrom, type Flow, type Process } from './engine/process.ts'
import type { EventKind } from './engine/state.ts'

/** An event of an instance with the names of its people. */
export type Happened = {
  kind: EventKind
  at: Date
  token: number | null
  node: string | null
  flow: string | null
  task: number | null
  actor: string | null
  outcome: string | null
  /** Whom a task or copy was given to, or the step that one was returned to. */
  target: string | null
}

export type Mark = 'idle' | 'skipped' | 'done' | 'current' | 'back' | 'dropped'

/** How often a step was returned to an earlier one, and when last. */
export type Return = { from: string; to: string; times: number; at: Date }

/** A visit of a node: the latest one. */
export type Visit = {
  /** This and the earlier ones. */
  count: number
  since: Date
  left: Date | null
  end: 'passed' | 'returned' | 'dropped' | null
  /** Who completed or returned it, or got a copy of it. */
  by: readonly string[]
  asked: number
  approved: number
  rejected: number
}

/**
 * What happened in an instance so far, from its events alone: where it is, what it passed, how each visit ended. Tokens
 * that the engine ends with others, or unites at a gateway, have no event of their own; they follow from the process.
 */
export class Past {
  readonly #process: Process
  readonly #live = new Map<number, string>()
  readonly #parents = new Map<number, number | null>()
  /** The token that left a node last: branches that begin there are its children. */
  readonly #leavers = new Map<string, number>()
  readonly #visits = new Map<string, Visit>()
  /** Nodes in the order in which they were come to first. */
  readonly #order = new Map<string, number>()
  readonly #flows = new Map<string, 'done' | 'back'>()
  readonly #returns = new Map<string, Return>()
  /** Open tasks, with who holds them; null while they are offered to several people. */
  readonly #tasks = new Map<number, { node: string; holder: string | null }>()
  #isSignerBefore = false
  /** The end event that was come to last. */
  #lastEnd: string | null = null

  constructor(process: Process) {
    this.#process = process
  }

  add(event: Happened): void {
    const { kind, at, token, node, flow, task, actor, outcome, target } = event
    if (!this.#isDrawn(event)) {
      // What a later version of the process left out.
      if (kind === 'enter') this.#live.delete(token ?? 0)
      if (kind !== 'open') this.#tasks.delete(task ?? 0)
      return
    }
    switch (kind) {
      case 'enter':
        return this.#enter(token ?? 0, node ?? '', at)
      case 'leave':
        return this.#leave(token ?? 0, node ?? '', at)
      case 'flow':
        return this.#take(token ?? 0, entryOf(this.#process.flows, flow ?? ''))
      case 'open':
        this.#tasks.set(task ?? 0, { node: node ?? '', holder: target })
        if (!this.#isSignerBefore) this.#change(node, ({ asked }) => ({ asked: asked + 1 }))
        this.#isSignerBefore = false
        return
      case 'claim':
      case 'transfer':
      case 'reassign':
        // Where a whole step is given to others, its tasks are closed and opened by events of their own.
        if (task === null) return
        this.#tasks.set(task, { node: node ?? '', holder: kind === 'claim' ? actor : target })
        return
      case 'add':
        this.#isSignerBefore = outcome === 'before'
        return
      case 'complete':
        this.#tasks.delete(task ?? 0)
        return this.#change(node, ({ by, approved, rejected }) => ({
          by: [...by, ...(actor === null ? [] : [actor])],
          approved: approved + Number(outcome === 'approve'),
          rejected: rejected + Number(outcome === 'reject'),
        }))
      case 'copy':
        // One that a person made belongs to no node.
        return this.#change(node, ({ by }) => ({ by: [...by, ...(target === null ? [] : [target])] }))
      case 'drop':
        this.#tasks.delete(task ?? 0)
        return
      case 'return':
        this.#tasks.delete(task ?? 0)
        this.#live.delete(token ?? 0)
        this.#change(node, () => ({ end: 'returned', left: at, by: actor === null ? [] : [actor] }))
        return this.#noteReturn(node ?? '', target ?? '', at)
      case 'timer':
        return this.#fire(token ?? 0, node ?? '', at)
      case 'end':
        if (outcome === 'reject') this.#change(this.#lastEnd, () => ({ rejected: 1 }))
        return this.#drop([...this.#live.keys()], at)
      case 'voided':
      case 'withdrawn':
        return this.#drop([...this.#live.keys()], at)
      default:
        // The others move nothing.
        return
    }
  }

  #isDrawn({ kind, node, flow, target }: Happened): boolean {
    const { nodes, flows } = this.#process
    const isNode = (id: string | null) => id === null || nodes.has(id)
    return isNode(node) && (flow === null || flows.has(flow)) && (kind !== 'return' || isNode(target))
  }

  /** Where the instance is now: every node with a token that waits. */
  get live(): ReadonlySet<string> {
    return new Set(this.#live.values())
  }

  /** The open tasks by node, with who holds them. */
  get tasks(): ReadonlyMap<number, { node: string; holder: string | null }> {
    return this.#tasks
  }

  get returns(): readonly Return[] {
    return [...this.#returns.values()]
  }

  visitOf(node: string): Visit | null {
    return this.#visits.get(node) ?? null
  }

  /** The marks of all nodes and flows; `skipped` is what can only be reached any more if something is returned. */
  marks(): Map<string, Mark> {
    const { nodes, flows } = this.#process
    const live = this.live
    const ahead = this.#ahead([...live])
    const marks = new Map<string, Mark>()
    const hasBegun = this.#visits.size > 0
    for (const id of nodes.keys())
      marks.set(id, live.has(id) ? 'current' : this.#markOf(id, !hasBegun || ahead.has(id)))
    for (const { id, from } of flows.values())
      marks.set(id, this.#flows.get(id) ?? (!hasBegun || ahead.has(from) ? 'idle' : 'skipped'))
    return marks
  }

  #markOf(id: string, isAhead: boolean): Mark {
    const visit = this.#visits.get(id)
    if (!visit) return isAhead ? 'idle' : 'skipped'
    if (visit.end === 'returned' || visit.rejected > visit.approved) return 'back'
    return visit.end === 'dropped' ? 'dropped' : 'done'
  }

  /** What can still be come to, with what is inside of it. */
  #ahead(live: readonly string[]): ReadonlySet<string> {
    const reached = reachableFrom(this.#process, live, '')
    const isInside = (id: string): boolean => {
      const { within } = entryOf(this.#process.nodes, id)
      return within !== null && (isNew(within) || isInside(within))
    }
    // A subprocess in which the instance is shows by itself what comes next in it.
    const isNew = (id: string) => reached.has(id) && !live.includes(id)
    for (const id of this.#process.nodes.keys()) if (isInside(id)) reached.add(id)
    return reached
  }

  #enter(token: number, id: string, at: Date): void {
    const node = entryOf(this.#process.nodes, id)
    if (!this.#parents.has(token)) this.#parents.set(token, this.#tokenAt(node.within))
    this.#drop(this.#below(token), at)
    this.#visit(id, at)
    if (node.kind !== 'end') {
      this.#live.set(token, id)
      return
    }
    this.#live.delete(token)
    this.#lastEnd = id
    this.#change(id, () => ({ end: 'passed', left: at }))
    if (!node.terminates) return
    const scope = this.#lineOf(token).find((above) => this.#live.get(above) === node.within)
    this.#drop(scope === undefined ? [...this.#live.keys()] : this.#below(scope), at)
  }

  #leave(token: number, id: string, at: Date): void {
    const node = entryOf(this.#process.nodes, id)
    const arrived = [...this.#live].filter(([, where]) => where === id).map(([each]) => each)
    if (!this.#parents.has(token))
      this.#parents.set(
        token,
        node.kind === 'boundary' ? this.#parentAt(node.host) : this.#commonAbove(arrived),
      )
    if (node.kind === 'inclusive' || node.kind === 'parallel')
      for (const each of arrived) this.#live.delete(each)
    this.#live.delete(token)
    this.#drop(this.#below(token), at)
    this.#change(id, () => ({ end: 'passed', left: at }))
    this.#leavers.set(id, token)
  }

  #take(token: number, flow: Flow): void {
    if (!this.#parents.has(token)) this.#parents.set(token, this.#leavers.get(flow.from) ?? null)
    this.#flows.set(flow.id, this.#leadsBack(flow) ? 'back' : 'done')
  }

  /** Whether a flow leads to where the instance had been before it first came to the flow's beginning. */
  #leadsBack({ from, to }: Flow): boolean {
    const [first, again] = [this.#order.get(from), this.#order.get(to)]
    if (first === undefined || again === undefined || again > first) return false
    const { kind } = entryOf(this.#process.nodes, to)
    return kind !== 'parallel' && kind !== 'inclusive' && reachableFrom(this.#process, [to], '').has(from)
  }

  #fire(token: number, id: string, at: Date): void {
    const node = entryOf(this.#process.nodes, id)
    if (node.kind !== 'boundary') return
    this.#visit(id, at)
    if (!node.interrupts) return
    this.#drop([token, ...this.#below(token)], at)
  }

  #visit(id: string, at: Date): void {
    if (!this.#order.has(id)) this.#order.set(id, this.#order.size)
    const count = (this.#visits.get(id)?.count ?? 0) + 1
    this.#visits.set(id, {
      count,
      since: at,
      left: null,
      end: null,
      by: [],
      asked: 0,
      approved: 0,
      rejected: 0,
    })
  }

  #change(id: string | null, change: (visit: Visit) => Partial<Visit>): void {
    const visit = this.#visits.get(id ?? '')
    if (id !== null && visit) this.#visits.set(id, { ...visit, ...change(visit) })
  }

  #noteReturn(from: string, to: string, at: Date): void {
    const key = `${from}>${to}`
    this.#returns.set(key, { from, to, at, times: (this.#returns.get(key)?.times ?? 0) + 1 })
  }

  /** Ends tokens with what they have open. */
  #drop(tokens: readonly number[], at: Date): void {
    for (const token of tokens) {
      const node = this.#live.get(token)
      this.#live.delete(token)
      if (node !== undefined && !this.live.has(node)) this.#change(node, () => ({ end: 'dropped', left: at }))
    }
  }

  #lineOf(token: number): number[] {
    const line: number[] = []
    for (
      let above = this.#parents.get(token) ?? null;
      above !== null;
      above = this.#parents.get(above) ?? null
    )
      line.push(above)
    return line
  }

  #below(token: number): number[] {
    return [...this.#live.keys()].filter((each) => this.#lineOf(each).includes(token))
  }

  #tokenAt(node: string | null): number | null {
    return [...this.#live].find(([, where]) => where === node)?.[0] ?? null
  }

  #parentAt(node: string): number | null {
    const token = this.#tokenAt(node)
    return token === null ? null : (this.#parents.get(token) ?? null)
  }

  #commonAbove([first, ...others]: readonly number[]): number | null {
    if (first === undefined) return null
    const lines = others.map((token) => this.#lineOf(token))
    return this.#lineOf(first).find((above) => lines.every((line) => line.includes(above))) ?? null
  }
}
