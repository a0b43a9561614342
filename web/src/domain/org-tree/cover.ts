import type { OrgNode } from '@heliodesk/contract/org-tree.ts'
import { emptySelection, type OrgSelection } from './selection.ts'
import type { TreeNode, TreeStore } from './tree-store.ts'

export type OrgTreeNode = TreeNode<OrgNode>
export type OrgStore = TreeStore<OrgNode>

export type OrgCover = {
  /** Wholly chosen departments, sub-areas and stations, in the order of the tree. */
  entries: OrgTreeNode[]
  /** Nodes whose children must be loaded before the cover is complete. */
  open: OrgTreeNode[]
}

/** The id of a part also stands for stations elsewhere, as with a sub-area that lies in several departments. */
const isFragment = ({ data }: OrgTreeNode) => data.isPart

/** The smallest cover of the chosen stations, as far as the tree is loaded. */
export function coverOf(store: OrgStore): OrgCover {
  const cover: OrgCover = { entries: [], open: [] }
  const visit = (node: OrgTreeNode): number => {
    const chosen = store.chosenOf(node)
    if (chosen === 0) return 0
    if (chosen >= node.total && !isFragment(node)) {
      cover.entries.push(node)
      return chosen
    }
    const below = node.children.reduce((sum, child) => sum + visit(child), 0)
    if (below < chosen && !node.complete) cover.open.push(node)
    return chosen
  }
  for (const root of store.roots) visit(root)
  return cover
}

/** The selection for a cover of `psNum` stations; `last` is the node chosen last. */
export function selectionOf(
  entries: readonly OrgTreeNode[],
  psNum: number,
  last: OrgTreeNode | null,
  searchValue: string,
): OrgSelection {
  const departments = entries.filter(({ data }) => data.isPs !== 1 && data.isPsa !== '1')
  const parent = last?.parent
  return {
    ...emptySelection,
    depIds: departments.map(({ data }) => data.id),
    depCodes: departments.map(({ data }) => data.orgCode),
    psaIds: entries.filter(({ data }) => data.isPsa === '1').map(({ data }) => data.id),
    psIds: entries.filter(({ data }) => data.isPs === 1).map(({ data }) => data.id),
    psNum,
    ...(parent && {
      parentName: parent.name,
      parentId: parent.data.id,
      parentType: parent.data.isPsa === '1' ? ('2' as const) : ('1' as const),
      parentOrgCode: parent.data.orgCode,
    }),
    searchValue,
  }
}
