import { instance } from '@viz-js/viz'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { importsOf, isTest } from './imports.ts'
import { repository } from './processes.ts'
import { edgesOf, rooms, type Edge } from './rooms.ts'
import { readTree, type TreeFile } from './tree.ts'

const STYLE = `
  bgcolor="white" fontname="Helvetica" fontsize=13 nodesep=0.45 ranksep=0.55
  node [shape=box style="rounded,filled" fillcolor="#fff4e8" color="#c9691a" fontname="Helvetica" fontsize=13]
  edge [color="#6b6b6b" fontcolor="#444444" fontname="Helvetica" fontsize=10 arrowsize=0.7]`

const quoted = (text: string) => JSON.stringify(text)
const nameOf = (room: string) => room.slice(room.indexOf('/') + 1)
const lineOf = ({ from, to, imports }: Edge, more = '') =>
  `${quoted(from)} -> ${quoted(to)} [label=" ${imports}"${more}]`

const sides = ['web', 'server'] as const

/** The names of the business modules of one side. */
const modulesOf = (tree: readonly TreeFile[], side: 'server' | 'web') => [
  ...new Set(tree.flatMap(({ path }) => new RegExp(`^${side}/src/modules/([^/]+)/`).exec(path)?.[1] ?? [])),
]

function roomsGraph(tree: readonly TreeFile[]): string {
  const labelOf = (room: string, side: 'server' | 'web') =>
    nameOf(room) === 'modules' ? `modules (${modulesOf(tree, side).length})` : nameOf(room)
  const edges = edgesOf(tree)
  const inside = edges.filter(({ to }) => to !== 'contract')
  // Every room may import the contract: one edge per side says how much it does.
  const toContract = (side: 'server' | 'web'): Edge => ({
    from: rooms[side].at(-1)!,
    to: 'contract',
    imports: edges
      .filter(({ from, to }) => to === 'contract' && from.startsWith(side))
      .reduce((sum, { imports }) => sum + imports, 0),
  })
  const clusters = sides.map(
    (side) => `subgraph ${quoted(`cluster ${side}`)} {
  label=${quoted(side)} color="#cccccc" style=rounded
  ${rooms[side].map((room) => `${quoted(room)} [label=${quoted(labelOf(room, side))}]`).join('\n  ')}
}`,
  )
  return `digraph rooms {${STYLE}
  compound=true
${clusters.join('\n')}
contract [fillcolor="#e9f2fb" color="#2f6da8"]
${inside.map((edge) => lineOf(edge)).join('\n')}
${sides.map((side) => lineOf(toContract(side), ` ltail=${quoted(`cluster ${side}`)}`)).join('\n')}
}`
}

/** How the server's business modules use each other; those that stand alone are left out. */
function modulesGraph(tree: readonly TreeFile[]): string {
  const moduleOf = (path: string) => /^server\/src\/modules\/([^/]+)\//.exec(path)?.[1]
  const pairs = tree.flatMap((file) => {
    const from = isTest(file.path) ? undefined : moduleOf(file.path)
    if (from === undefined) return []
    return importsOf(file).flatMap((specifier) => {
      const to = moduleOf(specifier)
      return to === undefined || to === from ? [] : [`${from} ${to}`]
    })
  })
  const edges = [...Map.groupBy(pairs.toSorted(), (pair) => pair)].map(([pair, { length }]) => {
    const [from, to] = pair.split(' ')
    return { from: from!, to: to!, imports: length }
  })
  return `digraph modules {${STYLE}
  rankdir=LR nodesep=0.15 ranksep=1
${edges.map((edge) => lineOf(edge)).join('\n')}
}`
}

/** The pictures of the rooms as SVG texts, by their paths in the repository. */
export async function drawRooms(tree: readonly TreeFile[]): Promise<Record<string, string>> {
  const viz = await instance()
  const draw = (graph: string) => `${viz.renderString(graph, { format: 'svg' }).trimEnd()}\n`
  return { 'docs/rooms.svg': draw(roomsGraph(tree)), 'docs/server-modules.svg': draw(modulesGraph(tree)) }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const pictures = await drawRooms(readTree(repository))
  for (const [path, svg] of Object.entries(pictures)) writeFileSync(join(repository, path), svg)
}
