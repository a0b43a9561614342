import { z } from 'zod'
import { callsOf } from './call.ts'
import { grantReason } from './grant-reviews.ts'
import {
  id,
  joinedIds,
  keyOf,
  named,
  nothing,
  partOfText,
  requiredText,
  sysPage,
  sysPageOf,
  text,
} from './fields.ts'
import type { PermissionCode } from './permissions.ts'
import { listedRecordCalls, removalOfMany } from './record-calls.ts'
import { treeKeys, treeOf } from './tree.ts'

const { command, query } = callsOf('role')

/** The role that may grant everything, keeps its own management permissions and always has at least one holder. */
export const administratorRole = 'admin'

/** Permissions that the administrator role cannot lose: without them nobody could restore them. */
export const keptByAdministrators: readonly PermissionCode[] = ['role:manage', 'user:manage', 'menu:manage']

const role = z
  .object({
    id: z.string(),
    roleCode: z.string(),
    roleName: z.string(),
    description: z.string(),
    /** A built-in role keeps its code and cannot be deleted. */
    builtIn: z.boolean(),
    /** People of the caller's own departments; so are those of the other counts. */
    userCount: z.int(),
    /** The number of permissions that the role has. */
    permissionCount: z.int(),
    /** Why the caller can neither change nor delete it; null if both are allowed. */
    refusal: z.string().nullable(),
    version: z.int(),
    createTime: z.string(),
  })
  .meta({ id: 'Role' })

/** A menu or a button of the permission tree (protocols.md §2.5). */
const permissionNode = treeOf(
  'PermissionNode',
  z.object({
    ...treeKeys,
    label: z.string(),
    slotTitle: z.string(),
    icon: z.string().nullable(),
    parentId: z.string().nullable(),
    /** 0 root menu, 1 page, 2 button. */
    menuType: z.int(),
    /** A button's permission code. */
    code: z.string().nullable(),
    ruleFlag: z.int(),
    isLeaf: z.boolean(),
    /** Whether the caller may grant or revoke it. */
    grantable: z.boolean(),
  }),
)
export type PermissionNode = z.output<typeof permissionNode>

export const roleActions = {
  create: '新建角色',
  edit: '编辑角色',
  grant: '修改权限',
  member: '调整成员',
  remove: '删除角色',
} as const

const roleAction = keyOf(roleActions)
export type RoleAction = z.output<typeof roleAction>

/** One change of a role, in the words of its time; newest first. */
const roleEvent = z
  .object({
    id: z.string(),
    action: roleAction,
    /** null for a person outside the caller's own departments. */
    actorName: z.string().nullable(),
    time: z.string(),
    /** Permissions or people. */
    added: z.array(z.string()),
    removed: z.array(z.string()),
    /** Fields; null for none. */
    edited: z.array(z.object({ title: z.string(), from: z.string(), to: z.string() })),
  })
  .meta({ id: 'RoleEvent' })

const permissionTree = z.object({ treeList: z.array(permissionNode), ids: z.array(z.string()) })

const roleCode = named(
  '角色编码',
  requiredText(32).regex(/^[A-Za-z][A-Za-z0-9_]*$/, '以字母开头，只含字母、数字和下划线'),
)

const roleInput = {
  roleCode,
  roleName: named('角色名称', requiredText(32)),
  description: named('描述', text(200).default('')),
}

const manage = { perm: 'role:manage' } as const

const { list, ...recordOfRole } = listedRecordCalls('role', {
  title: '角色',
  path: '/sys/role',
  access: manage,
  fields: roleInput,
  // It counts its people.
  listed: ['role', 'user'],
  filters: { roleName: named('角色名称', partOfText) },
  output: role,
})

/** The tree of all permissions. */
const treeAt = (title: string, path: `GET /${string}`) =>
  query({ title, path, access: manage, input: nothing, output: permissionTree })

export const roleCalls = {
  list,
  /** All roles as choices for a user; the caller may assign only those with `grantable`. */
  all: query({
    title: '可选的角色',
    path: 'GET /sys/role/queryall',
    access: { perm: 'user:manage' },
    input: nothing,
    output: z.array(
      z.object({
        id: z.string(),
        roleCode: z.string(),
        roleName: z.string(),
        description: z.string(),
        grantable: z.boolean(),
      }),
    ),
  }),
  ...recordOfRole,
  removeMany: removalOfMany('role', { title: '角色', path: '/sys/role', access: manage }),
  /** A new role with the same permissions and data roles, but without members. */
  copy: command({
    title: '复制角色',
    path: '/sys/role/copy',
    access: manage,
    entities: ['role', 'dataRole'],
    input: z.object({ roleId: named('角色', id), ...roleInput }),
    output: role,
  }),
  /** By id, or by the code in the page's address. */
  detail: query({
    title: '角色详情',
    entities: ['role', 'user'],
    path: 'GET /sys/role/queryById',
    access: manage,
    input: z.object({ id: id.optional(), roleCode: named('角色编码', text(32).optional()) }),
    output: role,
  }),
  /** Succeeds if no other role than `id` has the code. */
  checkCode: query({
    title: '检查角色编码是否可用',
    entities: [],
    path: 'GET /sys/role/checkRoleCode',
    access: manage,
    input: z.object({ id: id.optional(), roleCode }),
    output: z.null(),
  }),
  permissionTree: treeAt('权限树', 'GET /sys/permission/queryTreeList'),
  /** The same tree at the path that clients of role screens use. */
  tree: treeAt('权限树（角色页）', 'GET /sys/role/queryTreeList'),
  permissions: query({
    title: '角色拥有的权限',
    path: 'GET /sys/permission/queryRolePermission',
    access: manage,
    input: z.object({ roleId: named('角色', id) }),
    output: z.array(z.string()),
  }),
  /**
   * Applies the difference between the permissions the editor loaded and its current ones, so that concurrent changes
   * of the same role are kept. Returns the role's permissions afterwards: those it had, if the change waits for a second
   * person.
   */
  savePermissions: command({
    title: '保存角色的权限',
    path: '/sys/permission/saveRolePermission',
    access: manage,
    input: z.object({
      roleId: named('角色', id),
      permissionIds: named('权限', joinedIds),
      lastpermissionIds: named('原权限', joinedIds),
      reason: grantReason,
    }),
    output: z.array(z.string()),
  }),
  /** Who changed the role, when and what; changes of its people only as far as the caller may see these. */
  history: query({
    title: '角色的修改记录',
    entities: ['role', 'user'],
    path: 'GET /sys/role/history',
    access: manage,
    input: z.object({ roleId: named('角色', id), ...sysPage }),
    output: sysPageOf(roleEvent),
  }),
  /** The people affected by a change of the role: the total, and the names of the first 20. */
  impact: query({
    title: '权限变更影响的用户',
    entities: ['role', 'user'],
    path: 'GET /sys/role/impact',
    access: manage,
    input: z.object({ roleId: named('角色', id) }),
    output: z.object({
      userCount: z.int(),
      users: z.array(z.string()),
      /** The permissions that some of these people also have through other roles. */
      elsewhere: z.array(
        z.object({ permissionId: z.string(), userCount: z.int(), roleNames: z.array(z.string()) }),
      ),
    }),
  }),
}
