import type { Output } from '@heliodesk/contract/call.ts'
import { departmentCalls } from '@heliodesk/contract/departments.ts'
import { sql } from 'kysely'
import { defineModule, DomainError, notFound, type Ctx } from '../../kernel/context.ts'
import { deleteRow, insertRow, updateRow } from '../../kernel/one-row.ts'
import { removeEach } from '../../kernel/remove-each.ts'
import { requireUnused } from '../../kernel/uses.ts'
import { requireVersion, stale } from '../../kernel/versioned.ts'
import { onViolations } from '../../kernel/violations.ts'
import { codeAfter, requireDepth } from './codes.ts'
import { following } from './following.ts'
import { listMoves, mergeDepartment, mergePreview, moveDepartment, movePreview, openWorkOf } from './moves.ts'
import { ownDepartment } from './scope.ts'
import { loadLevel, loadTree, searchTree } from './tree.ts'

export { defaultPlacesOf, editDefaultPlaces } from './default-places.ts'
export { createDepartments } from './first-data.ts'
export { ownDepartment, ownDepartments, ownOrgCode, requireOpenDepartment } from './scope.ts'
export { viewerOf } from './viewer.ts'

type Department = Output<(typeof departmentCalls)['add']>

const nameTaken = onViolations({
  department_name: new DomainError('department.name_taken', '同一上级下已有同名部门'),
})

const getDepartment = (ctx: Ctx, id: string): Promise<Department> =>
  ownDepartment(ctx, id)
    .select(['d.id', 'd.parent_id as parentId', 'd.name as departName', 'd.org_code as orgCode'])
    .select([sql<Department['status']>`d.status`.as('status'), 'd.sort_order as departOrder', 'd.version'])
    .executeTakeFirstOrThrow(notFound)

/** Locks a department in scope; `toGo` takes the stronger lock for a deletion, so that nothing joins it meanwhile. */
async function lockDepartment(ctx: Ctx, id: string, toGo: boolean) {
  return ownDepartment(ctx, id)
    .select(['d.id', 'd.name', 'd.org_code', 'd.status', 'd.version', 'd.last_child'])
    .$if(toGo, (query) => query.forUpdate())
    .$if(!toGo, (query) => query.forNoKeyUpdate())
    .executeTakeFirstOrThrow(notFound)
}

/** What can belong to a department. */
const USES = [
  ['department', 'parent_id', '个下级部门'],
  ['app_user', 'department_id', '名用户'],
  ['psa', 'department_id', '个项目'],
  ['station', 'department_id', '座电站'],
] as const

export const departments = defineModule(
  departmentCalls,
  {
    tree: loadTree,
    detail: (ctx, { id }) => getDepartment(ctx, id),

    async add(ctx, { parentId, departName, departOrder, status }) {
      const parent = await lockDepartment(ctx, parentId, false)
      if (parent.status !== '1') {
        throw new DomainError('department.disabled', `部门“${parent.name}”已停用，不能新增下级部门`)
      }
      requireDepth(parent.org_code, 1)
      const id = await insertRow(ctx.db, 'department', {
        parent_id: parent.id,
        org_code: codeAfter(parent, 1),
        name: departName,
        sort_order: departOrder,
        status,
      }).catch(nameTaken)
      return getDepartment(ctx, id)
    },

    async edit(ctx, { id, version, departName, departOrder, status }) {
      const current = await lockDepartment(ctx, id, false)
      requireVersion(current, version, stale('department', '部门'))
      const values = { name: departName, sort_order: departOrder, status, version: version + 1 }
      await updateRow(ctx.db, 'department', id, values).catch(nameTaken)
      return getDepartment(ctx, id)
    },

    remove: removeDepartment,
    removeMany: removeEach(removeDepartment),
    ids: (ctx) => loadTree(ctx),
    mine: (ctx) => loadTree(ctx),
    search: (ctx, { keyWord }) => searchTree(ctx, keyWord),
    level: (ctx, { pid }) => loadLevel(ctx, pid),

    movePreview,
    async move(ctx, input) {
      await moveDepartment(ctx, input)
      return getDepartment(ctx, input.id)
    },
    mergePreview,
    async merge(ctx, input) {
      await mergeDepartment(ctx, input)
      return getDepartment(ctx, input.intoId)
    },
    moves: listMoves,
    openWork: openWorkOf,
  },
  [],
  [following],
)

async function removeDepartment(ctx: Ctx, { id }: { id: string }): Promise<null> {
  const current = await lockDepartment(ctx, id, true)
  const inUse = (counts: string) =>
    new DomainError('department.in_use', `部门“${current.name}”下还有 ${counts}，不能删除`)
  await requireUnused(ctx, id, USES, inUse)
  await deleteRow(ctx.db, 'department', id)
  return null
}
