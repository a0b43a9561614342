import type { Input, Output } from '@heliodesk/contract/call.ts'
import {
  SPACE_DEPTH,
  spaceCalls,
  spaceKinds,
  type SpaceKind,
  type SpaceNode,
} from '@heliodesk/contract/spaces.ts'
import { sql } from 'kysely'
import { defineModule, DomainError, notFound, type Ctx } from '../../kernel/context.ts'
import { forestOf } from '../../kernel/forest.ts'
import { deleteRow, insertRow, lockRow, updateRow } from '../../kernel/one-row.ts'
import { requireRoom } from '../../kernel/tree-room.ts'
import { requireUnused } from '../../kernel/uses.ts'
import { requireVersion, stale } from '../../kernel/versioned.ts'
import { onViolations } from '../../kernel/violations.ts'
import { getVisibleStation, visibleStation } from '../stations/index.ts'

type Space = Output<(typeof spaceCalls)['add']>

const nameTaken = onViolations({
  space_name: new DomainError('space.name_taken', '同一上级下已有同名区域'),
})

async function getSpace(ctx: Ctx, id: string): Promise<Space> {
  const row = await ctx.db
    .selectFrom('space')
    .select(['id', 'station_id as psId', 'parent_id as parentId', 'name', 'sort_order as sort', 'version'])
    .select(sql<SpaceKind>`kind`.as('kind'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow(notFound)
  await getVisibleStation(ctx, row.psId)
  return row
}

/** Serialises changes of a station's tree, so that two together cannot create a cycle. */
async function lockStation(ctx: Ctx, psId: string): Promise<void> {
  await visibleStation(ctx, psId).select('s.id').forNoKeyUpdate().executeTakeFirstOrThrow(notFound)
}

/** A space of a station in scope, with that station's tree locked. */
async function lockSpace(ctx: Ctx, id: string) {
  const { psId } = await getSpace(ctx, id)
  await lockStation(ctx, psId)
  return lockRow(ctx.db, 'space', id)
}

/** The parent must belong to the station. */
const roomIn = (psId: string) => ({
  table: 'space' as const,
  parentIs: sql<boolean>`station_id = ${psId}`,
  most: SPACE_DEPTH,
  circle: new DomainError('space.circle', '上级区域不能是自身或其下级'),
  tooDeep: new DomainError('space.too_deep', `区域最多 ${SPACE_DEPTH} 级`),
})

const lastPlace = (psId: string) =>
  sql<number>`(select coalesce(max(sort_order), 0) + 10 from space where station_id = ${psId})`

async function treeOf(ctx: Ctx, psId: string): Promise<SpaceNode[]> {
  await getVisibleStation(ctx, psId)
  const { rows } = await sql<Omit<SpaceNode, 'kindName' | 'children'>>`
    select p.id, p.station_id as "psId", p.parent_id as "parentId", p.name, p.kind, p.sort_order as sort, p.version,
      (select count(*)::int from device d
        where d.tenant_id = p.tenant_id and d.space_id = p.id and d.status = '1') as "deviceCount"
    from space p where p.station_id = ${psId} order by p.sort_order, p.name_place, p.id`.execute(ctx.db)
  return forestOf(rows, (node, children: SpaceNode[]) => ({
    ...node,
    kindName: spaceKinds[node.kind],
    deviceCount: children.reduce((sum, child) => sum + child.deviceCount, node.deviceCount),
    children,
  }))
}

async function addSpace(ctx: Ctx, input: Input<(typeof spaceCalls)['add']>): Promise<Space> {
  await lockStation(ctx, input.psId)
  await requireRoom(ctx, { ...roomIn(input.psId), parentId: input.parentSpaceId, id: null })
  const id = await insertRow(ctx.db, 'space', {
    station_id: input.psId,
    parent_id: input.parentSpaceId ?? null,
    kind: input.kind,
    name: input.name,
    sort_order: lastPlace(input.psId),
    created_at: ctx.now,
  }).catch(nameTaken)
  return getSpace(ctx, id)
}

async function editSpace(ctx: Ctx, input: Input<(typeof spaceCalls)['edit']>): Promise<Space> {
  const current = await lockSpace(ctx, input.id)
  requireVersion(current, input.version, stale('space', '区域'))
  await requireRoom(ctx, { ...roomIn(current.station_id), parentId: input.parentSpaceId, id: input.id })
  await updateRow(ctx.db, 'space', input.id, {
    name: input.name,
    kind: input.kind,
    parent_id: input.parentSpaceId ?? null,
    version: input.version + 1,
  }).catch(nameTaken)
  return getSpace(ctx, input.id)
}

/** The first or last sibling stays where it is. */
async function shiftSpace(ctx: Ctx, { id, direction }: { id: string; direction: 'up' | 'down' }) {
  const current = await lockSpace(ctx, id)
  const siblings = await ctx.db
    .selectFrom('space')
    .select('id')
    .where('station_id', '=', current.station_id)
    .where('parent_id', 'is not distinct from', current.parent_id)
    .orderBy('sort_order')
    .orderBy('id')
    .execute()
  const order = siblings.map((each) => each.id)
  const from = order.indexOf(id)
  const to = direction === 'up' ? from - 1 : from + 1
  if (to < 0 || to >= order.length) return null
  order.splice(to, 0, ...order.splice(from, 1))
  await sql`
    update space set sort_order = placed.at * 10
    from unnest(${order}::bigint[]) with ordinality as placed (id, at) where space.id = placed.id`.execute(
    ctx.db,
  )
  return null
}

const USES = [
  ['space', 'parent_id', '个下级区域'],
  ['device', 'space_id', '台设备'],
  ['inspection_sheet_line', 'space_id', '行巡检记录'],
] as const

async function removeSpace(ctx: Ctx, { id }: { id: string }): Promise<null> {
  const current = await lockSpace(ctx, id)
  const inUse = (counts: string) =>
    new DomainError('space.in_use', `区域“${current.name}”下还有${counts}，不能删除`)
  await requireUnused(ctx, id, USES, inUse)
  await deleteRow(ctx.db, 'space', id)
  return null
}

export const spaces = defineModule(spaceCalls, {
  tree: (ctx, { psId }) => treeOf(ctx, psId),
  detail: (ctx, { id }) => getSpace(ctx, id),
  add: addSpace,
  edit: editSpace,
  shift: shiftSpace,
  remove: removeSpace,
})
