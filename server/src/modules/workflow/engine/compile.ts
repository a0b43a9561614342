import { isOwn } from '@heliodesk/contract/own.ts'
import { permissionTitles } from '@heliodesk/contract/permissions.ts'
import { operationsOf } from '@heliodesk/contract/process-file.ts'
import type { DiagramElement, Element } from 'bpmn-moddle'
import { delayOf } from './delay.ts'
import { expressionOf } from './expressions.ts'
import { executableIn, parse, Refused, type Refusal } from './file.ts'
import type { Boundary, Delay, Expression, Flow, Node, Process, UserTask } from './process.ts'

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

type Found = 'incoming' | 'outgoing' | 'boundaries' | 'otherwise'

/** What is special about a kind of node. */
type Special<N extends Node = Node> = N extends Node ? Omit<N, Found | 'id' | 'name' | 'within'> : never

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
      const kind = this.#kindOf(element)
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
      condition: this.#expression(element, element.conditionExpression?.body),
    }
    this.#flows.set(flow.id, flow)
    source.outgoing.push(flow)
    target.incoming.push(flow)
  }

  /** Null after a refusal. */
  #kindOf(element: Element): Special | null {
    const [event, another] = element.eventDefinitions ?? []
    if (another) {
      this.#refuse(element, '带有多个事件定义')
      return null
    }
    if (element.loopCharacteristics && element.$type !== 'bpmn:UserTask') {
      this.#refuse(element, '不支持多实例：只有用户任务可以会签')
      return null
    }
    switch (element.$type) {
      case 'bpmn:StartEvent':
        return event ? this.#unknown(element, event) : { kind: 'start' }
      case 'bpmn:EndEvent':
        if (event && event.$type !== 'bpmn:TerminateEventDefinition') return this.#unknown(element, event)
        return this.#end(element, event !== undefined)
      case 'bpmn:UserTask':
        return this.#userTask(element)
      case 'bpmn:ServiceTask':
        return this.#service(element)
      case 'bpmn:ExclusiveGateway':
        return { kind: 'exclusive' }
      case 'bpmn:InclusiveGateway':
        return { kind: 'inclusive' }
      case 'bpmn:ParallelGateway':
        return { kind: 'parallel' }
      case 'bpmn:IntermediateCatchEvent': {
        const delay = this.#delay(element, event)
        return delay && { kind: 'catch', delay }
      }
      case 'bpmn:BoundaryEvent': {
        const delay = this.#delay(element, event)
        const interrupts = element.cancelActivity !== false
        return delay && { kind: 'boundary', host: element.attachedToRef?.id ?? '', interrupts, delay }
      }
      case 'bpmn:SubProcess':
        if (!element.triggeredByEvent) return { kind: 'subprocess' }
        this.#refuse(element, '不支持事件子流程')
        return null
      case 'bpmn:CallActivity':
        if (element.calledElement) return { kind: 'call', calls: element.calledElement }
        this.#refuse(element, '没有指定要调用的流程')
        return null
      default:
        this.#refuse(element, `是不支持的元素 ${element.$type.replace('bpmn:', '')}`)
        return null
    }
  }

  #unknown(element: Element, event: Element): null {
    this.#refuse(element, `带有不支持的事件 ${event.$type.replace('bpmn:', '')}`)
    return null
  }

  #end(element: Element, terminates: boolean): Special | null {
    const { outcome } = element
    if (outcome === undefined || outcome === 'approve' || outcome === 'reject')
      return { kind: 'end', terminates, outcome: outcome ?? null }
    this.#refuse(element, `的结论“${outcome}”应为 approve 或 reject`)
    return null
  }

  #service(element: Element): Special | null {
    const { handler, async: isAsync = 'false' } = element
    if (!handler) this.#refuse(element, '没有指定要执行的服务')
    else if (isAsync === 'true' || isAsync === 'false')
      return { kind: 'service', handler, isAsync: isAsync === 'true' }
    else this.#refuse(element, `的异步设置“${isAsync}”应为 true 或 false`)
    return null
  }

  #userTask(element: Element): Special<UserTask> | null {
    const loop = element.loopCharacteristics
    if (loop && loop.$type !== 'bpmn:MultiInstanceLoopCharacteristics') {
      this.#refuse(element, '不支持标准循环：请用会签或回路')
      return null
    }
    const signers = loop && this.#expression(element, loop.collection)
    if (loop && !signers) this.#refuse(element, '会签没有指定办理人名单')
    const list = (codes = '') => codes.split(',').flatMap((code) => code.trim() || [])
    const actors: UserTask['actors'] = {
      assignee: this.#expression(element, element.assignee),
      users: this.#expression(element, element.candidateUsers),
      roles: list(element.candidateRoles),
      rights: list(element.candidateRights),
      heads: list(element.candidateHeads).flatMap((each) => this.#expression(element, each) ?? []),
    }
    const isStaffed =
      actors.assignee ?? actors.users ?? actors.heads[0] ?? actors.roles[0] ?? actors.rights[0]
    for (const code of actors.rights)
      if (!isOwn(permissionTitles, code)) this.#refuse(element, `提到的权限“${code}”不存在`)
    if (!isStaffed && !loop) this.#refuse(element, '没有指定办理人')
    const denied = operationsOf(element.denied)
    if (!denied) {
      this.#refuse(element, `不允许的操作“${element.denied}”不存在`)
      return null
    }
    const countersign =
      loop && signers
        ? {
            signers,
            signerVariable: loop.elementVariable ?? 'signer',
            inOrder: loop.isSequential ?? false,
            decided: this.#expression(element, loop.completionCondition?.body),
          }
        : null
    return {
      kind: 'user',
      actors,
      countersign,
      due:
        element.due || element.workingDays ? this.#within(element, element.due, element.workingDays) : null,
      businessState: element.businessState ?? null,
      denied,
    }
  }

  #delay(element: Element, event: Element | undefined): Delay | null {
    if (event?.$type !== 'bpmn:TimerEventDefinition') {
      this.#refuse(element, event ? `带有不支持的事件 ${event.$type.replace('bpmn:', '')}` : '没有定时')
      return null
    }
    return this.#within(element, event.timeDuration?.body, event.workingDays)
  }

  #within(element: Element, duration = '', workingDays = ''): Delay | null {
    const days = Number(workingDays)
    const delay =
      workingDays === ''
        ? delayOf(duration)
        : Number.isInteger(days) && days > 0
          ? { workingDays: days }
          : null
    if (!delay) this.#refuse(element, `的时限“${workingDays || duration}”不是时长，例如 PT72H`)
    return delay
  }

  #expression(element: Element, body: string | undefined): Expression | null {
    if (body === undefined || body.trim() === '') return null
    try {
      return expressionOf(body.trim())
    } catch (error) {
      this.#refuse(
        element,
        `的表达式“${body}”有误：${error instanceof Error ? error.message : String(error)}`,
      )
      return null
    }
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
