import type { Bounds, DiagramElement } from 'bpmn-moddle'
import type { Compiled } from './engine/compile.ts'
import { entryOf, present } from '../../platform/certain.ts'
import type { Flow, Node } from './engine/process.ts'
import { centred, escaped, iconOf, label, widthOf } from './diagram-shapes.ts'

/** How far an instance has come; without it the definition alone is drawn. */
export type Progress = {
  /** Nodes that were passed, and flows that were taken. */
  done: ReadonlySet<string>
  /** Open steps with the people who hold them. */
  current: ReadonlyMap<string, string>
}

const NOTHING: Progress = { done: new Set(), current: new Map() }

/** Colours of a picture that stands alone; the web client's style sheet sets its own by the classes. */
const COLOURS = {
  done: { line: '#1f9d61', fill: '#e8f6ee', text: '#14633d' },
  current: { line: '#e8590c', fill: '#fff1e8', text: '#b23c06' },
  idle: { line: '#b9b4a8', fill: '#ffffff', text: '#3d3a34' },
} as const
type Mark = keyof typeof COLOURS

const MARGIN = 24
const FONT = "'Noto Sans SC','Noto Sans CJK SC','PingFang SC','Microsoft YaHei',sans-serif"

/** A picture as the specification answers it. */
export const asImage = (svg: string) => `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`

/** The picture of a process as SVG, laid out as in its file; elements have classes that begin with `bpmn-`, and `data-id` with their id. */
export function drawDiagram({ process, drawing }: Compiled, progress: Progress = NOTHING): string {
  const canvas = new Canvas()
  const markOf = (id: string): Mark =>
    progress.current.has(id) ? 'current' : progress.done.has(id) ? 'done' : 'idle'
  for (const element of drawing) {
    const id = element.bpmnElement?.id ?? ''
    const flow = process.flows.get(id)
    const node = process.nodes.get(id)
    if (flow && element.waypoint)
      canvas.flow(id, element, flow.name, markOf(id), isDefault(entryOf(process.nodes, flow.from), id))
    else if (node && element.bounds) canvas.node(node, element, markOf(id), progress.current.get(id))
  }
  return canvas.svg(process.name)
}

const isDefault = (from: Node, flow: string) => 'otherwise' in from && from.otherwise?.id === flow

class Canvas {
  #box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  readonly #flows: string[] = []
  readonly #nodes: string[] = []
  readonly #labels: string[] = []

  flow(
    id: string,
    { waypoint = [], label: drawn }: DiagramElement,
    name: string,
    mark: Mark,
    isDefaultFlow: boolean,
  ) {
    const { line, text } = COLOURS[mark]
    for (const { x, y } of waypoint) this.#grow({ x, y, width: 0, height: 0 })
    const points = waypoint.map(({ x, y }) => `${x},${y}`).join(' ')
    const lines = linesOf(waypoint)
    const slash = isDefaultFlow ? lines.slice(0, 1).map(slashAt).join('') : ''
    this.#flows.push(
      `<g class="bpmn-flow bpmn-${mark}" data-id="${escaped(id)}"><polyline points="${points}" fill="none" stroke="${line}" stroke-width="${mark === 'idle' ? 1.2 : 2}" stroke-linejoin="round" marker-end="url(#arrow-${mark})"/>${
        slash && `<path d="${slash}" stroke="${line}" stroke-width="1.4"/>`
      }</g>`,
    )
    if (name === '') return
    const place = drawn?.bounds ? middleOf(drawn.bounds) : middleOfLongest(lines)
    const width = widthOf(name) * 11 + 8
    this.#grow({ x: place.x - width / 2, y: place.y - 9, width, height: 18 })
    this.#labels.push(
      `<g class="bpmn-label bpmn-${mark}"><rect x="${place.x - width / 2}" y="${place.y - 9}" width="${width}" height="18" fill="#ffffff"/>${centred(name, place, { size: 11, fill: text })}</g>`,
    )
  }

  node(node: Node, { bounds, label: drawn }: DiagramElement, mark: Mark, who = '') {
    if (!bounds) return
    this.#grow(bounds)
    const title = escaped([node.name || node.id, who].filter(Boolean).join('\n'))
    const shape = isStep(node) ? this.#step(node, bounds, mark, who) : this.#small(node, bounds, mark)
    this.#nodes.push(
      `<g class="bpmn-node bpmn-${node.kind} bpmn-${mark}" data-id="${escaped(node.id)}"><title>${title}</title>${shape}</g>`,
    )
    if (isStep(node) || node.name === '') return
    const below = isGateway(node) ? -11 : bounds.height + 13
    const place = drawn?.bounds ? middleOf(drawn.bounds) : { x: middleOf(bounds).x, y: bounds.y + below }
    const width = widthOf(node.name) * 12
    this.#grow({ x: place.x - width / 2, y: place.y - 9, width, height: 18 })
    this.#labels.push(
      `<g class="bpmn-label bpmn-${mark}">${centred(node.name, place, { size: 12, fill: COLOURS[mark].text })}</g>`,
    )
  }

  svg(title: string): string {
    const { left, top, right, bottom } = this.#box
    const isEmpty = left > right
    const [x, y] = isEmpty ? [0, 0] : [left - MARGIN, top - MARGIN]
    const [width, height] = isEmpty ? [1, 1] : [right - left + 2 * MARGIN, bottom - top + 2 * MARGIN]
    const arrows = (Object.keys(COLOURS) as Mark[]).map(
      (mark) =>
        `<marker id="arrow-${mark}" class="bpmn-arrow bpmn-${mark}" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="9" markerHeight="9" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 1L10 5L0 9z" fill="${COLOURS[mark].line}"/></marker>`,
    )
    return `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="${escaped(title)}" width="${width}" height="${height}" viewBox="${x} ${y} ${width} ${height}" font-family="${FONT}"><defs>${arrows.join('')}</defs><rect class="bpmn-paper" x="${x}" y="${y}" width="${width}" height="${height}" fill="#ffffff"/>${this.#flows.join('')}${this.#nodes.join('')}${this.#labels.join('')}</svg>`
  }

  #step(node: Node, { x, y, width, height }: Bounds, mark: Mark, who: string): string {
    const { line, fill, text } = COLOURS[mark]
    const border = `stroke="${line}" stroke-width="${mark === 'idle' ? 1.2 : 2}"`
    const frame = `<rect class="bpmn-shape" x="${x}" y="${y}" width="${width}" height="${height}" rx="6" fill="${fill}" ${border}/>`
    // A subprocess is a frame around its steps.
    if (node.kind === 'subprocess')
      return `${frame}${label(node.name, { x: x + 12, y: y + 16 }, { size: 12, fill: text })}`
    const room = (width - 34) / 13
    const name = label(
      node.name,
      { x: x + 28, y: y + (who ? height / 2 - 9 : height / 2) },
      { size: 13, fill: text, room },
    )
    const holder =
      who &&
      label(
        who,
        { x: x + 10, y: y + height - 14 },
        { size: 11, fill: text, room: (width - 16) / 11, lines: 1 },
      )
    return `${frame}${iconOf(node, { x: x + 17, y: y + (who ? height / 2 - 9 : height / 2) }, line)}${name}${holder}${
      node.kind === 'user' && node.countersign
        ? barsAt({ x, y, width, height }, node.countersign.inOrder, line)
        : ''
    }`
  }

  #small(node: Node, bounds: Bounds, mark: Mark): string {
    const { line, fill } = COLOURS[mark]
    const { x, y } = middleOf(bounds)
    const r = bounds.width / 2
    const icon = iconOf(node, { x, y }, line)
    if (isGateway(node))
      return `<path class="bpmn-shape" d="M${x} ${bounds.y}L${bounds.x + bounds.width} ${y}L${x} ${bounds.y + bounds.height}L${bounds.x} ${y}Z" fill="${fill}" stroke="${line}" stroke-width="${mark === 'idle' ? 1.2 : 2}"/>${icon}`
    const dashes = node.kind === 'boundary' && !node.interrupts ? ' stroke-dasharray="4 2"' : ''
    const inner =
      node.kind === 'boundary' || node.kind === 'catch'
        ? `<circle cx="${x}" cy="${y}" r="${r - 3}" fill="none" stroke="${line}"${dashes}/>`
        : ''
    const weight = node.kind === 'end' ? 3 : mark === 'idle' ? 1.2 : 2
    return `<circle class="bpmn-shape" cx="${x}" cy="${y}" r="${r}" fill="${fill}" stroke="${line}" stroke-width="${weight}"${dashes}/>${inner}${icon}`
  }

  #grow({ x, y, width, height }: Bounds) {
    const { left, top, right, bottom } = this.#box
    this.#box = {
      left: Math.min(left, x),
      top: Math.min(top, y),
      right: Math.max(right, x + width),
      bottom: Math.max(bottom, y + height),
    }
  }
}

const isGateway = ({ kind }: Node) => ['exclusive', 'inclusive', 'parallel'].includes(kind)
const isStep = ({ kind }: Node) => ['user', 'service', 'call', 'subprocess'].includes(kind)

type Point = { x: number; y: number }

const middleOf = ({ x, y, width, height }: Bounds): Point => ({ x: x + width / 2, y: y + height / 2 })

type Line = { from: Point; to: Point }

/** The straight parts of a flow. */
const linesOf = (points: readonly Point[]): Line[] =>
  points.flatMap((from, at) => points.slice(at + 1, at + 2).map((to) => ({ from, to })))

const lengthOf = ({ from, to }: Line) => Math.hypot(to.x - from.x, to.y - from.y)

function middleOfLongest(lines: readonly Line[]): Point {
  const { from, to } = present(lines.toSorted((one, other) => lengthOf(other) - lengthOf(one))[0])
  return { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }
}

/** The mark of the default flow, across its beginning. */
function slashAt({ from, to }: Line): string {
  const length = lengthOf({ from, to }) || 1
  const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length]
  const { x, y } = { x: from.x + 9 * dx, y: from.y + 9 * dy }
  return `M${round(x - 4 * dx + 4 * dy)} ${round(y - 4 * dy - 4 * dx)}L${round(x + 4 * dx - 4 * dy)} ${round(y + 4 * dy + 4 * dx)}`
}

const round = (value: number) => Math.round(value * 10) / 10

/** Several people sign: three bars, upright when they sign at the same time. */
function barsAt({ x, y, width, height }: Bounds, inOrder: boolean, line: string): string {
  const [cx, bottom] = [x + width / 2, y + height - 5]
  const bars = [-4, 0, 4].map((shift) =>
    inOrder ? `M${cx - 5} ${bottom - 4 + shift}h10` : `M${cx + shift} ${bottom - 8}v8`,
  )
  return `<path class="bpmn-icon" d="${bars.join('')}" stroke="${line}" stroke-width="1.6"/>`
}

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
