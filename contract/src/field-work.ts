import { z } from 'zod'
import { callsOf } from './call.ts'
import { fieldActs, fieldMarks } from './field-conflicts.ts'
import { id, keyOf, named, requiredText, text, time } from './fields.ts'
import { stepPhoto } from './order-photos.ts'
import { hoursInput, orderRow, prerequisite, workStep } from './order-rows.ts'

/**
 * What technicians do on a phone, as a command each, which may have waited there for a signal. Each is judged by the table of
 * `field-conflicts.ts` instead of a version.
 */

const { command, query } = callsOf('order')

/** The last millisecond of the year 9999. */
const MOST_MS = 253_402_300_799_999
const milliseconds = z.int('应为整数毫秒')

/** The order, and when it was done by the clock of the device. */
export const acted = {
  id,
  at: named('设备时间', milliseconds.min(0).max(MOST_MS)),
  /** How far the device's clock was ahead of the server's when last compared. */
  skew: named('时钟偏差', milliseconds.min(-MOST_MS).max(MOST_MS).nullable()),
}

/** What a person is to an order, in the order of who is called first. */
export const contactRoles = {
  master: '站长',
  reporter: '报告人',
  dispatcher: '派单人',
  liable: '负责人',
  assistant: '协作人',
} as const
export type ContactRole = keyof typeof contactRoles

const stepNo = z.int('应为整数').min(1, '应为正数').max(100, '不能大于 100')
const executionNote = text(500)
const stepValues = { done: workStep.shape.done, value: workStep.shape.value, note: workStep.shape.note }

/** What was on the phone before, so that what another person wrote meanwhile is not overwritten. */
const before = <S extends z.ZodType>(schema: S) => named('修改前的内容', schema)

export const fieldOutcome = z.enum(['done', 'same', 'both', 'record'])
const marks = z.array(keyOf(fieldMarks))

/** What became of it; what is refused is an error, whose message says why. */
export const fieldAnswer = z
  .object({ outcome: fieldOutcome, marks, message: z.string() })
  .meta({ id: 'FieldAnswer' })

/** What a person did that has no effect, waits for a choice, or is marked for the acceptor. */
const fieldRecord = z
  .object({
    id: z.string(),
    act: keyOf(fieldActs),
    actName: z.string(),
    /** done: it counts, and is marked. both: it waits for a choice. record: it has no effect. */
    outcome: z.enum(['done', 'both', 'record']),
    marks,
    authorName: z.string(),
    /** By the clock of the device, which may be wrong. */
    deviceTime: time,
    /** By the server's clock, estimated. */
    doneTime: time,
    arrivalTime: time,
    /** What was done, in lines. */
    lines: z.array(z.object({ label: z.string(), text: z.string() })),
    why: z.string(),
    /** What a value in dispute is of: a step, or the note of the order (0). */
    stepNo: z.int().nullable(),
    /** The other value at that time, and whose it is. */
    beside: z.object({ text: z.string(), authorName: z.string(), doneTime: time.nullable() }).nullable(),
    /** The photo or film that it is about, once it has arrived; null of other acts. */
    photo: stepPhoto.nullable(),
    /** null while nobody has chosen, and for what needs no choice. */
    choice: z.object({ isChosen: z.boolean(), chooserName: z.string(), chooseTime: time }).nullable(),
  })
  .meta({ id: 'FieldRecord' })
export type FieldRecord = z.output<typeof fieldRecord>

const act = <I extends z.ZodType>(title: string, name: string, input: I) =>
  command({
    title,
    path: `/field/order/${name}`,
    access: { perm: 'order:execute' },
    input,
    output: fieldAnswer,
  })

export const fieldWorkCalls = {
  start: act('现场开始作业', 'start', z.object(acted)),
  step: act(
    '现场填写步骤',
    'step',
    z.object({
      ...acted,
      stepNo: named('作业步骤', stepNo),
      name: named('步骤名称', requiredText(100)),
      ...stepValues,
      base: before(z.object(stepValues)),
    }),
  ),
  prerequisite: act(
    '现场填写先决条件',
    'prerequisite',
    z.object({
      ...acted,
      no: named('先决条件', stepNo.max(50, '不能大于 50')),
      name: named('条件名称', prerequisite.shape.name),
      met: prerequisite.shape.met,
    }),
  ),
  hours: act('现场登记工时', 'hours', z.object({ ...acted, ...hoursInput.shape })),
  note: act(
    '现场填写执行情况',
    'note',
    z.object({
      ...acted,
      executionNote: named('执行情况', executionNote.default('')),
      base: before(executionNote.default('')),
    }),
  ),
  submit: act('现场提交验收', 'submit', z.object(acted)),
  /**
   * Gives an act that was refused, or stands against another one, to the station's master: it stays on the order as a
   * supplementary record, whatever became of the order meanwhile. `at` and `skew` are those of the act.
   */
  handOver: command({
    title: '交给站长',
    path: '/field/order/hand-over',
    access: { perm: 'order:execute' },
    input: z.object({
      ...acted,
      /** The key of the act, which is handed over once. */
      key: named('操作编号', z.string().regex(/^[\da-f]{32}$/, '应为 32 位十六进制数')),
      act: named('操作', keyOf(fieldActs)),
      /** What was done, in words, since the order may not have the part any more that it is about. */
      words: named('所做操作', requiredText(200)),
      lines: named(
        '填写内容',
        z.array(z.object({ label: text(50), text: text(1000) })).max(20, '最多 20 项'),
      ).default([]),
      /** What the server said. */
      reason: named('未被接受的原因', requiredText(500)),
    }),
    output: fieldAnswer,
  }),
  /** Whom the people at work on an order may call. */
  contacts: query({
    kept: true,
    title: '工单联系人',
    path: '/field/order/contacts',
    entities: ['order', 'user'],
    access: { perm: 'order:list' },
    input: z.object({ id }),
    output: z.array(
      z.object({
        id: z.string(),
        realname: z.string(),
        /** What they are to the order. */
        roles: z.array(keyOf(contactRoles)),
        /** null where none is known. */
        phone: z.string().nullable(),
      }),
    ),
  }),
  /** The supplementary records of an order, the latest first. */
  records: query({
    title: '补充记录',
    path: '/field/order/records',
    access: { perm: 'order:list' },
    input: z.object({ id }),
    output: z.object({
      rows: z.array(fieldRecord),
      /** Why the caller may not choose between values in dispute; null if they may. */
      choiceRefusal: z.string().nullable(),
    }),
  }),
  /** Chooses between the value of the order and those of records, and ends the dispute about the step. */
  choose: command({
    title: '选定不一致的内容',
    path: '/field/order/choose',
    access: { perm: 'order:check' },
    input: z.object({
      id,
      version: named('版本', z.int().min(1)),
      /** 0 for the note of the order. */
      stepNo: named('作业步骤', z.int('应为整数').min(0).max(100, '不能大于 100')),
      /** null keeps the value that the order has. */
      recordId: named('补充记录', id.nullable()),
    }),
    output: orderRow,
  }),
}
