import { z } from 'zod'
import { callsOf } from './call.ts'
import {
  businessPage,
  businessPageOf,
  keyOf,
  named,
  nothing,
  requiredText,
  text,
  time,
  patch,
} from './fields.ts'
import { gradeRule, usualGrades } from './defect-levels.ts'
import { usualCleaning } from './cleaning-benefit.ts'
import { usualAppearance } from './appearance-score.ts'
import { usualCommentMinutes } from './order-comments.ts'
import { usualExtension } from './extension-rules.ts'
import { usualTickets } from './ticket-settings.ts'
import { retentionKinds, retentionSettings, usualRetention } from './retention.ts'
import { outageCategories, usualLosses, usualOrder } from './outage-categories.ts'
import { ofAccount } from './references.ts'
import { filePath, storedFile } from './stored-file.ts'

const { command, query } = callsOf('setting')

const webAddress = z.url({ protocol: /^https?$/, error: '请输入以 http:// 或 https:// 开头的地址' })
const atMost = (most: number, unit: string) =>
  z.coerce.number().int('应为整数').min(1, `至少 1 ${unit}`).max(most, `最多 ${most} ${unit}`)
const zeroTo = (most: number, unit: string) =>
  z.coerce.number().int('应为整数').min(0, '不能小于 0').max(most, `最多 ${most} ${unit}`)
const points = z.coerce.number().int('应为整数').min(0, '不能小于 0').max(100, '不能大于 100')
const orEmpty = <S extends z.ZodType>(schema: S) => z.union([z.literal(''), schema])

/** The address of a sister system, `https://www.{host}/…`; `{host}` is the provider's domain (spec 1 §1). */
const addressTemplate = z
  .string()
  .trim()
  .max(200, '最多允许输入200个字符')
  .refine(
    (value) =>
      value === '' ||
      z.url({ protocol: /^https?$/ }).safeParse(value.replaceAll('{host}', 'host.cn')).success,
    {
      message: '请输入以 http:// 或 https:// 开头的地址，可用 {host} 代表域名',
    },
  )

const sisterAddresses = z.object({
  '/houseHold': named('户用系统', addressTemplate),
  '/iSolarHealth': named('健康评估系统', addressTemplate),
  '/smartAnalyze': named('数据分析系统', addressTemplate),
  '/solarCare': named('智能巡检系统', addressTemplate),
  '/integratedPlatform': named('一体化平台', addressTemplate),
})

/** /systemConfiguration: branding, sister systems, sign-in and messages. */
export const systemSettings = z.object({
  productName: named('产品名称', requiredText(20)),
  logo: named('企业标志', filePath.nullable()),
  filingNumber: named('备案号', text(64)),
  hasScreen: named('大屏', z.boolean()),
  JDScreen: named('JD 大屏', z.boolean()),
  AIGC: named('智能助手', z.boolean()),
  assistantUrl: named('智能助手地址', orEmpty(webAddress)),
  fixedHide: named('滚动时隐藏顶栏', z.boolean()),
  /** The provider's domain, such as `example.com`; '' hides the sister systems that need it. */
  host: named(
    '服务商域名',
    orEmpty(
      z
        .string()
        .trim()
        .regex(/^([a-z0-9-]+\.)+[a-z0-9-]+(:\d{1,5})?$/i, '请输入域名，例如 example.com'),
    ),
  ),
  sisters: named('姊妹系统地址', sisterAddresses),
  phoneLogin: named('手机验证码登录', z.boolean()),
  /** Holders of the administrator role need a second factor to sign in by password or phone. */
  adminSecondFactor: named('管理员须两步验证', z.boolean()),
  /** Changes of rights wait for a second person (modules/grant-reviews). */
  fourEyes: named('权限变更须二人复核', z.boolean()),
  /** Hours after which a session ends, used or not; applies to existing sessions, too. */
  sessionHours: named('登录最长时长（小时）', atMost(8760, '小时')),
  /** People may make tokens for their own programs. */
  personalTokens: named('个人令牌', z.boolean()),
  /** Files and prints name who exported them, and when. */
  exportMark: named('导出文件带水印', z.boolean()),
  ...retentionSettings,
  smsSignName: named('短信签名', text(20)),
  mailbox: named('总经理信箱', z.boolean()),
  /** User names of the readers of the manager's mailbox; an empty list means the administrators. */
  mailRecipients: named('收信人', z.array(requiredText(64)).max(20, '最多 20 位收信人')),
})

const versionNotes = z.object({
  /** A new version shows the notes to everybody again. */
  version: named('版本号', requiredText(20)),
  notes: named('说明', z.array(requiredText(200)).max(10, '最多 10 条说明')),
})

const extension = z.object({
  late: named('超时后仍可申请', z.boolean()),
  times: named('延期次数上限', atMost(10, '次')),
  factor: named(
    '总时长上限（倍）',
    z.coerce.number().min(1, '至少 1 倍').max(10, '最多 10 倍').multipleOf(0.1, '精度 0.1'),
  ),
})

const decimal = (least: number, most: number, step: number) =>
  z.coerce.number().min(least, `至少 ${least}`).max(most, `最多 ${most}`).multipleOf(step, `精度 ${step}`)

const cleaning = z.object({
  days: named('收益计算天数（天）', atMost(365, '天')),
  pr: named('清洁组件 PR', decimal(0.1, 1, 0.001)),
  irradiation: named('默认日辐照（kWh/m²）', decimal(0.1, 12, 0.01)),
  price: named('默认电价（元/kWh）', decimal(0.0001, 10, 0.0001)),
  soilingRate: named('积灰速率（%/天）', decimal(0.001, 10, 0.001)),
  rain: named('降雨清零（mm/天）', decimal(0.1, 500, 0.1)),
})

const appearance = z.object({
  passMark: named('达标线（分）', decimal(1, 100, 0.1)),
  reworkPercent: named('低于分值多少须整改（%）', atMost(100, '%')),
  needTicket: named('站容站貌工单办票', z.boolean()),
})

const tickets = z.object({
  earthTestMonths: named('接地线试验周期（月）', atMost(60, '个月')),
  qualificationMonths: named('人员资格最长有效期（月）', atMost(60, '个月')),
  expiryDays: named('到期前提醒（天）', atMost(180, '天')),
  receiveDays: named('第一种票提前接票（天）', zeroTo(7, '天')),
  firstExtensions: named('第一种票延期次数（次）', zeroTo(3, '次')),
  secondExtensions: named('第二种、低压票延期次数（次）', zeroTo(3, '次')),
  extensionHours: named('延期须提前申请（小时）', zeroTo(24, '小时')),
  emergencyHours: named('事故抢修单有效时间（小时）', atMost(24, '小时')),
  hotFirstHours: named('一级动火票有效时间（小时）', atMost(72, '小时')),
  hotSecondHours: named('二级动火票有效时间（小时）', atMost(240, '小时')),
  gasMinutes: named('气体测定间隔（分钟）', atMost(1440, '分钟')),
})

const losses = z.object({
  closedToSubmit: named('停机未恢复不能提交', z.boolean()),
  pr: named('默认 PR', decimal(0.1, 1, 0.001)),
  irradiation: named('默认日辐照（kWh/m²）', decimal(0.1, 12, 0.01)),
  price: named('默认电价（元/kWh）', decimal(0.0001, 10, 0.0001)),
  meterShare: named('按关口表计算的最小停运占比（%）', decimal(0.1, 100, 0.1)),
  order: named(
    '停机类别的先后',
    z
      .array(keyOf(outageCategories, '请选择停机类别'))
      .length(usualOrder.length, '应包含每个停机类别')
      .refine((order) => new Set(order).size === order.length, '停机类别有重复'),
  ),
})

/** /serviceConfiguration: guides, notes and limits of the daily work. */
export const businessSettings = z.object({
  noviceGuide: named('新手引导', z.boolean()),
  performanceGuide: named('履约升级引导', z.boolean()),
  versionNotes: named('版本说明', versionNotes),
  /** The instruction PDF behind 使用手册. */
  manual: named('使用手册', filePath.nullable()),
  uploadMaxMb: named('单个文件上限（MB）', atMost(2048, 'MB')),
  uploadMaxCount: named('附件数量上限', atMost(50, '个')),
  /** How long after an urge the same process may be urged again. */
  urgeMinutes: named('催办间隔（分钟）', atMost(1440, '分钟')),
  /** How much each part counts when people are ranked for an order. */
  dispatchDistance: named('派单：距离', points),
  dispatchLoad: named('派单：在手', points),
  dispatchKnown: named('派单：熟悉', points),
  /** What executors may ask of orders (domain.md §3 "extension"). */
  extension: named('工单延期', extension),
  /** The grades of defects. */
  defectI: named('I 类缺陷', gradeRule),
  defectII: named('II 类缺陷', gradeRule),
  defectIII: named('III 类缺陷', gradeRule),
  /** What counts for the benefit of a cleaning where nothing was measured (domain.md §2). */
  cleaning: named('清洗效益', cleaning),
  /** What counts for the lost energy of outages where nothing was measured (domain.md §5). */
  losses: named('停机损失', losses),
  /** When an appearance sheet passes, and what has to be put right (domain.md §2). */
  appearance: named('站容站貌', appearance),
  /** What applies to the two tickets (domain.md §1). */
  tickets: named('两票', tickets),
  /** How long the author of a comment may change or delete it. */
  commentMinutes: named('评论可修改时限（分钟）', atMost(1440, '分钟')),
  /** What one person works on a day. */
  dayHours: named('每人每天工时（小时）', atMost(24, '小时')),
  /** A longer plan is a time within which the work is done beside other work: it books nobody. */
  bookingHours: named('占用人员的最长计划（小时）', atMost(720, '小时')),
  /** Work is submitted on a phone with the signature of who did it. */
  signSubmit: named('提交验收须手写签名', z.boolean()),
  /** Offered to everybody who writes an opinion. */
  opinionPhrases: named('常用意见', z.array(requiredText(100)).max(20, '最多 20 条')),
})

export type SystemSettings = z.output<typeof systemSettings>
export type BusinessSettings = z.output<typeof businessSettings>

/** The defaults until a company changes them. */
export const defaultSystemSettings: SystemSettings = {
  productName: '光伏运维管理平台',
  logo: null,
  filingNumber: '',
  hasScreen: false,
  JDScreen: false,
  AIGC: false,
  assistantUrl: '',
  fixedHide: false,
  host: '',
  sisters: {
    '/houseHold': 'https://www.{host}/household/',
    '/iSolarHealth': 'https://www.{host}/health/',
    '/smartAnalyze': 'https://www.{host}/analyze/',
    '/solarCare': 'https://www.{host}/care/',
    '/integratedPlatform': 'https://www.{host}/platform/',
  },
  phoneLogin: true,
  adminSecondFactor: false,
  fourEyes: false,
  sessionHours: 8760,
  personalTokens: true,
  exportMark: true,
  ...usualRetention,
  smsSignName: '',
  mailbox: true,
  mailRecipients: [],
}

export const defaultBusinessSettings: BusinessSettings = {
  noviceGuide: true,
  performanceGuide: false,
  versionNotes: {
    version: '1.0',
    notes: ['缺陷任务的创建已移至 APP', '履约界面已升级为履约管理', '数据填报已移至生产运营下'],
  },
  manual: null,
  uploadMaxMb: 50,
  uploadMaxCount: 9,
  urgeMinutes: 30,
  dispatchDistance: 40,
  dispatchLoad: 30,
  dispatchKnown: 30,
  extension: usualExtension,
  defectI: usualGrades.I,
  defectII: usualGrades.II,
  defectIII: usualGrades.III,
  cleaning: usualCleaning,
  losses: usualLosses,
  appearance: usualAppearance,
  tickets: usualTickets,
  commentMinutes: usualCommentMinutes,
  dayHours: 8,
  bookingHours: 48,
  signSubmit: false,
  opinionPhrases: ['同意', '已核实，同意', '请补充说明', '请按规定办理'],
}

/** A sister system's address; null without a template, or if it needs a host that is not set. */
export function sisterUrl(template: string, host: string): string | null {
  if (template === '' || (template.includes('{host}') && host === '')) return null
  return template.replaceAll('{host}', host)
}

/** A person who can be chosen as a recipient. */
const person = z.object({ ...ofAccount, depName: z.string() })

const systemSection = z.object({
  /** 0 before the first change. */
  version: z.int(),
  values: systemSettings,
  logoFile: storedFile.nullable(),
  /** The recipients with their names, without people who are no longer active. */
  recipients: z.array(person),
  /** The display switches that the product has a page for. */
  displays: z.array(z.enum(['hasScreen', 'JDScreen'])),
})
const businessSection = z.object({
  version: z.int(),
  values: businessSettings,
  manualFile: storedFile.nullable(),
})
/** The version of the settings that the form saw; concurrent changes are not overwritten. */
const seenVersion = named('版本', z.coerce.number().int().min(0))

const changePage = businessPageOf(
  z.object({
    id: z.string(),
    time: z.string(),
    actorName: z.string(),
    /** Chinese name of what was changed. */
    title: z.string(),
    /** Readable text: 开启, 关闭, a file's name, entries joined by 、. */
    before: z.string(),
    after: z.string(),
  }),
)

/**
 * The calls of one page of settings: its values, their change, which keeps the fields not sent, also those of nested
 * settings, and the record of all changes.
 */
const pageCalls = <S extends z.ZodType, I extends z.ZodObject>(
  { name, edit, title }: { name: 'system' | 'business'; edit: string; title: string },
  section: S,
  changed: I,
) => {
  const access = { perm: `setting:${name}` } as const
  const path = '/sys/setting'
  return {
    read: query({ title, path: `GET ${path}/${name}`, access, input: nothing, output: section }),
    edit: command({
      title: `修改${title}`,
      path: `PUT ${path}/${edit}`,
      access,
      input: patch(changed),
      output: section,
    }),
    changes: query({
      title: `${title}修改记录`,
      path: `GET ${path}/${name}Changes`,
      access,
      input: z.object(businessPage),
      output: changePage,
    }),
  }
}

const system = pageCalls(
  { name: 'system', edit: 'editSystem', title: '系统配置' },
  systemSection,
  systemSettings.partial().extend({
    sisters: named('姊妹系统地址', patch(sisterAddresses.partial()).optional()),
    version: seenVersion,
  }),
)

const business = pageCalls(
  { name: 'business', edit: 'editBusiness', title: '业务配置' },
  businessSection,
  businessSettings.partial().extend({
    versionNotes: named('版本说明', patch(versionNotes.partial()).optional()),
    extension: named('工单延期', patch(extension.partial()).optional()),
    cleaning: named('清洗效益', patch(cleaning.partial()).optional()),
    losses: named('停机损失', patch(losses.partial()).optional()),
    appearance: named('站容站貌', patch(appearance.partial()).optional()),
    tickets: named('两票', patch(tickets.partial()).optional()),
    defectI: named('I 类缺陷', patch(gradeRule.partial()).optional()),
    defectII: named('II 类缺陷', patch(gradeRule.partial()).optional()),
    defectIII: named('III 类缺陷', patch(gradeRule.partial()).optional()),
    version: seenVersion,
  }),
)

export const settingCalls = {
  /** Of each kind that is kept for a time, the oldest that there is. */
  retention: query({
    title: '数据保留的现状',
    path: 'GET /sys/setting/retention',
    access: { perm: 'setting:system' },
    input: nothing,
    output: z.array(z.object({ kind: z.enum(retentionKinds), since: time.nullable() })),
  }),
  system: system.read,
  editSystem: system.edit,
  systemChanges: system.changes,
  /** Active people by name, for the choice of recipients. */
  people: query({
    title: '可选收信人',
    entities: ['user'],
    path: 'GET /sys/setting/people',
    access: { perm: 'setting:system' },
    input: z.object({ ...businessPage, keyword: named('姓名或账号', text(32).default('')) }),
    output: businessPageOf(person),
  }),
  business: business.read,
  editBusiness: business.edit,
  businessChanges: business.changes,
}
