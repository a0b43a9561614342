import { expect } from 'vitest'
import type { Process } from './process.ts'
import type { Event, State } from './state.ts'

/** How often each element is named by the events of a kind. */
function counted(history: readonly Event[], kind: Event['kind'], by: 'node' | 'flow' | 'to') {
  const counts = new Map<string, number>()
  for (const event of history)
    if (event.kind === kind) counts.set(event[by]!, (counts.get(event[by]!) ?? 0) + 1)
  return (id: string) => counts.get(id) ?? 0
}

/**
 * What is wrong with a history, if it alone is to say what is open, who holds it and where every line of work was last,
 * and if no node is entered or left but by the flows of the definition: what is drawn from it is what happened.
 */
function faultsOf({ nodes, flows }: Process, state: State, history: readonly Event[]): string[] {
  const held = new Map<number, string>()
  const places = new Map<number, string>()
  const copied = new Set<string>()
  const faults: string[] = []
  const check = (holds: boolean, fault: string) => holds || faults.push(fault)
  let status = 'running'
  for (const { kind, task = 0, token = 0, node = '', actor = '', to = '', flow, outcome } of history) {
    if (kind === 'open') held.set(task, to)
    if (kind === 'complete' || kind === 'drop' || kind === 'return')
      check(held.delete(task), `task ${task} ended twice`)
    if (kind === 'claim') held.set(task, actor)
    if (kind === 'transfer') held.set(task, to)
    if (kind === 'enter') places.set(token, node)
    if (kind === 'copy') {
      check(places.get(token) === node, `a copy was given at ${node}, where token ${token} is not`)
      check(to === '' || !copied.has(to), `${to} got two copies`)
      copied.add(to)
    }
    if (kind === 'end') status = outcome === 'reject' ? 'refused' : 'completed'
    if (kind === 'voided' || kind === 'withdrawn') status = kind
    check(flow === undefined || flows.has(flow), `${flow} is no flow`)
  }
  check(status === state.status, `it is ${state.status}, not ${status}`)
  const open = [...state.tasks.values()].map(({ id, assignee }) => `${id} ${assignee ?? ''}`)
  const told = [...held].map(([id, assignee]) => `${id} ${assignee}`)
  check(open.toSorted().join() === told.toSorted().join(), `open are ${open.join()}, not ${told.join()}`)
  for (const { id, node, doing } of state.tokens.values())
    check(doing === 'forked' || places.get(id) === node, `token ${id} is at ${node}, not ${places.get(id)}`)

  const [entered, left] = [counted(history, 'enter', 'node'), counted(history, 'leave', 'node')]
  const [taken, returned] = [counted(history, 'flow', 'flow'), counted(history, 'return', 'to')]
  const fired = counted(history, 'timer', 'node')
  // The first branches of a fork may come to a terminating end before the others are taken.
  const isCutShort = [...nodes.values()].some((node) => node.kind === 'end' && node.terminates)
  const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)
  for (const node of nodes.values()) {
    const inward = node.incoming.map(({ id }) => taken(id))
    const outward = node.outgoing.map(({ id }) => taken(id))
    const [times, most] = [left(node.id), Math.max(0, ...outward)]
    const begun = node.kind !== 'start' ? 0 : node.within === null ? 1 : entered(node.within)
    check(entered(node.id) === sum(inward) + returned(node.id) + begun, `${node.id} was entered by no flow`)
    check(node.kind !== 'end' || times === 0, `${node.id} was left`)
    check(node.kind !== 'exclusive' || sum(outward) === times, `${node.id} was left by several flows`)
    const takesAll = node.kind === 'parallel' && !isCutShort
    check(!takesAll || outward.every((each) => each === times), `${node.id} was not left by all flows`)
    check(most <= times && sum(outward) >= times, `${node.id} was left ${times} times, by ${outward.join()}`)
    const joined =
      node.kind === 'parallel' && node.incoming.length > 1 ? Math.min(...inward) : entered(node.id)
    check(
      node.kind === 'boundary' ? times === fired(node.id) : times <= joined,
      `${node.id} was left too often`,
    )
  }
  return faults
}

export function expectTold(process: Process, state: State, history: readonly Event[]): void {
  expect(faultsOf(process, state, history)).toEqual([])
}
