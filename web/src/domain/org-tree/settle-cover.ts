import type { OrgNode } from '@heliodesk/contract/org-tree.ts'
import { coverOf, type OrgCover, type OrgTreeNode } from './cover.ts'
import { namedBy, type OrgScope } from './selection.ts'
import type { TreeSession } from './tree-session.ts'

/**
 * The cover of the chosen stations, after loading the branches that it needs: for "all but one" it names the others.
 * Loads only what leads to the first `enough` entries. Throws the CallError of a failed load.
 */
export async function settleCover(session: TreeSession<OrgNode>, enough = Infinity): Promise<OrgCover> {
  for (;;) {
    const cover = coverOf(session.store)
    if (cover.open.length === 0 || cover.entries.length >= enough) return cover
    await session.complete(
      enough === Infinity ? cover.open : cover.open.slice(0, enough - cover.entries.length),
    )
  }
}

/** The first `enough` entries of a value. A read-only tree contains exactly these, without a selection. */
export async function entriesOf(
  session: TreeSession<OrgNode>,
  value: Partial<OrgScope>,
  enough: number,
): Promise<OrgTreeNode[]> {
  const { store } = session
  if (store.chosen > 0) return (await settleCover(session, enough)).entries
  const isNamed = namedBy(value)
  const named: OrgTreeNode[] = []
  const visit = (nodes: readonly OrgTreeNode[]) => {
    for (const node of nodes) {
      if (isNamed(node.data)) named.push(node)
      visit(node.children)
    }
  }
  visit(store.roots)
  return named
}

/** The node of a single value, after loading the path to it; undefined where the tree does not contain it. */
export async function namedNode(
  session: TreeSession<OrgNode>,
  value: Partial<OrgScope>,
): Promise<OrgTreeNode | undefined> {
  const isNamed = namedBy(value)
  const look = async (nodes: readonly OrgTreeNode[]): Promise<OrgTreeNode | undefined> => {
    const here = nodes.find(({ data }) => isNamed(data))
    if (here) return here
    for (const node of nodes) {
      if (node.leaf || (session.store.chosenOf(node) === 0 && !node.complete)) continue
      await session.complete([node])
      const below = await look(node.children)
      if (below) return below
    }
    return undefined
  }
  return look(session.store.roots)
}

/** The total capacity of the chosen stations in kWp; null while a part is not loaded or has no recorded capacity. */
export function capacityOf({ entries, open }: OrgCover): number | null {
  if (open.length > 0) return null
  const known = entries.flatMap(({ data }: OrgTreeNode) => data.capacityKwp ?? [])
  return known.length === 0 ? null : known.reduce((sum, each) => sum + each, 0)
}
