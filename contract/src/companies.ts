import { z } from 'zod'
import { callsOf } from './call.ts'
import {
  alike,
  day,
  keyOf,
  named,
  nothing,
  requiredText,
  sysPage,
  sysPageOf,
  text,
  time,
  version,
} from './fields.ts'
import { mobile } from './password-rules.ts'
import { username } from './users.ts'

const { command, query } = callsOf('company')

/** `leaving` is a suspended company whose removal is planned. */
export const companyStates = {
  active: '使用中',
  stopped: '已停用',
  leaving: '待删除',
  removing: '正在删除',
} as const
export type CompanyState = keyof typeof companyStates

/** What a company may have, with the unit of its numbers. */
export const quotas = {
  people: { title: '人员', unit: '人' },
  stations: { title: '电站', unit: '座' },
  fileGb: { title: '文件空间', unit: 'GB' },
  exports: { title: '每日导出', unit: '次' },
} as const
export type Quota = keyof typeof quotas

export const companyActs = {
  create: '创建',
  edit: '修改',
  suspend: '停用',
  resume: '恢复',
  export: '导出数据',
  planRemoval: '计划删除',
  cancelRemoval: '取消删除',
  remove: '已删除',
  password: '重发初始密码',
} as const

export const archiveStates = {
  waiting: '排队',
  running: '生成中',
  done: '可下载',
  failed: '失败',
  expired: '已过期',
} as const

/** After how many days a company is removed, if the operator names no other number. */
export const REMOVAL_DAYS = 30
/** For how many days an archive can be downloaded. */
export const ARCHIVE_DAYS = 7

const manage = { perm: 'tenant:manage' } as const

const code = named(
  '公司编码',
  z
    .string()
    .trim()
    .regex(/^[A-Z][A-Z0-9]{1,15}$/, '公司编码须为大写字母开头的 2 ~ 16 位大写字母或数字'),
)
const name = named('公司名称', requiredText(30))
const reason = named('原因', requiredText(200))
const atMost = (most: number) =>
  z.number('应为数字').int('应为整数').min(1, '不能小于 1').max(most, `不能大于 ${most}`).optional()

/** Without one there is no limit. */
const quotaFields = {
  people: named('人员上限', atMost(1_000_000)),
  stations: named('电站上限', atMost(1_000_000)),
  fileGb: named('文件空间上限', atMost(1_000_000)),
  exports: named('每日导出上限', atMost(1_000_000)),
}

const figures = z.object({
  people: z.int(),
  stations: z.int(),
  orders: z.int(),
  fileBytes: z.int(),
  exports: z.int(),
})

const company = z
  .object({
    ...alike(z.string(), 'id', 'companyCode'),
    name: z.string(),
    state: keyOf(companyStates),
    /** The platform's own, which nobody suspends or removes. */
    isOperator: z.boolean(),
    version: z.int(),
    createTime: time,
    /** The last use of a session or the last sign-in; null for none. */
    activeTime: time.nullable(),
    used: figures,
    limits: z.object({
      people: z.int().nullable(),
      stations: z.int().nullable(),
      fileGb: z.int().nullable(),
      exports: z.int().nullable(),
    }),
    stoppedTime: time.nullable(),
    stoppedWhy: z.string().nullable(),
    removalTime: time.nullable(),
    removalWhy: z.string().nullable(),
    /** How far the removal is, while it goes on. */
    removal: z
      .object({ rows: z.int(), expected: z.int(), files: z.int(), fault: z.string().nullable() })
      .nullable(),
  })
  .meta({ id: 'Company' })
export type Company = z.output<typeof company>

const archive = z
  .object({
    archiveNo: z.string(),
    state: keyOf(archiveStates),
    reason: z.string(),
    by: z.string(),
    createTime: time,
    finishTime: time.nullable(),
    expireTime: time.nullable(),
    /** Steps: tables, and files. */
    stepCount: z.int(),
    doneCount: z.int(),
    size: z.int().nullable(),
    fault: z.string().nullable(),
  })
  .meta({ id: 'CompanyArchive' })
export type CompanyArchive = z.output<typeof archive>

const ofCompany = { companyCode: code }
const seen = { companyCode: code, version }
const archiveNo = named('导出编号', z.string().regex(/^archive_[1-9]\d{0,17}$/, '不是有效的导出编号'))

export const companyCalls = {
  list: query({
    title: '租户列表',
    path: 'GET /sys/tenant/list',
    access: manage,
    input: z.object({
      ...sysPage,
      keyword: named('名称或编码', text(50).optional()),
      state: named('状态', keyOf(companyStates).optional()),
    }),
    output: sysPageOf(company),
  }),
  detail: query({
    title: '租户详情',
    path: 'GET /sys/tenant/queryById',
    access: manage,
    input: z.object(ofCompany),
    output: z.object({
      company,
      /** Nobody has changed the administrator's initial password yet. */
      awaitsAdministrator: z.boolean(),
      events: z.array(
        z.object({
          eventNo: z.string(),
          action: keyOf(companyActs),
          time,
          by: z.string(),
          reason: z.string(),
          edited: z.array(z.object({ title: z.string(), from: z.string(), to: z.string() })),
        }),
      ),
      archives: z.array(archive),
    }),
  }),
  /** With roles, dictionaries, processes and settings as a first company has them. */
  add: command({
    title: '新建租户',
    path: '/sys/tenant/add',
    access: manage,
    secret: true,
    sessionOnly: true,
    input: z.object({
      companyCode: code,
      name,
      realname: named('管理员姓名', requiredText(30)),
      username,
      phone: mobile,
    }),
    /** What the administrator signs in with first; it is told this once. */
    output: z.object({ companyCode: z.string(), username: z.string(), initialWord: z.string() }),
  }),
  /** As long as the administrator has not signed in and chosen an own one. */
  issue: command({
    title: '重发租户管理员的初始密码',
    path: '/sys/tenant/issuePassword',
    access: manage,
    secret: true,
    sessionOnly: true,
    input: z.object(ofCompany),
    output: z.object({ companyCode: z.string(), username: z.string(), initialWord: z.string() }),
  }),
  edit: command({
    title: '修改租户',
    path: 'PUT /sys/tenant/edit',
    access: manage,
    input: z.object({ ...seen, name, ...quotaFields }),
    output: nothing,
  }),
  suspend: command({
    title: '停用租户',
    path: '/sys/tenant/suspend',
    access: manage,
    input: z.object({ ...seen, reason }),
    output: nothing,
  }),
  resume: command({
    title: '恢复租户',
    path: '/sys/tenant/resume',
    access: manage,
    input: z.object(seen),
    output: nothing,
  }),
  planRemoval: command({
    title: '计划删除租户',
    path: '/sys/tenant/planRemoval',
    access: manage,
    sessionOnly: true,
    input: z.object({
      ...seen,
      /** The company's name, typed. */
      typedName: named('公司名称', requiredText(30)),
      days: named(
        '多少天后删除',
        z.number('应为数字').int('应为整数').min(1, '不能小于 1').max(365, '不能大于 365'),
      ),
      reason,
    }),
    output: z.object({ removalDay: day }),
  }),
  cancelRemoval: command({
    title: '取消删除租户',
    path: '/sys/tenant/cancelRemoval',
    access: manage,
    input: z.object(seen),
    output: nothing,
  }),
  archive: command({
    title: '导出租户全部数据',
    entities: ['company', 'job'],
    path: '/sys/tenant/archive',
    access: manage,
    sessionOnly: true,
    input: z.object({ ...ofCompany, reason }),
    output: archive,
  }),
  archiveLink: command({
    title: '下载租户数据',
    path: '/sys/tenant/archiveLink',
    access: manage,
    secret: true,
    sessionOnly: true,
    input: z.object({ archiveNo }),
    /** Followed at once: it is valid for a minute. */
    output: z.object({ url: z.string(), fileName: z.string() }),
  }),
  usage: query({
    title: '本公司的用量与配额',
    path: 'GET /sys/tenant/usage',
    access: { perm: 'setting:system' },
    input: nothing,
    output: z.object({
      quotas: z.array(z.object({ quota: keyOf(quotas), used: z.number(), most: z.int().nullable() })),
    }),
  }),
}
