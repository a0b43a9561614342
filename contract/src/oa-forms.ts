import { z } from 'zod'
import { callsOf } from './call.ts'
import { id, keyOf, named, nothing, requiredText, text, version } from './fields.ts'
import { formDefinition, publishNote } from './form-fields.ts'

const { command, query } = callsOf('process')

const access = { perm: 'form:manage' } as const

/** The processes that a new form can begin with, where its key has none yet. */
export const startingProcesses = {
  head: '部门负责人审批',
  headAndCompany: '部门负责人、公司两级审批',
} as const

const formVersion = z.object({
  version: z.int(),
  definition: formDefinition,
  note: z.string(),
  /** What differs from the version before, in sentences. */
  changes: z.array(z.string()),
  publishedBy: z.string(),
  publishTime: z.string(),
})

const head = {
  id,
  key: z.string(),
  name: z.string(),
  prefix: z.string(),
  /** The version that new requests are filled in with; null until one is published. */
  current: z.int().nullable(),
  active: z.boolean(),
  isChanged: z.boolean(),
}

const form = z.object({
  ...head,
  version: z.int(),
  about: z.string(),
  roleIds: z.array(z.string()),
  departmentIds: z.array(z.string()),
  /** What is being edited: the draft, or else what is published last. */
  definition: formDefinition,
  /** The newest first. */
  versions: z.array(formVersion),
  /** The steps of its process, whose codes no field can have. */
  nodes: z.array(z.string()),
  /** All roles, for those who may start it. */
  roles: z.array(z.object({ id: z.string(), name: z.string() })),
  updatedBy: z.string(),
  updateTime: z.string(),
})

const formId = named('表单', id)
const about = named('说明', text(60).default(''))
const ids = (title: string) => named(title, z.array(id).max(50).default([]))

export const oaFormCalls = {
  list: query({
    title: '表单列表',
    path: '/order/oa/form/list',
    access,
    input: nothing,
    output: z.array(z.object(head)),
  }),
  detail: query({
    title: '表单详情',
    path: '/order/oa/form/detail',
    access,
    input: z.object({ id: formId }),
    output: form,
  }),
  add: command({
    title: '新建表单',
    path: '/order/oa/form/insert',
    access,
    input: z.object({
      key: named(
        '表单编码',
        requiredText(30).regex(/^[a-z][a-z0-9_]*$/, '以小写字母开头，只含小写字母、数字和下划线'),
      ),
      name: named('表单名称', requiredText(30)),
      prefix: named('编号前缀', requiredText(4).regex(/^[A-Z]{2,4}$/, '2 到 4 个大写字母')),
      /** Without effect where the company has a process of this key. */
      process: named('审批流程', keyOf(startingProcesses, '请选择审批流程')),
    }),
    output: form,
  }),
  /** Saves the draft, and who may start the form. */
  edit: command({
    title: '修改表单',
    path: '/order/oa/form/update',
    access,
    bodyKb: 4096,
    input: z.object({
      id: formId,
      version,
      about,
      roleIds: ids('可发起的角色'),
      departmentIds: ids('可发起的部门'),
      definition: formDefinition,
    }),
    output: form,
  }),
  /** Drops the draft. */
  discard: command({
    title: '放弃表单草稿',
    path: '/order/oa/form/discard',
    access,
    input: z.object({ id: formId, version }),
    output: form,
  }),
  /** Makes the draft the version that new requests are filled in with. */
  publish: command({
    title: '发布表单',
    path: '/order/oa/form/publish',
    access,
    input: z.object({ id: formId, version, ...publishNote.shape }),
    output: form,
  }),
  setActive: command({
    title: '修改表单（启用、停用）',
    path: '/order/oa/form/active',
    access,
    input: z.object({ id: formId, version, active: named('启用', z.boolean()) }),
    output: form,
  }),
}
