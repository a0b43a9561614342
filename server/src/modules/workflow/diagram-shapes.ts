import type { Node } from './engine/process.ts'

type Point = { x: number; y: number }
type TextOptions = { size: number; fill: string; room?: number; lines?: number }

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const segmenter = new Intl.Segmenter('zh')
const charactersOf = (text: string) => Array.from(segmenter.segment(text), ({ segment }) => segment)

/** Chinese and pictographs. */
const WIDE = /^[\u2E80-\uFFFF\u{1F000}-\u{3FFFF}]/u

/** About how wide a text is, in em: the server knows no fonts. */
export const widthOf = (text: string): number =>
  charactersOf(text).reduce((width, character) => width + (WIDE.test(character) ? 1 : 0.56), 0)

/** Lines of about equal length, at most `room` em; what does not fit into the last one ends with an ellipsis. */
function wrapped(text: string, most: number, widest: number): string[] {
  const width = widthOf(text)
  const room = Math.min(widest, Math.max(width / Math.ceil(width / widest) + 0.5, 2))
  const lines: string[] = []
  let line = ''
  for (const character of charactersOf(text)) {
    if (line !== '' && widthOf(line + character) > room) {
      lines.push(line)
      line = ''
    }
    line += character
  }
  lines.push(line)
  if (lines.length <= most) return lines
  const last = charactersOf(lines[most - 1] ?? '')
  return [...lines.slice(0, most - 1), `${last.slice(0, -1).join('')}…`]
}

const textAt = (
  lines: readonly string[],
  { x, y }: Point,
  { size, fill }: TextOptions,
  anchor: 'start' | 'middle',
) =>
  lines
    .map((line, at) => {
      const baseline = y + (at - (lines.length - 1) / 2) * size * 1.25 + size * 0.36
      return `<text x="${x}" y="${Math.round(baseline * 10) / 10}" font-size="${size}" text-anchor="${anchor}" fill="${fill}">${escaped(line)}</text>`
    })
    .join('')

export const centred = (text: string, at: Point, options: TextOptions): string =>
  textAt([text], at, options, 'middle')

/** A text that begins at a point, and is vertically centred on it, in as many lines as it needs. */
export const label = (
  text: string,
  at: Point,
  { room = Infinity, lines = 3, ...options }: TextOptions,
): string => textAt(wrapped(text, lines, room), at, options, 'start')

/** What a kind of node is known by, drawn around a point. */
export function iconOf(node: Node, { x, y }: Point, line: string): string {
  const path = (d: string, more = '') =>
    `<path class="bpmn-icon" d="${d}" fill="none" stroke="${line}" stroke-width="1.4"${more}/>`
  const around = (r: number) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`
  switch (node.kind) {
    case 'user':
      return path(
        `M${x - 2.8} ${y - 3}a2.8 2.8 0 1 0 5.6 0a2.8 2.8 0 1 0 -5.6 0M${x - 5} ${y + 6}c0 -7 10 -7 10 0`,
      )
    case 'service':
      return path(around(4), ' stroke-dasharray="2 1.4"') + path(around(1.6))
    case 'call':
      return path(`M${x - 5} ${y - 4}h10v8h-10zM${x} ${y - 2}v4M${x - 2} ${y}h4`)
    case 'exclusive':
      return path(`M${x - 5} ${y - 5}l10 10M${x + 5} ${y - 5}l-10 10`, ' stroke-linecap="round"')
    case 'parallel':
      return path(`M${x - 7} ${y}h14M${x} ${y - 7}v14`, ' stroke-linecap="round"')
    case 'inclusive':
      return path(around(6))
    case 'catch':
    case 'boundary':
      return path(`${around(7)}M${x} ${y - 4}V${y}h3`)
    case 'end':
      return node.terminates
        ? `<circle class="bpmn-icon bpmn-solid" cx="${x}" cy="${y}" r="6" fill="${line}"/>`
        : ''
    default:
      return ''
  }
}
