import type { DepartmentNode } from '@heliodesk/contract/departments.ts'
import { formatNumber } from '../../kit/format.ts'

export type Counted = 'memberCount' | 'stationCount'

/** How many belong to the department itself; the counts of a node include those below it. */
export const ownCount = (node: DepartmentNode, count: Counted): number =>
  node.children.reduce((rest, child) => rest - child[count], node[count])

/** What keeps a department, in the server's words, which also counts its projects. */
export function removalRefusal(node: DepartmentNode): string | null {
  const counts = [
    [node.children.length, '个下级部门'],
    [ownCount(node, 'memberCount'), '名用户'],
    [ownCount(node, 'stationCount'), '座电站'],
  ] as const
  const held = counts.filter(([count]) => count > 0).map(([count, noun]) => `${formatNumber(count)} ${noun}`)
  return held.length === 0 ? null : `部门“${node.departName}”下还有 ${held.join('、')}，不能删除`
}
