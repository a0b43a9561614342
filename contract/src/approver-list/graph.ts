import type { BpmnElement } from './bpmn.ts'

/** The flow nodes of one process. */
export type Graph = {
  nodes: ReadonlyMap<string, BpmnElement>
  /** The sequence flows between them, by id. */
  flows: ReadonlyMap<string, BpmnElement>
}

export const isFlow = ({ $type }: BpmnElement) => $type === 'bpmn:SequenceFlow'

const NODE = /^bpmn:(?:\w*Task|\w*Event|\w*Gateway|CallActivity|(?:Ad\w*)?SubProcess|Transaction)$/
export const isNode = ({ $type }: BpmnElement) => NODE.test($type)

/** One way to go on; a timer on the border of a step is one too, without a flow. */
export type Edge = {
  from: string
  to: string
  flow: BpmnElement | null
  /** It is gone besides the others, not instead of them. */
  isAside: boolean
}

export function graphOf({ flowElements = [] }: BpmnElement): Graph {
  const nodes = new Map(flowElements.filter(isNode).map((node) => [node.id, node]))
  const isWhole = ({ sourceRef, targetRef }: BpmnElement) =>
    nodes.has(sourceRef?.id ?? '') && nodes.has(targetRef?.id ?? '')
  const flows = flowElements.filter((element) => isFlow(element) && isWhole(element))
  return { nodes, flows: new Map(flows.map((flow) => [flow.id, flow])) }
}

/** Where all ends lead. */
export const BEYOND = ''

/** The ways between nodes, and which nodes cannot be avoided. */
export class Ways {
  readonly #out = new Map<string, Edge[]>()
  readonly #in = new Map<string, Edge[]>()
  readonly #unavoidable: ReadonlyMap<string, ReadonlySet<string>>

  /** `isLeftOut`: flows that do not count as ways. */
  constructor({ nodes, flows }: Graph, isLeftOut: (flow: BpmnElement) => boolean) {
    for (const id of nodes.keys()) {
      this.#out.set(id, [])
      this.#in.set(id, [])
    }
    for (const flow of flows.values())
      if (!isLeftOut(flow))
        this.#add({ from: flow.sourceRef?.id ?? '', to: flow.targetRef?.id ?? '', flow, isAside: false })
    for (const { id, attachedToRef, cancelActivity } of nodes.values())
      if (attachedToRef && nodes.has(attachedToRef.id))
        this.#add({ from: attachedToRef.id, to: id, flow: null, isAside: cancelActivity === false })
    for (const [id, out] of this.#out)
      if (out.every(({ isAside }) => isAside)) this.#add({ from: id, to: BEYOND, flow: null, isAside: false })
    this.#unavoidable = this.#findUnavoidable()
  }

  from = (id: string): readonly Edge[] => this.#out.get(id) ?? []
  into = (id: string): readonly Edge[] => this.#in.get(id) ?? []

  /** The nearest node that every way from this one comes to. */
  meeting(id: string): string {
    const all = this.#unavoidable.get(id) ?? new Set()
    const size = (each: string) => this.#unavoidable.get(each)?.size ?? 0
    return (
      [...all].filter((each) => each !== id).toSorted((one, other) => size(other) - size(one))[0] ?? BEYOND
    )
  }

  /** What can be reached from a node without passing `stop`, with itself. */
  region(id: string, stop: string): Set<string> {
    const reached = new Set<string>()
    const open = [id]
    for (let each = open.pop(); each !== undefined; each = open.pop()) {
      if (each === stop || each === BEYOND || reached.has(each)) continue
      reached.add(each)
      open.push(...this.from(each).map(({ to }) => to))
    }
    return reached
  }

  #add(edge: Edge) {
    this.#out.set(edge.from, [...this.from(edge.from), edge])
    this.#in.set(edge.to, [...this.into(edge.to), edge])
  }

  #findUnavoidable() {
    const ids = [...this.#out.keys()]
    const found = new Map<string, ReadonlySet<string>>(ids.map((id) => [id, new Set([...ids, BEYOND])]))
    found.set(BEYOND, new Set([BEYOND]))
    for (let changed = true; changed;) {
      changed = false
      for (const id of ids.toReversed()) {
        const [first = new Set<string>(), ...others] = this.from(id)
          .filter(({ isAside }) => !isAside)
          .map(({ to }) => found.get(to) ?? new Set<string>())
        const common = new Set([id, ...[...first].filter((each) => others.every((other) => other.has(each)))])
        if (common.size !== found.get(id)?.size) {
          found.set(id, common)
          changed = true
        }
      }
    }
    return found
  }
}
