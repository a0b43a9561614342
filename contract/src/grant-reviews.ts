import { z } from 'zod'
import { callsOf } from './call.ts'
import { id, keyOf, named, nothing, requiredText, sysPage, sysPageOf, text, time } from './fields.ts'

/*
 * Changes of rights that wait for a second person, while a company demands one (权限变更须二人复核). Everybody sees what
 * they asked themselves, and what they have the right to change: permissions of roles, or roles of people of their own
 * departments.
 */
const { command, query } = callsOf('role', 'user')

export const grantKinds = {
  permissions: '角色权限',
  roles: '人员角色',
  machine: '机器账号角色',
  scope: '数据范围',
  dataRole: '数据角色',
} as const

export const grantStates = {
  waiting: '待复核',
  confirmed: '已生效',
  refused: '已驳回',
  withdrawn: '已撤回',
  outdated: '已失效',
  expired: '已过期',
} as const

/** After this many days nobody can confirm it any more. */
export const GRANT_DAYS = 14

/** Why somebody asks for a change; written to the one that waits, and without effect where none has to. */
export const grantReason = named('变更原因', text(200).default(''))

const review = z
  .object({
    id: z.string(),
    kind: keyOf(grantKinds),
    state: keyOf(grantStates),
    /** Of a role or a data role; else empty. */
    roleName: z.string(),
    people: z.array(z.string()),
    /** Permissions, roles, what belongs to a scope, or what a data role says, in the words of the time. */
    added: z.array(z.string()),
    removed: z.array(z.string()),
    reason: z.string(),
    askedBy: z.string(),
    askedTime: time,
    expiryTime: time,
    decidedBy: z.string(),
    decidedTime: time.nullable(),
    /** Why it was refused, or what had changed meanwhile. */
    note: z.string(),
    /** The caller asked for it, and may withdraw it. */
    isOwn: z.boolean(),
    /** Why the caller can neither confirm nor refuse it; null if both are possible. */
    refusal: z.string().nullable(),
  })
  .meta({ id: 'GrantReview' })
export type GrantReview = z.output<typeof review>

const besides = {
  角色权限: ['role:manage'],
  人员角色和数据范围: ['user:manage'],
  机器账号角色: ['api:manage'],
  数据角色: ['dataRole:manage'],
} as const
const path = '/sys/grantReview'

export const grantReviewCalls = {
  /** Whether changes wait for a second person, and how many the caller sees waiting. */
  state: query({
    title: '权限变更是否须复核',
    entities: ['role', 'user', 'setting'],
    path: `GET ${path}/state`,
    access: 'signedIn',
    input: nothing,
    output: z.object({ isOn: z.boolean(), waiting: z.int() }),
  }),
  /** The latest first. */
  list: query({
    title: '待复核的权限变更',
    path: `GET ${path}/list`,
    access: 'signedIn',
    input: z.object({
      /** Only those that still wait, or only the others. */
      open: named('待复核', z.enum(['0', '1'], '应为 0 或 1').default('1')),
      ...sysPage,
    }),
    output: sysPageOf(review),
  }),
  /** Carries it out, with the rights of who confirms. Never with a token: a program is no second person. */
  confirm: command({
    title: '复核通过权限变更',
    path: `${path}/confirm`,
    access: 'signedIn',
    besides,
    sessionOnly: true,
    input: z.object({ id }),
    output: review,
  }),
  refuse: command({
    title: '驳回权限变更',
    path: `${path}/refuse`,
    access: 'signedIn',
    besides,
    sessionOnly: true,
    input: z.object({ id, reason: named('驳回原因', requiredText(200)) }),
    output: review,
  }),
  /** By who asked for it. */
  withdraw: command({
    title: '撤回权限变更',
    path: `${path}/withdraw`,
    access: 'signedIn',
    input: z.object({ id }),
    output: review,
  }),
}
