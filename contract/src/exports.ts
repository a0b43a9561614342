import { z } from 'zod'
import { callsOf, type Besides } from './call.ts'
import { audienceQuery } from './audience-query.ts'
import { auditQuery } from './audit-log.ts'
import { scoreQuery } from './appearance-scores.ts'
import { cleaningQuery, roundQuery } from './cleaning-list.ts'
import { deviceQuery } from './device-fields.ts'
import { earthQuery } from './earths.ts'
import { reviewQuery } from './ticket-reviews.ts'
import { businessPage, businessPageOf, id, keyOf, named, text } from './fields.ts'
import { holderQuery } from './holder-query.ts'
import { statisticsQuery } from './order-statistics.ts'
import type { PermissionCode } from './permissions.ts'
import { qualificationQuery } from './qualifications.ts'
import { stationQuery } from './station-fields.ts'
import { ticketQuery } from './tickets.ts'
import { userQuery } from './user-query.ts'
import { orderQuery } from './work-order-list.ts'

const { command, query } = callsOf('export')

/**
 * The lists that can be exported: title, filters, and the permissions that are checked when an export is requested, when
 * it is made, and again when its file is downloaded.
 */
const exportable = {
  workOrders: { title: '工单', rights: ['order:export'], filters: orderQuery },
  stations: { title: '电站档案', rights: ['station:list'], filters: stationQuery },
  devices: { title: '设备台账', rights: ['device:list'], filters: deviceQuery },
  orderStatistics: { title: '工单分析', rights: ['order:export'], filters: statisticsQuery },
  cleanings: { title: '清洗记录', rights: ['order:export'], filters: cleaningQuery },
  cleaningRounds: { title: '清洗工单', rights: ['order:export'], filters: roundQuery },
  appearanceScores: { title: '站容站貌得分', rights: ['order:export'], filters: scoreQuery },
  holders: { title: '谁能看到什么', rights: ['role:manage'], filters: holderQuery },
  audience: { title: '谁能看到它', rights: ['role:manage'], filters: audienceQuery },
  earths: { title: '接地线台账', rights: ['earth:list'], filters: earthQuery },
  ticketReviews: { title: '两票评价', rights: ['ticketReview:list'], filters: reviewQuery },
  qualifications: { title: '三种人名单', rights: ['qualification:list'], filters: qualificationQuery },
  auditEntries: { title: '审计日志', rights: ['audit:view'], filters: auditQuery },
  users: { title: '用户', rights: ['user:manage'], filters: userQuery },
  tickets: { title: '两票', rights: ['ticket:export'], filters: ticketQuery },
} as const satisfies Record<
  string,
  { title: string; rights: readonly PermissionCode[]; filters: z.ZodObject }
>

/** Archives, each asked for by a call of its own; then they are exports like the lists. */
const archives = {
  personalData: { title: '个人数据', rights: ['user:manage', 'user:personal'] },
} as const satisfies Record<string, { title: string; rights: readonly PermissionCode[] }>

const everything = { ...exportable, ...archives }

type Exportable = typeof exportable
/** A list. */
export type TableKind = keyof Exportable
export type ArchiveKind = keyof typeof archives
export type ExportKindName = TableKind | ArchiveKind

export const tableKind = keyOf(exportable, '请选择导出内容')
export const exportKind = keyOf(everything)

export const isArchive = (kind: ExportKindName): kind is ArchiveKind => kind in archives

export const titleOfExport = (kind: ExportKindName): string => everything[kind].title
export const rightsOfExport = (kind: ExportKindName): readonly PermissionCode[] => everything[kind].rights

const besidesOf = (kinds: readonly ExportKindName[]): Besides =>
  Object.fromEntries(kinds.map((kind) => [titleOfExport(kind), rightsOfExport(kind)]))
const besides = besidesOf(exportKind.options)

export const exportFormats = { xlsx: 'XLSX', csv: 'CSV' } as const

export const exportFormat = keyOf(exportFormats, '请选择文件格式')
export type ExportFormat = z.output<typeof exportFormat>

/** With that of archives. */
export const fileFormat = keyOf({ ...exportFormats, zip: 'ZIP' })
export type FileFormat = z.output<typeof fileFormat>

export const exportStates = {
  waiting: '排队中',
  running: '生成中',
  done: '已完成',
  failed: '已失败',
  cancelled: '已取消',
  expired: '已过期',
} as const

export const exportState = keyOf(exportStates)
export type ExportState = z.output<typeof exportState>

/** The number of exports of one person that may wait in the queue. */
export const EXPORTS_WAITING = 5

export const exportJob = z
  .object({
    id: z.string(),
    kind: exportKind,
    format: fileFormat,
    fileName: z.string(),
    /** The filters in words; '' without filters. */
    conditions: z.string(),
    state: exportState,
    /** The exact number of rows in the file; null before they are counted. */
    rowCount: z.int().nullable(),
    /** Rows written so far; increases while the state is `running`. */
    doneCount: z.int(),
    /** Size of the finished file in bytes. */
    size: z.int().nullable(),
    /** Why the last attempt failed. */
    error: z.string().nullable(),
    /** The number of attempts. */
    attempts: z.int(),
    createTime: z.string(),
    finishTime: z.string().nullable(),
    /** When a finished file expires. */
    expireTime: z.string().nullable(),
  })
  .meta({ id: 'Export' })

export type ExportJob = z.output<typeof exportJob>

/** An export request; its kind determines the filters. */
const wantedOf = <K extends TableKind, F extends z.ZodType>(kind: K, filters: F) =>
  z.object({
    kind: named('导出内容', z.literal(kind)),
    format: named('文件格式', exportFormat),
    conditions: named('筛选条件', text(500).default('')),
    query: named('筛选', filters),
  })

type Wanted = {
  [K in TableKind]: Exportable[K] extends { filters: infer F extends z.ZodType }
    ? ReturnType<typeof wantedOf<K, F>>
    : never
}[TableKind]

/** Everybody sees only their own exports; each kind has a permission of its own for what may be exported. */
export const exportCalls = {
  /** Adds an export to the queue. */
  add: command({
    title: '新建导出',
    path: '/personal/export/add',
    access: 'signedIn',
    besides: besidesOf(tableKind.options),
    bodyKb: 768,
    input: z.discriminatedUnion(
      'kind',
      tableKind.options.map((kind) => wantedOf(kind, exportable[kind].filters)) as unknown as [
        Wanted,
        ...Wanted[],
      ],
      '请选择导出内容',
    ),
    output: exportJob,
  }),
  page: query({
    title: '我的下载列表',
    path: '/personal/export/page',
    access: 'signedIn',
    input: z.object({ ...businessPage }),
    output: businessPageOf(exportJob),
  }),
  /** The unfinished exports, and those whose ids the caller sends. */
  progress: query({
    title: '导出进度',
    path: '/personal/export/progress',
    access: 'signedIn',
    input: z.object({ ids: named('导出编号', z.array(id).max(50).default([])) }),
    output: z.array(exportJob),
  }),
  cancel: command({
    title: '取消导出',
    path: '/personal/export/cancel',
    access: 'signedIn',
    input: z.object({ id }),
    output: exportJob,
  }),
  /** Makes a file that failed, was cancelled or has expired again, with the current rows. */
  retry: command({
    title: '重新导出',
    path: '/personal/export/retry',
    access: 'signedIn',
    besides,
    input: z.object({ id }),
    output: exportJob,
  }),
  remove: command({
    title: '删除导出',
    path: '/personal/export/remove',
    access: 'signedIn',
    input: z.object({ id }),
    output: z.null(),
  }),
  /**
   * A URL for downloading the file, valid for a few minutes without a session. It is only returned while the caller
   * still has the permission, and the data scope that the file was made with.
   */
  link: query({
    title: '导出文件的下载地址',
    entities: [],
    path: '/personal/export/link',
    access: 'signedIn',
    besides,
    input: z.object({ id }),
    output: z.object({ url: z.string(), fileName: z.string() }),
  }),
}
