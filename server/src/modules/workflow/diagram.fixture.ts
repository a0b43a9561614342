/** A file with the shapes of its nodes in a row, and its flows as straight lines. */
export function drawn(xml: string): string {
  const ids = [
    ...xml.matchAll(
      /<bpmn:(?:startEvent|userTask|endEvent|exclusiveGateway|inclusiveGateway|parallelGateway|serviceTask|callActivity|boundaryEvent|intermediateCatchEvent|subProcess) id="(\w+)"/g,
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
