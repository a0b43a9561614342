import type { Output } from '@heliodesk/contract/call.ts'
import { positionCalls } from '@heliodesk/contract/positions.ts'
import { sql } from 'kysely'
import { mentions } from '../../kernel/conditions.ts'
import { defineModule, DomainError, notFound, type Ctx, type Handler } from '../../kernel/context.ts'
import { deleteRow, insertRow, lockRow, updateRow } from '../../kernel/one-row.ts'
import { sysPageOf } from '../../kernel/paging.ts'
import { offerRestore, restoredByForm } from '../../kernel/restore-kind.ts'
import { removeEach } from '../../kernel/remove-each.ts'
import { requireVersion, stale } from '../../kernel/versioned.ts'
import { onViolation } from '../../kernel/violations.ts'
import { withWireTimes } from '../../kernel/wire-time.ts'
import { one } from '../../platform/certain.ts'
import { ownDepartments } from '../departments/index.ts'
import './first-data.ts'

export {
  holdsPosition,
  positionNamesOf,
  positionsOf,
  postOf,
  replacePositions,
  requirePositions,
} from './held.ts'

type Position = Output<(typeof positionCalls)['add']>

const CODE_TAKEN = new DomainError('position.code_taken', '岗位编码已存在')
const codeTaken = onViolation('job_position_tenant_id_code_key', CODE_TAKEN)

const positionRows = ({ db, who }: Ctx) =>
  db.selectFrom('job_position as p').select([
    'p.id',
    'p.code',
    'p.name',
    'p.post_rank as postRank',
    'p.description',
    'p.version',
    'p.created_at as createTime',
    sql<number>`(select count(*)::int from user_position held
        join app_user u on u.tenant_id = held.tenant_id and u.id = held.user_id
        join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
      where held.position_id = p.id and ${ownDepartments(who, 'd.org_code')})`.as('userCount'),
  ])

async function findPosition(ctx: Ctx, column: 'p.code' | 'p.id', value: string): Promise<Position> {
  const row = await positionRows(ctx).where(column, '=', value).executeTakeFirstOrThrow(notFound)
  return withWireTimes(row, ctx.who.timeZone)
}

const getPosition = (ctx: Ctx, id: string) => findPosition(ctx, 'p.id', id)

/** Whoever holds it counts, also outside the caller's departments. */
async function removePosition(ctx: Ctx, { id }: { id: string }): Promise<null> {
  const { name } = await lockRow(ctx.db, 'job_position', id)
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from user_position where position_id = ${id}`.execute(ctx.db)
  const { n } = one(rows)
  if (n > 0) throw new DomainError('position.in_use', `还有 ${n} 名用户在岗位“${name}”上，不能删除`)
  await deleteRow(ctx.db, 'job_position', id)
  return null
}

const editPosition: Handler<(typeof positionCalls)['edit']> = async (
  ctx,
  { id, version, code, name, postRank, description },
) => {
  requireVersion(await lockRow(ctx.db, 'job_position', id), version, stale('position', '岗位'))
  const values = { code, name, post_rank: postRank, description, version: version + 1 }
  await updateRow(ctx.db, 'job_position', id, values).catch(codeTaken)
  return getPosition(ctx, id)
}

offerRestore(
  'job_position',
  restoredByForm({
    right: 'position:manage',
    fields: { code: 'code', name: 'name', post_rank: 'postRank', description: 'description' },
    read: getPosition,
    edit: editPosition,
  }),
)

export const positions = defineModule(positionCalls, {
  list(ctx, input) {
    const matches = positionRows(ctx).where(mentions(sql`p.code || ' ' || p.name`, input.keyword, 'p'))
    const ordered = matches.orderBy('p.post_rank').orderBy('p.name_place').orderBy('p.id')
    return sysPageOf(ordered, input, (row) => withWireTimes(row, ctx.who.timeZone))
  },

  detail: (ctx, { id }) => getPosition(ctx, id),
  byCode: (ctx, { code }) => findPosition(ctx, 'p.code', code),

  async add(ctx, { code, name, postRank, description }) {
    const values = { code, name, post_rank: postRank, description }
    return getPosition(ctx, await insertRow(ctx.db, 'job_position', values).catch(codeTaken))
  },

  edit: editPosition,

  remove: removePosition,
  removeMany: removeEach(removePosition),
})
