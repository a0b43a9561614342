import type { Input, Output } from '@heliodesk/contract/call.ts'
import { columnEffects, dataColumns, type DataColumn } from '@heliodesk/contract/data-columns.ts'
import type { dataRoleCalls } from '@heliodesk/contract/data-roles.ts'
import { sql } from 'kysely'
import { notFound, type Ctx } from '../../kernel/context.ts'
import { listDataRoles, type DataRole } from './rows.ts'

type Calls = typeof dataRoleCalls
type PermissionRule = Output<Calls['rulesOfPermission']>[number]
type Condition = Pick<PermissionRule, 'ruleColumn' | 'ruleConditions' | 'ruleValue'>

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

/** The conditions of all data roles that bear on a menu, one row each. */
export async function rulesOfPermission(
  ctx: Ctx,
  { permissionId, ruleName, ruleValue }: Input<Calls['permissionRules']>,
): Promise<PermissionRule[]> {
  const { rows } = await sql<{ codes: string[] }>`
    select array(select below.code from permission below where below.tenant_id = p.tenant_id
      and (below.id = p.id or below.parent_id = p.id) and below.code is not null) as codes
    from permission p where p.id = ${permissionId}`.execute(ctx.db)
  if (!rows[0]) throw notFound()
  const kinds = new Set(rows[0].codes.map((code) => code.split(':')[0] ?? ''))
  if (!NARROWED.some((kind) => kinds.has(kind))) return []
  const { records } = await listDataRoles(ctx, { keyword: '', pageNo: 1, pageSize: MOST })
  return records
    .flatMap((role) =>
      conditionsOf(role).map((condition, at) => ({
        id: `${role.id}-${at + 1}`,
        permissionId,
        ruleName: role.name,
        ...condition,
        status: role.enabled ? ('1' as const) : ('0' as const),
      })),
    )
    .filter((rule) => rule.ruleName.includes(ruleName) && rule.ruleValue.includes(ruleValue))
}

const oneOf = (ruleColumn: string, values: readonly (string | number)[] | null): Condition[] =>
  values ? [{ ruleColumn, ruleConditions: 'IN', ruleValue: values.join(',') }] : []

const conditionsOf = (role: DataRole): Condition[] => [
  ...oneOf('departmentId', role.departmentIds),
  ...oneOf('psaId', role.psaIds),
  ...oneOf('stationId', role.stationIds),
  ...oneOf('siteType', role.siteTypes),
  ...oneOf('taskType', role.taskTypes).map((condition) => ({
    ...condition,
    ruleConditions: role.taskTypesExcluded ? ('!=' as const) : condition.ruleConditions,
  })),
  ...(role.ownOrders
    ? [{ ruleColumn: 'ownOrders', ruleConditions: '=' as const, ruleValue: role.ownOrders }]
    : []),
  ...Object.entries(role.columns).map(([column, effect]) => ({
    ruleColumn: dataColumns[column as DataColumn].title,
    ruleConditions: '=' as const,
    ruleValue: columnEffects[effect],
  })),
]
