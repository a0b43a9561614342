import type { Bounds, DiagramElement } from 'bpmn-moddle'
import type { Compiled } from './engine/compile.ts'
import { entryOf } from '../../platform/certain.ts'
import type { Flow, Node } from './engine/process.ts'
import {
  boxAround,
  clearest,
  grown,
  linesOf,
  middleOf,
  placesAround,
  placesOn,
  wayBack,
  type Line,
  type Point,
} from './diagram-places.ts'
import { barsAt, COLOURS, escaped, iconOf, label, slashAt, wrapped, widthOf } from './diagram-shapes.ts'
import { noteRoom, type Note } from './diagram-notes.ts'
import type { Mark } from './past.ts'

/** How far an instance has come; without it the definition alone is drawn. */
export type Progress = {
  /** Of nodes, flows and returns; idle without one. */
  marks: ReadonlyMap<string, Mark>
  /** What steps say below their names. */
  notes: ReadonlyMap<string, Note>
  /** Returns to an earlier step, which the definition does not draw. */
  returns: readonly { id: string; from: string; to: string; title: string }[]
  /** The steps that are emphasised: those of one person. */
  own: ReadonlySet<string>
}

const MARGIN = 24
const FONT = "'Noto Sans SC','Noto Sans CJK SC','PingFang SC','Microsoft YaHei',sans-serif"

/** A picture as the specification answers it. */
export const asImage = (svg: string) => `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`

/** Widest line of a label that stands free, in em. */
const LABEL_ROOM = 10

/**
 * The picture of a process as SVG, laid out as in its file; elements have classes that begin with `bpmn-`, and `data-id`
 * with their id. Labels that would cover something stand beside it.
 */
export function drawDiagram({ process, drawing }: Compiled, progress: Progress | null = null): string {
  const canvas = new Canvas(progress)
  for (const element of drawing) {
    const id = element.bpmnElement?.id ?? ''
    const flow = process.flows.get(id)
    const node = process.nodes.get(id)
    if (flow && element.waypoint)
      canvas.addFlow(flow, element, isDefault(entryOf(process.nodes, flow.from), id))
    else if (node && element.bounds) canvas.addNode(node, element.bounds, element)
  }
  canvas.addReturns()
  return canvas.svg(process.name)
}

const isDefault = (from: Node, flow: string) => 'otherwise' in from && from.otherwise?.id === flow

type Labelled = {
  id: string
  lines: string[]
  size: number
  places: (width: number, height: number) => Bounds[]
}

class Canvas {
  readonly #progress: Progress | null
  readonly #shapes = new Map<string, Bounds>()
  readonly #frames: Bounds[] = []
  readonly #lines: (Line & { id: string })[] = []
  readonly #labels: Labelled[] = []
  readonly #drawn: { flows: string[]; nodes: string[] } = { flows: [], nodes: [] }

  constructor(progress: Progress | null) {
    this.#progress = progress
  }

  addFlow({ id, name }: Flow, { waypoint = [], label: drawn }: DiagramElement, isDefaultFlow: boolean): void {
    const mark = this.#markOf(id)
    const lines = linesOf(waypoint)
    const slash = isDefaultFlow ? lines.slice(0, 1).map(slashAt).join('') : ''
    this.#addLine(id, `bpmn-flow bpmn-${mark}`, waypoint, mark, slash)
    if (name === '') return
    const places = (width: number, height: number) => [
      ...(drawn?.bounds ? [boxAround(middleOf(drawn.bounds), width, height)] : []),
      ...placesOn(lines, width, height),
    ]
    this.#labels.push({ id, lines: wrapped(name, 3, LABEL_ROOM), size: 11, places })
  }

  addNode(node: Node, bounds: Bounds, { label: drawn }: DiagramElement): void {
    const mark = this.#markOf(node.id)
    if (node.kind === 'subprocess') this.#frames.push(bounds)
    else this.#shapes.set(node.id, bounds)
    const note = this.#progress?.notes.get(node.id)
    const title = [node.name || node.id, note?.who, note?.when].filter(Boolean).join('\n')
    const shape = isStep(node) ? this.#step(node, bounds, mark, note) : small(node, bounds, mark)
    this.#drawn.nodes.push(
      `<g class="bpmn-node bpmn-${node.kind} bpmn-${mark}${this.#progress?.own.has(node.id) ? ' bpmn-own' : ''}" data-id="${escaped(node.id)}"><title>${escaped(title)}</title>${shape}</g>`,
    )
    if (isStep(node) || node.name === '') return
    const places = (width: number, height: number) => [
      ...(drawn?.bounds ? [boxAround(middleOf(drawn.bounds), width, height)] : []),
      ...placesAround(bounds, width, height, !isGateway(node)),
    ]
    this.#labels.push({ id: node.id, lines: wrapped(node.name, 3, LABEL_ROOM), size: 12, places })
  }

  addReturns(): void {
    let lane = 0
    for (const { id, from, to, title } of this.#progress?.returns ?? []) {
      const [source, target] = [this.#shapes.get(from), this.#shapes.get(to)]
      if (!source || !target) continue
      const points = wayBack(source, target, [...this.#shapes.values(), ...this.#frames], lane)
      lane += 1
      const mark = this.#markOf(id)
      this.#addLine(id, `bpmn-flow bpmn-return bpmn-${mark}`, points, mark, '')
      const along = linesOf(points).slice(1, 2)
      this.#labels.push({
        id,
        lines: [title],
        size: 11,
        places: (width, height) => placesOn(along, width, height),
      })
    }
  }

  svg(title: string): string {
    const labels = this.#placed()
    const points = this.#lines.flatMap(({ from, to }) => [from, to])
    const all = [
      ...this.#shapes.values(),
      ...this.#frames,
      ...labels.map(({ box }) => box),
      ...points.map((point) => boxAround(point, 0, 0)),
    ]
    const { x, y, width, height } = grown(hull(all), MARGIN)
    const marks = Object.entries(COLOURS).map(
      ([mark, { line }]) =>
        `<marker id="arrow-${mark}" class="bpmn-arrow bpmn-${mark}" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="9" markerHeight="9" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 1L10 5L0 9z" fill="${line}"/></marker>`,
    )
    const texts = labels.map(({ id, box, lines, size }) => {
      const mark = this.#markOf(id)
      const fill = COLOURS[mark].text
      return `<g class="bpmn-label bpmn-${mark}" data-for="${escaped(id)}"><rect x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" fill="#ffffff"/>${label(lines, middleOf(box), { size, fill, anchor: 'middle' })}</g>`
    })
    return `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="${escaped(title)}" width="${width}" height="${height}" viewBox="${x} ${y} ${width} ${height}" font-family="${FONT}"><defs>${marks.join('')}</defs><rect class="bpmn-paper" x="${x}" y="${y}" width="${width}" height="${height}" fill="#ffffff"/>${this.#drawn.flows.join('')}${this.#drawn.nodes.join('')}${texts.join('')}</svg>`
  }

  #markOf(id: string): Mark {
    return this.#progress?.marks.get(id) ?? 'idle'
  }

  #addLine(id: string, classes: string, points: readonly Point[], mark: Mark, slash: string): void {
    const { line } = COLOURS[mark]
    this.#lines.push(...linesOf(points).map((each) => ({ ...each, id })))
    this.#drawn.flows.push(
      `<g class="${classes}" data-id="${escaped(id)}"><polyline points="${points.map(({ x, y }) => `${x},${y}`).join(' ')}" fill="none" stroke="${line}" stroke-width="${weightOf(mark)}" stroke-linejoin="round" marker-end="url(#arrow-${mark})"/>${
        slash && `<path d="${slash}" stroke="${line}" stroke-width="1.4"/>`
      }</g>`,
    )
  }

  /** The labels of nodes and flows, one after the other, each where it covers least. */
  #placed() {
    const boxes = [...this.#shapes.values()]
    return this.#labels.map(({ id, lines, size, places }) => {
      const width = Math.max(...lines.map(widthOf)) * size + 6
      const others = this.#lines.filter((line) => line.id !== id)
      const box = clearest(places(width, lines.length * size * 1.25 + 3), { boxes, lines: others })
      boxes.push(box)
      return { id, lines, size, box }
    })
  }

  #step(node: Node, bounds: Bounds, mark: Mark, note: Note | undefined): string {
    const { x, y, width, height } = bounds
    const { line, fill, text } = COLOURS[mark]
    const frame = `<rect class="bpmn-shape" x="${x}" y="${y}" width="${width}" height="${height}" rx="6" fill="${fill}" stroke="${line}" stroke-width="${weightOf(mark)}"/>`
    // A subprocess is a frame around its steps.
    if (node.kind === 'subprocess')
      return `${frame}${label([node.name], { x: x + 12, y: y + 16 }, { size: 12, fill: text })}`
    const room = this.#progress && noteRoom(bounds, node)
    const middle = y + (room ? height * 0.27 : height / 2)
    const most = Math.max(1, Math.floor((room ? height - 40 : height - 8) / 16))
    const name = label(
      wrapped(node.name || node.id, Math.min(most, 3), (width - 34) / 13),
      { x: x + 28, y: middle },
      { size: 13, fill: text },
    )
    const notes = room
      ? room.at.map(
          (at, place) =>
            `<text class="bpmn-note" x="${x + 10}" y="${at}" font-size="11" fill="${text}">${escaped(note ? (room.linesOf(note)[place] ?? '') : '')}</text>`,
        )
      : []
    const bars =
      node.kind === 'user' && node.countersign
        ? barsAt(
            room ? { x: x + width - 14, y: room.bars } : { x: x + width / 2, y: y + height - 5 },
            node.countersign.inOrder,
            line,
          )
        : ''
    return `${frame}${iconOf(node, { x: x + 17, y: middle }, line)}${name}${notes.join('')}${bars}`
  }
}

function small(node: Node, bounds: Bounds, mark: Mark): string {
  const { line, fill } = COLOURS[mark]
  const { x, y } = middleOf(bounds)
  const r = bounds.width / 2
  const icon = iconOf(node, { x, y }, line)
  const weight = weightOf(mark)
  if (isGateway(node))
    return `<path class="bpmn-shape" d="M${x} ${bounds.y}L${bounds.x + bounds.width} ${y}L${x} ${bounds.y + bounds.height}L${bounds.x} ${y}Z" fill="${fill}" stroke="${line}" stroke-width="${weight}"/>${icon}`
  const dashes = node.kind === 'boundary' && !node.interrupts ? ' stroke-dasharray="4 2"' : ''
  const inner =
    node.kind === 'boundary' || node.kind === 'catch'
      ? `<circle cx="${x}" cy="${y}" r="${r - 3}" fill="none" stroke="${line}"${dashes}/>`
      : ''
  return `<circle class="bpmn-shape" cx="${x}" cy="${y}" r="${r}" fill="${fill}" stroke="${line}" stroke-width="${node.kind === 'end' ? 3 : weight}"${dashes}/>${inner}${icon}`
}

/** The box around all of these; a point without any. */
function hull(boxes: readonly Bounds[]): Bounds {
  if (boxes.length === 0) return { x: 0, y: 0, width: 0, height: 0 }
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))]
  const right = Math.max(...boxes.map((box) => box.x + box.width))
  const bottom = Math.max(...boxes.map((box) => box.y + box.height))
  return { x, y, width: right - x, height: bottom - y }
}

const weightOf = (mark: Mark) => (mark === 'idle' || mark === 'skipped' ? 1.2 : 2)
const isGateway = ({ kind }: Node) => ['exclusive', 'inclusive', 'parallel'].includes(kind)
const isStep = ({ kind }: Node) => ['user', 'copy', 'service', 'call', 'subprocess'].includes(kind)

/** The nodes and flows that the drawing leaves out, or has no usable place for; such a definition cannot be looked at. */
export function undrawn({ process, drawing }: Compiled): (Node | Flow)[] {
  const drawn = new Set<string | undefined>()
  for (const { bpmnElement, bounds, waypoint = [] } of drawing) {
    const numbers = bounds
      ? [bounds.x, bounds.y, bounds.width, bounds.height]
      : waypoint.flatMap(({ x, y }) => [x, y])
    if (numbers.length >= 4 && numbers.every(Number.isFinite)) drawn.add(bpmnElement?.id)
  }
  return [...process.nodes.values(), ...process.flows.values()].filter(({ id }) => !drawn.has(id))
}
