import { z } from 'zod'
import { callsOf } from './call.ts'
import { grantReason } from './grant-reviews.ts'
import { ofColumn } from './data-columns.ts'
import { conflictKey } from './duty-conflicts.ts'
import {
  id,
  joined,
  named,
  nothing,
  requiredText,
  sysPage,
  sysPageOf,
  text,
  version,
  joinedIds,
} from './fields.ts'
import { maskedPhonePattern, newPassword, phonePattern } from './password-rules.ts'
import { sessionId, sessionRow } from './session.ts'
import { psaOptions, psaQuery } from './stations.ts'
import { ofAccount, ofDepartment } from './references.ts'
import { stockUserFilters, userFilters, userStatus } from './user-query.ts'

const { command, query } = callsOf('user')

const user = z
  .object({
    id: z.string(),
    version: z.int(),
    ...ofAccount,
    /** Masked for callers without `user:personal`, except their own; data roles may hide it. */
    phone: ofColumn('phone', z.string().nullable()),
    workNo: z.string().nullable(),
    ...ofDepartment,
    orgCode: z.string(),
    userType: z.string(),
    companyId: z.string().nullable(),
    hasAllData: z.enum(['0', '1']),
    /** '2' is frozen. */
    status: z.enum(['1', '2']),
    mustChangePassword: z.boolean(),
    roles: z.array(z.object({ id: z.string(), roleCode: z.string(), roleName: z.string() })),
    /** The codes of the positions, joined by commas. */
    post: z.string(),
    positions: z.array(z.object({ code: z.string(), name: z.string() })),
    /** Related projects that the caller may assign. */
    relPsas: z.array(z.object({ id: z.string(), name: z.string() })),
    /** Permissions that should not be with one person; warnings, see `dutyConflicts`. */
    conflicts: z.array(conflictKey),
    /** false if the person has permissions that the caller lacks. */
    manageable: z.boolean(),
    createTime: z.string(),
  })
  .meta({ id: 'User' })

export const usernamePattern = /^[a-z][a-z0-9._-]{2,31}$/

export const username = named(
  '账号',
  z.string().regex(usernamePattern, '账号以小写字母开头，3~32位，只含小写字母、数字和 . _ - 三种符号'),
)

/** '' and null both clear it. A masked number, as callers without `user:personal` got it, leaves it as it is. */
const phone = named(
  '手机号',
  z
    .string()
    .trim()
    .refine(
      (value) => value === '' || phonePattern.test(value) || maskedPhonePattern.test(value),
      '请输入正确的手机号',
    )
    .nullable()
    .default(null),
)

/** Codes of positions, as the Jeecg family joins them. */
const positionCodes = joined(
  z
    .string()
    .max(1000, '岗位过多')
    .regex(/^(?:\w{1,32}(?:,\w{1,32})*)?,?$/, '应为逗号分隔的岗位编码'),
).transform((list) => [...new Set(list.split(',').filter((each) => each !== ''))])

const userInput = {
  realname: named('姓名', requiredText(32)),
  phone,
  /** 工号, called `workNo` in answers. If missing it stays; null or '' clears it. */
  jobNo: named('工号', text(32).nullable().optional()),
  depId: named('部门', id.optional()),
  /** If missing they stay; a new person has none. */
  roleIds: named('角色', z.array(id).max(50, '角色过多').optional()),
  /** Codes of positions, joined by commas. If missing they stay; null or '' clears them. */
  post: named('岗位', positionCodes.nullable().optional()),
  /** '1' sees every station; answers call it `hasAllData`. If missing it stays; a new person has '0'. */
  allData: named('全部数据权限', z.enum(['0', '1'], '应为 0 或 1').optional()),
  userType: named(
    '用户类型',
    z
      .string()
      .regex(/^\d{1,2}$/, '应为 1~2 位数字')
      .default('1'),
  ),
  companyId: named('所属公司', text(32).nullable().default(null)),
  /** If missing they stay; a new person has none. */
  relPsaIds: named('关联项目', z.array(id).max(500, '关联项目过多').optional()),
  /** Department and roles as the Jeecg family's form sends them; the form's choice overrides its record's values. */
  selecteddeparts: named(
    '部门',
    joinedIds.refine((ids) => ids.length < 2, '一名用户只能属于一个部门').optional(),
  ),
  selectedroles: named('角色', joinedIds.refine((ids) => ids.length <= 50, '角色过多').optional()),
  /** Of changed roles, which may have to wait for a second person: until then the person keeps the earlier ones. */
  reason: grantReason,
}

/** For a form that sends only its own fields. */
const stockNames = [
  ['workNo', 'jobNo'],
  ['hasAllData', 'allData'],
] as const

/** The person a call is about; `userId` is the caller. */
const personId = named('用户', id)

const people = named(
  '用户',
  joinedIds.refine((ids) => ids.length > 0 && ids.length <= 500, '请选择 1~500 名用户'),
)

const manage = { perm: 'user:manage' } as const

export const userCalls = {
  list: query({
    title: '用户列表',
    entities: ['user', 'role', 'department', 'position'],
    path: 'GET /sys/user/list',
    access: manage,
    input: z.object({ ...sysPage, ...userFilters, ...stockUserFilters }),
    output: sysPageOf(user),
  }),
  detail: query({
    title: '用户详情',
    path: 'GET /sys/user/queryById',
    access: manage,
    input: z.object({ id }),
    output: user,
  }),
  /** One person's number in full. The audit log records who asked for it. */
  phone: query({
    title: '显示手机号',
    path: 'GET /sys/user/phone',
    access: { perm: 'user:personal' },
    input: z.object({ personId }),
    output: z.object({ phone: ofColumn('phone', z.string().nullable()) }),
  }),
  /** The person must change the initial password at the first sign-in. */
  add: command({
    title: '新建用户',
    path: '/sys/user/add',
    access: manage,
    stockNames,
    input: z
      .object({ username, password: named('初始密码', newPassword), ...userInput })
      .refine(({ depId, selecteddeparts }) => Boolean(depId ?? selecteddeparts?.[0]), {
        path: ['depId'],
        message: '此项为必填项',
        // Reported together with errors in other fields.
        when: ({ issues }) => issues.every(({ path }) => path?.[0] !== 'depId'),
      }),
    output: user,
  }),
  edit: command({
    title: '编辑用户',
    path: 'PUT /sys/user/edit',
    access: manage,
    stockNames,
    input: z.object({ id, version, ...userInput }),
    output: user,
  }),
  /**
   * Removes people without open work: they cannot sign in and are in no list, while histories keep their names. A user name
   * and phone are free again if nobody ever signed in with them.
   */
  remove: command({
    title: '删除用户',
    path: 'DELETE /sys/user/delete',
    access: manage,
    input: z.object({ id }),
    output: z.null(),
  }),
  removeBatch: command({
    title: '批量删除用户',
    path: 'DELETE /sys/user/deleteBatch',
    access: manage,
    input: z.object({ ids: people }),
    output: z.null(),
  }),
  /** The department of a person, as the Jeecg family's form reads it. */
  departments: query({
    title: '用户所在的部门',
    entities: ['user', 'department'],
    path: 'GET /sys/user/userDepartList',
    access: manage,
    // Clients merge no userId into a query string, so that one names the person.
    stockNames: [['userId', 'personId']],
    input: z.object({ personId }),
    output: z.array(z.object({ key: z.string(), value: z.string(), title: z.string(), code: z.string() })),
  }),
  /** The people of one department, without those below it. */
  ofDepartment: query({
    title: '部门的用户',
    entities: ['user', 'role', 'department'],
    path: 'GET /sys/user/queryUserByDepId',
    access: manage,
    input: z.object({
      id: named('部门', id),
      realname: named('姓名', text(32).default('')),
    }),
    output: z.array(user),
  }),
  /** Freezing a person ends their sessions at once. */
  frozenBatch: command({
    title: '停用或启用用户',
    path: 'PUT /sys/user/frozenBatch',
    access: manage,
    input: z.object({
      ids: people,
      status: userStatus,
      /** Also people whose work has not been handed over. */
      force: named('仍要停用', z.boolean().default(false)),
    }),
    output: z.null(),
  }),
  /** A reset by an administrator: ends the sessions; the person must choose a new password at the next sign-in. */
  changePassword: command({
    title: '重置用户密码',
    path: '/sys/user/changePassword',
    access: manage,
    input: z.object({ username: named('账号', requiredText(64)), password: named('新密码', newPassword) }),
    output: z.null(),
  }),
  /** A person's sessions, most recently used first. */
  sessions: query({
    title: '用户的登录设备',
    entities: ['session'],
    path: 'GET /sys/user/sessionsOf',
    access: manage,
    input: z.object({ personId }),
    output: z.array(sessionRow),
  }),
  /** Ends one session of a person, or all; returns how many. */
  endSessions: command({
    title: '终止用户的登录',
    entities: ['session'],
    path: '/sys/user/endSessionsOf',
    access: manage,
    input: z.object({ personId, sessionId: sessionId.optional() }),
    output: z.int(),
  }),
  roles: query({
    title: '用户的角色',
    entities: ['role'],
    path: 'GET /sys/user/queryUserRole',
    access: manage,
    input: z.object({ userid: named('用户', id) }),
    output: z.array(z.string()),
  }),
  /** Projects of a person outside their own department; of another person only those that the caller may assign. */
  relPsas: query({
    title: '用户关联的项目',
    entities: ['project'],
    path: '/sys/user/relPsas',
    access: 'signedIn',
    callersOwn: ['userId'],
    input: z.object(psaQuery),
    output: psaOptions,
  }),
  /** Demo accounts that still have their public password while other machines can reach the server. */
  demoAccounts: query({
    title: '仍可用公开密码登录的演示账号',
    path: 'GET /sys/user/demoAccounts',
    access: manage,
    input: nothing,
    output: z.array(z.string()),
  }),
  /** Succeeds if nobody but `id` has the user name or phone, in any tenant. */
  checkOnly: query({
    title: '检查账号或手机号是否可用',
    entities: [],
    path: 'GET /sys/user/checkOnlyUser',
    access: manage,
    input: z.object({
      id: id.optional(),
      username: named('账号', text(64).optional()),
      phone: named('手机号', text(32).optional()),
    }),
    output: z.null(),
  }),
}
