import { z } from 'zod'
import { command, query } from './call.ts'
import { businessPage, businessPageOf, named, nothing, requiredText, text } from './fields.ts'
import { filePath, storedFile } from './files.ts'

/** The sister systems by the menu path that entitles to them (spec 1 §2.6). */
export const sisterSystems = {
  '/houseHold': { title: '户用系统', permission: 'sister:houseHold' },
  '/iSolarHealth': { title: '健康评估系统', permission: 'sister:iSolarHealth' },
  '/smartAnalyze': { title: '数据分析系统', permission: 'sister:smartAnalyze' },
  '/solarCare': { title: '智能巡检系统', permission: 'sister:solarCare' },
  '/integratedPlatform': { title: '一体化平台', permission: 'sister:integratedPlatform' },
} as const

export type SisterPath = keyof typeof sisterSystems
export const sisterPaths = Object.keys(sisterSystems) as SisterPath[]

const webAddress = z.url({ protocol: /^https?$/, error: '请输入以 http:// 或 https:// 开头的地址' })
const orEmpty = <S extends z.ZodType>(schema: S) => z.union([z.literal(''), schema])

/** `https://www.{host}/…`: the address of a sister system, `{host}` being the provider's (spec 1 §1). */
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

/** /systemConfiguration: the product's face, its sisters and its channels. */
export const systemSettings = z.object({
  productName: named('产品名称', requiredText(20).default('光伏运维管理平台')),
  logo: named('企业标志', filePath.nullable().default(null)),
  filingNumber: named('备案号', text(64).default('')),
  hasScreen: named('大屏', z.boolean().default(false)),
  JDScreen: named('JD 大屏', z.boolean().default(false)),
  AIGC: named('智能助手', z.boolean().default(false)),
  assistantUrl: named('智能助手地址', orEmpty(webAddress).default('')),
  fixedHide: named('滚动时隐藏顶栏', z.boolean().default(false)),
  /** Domain of the provider, such as `example.com`; '' lists no sister system that needs it. */
  host: named(
    '服务商域名',
    orEmpty(
      z
        .string()
        .trim()
        .regex(/^([a-z0-9-]+\.)+[a-z0-9-]+(:\d{1,5})?$/i, '请输入域名，例如 example.com'),
    ).default(''),
  ),
  sisters: named(
    '姊妹系统地址',
    z
      .object({
        '/houseHold': named('户用系统', addressTemplate.default('https://www.{host}/household/')),
        '/iSolarHealth': named('健康评估系统', addressTemplate.default('https://www.{host}/health/')),
        '/smartAnalyze': named('数据分析系统', addressTemplate.default('https://www.{host}/analyze/')),
        '/solarCare': named('智能巡检系统', addressTemplate.default('https://www.{host}/care/')),
        '/integratedPlatform': named('一体化平台', addressTemplate.default('https://www.{host}/platform/')),
      })
      .prefault({}),
  ),
  phoneLogin: named('手机验证码登录', z.boolean().default(true)),
  smsSignName: named('短信签名', text(20).default('')),
  mailbox: named('总经理信箱', z.boolean().default(true)),
  /** User names of those who read and answer the manager's mailbox; nobody named means the administrators. */
  mailRecipients: named('收信人', z.array(requiredText(64)).max(20, '最多 20 位收信人').default([])),
})

/** /serviceConfiguration: guides, notes and limits of the daily work. */
export const businessSettings = z.object({
  noviceGuide: named('新手引导', z.boolean().default(true)),
  performanceGuide: named('履约升级引导', z.boolean().default(false)),
  versionNotes: named(
    '版本说明',
    z
      .object({
        /** Another text shows the notes anew to everybody. */
        version: named('版本号', text(20).default('1.0')),
        notes: named('说明', z.array(requiredText(200)).max(10, '最多 10 条说明')).default([
          '缺陷任务的创建已移至 APP',
          '履约界面已升级为履约管理',
          '数据填报已移至生产运营下',
        ]),
      })
      .prefault({}),
  ),
  /** The instruction PDF behind 使用手册. */
  manual: named('使用手册', filePath.nullable().default(null)),
  uploadMaxMb: named(
    '单个文件上限（MB）',
    z.coerce.number().int('应为整数').min(1, '至少 1 MB').max(50, '最多 50 MB').default(50),
  ),
  uploadMaxCount: named(
    '附件数量上限',
    z.coerce.number().int('应为整数').min(1, '至少 1 个').max(50, '最多 50 个').default(9),
  ),
})

export type SystemSettings = z.output<typeof systemSettings>
export type BusinessSettings = z.output<typeof businessSettings>

/** Colours to choose the primary one from; their shades are computed (`web/src/app/primary-colour.ts`). */
export const primaryColours = ['orange', 'amber', 'green', 'teal', 'blue', 'violet', 'rose'] as const

/** How one person wants it. */
export const preferences = z.object({
  theme: named('主题', z.enum(['light', 'dark', 'system']).default('system')),
  colour: named('主色', z.enum(primaryColours).default('orange')),
  /** Easier to tell apart with weak colour vision. */
  weak: named('色弱模式', z.boolean().default(false)),
  contentWidth: named('内容宽度', z.enum(['fixed', 'fluid']).default('fixed')),
  multipage: named('多页签', z.boolean().default(true)),
  transition: named('页面切换效果', z.enum(['left', 'right', 'fade', 'none']).default('fade')),
  notifyExport: named('导出完成提醒', z.boolean().default(true)),
  notifyAnswer: named('回复提醒', z.boolean().default(true)),
})
export type Preferences = z.output<typeof preferences>

const flag = z.enum(['0', '1'])

/** What is shown to a person once. */
export const guideMark = z.enum(['novice', 'performance', 'version', 'aigc'])

const systemSection = z.object({ version: z.int(), values: systemSettings, logoFile: storedFile.nullable() })
const businessSection = z.object({
  version: z.int(),
  values: businessSettings,
  manualFile: storedFile.nullable(),
})
/** The settings that the form saw; somebody else's change in between is not overwritten. */
const seenVersion = named('版本', z.coerce.number().int().min(0))

export const settingCalls = {
  system: query({
    title: '系统配置',
    path: '/sys/setting/system',
    method: 'GET',
    access: { perm: 'setting:system' },
    input: nothing,
    output: systemSection,
  }),
  editSystem: command({
    title: '修改系统配置',
    path: '/sys/setting/editSystem',
    method: 'PUT',
    access: { perm: 'setting:system' },
    input: systemSettings.partial().extend({ version: seenVersion }),
    output: systemSection,
  }),
  business: query({
    title: '业务配置',
    path: '/sys/setting/business',
    method: 'GET',
    access: { perm: 'setting:business' },
    input: nothing,
    output: businessSection,
  }),
  editBusiness: command({
    title: '修改业务配置',
    path: '/sys/setting/editBusiness',
    method: 'PUT',
    access: { perm: 'setting:business' },
    input: businessSettings.partial().extend({ version: seenVersion }),
    output: businessSection,
  }),
  changes: query({
    title: '配置修改记录',
    path: '/sys/setting/changes',
    method: 'GET',
    access: { perm: 'setting:system' },
    input: z.object({ ...businessPage }),
    output: businessPageOf(
      z.object({
        id: z.string(),
        time: z.string(),
        actorName: z.string(),
        /** Chinese name of what was changed. */
        title: z.string(),
        before: z.string(),
        after: z.string(),
      }),
    ),
  }),
}

export const shellCalls = {
  /** What the frame needs beside the permissions: face, sisters, guides, preferences. */
  shell: query({
    title: '工作台框架信息',
    path: '/sys/user/shell',
    method: 'GET',
    access: 'signedIn',
    input: nothing,
    output: z.object({
      productName: z.string(),
      logoUrl: z.string().nullable(),
      filingNumber: z.string(),
      fixedHide: z.boolean(),
      /** Base address of the chat frame; null where the assistant is off. */
      assistantUrl: z.string().nullable(),
      hasManual: z.boolean(),
      /** Sister systems with a configured address, whoever may enter them. */
      sisters: z.array(z.object({ path: z.enum(sisterPaths), title: z.string(), url: z.string() })),
      guide: z.object({
        IS_FIRST_NOVICE_GUIDE: flag,
        IS_FIRST_PERFORMANCE_Guide: flag,
        /** Notes that this person has not seen yet. */
        versionNotes: z.object({ version: z.string(), notes: z.array(z.string()) }).nullable(),
      }),
      upload: z.object({ maxMb: z.int(), maxCount: z.int() }),
      preferences,
    }),
  }),
  editPreferences: command({
    title: '修改个人偏好',
    path: '/sys/user/editPreferences',
    method: 'PUT',
    access: 'signedIn',
    input: preferences.partial(),
    output: preferences,
  }),
  editAvatar: command({
    title: '更换头像',
    path: '/sys/user/editAvatar',
    method: 'PUT',
    access: 'signedIn',
    /** Null goes back to the letter. */
    input: z.object({ path: filePath.nullable() }),
    output: z.object({ avatar: z.string().nullable() }),
  }),
  /** A guide or note was seen (spec 1 §2.7); without a mark it is the onboarding tour. */
  markGuide: command({
    title: '标记引导已读',
    path: '/login/mark/novice/guide',
    access: 'signedIn',
    input: z.object({
      guide: named('引导', guideMark.default('novice')),
      version: named('版本号', text(20).optional()),
    }),
    output: z.null(),
  }),
  /** spec 1 §7.3; `isNotReadNum` is the sum. */
  unread: query({
    title: '未读数量',
    path: '/notice/unreadNum',
    access: 'signedIn',
    input: z.object({ businessType: named('业务类型', z.coerce.number().int()).default(2) }),
    output: z.object({ isNotReadNum: z.int(), mail: z.int(), feedback: z.int() }),
  }),
  /** spec 1 §7.3 */
  aigcGuide: query({
    title: '智能助手引导状态',
    path: '/guide/first',
    access: 'signedIn',
    input: z.object({
      businessType: named('业务类型', z.coerce.number().int()).default(1),
      sourceType: named('来源类型', z.coerce.number().int()).default(1),
    }),
    output: z.object({ isFirstAigcNoviceGuide: flag }),
  }),
  /** spec 1 §7.3 */
  instruction: query({
    title: '使用手册',
    path: '/instruction/file',
    access: 'signedIn',
    input: nothing,
    output: z.object({ fileName: z.string(), fileBase64Code: z.string() }),
  }),
}
