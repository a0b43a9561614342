import type { Input, Output } from '@heliodesk/contract/call.ts'
import type { permissionRuleCalls } from '@heliodesk/contract/permission-rules.ts'
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { DomainError, notFound, type Ctx } from '../../kernel/context.ts'
import { hasRow } from '../../kernel/one-row.ts'
import { isIn, keysOf, partOf, without, withPart, type Narrowing } from './conditions.ts'
import { listDataRoles, readDataRole, type DataRole } from './rows.ts'
import { addDataRole, editDataRole, removeDataRole } from './write.ts'

type Calls = typeof permissionRuleCalls
type PermissionRule = Output<Calls['rulesOfPermission']>[number]

/** Menus that show stations or what lies at them, by the beginnings of their codes. */
const NARROWED = [
  'order',
  'hall',
  'portal',
  'schedule',
  'cleaning',
  'statistics',
  'station',
  'device',
  'dashboard',
  'ticket',
  'earth',
]
/** A company has few; the family's call has no pages. */
const MOST = 1000

const NOT_NARROWED = new DomainError(
  'dataRule.menu',
  '菜单（permissionId）：该菜单不显示电站或工单，数据规则对它不起作用',
)

async function isNarrowed(ctx: Ctx, permissionId: string): Promise<boolean> {
  const { rows } = await sql<{ codes: string[] }>`
    select array(select below.code from permission below where below.tenant_id = p.tenant_id
      and (below.id = p.id or below.parent_id = p.id) and below.code is not null) as codes
    from permission p where p.id = ${permissionId}`.execute(ctx.db)
  if (!rows[0]) throw notFound()
  const kinds = new Set(rows[0].codes.map((code) => code.split(':')[0] ?? ''))
  return NARROWED.some((kind) => kinds.has(kind))
}

const allDataRoles = async (ctx: Ctx): Promise<DataRole[]> =>
  (await listDataRoles(ctx, { keyword: '', pageNo: 1, pageSize: MOST })).records

const ruleOf = (permissionId: string, role: DataRole, key: string): PermissionRule => ({
  id: `${role.id}-${key}`,
  permissionId,
  ruleName: role.name,
  ...partOf(role, key),
  status: role.enabled ? '1' : '0',
})

/** The conditions of all data roles that bear on a menu, one row each. */
export async function rulesOfPermission(
  ctx: Ctx,
  { permissionId, ruleName, ruleValue }: Input<Calls['permissionRules']>,
): Promise<PermissionRule[]> {
  if (!(await isNarrowed(ctx, permissionId))) return []
  const roles = await allDataRoles(ctx)
  return roles
    .flatMap((role) => keysOf(role).map((key) => ruleOf(permissionId, role, key)))
    .filter((rule) => rule.ruleName.includes(ruleName) && rule.ruleValue.includes(ruleValue))
}

const formOf = ({ roles, users, ...role }: DataRole) => ({
  ...role,
  reason: '',
  roleIds: roles.map(({ id }) => id),
  userIds: users.map(({ id }) => id),
})

const NOTHING: Narrowing = {
  departmentIds: null,
  psaIds: null,
  stationIds: null,
  siteTypes: null,
  taskTypes: null,
  taskTypesExcluded: false,
  ownOrders: null,
  columns: {},
  mostExportRows: null,
}

export async function addPermissionRule(
  ctx: Ctx,
  { permissionId, ruleName, status, ...part }: Input<Calls['addPermissionRule']>,
): Promise<PermissionRule> {
  if (!(await isNarrowed(ctx, permissionId))) throw NOT_NARROWED
  const { key, narrowing } = withPart(NOTHING, part)
  const role = await addDataRole(ctx, {
    ...narrowing,
    code: `rule_${randomBytes(6).toString('hex')}`,
    name: ruleName,
    description: '',
    reason: '',
    enabled: status === '1',
    roleIds: [],
    userIds: [],
  })
  return ruleOf(permissionId, role, key)
}

/** The data role of a rule, and the key of its condition. */
async function ruleAt(ctx: Ctx, id: string): Promise<{ role: DataRole; key: string }> {
  const at = id.indexOf('-')
  const role = await readDataRole(ctx, id.slice(0, at))
  const key = id.slice(at + 1)
  if (!isIn(role, key)) throw notFound()
  return { role, key }
}

export async function editPermissionRule(
  ctx: Ctx,
  { id, permissionId, ruleName, status, ...part }: Input<Calls['editPermissionRule']>,
): Promise<PermissionRule> {
  if (!(await isNarrowed(ctx, permissionId))) throw NOT_NARROWED
  const found = await ruleAt(ctx, id)
  const { key, narrowing } = withPart(without(found.role, found.key), part)
  const form = { ...formOf(found.role), ...narrowing, name: ruleName, enabled: status === '1' }
  return ruleOf(permissionId, await editDataRole(ctx, form), key)
}

export async function deletePermissionRule(ctx: Ctx, id: string): Promise<null> {
  const { role, key } = await ruleAt(ctx, id)
  const rest = without(role, key)
  if (keysOf(rest).length === 0 && rest.mostExportRows === null) return removeDataRole(ctx, role.id)
  await editDataRole(ctx, { ...formOf(role), ...rest })
  return null
}

async function requireRole(ctx: Ctx, roleId: string): Promise<void> {
  if (!(await hasRow(ctx.db.selectFrom('role').where('id', '=', roleId)))) throw notFound()
}

const hasRole = (role: DataRole, roleId: string): boolean => role.roles.some(({ id }) => id === roleId)

export async function rulesOfRole(ctx: Ctx, { permissionId, roleId }: Input<Calls['rulesOfRole']>) {
  await requireRole(ctx, roleId)
  if (!(await isNarrowed(ctx, permissionId))) return { datarule: [], drChecked: '' }
  const roles = await allDataRoles(ctx)
  const rules = roles.map((role) => ({
    role,
    rules: keysOf(role).map((key) => ruleOf(permissionId, role, key)),
  }))
  return {
    datarule: rules.flatMap((each) => each.rules),
    drChecked: rules
      .filter(({ role }) => hasRole(role, roleId))
      .flatMap((each) => each.rules.map(({ id }) => id))
      .join(','),
  }
}

export async function saveRulesOfRole(
  ctx: Ctx,
  { permissionId, roleId, dataRuleIds }: Input<Calls['saveRulesOfRole']>,
): Promise<null> {
  await requireRole(ctx, roleId)
  if (!(await isNarrowed(ctx, permissionId))) throw NOT_NARROWED
  const roles = (await allDataRoles(ctx)).toSorted((one, other) => Number(one.id) - Number(other.id))
  const wanted = new Set(dataRuleIds)
  const known = new Set(roles.flatMap((role) => keysOf(role).map((key) => `${role.id}-${key}`)))
  if ([...wanted].some((id) => !known.has(id))) throw notFound()
  for (const role of roles) {
    const keys = keysOf(role)
    if (keys.length === 0) continue
    const chosen = keys.filter((key) => wanted.has(`${role.id}-${key}`)).length
    if (chosen > 0 && chosen < keys.length)
      throw new DomainError('dataRule.apart', `“${role.name}”的数据规则只能一起授予或收回`)
    if (chosen > 0 === hasRole(role, roleId)) continue
    const form = formOf(role)
    const others = form.roleIds.filter((id) => id !== roleId)
    await editDataRole(ctx, { ...form, roleIds: chosen > 0 ? [...others, roleId] : others })
  }
  return null
}
