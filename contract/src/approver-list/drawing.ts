import type { Bounds, BpmnElement, Moddle, Point } from './bpmn.ts'
import { GATEWAY, TASK, textWidth, type LockedDrawing } from './layout.ts'

/** The diagram of a process in its file. */
export const drawingOf = (moddle: Moddle, root: BpmnElement, process: BpmnElement) =>
  new Drawing(moddle, planeOf(moddle, root, process), process)

function planeOf(moddle: Moddle, root: BpmnElement, process: BpmnElement): BpmnElement {
  const create = (type: string, attributes: Record<string, unknown>) =>
    moddle.create(type, attributes) as BpmnElement
  const known = root.diagrams?.[0]?.plane
  if (known) return known
  const plane = create('bpmndi:BPMNPlane', { id: 'plane', bpmnElement: process, planeElement: [] })
  const diagram = create('bpmndi:BPMNDiagram', { id: 'diagram', plane })
  plane.$parent = diagram
  diagram.$parent = root
  root.set('diagrams', [diagram])
  return plane
}

export class Drawing {
  readonly #moddle: Moddle
  readonly #plane: BpmnElement
  readonly #known: Map<string, BpmnElement>
  readonly #ofFile: ReadonlySet<string>

  constructor(moddle: Moddle, plane: BpmnElement, process: BpmnElement) {
    this.#moddle = moddle
    this.#plane = plane
    this.#known = new Map(
      (plane.planeElement ?? []).flatMap((each) => (each.bpmnElement ? [[each.bpmnElement.id, each]] : [])),
    )
    this.#ofFile = new Set((process.flowElements ?? []).map(({ id }) => id))
  }

  shape(element: BpmnElement, bounds: Bounds): void {
    const shape = this.#of(element, 'bpmndi:BPMNShape')
    shape.set('bounds', this.#bounds(bounds))
    shape.set('label', undefined)
  }

  labelAbove = (element: BpmnElement) => this.#label(element, ({ y }) => y - 11)
  labelBelow = (element: BpmnElement) => this.#label(element, ({ y, height }) => y + height + 13)

  edge(flow: BpmnElement, path: readonly Point[], label: Point | undefined, width: number): void {
    const edge = this.#of(flow, 'bpmndi:BPMNEdge')
    edge.set(
      'waypoint',
      straight(path).map((point) => this.#create('dc:Point', point)),
    )
    edge.set('label', label && this.#labelAt(label, width))
  }

  boundsOf(element: BpmnElement): Bounds {
    const {
      x = 0,
      y = 0,
      width = TASK.width,
      height = TASK.height,
    } = this.#known.get(element.id)?.bounds ?? {}
    return { x, y, width, height }
  }

  /** What a part of the file takes, as it is drawn there; what is not drawn gets a place below. */
  locked(elements: readonly BpmnElement[], entry: BpmnElement): LockedDrawing {
    this.#place(elements)
    const nodes = elements.filter(({ sourceRef }) => !sourceRef)
    const boxes = nodes.map((node) => this.boundsOf(node))
    const points = elements
      .filter(({ sourceRef, targetRef }) => sourceRef && nodes.includes(targetRef as BpmnElement))
      .flatMap(({ id }) => this.#known.get(id)?.waypoint ?? [])
    const labels = nodes.flatMap(({ id }) => this.#known.get(id)?.label?.bounds ?? [])
    const named = nodes.flatMap((node) =>
      isSmall(this.boundsOf(node)) ? [nameBox(this.boundsOf(node), node.name)] : [],
    )
    const corners = [...boxes, ...labels, ...named].flatMap(({ x, y, width, height }) => [
      { x, y },
      { x: x + width, y: y + height },
    ])
    const all = [...corners, ...points]
    const [left, top] = [Math.min(...all.map(({ x }) => x)), Math.min(...all.map(({ y }) => y))]
    const width = Math.max(...all.map(({ x }) => x)) - left
    const height = Math.max(...all.map(({ y }) => y)) - top
    const { y, height: entryHeight } = this.boundsOf(entry)
    return { box: { x: left, y: top, width, height }, entrance: y + entryHeight / 2 }
  }

  move(elements: readonly BpmnElement[], by: Point): void {
    for (const element of elements.flatMap(withInner)) {
      const drawn = this.#known.get(element.id)
      for (const place of [drawn?.bounds, drawn?.label?.bounds, ...(drawn?.waypoint ?? [])]) {
        if (!place) continue
        place.x += by.x
        place.y += by.y
      }
    }
  }

  /** Leaves out what the process no longer has. */
  finish(kept: ReadonlySet<string>): void {
    const isGone = ({ bpmnElement }: BpmnElement) =>
      bpmnElement !== undefined && this.#ofFile.has(bpmnElement.id) && !kept.has(bpmnElement.id)
    const elements = [...new Set([...(this.#plane.planeElement ?? []), ...this.#known.values()])]
    this.#plane.set(
      'planeElement',
      elements.filter((element) => !isGone(element)),
    )
  }

  #create = (type: string, attributes: object) => this.#moddle.create(type, { ...attributes }) as BpmnElement

  #bounds = ({ x, y, width, height }: Bounds) => this.#create('dc:Bounds', { x, y, width, height })

  #of(element: BpmnElement, type: string): BpmnElement {
    const known = this.#known.get(element.id)
    if (known?.$type === type) {
      known.set('bpmnElement', element)
      return known
    }
    const suffix = type === 'bpmndi:BPMNEdge' ? 'edge' : 'shape'
    const created = this.#create(type, { id: `${element.id}_${suffix}`, bpmnElement: element })
    created.$parent = this.#plane
    this.#known.set(element.id, created)
    return created
  }

  #label(element: BpmnElement, heightOf: (bounds: Bounds) => number): void {
    if (!element.name) return
    const bounds = this.boundsOf(element)
    const at = { x: bounds.x + bounds.width / 2, y: heightOf(bounds) }
    this.#of(element, 'bpmndi:BPMNShape').set('label', this.#labelAt(at, textWidth(element.name, 12)))
  }

  #labelAt({ x, y }: Point, width: number): BpmnElement {
    const bounds = this.#bounds({ x: x - width / 2, y: y - 7, width, height: 14 })
    return this.#create('bpmndi:BPMNLabel', { bounds })
  }

  /** Draws, in a row below the others, what the file does not draw. */
  #place(elements: readonly BpmnElement[]): void {
    const nodes = elements.filter(({ sourceRef }) => !sourceRef)
    const missing = nodes.filter(({ id }) => !this.#known.get(id)?.bounds)
    if (missing.length > 0) {
      const drawn = nodes.filter((node) => !missing.includes(node)).map((node) => this.boundsOf(node))
      const top = Math.max(0, ...drawn.map(({ y, height }) => y + height + GATEWAY))
      const left = Math.min(...drawn.map(({ x }) => x), Infinity)
      for (const [at, node] of missing.entries())
        this.shape(node, { x: (left === Infinity ? 0 : left) + at * (TASK.width + GATEWAY), y: top, ...TASK })
    }
    for (const flow of elements) {
      if (!flow.sourceRef || !flow.targetRef || this.#known.get(flow.id)?.waypoint) continue
      const [from, to] = [this.boundsOf(flow.sourceRef), this.boundsOf(flow.targetRef)]
      const path = [
        { x: from.x + from.width, y: from.y + from.height / 2 },
        { x: to.x, y: to.y + to.height / 2 },
      ]
      this.edge(flow, path, undefined, 0)
    }
  }
}

const withInner = (element: BpmnElement): BpmnElement[] => [
  element,
  ...(element.flowElements ?? []).flatMap(withInner),
  ...(element.artifacts ?? []),
]

const isSmall = ({ width }: Bounds) => width <= GATEWAY + 10

/** Where the name of an event or gateway may stand: above or below it. */
function nameBox({ x, y, width, height }: Bounds, name = ''): Bounds {
  const wide = Math.max(width, textWidth(name, 12))
  return { x: x + width / 2 - wide / 2, y: y - 22, width: wide, height: height + 44 }
}

/** Without points that change nothing. */
function straight(path: readonly Point[]): Point[] {
  const points = path.filter(({ x, y }, at) => at === 0 || x !== path[at - 1]?.x || y !== path[at - 1]?.y)
  return points.filter(({ x, y }, at) => {
    const [before, after] = [points[at - 1], points[at + 1]]
    if (!before || !after) return true
    return !((before.x === x && x === after.x) || (before.y === y && y === after.y))
  })
}
