const step = (x: number, name: string, mark: string) =>
  `<g class="bpmn-node bpmn-user bpmn-${mark}" data-id="s${x}"><title>${name}</title><rect class="bpmn-shape" x="${x}" y="20" width="136" height="60" rx="6" fill="#fff" stroke="#b9b4a8"/><text x="${x + 28}" y="55" font-size="13">${name}</text></g>`
const flow = (x: number, mark: string) =>
  `<g class="bpmn-flow bpmn-${mark}" data-id="f${x}"><polyline points="${x},50 ${x + 60},50" fill="none" stroke="#b9b4a8" marker-end="url(#arrow-${mark})"/></g>`
const arrow = (mark: string) =>
  `<marker id="arrow-${mark}" class="bpmn-arrow bpmn-${mark}" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="9" markerHeight="9" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 1L10 5L0 9z"/></marker>`

/** Steps in a row, each with its mark, as the server draws a process. */
export function imageOf(steps: readonly [name: string, mark: string][]): string {
  const width = 40 + steps.length * 196
  const content = steps.map(([name, mark], at) => {
    const x = 20 + at * 196
    return step(x, name, mark) + (at < steps.length - 1 ? flow(x + 136, mark) : '')
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="示例" width="${width}" height="100" viewBox="0 0 ${width} 100"><defs>${['done', 'current', 'idle'].map(arrow).join('')}</defs><rect class="bpmn-paper" width="${width}" height="100" fill="#fff"/>${content.join('')}</svg>`
  return `data:image/svg+xml;base64,${btoa(String.fromCharCode(...new TextEncoder().encode(svg)))}`
}
