import type { DiagramElement, Element } from 'bpmn-moddle'
import { ElementReader, type Special } from './element-reader.ts'
import { executableIn, parse, Refused, type Refusal } from './file.ts'
import type { Boundary, Flow, Node, Process } from './process.ts'

/** A process and the elements of its drawing. */
export type Compiled = { process: Process; drawing: readonly DiagramElement[] }

/** Reads a BPMN 2.0 file; throws `Refused` with everything that the engine cannot run. */
export async function compile(xml: string): Promise<Compiled> {
  const { rootElement, unread } = await parse(xml)
  const { made: process, refusals } = tried(() => new Compiler(executedIn(rootElement)).compile())
  if (!process || unread.length > 0) throw new Refused([...unread, ...refusals])
  return { process, drawing: rootElement.diagrams?.[0]?.plane?.planeElement ?? [] }
}

/** What was made, or why it was not. */
function tried<T>(make: () => T): { made: T | null; refusals: readonly Refusal[] } {
  try {
    return { made: make(), refusals: [] }
  } catch (error) {
    if (error instanceof Refused) return { made: null, refusals: error.refusals }
    throw error
  }
}

function executedIn(root: Element): Element {
  const processes = (root.rootElements ?? []).filter(({ $type }) => $type === 'bpmn:Process')
  const [found, ...others] = executableIn(root)
  if (!found && processes.length > 0) throw new Refused(processes.flatMap(refusalsOf))
  if (!found || others.length > 0)
    throw new Refused([{ element: found?.id ?? '', name: '流程文件', reason: '须有且只有一个可执行的流程' }])
  return found
}

/** Of a process that is only drawn: that it is, and what else would keep it from running. */
const refusalsOf = (root: Element): Refusal[] => [
  { element: root.id, name: root.name ?? '', reason: '没有标记为可执行的流程' },
  ...tried(() => new Compiler(root).compile()).refusals,
]

/** A node while its neighbours are being found. */
type Draft = Special & {
  id: string
  name: string
  within: string | null
  incoming: Flow[]
  outgoing: Flow[]
  boundaries: Boundary[]
  otherwise: Flow | null
}

class Compiler {
  readonly #nodes = new Map<string, Draft>()
  readonly #flows = new Map<string, Flow>()
  readonly #starts = new Map<string | null, string>()
  readonly #refusals: Refusal[] = []
  readonly #elements = new ElementReader((element, reason) => this.#refuse(element, reason))
  readonly #root: Element

  constructor(root: Element) {
    this.#root = root
  }

  compile(): Process {
    this.#read(this.#root, null)
    if (this.#refusals.length === 0) this.#check()
    if (this.#refusals.length > 0) throw new Refused(this.#refusals)
    return {
      key: this.#root.id,
      name: this.#root.name ?? this.#root.id,
      nodes: this.#nodes as Map<string, Node>,
      flows: this.#flows,
      starts: this.#starts,
    }
  }

  #refuse({ id, name = '' }: Pick<Element, 'id' | 'name'>, reason: string): void {
    this.#refusals.push({ element: id, name, reason })
  }

  #read(container: Element, within: string | null): void {
    const elements = container.flowElements ?? []
    for (const element of elements) {
      if (element.$type === 'bpmn:SequenceFlow') continue
      const kind = this.#elements.kindOf(element)
      if (!kind) continue
      const common = { id: element.id, name: element.name ?? '', within, incoming: [], outgoing: [] }
      this.#nodes.set(element.id, { ...common, boundaries: [], otherwise: null, ...kind })
      if (kind.kind === 'subprocess') this.#read(element, element.id)
    }
    for (const element of elements) if (element.$type === 'bpmn:SequenceFlow') this.#connect(element)
    for (const element of elements) {
      const node = this.#nodes.get(element.id)
      if (element.default && node) node.otherwise = this.#flows.get(element.default.id) ?? null
      const host = element.attachedToRef && this.#nodes.get(element.attachedToRef.id)
      if (host && node?.kind === 'boundary') host.boundaries.push(node)
    }
    const starts = elements.filter(({ $type }) => $type === 'bpmn:StartEvent')
    const [start] = starts
    if (start && starts.length === 1) this.#starts.set(within, start.id)
    else this.#refuse(container, '须有且只有一个开始事件')
  }

  #connect(element: Element): void {
    const [from, to] = [element.sourceRef?.id, element.targetRef?.id]
    const [source, target] = [this.#nodes.get(from ?? ''), this.#nodes.get(to ?? '')]
    // An element that cannot run has been refused already.
    if (!source || !target) return
    if (source.within !== target.within) this.#refuse(element, '穿过了子流程的边界')
    const flow: Flow = {
      id: element.id,
      name: element.name ?? '',
      from: source.id,
      to: target.id,
      condition: this.#elements.expression(element, element.conditionExpression?.body),
    }
    this.#flows.set(flow.id, flow)
    source.outgoing.push(flow)
    target.incoming.push(flow)
  }

  #checkBoundary(node: Draft & { kind: 'boundary' }): void {
    if (node.outgoing.length === 0) this.#refuse(node, '没有后续环节')
    const host = this.#nodes.get(node.host)
    if (host?.kind !== 'user' && host?.kind !== 'subprocess')
      this.#refuse(node, '是边界计时，须附在用户任务或子流程上')
    else if (host.within !== node.within) this.#refuse(node, '不在所附环节的子流程中')
  }

  #check(): void {
    for (const node of this.#nodes.values()) {
      if (node.kind === 'start' && node.incoming.length > 0)
        this.#refuse(node, '是开始事件，不能有进入的连线')
      if (node.kind === 'boundary') this.#checkBoundary(node)
      else if (node.kind !== 'start' && node.kind !== 'end' && node.incoming.length === 0)
        this.#refuse(node, '没有进入的连线，流程不会到达')
      if (node.kind !== 'end' && node.kind !== 'boundary' && node.outgoing.length === 0)
        this.#refuse(node, '没有后续环节，请连到结束事件')
      const isChoice = (node.kind === 'exclusive' || node.kind === 'inclusive') && node.outgoing.length > 1
      if (isChoice && !node.otherwise) this.#refuse(node, '没有默认分支：条件都不满足时流程会停住')
      for (const flow of isChoice ? node.outgoing : [])
        if (flow !== node.otherwise && !flow.condition)
          this.#refuse({ id: flow.id, name: flow.name || node.name }, '是条件分支，但没有条件')
    }
  }
}
