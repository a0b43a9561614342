import { z } from 'zod'
import { callsOf } from './call.ts'
import { instanceStates, MOST_OPINION } from './approvals.ts'
import { id, keyOf, named, nothing, requiredText, text } from './fields.ts'
import { formDefinition } from './form-fields.ts'
import { storedFile } from './stored-file.ts'

const { command, query } = callsOf('process')

const line = z.record(z.string().max(40), z.union([z.string().max(200), z.number()]))

/** What a person fills in, by the keys of the form's fields; the form says what each of them may be. */
const given = named(
  '表单内容',
  z.record(
    z.string().max(40),
    z.union([
      z.string().max(2000),
      z.number(),
      z.array(z.string().max(200)).max(100),
      z.array(line).max(100),
    ]),
  ),
)

const asked = z.object({
  /** The key of the form and of the process that decides. */
  kind: named('表单', requiredText(30)),
  form: given,
  /** The version of the form that was filled in; a request by another one is refused. By default the one in use. */
  formVersion: named('表单版本', z.int().min(1).optional()),
})

const requestId = named('审批单', id)
const taskId = named('待办事项', z.coerce.number().int().min(1))
const opinion = named('意见', text(MOST_OPINION).default(''))

/** A form that the caller may start. */
const startable = z.object({
  key: z.string(),
  about: z.string(),
  version: z.int(),
  definition: formDefinition,
})

export const oaRequest = z.object({
  id,
  kind: z.string(),
  number: z.string(),
  title: z.string(),
  /** The form as it was when the request was sent. */
  version: z.int(),
  definition: formDefinition,
  form: z.record(z.string(), z.unknown()),
  /** What ids and codes in it were called then. */
  shown: z.record(z.string(), z.string()),
  /** The files of its fields, by their key. */
  files: z.record(z.string(), z.array(storedFile)),
  applicant: z.string(),
  department: z.string(),
  createTime: z.string(),
  processInstanceId: id,
  status: keyOf(instanceStates),
})

/** Whoever signed a request, as its print shows it. */
const signature = z.object({
  step: z.string(),
  person: z.string(),
  outcome: z.enum(['approve', 'reject', 'return', 'submit']),
  opinion: z.string(),
  time: z.string(),
})

export const oaCalls = {
  /** The forms that the caller may start (发起流程). */
  forms: query({
    title: '可发起的表单',
    path: '/order/oa/startable',
    access: 'signedIn',
    input: nothing,
    output: z.array(startable),
  }),
  /** Starts the approval of a request. */
  apply: command({
    title: '发起流程',
    path: '/order/oa/insert',
    access: 'signedIn',
    bodyKb: 512,
    input: z.object({ request: asked }),
    output: z.object({ id, processInstanceId: id, number: z.string() }),
  }),
  detail: query({
    title: '审批单详情',
    path: '/order/oa/detail',
    access: 'signedIn',
    input: z.object({ id: requestId }),
    output: oaRequest,
  }),
  /** Everything that the filed paper says: the request, and who signed it. */
  print: query({
    title: '打印审批单',
    path: '/order/oa/print',
    access: 'signedIn',
    input: z.object({ id: requestId }),
    output: z.object({
      company: z.string(),
      request: oaRequest,
      endTime: z.string().nullable(),
      signatures: z.array(signature),
    }),
  }),
  /** Sends a request again that came back to its applicant, with what was changed. */
  amend: command({
    title: '修改并重新提交审批单',
    path: '/order/oa/update',
    access: 'signedIn',
    bodyKb: 512,
    input: z.object({ id: requestId, taskId, request: asked, opinion }),
    output: nothing,
  }),
  /** Decides a step of a request. */
  approve: command({
    title: '审批',
    path: '/order/oa/approve',
    access: 'signedIn',
    input: z.object({
      id: requestId,
      taskId,
      outcome: named('结论', z.enum(['approve', 'reject'], '请选择同意或不同意')),
      opinion,
    }),
    output: nothing,
  }),
}
