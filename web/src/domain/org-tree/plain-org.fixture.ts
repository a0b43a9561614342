import type { OrgNode } from '@heliodesk/contract/org-tree.ts'
import type { OrgScope } from './selection.ts'

/** A complete tree as plain objects: the server's data, for tests. */
export type PlainNode = {
  kind: 'department' | 'part' | 'station'
  id: string
  name: string
  code: string
  /** For a station: it cannot be chosen. */
  disabled: boolean
  kids: PlainNode[]
}

type Placed = { node: PlainNode; parent: PlainNode | null }

/** The tree calls over plain objects; a selection's stations are computed with plain sets. */
export class PlainOrg {
  readonly all = new Map<string, Placed>()
  readonly roots: readonly PlainNode[]
  #fragments = new Set<string>()

  constructor(roots: readonly PlainNode[]) {
    this.roots = roots
    const parts = new Map<string, number>()
    const visit = (node: PlainNode, parent: PlainNode | null) => {
      this.all.set(keyOf(node), { node, parent })
      if (node.kind === 'part') parts.set(node.id, (parts.get(node.id) ?? 0) + 1)
      for (const kid of node.kids) visit(kid, node)
    }
    for (const root of roots) visit(root, null)
    for (const [id, count] of parts) if (count > 1) this.#fragments.add(id)
  }

  isFragment = (node: PlainNode): boolean => node.kind === 'part' && this.#fragments.has(node.id)

  /** The selectable stations below a node, or the node itself. */
  stationsOf(node: PlainNode): string[] {
    if (node.kind === 'station') return node.disabled ? [] : [node.id]
    return node.kids.flatMap((kid) => this.stationsOf(kid))
  }

  /** The selectable stations that a selection covers. */
  covered({ depIds = [], depCodes = [], psaIds = [], psIds = [] }: Partial<OrgScope>): Set<string> {
    const nodes = [...this.all.values()].map(({ node }) => node)
    const named = nodes.filter(({ kind, id, code }) => {
      if (kind === 'department') return depIds.includes(id) || depCodes.includes(code)
      return (kind === 'part' ? psaIds : psIds).includes(id)
    })
    return new Set(named.flatMap((node) => this.stationsOf(node)))
  }

  /** The smallest cover of a set of stations, computed from the complete tree. */
  cover(chosen: ReadonlySet<string>): PlainNode[] {
    const visit = (node: PlainNode): PlainNode[] => {
      const stations = this.stationsOf(node)
      const on = stations.filter((id) => chosen.has(id))
      if (on.length === 0) return []
      if (on.length === stations.length && !this.isFragment(node)) return [node]
      return node.kids.flatMap(visit)
    }
    return this.roots.flatMap(visit)
  }

  answer(node: PlainNode, base: Partial<OrgScope>, levels: number): OrgNode {
    const stations = this.stationsOf(node)
    const covered = this.covered(base)
    const { parent } = this.all.get(keyOf(node))!
    const leaf = node.kids.length === 0
    return {
      key: keyOf(node),
      parentKey: parent && keyOf(parent),
      id: node.id,
      name: node.name,
      orgCode: node.code,
      isParent: leaf ? '0' : '1',
      isPsa: node.kind === 'part' ? '1' : '0',
      isPs: node.kind === 'station' ? 1 : 0,
      status: node.disabled ? '3' : '1',
      isLastLevel: leaf,
      isLeaf: leaf,
      disabled: node.disabled,
      disabledReason: node.disabled ? '已退场' : null,
      psNum: stations.length,
      chosenNum: stations.filter((id) => covered.has(id)).length,
      capacityKwp: stations.length * 1000,
      isPart: this.isFragment(node),
      children: levels > 1 ? node.kids.map((kid) => this.answer(kid, base, levels - 1)) : [],
    }
  }

  top = (base: Partial<OrgScope>): OrgNode[] => this.roots.map((root) => this.answer(root, base, 2))

  children = (key: string, base: Partial<OrgScope>): OrgNode[] =>
    this.all.get(key)!.node.kids.map((kid) => this.answer(kid, base, 1))

  search(word: string, base: Partial<OrgScope>): OrgNode[] {
    const keep = (nodes: readonly PlainNode[]): OrgNode[] =>
      nodes.flatMap((node) => {
        const below = keep(node.kids)
        return below.length > 0 || node.name.includes(word)
          ? [{ ...this.answer(node, base, 1), children: below }]
          : []
      })
    return keep(this.roots)
  }
}

const letters = { department: 'd', part: 'p', station: 's' } as const

export const keyOf = ({ kind, id, code }: PlainNode): string =>
  kind === 'part' ? `p${id}-${code}` : `${letters[kind]}${id}`
