import { z } from 'zod'
import { callsOf } from './call.ts'
import { conflictKey } from './duty-conflicts.ts'
import { id, keyOf, named, sysPage, sysPageOf, text, joinedIds } from './fields.ts'
import { holderFilter } from './holder-query.ts'
import { ofAccount, ofDepartment } from './references.ts'
import { granter } from './granter.ts'
import { grantReason } from './grant-reviews.ts'
import { orderActions } from './work-order-rules.ts'

/*
 * Who has a role or a permission, and what these people see. Every answer contains only people of the caller's own
 * departments, and counts only stations that the caller sees too.
 */
const { query } = callsOf('role', 'user', 'department', 'project', 'station')
const { command } = callsOf('role', 'user')

const role = z.object({ id: z.string(), roleCode: z.string(), roleName: z.string() })

/** A person and their data scope. */
const person = {
  id: z.string(),
  ...ofAccount,
  ...ofDepartment,
  hasAllData: z.enum(['0', '1']),
  /** Related projects, which add to the department's stations. */
  psaCount: z.int(),
  /** The stations that the person sees. */
  stationCount: z.int(),
}

const roleMember = z
  .object({
    ...person,
    /** '2' is frozen. */
    status: z.enum(['1', '2']),
    /** The names of the person's other roles. */
    otherRoles: z.array(z.string()),
    /** Of all roles of the person together. */
    conflicts: z.array(conflictKey),
    /** false if the person has permissions that the caller lacks. */
    manageable: z.boolean(),
  })
  .meta({ id: 'RoleMember' })

export const reachTitles = {
  all: '全部数据',
  department: '本部门及下级',
  project: '关联项目',
  part: '只看到一部分',
} as const

const holder = z
  .object({
    ...person,
    /** The roles that give the permission. */
    through: z.array(role),
    /** Why the person sees the place: with all data, from the own department, by a related project; or only a part. */
    reach: keyOf(reachTitles),
  })
  .meta({ id: 'PermissionHolder' })

/** What one may ask about an order: whether a person sees it, or may take an action on it. */
export const orderQuestions = {
  see: { title: '查看', perms: ['order:list'] },
  ...orderActions,
} as const
export type OrderQuestion = keyof typeof orderQuestions

const question = named('操作', keyOf(orderQuestions, '没有这种操作'))

const answer = z
  .object({
    person: z.object({ id: z.string(), realname: z.string(), depName: z.string() }),
    order: z.object({ id: z.string(), workCode: z.string(), psName: z.string(), flowStsName: z.string() }),
    action: question,
    may: z.boolean(),
    /** Everything that it takes, in this order: the account if it is in the way, rights, data scope, state, own rules. */
    checks: z.array(
      z.object({
        about: z.enum(['account', 'right', 'scope', 'state', 'rule']),
        met: z.boolean(),
        title: z.string(),
        note: z.string(),
      }),
    ),
    /** At most five others of the caller's departments who may, the nearest to the station first. */
    others: z.array(z.object({ id: z.string(), realname: z.string(), depName: z.string() })),
    /** Who could grant the right or the place that is missing: they may grant, and have it themselves. */
    granters: z.array(granter),
    /** The answers to all questions about this person and order. */
    all: z.array(z.object({ action: question, may: z.boolean() })),
  })
  .meta({ id: 'OrderAnswer' })

const inspect = { perm: 'role:manage' } as const
const manage = { perm: 'user:manage' } as const
const roleId = named('角色', id)

export const accessCalls = {
  /** The people who have a role. */
  members: query({
    title: '角色的成员',
    path: 'GET /sys/role/members',
    access: inspect,
    input: z.object({ roleId, ...sysPage, keyword: named('关键词', text(64).default('')) }),
    output: sysPageOf(roleMember),
  }),
  /** What the active members of a role see together, and where it comes from. */
  dataScope: query({
    title: '角色成员的数据范围',
    path: 'GET /sys/role/dataScope',
    access: inspect,
    input: z.object({ roleId }),
    output: z.object({
      userCount: z.int(),
      /** The stations that at least one member sees, and all that the caller sees. */
      stationCount: z.int(),
      allStations: z.int(),
      sources: z.array(
        z.object({
          kind: z.enum(['all', 'department', 'projects']),
          /** Of the department; null for the other kinds. */
          depId: z.string().nullable(),
          depName: z.string().nullable(),
          userCount: z.int(),
          stationCount: z.int(),
          /** The first five. */
          users: z.array(z.string()),
        }),
      ),
    }),
  }),
  /** Who has a permission, through which role, and what of a place these people see. */
  holders: query({
    title: '谁能看到什么',
    path: 'GET /sys/role/holders',
    access: inspect,
    input: z.object({ ...sysPage, ...holderFilter }),
    output: sysPageOf(holder).extend({
      /** The active people of whom these are some. */
      userCount: z.int(),
      /** The stations of the place. */
      allStations: z.int(),
    }),
  }),
  /** Whether a person may do this with this order, and why: what the call about it would answer the person now. */
  askOrder: query({
    title: '能否查看或办理工单',
    path: 'GET /sys/role/askOrder',
    access: inspect,
    besides: { 工单: ['order:list'] },
    entities: ['role', 'user', 'department', 'project', 'station', 'order'],
    input: z.object({
      personId: named('人员', id),
      orderId: named('工单', id),
      action: question.default('see'),
    }),
    output: answer,
  }),
  /** How many stations somebody with this data scope would see. */
  scopeSize: query({
    title: '数据范围内的电站数',
    path: 'GET /sys/user/scopeSize',
    access: manage,
    input: z.object({
      depId: named('部门', id.optional()),
      allData: named('全部数据权限', z.enum(['0', '1'], '应为 0 或 1').default('0')),
      relPsaIds: named('关联项目', z.array(id).max(500, '关联项目过多').default([])),
    }),
    output: z.object({ stationCount: z.int(), allStations: z.int() }),
  }),
  /** The conflicts of duties that people would newly have with the role; warnings, which refuse nothing. */
  newConflicts: query({
    title: '添加成员后的职责冲突',
    path: 'GET /sys/role/newConflicts',
    access: manage,
    input: z.object({
      roleId,
      userIds: named(
        '用户',
        joinedIds.refine((ids) => ids.length > 0 && ids.length <= 500, '请选择 1~500 名用户'),
      ),
    }),
    output: z.array(z.object({ key: conflictKey, people: z.array(z.string()) })),
  }),
  /** Returns how many people did not have the role; 0 if the change waits for a second person, as for `removeMembers`. */
  addMembers: command({
    title: '添加角色成员',
    path: '/sys/user/addSysUserRole',
    access: manage,
    input: z.object({
      roleId,
      userIdList: named('用户', z.array(id).min(1, '请选择用户').max(500, '一次最多 500 名用户')),
      reason: grantReason,
    }),
    output: z.int(),
  }),
  /** Returns how many people had the role. */
  removeMembers: command({
    title: '移出角色成员',
    path: 'DELETE /sys/user/deleteUserRoleBatch',
    access: manage,
    input: z.object({
      roleId,
      userIds: named(
        '用户',
        joinedIds.refine((ids) => ids.length > 0 && ids.length <= 500, '请选择 1~500 名用户'),
      ),
      reason: grantReason,
    }),
    output: z.int(),
  }),
}
