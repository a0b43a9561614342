import type { DepartmentNode } from '@heliodesk/contract/departments.ts'
import { sql } from 'kysely'
import { notFound, type Ctx } from '../../kernel/context.ts'
import { forestOf } from '../../kernel/forest.ts'
import { ownDepartments } from './scope.ts'

/** The departments whose names contain these words, with what lies above them. */
export async function searchTree(ctx: Ctx, keyWord: string): Promise<DepartmentNode[]> {
  const within = (nodes: DepartmentNode[]): DepartmentNode[] =>
    nodes.flatMap((node) => {
      const children = within(node.children)
      return children.length > 0 || node.departName.includes(keyWord) ? [{ ...node, children }] : []
    })
  return within(await loadTree(ctx))
}

/** The departments directly below one, or the top of the caller's scope. */
export async function loadLevel(ctx: Ctx, pid: string | undefined): Promise<DepartmentNode[]> {
  const find = (nodes: DepartmentNode[]): DepartmentNode[] | null => {
    for (const node of nodes) {
      const found = node.id === pid ? node.children : find(node.children)
      if (found) return found
    }
    return null
  }
  const tree = await loadTree(ctx)
  const level = pid ? find(tree) : tree
  if (!level) throw notFound()
  return level.map((node) => ({ ...node, children: [] }))
}

/** The counts are those of the department alone. */
type DepartmentRow = Omit<DepartmentNode, 'key' | 'value' | 'title' | 'isLeaf' | 'children'>

/** The departments in scope as a forest, each level in its order. */
export async function loadTree(ctx: Ctx): Promise<DepartmentNode[]> {
  const { rows } = await sql<DepartmentRow>`
    select d.id, d.parent_id as "parentId", d.org_code as "orgCode", d.name as "departName", d.status,
      d.sort_order as "departOrder", d.version,
      (select count(*)::int from app_user u where u.department_id = d.id) as "memberCount",
      (select count(*)::int from station s where s.dep_code = d.org_code) as "stationCount"
    from department d where ${ownDepartments(ctx.who, 'd.org_code')}
    order by d.sort_order, d.org_code`.execute(ctx.db)
  const visible = new Set(rows.map((row) => row.id))
  const inSight = rows.map((row) => ({
    ...row,
    parentId: row.parentId && visible.has(row.parentId) ? row.parentId : null,
  }))
  return forestOf(inSight, (row, children: DepartmentNode[]) => ({
    key: row.id,
    value: row.id,
    title: row.departName,
    ...row,
    isLeaf: children.length === 0,
    memberCount: children.reduce((sum, child) => sum + child.memberCount, row.memberCount),
    stationCount: children.reduce((sum, child) => sum + child.stationCount, row.stationCount),
    children,
  }))
}
