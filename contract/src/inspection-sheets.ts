import { z } from 'zod'
import { callsOf } from './call.ts'
import { defectLevel, defectLevels } from './defect-levels.ts'
import { acted, fieldAnswer } from './field-work.ts'
import { day, id, keyOf, named, requiredText, text, time } from './fields.ts'
import { MOST_PARTS } from './inspection-formulas.ts'
import { itemCategories, itemDefinition } from './inspection-items.ts'
import { reading, verdicts } from './inspection-limits.ts'
import { stepPhoto } from './order-photos.ts'
import { orderRow } from './order-rows.ts'
import { filePath } from './stored-file.ts'

const { command, query } = callsOf('inspectionSheet')

/** What a line of a sheet is found to be; `absent`: the station does not have it, or it cannot be looked at. */
export const lineVerdicts = { ...verdicts, absent: '不涉及' } as const
export type LineVerdict = keyof typeof lineVerdicts

/** More nobody records on a round. */
export const MOST_LINES = 5000

const no = named('记录行', z.int('应为整数').min(1, '应为正数').max(MOST_LINES, `不能大于 ${MOST_LINES}`))
const orderId = named('工单', id)

const sheetItem = z
  .object({
    itemId: z.string(),
    itemVersion: z.int(),
    category: keyOf(itemCategories),
    /** Its limits are those of the station. */
    isStationLimits: z.boolean(),
    ...itemDefinition.shape,
  })
  .meta({ id: 'SheetItem' })
export type SheetItem = z.output<typeof sheetItem>

/** A device, or a place without one, at which lines follow each other on the way. */
const sheetStop = z
  .object({
    stop: z.int(),
    deviceId: z.string().nullable(),
    /** Of the device, else of the place, else of the station. */
    name: z.string(),
    model: z.string().nullable(),
    code: z.string().nullable(),
    spaceName: z.string().nullable(),
    /** Of the device, which are under way and which the caller sees: its readings may be told to one of them. */
    defectList: z.array(
      z.object({
        orderId: z.string(),
        workCode: z.string(),
        taskDescription: z.string(),
        defectLevel: z.enum(defectLevels).nullable(),
        createTime: time,
      }),
    ),
  })
  .meta({ id: 'SheetStop' })
export type SheetStop = z.output<typeof sheetStop>

const sheetLine = z
  .object({
    no: z.int(),
    stop: z.int(),
    itemId: z.string(),
    version: z.int(),
    verdict: keyOf(lineVerdicts).nullable(),
    grade: z.enum(defectLevels).nullable(),
    value: z.number().nullable(),
    parts: z.array(z.number()),
    isReread: z.boolean(),
    note: z.string(),
    exemptReason: z.string(),
    defect: z.object({ orderId: z.string(), workCode: z.string() }).nullable(),
    recorderId: z.string().nullable(),
    recorderName: z.string().nullable(),
    doneTime: time.nullable(),
    /** Of the same item at the same device or place before this order, the oldest first. */
    trend: z.array(z.number()),
    photoList: z.array(stepPhoto),
  })
  .meta({ id: 'SheetLine' })
export type SheetLineRow = z.output<typeof sheetLine>

export const inspectionSheet = z
  .object({
    orderId: z.string(),
    workCode: z.string(),
    title: z.string(),
    /** Of the order. */
    orderVersion: z.int(),
    flowSts: z.int(),
    psId: z.string(),
    psName: z.string(),
    liablePerson: z.string().nullable(),
    startTime: time.nullable(),
    planEndTime: time.nullable(),
    finishTime: time.nullable(),
    ambient: z.number().nullable(),
    /** Why the caller may not record; null if they may. */
    recordRefusal: z.string().nullable(),
    itemList: z.array(sheetItem),
    stopList: z.array(sheetStop),
    lineList: z.array(sheetLine),
  })
  .meta({ id: 'InspectionSheet' })
export type InspectionSheet = z.output<typeof inspectionSheet>

/** What a person found at a line. A value outside the range is abnormal whatever they say. */
export const found = {
  verdict: named('判断', keyOf(lineVerdicts).nullable().default(null)),
  value: named('读数', reading.nullable().default(null)),
  parts: named('读数', z.array(reading).max(MOST_PARTS, `最多 ${MOST_PARTS} 个读数`).default([])),
  isReread: named('已重读', z.boolean().default(false)),
  note: named('备注', text(200).default('')),
}
const foundOf = z.object(found)
export type Found = z.output<typeof foundOf>

const exemption = { reason: named('免转原因', requiredText(100)) }

const ambient = named(
  '环境温度',
  z.number().min(-60, '不能小于 -60').max(80, '不能大于 80').multipleOf(0.1, '最多一位小数').nullable(),
)

const defectText = named('缺陷描述', requiredText(200))
const stop = named('设备', z.int('应为整数').min(1, '应为正数').max(MOST_LINES))

/** A person's part of the work, which a phone may send later. */
const act = <I extends z.ZodType>(title: string, name: string, input: I) =>
  command({
    title,
    path: `/field/order/${name}`,
    access: { perm: 'order:execute' },
    entities: ['inspectionSheet', 'order'],
    input,
    output: fieldAnswer,
  })

/** Of inspections that were due in a period until today. */
const counts = z.object({
  /** As many as the next four together. */
  due: z.int(),
  onTime: z.int(),
  late: z.int(),
  missed: z.int(),
  running: z.int(),
  /** Finished whenever, also after they were missed. */
  done: z.int(),
  /** Readings, as are the next two. */
  abnormal: z.int(),
  defects: z.int(),
  exempt: z.int(),
})

/** Calls of ours: the specification says nothing of how inspections are carried out. */
export const inspectionSheetCalls = {
  /** Null for an order without one. */
  detail: query({
    kept: true,
    title: '巡检记录单',
    entities: ['inspectionSheet', 'order'],
    path: '/inspectionSheet/detail',
    access: { perm: 'order:list' },
    input: z.object({ orderId }),
    output: inspectionSheet.nullable(),
  }),
  /** Several lines at once, or none of them: each as its sender saw it. */
  record: command({
    title: '登记巡检读数',
    path: '/inspectionSheet/record',
    access: { perm: 'order:execute' },
    input: z.object({
      orderId,
      lineList: named(
        '记录行',
        z
          .array(z.object({ no, version: named('版本', z.int()), ...found }))
          .min(1, '请选择记录行')
          .max(100, '一次最多 100 行')
          .refine((lines) => new Set(lines.map((each) => each.no)).size === lines.length, '记录行不能重复'),
      ),
    }),
    output: inspectionSheet,
  }),
  /** Says why an abnormal reading is not made a defect. */
  exempt: command({
    title: '说明免转缺陷',
    path: '/inspectionSheet/exempt',
    access: { perm: 'order:execute' },
    input: z.object({ orderId, no, version: named('版本', z.int()), ...exemption }),
    output: inspectionSheet,
  }),
  /** What the defect of a device would be: its grade, words, time limit, and what it had lately. */
  draft: query({
    title: '巡检缺陷草稿',
    path: '/inspectionSheet/draft',
    entities: ['inspectionSheet', 'order'],
    access: { perm: 'order:list' },
    input: z.object({ orderId, stop }),
    output: z.object({
      nos: z.array(z.int()),
      defectLevel,
      taskType: z.int(),
      taskTypeName: z.string(),
      text: z.string(),
      /** Why it has this grade, a sentence for each reading. */
      grounds: z.array(z.string()),
      respondMinutes: z.int(),
      recoverHours: z.int(),
      recoverTime: time,
      /** Defects of the same device in the last 30 days. */
      lately: z.array(
        z.object({
          orderId: z.string(),
          workCode: z.string(),
          taskDescription: z.string(),
          createTime: time,
          isOpen: z.boolean(),
        }),
      ),
    }),
  }),
  /** The abnormal readings of one device become one defect order; those that are settled stay as they are. */
  toDefect: command({
    title: '转缺陷工单',
    path: '/inspectionSheet/toDefect',
    access: { perm: 'order:execute' },
    besides: { 新建缺陷工单: ['order:create'] },
    entities: ['inspectionSheet', 'order'],
    input: z.object({
      orderId,
      stop,
      /** The suggested one if it is not given. */
      defectLevel: defectLevel.optional(),
      text: defectText,
    }),
    output: z.object({ orderId: z.string(), workCode: z.string(), sheet: inspectionSheet }),
  }),
  /** The same readings are told to a defect of the device that is under way, instead of making another order. */
  joinDefect: command({
    title: '并入已有缺陷',
    path: '/inspectionSheet/joinDefect',
    access: { perm: 'order:execute' },
    entities: ['inspectionSheet', 'order'],
    input: z.object({ orderId, stop, defectId: named('缺陷工单', id) }),
    output: z.object({ workCode: z.string(), sheet: inspectionSheet }),
  }),
  ambient: command({
    title: '登记环境温度',
    path: '/inspectionSheet/ambient',
    access: { perm: 'order:execute' },
    input: z.object({ orderId, ambient }),
    output: inspectionSheet,
  }),
  addPhoto: command({
    title: '添加巡检照片',
    path: '/inspectionSheet/photo/insert',
    access: { perm: 'order:execute' },
    input: z.object({ orderId, no, path: filePath }),
    output: inspectionSheet,
  }),
  removePhoto: command({
    title: '删除巡检照片',
    path: '/inspectionSheet/photo/delete',
    access: { perm: 'order:execute' },
    input: z.object({ orderId, photoId: named('照片', id) }),
    output: inspectionSheet,
  }),
  /** The order is submitted for acceptance; refused, with what is missing, unless the sheet is complete. */
  finish: command({
    title: '完成巡检',
    path: '/inspectionSheet/finish',
    access: { perm: 'order:execute' },
    entities: ['inspectionSheet', 'order'],
    input: z.object({ orderId, version: named('版本', z.int().min(1)) }),
    output: orderRow,
  }),
  /** Inspections by station or by person: what was due in a period, what came late or never, and what they found. */
  statistics: query({
    title: '巡检完成情况',
    path: '/inspectionSheet/statistics',
    entities: ['inspectionSheet', 'order'],
    access: { perm: 'order:list' },
    input: z.object({
      begin: named('开始日期', day),
      end: named('结束日期', day),
      by: named('分组', keyOf({ station: '电站', person: '人员' })),
      psId: named('电站', id.optional()),
    }),
    output: z.object({
      total: counts,
      rows: z.array(counts.extend({ id: z.string(), name: z.string() })),
    }),
  }),
}

/** The same as acts of a person in the field, judged by what happened to the order meanwhile. */
export const fieldInspectionCalls = {
  reading: act('现场登记巡检读数', 'reading', z.object({ ...acted, no, ...found })),
  exempt: act('现场说明免转缺陷', 'exempt', z.object({ ...acted, no, ...exemption })),
  /** Becomes an order in any case. */
  defect: act(
    '现场转缺陷',
    'defect',
    z.object({ ...acted, stop, defectLevel: defectLevel.optional(), text: defectText }),
  ),
  ambient: act('现场登记环境温度', 'ambient', z.object({ ...acted, ambient })),
  /** `workCode` is what the phone showed, for the words of a record. */
  join: act(
    '现场并入已有缺陷',
    'join',
    z.object({
      ...acted,
      stop,
      defectId: named('缺陷工单', id),
      workCode: named('工单编号', requiredText(32)),
    }),
  ),
}
