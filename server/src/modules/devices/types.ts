import type { Input, Output } from '@heliodesk/contract/call.ts'
import { TYPE_DEPTH, type DeviceTypeNode, type deviceCalls } from '@heliodesk/contract/devices.ts'
import { sql } from 'kysely'
import { DomainError, notFound, type Ctx } from '../../kernel/context.ts'
import { forestOf } from '../../kernel/forest.ts'
import { visibleStations } from '../../kernel/scope.ts'
import { requireRoom } from '../../kernel/tree-room.ts'
import { requireUnused } from '../../kernel/uses.ts'
import { onViolations } from '../../kernel/violations.ts'
import { requireVersion, stale } from '../../kernel/versioned.ts'
import { deleteRow, insertRow, lockRow, updateRow } from '../../kernel/one-row.ts'
import { getVisibleStation } from '../stations/index.ts'

type AddInput = Input<(typeof deviceCalls)['addType']>
type EditInput = Input<(typeof deviceCalls)['editType']>
type DeviceType = Output<(typeof deviceCalls)['typeDetail']>

const ROOM = {
  table: 'device_type',
  most: TYPE_DEPTH,
  circle: new DomainError('device_type.circle', '上级类型不能是自身或其下级'),
  tooDeep: new DomainError('device_type.too_deep', `设备类型最多 ${TYPE_DEPTH} 级`),
} as const

const columns = sql`id, parent_id as "parentId", code, name, sort_order as sort, attributes, status, version`

/** The whole type tree of the tenant; counts are of devices in use within the caller's scope. */
export async function listTypes(ctx: Ctx, { psId }: { psId?: string }): Promise<DeviceTypeNode[]> {
  if (psId) await getVisibleStation(ctx, psId)
  const { rows: nodes } = await sql<DeviceType>`
    select ${columns} from device_type order by sort_order, code`.execute(ctx.db)
  const { rows: counts } = await sql<{ type_id: string; n: number }>`
    select d.type_id, count(*)::int as n from device d
      join station s on s.tenant_id = d.tenant_id and s.id = d.station_id
    where d.status = '1' and ${visibleStations(ctx.who, 's')}
      ${psId ? sql`and d.station_id = ${psId}` : sql``}
    group by d.type_id`.execute(ctx.db)
  const own = new Map(counts.map(({ type_id, n }) => [type_id, n]))
  return forestOf(nodes, (node, children: DeviceTypeNode[]) => ({
    ...node,
    deviceCount: children.reduce((sum, child) => sum + child.deviceCount, own.get(node.id) ?? 0),
    children,
  }))
}

export async function getType(ctx: Ctx, id: string): Promise<DeviceType> {
  const { rows } = await sql<DeviceType>`select ${columns} from device_type where id = ${id}`.execute(ctx.db)
  const [type] = rows
  if (!type) throw notFound()
  return type
}

/** Serialises changes of the tree. */
const lockTree = (ctx: Ctx) =>
  sql`select pg_advisory_xact_lock(hashtext('device_type'), ${ctx.who.tenantId})`.execute(ctx.db)

const explainTaken = onViolations({
  device_type_tenant_id_code_key: new DomainError('device_type.code_taken', '类型编码已存在'),
  device_type_name: new DomainError('device_type.name_taken', '同一上级下已有同名类型'),
})

const toColumns = (input: AddInput) => ({
  parent_id: input.parentTypeId ?? null,
  code: input.code,
  name: input.name,
  sort_order: input.sort,
  attributes: JSON.stringify(input.attributes),
  status: input.status,
})

export async function addType(ctx: Ctx, input: AddInput): Promise<DeviceType> {
  await lockTree(ctx)
  await requireRoom(ctx, { ...ROOM, parentId: input.parentTypeId, id: null })
  const id = await insertRow(ctx.db, 'device_type', { ...toColumns(input), created_at: ctx.now }).catch(
    explainTaken,
  )
  return getType(ctx, id)
}

export async function editType(ctx: Ctx, input: EditInput): Promise<DeviceType> {
  await lockTree(ctx)
  const current = await getType(ctx, input.id)
  requireVersion(current, input.version, stale('device_type', '设备类型'))
  await requireRoom(ctx, { ...ROOM, parentId: input.parentTypeId, id: input.id })
  await updateRow(ctx.db, 'device_type', input.id, { ...toColumns(input), version: input.version + 1 }).catch(
    explainTaken,
  )
  return getType(ctx, input.id)
}

const USES = [
  ['device_type', 'parent_id', '个下级类型'],
  ['device', 'type_id', '台设备'],
] as const

export async function removeType(ctx: Ctx, { id }: { id: string }): Promise<null> {
  await lockTree(ctx)
  const type = await lockRow(ctx.db, 'device_type', id)
  const inUse = (counts: string) =>
    new DomainError('device_type.in_use', `类型“${type.name}”下还有${counts}，不能删除`)
  await requireUnused(ctx, id, USES, inUse)
  await deleteRow(ctx.db, 'device_type', id)
  return null
}
