import type { Node } from './engine/process.ts'
import { lengthOf, type Line, type Point } from './diagram-places.ts'
import type { Mark } from './past.ts'

type TextOptions = { size: number; fill: string; anchor?: 'start' | 'middle' }

/** Colours of a picture that stands alone; the web client's style sheet sets its own by the classes. */
export const COLOURS: Readonly<Record<Mark, { line: string; fill: string; text: string }>> = {
  done: { line: '#1f9d61', fill: '#e8f6ee', text: '#14633d' },
  current: { line: '#e8590c', fill: '#fff1e8', text: '#b23c06' },
  back: { line: '#d92d20', fill: '#fdeceb', text: '#a61b12' },
  dropped: { line: '#8f8a7e', fill: '#f1efe9', text: '#5c574d' },
  skipped: { line: '#d8d4ca', fill: '#fbfaf8', text: '#8a857a' },
  idle: { line: '#b9b4a8', fill: '#ffffff', text: '#3d3a34' },
}

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const segmenter = new Intl.Segmenter('zh')
const charactersOf = (text: string) => Array.from(segmenter.segment(text), ({ segment }) => segment)

/** Chinese and pictographs. */
const WIDE = /^[\u2E80-\uFFFF\u{1F000}-\u{3FFFF}]/u

/** About how wide a text is, in em: the server knows no fonts. */
export const widthOf = (text: string): number =>
  charactersOf(text).reduce((width, character) => width + (WIDE.test(character) ? 1 : 0.56), 0)

/** Lines of about equal length, at most `widest` em; what does not fit into the last one ends with an ellipsis. */
export function wrapped(text: string, most: number, widest: number): string[] {
  const width = widthOf(text)
  const count = Math.ceil(width / widest)
  const room = count > most ? widest : Math.min(widest, Math.max(width / count + 0.5, 2))
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
  while (last.length > 1 && widthOf(last.join('')) + 1 > widest) last.pop()
  return [...lines.slice(0, most - 1), `${last.join('')}…`]
}

/** Lines of text that begin or are centred at a point, vertically centred on it. */
export const label = (
  lines: readonly string[],
  { x, y }: Point,
  { size, fill, anchor = 'start' }: TextOptions,
): string =>
  lines
    .map((line, at) => {
      const baseline = y + (at - (lines.length - 1) / 2) * size * 1.25 + size * 0.36
      return `<text x="${x}" y="${rounded(baseline)}" font-size="${size}" text-anchor="${anchor}" fill="${fill}">${escaped(line)}</text>`
    })
    .join('')

const rounded = (value: number) => Math.round(value * 10) / 10

/** The mark of the default flow, across its beginning. */
export function slashAt({ from, to }: Line): string {
  const length = lengthOf({ from, to }) || 1
  const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length]
  const { x, y } = { x: from.x + 9 * dx, y: from.y + 9 * dy }
  return `M${rounded(x - 4 * dx + 4 * dy)} ${rounded(y - 4 * dy - 4 * dx)}L${rounded(x + 4 * dx - 4 * dy)} ${rounded(y + 4 * dy + 4 * dx)}`
}

/** Several people sign: three bars that stand on a point, upright when they sign at the same time. */
export function barsAt({ x, y }: Point, inOrder: boolean, line: string): string {
  const bars = [-4, 0, 4].map((shift) =>
    inOrder ? `M${x - 5} ${y - 4 + shift}h10` : `M${x + shift} ${y - 8}v8`,
  )
  return `<path class="bpmn-icon" d="${bars.join('')}" stroke="${line}" stroke-width="1.6"/>`
}

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
    case 'copy':
      return path(`M${x - 6} ${y - 4.5}h12v9h-12zM${x - 6} ${y - 4}l6 5l6 -5`, ' stroke-linejoin="round"')
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
