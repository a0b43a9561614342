import {
  SHARED_A_DEPARTMENT,
  VIEWS_A_LIST,
  VIEWS_A_PERSON,
  type savedViewCalls,
  type ViewQuery,
} from '@heliodesk/contract/saved-views.ts'
import { sql } from 'kysely'
import { DomainError, notFound, type Ctx, type Handler } from '../../kernel/context.ts'
import { insertRow, updateRow } from '../../kernel/one-row.ts'
import { requireRights } from '../../kernel/rights.ts'
import { requireVersion, stale } from '../../kernel/versioned.ts'
import { onViolation } from '../../kernel/violations.ts'
import { one } from '../../platform/certain.ts'
import { ownDepartment } from '../departments/index.ts'
import { readView, seen, sharedWith } from './rows.ts'

type Calls = typeof savedViewCalls

export const nameTaken = onViolation(
  'saved_view_name',
  new DomainError('savedView.name_taken', '您在此列表已有同名视图'),
)
const NOT_OWNER = new DomainError('savedView.not_owner', '只有保存视图的人可以修改或删除它')

type Action = 'add' | 'edit' | 'share' | 'unshare' | 'remove'

/** Keeps the view as it is now. */
export const noteView = ({ db, now, who }: Ctx, id: string, action: Action) =>
  sql`
    insert into saved_view_event (view_id, at, actor_name, action, name, query, department_name)
    select v.id, ${now}, ${who.realname}, ${action}, v.name, v.query, d.name
    from saved_view v ${sharedWith} where v.id = ${id}`.execute(db)

/** Locks the person, so that together windows do not exceed the limits. */
export async function requireRoom({ db, who }: Ctx, code: string): Promise<void> {
  await db.selectFrom('app_user').select('id').where('id', '=', who.userId).forNoKeyUpdate().execute()
  const { rows } = await sql<{ ofList: number; ofAll: number }>`
    select count(*) filter (where code = ${code})::int as "ofList", count(*)::int as "ofAll"
    from saved_view where owner_id = ${who.userId} and removed_at is null`.execute(db)
  const { ofList, ofAll } = one(rows)
  if (ofList >= VIEWS_A_LIST)
    throw new DomainError('savedView.many', `每个列表最多保存 ${VIEWS_A_LIST} 个视图，请先删除不用的`)
  if (ofAll >= VIEWS_A_PERSON)
    throw new DomainError('savedView.many', `最多保存 ${VIEWS_A_PERSON} 个视图，请先删除不用的`)
}

/** Locks the department with which a view is to be shared; `isNew` unless it already is. */
export async function requireShareable(ctx: Ctx, id: string, code: string, isNew: boolean): Promise<void> {
  await requireRights(ctx, ['savedView:share'])
  const department = await ownDepartment(ctx, id)
    .select(['d.name', 'd.status'])
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!department) {
    const text = isNew
      ? '共享给（departmentId）：部门不存在，或不在您的数据范围内'
      : '您的数据范围不再包含所共享的部门，不能再修改这个视图；请取消共享或另存为'
    throw new DomainError('savedView.department', text)
  }
  if (!isNew) return
  if (department.status !== '1')
    throw new DomainError('department.disabled', `部门“${department.name}”已停用`)
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from saved_view
    where department_id = ${id} and code = ${code} and removed_at is null`.execute(ctx.db)
  if (one(rows).n >= SHARED_A_DEPARTMENT)
    throw new DomainError(
      'savedView.many_shared',
      `“${department.name}”在此列表已有 ${SHARED_A_DEPARTMENT} 个共享视图`,
    )
}

const asJson = (query: ViewQuery) => sql<string>`${JSON.stringify(query)}::jsonb`

export const addView: Handler<Calls['add']> = async (ctx, { code, name, query, departmentId }) => {
  await requireRoom(ctx, code)
  if (departmentId !== null) await requireShareable(ctx, departmentId, code, true)
  const id = await insertRow(ctx.db, 'saved_view', {
    code,
    name,
    query: asJson(query),
    department_id: departmentId,
    created_at: ctx.now,
    updated_at: ctx.now,
  }).catch(nameTaken)
  await noteView(ctx, id, 'add')
  return readView(ctx, id)
}

/** A view that the caller sees, locked, if it is of the version that they saw. */
async function lockSeen(ctx: Ctx, id: string, version: number) {
  const { rows } = await sql<{ ownerId: string; version: number; code: string; departmentId: string | null }>`
    select v.owner_id as "ownerId", v.version, v.code, v.department_id as "departmentId"
    from saved_view v ${sharedWith} where v.id = ${id} and ${seen(ctx)} for update of v`.execute(ctx.db)
  const [view] = rows
  if (!view) throw notFound()
  requireVersion(view, version, stale('savedView', '视图'))
  return view
}

async function lockOwn(ctx: Ctx, id: string, version: number) {
  const view = await lockSeen(ctx, id, version)
  if (view.ownerId !== ctx.who.userId) throw NOT_OWNER
  return view
}

export const editView: Handler<Calls['edit']> = async (
  ctx,
  { id, version, name, query, departmentId: after },
) => {
  const view = await lockOwn(ctx, id, version)
  const before = view.departmentId
  // What a department works with is changed only by who may still share with it; taking it back is always allowed.
  if (after !== null) await requireShareable(ctx, after, view.code, after !== before)
  await updateRow(ctx.db, 'saved_view', id, {
    name,
    query: asJson(query),
    department_id: after,
    updated_at: ctx.now,
    version: version + 1,
  }).catch(nameTaken)
  await noteView(ctx, id, after === before ? 'edit' : after === null ? 'unshare' : 'share')
  return readView(ctx, id)
}

export const removeView: Handler<Calls['remove']> = async (ctx, { id, version }) => {
  await lockOwn(ctx, id, version)
  await noteView(ctx, id, 'remove')
  await updateRow(ctx.db, 'saved_view', id, { removed_at: ctx.now, version: version + 1 })
  await ctx.db.deleteFrom('saved_view_place').where('view_id', '=', id).execute()
  return null
}

export const unshareView: Handler<Calls['unshare']> = async (ctx, { id, version }) => {
  const view = await lockSeen(ctx, id, version)
  const { departmentName, mayUnshare, ...kept } = await readView(ctx, id)
  if (departmentName === null) throw new DomainError('savedView.not_shared', '视图没有共享')
  if (!mayUnshare)
    throw new DomainError('savedView.department', `“${departmentName}”不在您的数据范围内，不能取消共享`)
  await updateRow(ctx.db, 'saved_view', id, {
    department_id: null,
    updated_at: ctx.now,
    version: version + 1,
  })
  await noteView(ctx, id, 'unshare')
  // Whose view it is not any more sees it no longer.
  return {
    ...kept,
    version: view.version + 1,
    departmentId: null,
    departmentName: null,
    mayEdit: kept.isMine,
    mayUnshare: false,
  }
}
