import { z } from 'zod'
import { callsOf } from './call.ts'
import { id, joined, named, requiredText, text } from './fields.ts'

/*
 * Data rules of menus, as the Jeecg family keeps them: each is one condition, or one column, of a data role. They bear on
 * every menu that shows stations or orders, whichever of these menus they are written for.
 */
const { command, query } = callsOf('dataRole')

const manage = { perm: 'dataRole:manage' } as const

const permissionRule = z
  .object({
    id: z.string(),
    permissionId: z.string(),
    /** The name of the data role. */
    ruleName: z.string(),
    ruleColumn: z.string(),
    ruleConditions: z.enum(['IN', '!=', '=']),
    ruleValue: z.string(),
    /** 0: the data role is not in force. */
    status: z.enum(['0', '1']),
  })
  .meta({ id: 'PermissionRule' })

/** The id of a data role and the key of what it narrows by. */
const ruleId = z
  .string()
  .max(64)
  .regex(/^[1-9]\d{0,17}-\w+$/, '不是有效的数据规则编号')

const ruleIds = joined(
  z
    .string()
    .max(20_000, '编号过多')
    .regex(/^(?:[1-9]\d{0,17}-\w+(?:,[1-9]\d{0,17}-\w+)*,?)?$/, '应为逗号分隔的数据规则编号'),
).transform((list) => [...new Set(list.split(',').filter((each) => each !== ''))])

const fields = {
  permissionId: named('菜单', id),
  ruleName: named('规则名称', requiredText(32)),
  ruleColumn: named('规则字段', requiredText(32)),
  ruleConditions: named('条件规则', requiredText(20)),
  ruleValue: named('规则值', requiredText(4000)),
  status: named('状态', z.enum(['0', '1'], '应为 0 或 1').default('1')),
}

export const permissionRuleCalls = {
  rulesOfPermission: query({
    title: '菜单的数据规则',
    path: 'GET /sys/permission/getPermRuleListByPermId',
    access: manage,
    input: z.object({ permissionId: named('菜单', id) }),
    output: z.array(permissionRule),
  }),
  permissionRules: query({
    title: '查询数据规则',
    path: 'GET /sys/permission/queryPermissionRule',
    access: manage,
    input: z.object({
      permissionId: named('菜单', id),
      ruleName: named('规则名称', text(64).default('')),
      ruleValue: named('规则值', text(64).default('')),
    }),
    output: z.array(permissionRule),
  }),
  /** A new data role with this one condition, which nobody has yet. */
  addPermissionRule: command({
    title: '新建菜单的数据规则',
    path: '/sys/permission/addPermissionRule',
    access: manage,
    input: z.object(fields),
    output: permissionRule,
  }),
  /** Changes the condition, and the name and state of its whole data role. */
  editPermissionRule: command({
    title: '修改菜单的数据规则',
    path: 'PUT /sys/permission/editPermissionRule',
    access: manage,
    input: z.object({ id: named('数据规则', ruleId), ...fields }),
    output: permissionRule,
  }),
  /** Takes the condition from its data role, and with the last one the data role itself. */
  deletePermissionRule: command({
    title: '删除菜单的数据规则',
    path: 'DELETE /sys/permission/deletePermissionRule',
    access: manage,
    input: z.object({ id: named('数据规则', ruleId) }),
    output: z.null(),
  }),
  /** The rules of a menu, and those of them that a role has. */
  rulesOfRole: query({
    title: '角色在菜单上的数据规则',
    path: 'GET /sys/role/datarule/:permissionId/:roleId',
    access: manage,
    entities: ['dataRole', 'role'],
    input: z.object({ permissionId: named('菜单', id), roleId: named('角色', id) }),
    output: z.object({
      datarule: z.array(permissionRule),
      /** Their ids, joined by commas. */
      drChecked: z.string(),
    }),
  }),
  /** Gives a role exactly the data roles of these rules; the rules of one data role go together. */
  saveRulesOfRole: command({
    title: '保存角色的数据规则',
    path: '/sys/role/datarule',
    access: manage,
    entities: ['dataRole', 'role'],
    input: z.object({
      permissionId: named('菜单', id),
      roleId: named('角色', id),
      dataRuleIds: named('数据规则', ruleIds),
    }),
    output: z.null(),
  }),
}
