import type { Bounds } from 'bpmn-moddle'
import type { Compiled } from './engine/compile.ts'

/** A file with the shapes of its nodes in a row, and its flows as straight lines. */
export function drawn(xml: string): string {
  const ids = [
    ...xml.matchAll(
      /<bpmn:(?:startEvent|userTask|endEvent|exclusiveGateway|inclusiveGateway|parallelGateway|serviceTask|sendTask|callActivity|boundaryEvent|intermediateCatchEvent|subProcess) id="(\w+)"/g,
    ),
  ]
  const at = new Map(ids.map(([, id], place) => [id!, place * 160]))
  const shapes = [...at].map(
    ([id, x]) =>
      `<bpmndi:BPMNShape id="${id}_shape" bpmnElement="${id}"><dc:Bounds x="${x}" y="0" width="100" height="60" /></bpmndi:BPMNShape>`,
  )
  const flows = [...xml.matchAll(/<bpmn:sequenceFlow id="(\w+)" sourceRef="(\w+)" targetRef="(\w+)"/g)].map(
    ([, id, from, to]) =>
      `<bpmndi:BPMNEdge id="${id}_edge" bpmnElement="${id}"><di:waypoint x="${at.get(from!)! + 100}" y="30" /><di:waypoint x="${at.get(to!)!}" y="30" /></bpmndi:BPMNEdge>`,
  )
  const plane = `<bpmndi:BPMNDiagram id="diagram"><bpmndi:BPMNPlane id="plane">${[...shapes, ...flows].join('')}</bpmndi:BPMNPlane></bpmndi:BPMNDiagram>`
  return xml
    .replace(
      '<bpmn:definitions ',
      `<bpmn:definitions xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:di="http://www.omg.org/spec/DD/20100524/DI" `,
    )
    .replace('</bpmn:definitions>', `${plane}</bpmn:definitions>`)
}

type Box = { left: number; top: number; right: number; bottom: number; of: string }

/** What is drawn over something else: shapes over shapes, flows through shapes, labels over shapes and labels. */
export function faultsOf({ process, drawing }: Compiled): string[] {
  const boxes: Box[] = []
  const labels: Box[] = []
  const boxOf = ({ x, y, width, height }: Bounds, of: string) => ({
    left: x,
    top: y,
    right: x + width,
    bottom: y + height,
    of,
  })
  for (const { bpmnElement, bounds, label } of drawing) {
    const of = bpmnElement?.id ?? ''
    const node = process.nodes.get(of)
    if (bounds && node && node.kind !== 'boundary' && node.within === null) boxes.push(boxOf(bounds, of))
    if (label?.bounds) labels.push(boxOf(label.bounds, of))
  }
  const overlaps = (one: Box, other: Box) =>
    one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
  const pairs = (ones: readonly Box[], others: readonly Box[], what: string) =>
    ones.flatMap((one) =>
      others.flatMap((other) =>
        one.of !== other.of && overlaps(one, other) ? `${one.of} ${what} ${other.of}` : [],
      ),
    )
  const through = drawing.flatMap(({ bpmnElement, waypoint = [] }) => {
    const flow = process.flows.get(bpmnElement?.id ?? '')
    const ends = new Set([flow?.from, flow?.to])
    return waypoint.slice(1).flatMap((to, at) => {
      const from = waypoint[at]!
      const line = {
        left: Math.min(from.x, to.x),
        right: Math.max(from.x, to.x),
        top: Math.min(from.y, to.y),
        bottom: Math.max(from.y, to.y),
        of: bpmnElement!.id,
      }
      const inner = (box: Box) => ({
        ...box,
        left: box.left + 1,
        right: box.right - 1,
        top: box.top + 1,
        bottom: box.bottom - 1,
      })
      const isSlanted = line.left !== line.right && line.top !== line.bottom
      return [
        ...(isSlanted ? [`${line.of} is slanted`] : []),
        ...boxes.flatMap((box) =>
          overlaps(line, inner(box)) && (!ends.has(box.of) || crosses(line, box))
            ? `${line.of} runs through ${box.of}`
            : [],
        ),
      ]
    })
  })
  return [
    ...pairs(boxes, boxes, 'is over'),
    ...through,
    ...pairs(labels, boxes, 'is written over'),
    ...pairs(labels, labels, 'is written over the label of'),
  ]
}

/** Whether a line goes into a box and out of it. */
const crosses = (line: Box, box: Box) =>
  (line.left < box.left && line.right > box.right) || (line.top < box.top && line.bottom > box.bottom)
