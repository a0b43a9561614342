import { importsOf, isTest } from './imports.ts'
import type { TreeFile } from './tree.ts'

/**
 * The rooms of the sources, each side from top to bottom: a room imports itself and what stands below it. Business
 * modules are one room here; layout-rules.ts says how they meet.
 */
export const rooms = {
  web: ['web/main', 'web/app', 'web/modules', 'web/domain', 'web/kit', 'web/lib'],
  server: [
    'server/main',
    'server/seed',
    'server/openapi',
    'server/modules',
    'server/standard-roles',
    'server/menu',
    'server/menu-parts',
    'server/kernel',
    'server/platform',
    'server/env',
  ],
  contract: ['contract'],
} as const

/** The files beside the folders of `src`, where their name is not a room's. */
const beside = new Map([['server/app', 'server/main']])

/** The room of a source file of the product; null for any other file. */
export function roomOf(path: string): string | null {
  const [, side, first] = /^(web|server|contract)\/src\/([\w-]+)/.exec(path) ?? []
  if (!side || isTest(path) || path.endsWith('.gallery.tsx')) return null
  if (side === 'contract') return side
  const room = `${side}/${first!}`
  return beside.get(room) ?? room
}

export type Edge = { from: string; to: string; imports: number }

/** Which rooms import which others, with the number of imports, in a fixed order. */
export function edgesOf(tree: readonly TreeFile[]): Edge[] {
  const counts = new Map<string, Edge>()
  for (const file of tree) {
    const from = roomOf(file.path)
    if (from === null) continue
    for (const specifier of importsOf(file)) {
      const to = roomOf(specifier)
      if (to === null || to === from || specifier.endsWith('.css')) continue
      const edge = counts.get(`${from} ${to}`) ?? { from, to, imports: 0 }
      counts.set(`${from} ${to}`, { ...edge, imports: edge.imports + 1 })
    }
  }
  return [...counts].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, edge]) => edge)
}

/** Why a room may not import another one; null where it may. */
export function refusalOf(from: string, to: string): string | null {
  const [side, other] = [from, to].map((room) => room.split('/', 1)[0]! as keyof typeof rooms)
  const order: readonly string[] = rooms[side!]
  if (!order.includes(from)) return `${from} is no room: give it its place in tools/rooms.ts`
  if (other === 'contract' || from === to) return null
  if (side !== other) return `${side} and ${other} share nothing but the contract`
  if (!order.includes(to)) return `${to} is no room: give it its place in tools/rooms.ts`
  return order.indexOf(from) < order.indexOf(to) ? null : `${from} stands below ${to}`
}
