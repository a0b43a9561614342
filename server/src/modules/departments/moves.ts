import type { Input, Output } from '@heliodesk/contract/call.ts'
import type { DepartmentMove, departmentCalls } from '@heliodesk/contract/departments.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { DomainError, notFound, type Ctx } from '../../kernel/context.ts'
import type { PlaceMove } from '../../kernel/place-moves.ts'
import { insertRow } from '../../kernel/one-row.ts'
import { enqueue } from '../../kernel/queue.ts'
import { mayDo } from '../../kernel/rights.ts'
import { isUnder, visibleAtStation, visibleOrders, visiblePlaces } from '../../kernel/scope.ts'
import { withWireTimes, type Stored } from '../../kernel/wire-time.ts'
import { requireVersion, stale } from '../../kernel/versioned.ts'
import { onViolations } from '../../kernel/violations.ts'
import { one } from '../../platform/certain.ts'
import { processesNaming } from '../workflow/index.ts'
import { codeAfter, requireDepth } from './codes.ts'
import { following } from './following.ts'
import { ownDepartment, ownDepartments } from './scope.ts'

type Calls = typeof departmentCalls

/** One change of the tree at a time in a company: the codes below one department are given by another. */
const lockTree = (ctx: Ctx) =>
  sql`select pg_advisory_xact_lock(hashtextextended('department tree ' || app.tenant_id(), 0))`.execute(
    ctx.db,
  )

const columns = [
  'd.id',
  'd.name',
  'd.org_code',
  'd.status',
  'd.version',
  'd.last_child',
  'd.parent_id',
] as const
type Department = Awaited<ReturnType<typeof readDepartment>>

const readDepartment = (ctx: Ctx, id: string) =>
  ownDepartment(ctx, id).select(columns).executeTakeFirstOrThrow(notFound)

const lockDepartment = (ctx: Ctx, id: string) =>
  ownDepartment(ctx, id).select(columns).forUpdate().executeTakeFirstOrThrow(notFound)

/** Codes before and after, with the departments whose parent changes. */
type Plan = { codes: PlaceMove[]; children: { id: string; to: string }[]; newCode: string }

function requireElsewhere(from: Department, to: Department, verb: string): void {
  if (to.status !== '1') throw new DomainError('department.disabled', `部门“${to.name}”已停用`)
  if (to.org_code.startsWith(from.org_code))
    throw new DomainError('department.inside', `不能${verb}它自己或它的下级部门`)
}

/** The deepest level below a department, itself being 0. */
async function levelsBelow(ctx: Ctx, code: string): Promise<number> {
  const { rows } = await sql<{ levels: number }>`
    select coalesce(max(length(d.org_code)) - ${code.length}::int, 0) / 3 as levels
    from department d where ${isUnder('d.org_code', code)}`.execute(ctx.db)
  return one(rows).levels
}

async function planMove(ctx: Ctx, from: Department, to: Department): Promise<Plan> {
  requireElsewhere(from, to, '移到')
  if (from.parent_id === to.id)
    throw new DomainError('department.same_parent', `部门“${from.name}”已经在“${to.name}”下`)
  if (from.parent_id === null) throw new DomainError('department.top', '最上级部门不能移动')
  requireDepth(to.org_code, 1 + (await levelsBelow(ctx, from.org_code)))
  const newCode = codeAfter(to, 1)
  return {
    newCode,
    codes: [{ from: from.org_code, to: newCode, whole: true }],
    children: [{ id: from.id, to: newCode }],
  }
}

async function planMerge(ctx: Ctx, from: Department, to: Department): Promise<Plan> {
  requireElsewhere(from, to, '并入')
  const { rows: children } = await sql<{ id: string; org_code: string; name: string; taken: boolean }>`
    select d.id, d.org_code, d.name, exists (select from department same
        where same.parent_id = ${to.id} and same.name = d.name and same.id <> ${from.id}) as taken
    from department d where d.parent_id = ${from.id} order by d.sort_order, d.org_code`.execute(ctx.db)
  const taken = children.filter((child) => child.taken)
  if (taken.length > 0)
    throw new DomainError(
      'department.name_taken',
      `“${to.name}”下已有同名部门：${taken.map(({ name }) => name).join('、')}，请先改名`,
    )
  if (children.length > 0) requireDepth(to.org_code, await levelsBelow(ctx, from.org_code))
  const moved = children.map((child, at) => ({ ...child, to: codeAfter(to, at + 1) }))
  return {
    newCode: to.org_code,
    codes: [
      { from: from.org_code, to: to.org_code, whole: false },
      ...moved.map((child) => ({ from: child.org_code, to: child.to, whole: true })),
    ],
    children: moved,
  }
}

const NAMES = 5

/** People in force whose own department lies above one code, and not above the other; itself included. */
const sightOf = (above: string, notAbove: string): RawBuilder<unknown> => {
  const people = sql`app_user u join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
    where u.status = '1' and not u.has_all_data and starts_with(${above}::text, d.org_code)
      and not starts_with(${notAbove}::text, d.org_code)`
  return sql`jsonb_build_object('count', (select count(*) from ${people}), 'names', array(
    select u.realname from ${people} order by length(d.org_code) desc, u.id limit ${sql.lit(NAMES)}))`
}

/** Open orders at the stations of a subtree, as far as the caller may look at orders. */
const openOrdersOf = ({ who }: Ctx, orgCode: string) => sql<number | null>`
  case when ${mayDo(who.userId, 'order:list')} then (
    select count(*)::int from work_order o join station s on s.tenant_id = o.tenant_id and s.id = o.station_id
    where o.flow_sts < 4 and ${isUnder('s.dep_code', orgCode)} and ${visibleOrders(who, 'o')}) end`

type Preview = Output<Calls['movePreview']>

async function previewOf(
  ctx: Ctx,
  from: Department,
  above: { old: string; now: string },
  newCode: string,
): Promise<Preview> {
  const under = (column: string) => isUnder(column, from.org_code)
  const { rows } = await sql<Omit<Preview, 'orgCode' | 'newCode'>>`
    select (select count(*)::int from department d where ${under('d.org_code')}) as departments,
      (select count(*)::int from app_user u join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
        where u.status <> '3' and ${under('d.org_code')}) as people,
      (select count(*)::int from station s where ${under('s.dep_code')}) as stations,
      ${openOrdersOf(ctx, from.org_code)} as "openOrders",
      ${sightOf(above.now, above.old)} as gain, ${sightOf(above.old, above.now)} as lose,
      array(select '数据角色“' || r.name || '”' from data_role r where ${from.id}::bigint = any(r.department_ids)
        union all select '推送“' || h.name || '”' from webhook h
          where h.removed_at is null and ${from.id}::bigint = any(h.department_ids)
        union all select '流程草稿“' || f.name || '”' from process_draft f
          where strpos(f.xml, 'candidateHeads') > 0
            and strpos(replace(f.xml, '&quot;', '"'), ${`"${from.id}"`}::text) > 0 order by 1) as named`.execute(
    ctx.db,
  )
  return { ...one(rows), orgCode: from.org_code, newCode }
}

export async function movePreview(ctx: Ctx, { id, parentId }: Input<Calls['movePreview']>): Promise<Preview> {
  const [from, to] = [await readDepartment(ctx, id), await readDepartment(ctx, parentId)]
  const { newCode } = await planMove(ctx, from, to)
  return previewOf(ctx, from, { old: from.org_code.slice(0, -3), now: to.org_code }, newCode)
}

export async function mergePreview(
  ctx: Ctx,
  { id, intoId }: Input<Calls['mergePreview']>,
): Promise<Output<Calls['mergePreview']>> {
  const [from, to] = [await readDepartment(ctx, id), await readDepartment(ctx, intoId)]
  const { newCode } = await planMerge(ctx, from, to)
  const above = { old: from.org_code.slice(0, -3), now: to.org_code }
  return { ...(await previewOf(ctx, from, above, newCode)), processes: await processesNaming(ctx.db, id) }
}

/** Steps that name the department would lose its people; versions never change, so none is rewritten here. */
async function planNamedMerge(ctx: Ctx, from: Department, to: Department): Promise<Plan> {
  const naming = await processesNaming(ctx.db, from.id)
  if (naming.length > 0)
    throw new DomainError(
      'department.in_process',
      `流程${naming.map(({ name, version }) => `“${name}”第 ${version} 版`).join('、')}的环节由“${from.name}”负责人办理，请先改为其他部门`,
    )
  return planMerge(ctx, from, to)
}

type Asked = { id: string; version: number; targetId: string; reason: string }

const nameTaken = onViolations({
  department_name: new DomainError('department.name_taken', '新的上级下已有同名部门'),
  department_move_under_way: new DomainError(
    'department.moving',
    '上一次部门调整的工单还在更新，请等它完成后再调整',
  ),
})

export async function moveDepartment(ctx: Ctx, input: Input<Calls['move']>): Promise<void> {
  await carryOut(ctx, 'move', { ...input, targetId: input.parentId }, planMove, async ({ to }) => {
    await sql`update department set parent_id = ${to.id} where id = ${input.id}`.execute(ctx.db)
  })
}

export async function mergeDepartment(ctx: Ctx, input: Input<Calls['merge']>): Promise<void> {
  await carryOut(ctx, 'merge', { ...input, targetId: input.intoId }, planNamedMerge, async ({ from, to }) => {
    await sql`update department set parent_id = ${to.id} where parent_id = ${from.id}`.execute(ctx.db)
    for (const table of ['app_user', 'psa', 'station'] as const)
      await sql`
        update ${sql.table(table)} set department_id = ${to.id} where department_id = ${from.id}`.execute(
        ctx.db,
      )
    await sql`update department set status = '2' where id = ${from.id}`.execute(ctx.db)
  })
}

type Both = { from: Department; to: Department }

async function carryOut(
  ctx: Ctx,
  kind: DepartmentMove['kind'],
  { id, version, targetId, reason }: Asked,
  planOf: (ctx: Ctx, from: Department, to: Department) => Promise<Plan>,
  rewrite: (both: Both) => Promise<void>,
): Promise<void> {
  await lockTree(ctx)
  const [from, to] = [await lockDepartment(ctx, id), await lockDepartment(ctx, targetId)]
  requireVersion(from, version, stale('department', '部门'))
  const plan = await planOf(ctx, from, to)
  const { departments, people, stations } = await previewOf(
    ctx,
    from,
    { old: from.org_code, now: from.org_code },
    plan.newCode,
  )
  const { db, now } = ctx
  const moveId = await insertRow(db, 'department_move', {
    kind,
    department_id: from.id,
    name: from.name,
    target_id: to.id,
    target_name: to.name,
    reason,
    codes: JSON.stringify(plan.codes),
    departments,
    people,
    stations,
    at: now,
  }).catch(nameTaken)
  await sql`select set_config('app.departments_move', 'on', true)`.execute(db)
  await sql`
    update department set last_child = last_child + ${plan.children.length}::int where id = ${to.id}`.execute(
    db,
  )
  await rewrite({ from, to }).catch(nameTaken)
  const subtrees = plan.codes.filter(({ whole }) => whole)
  for (const { from: was, to: is } of subtrees) {
    await sql`update department set ${rewritten('org_code', was, is)} where ${isUnder('org_code', was)}`.execute(
      db,
    )
    await sql`update station set ${rewritten('dep_code', was, is)} where ${isUnder('dep_code', was)}`.execute(
      db,
    )
  }
  await sql`update department set version = version + 1 where id in (${from.id}, ${to.id})`.execute(db)
  await followInViews(ctx, plan.codes)
  await sql`select set_config('app.departments_move', '', true)`.execute(db)
  await enqueue(db, following, { moveId }, { key: 'departments' })
}

const rewritten = (column: string, was: string, is: string) =>
  sql`${sql.ref(column)} = ${is} || substr(${sql.ref(column)}, ${was.length + 1}::int)`

/** Saved views name departments by their codes. */
async function followInViews({ db }: Ctx, codes: readonly PlaceMove[]): Promise<void> {
  const names: RawBuilder<SqlBool> = sql`query::text ~ ${codes.map(({ from }) => `"${from}`).join('|')}`
  await sql`
    update saved_view v set query = (
      select jsonb_object_agg(key, case when key in ('depCode', 'depCodes') and jsonb_typeof(value) = 'array'
        then (select jsonb_agg(app.code_now(code) order by at)
          from jsonb_array_elements_text(value) with ordinality as each (code, at)) else value end)
      from jsonb_each(v.query)) where ${names}`.execute(db)
}

type MoveRow = Stored<DepartmentMove, 'time' | 'finishTime'>

/** Those of departments in the caller's scope; a department that was removed since tells nobody. */
export async function listMoves(ctx: Ctx): Promise<DepartmentMove[]> {
  const { rows } = await sql<MoveRow>`
    select m.id, m.kind, m.department_id as "departmentId", m.name as "departName", m.target_id as "targetId",
      m.target_name as "targetName", m.reason, m.departments, m.people, m.stations, u.realname as "actorName",
      m.at as time, m.followed::int as followed, m.expected::int as expected, m.finished_at as "finishTime"
    from department_move m join app_user u on u.tenant_id = m.tenant_id and u.id = m.actor_id
      join department d on d.tenant_id = m.tenant_id and d.id = m.target_id
    where ${ownDepartments(ctx.who, 'd.org_code')} order by m.id desc limit 20`.execute(ctx.db)
  return rows.map((row) => withWireTimes(row, ctx.who.timeZone))
}

export async function openWorkOf(
  ctx: Ctx,
  { id }: Input<Calls['openWork']>,
): Promise<Output<Calls['openWork']>> {
  const { org_code: code } = await readDepartment(ctx, id)
  const { rows } = await sql<Output<Calls['openWork']>>`
    select (select count(*)::int from department d
        where d.status = '1' and d.id <> ${id} and ${isUnder('d.org_code', code)}) as departments,
      (select count(*)::int from app_user u join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
        where u.status = '1' and ${isUnder('d.org_code', code)}) as people,
      (select count(*)::int from station s where s.maintenance_status = '1' and ${isUnder('s.dep_code', code)}) as stations,
      ${openOrdersOf(ctx, code)} as orders,
      case when ${mayDo(ctx.who.userId, 'ticket:list')} then (
        select count(*)::int from ticket t join station s on s.tenant_id = t.tenant_id and s.id = t.station_id
        where t.stamp is null and t.number is not null and ${isUnder('s.dep_code', code)}
          and ${visibleAtStation(ctx.who, 't')}) end as tickets,
      (select count(*)::int from process_instance i join app_user u on u.tenant_id = i.tenant_id and u.id = i.starter_id
          join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
        where i.status = 'running' and i.parent_id is null and i.business_type not in ('workOrder', 'orderExtension', 'ticket')
          and ${visiblePlaces(ctx.who, 'i')} and ${isUnder('d.org_code', code)}) as processes`.execute(ctx.db)
  return one(rows)
}
