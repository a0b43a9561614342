import { z } from 'zod'
import { callsOf } from './call.ts'
import { columnEffects, dataColumn, dataColumns } from './data-columns.ts'
import { grantReason } from './grant-reviews.ts'
import { id, keyOf, named, nothing, requiredText, sysPage, sysPageOf, text } from './fields.ts'
import { permissionRuleCalls } from './permission-rules.ts'
import { listedRecordCalls } from './record-calls.ts'
import { siteTypes } from './station-fields.ts'
import { treeKeys } from './tree.ts'

const { query } = callsOf('dataRole')

export const ownOrders = {
  own: '只看本人的：上报、执行、协作和验收的工单',
  ownOrOpen: '只看本人的，以及待指派的工单',
} as const

const ids = (title: string) => named(title, z.array(id).min(1, '请至少选择一项').max(500, '最多 500 项'))

/** What a data role shows. Null: no condition of that kind. */
const rule = {
  departmentIds: ids('部门').nullable().default(null),
  psaIds: ids('项目').nullable().default(null),
  stationIds: ids('电站').nullable().default(null),
  siteTypes: named('电站类型', z.array(keyOf(siteTypes)).min(1, '请至少选择一项').max(3))
    .nullable()
    .default(null),
  taskTypes: named(
    '任务类型',
    z.array(z.coerce.number().int().min(1).max(999)).min(1, '请至少选择一项').max(100),
  )
    .nullable()
    .default(null),
  /** Every type but these. */
  taskTypesExcluded: named('不含这些任务类型', z.boolean().default(false)),
  ownOrders: named('工单范围', keyOf(ownOrders).nullable().default(null)),
  columns: named(
    '列',
    z
      .partialRecord(dataColumn, keyOf(columnEffects))
      .refine(
        (columns) =>
          Object.entries(columns).every(([column, effect]) =>
            (dataColumns[column as keyof typeof dataColumns].effects as readonly string[]).includes(effect),
          ),
        '该列只能隐藏，不能遮住一部分',
      )
      .default({}),
  ),
  mostExportRows: named(
    '每次最多导出',
    z
      .number()
      .int('应为整数')
      .min(0, '不能小于 0')
      .max(10_000_000, '不能大于 10000000')
      .nullable()
      .default(null),
  ),
}
export const dataRule = z.object(rule)
export type DataRule = z.output<typeof dataRule>

const audience = {
  roleIds: named('角色', z.array(id).max(100, '最多 100 个角色').default([])),
  userIds: named('用户', z.array(id).max(500, '最多 500 名用户').default([])),
}

const fields = {
  code: named(
    '编码',
    requiredText(32).regex(/^[A-Za-z][A-Za-z0-9_]*$/, '以字母开头，只含字母、数字和下划线'),
  ),
  name: named('名称', requiredText(32)),
  description: named('说明', text(200).default('')),
  enabled: named('启用', z.boolean().default(true)),
  ...rule,
  ...audience,
  /** Of a change that may have to wait for a second person: until then everything stays as it was. */
  reason: grantReason,
}

const namedRows = z.array(z.object({ id: z.string(), name: z.string() }))

const dataRole = z
  .object({
    id: z.string(),
    code: z.string(),
    name: z.string(),
    description: z.string(),
    enabled: z.boolean(),
    departmentIds: z.array(z.string()).nullable(),
    psaIds: z.array(z.string()).nullable(),
    stationIds: z.array(z.string()).nullable(),
    siteTypes: z.array(keyOf(siteTypes)).nullable(),
    taskTypes: z.array(z.int()).nullable(),
    taskTypesExcluded: z.boolean(),
    ownOrders: keyOf(ownOrders).nullable(),
    columns: z.partialRecord(dataColumn, keyOf(columnEffects)),
    mostExportRows: z.int().nullable(),
    /** What the ids are called, for the caller; one that does not exist any more has no name. */
    departments: namedRows,
    psas: namedRows,
    stations: namedRows,
    roles: namedRows,
    /** Of the caller's departments. */
    users: namedRows,
    /** Everybody of the caller's departments for whom it is in force, or would be if enabled. */
    userCount: z.int(),
    version: z.int(),
    createTime: z.string(),
  })
  .meta({ id: 'DataRole' })

const manage = { perm: 'dataRole:manage' } as const

export const dataRoleActions = { create: '新建', edit: '修改', remove: '删除' } as const

const node = z.object({
  ...treeKeys,
  id: z.string(),
  label: z.string(),
  code: z.string(),
  isLeaf: z.boolean(),
  enabled: z.boolean(),
  children: z.array(z.never()),
})

const counts = z.object({ stations: z.int(), orders: z.int() })

export const dataRoleCalls = {
  ...listedRecordCalls('dataRole', {
    title: '数据角色',
    path: '/sys/dataRole',
    access: manage,
    fields,
    listed: ['dataRole', 'role', 'user', 'department', 'project', 'station'],
    output: dataRole,
    bodyKb: 64,
  }),
  tree: query({
    title: '数据角色树',
    path: 'GET /sys/dataRole/queryTreeList',
    access: manage,
    input: nothing,
    output: z.object({ treeList: z.array(node), ids: z.array(z.string()) }),
  }),
  search: query({
    title: '查找数据角色',
    path: 'GET /sys/dataRole/searchBy',
    access: manage,
    input: z.object({ keyWord: named('关键词', text(64).default('')) }),
    output: z.array(node),
  }),
  /** The roles of the company and the people of the caller's departments. */
  choices: query({
    title: '数据角色可授予的对象',
    path: 'GET /sys/dataRole/choices',
    access: manage,
    entities: ['role', 'user', 'department'],
    input: nothing,
    output: z.object({
      roles: z.array(z.object({ id: z.string(), roleName: z.string(), userCount: z.int() })),
      users: z.array(z.object({ id: z.string(), realname: z.string(), depName: z.string() })),
    }),
  }),
  history: query({
    title: '数据角色的修改记录',
    path: 'GET /sys/dataRole/history',
    access: manage,
    input: z.object({ dataRoleId: named('数据角色', id), ...sysPage }),
    output: sysPageOf(
      z.object({
        id: z.string(),
        action: keyOf(dataRoleActions),
        /** Null for a person outside the caller's own departments. */
        actorName: z.string().nullable(),
        time: z.string(),
        edited: z.array(z.object({ title: z.string(), from: z.string(), to: z.string() })),
      }),
    ),
  }),
  /** What people would see with a rule that is not saved yet. */
  impact: query({
    title: '数据角色影响谁',
    path: '/sys/dataRole/impact',
    access: manage,
    bodyKb: 64,
    entities: ['dataRole', 'user', 'role', 'station', 'order'],
    input: z.object({
      /** Absent for a new one. */
      id: id.optional(),
      enabled: named('启用', z.boolean().default(true)),
      ...rule,
      ...audience,
    }),
    output: z.object({
      /** Everybody of the caller's departments for whom something can change. */
      userCount: z.int(),
      /** The first of them. */
      people: z.array(
        z.object({
          id: z.string(),
          realname: z.string(),
          depName: z.string(),
          /** Stations and open orders. */
          now: counts,
          after: counts,
          /** Open orders that the person executes and would not see any more. */
          lost: z.int(),
          /** The person's other data roles in force. */
          others: z.array(z.string()),
        }),
      ),
      /** What the server adds to its statements, for the first person. */
      sql: z.object({ stations: z.string(), orders: z.string() }).nullable(),
    }),
  }),
  userRoles: query({
    title: '用户的角色（含名称）',
    path: 'GET /sys/user/queryUserRole2',
    access: { perm: 'user:manage' },
    entities: ['role', 'user'],
    input: z.object({ userid: named('用户', id) }),
    output: z.array(z.object({ id: z.string(), roleCode: z.string(), roleName: z.string() })),
  }),
  userDataRoles: query({
    title: '用户的数据角色',
    path: 'GET /sys/user/queryUserDataRole',
    access: { perm: 'user:manage' },
    entities: ['dataRole', 'role', 'user'],
    input: z.object({ userid: named('用户', id) }),
    output: z.array(
      z.object({
        id: z.string(),
        code: z.string(),
        name: z.string(),
        enabled: z.boolean(),
        /** The names of the roles through which the person has it; empty if it is given to the person alone. */
        through: z.array(z.string()),
        isOwn: z.boolean(),
      }),
    ),
  }),
  ...permissionRuleCalls,
}
