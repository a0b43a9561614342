import { z } from 'zod'
import { callsOf } from './call.ts'
import { grantReason } from './grant-reviews.ts'
import { id, keyOf, named, nothing, requiredText, sysPage, sysPageOf, text, time } from './fields.ts'
import { permissionTitles, type PermissionCode } from './permissions.ts'

const { command, query } = callsOf('apiToken')

export const usualTokenDays = 90
export const mostTokenDays = 365
/** From this many days before its end a token is marked. */
export const expiringDays = 14
export const mostTokens = 50

/** Rights over accounts, and over this page: no token has them, or whoever found one could make others. */
export const neverByToken: readonly PermissionCode[] = ['role:manage', 'user:manage', 'api:manage']

export const tokenStates = {
  active: '有效',
  expiring: '即将到期',
  expired: '已到期',
  revoked: '已吊销',
  stopped: '所属账号已停用',
} as const
export type TokenState = keyof typeof tokenStates

export const tokenKinds = { personal: '个人', machine: '机器' } as const

const anyNetwork = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])

/** Whether it is an IPv4 or IPv6 network, or a single address. */
export const isNetwork = (value: string): boolean => anyNetwork.safeParse(value).success

const network = z
  .string()
  .trim()
  .max(49, '网段最多 49 个字符')
  .refine(isNetwork, '请输入网段，例如 203.0.113.0/24')

const code = keyOf(permissionTitles, '没有这个权限').refine(
  (each) => !neverByToken.includes(each),
  '账号、角色与令牌的管理不能交给令牌',
)

const tokenInput = {
  name: named('名称', requiredText(30)),
  /** Makes no commands; without codes it reads whatever its owner may read. */
  readOnly: named('只读', z.boolean()),
  codes: named('权限', z.array(code).max(200, '权限过多')),
  days: named(
    '有效天数',
    z
      .int('应为整数')
      .min(1, '至少 1 天')
      .max(mostTokenDays, `最多 ${mostTokenDays} 天`)
      .default(usualTokenDays),
  ),
  networks: named('允许的网络', z.array(network).max(20, '最多 20 个网段').default([])),
}

const apiToken = z
  .object({
    id: z.string(),
    name: z.string(),
    prefix: z.string(),
    kind: z.enum(['personal', 'machine']),
    ownerName: z.string(),
    readOnly: z.boolean(),
    codes: z.array(z.string()),
    networks: z.array(z.string()),
    state: keyOf(tokenStates),
    createTime: time,
    creatorName: z.string(),
    expireTime: time,
    /** Days until it expires, 1 on the last one. */
    daysLeft: z.int(),
    lastUsedTime: time.nullable(),
    lastUsedFrom: z.string().nullable(),
  })
  .meta({ id: 'ApiToken' })
export type ApiToken = z.output<typeof apiToken>

const machine = z
  .object({
    id: z.string(),
    name: z.string(),
    depId: z.string(),
    depName: z.string(),
    roles: z.array(z.object({ id: z.string(), roleName: z.string() })),
    /** Tokens that may be used now. */
    tokens: z.int(),
    /** What a token of it can reach, as far as the caller may give it. */
    codes: z.array(z.string()),
  })
  .meta({ id: 'ApiMachine' })
export type ApiMachine = z.output<typeof machine>

const made = z.object({ id: z.string(), token: z.string() })
const manage = { perm: 'api:manage' } as const

const complete = (input: { readOnly: boolean; codes: readonly string[] }) =>
  input.readOnly || input.codes.length > 0
const INCOMPLETE = { message: '请选择只读，或至少一项权限', path: ['codes'] }

export const apiTokenCalls = {
  /** The caller's own tokens, and what a new one could reach. */
  own: query({
    title: '我的令牌',
    entities: ['apiToken', 'setting', 'role'],
    path: 'GET /sys/apiToken/own',
    access: 'signedIn',
    sessionOnly: true,
    input: nothing,
    output: z.object({
      /** The company lets people make tokens. */
      allowed: z.boolean(),
      tokens: z.array(apiToken),
      codes: z.array(z.string()),
    }),
  }),
  list: query({
    title: '全部令牌',
    entities: ['apiToken', 'user'],
    path: 'GET /sys/apiToken/list',
    access: manage,
    sessionOnly: true,
    input: z.object({
      ...sysPage,
      keyword: named('关键词', text(50).optional()),
      kind: named('种类', keyOf(tokenKinds).optional()),
      state: named('状态', keyOf(tokenStates).optional()),
    }),
    output: sysPageOf(apiToken),
  }),
  /** For oneself; the answer has the token, which is never shown again. */
  add: command({
    title: '新建个人令牌',
    path: '/sys/apiToken/add',
    access: 'signedIn',
    secret: true,
    sessionOnly: true,
    input: z.object(tokenInput).refine(complete, INCOMPLETE),
    output: made,
  }),
  addForMachine: command({
    title: '新建机器令牌',
    path: '/sys/apiToken/addForMachine',
    access: manage,
    secret: true,
    sessionOnly: true,
    input: z.object({ machineId: named('机器账号', id), ...tokenInput }).refine(complete, INCOMPLETE),
    output: made,
  }),
  /** One's own, or with the right to manage them anybody's. Takes effect on the very next call. */
  revoke: command({
    title: '吊销令牌',
    path: '/sys/apiToken/revoke',
    access: 'signedIn',
    besides: { 自己的: [], 他人的: ['api:manage'] },
    sessionOnly: true,
    input: z.object({ id }),
    output: nothing,
  }),
  machines: query({
    title: '机器账号',
    entities: ['apiToken', 'role', 'department'],
    path: 'GET /sys/apiMachine/list',
    access: manage,
    sessionOnly: true,
    input: nothing,
    output: z.object({
      machines: z.array(machine),
      roles: z.array(z.object({ id: z.string(), roleName: z.string() })),
    }),
  }),
  addMachine: command({
    title: '新建机器账号',
    path: '/sys/apiMachine/add',
    access: manage,
    sessionOnly: true,
    input: z.object({
      name: named('名称', requiredText(30)),
      depId: named('所属部门', id),
      roleIds: named('角色', z.array(id).min(1, '请选择角色').max(20, '最多 20 个角色')),
      /** Of the roles, which may have to wait for a second person: until then it has none. */
      reason: grantReason,
    }),
    output: z.object({ id: z.string() }),
  }),
  /** With all its tokens, at once. */
  stopMachine: command({
    title: '停用机器账号',
    path: '/sys/apiMachine/stop',
    access: manage,
    sessionOnly: true,
    input: z.object({ machineId: named('机器账号', id) }),
    output: nothing,
  }),
}
