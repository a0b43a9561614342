import type { BpmnElement, Moddle, Point } from './bpmn.ts'
import type { Drawing } from './drawing.ts'
import type { Graph } from './graph.ts'
import { GATEWAY, TASK } from './layout.ts'
import type { Approval, Handling, Named, Time, Wait } from './model.ts'
import { decidedWhen, type Staffing } from './who.ts'

/** Makes the elements of a process; one that the file has is changed only in what a list says about it. */
export class Elements {
  readonly #moddle: Moddle
  readonly #graph: Graph
  readonly #drawing: Drawing
  /** Ids that new elements cannot have. */
  readonly #taken: Set<string>
  readonly nodes: BpmnElement[] = []
  #lastFlow = 0

  constructor(moddle: Moddle, graph: Graph, drawing: Drawing, taken: Iterable<string>) {
    this.#moddle = moddle
    this.#graph = graph
    this.#drawing = drawing
    this.#taken = new Set(taken)
  }

  flow(id: string | undefined, name = '', condition?: string): BpmnElement {
    const flowId = id ?? this.#freeFlow()
    const element = this.#graph.flows.get(flowId) ?? this.#create('bpmn:SequenceFlow', { id: flowId })
    element.set('name', name === '' ? undefined : name)
    element.set('conditionExpression', this.#formal(condition))
    return element
  }

  event(type: 'Start' | 'End' | 'IntermediateCatch', named: Named, at: Point, size: number): BpmnElement {
    const node = this.#node(`bpmn:${type}Event`, named)
    this.#drawing.shape(node, { x: at.x, y: at.y - size / 2, width: size, height: size })
    this.#drawing.labelBelow(node)
    return node
  }

  /** A gateway that keeps the name it has in the file, where `keepsName`. */
  gateway({ id, name }: Named, middle: number, y: number, keepsName = false): BpmnElement {
    const known = keepsName ? this.#graph.nodes.get(id)?.name : undefined
    const node = this.#node('bpmn:ExclusiveGateway', { id, name: known ?? name })
    this.#drawing.shape(node, {
      x: middle - GATEWAY / 2,
      y: y - GATEWAY / 2,
      width: GATEWAY,
      height: GATEWAY,
    })
    node.set('default', undefined)
    this.#drawing.labelAbove(node)
    return node
  }

  task(named: Named, { x, y }: Point, staffing: Staffing, step?: Approval | Handling): BpmnElement {
    const task = this.#box('bpmn:UserTask', named, { x, y }, staffing)
    if (!step) return task
    task.set('wf:workingDays', workingDaysOf(step.due))
    task.set('wf:due', durationOf(step.due))
    task.set('wf:denied', step.denied?.length ? step.denied.join(',') : undefined)
    this.#setLoop(task, staffing, step)
    return task
  }

  copy = (named: Named, at: Point, staffing: Staffing) => this.#box('bpmn:SendTask', named, at, staffing)

  setTimer(node: BpmnElement, { time }: Wait): void {
    const timer = node.eventDefinitions?.[0] ?? this.#create('bpmn:TimerEventDefinition')
    timer.set('wf:workingDays', workingDaysOf(time))
    timer.set('timeDuration', this.#formal(durationOf(time)))
    node.set('eventDefinitions', [timer])
  }

  unused(id: string): string {
    let free = id
    for (let at = 2; this.#taken.has(free); at++) free = `${id}_${at}`
    return free
  }

  /** A step with the people that it names. */
  #box(type: string, named: Named, { x, y }: Point, staffing: Staffing): BpmnElement {
    const node = this.#node(type, named)
    this.#drawing.shape(node, { x, y: y - TASK.height / 2, ...TASK })
    for (const name of [
      'assignee',
      'candidateUsers',
      'candidateHeads',
      'candidateRoles',
      'candidateRights',
    ] as const)
      node.set(`wf:${name}`, staffing[name])
    node.set('default', undefined)
    return node
  }

  #setLoop(task: BpmnElement, { collection }: Staffing, step: Approval | Handling): void {
    if (collection === undefined) return task.set('loopCharacteristics', undefined)
    const loop = task.loopCharacteristics ?? this.#create('bpmn:MultiInstanceLoopCharacteristics')
    loop.set('wf:collection', collection)
    loop.set('isSequential', step.inOrder)
    const decided = step.kind === 'approval' ? decidedWhen(step.pass) : null
    loop.set('completionCondition', this.#formal(decided ?? undefined))
    task.set('loopCharacteristics', loop)
  }

  #node(type: string, { id, name }: Named): BpmnElement {
    const known = this.#graph.nodes.get(id)
    const node = known?.$type === type ? known : this.#create(type, { id })
    node.set('name', name === '' ? undefined : name)
    this.nodes.push(node)
    return node
  }

  #freeFlow(): string {
    do this.#lastFlow += 1
    while (this.#taken.has(`flow_${this.#lastFlow}`))
    return `flow_${this.#lastFlow}`
  }

  #formal = (body: string | undefined) =>
    body === undefined || body === '' ? undefined : this.#create('bpmn:FormalExpression', { body })

  #create = (type: string, attributes: Record<string, unknown> = {}) =>
    this.#moddle.create(type, attributes) as BpmnElement
}

const workingDaysOf = (time: Time | null) =>
  time && 'workingDays' in time ? String(time.workingDays) : undefined
const durationOf = (time: Time | null) => (time && 'duration' in time ? time.duration : undefined)
