import { z } from 'zod'
import { itemFacts, MOST_ITEMS, points } from './appearance.ts'
import { reworkStates } from './appearance-score.ts'
import { callsOf } from './call.ts'
import { id, keyOf, named, requiredText, text, time, version } from './fields.ts'
import { stepPhoto } from './order-photos.ts'
import { filePath } from './stored-file.ts'

const { command, query } = callsOf('order')

/** A change of a row, as its history keeps it. */
export const rowActions = { assess: '自评', review: '评审', rework: '整改', recheck: '复检' } as const

const rework = keyOf(reworkStates)

const trail = z.object({
  at: time,
  actorName: z.string(),
  action: keyOf(rowActions),
  /** Null for what the station does not have. */
  score: z.number().nullable(),
  note: z.string(),
})

/** A row of a sheet under the names of the specification (spec 2 §3), with what the run of the sheet needs. */
const sheetRow = z
  .object({
    no: z.int(),
    version: z.int(),
    ...itemFacts,
    isNotInvolve: z.boolean(),
    notInvolveReason: z.string(),
    /** By the executor. */
    selfScore: z.number().nullable(),
    improvementSuggest: z.string(),
    /** By the reviewer: the first mark, and the current one. */
    firstScore: z.number().nullable(),
    score: z.number().nullable(),
    examineSuggest: z.string(),
    rework,
    reworkNote: z.string(),
    /** As found, and after it was put right. */
    uploadFileList: z.array(stepPhoto),
    afterFileList: z.array(stepPhoto),
    /** The latest last. */
    trail: z.array(trail),
  })
  .meta({ id: 'AppearanceRow' })

const total = z.object({ got: z.number(), base: z.number(), score: z.number().nullable() })

export const appearanceSheet = z
  .object({
    orderId: z.string(),
    passMark: z.number(),
    reworkPercent: z.number(),
    self: total,
    review: total,
    /** Why the sheet does not pass yet; null if it does. */
    passRefusal: z.string().nullable(),
    rowList: z.array(sheetRow),
    /** The scores of the station's accepted orders up to this one, the oldest first. */
    trend: z.array(z.object({ orderId: z.string(), month: z.string(), score: z.number() })),
  })
  .meta({ id: 'AppearanceSheet' })

const orderId = named('工单', id)
const no = named('检查项', z.int('应为整数').min(1, '应为正数').max(MOST_ITEMS, `不能大于 ${MOST_ITEMS}`))
const suggestion = (title: string) => named(title, text(200).default(''))

const rowsOf = <S extends z.ZodObject<{ no: typeof no }>>(row: S) =>
  named(
    '检查项',
    z
      .array(row)
      .min(1, '请选择检查项')
      .max(MOST_ITEMS, `一次最多 ${MOST_ITEMS} 项`)
      .refine((rows) => new Set(rows.map((each) => (each as { no: number }).no)).size === rows.length, {
        message: '检查项不能重复',
      }),
  )

export const assessed = z
  .object({
    no,
    version,
    isNotInvolve: named('不涉及', z.boolean().default(false)),
    notInvolveReason: named('不涉及原因', text(100).default('')),
    selfScore: named('自评得分', points(100).optional()),
    improvementSuggest: suggestion('改进建议'),
  })
  .superRefine(({ isNotInvolve, notInvolveReason, selfScore }, context) => {
    const fault = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    if (isNotInvolve && notInvolveReason === '') fault('notInvolveReason', '请说明为什么不涉及')
    if (!isNotInvolve && selfScore === undefined) fault('selfScore', '请填写得分')
  })

export const reviewed = z.object({
  no,
  version,
  score: named('评审得分', points(100)),
  examineSuggest: suggestion('评审建议'),
  /** Asks for a rework of an item that is not below the mark; one that is below it needs one anyway. */
  rework: named('须整改', z.boolean().default(false)),
})

const reworked = z.object({ orderId, no, version, note: named('整改情况', requiredText(200)) })

/** Calls of ours: the specification names the fields of a row only. */
export const appearanceSheetCalls = {
  /** Null for an order without a sheet: of another type, not begun, or begun when the company had no items. */
  sheet: query({
    kept: true,
    title: '站容站貌检查单',
    entities: ['order', 'setting'],
    path: '/order/appearance/sheet',
    access: { perm: 'order:list' },
    input: z.object({ orderId }),
    output: appearanceSheet.nullable(),
  }),
  assess: command({
    title: '自评站容站貌',
    path: '/order/appearance/assess',
    access: { perm: 'order:execute' },
    input: z.object({ orderId, rowList: rowsOf(assessed) }),
    output: appearanceSheet,
  }),
  review: command({
    title: '评审站容站貌',
    path: '/order/appearance/review',
    access: { perm: 'order:check' },
    input: z.object({ orderId, rowList: rowsOf(reviewed) }),
    output: appearanceSheet,
  }),
  /** Says that an item was put right. */
  rework: command({
    title: '整改检查项',
    path: '/order/appearance/rework',
    access: { perm: 'order:execute' },
    input: reworked,
    output: appearanceSheet,
  }),
  /** A photo of an item as found or, while it is put right, after that. */
  addPhoto: command({
    title: '添加检查项照片',
    path: '/order/appearance/photo/insert',
    access: { perm: 'order:execute' },
    input: z.object({ orderId, no, path: filePath }),
    output: appearanceSheet,
  }),
  removePhoto: command({
    title: '删除检查项照片',
    path: '/order/appearance/photo/delete',
    access: { perm: 'order:execute' },
    input: z.object({ orderId, photoId: named('照片', id) }),
    output: appearanceSheet,
  }),
}
