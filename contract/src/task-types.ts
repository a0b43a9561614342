import { z } from 'zod'
import { callsOf } from './call.ts'
import { named, nothing, requiredText, text, version } from './fields.ts'
import { formField, publishNote, type FieldKind, type FormField } from './form-fields.ts'

const { command, query } = callsOf('taskType')

const access = { perm: 'taskType:manage' } as const

/** The kinds of fields that a type of orders may ask for. Files belong to the steps of the work. */
export const orderFieldKinds = [
  'text',
  'longText',
  'number',
  'money',
  'date',
  'choice',
  'person',
] as const satisfies readonly FieldKind[]

const isOrderField = ({ kind }: FormField) => (orderFieldKinds as readonly string[]).includes(kind)

/** A step that an order of the type begins with. */
export const stepTemplate = z.object({
  name: named('步骤名称', requiredText(100)),
  required: named('必做', z.boolean()),
  needPhoto: named('拍照', z.boolean()),
  needValue: named('填数值', z.boolean()),
})
export type StepTemplate = z.output<typeof stepTemplate>

export const prerequisiteTemplate = z.object({
  name: named('先决条件', requiredText(100)),
  required: named('必须满足', z.boolean()),
})
export type PrerequisiteTemplate = z.output<typeof prerequisiteTemplate>

const differ = (list: readonly { name: string }[]) =>
  new Set(list.map(({ name }) => name)).size === list.length

/** One version of a type: what its orders ask for, from creating to accepting them. */
export const taskTypeDefinition = z.object({
  name: named('类型名称', requiredText(20)),
  about: named('说明', text(60).default('')),
  prerequisites: named('先决条件', z.array(prerequisiteTemplate).max(30, '最多 30 项先决条件')).refine(
    differ,
    '先决条件不能重复',
  ),
  steps: named('作业步骤', z.array(stepTemplate).max(60, '最多 60 个步骤')).refine(
    differ,
    '作业步骤不能重名',
  ),
  /** The fields of a new order beside those that every order has. */
  fields: named('字段', z.array(formField).max(30, '最多 30 个字段')).refine(
    (fields) => fields.every(isOrderField),
    '有工单不支持的字段类型',
  ),
  needWorkHours: named('填工时', z.boolean()),
  /** Acceptance gives a score from 0 to 100, and a suggestion. */
  scored: named('验收评分', z.boolean()),
  /** The key of the process that its orders follow. */
  process: named('流程', requiredText(30).regex(/^[a-z][a-z0-9_]*$/, '不是有效的流程编码')),
})
export type TaskTypeDefinition = z.output<typeof taskTypeDefinition>

const typeId = named('任务类型', z.coerce.number().int().min(1).max(9999))

/** What everybody knows of a type: to name it, to choose it, and to fill in a new order. */
export const taskTypeChoice = z
  .object({
    id: z.int(),
    name: z.string(),
    about: z.string(),
    /** Out of use: no new orders; those that exist go on. */
    active: z.boolean(),
    /** The version that new orders follow; null until one is published. */
    current: z.int().nullable(),
    fields: z.array(formField),
    scored: z.boolean(),
  })
  .meta({ id: 'TaskType' })

const typeVersion = z.object({
  version: z.int(),
  definition: taskTypeDefinition,
  note: z.string(),
  /** What differs from the version before, in sentences. */
  changes: z.array(z.string()),
  publishedBy: z.string(),
  publishTime: z.string(),
})

const head = {
  id: z.int(),
  name: z.string(),
  active: z.boolean(),
  current: z.int().nullable(),
  isChanged: z.boolean(),
}

const taskTypeDetail = z.object({
  ...head,
  version: z.int(),
  /** What is being edited: the draft, or else what is published last. */
  definition: taskTypeDefinition,
  /** The newest first. */
  versions: z.array(typeVersion),
  /** Open orders of the type by the version that they follow; none for who may not see orders. */
  openOrders: z.array(z.object({ version: z.int(), orders: z.int() })),
  /** The processes that orders can follow. */
  processes: z.array(z.object({ key: z.string(), name: z.string(), version: z.int() })),
  updatedBy: z.string(),
  updateTime: z.string(),
})

export const taskTypeCalls = {
  /** All types, also those out of use, in the order of the menu of new orders. */
  choices: query({
    title: '任务类型',
    path: '/ops/taskType/choices',
    access: 'signedIn',
    input: nothing,
    output: z.array(taskTypeChoice),
  }),
  list: query({
    title: '任务类型列表',
    path: '/ops/taskType/list',
    access,
    input: nothing,
    output: z.array(z.object(head)),
  }),
  detail: query({
    title: '任务类型详情',
    // With the number of open orders.
    entities: ['taskType', 'order'],
    path: '/ops/taskType/detail',
    access,
    input: z.object({ id: typeId }),
    output: taskTypeDetail,
  }),
  /** A type of the company's own, with a draft that begins as a copy of another type. */
  add: command({
    title: '新建任务类型',
    path: '/ops/taskType/insert',
    access,
    input: z.object({
      name: named('类型名称', requiredText(20)),
      from: named('复制自', typeId),
    }),
    output: taskTypeDetail,
  }),
  /** Saves the draft. */
  edit: command({
    title: '修改任务类型',
    path: '/ops/taskType/update',
    access,
    bodyKb: 2048,
    input: z.object({ id: typeId, version, definition: taskTypeDefinition }),
    output: taskTypeDetail,
  }),
  /** Drops the draft. */
  discard: command({
    title: '放弃任务类型草稿',
    path: '/ops/taskType/discard',
    access,
    input: z.object({ id: typeId, version }),
    output: taskTypeDetail,
  }),
  /** Makes the draft the version that new orders follow. */
  publish: command({
    title: '发布任务类型',
    entities: ['taskType', 'dictionary'],
    path: '/ops/taskType/publish',
    access,
    input: z.object({ id: typeId, version, ...publishNote.shape }),
    output: taskTypeDetail,
  }),
  setActive: command({
    title: '修改任务类型（启用、停用）',
    entities: ['taskType', 'dictionary'],
    path: '/ops/taskType/active',
    access,
    input: z.object({ id: typeId, version, active: named('启用', z.boolean()) }),
    output: taskTypeDetail,
  }),
  /** The order of the types in the menu of new orders. */
  arrange: command({
    title: '排列任务类型',
    path: '/ops/taskType/arrange',
    access,
    input: z.object({ types: named('任务类型', z.array(typeId).min(1).max(200)) }),
    output: z.array(z.object(head)),
  }),
}
