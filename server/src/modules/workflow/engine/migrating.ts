import { deniedBy } from './denying.ts'
import { boundariesOf, reachableFrom, type Boundary, type Flow, type Node, type Process } from './process.ts'
import type { Run } from './run.ts'
import type { State, Token } from './state.ts'

/** A timer that has not gone off. */
export type OpenTimer = { token: number; round: number; node: string }

/** Which node of the new version takes the place of one of the old, where the ids differ. */
type Mapping = ReadonlyMap<string, string>

export type Versions = { from: Process; to: Process; mapping: Mapping }

const titleOf = ({ name, id }: Pick<Node, 'name' | 'id'>) => `“${name || id}”`

const targetOf = ({ mapping }: Versions, id: string): string => mapping.get(id) ?? id

/** Why an instance cannot go on by the new version: one sentence for everything that stands in the way. */
export function misfitsOf(versions: Versions, state: State, timers: readonly OpenTimer[]): string[] {
  const reasons = [...state.tokens.values()].flatMap((token) => misfitOf(versions, token) ?? [])
  for (const { node } of timers) reasons.push(...(timerMisfit(versions, node) ?? []))
  if (reasons.length === 0) reasons.push(...joinMisfits(versions, state))
  return [...new Set(reasons)]
}

function misfitOf(versions: Versions, token: Token): string | null {
  const old = versions.from.nodes.get(token.node)
  const next = versions.to.nodes.get(targetOf(versions, token.node))
  if (!old) return `“${token.node}”不在原版本中`
  if (!next) return `${titleOf(old)}在新版本中不存在`
  if (next.kind !== old.kind) return `${titleOf(old)}在新版本中是另一种环节`
  const within = old.within === null ? null : targetOf(versions, old.within)
  if (next.within !== within) return `${titleOf(old)}在新版本中属于另一个子流程`
  if (old.kind === 'user' && next.kind === 'user') {
    const [signed, signs] = [old.countersign, next.countersign]
    if ((signed === null) !== (signs === null) || signed?.inOrder !== signs?.inOrder)
      return `${titleOf(old)}的会签方式不同`
  }
  if (old.kind === 'service' && next.kind === 'service' && !next.isAsync)
    return `${titleOf(old)}在新版本中不是异步服务`
  if (old.kind === 'call' && next.kind === 'call' && old.calls !== next.calls)
    return `${titleOf(old)}在新版本中调用另一个流程`
  if (token.doing === 'joining' && !flowsInto(versions, old, next)) return `${titleOf(old)}汇合的分支不同`
  if (token.doing === 'forked' && old.outgoing.length !== next.outgoing.length)
    return `${titleOf(old)}分出的分支不同`
  return null
}

/** Timers go on with their due time, so they need their place. */
function timerMisfit(versions: Versions, id: string): string[] | null {
  const old = versions.from.nodes.get(id)
  const next = versions.to.nodes.get(targetOf(versions, id))
  if (!old) return [`计时“${id}”不在原版本中`]
  if (!next || next.kind !== old.kind) return [`${titleOf(old)}的计时在新版本中不存在`]
  if (old.kind === 'boundary' && next.kind === 'boundary') {
    const isSame = next.host === targetOf(versions, old.host) && next.interrupts === old.interrupts
    if (!isSame) return [`${titleOf(old)}的计时在新版本中属于另一个环节`]
  }
  return null
}

/** The flow of the new version for each that leads to a gateway in the old; null unless all of them correspond. */
function flowsInto(versions: Versions, old: Node, next: Node): Map<string, string> | null {
  const found = new Map<string, string>()
  const free = new Set<Flow>(next.incoming)
  const take = (flow: Flow, fits: (each: Flow) => boolean) => {
    const match = [...free].find((each) => fits(each))
    if (!match) return
    free.delete(match)
    found.set(flow.id, match.id)
  }
  for (const flow of old.incoming) take(flow, ({ id }) => id === flow.id)
  for (const flow of old.incoming)
    if (!found.has(flow.id)) take(flow, ({ from }) => from === targetOf(versions, flow.from))
  return found.size === old.incoming.length && free.size === 0 ? found : null
}

/**
 * Branches that were forked by the old version come together only where the new one waits for as many: nothing would go
 * on at a gateway that waits for a branch which was never begun.
 */
function joinMisfits(versions: Versions, state: State): string[] {
  const { from, to, mapping } = versions
  const back = new Map([...mapping].map(([old, next]) => [next, old]))
  const reasons: string[] = []
  for (const token of state.tokens.values()) {
    const parent = token.parent === null ? undefined : state.tokens.get(token.parent)
    if (parent?.doing !== 'forked') continue
    for (const id of reachableFrom(to, [targetOf(versions, token.node)], '')) {
      const join = to.nodes.get(id)
      if (join?.kind !== 'parallel' || join.incoming.length < 2) continue
      const old = from.nodes.get(back.get(id) ?? id)
      if (old?.kind !== 'parallel' || !flowsInto(versions, old, join))
        reasons.push(`${titleOf(join)}汇合的分支不同`)
    }
  }
  return reasons
}

/**
 * Carries an instance over to the process of the run, which `misfitsOf` has found to fit. Its tokens, tasks and timers
 * stay where they are; timers that only the new version has begin now. Returns the open timers under their new nodes.
 */
export function migrate(
  run: Run,
  versions: Versions,
  timers: readonly OpenTimer[],
  { actor, opinion, to }: { actor: string; opinion: string; to: string },
): (OpenTimer & { before: string })[] {
  const { state } = run
  for (const token of state.tokens.values()) {
    const old = versions.from.nodes.get(token.node)
    const next = run.nodeOf(targetOf(versions, token.node))
    const via = old && token.via !== null ? (flowsInto(versions, old, next)?.get(token.via) ?? null) : null
    token.via = via ?? (token.via !== null && run.process.flows.has(token.via) ? token.via : null)
    token.node = next.id
    if (token.signing) {
      const { denied: _before, ...signing } = token.signing
      token.signing = { ...signing, ...deniedBy(next) }
    }
    token.passed = token.passed.map((each) => ({ ...each, node: targetOf(versions, each.node) }))
    run.changed.add(token)
    if (token.doing !== 'joining' && token.doing !== 'forked')
      beginTimers(run, versions, token, boundariesOf(next))
  }
  for (const task of state.tasks.values()) {
    const next = run.nodeOf(targetOf(versions, task.node))
    if (task.node === next.id && task.name === next.name) continue
    task.node = next.id
    task.name = next.name
    run.tasks.set(task.id, task)
  }
  run.note({ kind: 'migrate', actor, opinion, to })
  run.settle()
  return timers.map((timer) => ({ ...timer, before: timer.node, node: targetOf(versions, timer.node) }))
}

function beginTimers(run: Run, versions: Versions, token: Token, boundaries: readonly Boundary[]): void {
  const known = new Set([...versions.from.nodes.keys()].map((id) => targetOf(versions, id)))
  for (const { id, delay } of boundaries)
    if (!known.has(id))
      run.timers.push({ token: token.id, round: token.round, node: id, dueAt: run.options.dueIn(delay) })
}

/** The nodes on which instances stand, and that the new version has not: where somebody has to say what takes their place. */
export function unmatchedOf(versions: Versions, states: readonly State[]): Node[] {
  const found = new Map<string, Node>()
  for (const { tokens } of states)
    for (const { node } of tokens.values()) {
      const old = versions.from.nodes.get(node)
      if (old && versions.to.nodes.get(targetOf(versions, node))?.kind !== old.kind) found.set(node, old)
    }
  return [...found.values()]
}
