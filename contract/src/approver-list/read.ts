import type { BpmnElement, Moddle } from './bpmn.ts'
import { conditionOf } from './conditions.ts'
import { attribute, copyOf, flowCondition, handlingOf, nameOf, processOf, waitOf } from './said.ts'
import { BEYOND, graphOf, Ways, type Graph } from './graph.ts'
import { allSteps, type ApproverList, type Approval, type Branch, type Locked, type Step } from './model.ts'
import { approvedWhen } from './who.ts'

/** The list that a file is, or why it cannot be shown as one. */
export type ReadList = { list: ApproverList } | { refusal: string }

export async function readList(moddle: Moddle, xml: string): Promise<ReadList> {
  let root: BpmnElement
  try {
    root = (await moddle.fromXML(xml)).rootElement as BpmnElement
  } catch {
    return { refusal: '不是 BPMN 2.0 文件' }
  }
  const process = processOf(root)
  if (!process) return { refusal: '须有且只有一个可执行的流程' }
  if (root.rootElements?.some(({ $type }) => $type === 'bpmn:Collaboration') || process.laneSets?.length)
    return { refusal: '流程使用了泳道' }
  const graph = graphOf(process)
  const starts = [...graph.nodes.values()].filter(({ $type }) => $type === 'bpmn:StartEvent')
  const [start] = starts
  if (!start || starts.length > 1) return { refusal: '须有且只有一个开始事件' }
  try {
    return new Reader(process, graph, start).read()
  } catch (error) {
    if (error instanceof Unclear) return { refusal: '流程的连线不能排成列表' }
    throw error
  }
}

/** Steps up to a node, and how many ways lead from them to it. */
type Sequence = { steps: Step[]; exits: number }

class Unclear extends Error {}

class Reader {
  readonly #process: BpmnElement
  readonly #graph: Graph
  readonly #start: BpmnElement
  readonly #first: BpmnElement | undefined
  readonly #amend: BpmnElement | undefined
  readonly #end: BpmnElement | undefined
  readonly #refused: BpmnElement | undefined
  readonly #ways: Ways

  constructor(process: BpmnElement, graph: Graph, start: BpmnElement) {
    this.#process = process
    this.#graph = graph
    this.#start = start
    this.#first = this.#flowsFrom(start)[0]?.targetRef
    this.#amend = this.#findAmend()
    const ends = [...graph.nodes.values()].filter(
      ({ $type, eventDefinitions = [] }) => $type === 'bpmn:EndEvent' && eventDefinitions.length === 0,
    )
    this.#refused = ends.find((end) => this.#isForRefusals(end))
    this.#end = ends.find((end) => end !== this.#refused && end === this.#usualEnd())
    const asides = new Set([this.#amend, this.#refused])
    this.#ways = new Ways(
      graph,
      ({ sourceRef, targetRef }) =>
        asides.has(targetRef) || (sourceRef !== undefined && sourceRef === this.#amend),
    )
  }

  read(): ReadList {
    const reached = this.#ways.region(this.#start.id, BEYOND)
    const lost = [...this.#graph.nodes.values()].find(
      (node) => !reached.has(node.id) && node !== this.#amend && node !== this.#refused,
    )
    if (lost) return { refusal: `“${lost.name || lost.id}”没有从开始事件连过来` }
    if (!this.#first || this.#flowsFrom(this.#start).length !== 1)
      return { refusal: '开始事件须有且只有一条连线' }
    const { steps } = this.#sequence(this.#first.id, BEYOND, 1)
    const locked = new Set(allSteps(steps).flatMap((step) => (step.kind === 'locked' ? step.elements : [])))
    const end = this.#end && !locked.has(this.#end.id) ? this.#end : undefined
    const named = (node: BpmnElement | undefined, id: string, name: string) =>
      node ? nameOf(node) : { id: this.#unused(id), name }
    return {
      list: {
        key: this.#process.id,
        name: this.#process.name ?? '',
        start: nameOf(this.#start),
        end: named(end, 'end', '结束'),
        amend: named(this.#amend, 'amend', '申请人修改'),
        refused: named(this.#refused, 'refused', '未通过'),
        steps,
      },
    }
  }

  #unused(id: string): string {
    let free = id
    for (let at = 2; this.#graph.nodes.has(free) || this.#graph.flows.has(free); at++) free = `${id}_${at}`
    return free
  }

  #flowsFrom = (node: BpmnElement) =>
    [...this.#graph.flows.values()].filter(({ sourceRef }) => sourceRef?.id === node.id)
  #flowsTo = (node: BpmnElement) =>
    [...this.#graph.flows.values()].filter(({ targetRef }) => targetRef?.id === node.id)

  /** A step of the starter that leads back to the first step. */
  #findAmend(): BpmnElement | undefined {
    return [...this.#graph.nodes.values()].find((node) => {
      if (node.$type !== 'bpmn:UserTask' || node === this.#first || node.loopCharacteristics) return false
      const [out, ...others] = this.#flowsFrom(node)
      const isBack = out && others.length === 0 && out.targetRef === this.#first && flowCondition(out) === ''
      return (
        isBack && attribute(node, 'assignee')?.trim() === 'starter' && this.#boundaries(node).length === 0
      )
    })
  }

  #boundaries = (node: BpmnElement) =>
    [...this.#graph.nodes.values()].filter(({ attachedToRef }) => attachedToRef?.id === node.id)

  /** Where a process comes to by its default flows, when everything is approved. */
  #usualEnd(): BpmnElement | undefined {
    const passed = new Set<BpmnElement>()
    let node: BpmnElement | undefined = this.#start
    while (node && !passed.has(node)) {
      passed.add(node)
      const result = this.#result(node)
      const [first, ...others] = this.#flowsFrom(node)
      if (!first) return node
      node = result
        ? result.approvedTo
        : others.length > 0
          ? (node.default ?? first).targetRef
          : first.targetRef
    }
    return undefined
  }

  /** An end to which nothing but refusals lead. */
  #isForRefusals(end: BpmnElement): boolean {
    const incoming = this.#flowsTo(end)
    return (
      incoming.length > 0 &&
      incoming.every(({ id, sourceRef }) => {
        const before = sourceRef && this.#flowsTo(sourceRef)[0]?.sourceRef
        return sourceRef?.default?.id === id && before !== undefined && this.#result(before) !== null
      })
    )
  }

  #sequence(from: string, stop: string, entered: number): Sequence {
    const steps: Step[] = []
    let [at, exits] = [from, entered]
    while (at !== stop && at !== BEYOND) {
      const found = this.#structured(at, exits) ?? this.#locked(at, stop, exits)
      const last = steps.at(-1)
      if (found.step?.kind === 'locked' && last?.kind === 'locked')
        steps.splice(-1, 1, united(last, found.step))
      else if (found.step) steps.push(found.step)
      ;({ next: at, exits } = found)
    }
    return { steps, exits }
  }

  /** Whether everything from a node to the next is entered at the node only. */
  #isClosed(from: string, next: string, entered: number, mayReturn: boolean): boolean {
    const region = this.#ways.region(from, next)
    const outside = (id: string) => this.#ways.into(id).filter((edge) => !region.has(edge.from)).length
    return (
      outside(from) === entered &&
      (mayReturn || this.#ways.into(from).length === entered) &&
      [...region].every((id) => id === from || outside(id) === 0)
    )
  }

  #structured(id: string, entered: number): Found | null {
    const node = this.#graph.nodes.get(id)
    if (!node || this.#boundaries(node).length > 0) return null
    const ways = this.#ways.from(id)
    const [way] = ways
    const single = ways.length === 1 && way && (!way.flow || flowCondition(way.flow) === '') ? way : null
    if (single && !this.#isClosed(id, single.to, entered, false)) return null
    switch (node.$type) {
      case 'bpmn:EndEvent':
        return node === this.#end ? { step: null, next: BEYOND, exits: 1 } : null
      case 'bpmn:UserTask':
        return single?.flow ? this.#task(node, single.to) : null
      case 'bpmn:SendTask':
      case 'bpmn:IntermediateCatchEvent': {
        const step = node.$type === 'bpmn:SendTask' ? copyOf(node) : waitOf(node)
        return step && single?.flow ? { step, next: single.to, exits: 1 } : null
      }
      case 'bpmn:ExclusiveGateway':
        // A gateway with one way out only brings flows together.
        return single?.flow ? { step: null, next: single.to, exits: 1 } : this.#choice(node, entered)
      default:
        return null
    }
  }

  #task(node: BpmnElement, next: string): Found | null {
    const handling = handlingOf(node)
    if (!handling) return null
    const result = this.#result(node)
    if (!result) {
      if (handling.pass.of === 'any' || handling.pass.of === 'all')
        return node.loopCharacteristics?.completionCondition
          ? null
          : { step: { ...handling, kind: 'handling', pass: handling.pass }, next, exits: 1 }
      return null
    }
    if (this.#ways.into(result.gateway.id).length !== 1 || this.#boundaries(result.gateway).length > 0)
      return null
    const refusal =
      result.refusedTo === this.#amend ? 'amend' : result.refusedTo === this.#refused ? 'end' : null
    // Without a rule everybody signs, also after a refusal.
    const isLong = node.loopCharacteristics && !node.loopCharacteristics.completionCondition
    if (refusal === null || isLong) return null
    const step: Approval = { ...handling, kind: 'approval', refusal, result: result.gateway.id }
    return { step, next: result.approvedTo.id, exits: 1 }
  }

  /** The gateway that asks for the outcome of a step, and nothing else. */
  #result(node: BpmnElement): Result | null {
    const [out, ...others] = this.#flowsFrom(node)
    const gateway = out?.targetRef
    if (!gateway || others.length > 0 || gateway.$type !== 'bpmn:ExclusiveGateway') return null
    if (this.#flowsTo(gateway).length !== 1 || this.#flowsFrom(gateway).length !== 2) return null
    const handling = handlingOf(node)
    const refused = this.#flowsFrom(gateway).find(({ id }) => id === gateway.default?.id)
    const approved = this.#flowsFrom(gateway).find((flow) => flow !== refused)
    if (!handling || !refused?.targetRef || !approved?.targetRef) return null
    const isAsked = flowCondition(approved) === approvedWhen(node.id, handling.pass)
    return isAsked ? { gateway, refusedTo: refused.targetRef, approvedTo: approved.targetRef } : null
  }

  #choice(node: BpmnElement, entered: number): Found | null {
    const otherwise = node.default?.id
    const ways = this.#ways.from(node.id)
    const flows = ways.flatMap(({ flow }) => flow ?? [])
    if (flows.length < 2 || flows.length < this.#flowsFrom(node).length) return null
    if (!flows.some(({ id }) => id === otherwise)) return null
    const next = this.#ways.meeting(node.id)
    if (!this.#isClosed(node.id, next, entered, false)) return null
    const ordered = [
      ...flows.filter(({ id }) => id !== otherwise),
      ...flows.filter(({ id }) => id === otherwise),
    ]
    const sequences: Sequence[] = []
    const branches: Branch[] = []
    for (const flow of ordered) {
      const condition = flow.id === otherwise ? null : conditionOf(flowCondition(flow))
      try {
        const sequence = this.#sequence(flow.targetRef?.id ?? '', next, 1)
        sequences.push(sequence)
        branches.push({ ...nameOf(flow), condition, steps: sequence.steps })
      } catch (error) {
        if (error instanceof Unclear) return null
        throw error
      }
    }
    const exits = sequences.reduce((sum, each) => sum + each.exits, 0)
    const join = this.#graph.nodes.get(next)
    const [onward, ...others] = join ? this.#ways.from(join.id) : []
    const isJoin =
      join?.$type === 'bpmn:ExclusiveGateway' &&
      others.length === 0 &&
      onward?.flow &&
      flowCondition(onward.flow) === '' &&
      this.#ways.into(join.id).length === exits
    return {
      step: {
        kind: 'choice',
        ...nameOf(node),
        branches,
        join: isJoin ? join.id : this.#unused(`${node.id}_join`),
      },
      ...(isJoin ? { next: onward.to, exits: 1 } : { next, exits }),
    }
  }

  /** The smallest part that is entered at this node only, and left to one node only. */
  #locked(id: string, stop: string, entered: number): Found & { step: Locked } {
    let next = this.#ways.meeting(id)
    while (!this.#isClosed(id, next, entered, true)) {
      if (next === stop || next === BEYOND) throw new Unclear()
      next = this.#ways.meeting(next)
    }
    const region = this.#ways.region(id, next)
    const leaving = [...region].flatMap((each) => this.#ways.from(each)).filter(({ to }) => to === next)
    const exits = leaving.flatMap(({ flow }) => flow?.id ?? [])
    const { name = '' } = this.#graph.nodes.get(id) ?? {}
    return { step: { kind: 'locked', id, name, elements: [...region], exits }, next, exits: leaving.length }
  }
}

const united = (one: Locked, other: Locked): Locked => ({
  ...one,
  elements: [...one.elements, ...other.elements],
  exits: other.exits,
})

type Found = { step: Step | null; next: string; exits: number }
type Result = { gateway: BpmnElement; refusedTo: BpmnElement; approvedTo: BpmnElement }
