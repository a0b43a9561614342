import { z } from 'zod'
import { callsOf } from './call.ts'
import { named, nothing, text } from './fields.ts'
import { filePath } from './stored-file.ts'
import { PAGE_SIZES } from './page-sizes.ts'
import { primaryColours } from './primary-colours.ts'

const { command, query } = callsOf('preference')

/** The sister systems by menu path; the menu entry grants the access (spec 1 §2.6). */
export const sisterSystems = {
  '/houseHold': { title: '户用系统', permission: 'sister:houseHold' },
  '/iSolarHealth': { title: '健康评估系统', permission: 'sister:iSolarHealth' },
  '/smartAnalyze': { title: '数据分析系统', permission: 'sister:smartAnalyze' },
  '/solarCare': { title: '智能巡检系统', permission: 'sister:solarCare' },
  '/integratedPlatform': { title: '一体化平台', permission: 'sister:integratedPlatform' },
} as const

export type SisterPath = keyof typeof sisterSystems
export const sisterPaths = Object.keys(sisterSystems) as SisterPath[]

/** A person's interface preferences; the defaults are in `preferences.ts`. */
export const preferences = z.object({
  theme: named('主题', z.enum(['light', 'dark', 'system'])),
  colour: named('主色', z.enum(primaryColours)),
  /** Improves contrast for people with colour vision deficiency. */
  weak: named('色弱模式', z.boolean()),
  contentWidth: named('内容宽度', z.enum(['fixed', 'fluid'])),
  multipage: named('多页签', z.boolean()),
  transition: named('页面切换效果', z.enum(['left', 'right', 'fade', 'none'])),
  notifyExport: named('导出完成提醒', z.boolean()),
  notifyAnswer: named('回复提醒', z.boolean()),
  /** The rows per page of all lists; with 'fill', as many as the window shows. */
  pageSize: named('每页条数', z.literal([...PAGE_SIZES, 'fill'])),
  /** The height of the rows of all lists. */
  density: named('行高', z.enum(['standard', 'compact'])),
  /** In a narrow window, lists leave out their least important columns instead of scrolling sideways. */
  foldColumns: named('收起次要列', z.boolean()),
})
export type Preferences = z.output<typeof preferences>

const flag = z.enum(['0', '1'])

/** Guides that each person sees once. */
export const guideMark = z.enum(['novice', 'performance', 'version', 'aigc'])

export const shellCalls = {
  /** What the frame needs besides the permissions: branding, sister systems, guides, preferences. */
  shell: query({
    kept: true,
    title: '工作台框架信息',
    entities: ['preference', 'setting'],
    path: 'GET /sys/user/shell',
    access: 'signedIn',
    withFirstPassword: true,
    input: nothing,
    output: z.object({
      productName: z.string(),
      logoUrl: z.string().nullable(),
      filingNumber: z.string(),
      fixedHide: z.boolean(),
      /** Files and prints name who exported them, and when. */
      exportMark: z.boolean(),
      /** Base address of the chat frame; null if the assistant is off. */
      assistantUrl: z.string().nullable(),
      hasManual: z.boolean(),
      /** All sister systems with a configured address, whether or not the caller may enter them. */
      sisters: z.array(z.object({ path: z.enum(sisterPaths), title: z.string(), url: z.string() })),
      guide: z.object({
        IS_FIRST_NOVICE_GUIDE: flag,
        IS_FIRST_PERFORMANCE_Guide: flag,
        /** Release notes that this person has not seen yet. */
        versionNotes: z.object({ version: z.string(), notes: z.array(z.string()) }).nullable(),
      }),
      upload: z.object({ maxMb: z.int(), maxCount: z.int() }),
      /** Work is submitted on a phone with a signature. */
      signSubmit: z.boolean(),
      /** What the company allows of extensions of orders. */
      extension: z.object({ late: z.boolean(), times: z.int(), factor: z.number() }),
      preferences,
    }),
  }),
  editPreferences: command({
    title: '修改个人偏好',
    path: 'PUT /sys/user/editPreferences',
    access: 'signedIn',
    input: preferences.partial(),
    output: preferences,
  }),
  editAvatar: command({
    title: '更换头像',
    entities: ['user'],
    path: 'PUT /sys/user/editAvatar',
    access: 'signedIn',
    /** null restores the letter. */
    input: z.object({ path: named('头像', filePath.nullable()) }),
    output: z.object({ avatar: z.string().nullable() }),
  }),
  /** Marks a guide or note as seen (spec 1 §2.7); without a mark it is the onboarding tour. */
  markGuide: command({
    title: '标记引导已读',
    path: '/login/mark/novice/guide',
    access: 'signedIn',
    withFirstPassword: true,
    input: z.object({
      guide: named('引导', guideMark.default('novice')),
      version: named('版本号', text(20).optional()),
    }),
    output: z.null(),
  }),
  /** spec 1 §7.3: `isNotReadNum` are the messages; letters and feedback are counted apart. */
  unread: query({
    kept: true,
    title: '未读数量',
    entities: ['inquiry', 'message'],
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
    entities: ['setting'],
    path: '/instruction/file',
    access: 'signedIn',
    input: nothing,
    output: z.object({ fileName: z.string(), fileBase64Code: z.string() }),
  }),
}
