import { readdirSync, readFileSync } from 'node:fs'
import type { Bounds } from 'bpmn-moddle'
import { describe, expect, it } from 'vitest'
import { crosses, grown, linesOf, overlap, type Line } from './diagram-places.ts'
import { widthOf } from './diagram-shapes.ts'
import { drawDiagram, type Progress } from './diagram.ts'
import { compile, type Compiled } from './engine/compile.ts'
import { sketch, step } from './engine/process.fixture.ts'
import { drawn } from './diagram.fixture.ts'

const FOLDER = new URL('first-data/', import.meta.url)
const shipped = readdirSync(FOLDER).filter((name) => name.endsWith('.bpmn'))

const number = (text: string, name: string) => Number(new RegExp(` ${name}="([-\\d.]+)"`).exec(text)![1])
const boxOf = (text: string): Bounds => ({
  x: number(text, 'x'),
  y: number(text, 'y'),
  width: number(text, 'width'),
  height: number(text, 'height'),
})

/** What a picture shows where, read from its elements. */
function placesIn(svg: string, { process, drawing }: Compiled) {
  const bounds = new Map(drawing.map((each) => [each.bpmnElement?.id, each.bounds]))
  const shapes = [...process.nodes.values()]
    .filter(({ kind }) => kind !== 'subprocess')
    .map((node) => ({ node, box: bounds.get(node.id)! }))
  const labels = [...svg.matchAll(/<g class="bpmn-label[^"]*" data-for="([^"]+)">(<rect[^>]*>)/g)].map(
    ([, id, rect]) => ({ id: id!, box: boxOf(rect!) }),
  )
  const lines: (Line & { id: string })[] = [
    ...svg.matchAll(/<g class="bpmn-flow[^"]*" data-id="([^"]+)"><polyline points="([^"]+)"/g),
  ].flatMap(([, id, points]) =>
    linesOf(
      points!.split(' ').map((point) => {
        const [x, y] = point.split(',').map(Number)
        return { x: x!, y: y! }
      }),
    ).map((line) => ({ ...line, id: id! })),
  )
  return { shapes, labels, lines }
}

/** What covers what in a picture, and which texts are wider than their place. */
function faultsOf(svg: string, compiled: Compiled): string[] {
  const { shapes, labels, lines } = placesIn(svg, compiled)
  expect([shapes, labels, lines].every((each) => each.length > 0)).toBe(true)
  const faults: string[] = []
  for (const [at, { node, box }] of shapes.entries()) {
    for (const other of shapes.slice(at + 1)) {
      const isOnBorder = node.kind === 'boundary' || other.node.kind === 'boundary'
      if (!isOnBorder && overlap(box, other.box)) faults.push(`${node.id} covers ${other.node.id}`)
    }
    for (const { id, ...line } of lines)
      if (crosses(line, grown(box, -2)) && node.kind !== 'boundary')
        faults.push(`${id} runs through ${node.id}`)
  }
  for (const [at, { id, box }] of labels.entries()) {
    for (const shape of shapes)
      if (overlap(box, shape.box)) faults.push(`the label of ${id} covers ${shape.node.id}`)
    for (const other of labels.slice(at + 1))
      if (overlap(box, other.box)) faults.push(`the labels of ${id} and ${other.id} cover each other`)
    for (const line of lines)
      if (line.id !== id && crosses(line, box)) faults.push(`${line.id} runs through the label of ${id}`)
  }
  for (const { node, box } of shapes) {
    if (!['user', 'service', 'call'].includes(node.kind)) continue
    const group = svg.slice(
      svg.indexOf(`data-id="${node.id}"`),
      svg.indexOf('</g>', svg.indexOf(`data-id="${node.id}"`)),
    )
    for (const [, x, size, text] of group.matchAll(
      /<text[^>]* x="([\d.-]+)"[^>]*font-size="(\d+)"[^>]*>([^<]*)/g,
    )) {
      if (Number(x) + widthOf(text!) * Number(size) > box.x + box.width) faults.push(`“${text}” is too wide`)
    }
    if (group.includes('…')) faults.push(`a text of ${node.id} is cut off`)
  }
  return faults
}

const note = { who: '欧阳思远', times: 2, when: '11-21 16:20 到达' }
const withReturns = ({ process }: Compiled, returns: Progress['returns']): Progress => ({
  marks: new Map(returns.map(({ id }) => [id, 'back'])),
  notes: new Map([...process.nodes.keys()].map((id) => [id, note])),
  returns,
  own: new Set(),
})

describe.each(shipped)('the picture of %s', (name) => {
  const read = () => compile(readFileSync(new URL(name, FOLDER), 'utf8'))

  it('covers nothing with anything, and every text has its place', async () => {
    const compiled = await read()
    expect(faultsOf(drawDiagram(compiled), compiled)).toEqual([])
    expect(faultsOf(drawDiagram(compiled, withReturns(compiled, [])), compiled)).toEqual([])
  })

  it('has room for a return between any two steps', async () => {
    const compiled = await read()
    const steps = [...compiled.process.nodes.values()].filter(({ kind }) => kind === 'user')
    for (const from of steps)
      for (const to of steps) {
        if (from === to) continue
        const returns = [{ id: 'back', from: from.id, to: to.id, title: '退回 2 次 · 11-21 16:20' }]
        const faults = faultsOf(drawDiagram(compiled, withReturns(compiled, returns)), compiled)
        expect([from.id, to.id, ...faults]).toEqual([from.id, to.id])
      }
  })
})

describe('a picture', () => {
  const draw = async (name: string, progress: Progress | null = null) => {
    const xml = drawn(
      sketch({ work: step('starter') }, ['start > work', 'work > end']).replace(
        'name="work"',
        `name="${name}"`,
      ),
    )
    return drawDiagram(await compile(xml), progress)
  }
  const textsOf = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)/g)].map(([, text]) => text)

  it('wraps a long name, and cuts off one that is too long for its step', async () => {
    expect(textsOf(await draw('部门负责人复核'))).toEqual(expect.arrayContaining(['部门负责', '人复核']))
    const long = textsOf(await draw('这个环节的名字长得无论如何也放不进它的框里去'))
    expect(long.some((text) => text!.endsWith('…'))).toBe(true)
    expect(await draw('甲 & <乙>')).toContain('<title>甲 &amp; &lt;乙&gt;</title>')
  })

  it('says in a step who holds it, since when and for which time, and draws a return', async () => {
    const svg = await draw('办理', {
      marks: new Map([
        ['work', 'current'],
        ['return 1', 'back'],
      ]),
      notes: new Map([['work', note]]),
      returns: [{ id: 'return 1', from: 'work', to: 'work', title: '退回 11-21 16:20' }],
      own: new Set(['work']),
    })
    expect(textsOf(svg)).toEqual(expect.arrayContaining(['欧阳思远 · ×2', '11-21 16:20', '退回 11-21 16:20']))
    expect(svg).toContain('class="bpmn-node bpmn-user bpmn-current bpmn-own"')
    expect(svg).toMatch(/class="bpmn-flow bpmn-return bpmn-back" data-id="return 1"/)
    expect(svg).toMatch(/<title>[^<]*\n欧阳思远\n11-21 16:20 到达<\/title>/)
  })
})
