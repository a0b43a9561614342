import type { DepartmentNode } from '@heliodesk/contract/departments.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/context.ts'
import { ownDepartments } from './scope.ts'

type DepartmentRow = {
  id: string
  parent_id: string | null
  org_code: string
  name: string
  status: string
  sort_order: number
  version: number
  members: number
  stations: number
}

/** The departments in scope as a forest, each level in its order. */
export async function loadTree(ctx: Ctx): Promise<DepartmentNode[]> {
  const { rows } = await sql<DepartmentRow>`
    select d.id, d.parent_id, d.org_code, d.name, d.status, d.sort_order, d.version,
      (select count(*)::int from app_user u where u.department_id = d.id) as members,
      (select count(*)::int from station s where s.dep_code = d.org_code) as stations
    from department d where ${ownDepartments(ctx.who, 'd.org_code')}
    order by d.sort_order, d.org_code`.execute(ctx.db)
  const childrenOf = Map.groupBy(rows, (row) => row.parent_id)
  const visible = new Set(rows.map((row) => row.id))
  return rows
    .filter((row) => row.parent_id === null || !visible.has(row.parent_id))
    .map((row) => toNode(row, null, childrenOf))
}

function toNode(
  row: DepartmentRow,
  parentId: string | null,
  childrenOf: Map<string | null, DepartmentRow[]>,
): DepartmentNode {
  const children = (childrenOf.get(row.id) ?? []).map((child) => toNode(child, row.id, childrenOf))
  return {
    key: row.id,
    value: row.id,
    title: row.name,
    id: row.id,
    parentId,
    departName: row.name,
    orgCode: row.org_code,
    status: row.status === '1' ? '1' : '2',
    departOrder: row.sort_order,
    version: row.version,
    isLeaf: children.length === 0,
    memberCount: children.reduce((sum, child) => sum + child.memberCount, row.members),
    stationCount: children.reduce((sum, child) => sum + child.stationCount, row.stations),
    children,
  }
}
