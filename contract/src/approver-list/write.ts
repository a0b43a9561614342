import type { BpmnElement, Moddle, Point } from './bpmn.ts'
import { feelOf } from './conditions.ts'
import { drawingOf, type Drawing } from './drawing.ts'
import { Elements } from './elements.ts'
import { graphOf, isFlow, isNode, type Graph } from './graph.ts'
import {
  EVENT,
  GAP,
  GATEWAY,
  gatewayWidth,
  Measure,
  TASK,
  textWidth,
  CHANNEL,
  type Drains,
} from './layout.ts'
import {
  allSteps,
  goesOn,
  type Approval,
  type ApproverList,
  type Choice,
  type Locked,
  type Step,
} from './model.ts'
import { processOf } from './said.ts'
import { approvedWhen, staffingOf } from './who.ts'

/** The file with the list in it. What the list has no words for stays as it is in the file. */
export async function writeList(moddle: Moddle, xml: string, list: ApproverList): Promise<string> {
  const root = (await moddle.fromXML(xml)).rootElement as BpmnElement
  const process = processOf(root)
  if (!process) throw new Error('须有且只有一个可执行的流程')
  new Writer(moddle, root, process, list).write()
  return (await moddle.toXML(root, { format: true })).xml
}

/** A flow whose target comes later. */
type Exit = {
  from: BpmnElement
  path: Point[]
  name?: string
  condition?: string
  id?: string
  isDefault?: boolean
  flow?: BpmnElement
}

/** Where a row stands, and how refusals leave it. */
type Place = { x: number; y: number; drain: (x: number, refusal: keyof Drains) => Point[] }

class Writer {
  readonly #process: BpmnElement
  readonly #list: ApproverList
  readonly #graph: Graph
  readonly #elements: Elements
  readonly #flows: BpmnElement[] = []
  readonly #drawing: Drawing
  readonly #measure: Measure
  readonly #inner: BpmnElement[]
  #side: Partial<Record<keyof Drains, BpmnElement>> = {}

  constructor(moddle: Moddle, root: BpmnElement, process: BpmnElement, list: ApproverList) {
    this.#process = process
    this.#list = list
    this.#graph = graphOf(process)
    this.#drawing = drawingOf(moddle, root, process)
    const locked = allSteps(list.steps).filter((step) => step.kind === 'locked')
    const inside = new Set(locked.flatMap(({ elements }) => elements))
    this.#inner = [...this.#graph.flows.values()].filter(({ sourceRef }) => inside.has(sourceRef?.id ?? ''))
    this.#measure = new Measure(
      (id) => this.#lockedDrawing(locked.find((step) => step.id === id) as Locked),
      (id) => this.#drainsOf(locked.find((step) => step.id === id) as Locked).length > 0,
    )
    this.#elements = new Elements(moddle, this.#graph, this.#drawing, this.#idsInUse())
  }

  write(): void {
    const { start, end, steps } = this.#list
    this.#process.set('name', this.#list.name)
    const drains = this.#measure.drains(steps)
    const room = this.#measure.row(steps)
    const [x, y] = [60, Math.max(120, room.up + 20)]
    const rails = { amend: y + room.down + 50, end: y + room.down + (drains.amend ? 96 : 40) }
    const begin = this.#elements.event('Start', start, { x: x - EVENT / 2, y }, EVENT)
    // Flows to a step in a box come in below it; what else comes first gets a gateway for what is sent again.
    const isMerged = drains.amend && !['approval', 'handling', 'copy'].includes(steps[0]?.kind ?? '')
    const again = isMerged
      ? this.#elements.gateway(
          { id: this.#elements.unused('again'), name: '' },
          x + EVENT / 2 + GAP + GATEWAY / 2,
          y,
        )
      : null
    let exits: Exit[] = [{ from: begin, path: [{ x: x + EVENT / 2, y }] }]
    if (again) exits = this.#through(exits, again, { x: x + EVENT / 2 + GAP, y })
    const firstX = x + EVENT / 2 + GAP + (again ? GATEWAY + GAP : 0)
    const back = again ? firstX - GAP - GATEWAY / 2 : firstX + TASK.width / 2
    const endX = firstX + room.width + (steps.length > 0 ? GAP : 0)
    if (drains.amend)
      this.#side.amend = this.#elements.task(
        this.#list.amend,
        { x: back - TASK.width / 2, y: rails.amend },
        { assignee: 'starter' },
      )
    if (drains.end) {
      this.#side.end = this.#elements.event('End', this.#list.refused, { x: endX, y: rails.end }, EVENT)
      // One that the file has may mean something else.
      if (!this.#graph.nodes.has(this.#list.refused.id)) this.#side.end.set('wf:outcome', 'reject')
    }
    const drain = (from: number, refusal: keyof Drains): Point[] => [
      { x: from, y: rails[refusal] },
      { x: refusal === 'amend' ? back + TASK.width / 2 : endX, y: rails[refusal] },
    ]
    exits = this.#row(steps, exits, { x: firstX, y, drain })
    if (goesOn(steps)) {
      const last = this.#elements.event('End', end, { x: endX, y }, EVENT)
      this.#connect(exits, last, { x: endX, y })
    }
    if (this.#side.amend) {
      const target = again ?? this.#graphNode(steps[0])
      const bottom = y + (again ? GATEWAY : TASK.height) / 2
      const path = [{ x: back, y: rails.amend - TASK.height / 2 }]
      this.#connect(
        [{ from: this.#side.amend, path, name: '重新提交' }],
        target,
        { x: back, y: bottom },
        true,
      )
    }
    this.#finish()
  }

  /** What new elements cannot be called. Flows of the file that lead between steps are made anew. */
  #idsInUse = () => [
    ...this.#inner.map(({ id }) => id),
    ...this.#branches().map(({ id }) => id),
    ...[this.#list.start, this.#list.end, this.#list.amend, this.#list.refused].map(({ id }) => id),
    ...allSteps(this.#list.steps).flatMap((step) => (step.kind === 'locked' ? step.elements : step.id)),
  ]

  #branches = () =>
    allSteps(this.#list.steps).flatMap((step) => (step.kind === 'choice' ? step.branches : []))

  #graphNode = (step: Step | undefined) =>
    this.#elements.nodes.find(({ id }) => id === step?.id) as BpmnElement

  #row(steps: readonly Step[], entered: Exit[], place: Place): Exit[] {
    let [exits, x] = [entered, place.x]
    for (const step of steps) {
      exits = this.#step(step, exits, { ...place, x })
      x += this.#measure.step(step).width + GAP
    }
    return exits
  }

  #step(step: Step, entered: Exit[], place: Place): Exit[] {
    const { x, y } = place
    switch (step.kind) {
      case 'approval':
        return this.#approval(step, entered, place)
      case 'handling': {
        const task = this.#elements.task(step, place, staffingOf(step.who, step.pass), step)
        return this.#through(entered, task, place, TASK.width)
      }
      case 'copy': {
        const node = this.#elements.copy(step, place, staffingOf(step.who, { of: 'any' }))
        return this.#through(entered, node, place, TASK.width)
      }
      case 'wait': {
        const left = x + (this.#measure.step(step).width - EVENT) / 2
        const node = this.#elements.event('IntermediateCatch', step, { x: left, y }, EVENT)
        this.#elements.setTimer(node, step)
        return this.#through(entered, node, { x: left, y }, EVENT)
      }
      case 'locked':
        return this.#locked(step, entered, place)
      case 'choice':
        return this.#choice(step, entered, place)
    }
  }

  #approval(step: Approval, entered: Exit[], { x, y, drain }: Place): Exit[] {
    const task = this.#elements.task(step, { x, y }, staffingOf(step.who, step.pass), step)
    const out = this.#through(entered, task, { x, y }, TASK.width)
    const middle = x + TASK.width + GAP + gatewayWidth('审批结果') / 2
    const gateway = this.#elements.gateway({ id: step.result, name: '审批结果' }, middle, y, true)
    this.#connect(out, gateway, { x: middle - GATEWAY / 2, y })
    const target = this.#side[step.refusal]
    if (target) {
      const path = [{ x: middle, y: y + GATEWAY / 2 }, ...drain(middle, step.refusal)]
      const at = { x: middle + 4 + textWidth('不同意', 11) / 2, y: y + GATEWAY / 2 + 16 }
      this.#flow({ from: gateway, path, name: '不同意', isDefault: true }, target, at)
    }
    return [
      {
        from: gateway,
        path: [{ x: middle + GATEWAY / 2, y }],
        name: '同意',
        condition: approvedWhen(step.id, step.pass),
      },
    ]
  }

  #choice(choice: Choice, entered: Exit[], { x, y, drain }: Place): Exit[] {
    const { lead, widest, lines, borders, drains } = this.#measure.rows(choice)
    const middle = x + gatewayWidth(choice.name) / 2
    const gateway = this.#elements.gateway(choice, middle, y)
    this.#connect(entered, gateway, { x: middle - GATEWAY / 2, y })
    const left = middle + lead
    const right = left + widest + 24
    const shafts = { amend: right, end: right + (drains.amend ? CHANNEL : 0) }
    const join = right + (Number(drains.amend) + Number(drains.end)) * CHANNEL
    const onward: Exit[] = []
    for (const [at, branch] of choice.branches.entries()) {
      const line = y + (lines[at] ?? 0)
      const own = this.#measure.drains(branch.steps)
      const border = y + (borders[at] ?? 0)
      const channels = { amend: border - (own.end ? CHANNEL : 0) - 4, end: border - 4 }
      const first: Exit = {
        from: gateway,
        id: branch.id,
        name: branch.name,
        path:
          at === 0
            ? [{ x: middle + GATEWAY / 2, y }]
            : [
                { x: middle, y: y + GATEWAY / 2 },
                { x: middle, y: line },
              ],
        ...(branch.condition ? { condition: feelOf(branch.condition) } : { isDefault: true }),
      }
      const exits = this.#row(branch.steps, [first], {
        x: left,
        y: line,
        drain: (from, refusal) => [
          { x: from, y: channels[refusal] },
          { x: shafts[refusal], y: channels[refusal] },
          ...drain(shafts[refusal], refusal),
        ],
      })
      if (at > 0)
        for (const exit of exits)
          exit.path.push({ x: exit.path.at(-1)?.x ?? left, y: line }, { x: join + GATEWAY / 2, y: line })
      onward.push(...exits)
    }
    if (onward.length === 0) return []
    const node = this.#elements.gateway({ id: choice.join, name: '' }, join + GATEWAY / 2, y)
    for (const exit of onward) {
      const isOnLine = (exit.path.at(-1)?.y ?? y) === y
      this.#connect([exit], node, isOnLine ? { x: join, y } : { x: join + GATEWAY / 2, y: y + GATEWAY / 2 })
    }
    return [{ from: node, path: [{ x: join + GATEWAY, y }] }]
  }

  #locked(step: Locked, entered: Exit[], { x, y, drain }: Place): Exit[] {
    const elements = this.#lockedElements(step)
    const { box, entrance } = this.#lockedDrawing(step)
    this.#drawing.move(elements, { x: x - box.x, y: y - entrance })
    const nodes = step.elements.flatMap((id) => this.#graph.nodes.get(id) ?? [])
    this.#elements.nodes.push(...nodes)
    const drained = this.#drainsOf(step)
    const entry = this.#graph.nodes.get(step.id) as BpmnElement
    this.#connect(entered, entry, { x: this.#drawing.boundsOf(entry).x, y })
    for (const flow of elements.filter(
      (each) => isFlow(each) && !step.exits.includes(each.id) && !drained.includes(each),
    ))
      this.#flows.push(flow)
    for (const flow of drained) {
      const from = this.#drawing.boundsOf(flow.sourceRef as BpmnElement)
      const middle = from.x + from.width / 2
      const target = this.#side.amend
      if (target)
        this.#flow(
          {
            from: flow.sourceRef as BpmnElement,
            flow,
            path: [{ x: middle, y: from.y + from.height }, ...drain(middle, 'amend')],
          },
          target,
        )
    }
    const right = x + box.width
    return step.exits.flatMap((id) => {
      const flow = this.#graph.flows.get(id)
      if (!flow?.sourceRef) return []
      const from = this.#drawing.boundsOf(flow.sourceRef)
      const middle = from.y + from.height / 2
      const path = [{ x: from.x + from.width, y: middle }]
      if (middle !== y) path.push({ x: right + 10, y: middle }, { x: right + 10, y })
      return { from: flow.sourceRef, flow, path }
    })
  }

  /** The flows of a locked part by which something goes back to the starter. */
  #drainsOf = (step: Locked) =>
    this.#inner.filter(
      ({ sourceRef, targetRef }) =>
        step.elements.includes(sourceRef?.id ?? '') && targetRef?.id === this.#list.amend.id,
    )

  #lockedDrawing = (step: Locked) =>
    this.#drawing.locked(this.#lockedElements(step), this.#graph.nodes.get(step.id) as BpmnElement)

  #lockedElements(step: Locked): BpmnElement[] {
    const ids = new Set(step.elements)
    return [...this.#graph.nodes.values(), ...this.#graph.flows.values()].filter(
      ({ id, sourceRef }) => ids.has(id) || ids.has(sourceRef?.id ?? ''),
    )
  }

  /** Leads flows into a node; returns the way out of it. */
  #through(entered: Exit[], node: BpmnElement, at: Point, width = GATEWAY): Exit[] {
    this.#connect(entered, node, at)
    return [{ from: node, path: [{ x: at.x + width, y: at.y }] }]
  }

  #connect(exits: Exit[], to: BpmnElement, at: Point, isUpright = false): void {
    for (const exit of exits) {
      exit.path.push({ x: at.x, y: at.y })
      const name = exit.name ?? exit.flow?.name
      const label = name ? this.#labelPlace(exit.path, name, isUpright) : undefined
      this.#flow(exit, to, label)
    }
  }

  /** Above the part of a flow that leads on from where it begins, or beside an upright one. */
  #labelPlace(path: Point[], name: string, isUpright: boolean): Point {
    const width = textWidth(name, 11)
    const from = (path.length > 2 ? path[1] : path[0]) ?? { x: 0, y: 0 }
    return isUpright
      ? { x: from.x + 4 + width / 2, y: from.y - 12 }
      : { x: from.x + 6 + width / 2, y: from.y - 12 }
  }

  #flow({ from, path, name, condition, id, isDefault, flow }: Exit, to: BpmnElement, label?: Point): void {
    const element = flow ?? this.#elements.flow(id, name, condition)
    element.set('sourceRef', from)
    element.set('targetRef', to)
    if (isDefault) from.set('default', element)
    this.#flows.push(element)
    this.#drawing.edge(element, path, label, textWidth(element.name ?? '', 11))
  }

  /** Puts the elements into the process, and takes out of it what the list no longer has. */
  #finish(): void {
    const others = (this.#process.flowElements ?? []).filter(
      (element) => !isNode(element) && !isFlow(element),
    )
    const branches = new Map(this.#branches().map(({ id }, at) => [id, at + 1]))
    // The first branch whose condition holds is taken: the file has them in their order.
    this.#flows.sort((one, other) => (branches.get(one.id) ?? 0) - (branches.get(other.id) ?? 0))
    for (const node of this.#elements.nodes) {
      node.set(
        'incoming',
        this.#flows.filter(({ targetRef }) => targetRef === node),
      )
      node.set(
        'outgoing',
        this.#flows.filter(({ sourceRef }) => sourceRef === node),
      )
    }
    const elements = [...this.#elements.nodes, ...others, ...this.#flows]
    for (const element of elements) element.$parent = this.#process
    this.#process.set('flowElements', elements)
    this.#drawing.finish(new Set(elements.map(({ id }) => id)))
  }
}
