import { sql } from 'kysely'
import { DomainError, type Ctx, type Who } from '../../kernel/context.ts'
import { updateRow } from '../../kernel/one-row.ts'
import { missingRight } from '../../kernel/rights.ts'
import { nameTaken, noteView, requireRoom } from './write.ts'
import { ownDepartment } from '../departments/index.ts'

/** Makes a shared view that of another person, who may share with its department; false if it is not theirs any more. */
export async function handOverView(
  ctx: Ctx,
  { id, fromId, successor }: { id: string; fromId: string; successor: Who },
): Promise<boolean> {
  const { rows } = await sql<{ code: string; departmentId: string; version: number }>`
    select code, department_id as "departmentId", version from saved_view
    where id = ${id} and owner_id = ${fromId} and department_id is not null and removed_at is null for update`.execute(
    ctx.db,
  )
  const [view] = rows
  if (!view) return false
  const theirs = { ...ctx, who: successor }
  if ((await missingRight(theirs, ['savedView:share'])) !== null)
    throw new DomainError('savedView.share', '接收人没有共享视图的权限')
  if (!(await ownDepartment(theirs, view.departmentId).select('d.id').executeTakeFirst()))
    throw new DomainError('savedView.department', '接收人的数据范围不包含所共享的部门')
  await requireRoom(theirs, view.code)
  await updateRow(ctx.db, 'saved_view', id, {
    owner_id: successor.userId,
    updated_at: ctx.now,
    version: view.version + 1,
  }).catch(nameTaken)
  await noteView(ctx, id, 'edit')
  return true
}
